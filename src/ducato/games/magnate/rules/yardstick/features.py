"""The features and scores of actions of version 0.1, for the bot ``ismcts-0.1``.

They are frozen: whoever improves the bots measures the gain against them. The weights are in
``data/yardstick.toml``.

Features are computed from the view of the seat to move, use nothing that is hidden from it, and are
scaled so that their values are of the order of one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule
from ducato.games.magnate.rules.scoring import district_total
from ducato.games.magnate.state import (
    DISTRICTS,
    PROPERTIES,
    SUIT_COUNT,
    A,
    Edition,
    State,
    Zone,
)


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


LATE = 8  # with fewer cards in the last pile, a new deed is unlikely to be finished
FAR = 10  # points: a lead beyond this is rarely reversed by one card


@rule
def yardstick_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    seat = state.chooser
    if action < A.DEED:
        return weights[Feature.BUILD] + weights[Feature.BUILD_RANK] * edition.rank[action] / 10
    if action < A.SELL:
        return deed_score(state, edition, seat, action - A.DEED, weights)
    if action < A.TRADE:
        return (
            weights[Feature.SELL] + weights[Feature.SELL_RANK] * edition.rank[action - A.SELL] / 10
        )
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
        left = state.tokens[seat, state.suit] - (action - A.PAY)
        return weights[Feature.SPEND_PLENTY] * evenness(state, edition, seat, left) / 10
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
def deed_score(state: State, edition: Edition, seat: int, card: int, weights: Any) -> float:
    score = weights[Feature.DEED] + weights[Feature.DEED_RANK] * edition.rank[card] / 10
    if is_late(state, edition):
        score += weights[Feature.DEED_LATE]
    missing = edition.price[card] - useful_tokens(state, edition, seat, card)
    return score + weights[Feature.DEED_MISSING] * max(0, missing) / 10


@rule
def trade_score(
    state: State, edition: Edition, seat: int, give: int, take: int, weights: Any
) -> float:
    score = weights[Feature.TRADE]
    if deed_suits(state, edition, seat, take) and not deed_suits(state, edition, seat, give):
        score += weights[Feature.TRADE_FOR_DEED]
    if not state.played and trade_pays(state, edition, seat, give, take):
        score += weights[Feature.TRADE_FOR_CARD]
    if state.tokens[seat, take] == 0:
        score += weights[Feature.SCARCE]
    return score


@rule
def develop_score(
    state: State, edition: Edition, seat: int, district: int, suit: int, weights: Any
) -> float:
    laid = 1
    for other in range(SUIT_COUNT):
        laid += state.laid[seat, district, other]
    price = edition.price[state.last[seat, district]]
    score = weights[Feature.DEVELOP] + weights[Feature.DEVELOP_PROGRESS] * laid / price
    if laid >= price:
        score += weights[Feature.DEVELOP_COMPLETES]
    return score + weights[Feature.SPEND_PLENTY] * min(int(state.tokens[seat, suit]), FAR) / 10


@rule
def place_score(state: State, edition: Edition, seat: int, district: int, weights: Any) -> float:
    """Return the score of laying the chosen card in a district."""
    card = state.card
    lead = district_total(state, edition, seat, district, False)
    lead -= district_total(state, edition, 1 - seat, district, False)
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
