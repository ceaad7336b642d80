"""The best line of a search: its choice, and what is then likely to follow.

Hidden cards are dealt before an action is carried out, since rules need a whole state. So that no
dealt card is ever taken for a known one, the line is followed in several worlds at once, all of
which the searching seat must think possible. It goes on only with actions that are legal and have
the same description in every world, and it ends where chance is to move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ducato.bots.advice.opinion import Move
from ducato.bots.search.method import NONE
from ducato.bots.search.session import Tree
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch, array_of
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.scene import Text
from ducato.core.struct import Struct
from ducato.core.verbs import apply_action, current_player, legal_actions
from ducato.core.visibility import deal_hidden, hide

WORLDS = 24
"""The number of worlds in which a line is followed.

A card that a rival holds in half of all worlds is held in all of these once in 16 million."""
LONGEST = 5
"""The maximum number of actions of a line."""
LEAST_VISITS = 20
LEAST_PART = 0.05
"""The visits from which an action belongs to a line, and their least part of the root's."""
MOST_FORCED = 32
ILLEGAL, ENDED = -2, -1

Describe = Callable[[Struct, int], Text]
"""A function that describes an action in a state redacted for its mover."""


@kernel
def deal_worlds(states: Any, rng: Any) -> None:
    """Deal the hidden cards of each state, independently."""
    for world in range(len(states)):
        deal_hidden(states[world], rng)


@kernel
def hide_from(states: Any, seat: int) -> None:
    """Hide in each state what `seat` may not see."""
    for world in range(len(states)):
        hide(states[world], seat)


@kernel
def follow(states: Any, editions: Any, action: int, legal: Any) -> int:
    """Apply an action to each state, and then all actions that are forced and the same in each.

    Return the seat that then has a choice in each, or `ENDED` if there is none, as when chance is
    to move. Return `ILLEGAL`, and change nothing, if the action is illegal in one of the states.
    """
    edition = editions[0]
    for world in range(len(states)):
        n = legal_actions(states[world], edition, legal)
        allowed = False
        for i in range(n):
            allowed = allowed or legal[i] == action
        if not allowed:
            return ILLEGAL
    chosen = action
    for _ in range(MOST_FORCED):
        for world in range(len(states)):
            apply_action(states[world], edition, chosen)
        player = current_player(states[0], edition)
        if player < 0:
            return ENDED
        forced = legal_actions(states[0], edition, legal) == 1
        chosen = legal[0]
        for world in range(1, len(states)):
            if current_player(states[world], edition) != player:
                return ENDED
            alone = legal_actions(states[world], edition, legal) == 1
            if alone != forced or (forced and legal[0] != chosen):
                return ENDED
        if not forced:
            return player
    return ENDED


def best_line(
    game: LoadedGame,
    tree: Tree,
    state: Struct,
    seat: int,
    seed: int,
    describe: Describe,
    *,
    first: int = NONE,
) -> list[Move]:
    """Return the actions of the best line, the search's choice first.

    Args:
        game: the loaded game.
        tree: the search.
        state: the state at its root, redacted for the seat, which has a choice.
        seat: the seat that searched.
        seed: the seed of the worlds.
        describe: the description of actions.
        first: the action with which it begins, of which few visits are enough; `NONE` for the
            search's choice.
    """
    worlds = Batch.zeros(game.State, WORLDS)
    worlds.array[:] = array_of(state)
    deal_worlds(worlds, new_rng(seed, "line"))
    editions, legal = Batch.of(game.edition), game.actions.buffer()
    least = max(LEAST_VISITS, LEAST_PART * tree.visits) if first == NONE else LEAST_VISITS
    line: list[Move] = []
    node, mover = 0, seat
    while mover >= 0 and len(line) < LONGEST:
        found = tree.likeliest(node, mover, NONE if line else first)
        if found is None or (line and found[1].visits < least):
            break
        node, action = found[0], found[1].action
        before = worlds.array.copy()
        after = follow(worlds, editions, action, legal)
        if after == ILLEGAL:
            break
        label = _same_label(Batch(game.State, before), mover, action, describe)
        if label is None:
            break
        line.append(Move(mover, action, label))
        mover = after
    return line


def _same_label(worlds: Batch, mover: int, action: int, describe: Describe) -> Text | None:
    """Return the description of an action if it is the same in all worlds; hide their secrets."""
    hide_from(worlds, mover)
    first, *others = {state.tobytes(): state for state in worlds}.values()
    label = describe(first, action)
    return label if all(describe(other, action) == label for other in others) else None


def compile_line(game: LoadedGame, state: Struct, seat: int) -> None:
    """Compile what `best_line` needs, at a state redacted for `seat`."""
    worlds = Batch.zeros(game.State, 1)
    worlds.array[:] = array_of(state)
    deal_worlds(worlds, new_rng(0))
    follow(worlds, Batch.of(game.edition), -1, game.actions.buffer())
    hide_from(worlds, seat)
