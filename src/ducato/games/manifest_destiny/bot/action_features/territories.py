"""The greedy bot's scores of territories to take, attack, mark or give up."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...rules.cards.programs import operation
from ...rules.expansion.competition import attack_cost
from ...state import Edition, State
from ...state.tables import NATIVES, NEIGHBOURS, PRODUCTS, VACANT, Op, Phase, Presence
from .names import Feature

AROUND = 0.25  # the part of a vacant neighbour's yield that a home is worth


@rule
def territory_yield(state: State, edition: Edition, territory: int) -> float:
    """Return the worth, in tens of dollars, of a territory's products and Tourism markers.

    Each unit is worth the second level of the payout table. Technology markers are left out.
    """
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
        neighbour = edition.land[territory, slot]
        if neighbour < 0:
            break
        if state.owner[neighbour] == VACANT and not edition.closed[neighbour]:
            vacant += 1
    return vacant


@rule
def rival_neighbours(state: State, edition: Edition, territory: int) -> int:
    """Return how many more of a territory's neighbours are rivals' than the seat's to move."""
    more = 0
    for slot in range(NEIGHBOURS):
        neighbour = edition.land[territory, slot]
        if neighbour < 0:
            break
        owner = state.owner[neighbour]
        if owner == state.chooser:
            more -= 1
        elif 0 <= owner < NATIVES:
            more += 1
    return more


@rule
def home_worth(state: State, edition: Edition, territory: int) -> float:
    """Return the yield of a home and a part of that of the vacant territories around it."""
    worth = territory_yield(state, edition, territory)
    for slot in range(NEIGHBOURS):
        neighbour = edition.land[territory, slot]
        if neighbour < 0:
            break
        if state.owner[neighbour] == VACANT and not edition.closed[neighbour]:
            worth += AROUND * territory_yield(state, edition, neighbour)
    return worth


@rule
def home_score(state: State, edition: Edition, territory: int, weights: Any) -> float:
    """Score a home by its products and by the vacant territories around it."""
    score = weights[Feature.HOME_YIELD] * territory_yield(state, edition, territory)
    for slot in range(NEIGHBOURS):
        neighbour = edition.land[territory, slot]
        if neighbour < 0:
            break
        if state.owner[neighbour] == VACANT and not edition.closed[neighbour]:
            around = territory_yield(state, edition, neighbour)
            score += weights[Feature.HOME_OPEN] + weights[Feature.HOME_AROUND] * around
            score += weights[Feature.HOME_COST] * edition.control[neighbour]
    return score


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
    phase = state.phase
    if phase == Phase.HOME:
        return home_score(state, edition, territory, weights)
    worth = worth_of(state, edition, territory, weights)
    if phase == Phase.EXPAND:
        return expanding_score(state, edition, territory, worth, weights)
    if phase == Phase.LIFT:
        return -worth
    if phase != Phase.CHOOSE:
        return worth
    op = operation(state, edition)
    owner = state.owner[territory]
    if op == Op.EARTHQUAKE or op == Op.DUST_BOWL or op == Op.LAWYER:
        return -worth if owner == state.chooser else worth
    if op == Op.NATIVES:
        return weights[Feature.NATIVES] * rival_neighbours(state, edition, territory)
    if op == Op.CEDE or op == Op.REMOVE or op == Op.TRUSTBUSTER:
        return -worth
    return worth


@rule
def expanding_score(
    state: State, edition: Edition, territory: int, worth: float, weights: Any
) -> float:
    """Score placing on vacant land, or attacking a territory, less the cost in tokens."""
    seat = state.chooser
    owner = state.owner[territory]
    if owner == VACANT:
        return worth + weights[Feature.TERRITORY_COST] * edition.control[territory]
    cost = attack_cost(state, edition, seat, territory)
    score = worth + weights[Feature.ATTACK] + weights[Feature.TERRITORY_COST] * cost
    if owner < NATIVES:
        score += weights[Feature.ATTACK_LEADER] * (state.vp[owner] - state.vp[seat])
        if state.home[owner] == territory:
            score += weights[Feature.ATTACK_HOME]
        if state.presence[territory] == Presence.NEW:
            score += weights[Feature.ATTACK_LEADER]
    return score
