"""Rules: plant an empty field, and earn coins for the fields around it."""

from typing import Any

from ducato.core.verbs import TERMINAL, rank_by, rule

from .state import EMPTY, SIZE


@rule
def setup(state: Any, edition: Any) -> None:
    for seat in range(edition.players):
        state.coins[seat] = seat * edition.later_start  # a later seat plants less


@rule
def current_player(state: Any, edition: Any) -> int:
    return TERMINAL if state.planted == SIZE * SIZE else state.mover


@rule
def legal_actions(state: Any, edition: Any, out: Any) -> int:
    n = 0
    for field in range(SIZE * SIZE):
        if state.terrace[field // SIZE, field % SIZE] == EMPTY:
            out[n] = field
            n += 1
    return n


@rule
def harvest(state: Any, edition: Any, field: int) -> int:
    """Return the coins that the seat to move earns by planting a field."""
    coins = 0
    for other in range(SIZE * SIZE):
        distance = abs(other // SIZE - field // SIZE) + abs(other % SIZE - field % SIZE)
        if distance == 1:
            owner = state.terrace[other // SIZE, other % SIZE]
            if owner == state.mover + 1:
                coins += edition.own
            elif owner != EMPTY:
                coins += edition.foreign
    return coins


@rule
def apply_action(state: Any, edition: Any, action: int) -> None:
    state.coins[state.mover] += harvest(state, edition, action)
    state.terrace[action // SIZE, action % SIZE] = state.mover + 1
    state.mover = (state.mover + 1) % edition.players
    state.planted += 1


@rule
def ranking(state: Any, edition: Any, out: Any) -> None:
    rank_by(state.coins, out)
