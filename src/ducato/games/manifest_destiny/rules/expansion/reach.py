"""The reach of a player's expansion, with the reasons [manifest-destiny 8.1, 8.2].

The result is kept in the field `reach` of the state, so that it is computed once for many uses and
can be shown on the map. Costs play no part in it.
"""

from __future__ import annotations

from ducato.core.verbs import rule

from ...state import Edition, State
from ...state.choices import AirplaneCities
from ...state.tables import (
    NATIVES,
    NEIGHBOURS,
    TERRITORIES,
    VACANT,
    Advance,
    Flag,
    Phase,
    Presence,
    Reach,
    Region,
    Stage,
    Territory,
)
from ..tokens import owns

BOTH_COASTS = 3


@rule
def clear_reach(state: State) -> None:
    for territory in range(TERRITORIES):
        state.reach[territory] = Reach.NO


@rule
def survey(state: State, edition: Edition) -> None:
    """Find the reach of the active seat (in Card Play, the card's player); set the next phase."""
    expanding = state.stage == Stage.EXPANSION
    seat = state.active if expanding else state.hero
    find_reach(state, edition, seat, not expanding)
    state.phase = Phase.EXPAND if expanding else Phase.RESOLVE


@rule
def find_reach(state: State, edition: Edition, seat: int, ignore_holders: bool) -> None:
    """Write into `reach` the reason why a seat can reach each territory, `Reach.NO` if it cannot.

    Args:
        state: the state; its field `reach` receives the result.
        edition: the edition, which has the map.
        seat: the seat; it starts from its Established Presences [manifest-destiny 8.2].
        ignore_holders: whether Telegraph disregards tokens on the way and at the end; it does when
            a card asks which territories are "accessible" [manifest-destiny 6.7] (A52).
    """
    clear_reach(state)
    coasts, rails = mark_neighbours(state, edition, seat)
    if state.canal and coasts:
        coasts = BOTH_COASTS
    if is_on_trail(state, seat):
        mark_oregon_trail(state, seat)
    if state.reach[state.home[seat]] == Reach.NO:
        state.reach[state.home[seat]] = Reach.HOME
    if owns(state, seat, Advance.TELEGRAPH):
        mark_telegraph(state, edition, seat, ignore_holders)
    if not (owns(state, seat, Advance.RAILROAD) or state.flags[seat] & Flag.RAILROAD):
        rails = 0
    if not owns(state, seat, Advance.STEAMSHIPS):
        coasts = 0
    mark_far(state, edition, seat, coasts, rails)
    forbid(state, edition, seat)


@rule
def mark_neighbours(state: State, edition: Edition, seat: int) -> tuple[int, int]:
    """Mark the neighbours by land and Ferry of a seat's Established Presences.

    Return two masks, of the coasts and of the parts of regions connected by land where the seat has
    such presences [manifest-destiny 8.2].
    """
    coasts = 0
    rails = 0
    for territory in range(TERRITORIES):
        if state.owner[territory] != seat or state.presence[territory] != Presence.ESTABLISHED:
            continue
        coasts |= edition.coast[territory]
        rails |= 1 << edition.rail[territory]
        for slot in range(NEIGHBOURS):
            neighbour = edition.land[territory, slot]
            if neighbour < 0:
                break
            state.reach[neighbour] = Reach.LAND
        for slot in range(2):
            neighbour = edition.ferry[territory, slot]
            if neighbour >= 0 and state.reach[neighbour] == Reach.NO:
                state.reach[neighbour] = Reach.FERRY
    return coasts, rails


@rule
def is_on_trail(state: State, seat: int) -> bool:
    """Return whether a seat can use Oregon Trail: only in Expansion, not in Card Play."""
    return bool(state.stage == Stage.EXPANSION and state.flags[seat] & Flag.OREGON)


@rule
def mark_oregon_trail(state: State, seat: int) -> None:
    """Mark Oregon if a seat is established in Missouri or Iowa, made adjacent by card 31."""
    for start in (Territory.MISSOURI, Territory.IOWA):
        if state.owner[start] == seat and state.presence[start] == Presence.ESTABLISHED:
            state.reach[Territory.OREGON] = Reach.LAND


@rule
def is_western(edition: Edition, territory: int) -> bool:
    region = edition.region[territory]
    return bool(region == Region.NORTHWEST or region == Region.SOUTHWEST)


@rule
def may_enter(state: State, edition: Edition, seat: int, territory: int) -> bool:
    """Return whether a seat may enter a territory; the West, Alaska and Hawaii need Westward Ho.

    Oregon Trail opens the Northwest, except Alaska, in Expansion. Closed regions stay closed.
    [manifest-destiny 8.1].
    """
    if edition.closed[territory]:
        return False
    if not is_western(edition, territory) or owns(state, seat, Advance.WESTWARD_HO):
        return True
    return bool(
        is_on_trail(state, seat)
        and edition.region[territory] == Region.NORTHWEST
        and territory != Territory.ALASKA
    )


@rule
def mark_telegraph(state: State, edition: Edition, seat: int, ignore_holders: bool) -> None:
    """Mark the territories that Telegraph reaches: two steps by land from an Established Presence.

    The seat must be allowed to enter the territory between. No other player may hold either
    territory, and Natives may not hold the one between; rulings decide about Natives in the target
    and about the seat's own New Presence between. With `ignore_holders` no token is an obstacle.

    [manifest-destiny 8.2] (A33, A34).
    """
    for middle in range(TERRITORIES):
        if state.reach[middle] != Reach.LAND or not may_enter(state, edition, seat, middle):
            continue
        holder = state.owner[middle]
        passable = holder == VACANT or bool(holder == seat and edition.telegraph_own)
        if not passable and not ignore_holders:
            continue
        for slot in range(NEIGHBOURS):
            target = edition.land[middle, slot]
            if target < 0:
                break
            if state.reach[target] != Reach.NO:
                continue
            occupant = state.owner[target]
            if occupant == NATIVES and not edition.telegraph_natives and not ignore_holders:
                continue
            if 0 <= occupant < NATIVES and not ignore_holders:
                continue
            state.reach[target] = Reach.TELEGRAPH


@rule
def mark_far(state: State, edition: Edition, seat: int, coasts: int, rails: int) -> None:
    """Mark the unmarked territories that Railroad, Steamships, Airplanes or e-Commerce reach.

    [manifest-destiny 8.2] (A36).

    Args:
        state: the state; its field `reach` is completed.
        edition: the edition, which has the map.
        seat: the seat.
        coasts: a mask of the coasts that Steamships reach, 0 without Steamships.
        rails: a mask of the parts of regions that Railroad reaches, 0 without Railroad.
    """
    planes = owns(state, seat, Advance.AIRPLANES)
    commerce = owns(state, seat, Advance.E_COMMERCE)
    oceans = market_oceans(state, edition, seat) if planes else 0
    for territory in range(TERRITORIES):
        if state.reach[territory] != Reach.NO:
            continue
        if (rails >> edition.rail[territory]) & 1:
            state.reach[territory] = Reach.RAILROAD
        elif edition.coast[territory] & coasts:
            state.reach[territory] = Reach.STEAMSHIP
        elif edition.steamships_reach_markets and edition.ocean[territory] & coasts:
            state.reach[territory] = Reach.STEAMSHIP
        elif planes and (edition.ocean[territory] == 0 or edition.ocean[territory] & oceans):
            state.reach[territory] = Reach.AIRPLANE
        elif commerce:
            state.reach[territory] = Reach.E_COMMERCE


@rule
def market_oceans(state: State, edition: Edition, seat: int) -> int:
    """Return a mask of the oceans whose Foreign Markets a seat with Airplanes can reach.

    [manifest-destiny 8.2] (A38, A58).
    """
    oceans = 0
    for territory in range(TERRITORIES):
        if state.city[territory] and state.owner[territory] == seat:
            if (
                edition.airplane_cities == AirplaneCities.ALL
                or state.presence[territory] == Presence.ESTABLISHED
            ):
                if edition.region[territory] == Region.MARKETS:
                    return BOTH_COASTS
                oceans |= edition.coast[territory]
    if oceans and state.canal and edition.canal_joins_oceans:
        return BOTH_COASTS
    return oceans


@rule
def forbid(state: State, edition: Edition, seat: int) -> None:
    """Clear the marks of territories that a seat may not enter or already holds.

    Without e-Commerce, Foreign Markets are cleared too once the seat holds as many as allowed
    [manifest-destiny 8.1] (A37).
    """
    markets = 0
    for territory in range(TERRITORIES):
        if edition.region[territory] == Region.MARKETS and state.owner[territory] == seat:
            markets += 1
    full = markets >= edition.foreign_markets and not owns(state, seat, Advance.E_COMMERCE)
    for territory in range(TERRITORIES):
        if state.reach[territory] == Reach.NO:
            continue
        if state.owner[territory] == seat or not may_enter(state, edition, seat, territory):
            state.reach[territory] = Reach.NO
        elif full and edition.region[territory] == Region.MARKETS:
            state.reach[territory] = Reach.NO
