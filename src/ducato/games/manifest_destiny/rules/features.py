"""The features by which the sensible player `greedy` scores actions; weights in data/greedy.toml.

He buys points while they are cheap, tokens to spread, cities and Pioneers when there is plenty,
plays cards that pay him more than the others, and attacks the leader where the dice favour him.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.choices import operation
from ducato.games.manifest_destiny.rules.competition import attack_cost
from ducato.games.manifest_destiny.rules.investment import own_price, purchase_price
from ducato.games.manifest_destiny.rules.numbers import (
    ADVANCE,
    ANSWER,
    BUY,
    CARD,
    DISCARD,
    DONE,
    HALF,
    LICENCE,
    MECHANIZE,
    NUMBER,
    PLAYER,
    PRESENCE,
    PRIORITY,
    PRODUCT,
    REDEPLOY,
    RESEARCH,
    TERRITORY,
    YES,
)
from ducato.games.manifest_destiny.rules.payouts import level_of
from ducato.games.manifest_destiny.rules.research import count_bits, open_numbers
from ducato.games.manifest_destiny.rules.tokens import is_a_home, owns
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import (
    CARDS,
    CHOICE,
    NATIVES,
    NEIGHBOURS,
    PAYOUTS,
    PRODUCTS,
    PROGRESSIONS,
    VACANT,
    Op,
    Phase,
    Place,
    Presence,
    Type,
)


class Feature(IntEnum):
    """What counts; dollars are counted in tens."""

    BID = 0  # each $10 bid
    POSITION = 1  # each token that the position lets buy
    PLAY = 2  # playing a card
    PLAY_ANSWER = 3  # playing President or Supreme Court only for the number
    PLAY_EVENT = 4  # an event, beside its payout
    PLAY_DISCOUNT = 5  # each $10 off what is not owned yet
    PAYOUT_OWN = 6  # each $10 of a payout to oneself
    PAYOUT_OTHERS = 7  # each $10 of it to each other player, on average
    DISCARD = 8  # a card that may still be played
    BUY_POINT = 9  # each point of a Progression
    BUY_PRICE = 10  # each $10 of its price
    CLAIM = 11
    LICENCE = 12
    RESEARCH = 13
    RESEARCH_OPEN = 14  # each number still open
    RESEARCH_LEVEL = 15
    PROPOSE = 16
    TOKEN = 17
    TOKEN_STOCK = 18  # each token in the Purchased box already
    CITY = 19
    PIONEER = 20
    CARD = 21
    PRICE_TOKEN = 22  # each token that a city, Pioneer or card costs
    REDEPLOY = 23
    PRIORITY = 24
    END = 25
    EXPAND = 26  # a territory taken, whatever it yields
    TERRITORY_COST = 27  # each token it costs
    TERRITORY_YIELD = 28  # each unit, by what its product pays
    TERRITORY_OPEN = 29  # each vacant neighbour
    TERRITORY_CITY = 30
    ATTACK = 31  # instead of taking vacant land
    ATTACK_LEADER = 32  # by how much the defender leads, in points
    ATTACK_HOME = 33
    TARGET_LEADER = 34  # naming an opponent: each point of his
    CANCEL = 35  # answering a card
    YES = 36  # a Pioneer, a claim, a partner, a re-roll that helps
    EXTRA_DIE = 37
    NEW = 38  # a territory taken as New Presence
    EXCHANGE = 39


STEP_FACES = 5  # a research die above it stands for any number


@rule
def action_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    if action < TERRITORY:
        return weights[Feature.BID] * action / 2.0
    if action < CARD:
        return territory_score(state, edition, action - TERRITORY, weights)
    if action < ADVANCE:
        return card_score(state, edition, action - CARD, weights)
    if action < PRODUCT:
        return advance_score(state, edition, action, weights)
    if action < PLAYER:
        return payout_score(state, edition, action - PRODUCT, weights)
    if action < NUMBER:
        return player_score(state, action - PLAYER, weights)
    if action < HALF:
        return number_score(state, edition, action - NUMBER, weights)
    if action < PRESENCE:
        if action == HALF:
            return weights[Feature.PLAY_EVENT]
        return payouts_score(state, edition, int(state.card), weights)
    if action < ANSWER:
        return weights[Feature.NEW] if action == PRESENCE else 0.0
    if action < BUY:
        return answer_score(state, edition, action == YES, weights)
    return shop_score(state, edition, action, weights)


@rule
def payout_score(state: State, edition: Edition, product: int, weights: Any) -> float:
    """What a payout brings to oneself, and to the others on average."""
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
    """Whether the last era of a card has passed."""
    return int(edition.eras[card]) >> state.era == 0 and not state.transition


@rule
def holds_old_card(state: State, edition: Edition, seat: int) -> bool:
    for card in range(CARDS):
        if state.place[card] == Place.HAND + seat and is_over(state, edition, card):
            return True
    return False


@rule
def card_score(state: State, edition: Edition, card: int, weights: Any) -> float:
    """Playing a card of the hand, in one's own part or as an answer; or discarding it."""
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
    """Buying a Progression, claiming or researching a Breakthrough."""
    seat = int(state.chooser)
    if action >= RESEARCH:
        breakthrough = action - RESEARCH
        missing = count_bits(open_numbers(state, edition, seat, breakthrough))
        level = int(edition.level[PROGRESSIONS + breakthrough])
        return (
            weights[Feature.RESEARCH]
            + weights[Feature.RESEARCH_OPEN] * missing
            + weights[Feature.RESEARCH_LEVEL] * level
        )
    advance = action - ADVANCE
    if advance >= PROGRESSIONS:
        return weights[Feature.CLAIM]
    score = weights[Feature.BUY_POINT] * edition.vp[advance]
    if state.phase == Phase.LICENCE:
        return score
    price = own_price(state, edition, seat, advance)
    return score + weights[Feature.BUY_PRICE] * price / 10.0


@rule
def player_score(state: State, seat: int, weights: Any) -> float:
    """Naming an opponent, or proposing a partnership."""
    if state.phase == Phase.TARGET:
        return weights[Feature.TARGET_LEADER] * (state.vp[seat] + state.profit[seat] / 20.0)
    return weights[Feature.PROPOSE]


@rule
def number_score(state: State, edition: Edition, number: int, weights: Any) -> float:
    """A position, a die to roll again, a number of a Breakthrough."""
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
    """Rolling again is good for who is losing the competition, and only for him."""
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
    return weights[Feature.YES] if yes else 0.0


@rule
def shop_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    """Tokens, cities, Pioneers, cards; Turn Priority; the end of the part."""
    seat = int(state.chooser)
    if action == DONE:
        return weights[Feature.END] if state.phase != Phase.EXPAND else 0.0
    if action == PRIORITY:
        return weights[Feature.PRIORITY]
    if action == DISCARD:
        good = holds_old_card(state, edition, seat)
        return -weights[Feature.DISCARD] if good else weights[Feature.DISCARD]
    if action == LICENCE:
        return weights[Feature.LICENCE]
    if action == REDEPLOY:
        return weights[Feature.REDEPLOY]
    if action == BUY:
        stock = min(9, int(state.bought[seat]))
        return weights[Feature.TOKEN] + weights[Feature.TOKEN_STOCK] * stock
    what = action - MECHANIZE if action >= MECHANIZE else action - BUY - 1
    price = 1 if action >= MECHANIZE else purchase_price(state, edition, seat, what)
    return weights[Feature.CITY + what] + weights[Feature.PRICE_TOKEN] * price


# --------------------------------------------------------------------------------- the map


@rule
def territory_yield(state: State, edition: Edition, territory: int) -> float:
    """What the products of a territory are worth, by the table's second level."""
    worth = 0.0
    for product in range(PRODUCTS):
        if edition.produces[territory, product]:
            worth += edition.produces[territory, product] * edition.payout[product, 2]
    worth += state.tourism[territory] * edition.payout[PRODUCTS - 1, 2]
    return worth / 10.0


@rule
def vacant_neighbours(state: State, edition: Edition, territory: int) -> int:
    vacant = 0
    for slot in range(NEIGHBOURS):
        neighbour = int(edition.land[territory, slot])
        if neighbour < 0:
            break
        if state.owner[neighbour] == VACANT and not edition.closed[neighbour]:
            vacant += 1
    return vacant


@rule
def worth_of(state: State, edition: Edition, territory: int, weights: Any) -> float:
    """How much a territory is worth to whoever gets it."""
    score = weights[Feature.EXPAND]
    score += weights[Feature.TERRITORY_YIELD] * territory_yield(state, edition, territory)
    score += weights[Feature.TERRITORY_OPEN] * vacant_neighbours(state, edition, territory)
    if state.city[territory]:
        score += weights[Feature.TERRITORY_CITY]
    return score


@rule
def territory_score(state: State, edition: Edition, territory: int, weights: Any) -> float:
    """A territory chosen in whatever phase."""
    phase = int(state.phase)
    worth = worth_of(state, edition, territory, weights)
    if phase == Phase.EXPAND:
        return expanding_score(state, edition, territory, worth, weights)
    if phase == Phase.LIFT:
        return -worth
    if phase != Phase.CHOOSE:
        return worth
    op = operation(state, edition)
    owner = int(state.owner[territory])
    if op == Op.EARTHQUAKE or op == Op.DUST_BOWL or op == Op.LAWYER:
        return -worth if owner == state.chooser else worth
    if op == Op.NATIVES or op == Op.CEDE or op == Op.REMOVE or op == Op.TRUSTBUSTER:
        return -worth
    return worth


@rule
def expanding_score(
    state: State, edition: Edition, territory: int, worth: float, weights: Any
) -> float:
    """Placing on vacant land, or attacking."""
    seat = int(state.chooser)
    owner = int(state.owner[territory])
    if owner == VACANT:
        return worth + weights[Feature.TERRITORY_COST] * edition.control[territory]
    cost = attack_cost(state, edition, seat, territory)
    score = worth + weights[Feature.ATTACK] + weights[Feature.TERRITORY_COST] * cost
    if owner < NATIVES:
        score += weights[Feature.ATTACK_LEADER] * (state.vp[owner] - state.vp[seat])
        if state.home[owner] == territory and is_a_home(state, edition, territory):
            score += weights[Feature.ATTACK_HOME]
        if state.presence[territory] == Presence.NEW:
            score += weights[Feature.ATTACK_LEADER]
    return score
