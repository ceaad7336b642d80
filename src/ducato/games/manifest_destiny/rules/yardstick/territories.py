"""The scores of territories of version 0.1: to take, attack or give them up."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.cards.programs import operation
from ducato.games.manifest_destiny.rules.expansion.competition import attack_cost
from ducato.games.manifest_destiny.rules.yardstick.names import Feature
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import (
    NATIVES,
    NEIGHBOURS,
    PRODUCTS,
    VACANT,
    Op,
    Phase,
    Presence,
)


@rule
def territory_yield(state: State, edition: Edition, territory: int) -> float:
    """Return the worth of a territory's products, in tens of dollars, by the second level."""
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
    """Return the worth of a territory to its next holder."""
    score = weights[Feature.EXPAND]
    score += weights[Feature.TERRITORY_YIELD] * territory_yield(state, edition, territory)
    score += weights[Feature.TERRITORY_OPEN] * vacant_neighbours(state, edition, territory)
    if state.city[territory]:
        score += weights[Feature.TERRITORY_CITY]
    return score


@rule
def territory_score(state: State, edition: Edition, territory: int, weights: Any) -> float:
    """Score a choice of territory in any phase: its worth, negated if choosing it is a loss."""
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
    """Score placing on vacant land, or attacking a territory, less the cost in tokens."""
    seat = int(state.chooser)
    owner = int(state.owner[territory])
    if owner == VACANT:
        return worth + weights[Feature.TERRITORY_COST] * edition.control[territory]
    cost = attack_cost(state, edition, seat, territory)
    score = worth + weights[Feature.ATTACK] + weights[Feature.TERRITORY_COST] * cost
    if owner < NATIVES:
        score += weights[Feature.ATTACK_LEADER] * (state.vp[owner] - state.vp[seat])
        if state.home[owner] == territory and edition.is_home[territory]:
            score += weights[Feature.ATTACK_HOME]
        if state.presence[territory] == Presence.NEW:
            score += weights[Feature.ATTACK_LEADER]
    return score
