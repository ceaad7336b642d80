"""Rules: all bid at the same time, and the highest bid alone pays and takes the lot."""

from typing import Any

from ducato.core.verbs import CHANCE, TERMINAL, rank_by, rule

from .state import BID, LOT, LOTS, OVER, REVEAL


@rule
def setup(state: Any, edition: Any) -> None:
    for seat in range(edition.players):
        state.coins[seat] = edition.purse


@rule
def current_player(state: Any, edition: Any) -> int:
    if state.phase == BID:
        return state.mover
    return TERMINAL if state.phase == OVER else CHANCE


@rule
def chance_outcomes(state: Any, edition: Any) -> int:
    return LOTS if state.phase == LOT else 1


@rule
def take_turn(state: Any, edition: Any, seat: int) -> bool:
    """Let a seat that has not bid yet bid before the others."""
    if state.phase != BID or state.sealed[seat]:
        return False
    state.mover = seat
    return True


@rule
def legal_actions(state: Any, edition: Any, out: Any) -> int:
    for bid in range(state.coins[state.mover] + 1):
        out[bid] = bid
    return state.coins[state.mover] + 1


@rule
def apply_action(state: Any, edition: Any, action: int) -> None:
    if state.phase == LOT:
        state.lot = action + 1
        state.phase = BID
        state.mover = 0
    elif state.phase == BID:
        seal(state, edition, action)
    else:
        reveal(state, edition)


@rule
def seal(state: Any, edition: Any, bid: int) -> None:
    state.bid[state.mover] = bid
    state.sealed[state.mover] = 1
    state.mover = 0
    while state.mover < edition.players and state.sealed[state.mover]:
        state.mover += 1
    if state.mover == edition.players:
        state.phase = REVEAL


@rule
def best_seat(state: Any, edition: Any) -> int:
    """Return the seat with the highest bid, or -1 if several have bid as much."""
    best, highest = -1, -1
    for seat in range(edition.players):
        if state.bid[seat] > highest:
            best, highest = seat, state.bid[seat]
        elif state.bid[seat] == highest:
            best = -1
    return best


@rule
def reveal(state: Any, edition: Any) -> None:
    best = best_seat(state, edition)
    for seat in range(edition.players):
        state.sealed[seat] = 0
    if best >= 0:
        state.coins[best] -= state.bid[best]
        state.points[best] += state.lot
    state.round += 1
    state.phase = OVER if state.round == edition.rounds else LOT


@rule
def ranking(state: Any, edition: Any, out: Any) -> None:
    rank_by(state.points, out)
