"""The territories that may be chosen for a card [manifest-destiny 6.7, 20.8]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ...state import Edition, State
from ...state.choices import Accessible, Homestead
from ...state.tables import NATIVES, NEIGHBOURS, TERRITORIES, VACANT, Op, Presence, Reach, Region
from ..tokens import cities_on_map
from .payouts import units_in
from .programs import argument, operation, position_of

ACCESSIBLE, NOWHERE = 1, 2  # State.left in a cession: to the card's player, or to nobody


@rule
def any_choice(state: State, edition: Edition) -> bool:
    for territory in range(TERRITORIES):
        if can_choose(state, edition, territory):
            return True
    return False


@rule
def may_stop(state: State, edition: Edition) -> bool:
    """Return whether the seat may stop choosing territories for the present operation.

    It may if the card says "up to", and for Homestead Act and Dust Bowl.
    """
    op = operation(state, edition)
    if op == Op.TAKE:
        return bool(edition.op_b[state.card, position_of(state, edition)] > 1)
    return bool(
        op == Op.HOMESTEAD
        or op == Op.NATIVES
        or op == Op.TOURISM
        or op == Op.TECHNOLOGY
        or op == Op.DUST_BOWL
    )


@rule
def can_choose(state: State, edition: Edition, territory: int) -> bool:
    """Return whether a territory may be chosen for the present operation."""
    if edition.closed[territory]:
        return False
    op = operation(state, edition)
    hero = state.hero
    owner = state.owner[territory]
    if op == Op.TAKE or op == Op.TAKE_OR_CASH:
        listed = edition.sets[argument(state, edition), territory]
        return bool(listed and owner == VACANT and state.supply[hero] > 0)
    if op == Op.HOMESTEAD:
        return can_homestead(state, edition, territory)
    if op == Op.NATIVES:
        return bool(
            owner == VACANT
            and state.natives_left > 0
            and not edition.is_home[territory]
            and edition.region[territory] != Region.MARKETS
        )
    if op == Op.DUST_BOWL:
        return bool(edition.dust[territory] and 0 <= owner < NATIVES and not state.city[territory])
    if op == Op.EARTHQUAKE:
        return bool(state.city[territory])
    if op == Op.TOURISM or op == Op.TECHNOLOGY or op == Op.FREE_CITY:
        return can_mark(state, edition, op, territory)
    return can_lose(state, edition, op, territory)


@rule
def can_mark(state: State, edition: Edition, op: int, territory: int) -> bool:
    """Return whether a product marker or the free city may go on a territory.

    [manifest-destiny 6.5, 20.8] (A50).
    """
    if state.owner[territory] != state.hero:
        return False
    if op == Op.FREE_CITY:
        grows = units_in(state, edition, territory, argument(state, edition)) > 0
        return bool(
            grows and not state.city[territory] and cities_on_map(state) < edition.cities_total
        )
    if state.presence[territory] != Presence.ESTABLISHED:
        return False
    if op == Op.TOURISM:
        free = edition.double_markers or not state.tourism[territory]
        return bool(free and state.tourism_left > 0)
    free = edition.double_markers or not state.technology[territory]
    return bool(free and state.technology_left > 0)


@rule
def can_lose(state: State, edition: Edition, op: int, territory: int) -> bool:
    """Return whether a player may lose a territory to the present operation of a card.

    [manifest-destiny 6.7] (A16, A18, A52).
    """
    accessible = edition.accessible == Accessible.ANYWHERE or state.reach[territory] != Reach.NO
    owner = state.owner[territory]
    if owner < 0 or owner >= NATIVES:
        return False
    if op == Op.CEDE:
        if owner != state.victim or territory == state.home[owner]:
            return False
        return bool(state.left == NOWHERE or accessible)
    if edition.is_home[territory]:
        return False
    if op == Op.LAWYER:
        return bool(
            owner != state.hero
            and not state.city[territory]
            and accessible
            and state.supply[state.hero] > 0
        )
    if op == Op.REMOVE:
        region = edition.region[territory]
        return bool(
            owner == state.victim
            and state.presence[territory] == Presence.ESTABLISHED
            and (region == Region.NORTH or region == Region.SOUTH)
        )
    return bool(owner == state.chooser)


@rule
def can_homestead(state: State, edition: Edition, territory: int) -> bool:
    """Return whether a territory may be chosen for card 35.

    It must be vacant with Control Number 1 or, as the first choice only, hold Natives. It must also
    be adjacent by land to an Established Presence of the player; a ruling decides whether the one
    that the card has just placed counts (A57). The player needs a token in supply.
    """
    hero = state.hero
    owner = state.owner[territory]
    vacant = owner == VACANT and edition.control[territory] == 1
    natives = owner == NATIVES and state.left == argument(state, edition)
    if not (vacant or natives) or state.supply[hero] == 0:
        return False
    for slot in range(NEIGHBOURS):
        neighbour = edition.land[territory, slot]
        if neighbour < 0:
            break
        if state.owner[neighbour] != hero or state.presence[neighbour] != Presence.ESTABLISHED:
            continue
        if neighbour != state.settled or edition.homestead == Homestead.STEP_BY_STEP:
            return True
    return False
