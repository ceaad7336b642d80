"""Walks: the squares to which one click can send the moving pawn, with the path to each.

Paths are found by applying legal actions to copies of the state, so no rule is repeated here. Every
path is a shortest one and ends as soon as a step has any consequence.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from ducato.core import verbs

from ..atlas import ORTHOGONAL, SQUARE_COUNT, distances
from ..parts import EXIT_COUNT, Pawn
from ..state import ACTIONS, A, Edition, Phase, State
from .kept import KEPT


def walks(state: State, edition: Edition) -> dict[int, tuple[int, ...]]:
    """Return the actions that lead to each reachable square, nearer squares first."""
    found: dict[int, tuple[int, ...]] = {}
    queue = deque([(state.copy(), ())])  # type: deque[tuple[State, tuple[int, ...]]]
    out = ACTIONS.buffer()
    while queue:
        here, way = queue.popleft()
        n = verbs.legal_actions(here, edition, out)
        for action in (int(a) for a in out[:n]):
            if not A.ENTER <= action < A.ROB:
                continue
            square = target(here, edition, action)
            if square in found:
                continue
            found[square] = (*way, action)
            if action >= A.STEP and here.walked + 1 == here.budget:
                continue  # the move ends there
            there = here.copy()
            verbs.apply_action(there, edition, action)
            if _goes_on(here, there):
                queue.append((there, found[square]))
    return found


def setting_out(state: State, edition: Edition, legal: list[int]) -> list[tuple[int, ...]]:
    """Return the actions with which a walk to each square could begin.

    Of the first steps on an empty board, illegal ones are left out if any of them is legal.
    """
    diagonal = state.pawn >= Pawn.THIEF
    firsts = _first_steps(edition.tobytes(), state.at[state.pawn], diagonal)
    return [tuple([step for step in steps if step in legal]) or steps for steps in firsts]


@lru_cache(KEPT)
def _first_steps(edition: bytes, here: int, diagonal: bool) -> list[tuple[int, ...]]:
    """Return the first steps of the shortest paths from `here` to each square on an empty board.

    If `here` is outside, they are the entries by the nearest gates.
    """
    of = Edition.of(edition)
    near: list[list[int]] = of.near.tolist()
    if here < 0:
        starts = [(A.ENTER + exit, of.gate[exit]) for exit in range(EXIT_COUNT)]
    else:
        steps = near[here][: None if diagonal else ORTHOGONAL]
        starts = [(A.STEP + way, there) for way, there in enumerate(steps) if there >= 0]
    ways = [(action, distances(near, [there])) for action, there in starts]
    firsts = []
    for square in range(SQUARE_COUNT):
        least = min((far[square] for _, far in ways), default=0)
        firsts.append(tuple(action for action, far in ways if far[square] == least))
    return firsts


def target(state: State, edition: Edition, action: int) -> int:
    """Return the square to which a step, or an entry by an exit, leads."""
    if action < A.STEP:
        return int(edition.gate[action - A.ENTER])
    return int(edition.near[state.at[state.pawn], action - A.STEP])


def _goes_on(before: State, after: State) -> bool:
    """Return whether the move goes on after a step, and the step had no consequence."""
    return (
        after.phase == Phase.MOVE
        and after.pawn == before.pawn
        and after.acted == before.acted
        and bytes(after.loot) == bytes(before.loot)
    )
