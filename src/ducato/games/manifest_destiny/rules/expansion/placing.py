"""A player's own part of Expansion: placing and attacking [manifest-destiny 8.1, 8.3, 8.4]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import TERRITORIES, VACANT, Phase, Presence, Reach
from ..tokens import put_token
from ..turn.priority import end_list
from ..turn.sequence import end_part
from .competition import attack_cost, start_competition


@rule
def expansion_cost(state: State, edition: Edition, seat: int, territory: int) -> int:
    """Return the cost in tokens of taking or attacking a territory [manifest-destiny 8.3, 8.4]."""
    if state.owner[territory] == VACANT:
        return edition.control[territory]
    return attack_cost(state, edition, seat, territory)


@rule
def can_be_attacked(state: State, edition: Edition, territory: int) -> bool:
    """Return False if a New Presence is in the territory and a ruling protects it (A39)."""
    return bool(edition.attack_new or state.presence[territory] != Presence.NEW)


@rule
def can_expand(state: State, edition: Edition, seat: int, territory: int) -> bool:
    """Return whether a seat can reach a territory, may take or attack it, and has the tokens."""
    if state.reach[territory] == Reach.NO or not can_be_attacked(state, edition, territory):
        return False
    return expansion_cost(state, edition, seat, territory) <= state.bought[seat]


@rule
def legal_expand(state: State, edition: Edition, out: Any) -> int:
    """List the territories that can be taken or attacked, Turn Priority and the end of the part.

    [manifest-destiny 8.1].
    """
    seat = state.chooser
    n = 0
    for territory in range(TERRITORIES):
        if can_expand(state, edition, seat, territory):
            out[n] = A.TERRITORY + territory
            n += 1
    return end_list(state, seat, out, n)


@rule
def apply_expand(state: State, edition: Edition, action: int) -> None:
    """End the part, or expand to a territory."""
    if action == A.DONE:
        end_part(state, edition)
    else:
        expand(state, edition, action - A.TERRITORY)


@rule
def expand(state: State, edition: Edition, territory: int) -> None:
    """Place a New Presence on vacant land, or begin a competition [manifest-destiny 8.3, 8.4]."""
    seat = state.active
    cost = expansion_cost(state, edition, seat, territory)
    state.result = 0
    if state.owner[territory] == VACANT:
        state.bought[seat] -= cost
        state.supply[seat] += cost - 1
        put_token(state, edition, seat, territory, Presence.NEW)
        state.phase = Phase.SURVEY
    else:
        start_competition(state, edition, territory, cost)
