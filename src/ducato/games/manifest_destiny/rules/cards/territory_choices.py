"""Territories chosen for a card: taken, ceded, removed, marked [manifest-destiny 6.5, 6.7, 20.8].

`left` counts the territories still to be chosen; in a cession it says who may gain the territory.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import NATIVES, TERRITORIES, VACANT, Op, Phase, Territory
from ..expansion.competition import start_competition
from ..expansion.reach import clear_reach
from ..tokens import build_city, change_profit, lose_cash, receive, remove_token, take_territory
from .effects import leaders
from .eligible_territories import ACCESSIBLE, NOWHERE, any_choice, can_choose, may_stop
from .programs import next_step, operation, position_of, seat_after

UNBEGUN, SURVEYED = -1, -2  # State.left before any choice


@rule
def resolve_map(state: State, edition: Edition, op: int, a: int, b: int) -> None:
    """Begin, continue or end an operation in which territories are chosen."""
    if op == Op.MAINE:
        maine(state, edition)
        return
    if state.left == UNBEGUN and (op == Op.CEDE or op == Op.LAWYER):
        state.left = SURVEYED
        state.phase = Phase.SURVEY
        return
    if state.left < 0:
        begin_choices(state, edition, op, a, b)
    if state.left > 0 and any_choice(state, edition):
        state.phase = Phase.CHOOSE
    elif op == Op.CEDE and state.left == ACCESSIBLE:
        state.left = NOWHERE
    elif op == Op.TRUSTBUSTER:
        next_trust(state, edition, a)
    else:
        if op == Op.FREE_CITY and state.left > 0:
            change_profit(state, edition, state.hero, b)
        end_choices(state)


@rule
def begin_choices(state: State, edition: Edition, op: int, a: int, b: int) -> None:
    """Set the number of choices and, if it is not the card's player, the seat that chooses.

    For a card that gives one certain territory, the player gets cash if it is not vacant.
    """
    state.left = how_many(op, a, b)
    if op == Op.TAKE_OR_CASH and not set_is_vacant(state, edition, a):
        receive(state, state.hero, b)
    elif op == Op.REMOVE:
        state.chooser = state.victim
    elif op == Op.CEDE:
        state.chooser = state.victim
        state.left = ACCESSIBLE if state.supply[state.hero] > 0 else NOWHERE
    elif op == Op.TRUSTBUSTER:
        state.asked = leaders(state.profit, edition.players)
        state.turner = -1
        state.left = 0


@rule
def end_choices(state: State) -> None:
    clear_reach(state)
    next_step(state)


@rule
def how_many(op: int, a: int, b: int) -> int:
    """Return the most territories that an operation with these arguments lets a player choose."""
    if op == Op.TAKE:
        return b
    if op == Op.TAKE_OR_CASH or op == Op.LAWYER or op == Op.FREE_CITY:
        return 1
    return a


@rule
def set_is_vacant(state: State, edition: Edition, number: int) -> bool:
    """Return whether the only territory of a set is vacant."""
    for territory in range(TERRITORIES):
        if edition.sets[number, territory]:
            return bool(state.owner[territory] == VACANT)
    return False


@rule
def legal_choose(state: State, edition: Edition, out: Any) -> int:
    """List the territories for the present operation; ending the choice, if no more is needed."""
    n = 0
    for territory in range(TERRITORIES):
        if can_choose(state, edition, territory):
            out[n] = A.TERRITORY + territory
            n += 1
    if may_stop(state, edition):
        out[n] = A.DONE
        n += 1
    return n


@rule
def apply_choose(state: State, edition: Edition, action: int) -> None:
    """Carry out the present operation for a territory, or end it before all have been chosen."""
    if action == A.DONE:
        state.left = 0
        state.phase = Phase.RESOLVE
    else:
        choose(state, edition, action - A.TERRITORY)


@rule
def choose(state: State, edition: Edition, territory: int) -> None:
    """Carry out the present operation for a territory.

    If the card's player is to take it, ask first for the kind of presence.
    """
    op = operation(state, edition)
    state.left -= 1
    state.phase = Phase.RESOLVE
    if op == Op.NATIVES:
        state.owner[territory] = NATIVES
        state.natives_left -= 1
    elif op == Op.TOURISM:
        state.tourism[territory] += 1
        state.tourism_left -= 1
    elif op == Op.TECHNOLOGY:
        state.technology[territory] += 1
        state.technology_left -= 1
    elif op == Op.FREE_CITY:
        build_city(state, edition, territory)
    elif op == Op.EARTHQUAKE:
        destroy_city(state, edition, territory)
    elif op == Op.CEDE:
        state.left += 1
        cede(state, edition, territory)
    elif op == Op.REMOVE or op == Op.TRUSTBUSTER or op == Op.DUST_BOWL:
        remove_token(state, edition, territory, True)
    else:
        if state.owner[territory] != VACANT:
            remove_token(state, edition, territory, True)
            state.left = 0  # Natives, or Lawyer: nothing more is chosen
        state.territory = territory
        state.phase = Phase.PRESENCE


@rule
def destroy_city(state: State, edition: Edition, territory: int) -> None:
    """Carry out San Francisco Earthquake: a city is destroyed and its controller, if any, pays."""
    where = position_of(state, edition)
    state.city[territory] = 0
    owner = state.owner[territory]
    if 0 <= owner < NATIVES:
        lose_cash(state, owner, edition.op_b[state.card, where])
    state.recount = 1


@rule
def legal_presence(state: State, edition: Edition, out: Any) -> int:
    """List a New and an Established Presence."""
    out[0] = A.PRESENCE
    out[1] = A.PRESENCE + 1
    return 2


@rule
def apply_presence(state: State, edition: Edition, action: int) -> None:
    """Take the chosen territory as a New or an Established Presence [manifest-destiny 6.7]."""
    presence = action - A.PRESENCE + 1
    take_territory(state, edition, state.hero, state.territory, presence)
    state.settled = state.territory
    state.territory = -1
    state.phase = Phase.RESOLVE
    if operation(state, edition) == Op.CEDE:
        end_choices(state)


@rule
def cede(state: State, edition: Edition, territory: int) -> None:
    """Cede a territory to the card's player, or make it vacant [manifest-destiny 6.7]."""
    remove_token(state, edition, territory, True)
    if state.left == ACCESSIBLE:
        state.territory = territory
        state.chooser = state.hero
        state.phase = Phase.PRESENCE
    else:
        end_choices(state)


@rule
def next_trust(state: State, edition: Edition, number: int) -> None:
    """Carry out Trustbuster for the next seat: if its Profit was the highest, it removes presences.

    `asked` is a mask of the players hit; `turner` counts positions after the card's player.
    """
    state.turner += 1
    if state.turner >= edition.players:
        state.asked = 0
        next_step(state)
        return
    state.chooser = seat_after(state, edition, state.turner)
    state.left = number if (state.asked >> state.chooser) & 1 else 0


@rule
def maine(state: State, edition: Edition) -> None:
    """Carry out Remember the Maine!: take Cuba, or fight for it without spending tokens.

    Nothing happens if Natives or the player hold Cuba, or the player has no token in supply.
    """
    hero = state.hero
    owner = state.owner[Territory.CUBA]
    if state.supply[hero] == 0 or owner == hero:
        next_step(state)
    elif owner == NATIVES:
        next_step(state)
    elif owner == VACANT:
        state.territory = Territory.CUBA
        state.phase = Phase.PRESENCE
    else:
        start_competition(state, edition, Territory.CUBA, 0)
