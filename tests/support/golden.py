"""Golden playthroughs: the answers of the whole API during one seeded game, as text.

`check` plays a game, choosing uniformly unless a player is given, and compares every answer with a
committed file. Set UPDATE_GOLDEN=1 to write the file again, then review the diff like code. Each
step is a line (its number, the actor, the action and the number of choices); some steps are written
out in full: the names of all legal actions, the result so far, and the views of all seats and of a
spectator. It knows no game.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.position import Position

DETAILS = 20  # every so many steps are written out in full
WIDTH = 100

Player = Callable[[Position, Any], int]
"""Chooses a legal action, with the help of a random generator, the same wherever it is run."""


def check(path: Path, game: LoadedGame, seed: int, player: Player | None = None) -> None:
    """Compare the seeded game with the file, or write it if UPDATE_GOLDEN is set.

    Raises:
        AssertionError: the files differ; the message shows the first different line.
    """
    lines = list(playthrough(game, seed, player))
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return
    assert path.exists(), f"{path.name} is missing: run with UPDATE_GOLDEN=1"
    committed = path.read_text("utf-8").splitlines()
    for number, (was, now) in enumerate(zip_longest(committed, lines), start=1):
        assert was == now, f"{path.name}:{number}:\n- {was}\n+ {now}"


def playthrough(game: LoadedGame, seed: int, player: Player | None = None) -> Iterator[str]:
    """Yield the lines of one game."""
    rng = new_rng("golden", seed)
    position = game.new_initial_state()
    yield f"game: {game.name}, players {game.players}, edition {game.edition_name}, seed {seed}"
    yield f"options: {json.dumps(game.options)}, rules version {game.game.rules_version}"
    yield f"actions: {game.num_actions()}, state {game.State.nbytes} bytes"
    before: dict[str, Any] = {}
    for seq in range(game.game.longest + 1):
        if seq % DETAILS == 0 or position.is_terminal():
            seen = position.to_dict()["state"]
            yield from in_full(position, before)
            before = seen
        if position.is_terminal():
            yield f"returns: {position.returns()}, ranks {position.ranks()}, after {seq} steps"
            return
        choices = position.legal_actions() or [o for o, _ in position.chance_outcomes()]
        if player is not None and position.legal_actions():
            choice = player(position, rng)
        else:
            choice = choices[below(rng, len(choices))]
        actor = position.current_player()
        yield f"{seq} {actor} {position.action_to_string(choice)} of {len(choices)}"
        position.apply_action(choice)
    raise AssertionError(f"the game is not over after {game.game.longest} steps")


def in_full(position: Position, before: dict[str, Any]) -> Iterator[str]:
    """Yield all answers of a position; of its state, only the changes since `before`."""
    yield f"  to move: {position.current_player()}, chances: {len(position.chance_outcomes())}"
    names = [position.action_to_string(a) for a in position.legal_actions()]
    yield from wrapped("legal", names)
    everything = position.to_dict()["state"]
    yield from wrapped("state", list(changes(before, everything)))
    for seat in (*range(position.num_players()), -1):
        seen = position.to_dict(seat)["state"]
        yield from wrapped(f"hidden from {seat}", list(changes(everything, seen)))
        tensor = position.observation_tensor(seat)
        digest = hashlib.sha256(tensor.tobytes()).hexdigest()[:12]
        yield f"  tensor of {seat}: {tensor.size} numbers, {digest}"


def changes(old: Any, new: Any, name: str = "") -> Iterator[str]:
    """Return the entries in which two states differ, each as ``path=value``."""
    if old == new:
        return
    if isinstance(new, dict):
        for key, value in new.items():
            under = old.get(key) if isinstance(old, dict) else None
            yield from changes(under, value, f"{name}.{key}" if name else key)
    elif (
        isinstance(new, list)
        and isinstance(old, list)
        and any(isinstance(v, dict | list) for v in new)
    ):
        for index, (was, value) in enumerate(zip(old, new, strict=True)):
            yield from changes(was, value, f"{name}.{index}")
    else:
        yield f"{name}={json.dumps(new, separators=(',', ':'))}"


def wrapped(title: str, items: list[str]) -> Iterator[str]:
    """Return a title and its items, wrapped to lines of moderate width."""
    line = f"  {title}:"
    for item in items:
        if len(line) + len(item) >= WIDTH:
            yield line
            line = "   "
        line += f" {item}"
    yield line
