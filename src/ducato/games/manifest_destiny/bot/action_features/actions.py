"""The score of each action for the greedy bot: features weighted by ``data/greedy.toml``.

The bot estimates only the immediate worth of an action, such as points, payouts and territories,
against its price. It does not look ahead, and it ignores the odds of an attack.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...rules.breakthroughs.research import can_research
from ...rules.breakthroughs.steps import can_claim, count_bits, open_numbers
from ...rules.cards.deck import cards_in
from ...rules.cards.payouts import level_of
from ...rules.investment.progressions import can_buy, own_price
from ...rules.investment.purchases import has_use, purchase_price, tokens_for_sale
from ...rules.tokens import hand_limit, owns
from ...rules.turn.homes import can_settle
from ...state import YES, A, Edition, State
from ...state.actions import BID_STEP
from ...state.choices import Bidding
from ...state.tables import (
    BREAKTHROUGHS,
    CARDS,
    CHOICE,
    PAYOUTS,
    PROGRESSIONS,
    TERRITORIES,
    Op,
    Phase,
    Type,
    Zone,
)
from .events import event_score
from .names import Feature
from .territories import home_worth, territory_score

TEN = 10.0
OFF_TOKEN = 4.0  # for each token above or below the best number
STEP_FACES = 5  # a research die above it stands for any number


@rule
def action_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    if action < A.TERRITORY:
        return bid_score(state, edition, action * BID_STEP, weights)
    if action < A.CARD:
        return territory_score(state, edition, action - A.TERRITORY, weights)
    if action < A.ADVANCE:
        return card_score(state, edition, action - A.CARD, weights)
    if action < A.PRODUCT:
        return advance_score(state, edition, action, weights)
    if action < A.PLAYER:
        return payout_score(state, edition, action - A.PRODUCT, weights)
    if action < A.NUMBER:
        return player_score(state, edition, action - A.PLAYER, weights)
    if action < A.HALF:
        return number_score(state, edition, action - A.NUMBER, weights)
    if action < A.PRESENCE:
        if action == A.HALF:
            return own_event_score(state, edition, state.card, weights)
        return payouts_score(state, edition, state.card, weights)
    if action < A.ANSWER:
        return weights[Feature.NEW] if action == A.PRESENCE else 0.0
    if action < A.BUY:
        return answer_score(state, edition, action == YES, weights)
    return shop_score(state, edition, action, weights)


@rule
def bid_score(state: State, edition: Edition, amount: int, weights: Any) -> float:
    """Score a bid by its price and by how many other bids may come before it.

    Of equal bids the earlier one comes first.
    """
    beaten = 0
    asked = state.part if edition.bidding == Bidding.ONE_BID else edition.players
    for turn in range(asked):
        seat = state.order[turn]
        if seat != state.chooser and state.bid[seat] >= amount:
            beaten += 1
    score = weights[Feature.BID] * amount / TEN
    score += weights[Feature.BID_BEATEN] * beaten
    score += weights[Feature.BID_STAKES] * beaten * stakes(state, edition)
    later = max(0, edition.players - 1 - asked)
    return score + weights[Feature.BID_LATER] * later * TEN / (TEN + amount)


@rule
def stakes(state: State, edition: Edition) -> float:
    """Return how far the worth of the best home is above that of the worst."""
    best = -1.0
    worst = -1.0
    for territory in range(TERRITORIES):
        if can_settle(state, edition, territory):
            worth = home_worth(state, edition, territory)
            best = max(best, worth)
            if worst < 0 or worth < worst:
                worst = worth
    return best - worst


@rule
def payout_score(state: State, edition: Edition, product: int, weights: Any) -> float:
    """Score a payout by the amounts for the player and, on average, for the others."""
    seat = state.chooser
    own = 0.0
    others = 0.0
    best = 0.0
    for other in range(edition.players):
        level = level_of(state, edition, other, product)
        amount = edition.payout[product, level] / 10.0
        if other == seat:
            own = amount
        else:
            others += amount
            best = max(best, amount)
    others /= edition.players - 1
    score = weights[Feature.PAYOUT_OWN] * own + weights[Feature.PAYOUT_OTHERS] * others
    return score + weights[Feature.PAYOUT_BEST] * best


@rule
def payouts_score(state: State, edition: Edition, card: int, weights: Any) -> float:
    score = 0.0
    for slot in range(PAYOUTS):
        product = edition.pays[card, slot]
        if 0 <= product < CHOICE:
            score += payout_score(state, edition, product, weights)
    return score


@rule
def is_over(state: State, edition: Edition, card: int) -> bool:
    """Return whether all eras of a card are over; always False during a transition."""
    return edition.eras[card] >> state.era == 0 and not state.transition


@rule
def holds_old_card(state: State, edition: Edition, seat: int) -> bool:
    for card in range(CARDS):
        if state.zone[card] == Zone.HAND + seat and is_over(state, edition, card):
            return True
    return False


@rule
def card_score(state: State, edition: Edition, card: int, weights: Any) -> float:
    """Score playing a card, in the player's own part or as an answer, or discarding it."""
    if state.phase == Phase.DISCARD:
        return 0.0 if is_over(state, edition, card) else weights[Feature.DISCARD]
    if state.phase != Phase.PLAY:
        return cancelling_score(state, edition, weights)
    seat = state.chooser
    kind = edition.type[card]
    excess = cards_in(state, Zone.HAND + seat) > hand_limit(state, edition, seat)
    score = weights[Feature.PLAY_EXCESS] if excess else 0.0
    if kind == Type.NEWS:
        return score + weights[Feature.PLAY_ANSWER]
    score += weights[Feature.PLAY]
    for progression in range(PROGRESSIONS):
        if edition.card_discount[card, progression] > 0 and not owns(state, seat, progression):
            amount = edition.card_discount[card, progression] / TEN
            score += weights[Feature.PLAY_DISCOUNT] * amount
    paid = payouts_score(state, edition, card, weights)
    if kind == Type.HALF:
        return score + max(paid, own_event_score(state, edition, card, weights))
    if edition.op[card, 0] != Op.NONE:
        score += own_event_score(state, edition, card, weights)
    return score + paid


@rule
def own_event_score(state: State, edition: Edition, card: int, weights: Any) -> float:
    """Score playing a card's event, before any opponent is named."""
    worth = event_score(state, edition, card, state.chooser, -1, weights)
    return weights[Feature.PLAY_EVENT] + worth


@rule
def cancelling_score(state: State, edition: Edition, weights: Any) -> float:
    """Score an answer by the event that it averts or, if that is already cancelled, restores."""
    worth = event_score(state, edition, state.card, state.hero, state.victim, weights)
    stands = state.chain_length % 2 == 1
    return weights[Feature.CANCEL] + (-worth if stands else worth)


@rule
def advance_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    """Score buying a Progression, or claiming or researching a Breakthrough."""
    seat = state.chooser
    if action >= A.RESEARCH:
        breakthrough = action - A.RESEARCH
        missing = count_bits(open_numbers(state, edition, seat, breakthrough))
        level = edition.level[PROGRESSIONS + breakthrough]
        return (
            weights[Feature.RESEARCH]
            + weights[Feature.RESEARCH_OPEN] * missing
            + weights[Feature.RESEARCH_LEVEL] * level
        )
    advance = action - A.ADVANCE
    if advance >= PROGRESSIONS:
        return weights[Feature.CLAIM]
    score = weights[Feature.BUY_POINT] * edition.vp[advance]
    if state.phase == Phase.LICENCE:
        return score
    price = own_price(state, edition, seat, advance)
    return score + weights[Feature.BUY_PRICE] * price / 10.0


@rule
def player_score(state: State, edition: Edition, seat: int, weights: Any) -> float:
    """Score naming an opponent, or proposing a partnership."""
    if state.phase == Phase.TARGET:
        hit = event_score(state, edition, state.card, state.chooser, seat, weights)
        return hit + weights[Feature.TARGET_LEADER] * (state.vp[seat] + state.profit[seat] / 20.0)
    return weights[Feature.PROPOSE]


@rule
def number_score(state: State, edition: Edition, number: int, weights: Any) -> float:
    """Score a turn position or a die to re-roll; a step number of a Breakthrough scores 0."""
    if state.phase == Phase.POSITION:
        return weights[Feature.POSITION] * edition.limits[number]
    if state.phase == Phase.INNOVATE:
        wanted = open_numbers(state, edition, state.chooser, state.breakthrough)
        face = state.die[number]
        useful = face > STEP_FACES or (wanted >> face) & 1
        return -weights[Feature.YES] if useful else weights[Feature.YES]
    if state.phase == Phase.REROLL:
        return rerolling_score(state, weights)
    return 0.0


@rule
def highest(dice: Any) -> int:
    best = 0
    for die in range(len(dice)):
        best = max(best, dice[die])
    return best


@rule
def rerolling_score(state: State, weights: Any) -> float:
    """Score a re-roll, which helps only the player who is losing; ties count for the defender."""
    attacking = highest(state.die) > highest(state.defence_die)
    losing = attacking == (state.chooser != state.active)
    return weights[Feature.YES] if losing else -weights[Feature.YES]


@rule
def answer_score(state: State, edition: Edition, yes: bool, weights: Any) -> float:
    phase = state.phase
    if phase == Phase.EXTRA_DIE:
        return weights[Feature.EXTRA_DIE] if yes else 0.0
    if phase == Phase.REROLL or phase == Phase.REROLL_DEFENCE:
        return rerolling_score(state, weights) if yes else 0.0
    if phase == Phase.THINK:
        return weights[Feature.EXCHANGE] if yes else 0.0
    if phase == Phase.PARTNER or phase == Phase.JOINT:
        return weights[Feature.PARTNER] if yes else 0.0
    return weights[Feature.YES] if yes else 0.0


@rule
def token_score(stock: int, weights: Any) -> float:
    """Score buying one more token by `stock`, the number already bought; it counts up to 9."""
    return weights[Feature.TOKEN] + weights[Feature.TOKEN_STOCK] * min(9, stock)


@rule
def best_for_cash(state: State, edition: Edition, seat: int, weights: Any) -> float:
    """Return the score of the best advance to buy, claim or research, or of ending the part."""
    best = weights[Feature.END]
    for progression in range(PROGRESSIONS):
        if can_buy(state, edition, seat, progression):
            best = max(best, advance_score(state, edition, A.ADVANCE + progression, weights))
    for breakthrough in range(BREAKTHROUGHS):
        if can_claim(state, edition, seat, breakthrough):
            best = max(best, weights[Feature.CLAIM])
        if can_research(state, edition, seat, breakthrough):
            best = max(best, advance_score(state, edition, A.RESEARCH + breakthrough, weights))
    return best


@rule
def tokens_wanted(state: State, edition: Edition, seat: int, weights: Any) -> int:
    """Return the number of tokens after which another action is worth more than one more token.

    It is at most the number for sale, which must be at least 1.
    """
    cash = best_for_cash(state, edition, seat, weights)
    most = tokens_for_sale(state, edition, seat)
    stock = state.bought[seat]
    for number in range(1, most):
        best = cash
        for what in range(3):
            price = purchase_price(state, edition, seat, what)
            if price <= stock + number and has_use(state, edition, seat, what, price):
                worth = weights[Feature.CITY + what] + weights[Feature.PRICE_TOKEN] * price
                best = max(best, worth)
        if token_score(stock + number, weights) < best:
            return number
    return most


@rule
def tokens_score(state: State, edition: Edition, number: int, weights: Any) -> float:
    """Score buying a number of tokens: the further from the number wanted, the lower."""
    seat = state.chooser
    off = abs(number - tokens_wanted(state, edition, seat, weights))
    return token_score(state.bought[seat], weights) - OFF_TOKEN * off


@rule
def priority_score(state: State, edition: Edition, weights: Any) -> float:
    """Score Turn Priority by the positions in the next turn that it gains, as far as is known."""
    gain = 0
    for rank in range(edition.players):
        if state.choice[rank] == state.chooser:
            gain = max(0, rank - int(state.announced))
    return weights[Feature.PRIORITY] + weights[Feature.PRIORITY_GAIN] * gain


@rule
def shop_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    """Score a purchase, a redeployment, a discard, a licence, Turn Priority or ending the part."""
    seat = state.chooser
    if action == A.DONE:
        if state.phase == Phase.BID:
            return bid_score(state, edition, state.bid[seat], weights)
        return weights[Feature.END] if state.phase != Phase.EXPAND else 0.0
    if action == A.PRIORITY:
        return priority_score(state, edition, weights)
    if action == A.DISCARD:
        good = holds_old_card(state, edition, seat)
        return -weights[Feature.DISCARD] if good else weights[Feature.DISCARD]
    if action == A.LICENCE:
        return weights[Feature.LICENCE]
    if action == A.REDEPLOY:
        return weights[Feature.REDEPLOY]
    if action < A.PURCHASE:
        return tokens_score(state, edition, action - A.BUY + 1, weights)
    what = action - A.MECHANIZE if action >= A.MECHANIZE else action - A.PURCHASE
    price = 1 if action >= A.MECHANIZE else purchase_price(state, edition, seat, what)
    return weights[Feature.CITY + what] + weights[Feature.PRICE_TOKEN] * price
