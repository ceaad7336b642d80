"""The worth of a card's event to a player: whom it hits, and how hard.

Gains count for the player of the card and losses for those whom they hit. What others gain or lose
counts against it on average. Operations whose result depends on later choices or dice are
estimated; those that only help their player have a weight of their own.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...rules.cards.payouts import units_in
from ...rules.tokens import owns
from ...state import Edition, State
from ...state.tables import (
    OPERATIONS,
    TERRITORIES,
    VACANT,
    Advance,
    Op,
    Presence,
    Region,
    Territory,
)
from .names import Feature

TEN = 10.0
TURNS = 4.0  # in which a change of Profit counts, for what an event costs
LAND = 25.0  # dollars that a territory is worth
MEAN_FACE = 3.5
LOST_TOKENS = 3  # by a halved limit


@rule
def event_score(
    state: State, edition: Edition, card: int, hero: int, victim: int, weights: Any
) -> float:
    """Score an event for the seat to move, if `hero` plays it and names `victim` (-1: nobody yet).

    The mean of what it is worth to the other players is subtracted.
    """
    score = 0.0
    for index in range(OPERATIONS):
        op = edition.op[card, index]
        if op != Op.NONE:
            a, b = edition.op_a[card, index], edition.op_b[card, index]
            own = 0.0
            least = 0.0
            most = 0.0
            front = 0.0
            leader = leading_rival(state, edition, hero)
            for seat in range(edition.players):
                worth = help_score(op, weights) if seat == hero else 0.0
                cash = cash_change(state, edition, op, a, b, hero, victim, seat)
                worth += weights[Feature.EVENT_CASH] * cash / TEN
                profit = profit_change(state, edition, op, a, b, hero, seat)
                worth += weights[Feature.EVENT_PROFIT] * profit / TEN
                land = land_change(state, edition, op, a, b, hero, victim, seat)
                worth += weights[Feature.EVENT_LAND] * land
                if seat == state.chooser:
                    score += worth
                else:
                    score -= worth / (edition.players - 1)
                dollars = cash + TURNS * profit + LAND * land
                if seat == hero:
                    own = dollars
                else:
                    least = min(least, dollars)
                    most = max(most, dollars)
                    if seat == leader:
                        front = dollars
            if hero == state.chooser:
                if own < 0 and own <= least:
                    score -= weights[Feature.EVENT_SELF] * own / TEN
                score += weights[Feature.EVENT_GIFT] * most / TEN
                score -= weights[Feature.EVENT_LEADER] * min(0.0, front) / TEN
    return score


@rule
def leading_rival(state: State, edition: Edition, seat: int) -> int:
    """Return the rival of a seat with the most points; the lowest seat of equal ones."""
    leader = -1
    for other in range(edition.players):
        if other != seat and (leader < 0 or state.vp[other] > state.vp[leader]):
            leader = other
    return leader


@rule
def help_score(op: int, weights: Any) -> float:
    """Score an operation that only helps the player of the card."""
    if op == Op.STEP or op == Op.MOON:
        return weights[Feature.EVENT_STEP]
    if op == Op.DRAW or op == Op.SPY:
        return weights[Feature.EVENT_CARD]
    if op == Op.FLAG or op == Op.RAILROAD or op == Op.LIFT_LIMIT:
        return weights[Feature.EVENT_FLAG]
    if op == Op.TOURISM or op == Op.TECHNOLOGY or op == Op.FREE_CITY or op == Op.PIONEER:
        return weights[Feature.EVENT_PIECE]
    return 0.0


@rule
def is_highest(values: Any, players: int, seat: int) -> bool:
    """Return whether no player has a higher value than the seat."""
    for other in range(players):
        if values[other] > values[seat]:
            return False
    return True


@rule
def has_product(state: State, edition: Edition, seat: int, product: int) -> bool:
    """Return whether an Established Presence of the seat produces a product."""
    for territory in range(TERRITORIES):
        if state.owner[territory] == seat and state.presence[territory] == Presence.ESTABLISHED:
            if units_in(state, edition, territory, product) > 0:
                return True
    return False


@rule
def cities_of(state: State, seat: int) -> int:
    total = 0
    for territory in range(TERRITORIES):
        if state.city[territory] and state.owner[territory] == seat:
            total += 1
    return total


@rule
def established_in(state: State, edition: Edition, seat: int, first: int, last: int) -> int:
    """Return the number of a seat's Established Presences in the regions `first` to `last`."""
    total = 0
    for territory in range(TERRITORIES):
        if state.owner[territory] == seat and first <= edition.region[territory] <= last:
            if state.presence[territory] == Presence.ESTABLISHED:
                total += 1
    return total


@rule
def cash_change(
    state: State, edition: Edition, op: int, a: int, b: int, hero: int, victim: int, seat: int
) -> float:
    """Return the dollars that a seat gains or loses; tokens count at their price."""
    gain = 0.0
    loss = 0.0
    if seat == hero:
        if op == Op.TOKENS:
            gain = float(a * edition.token_price)
        elif op == Op.CANAL or op == Op.TRIBUTE:
            gain = float(a)
        elif op == Op.TAKE_OR_CASH and open_lands(state, edition, a) == 0:
            gain = float(b)
        elif op == Op.RAILROAD and owns(state, seat, Advance.RAILROAD):
            gain = float(a)
    elif op == Op.TAX_PRODUCERS and has_product(state, edition, seat, a):
        loss = float(b)
    elif op == Op.TAX_OTHERS or op == Op.WORLD_WAR:
        loss = float(a)
    elif op == Op.COLD_WAR:
        loss = float(min(b, a * cities_of(state, seat)))
    elif seat == victim:
        if op == Op.TRIBUTE:
            loss = float(a)
        elif op == Op.ROBBER:
            loss = MEAN_FACE * a
        elif op == Op.DISOBEDIENCE:
            loss = float(LOST_TOKENS * edition.token_price)
    if op == Op.TAX_LACKING and not has_product(state, edition, seat, a):
        loss = float(b)
    elif op == Op.TAX_RICHEST and is_highest(state.cash, edition.players, seat):
        loss = float(a)
    elif op == Op.SIXTIES:
        if is_highest(state.cash, edition.players, seat):
            loss += a
        if is_highest(state.vp, edition.players, seat):
            loss += a
    return gain - min(loss, float(state.cash[seat]))


@rule
def profit_change(
    state: State, edition: Edition, op: int, a: int, b: int, hero: int, seat: int
) -> float:
    """Return the dollars by which an operation changes a seat's Profit."""
    change = 0
    if op == Op.PROFIT_SELF:
        change = int(a) if seat == hero else 0
    elif op == Op.PROFIT_OTHERS:
        change = 0 if seat == hero else int(a)
    elif op == Op.SIXTIES and is_highest(state.profit, edition.players, seat):
        change = -int(b)
    elif op == Op.DEPRESSION and not owns(state, seat, Advance.SAFETY_NET):
        change = -int(a)
    elif op == Op.UNREST or op == Op.RECONSTRUCTION:
        presences = established_in(state, edition, seat, Region.SOUTH, Region.SOUTH)
        if op == Op.RECONSTRUCTION:
            change = int(a) if presences > 0 else 0
        elif presences == 0:
            change = int(a)
        else:
            change = -min(int(b), int(a) * ((presences + 1) // 2))
    return float(max(change, int(edition.profit_min) - int(state.profit[seat])))


@rule
def open_lands(state: State, edition: Edition, number: int) -> int:
    """Return the number of territories of a set that are vacant."""
    total = 0
    for territory in range(TERRITORIES):
        if edition.sets[number, territory] and state.owner[territory] == VACANT:
            if not edition.closed[territory]:
                total += 1
    return total


@rule
def dusty_lands(state: State, edition: Edition, seat: int) -> int:
    """Return the number of a seat's presences that Dust Bowl could remove."""
    total = 0
    for territory in range(TERRITORIES):
        if edition.dust[territory] and state.owner[territory] == seat and not state.city[territory]:
            total += 1
    return total


@rule
def land_change(
    state: State, edition: Edition, op: int, a: int, b: int, hero: int, victim: int, seat: int
) -> float:
    """Return the territories, or cities, that a seat gains or loses by an operation."""
    if seat == hero:
        if op == Op.TAKE or op == Op.TAKE_OR_CASH:
            most = b if op == Op.TAKE else 1
            return float(min(most, state.supply[seat], open_lands(state, edition, a)))
        if op == Op.HOMESTEAD or op == Op.LAWYER or op == Op.CEDE:
            return 1.0
        if op == Op.MAINE:
            return 1.0 if state.owner[Territory.CUBA] == VACANT else 0.0
    elif op == Op.DUST_BOWL:
        return -min(int(a), dusty_lands(state, edition, seat)) / (edition.players - 1.0)
    elif op == Op.EARTHQUAKE:
        return -min(int(a), cities_of(state, seat)) / (edition.players - 1.0)
    elif op == Op.LAWYER:
        return -1.0 / (edition.players - 1)
    elif seat == victim:
        if op == Op.CEDE:
            return -1.0
        if op == Op.REMOVE:
            presences = established_in(state, edition, seat, Region.NORTH, Region.SOUTH)
            return -float(min(int(a), presences))
    if op == Op.TRUSTBUSTER and is_highest(state.profit, edition.players, seat):
        return -float(a)
    return 0.0
