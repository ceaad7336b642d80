"""Loops within a turn: actions that a seat can repeat for ever, with more of something each time.

From positions of random games, the graph of one seat's turn is walked under the rules, as far as
no chance step comes between. Where a path leads to a position that offers all the actions that an
earlier one did, and in which the seat has more of a series and no less of another, the actions in
between are repeated: if they stay legal and go on to gain, they are a loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct
from ducato.lab.diagnosis.finding import Finding
from ducato.runs.statistics import Estimate

STARTS, WALKS = 18, 6
"""The number of positions from which a turn is walked, and the games they are taken from."""
MOST_NODES = 400
"""The number of positions of a turn that are looked at."""
DEEPEST = 8
"""The greatest number of actions of a loop."""
REPEATS = 25
"""How often a loop is repeated before it is believed."""
WIDEST = 40
"""A position that offers more actions is not walked: they are hardly those of a loop."""


class Loop(NamedTuple):
    """A loop: its actions, the series that grows, and by how much in one round of it."""

    actions: tuple[int, ...]
    series: str
    gain: int


class _Node(NamedTuple):
    """A position of a turn: how it came about, what the seat has, and what it may do."""

    state: Struct
    path: tuple[int, ...]
    parents: tuple[_Node, ...]
    series: NDArray[np.int64]
    legal: frozenset[int]


def loop_findings(game: LoadedGame, seed: int = 0) -> list[Finding]:
    """Return the loop that gains most in each series, if there is one."""
    best: dict[str, Loop] = {}
    for loop in _loops(game, seed):
        known = best.get(loop.series)
        rate = loop.gain / len(loop.actions)
        if known is None or rate > known.gain / len(known.actions):
            best[loop.series] = loop
    found = []
    for loop in sorted(best.values(), key=lambda one: -one.gain)[:1]:
        gain = Estimate(float(loop.gain), float(loop.gain), float(loop.gain))
        names = tuple(game.actions.name(action) for action in loop.actions)
        found.append(Finding("loop", loop.series, gain, None, 5.0, grade="fault", details=names))
    return found


def _loops(game: LoadedGame, seed: int) -> Iterator[Loop]:
    names = game.game.names("Series")
    if not names:
        return
    for number in range(WALKS):
        for start in _starts(game, seed, number):
            yield from _walk(game, start, names)


def _starts(game: LoadedGame, seed: int, number: int) -> list[Struct]:
    """Return positions of a random game, early and late ones, in which a seat begins to act."""
    state, rng = game.State(), new_rng(seed, "loops", number)
    verbs.setup(state, game.edition)
    legal, last, found = game.actions.buffer(), -1, []
    most = min(game.game.longest, 600)
    for _ in range(most):
        player = verbs.current_player(state, game.edition)
        if player == verbs.TERMINAL:
            break
        if player == verbs.CHANCE:
            action = below(rng, verbs.chance_outcomes(state, game.edition))
        else:
            n = verbs.legal_actions(state, game.edition, legal)
            if player != last and n > 1:
                found.append(state.copy())
            action = int(legal[below(rng, n)])
        last = player if player >= 0 else last
        verbs.apply_action(state, game.edition, action)
    picks = max(1, STARTS // WALKS)
    return [found[len(found) * i // picks] for i in range(picks)] if found else []


def _series(game: LoadedGame, state: Any, seat: int, n: int) -> NDArray[np.int64]:
    out = np.zeros(n, np.int64)
    verbs.series(state, game.edition, seat, out)
    return out


def _walk(game: LoadedGame, start: Struct, names: list[str]) -> Iterator[Loop]:
    """Yield the loops on the paths of one turn."""
    seat = verbs.current_player(start, game.edition)
    legal = game.actions.buffer()

    def node(state: Struct, path: tuple[int, ...], parents: tuple[_Node, ...]) -> _Node:
        n = verbs.legal_actions(state, game.edition, legal)
        return _Node(
            state, path, parents, _series(game, state, seat, len(names)), frozenset(legal[:n])
        )

    todo, seen = [node(start, (), ())], {start.tobytes()}
    tried: set[tuple[int, ...]] = set()
    looked = 0
    while todo and looked < MOST_NODES:
        here = todo.pop(0)
        looked += 1
        if len(here.path) >= DEEPEST or len(here.legal) > WIDEST:
            continue
        for action in sorted(here.legal):
            state = here.state.copy()
            verbs.apply_action(state, game.edition, int(action))
            if verbs.current_player(state, game.edition) != seat:
                continue
            contents = state.tobytes()
            if contents in seen:
                continue
            seen.add(contents)
            after = node(state, (*here.path, int(action)), (*here.parents, here))
            todo.append(after)
            for depth, before in enumerate(after.parents):
                actions = after.path[depth:]
                gain = after.series - before.series
                better = gain.max() > 0 and gain.min() >= 0 and before.legal <= after.legal
                if better and actions not in tried:
                    tried.add(actions)
                    index = int(gain.argmax())
                    if _repeats(game, after.state, seat, actions, index, len(names)):
                        yield Loop(actions, names[index], int(gain[index]))


def _repeats(
    game: LoadedGame, state: Struct, seat: int, actions: tuple[int, ...], index: int, n: int
) -> bool:
    """Return whether actions can be repeated again and again, and gain each time."""
    state, legal = state.copy(), game.actions.buffer()
    for _ in range(REPEATS):
        before = int(_series(game, state, seat, n)[index])
        for action in actions:
            if verbs.current_player(state, game.edition) != seat:
                return False
            count = verbs.legal_actions(state, game.edition, legal)
            if action not in legal[:count]:
                return False
            verbs.apply_action(state, game.edition, action)
        if int(_series(game, state, seat, n)[index]) <= before:
            return False
    return True
