"""The way from the root of a kept tree to the state that is searched next."""

from __future__ import annotations

from typing import Any

import numpy as np

from ducato.bots.search.method import NONE
from ducato.compile.kernels import kernel
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct
from ducato.core.verbs import apply_action, current_player, legal_actions
from ducato.core.visibility import deal_hidden, hide

MOST_STEPS = 48
"""The maximum number of actions that are tried; more would take longer than the tree is worth."""
BLOCKED, DECISION = 0, 1


@kernel
def step(states: Any, editions: Any, rng: Any, action: int, seat: int, legal: Any) -> int:
    """Apply an action to ``states[0]`` as `seat` sees it, and then all actions that are forced.

    Hidden cards are dealt before and hidden after, since rules need a whole state. Return
    `DECISION` if a seat then has a choice, and `BLOCKED` if it is over, if chance is to move or if
    the action is illegal.
    """
    state, edition = states[0], editions[0]
    deal_hidden(state, rng)
    n = legal_actions(state, edition, legal)
    allowed = False
    for i in range(n):
        allowed = allowed or legal[i] == action
    if not allowed:
        return BLOCKED
    apply_action(state, edition, action)
    while current_player(state, edition) >= 0:
        if legal_actions(state, edition, legal) > 1:
            hide(state, seat)
            return DECISION
        apply_action(state, edition, legal[0])
    return BLOCKED


class TreeDescent:
    """The search for the node that belongs to a later state.

    A path is found only if it leads to the very state that the seat sees, in a world dealt at
    random: what the actions on it do must hardly depend on hidden cards.
    """

    def __init__(self, game: LoadedGame) -> None:
        self._game = game
        self._states = Batch.zeros(game.State, 1)
        self._editions = Batch.of(game.edition)
        self._bytes = self._states.array.view(np.uint8)  # quicker to copy than field by field
        self._legal = game.actions.buffer()

    def compile(self, state: Struct, seat: int) -> None:
        """Compile `step`, at a state redacted for `seat`, by an action that is never legal."""
        self._bytes[:] = np.frombuffer(state.tobytes(), np.uint8)
        step(self._states, self._editions, new_rng(0), -1, seat, self._legal)

    def find(self, roots: Batch, nodes: Batch, state: Struct, seat: int) -> int:
        """Return the node of a state below the root, or `NONE`, also for the root itself.

        Args:
            roots: the batch whose second state is that of the root.
            nodes: the tree.
            state: the state to find, redacted for `seat`.
            seat: the seat that searches.
        """
        wanted = state.tobytes()
        root = roots.array[1:2].tobytes()
        rng = new_rng(0)
        tree: Any = nodes.array
        waiting, tries = [(0, root)], 0
        while waiting and tries < MOST_STEPS:
            parent, before = waiting.pop(0)
            self._bytes[:] = np.frombuffer(before, np.uint8)
            mover = verbs.current_player(self._states[0], self._game.edition)
            for child in _children(tree, parent, mover):
                tries += 1
                self._bytes[:] = np.frombuffer(before, np.uint8)
                action = int(tree[child]["action"])
                ended = step(self._states, self._editions, rng, action, seat, self._legal)
                if ended == DECISION:
                    after = self._bytes.tobytes()
                    if after == wanted:
                        return child
                    waiting.append((child, after))
        return NONE


def _children(tree: Any, parent: int, mover: int) -> list[int]:
    """Return the children of a node that belong to the seat to move, the most visited first."""
    found, child = [], int(tree[parent]["child"])
    while child != NONE:
        if tree[child]["mover"] == mover:
            found.append(child)
        child = int(tree[child]["sibling"])
    return sorted(found, key=lambda child: -int(tree[child]["visits"]))
