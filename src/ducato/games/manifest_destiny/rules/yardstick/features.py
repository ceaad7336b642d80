"""The scores of actions of version 0.1, for the bot ``ismcts-0.1``.

They are frozen: whoever improves the bots measures the gain against them. The weights are in
``data/yardstick.toml``. Three things could not be done in version 0.1, and the scores leave them
alone: to buy several tokens at once, to raise a bid, and to play President as Opposition.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.breakthroughs.steps import count_bits, open_numbers
from ducato.games.manifest_destiny.rules.cards.payouts import level_of
from ducato.games.manifest_destiny.rules.investment.progressions import own_price
from ducato.games.manifest_destiny.rules.investment.purchases import purchase_price
from ducato.games.manifest_destiny.rules.tokens import owns
from ducato.games.manifest_destiny.rules.yardstick.names import Feature
from ducato.games.manifest_destiny.rules.yardstick.territories import territory_score
from ducato.games.manifest_destiny.state import YES, A, Edition, State
from ducato.games.manifest_destiny.state.tables import (
    CARDS,
    CHOICE,
    PAYOUTS,
    PROGRESSIONS,
    Op,
    Phase,
    Type,
    Zone,
)

STEP_FACES = 5  # a research die above it stands for any number
NO_MERIT = -1e3  # the score of buying more than one token at once: version 0.1 bought them singly


@rule
def yardstick_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    if action < A.TERRITORY:
        return weights[Feature.BID] * action / 2.0
    if action < A.CARD:
        return territory_score(state, edition, action - A.TERRITORY, weights)
    if action < A.ADVANCE:
        return card_score(state, edition, action - A.CARD, weights)
    if action < A.PRODUCT:
        return advance_score(state, edition, action, weights)
    if action < A.PLAYER:
        return payout_score(state, edition, action - A.PRODUCT, weights)
    if action < A.NUMBER:
        return player_score(state, action - A.PLAYER, weights)
    if action < A.HALF:
        return number_score(state, edition, action - A.NUMBER, weights)
    if action < A.PRESENCE:
        if action == A.HALF:
            return weights[Feature.PLAY_EVENT]
        return payouts_score(state, edition, int(state.card), weights)
    if action < A.ANSWER:
        return weights[Feature.NEW] if action == A.PRESENCE else 0.0
    if action < A.BUY:
        return answer_score(state, edition, action == YES, weights)
    return shop_score(state, edition, action, weights)


@rule
def payout_score(state: State, edition: Edition, product: int, weights: Any) -> float:
    """Score a payout by the amounts for the player and, on average, for the others."""
    seat = int(state.chooser)
    own = 0.0
    others = 0.0
    for other in range(edition.players):
        level = level_of(state, edition, other, product)
        amount = edition.payout[product, level] / 10.0
        if other == seat:
            own = amount
        else:
            others += amount
    others /= edition.players - 1
    return weights[Feature.PAYOUT_OWN] * own + weights[Feature.PAYOUT_OTHERS] * others


@rule
def payouts_score(state: State, edition: Edition, card: int, weights: Any) -> float:
    score = 0.0
    for slot in range(PAYOUTS):
        product = int(edition.pays[card, slot])
        if 0 <= product < CHOICE:
            score += payout_score(state, edition, product, weights)
    return score


@rule
def is_over(state: State, edition: Edition, card: int) -> bool:
    """Return whether the last era of a card has passed."""
    return int(edition.eras[card]) >> state.era == 0 and not state.transition


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
        return weights[Feature.CANCEL]
    seat = int(state.chooser)
    kind = int(edition.type[card])
    if kind == Type.NEWS:
        return weights[Feature.PLAY_ANSWER]
    score = weights[Feature.PLAY]
    for progression in range(PROGRESSIONS):
        if edition.card_discount[card, progression] > 0 and not owns(state, seat, progression):
            amount = edition.card_discount[card, progression] / 10.0
            score += weights[Feature.PLAY_DISCOUNT] * amount
    paid = payouts_score(state, edition, card, weights)
    if kind == Type.HALF:
        return score + max(paid, weights[Feature.PLAY_EVENT])
    if edition.op[card, 0] != Op.NONE:
        score += weights[Feature.PLAY_EVENT]
    return score + paid


@rule
def advance_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    """Score buying a Progression, or claiming or researching a Breakthrough."""
    seat = int(state.chooser)
    if action >= A.RESEARCH:
        breakthrough = action - A.RESEARCH
        missing = count_bits(open_numbers(state, edition, seat, breakthrough))
        level = int(edition.level[PROGRESSIONS + breakthrough])
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
def player_score(state: State, seat: int, weights: Any) -> float:
    """Score naming an opponent, or proposing a partnership."""
    if state.phase == Phase.TARGET:
        return weights[Feature.TARGET_LEADER] * (state.vp[seat] + state.profit[seat] / 20.0)
    return weights[Feature.PROPOSE]


@rule
def number_score(state: State, edition: Edition, number: int, weights: Any) -> float:
    """Score a turn position or a die to re-roll; a step number of a Breakthrough scores 0."""
    if state.phase == Phase.POSITION:
        return weights[Feature.POSITION] * edition.limits[number]
    if state.phase == Phase.INNOVATE:
        wanted = open_numbers(state, edition, int(state.chooser), int(state.breakthrough))
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
        best = max(best, int(dice[die]))
    return best


@rule
def rerolling_score(state: State, weights: Any) -> float:
    """Score a re-roll, which helps only the player who is losing; ties count for the defender."""
    attacking = highest(state.die) > highest(state.defence_die)
    losing = attacking == (state.chooser != state.active)
    return weights[Feature.YES] if losing else -weights[Feature.YES]


@rule
def answer_score(state: State, edition: Edition, yes: bool, weights: Any) -> float:
    phase = int(state.phase)
    if phase == Phase.EXTRA_DIE:
        return weights[Feature.EXTRA_DIE] if yes else 0.0
    if phase == Phase.REROLL or phase == Phase.REROLL_DEFENCE:
        return rerolling_score(state, weights) if yes else 0.0
    if phase == Phase.THINK:
        return weights[Feature.EXCHANGE] if yes else 0.0
    if phase == Phase.GUARD:  # the answer no is what version 0.1 did without asking
        return 0.0 if yes else weights[Feature.YES]
    return weights[Feature.YES] if yes else 0.0


@rule
def shop_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    """Score a purchase, a redeployment, a discard, a licence, Turn Priority or ending the part."""
    seat = int(state.chooser)
    if action == A.DONE:
        if state.phase == Phase.BID:
            return weights[Feature.BID] * state.bid[seat] / 10.0
        return weights[Feature.END] if state.phase != Phase.EXPAND else 0.0
    if action == A.PRIORITY:
        return weights[Feature.PRIORITY]
    if action == A.DISCARD:
        good = holds_old_card(state, edition, seat)
        return -weights[Feature.DISCARD] if good else weights[Feature.DISCARD]
    if action == A.LICENCE:
        return weights[Feature.LICENCE]
    if action == A.REDEPLOY:
        return weights[Feature.REDEPLOY]
    if action < A.PURCHASE:
        if action > A.BUY:
            return NO_MERIT
        stock = min(9, int(state.bought[seat]))
        return weights[Feature.TOKEN] + weights[Feature.TOKEN_STOCK] * stock
    what = action - A.MECHANIZE if action >= A.MECHANIZE else action - A.PURCHASE
    price = 1 if action >= A.MECHANIZE else purchase_price(state, edition, seat, what)
    return weights[Feature.CITY + what] + weights[Feature.PRICE_TOKEN] * price
