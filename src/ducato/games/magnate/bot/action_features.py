"""The features of an action for the greedy bot, weighted by `data/greedy.toml`.

Features are computed from the view of the seat to move, use nothing that is hidden from it, and are
scaled so that their values are of the order of one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from ..rules.building import accepts
from ..rules.scoring import district_total
from ..state import DISTRICTS, PROPERTIES, SUIT_COUNT, A, Edition, State, Zone


class Feature(IntEnum):
    """The features, in the order of their weights."""

    BUILD = 0  # any building
    BUILD_RANK = 1  # the rank of the building, in tenths
    DEED = 2  # any deed
    DEED_RANK = 3  # the rank of the deed, in tenths
    DEED_LATE = 4  # a deed so near the end that it may remain unfinished
    DEED_MISSING = 5  # the tokens of the building price that the seat lacks, in tenths
    SELL = 6  # any sale
    SELL_RANK = 7  # the rank of the card sold, in tenths
    PLACE_TURNS = 8  # placing a card that gains the lead in a district
    PLACE_WASTED = 9  # placing where the seat is already ahead by more than ten
    PLACE_HOPELESS = 10  # placing where the seat stays behind by more than ten
    PLACE_FOLLOW = 11  # the number of cards in hand that could follow the placed one
    DEVELOP = 12  # any development
    DEVELOP_PROGRESS = 13  # the share of the price that then lies on the deed
    DEVELOP_COMPLETES = 14  # the development completes the deed
    TRADE = 15  # any trade
    TRADE_FOR_DEED = 16  # the trade takes a suit that a deed needs, and gives one that none needs
    TRADE_FOR_CARD = 17  # the trade makes a card in hand payable
    SCARCE = 18  # an income or a trade takes a suit that the seat lacks
    SPEND_PLENTY = 19  # tokens left: `evenness`, or up to ten of a developed suit; in tenths
    END = 20  # ending the turn
    BUILD_TURNS = 21  # the building would gain the lead in a district where it can be laid
    SELL_PLACELESS = 22  # the sale of a card that can be laid nowhere
    SELL_NEEDED = 23  # tokens gained, times the deeds and other cards that bear them; in tenths
    DEED_OPEN = 24  # the number of deeds that the seat has not finished yet
    TRADE_FINISHES = 25  # the trade is one of those with which a deed can be finished this turn
    SPEND_NEEDED = 26  # tokens spent, times the other deeds and cards that bear them; in tenths


LATE = 8  # with fewer cards in the last pile, a new deed is unlikely to be finished
FAR = 10  # points: a lead beyond this is rarely reversed by one card


@rule
def action_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    seat = state.chooser
    if action < A.DEED:
        return build_score(state, edition, seat, action, weights)
    if action < A.SELL:
        return deed_score(state, edition, seat, action - A.DEED, weights)
    if action < A.TRADE:
        return sell_score(state, edition, seat, action - A.SELL, weights)
    if action < A.DEVELOP:
        give = (action - A.TRADE) // SUIT_COUNT
        take = (action - A.TRADE) % SUIT_COUNT
        return trade_score(state, edition, seat, give, take, weights)
    if action < A.DISTRICT:
        district = (action - A.DEVELOP) // SUIT_COUNT
        suit = (action - A.DEVELOP) % SUIT_COUNT
        return develop_score(state, edition, seat, district, suit, weights)
    if action < A.PAY:
        return place_score(state, edition, seat, action - A.DISTRICT, weights)
    if action < A.INCOME:
        return pay_score(state, edition, seat, action - A.PAY, weights)
    if action < A.END:
        return weights[Feature.SCARCE] if state.tokens[seat, action - A.INCOME] == 0 else 0.0
    return weights[Feature.END]


@rule
def evenness(state: State, edition: Edition, seat: int, left: int) -> int:
    """Return the smaller of the numbers of tokens left in the paid suit and in the later suits.

    The first is `left`; the second is counted after the rest of the price has been paid.
    """
    paid = state.tokens[seat, state.suit] - left
    rest = state.due - paid
    later = 0
    for suit in range(state.suit + 1, SUIT_COUNT):
        if (edition.suits[state.card] >> suit) & 1:
            later += state.tokens[seat, suit]
    return min(left, later - rest)


@rule
def pay_score(state: State, edition: Edition, seat: int, tokens: int, weights: Any) -> float:
    left = state.tokens[seat, state.suit] - tokens
    card = state.card
    spent = tokens * uses(state, edition, seat, state.suit, card)
    for suit in range(state.suit + 1, SUIT_COUNT):
        if (edition.suits[card] >> suit) & 1:
            spent += (state.due - tokens) * uses(state, edition, seat, suit, card)
            break  # the rest of a Court's price may be paid in two suits: the first stands for both
    return (
        weights[Feature.SPEND_PLENTY] * evenness(state, edition, seat, left) / 10
        + weights[Feature.SPEND_NEEDED] * spent / 10
    )


@rule
def uses(state: State, edition: Edition, seat: int, suit: int, card: int) -> int:
    """Return how many of the seat's deeds and cards in hand bear the suit, apart from `card`."""
    found = 0
    for district in range(DISTRICTS):
        last = state.last[seat, district]
        if state.deed[seat, district] and last != card and (edition.suits[last] >> suit) & 1:
            found += 1
    left = state.held[Zone.HAND + seat]
    for other in range(PROPERTIES):
        if left == 0:
            break
        if state.zone[other] == Zone.HAND + seat:
            left -= 1
            if other != card and (edition.suits[other] >> suit) & 1:
                found += 1
    return found


@rule
def lead_in(state: State, edition: Edition, seat: int, district: int) -> int:
    """Return by how much the seat is ahead in the district; negative if it is behind."""
    own = district_total(state, edition, seat, district, False)
    return own - district_total(state, edition, 1 - seat, district, False)


@rule
def build_score(state: State, edition: Edition, seat: int, card: int, weights: Any) -> float:
    rank = edition.rank[card]
    score = weights[Feature.BUILD] + weights[Feature.BUILD_RANK] * rank / 10
    if weights[Feature.BUILD_TURNS] != 0:
        for district in range(DISTRICTS):
            if accepts(state, edition, seat, district) & edition.suits[card]:
                if -rank < lead_in(state, edition, seat, district) <= 0:
                    return score + weights[Feature.BUILD_TURNS]
    return score


@rule
def sell_score(state: State, edition: Edition, seat: int, card: int, weights: Any) -> float:
    score = weights[Feature.SELL] + weights[Feature.SELL_RANK] * edition.rank[card] / 10
    if weights[Feature.SELL_NEEDED] != 0:
        needed = 0
        for k in range(edition.suit_count[card]):
            needed += uses(state, edition, seat, edition.suit_of[card, k], card)
        score += weights[Feature.SELL_NEEDED] * edition.sale_each[card] * needed / 10
    for district in range(DISTRICTS):
        if accepts(state, edition, seat, district) & edition.suits[card]:
            return score
    return score + weights[Feature.SELL_PLACELESS]


@rule
def deed_score(state: State, edition: Edition, seat: int, card: int, weights: Any) -> float:
    score = weights[Feature.DEED] + weights[Feature.DEED_RANK] * edition.rank[card] / 10
    if is_late(state, edition):
        score += weights[Feature.DEED_LATE]
    for district in range(DISTRICTS):
        score += weights[Feature.DEED_OPEN] * state.deed[seat, district]
    missing = edition.price[card] - useful_tokens(state, edition, seat, card)
    return score + weights[Feature.DEED_MISSING] * max(0, missing) / 10


@rule
def trade_score(
    state: State, edition: Edition, seat: int, give: int, take: int, weights: Any
) -> float:
    score = weights[Feature.TRADE]
    if deed_suits(state, edition, seat, take) and not deed_suits(state, edition, seat, give):
        score += weights[Feature.TRADE_FOR_DEED]
    if trade_finishes(state, edition, seat, give, take):
        score += weights[Feature.TRADE_FINISHES]
    if not state.played and trade_pays(state, edition, seat, give, take):
        score += weights[Feature.TRADE_FOR_CARD]
    if state.tokens[seat, take] == 0:
        score += weights[Feature.SCARCE]
    return score


@rule
def develop_score(
    state: State, edition: Edition, seat: int, district: int, suit: int, weights: Any
) -> float:
    card = state.last[seat, district]
    laid = 1
    for other in range(SUIT_COUNT):
        laid += state.laid[seat, district, other]
    price = edition.price[card]
    score = weights[Feature.DEVELOP] + weights[Feature.DEVELOP_PROGRESS] * laid / price
    if laid >= price:
        score += weights[Feature.DEVELOP_COMPLETES]
    if weights[Feature.SPEND_NEEDED] != 0:
        score += weights[Feature.SPEND_NEEDED] * uses(state, edition, seat, suit, card) / 10
    return score + weights[Feature.SPEND_PLENTY] * min(int(state.tokens[seat, suit]), FAR) / 10


@rule
def place_score(state: State, edition: Edition, seat: int, district: int, weights: Any) -> float:
    """Return the score of laying the chosen card in a district."""
    card = state.card
    lead = lead_in(state, edition, seat, district)
    rank = edition.rank[card]
    score = 0.0
    if lead <= 0 and lead + rank > 0:
        score += weights[Feature.PLACE_TURNS]
    elif lead > FAR:
        score += weights[Feature.PLACE_WASTED]
    elif lead + rank < -FAR:
        score += weights[Feature.PLACE_HOPELESS]
    follow = 0
    for other in range(PROPERTIES):
        if other != card and state.zone[other] == Zone.HAND + seat:
            if edition.suits[other] & edition.suits[card]:
                follow += 1
    return score + weights[Feature.PLACE_FOLLOW] * follow


@rule
def is_late(state: State, edition: Edition) -> bool:
    """Return whether the last turns have begun or the last pile has fewer than `LATE` cards."""
    if state.last_turns > 0:
        return True
    return state.reshuffled == edition.reshuffles and state.held[Zone.DECK] < LATE


@rule
def useful_tokens(state: State, edition: Edition, seat: int, card: int) -> int:
    total = 0
    for k in range(edition.suit_count[card]):
        total += state.tokens[seat, edition.suit_of[card, k]]
    return total


@rule
def deed_suits(state: State, edition: Edition, seat: int, suit: int) -> bool:
    """Return whether any of the seat's unfinished deeds bears the suit."""
    for district in range(DISTRICTS):
        if state.deed[seat, district] and (edition.suits[state.last[seat, district]] >> suit) & 1:
            return True
    return False


@rule
def trade_finishes(state: State, edition: Edition, seat: int, give: int, take: int) -> bool:
    """Return whether the trade helps to finish a deed that lacks tokens and that trades can pay."""
    for district in range(DISTRICTS):
        card = state.last[seat, district]
        if not state.deed[seat, district] or not (edition.suits[card] >> take) & 1:
            continue
        if (edition.suits[card] >> give) & 1:
            continue
        lack = int(edition.price[card])
        trades = 0
        for suit in range(SUIT_COUNT):
            lack -= state.laid[seat, district, suit]
            if (edition.suits[card] >> suit) & 1:
                lack -= state.tokens[seat, suit]
            else:
                trades += state.tokens[seat, suit] // edition.trade_rate
        if 0 < lack <= trades:
            return True
    return False


@rule
def trade_pays(state: State, edition: Edition, seat: int, give: int, take: int) -> bool:
    """Return whether the trade makes a building payable.

    This means a card in hand whose price could not be paid before the trade, and can after it.
    """
    left = state.held[Zone.HAND + seat]
    for card in range(PROPERTIES):
        if left == 0:
            return False
        if state.zone[card] != Zone.HAND + seat:
            continue
        left -= 1
        if not (edition.suits[card] >> take) & 1:
            continue
        before = 0
        after = 0
        all_before = True
        all_after = True
        for k in range(edition.suit_count[card]):
            suit = edition.suit_of[card, k]
            had = int(state.tokens[seat, suit])
            has = had
            if suit == take:
                has += 1
            elif suit == give:
                has -= edition.trade_rate
            before += had
            after += has
            all_before = all_before and had > 0
            all_after = all_after and has > 0
        price = edition.price[card]
        if after >= price and all_after and not (before >= price and all_before):
            return True
    return False
