"""Where the moving pawn can be sent by one click: every reachable square with the way to it.

The ways are found by trying the rules on copies of the state, so this module must not know them. A
way is followed only as long as nothing of consequence happens on it, and it is a shortest one.
"""

from __future__ import annotations

from collections import deque

from ducato.core import verbs
from ducato.games.fantasy_market.state import ACTIONS, Edition, Phase, State

STEP = ACTIONS.start("step")
ENTER = ACTIONS.start("enter")
ROB = ACTIONS.start("rob")


def walks(state: State, edition: Edition) -> dict[int, tuple[int, ...]]:
    """For each reachable square the actions that lead there, the nearer squares first."""
    found: dict[int, tuple[int, ...]] = {}
    queue = deque([(state.copy(), ())])  # type: deque[tuple[State, tuple[int, ...]]]
    out = ACTIONS.room()
    while queue:
        here, way = queue.popleft()
        n = verbs.legal_actions(here, edition, out)
        for action in (int(a) for a in out[:n]):
            if not ENTER <= action < ROB:
                continue
            square = target(here, edition, action)
            if square in found:
                continue
            found[square] = (*way, action)
            there = here.copy()
            verbs.apply_action(there, edition, action)
            if _goes_on(here, there):
                queue.append((there, found[square]))
    return found


def target(state: State, edition: Edition, action: int) -> int:
    """The square to which a step, or an entry by an exit, leads."""
    if action < STEP:
        return int(edition.gate[action - ENTER])
    return int(edition.near[state.at[state.pawn], action - STEP])


def _goes_on(before: State, after: State) -> bool:
    """Whether the move goes on after a step that had no consequence."""
    return (
        after.phase == Phase.MOVE
        and after.pawn == before.pawn
        and after.acted == before.acted
        and bytes(after.loot) == bytes(before.loot)
    )
