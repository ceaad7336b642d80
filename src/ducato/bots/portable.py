"""The bots of a game for a browser: kernels as WebAssembly, and what their callers must know.

``page/js/kernels/`` runs them, with the steps that `SearchBot`, `Adviser` and the analysis take in
Python.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ducato.bots.advice.grounds import ActionComparison, Sides, compare
from ducato.bots.advice.line import WORLDS, deal_worlds, follow, hide_from
from ducato.bots.analysis.appraisal import AppraisalTask, appraise
from ducato.bots.playout import PlayoutResults, greedy_choice, play_games
from ducato.bots.search.bot import DEFAULTS, SearchBot
from ducato.bots.search.descent import step
from ducato.bots.search.inclination import incline
from ducato.bots.search.method import Workspace
from ducato.bots.search.nodes import Node, keep
from ducato.bots.search.simulation import simulate
from ducato.bots.search.variety import vary
from ducato.bots.value import Net, score_of
from ducato.compile.kernels import kernel
from ducato.compile.wasm import Call, flattened, wasm_module
from ducato.core.batch import Batch, dtype_of
from ducato.core.chance import new_rng
from ducato.core.game import Game, LoadedGame
from ducato.core.game.play_styles import style_names, style_of
from ducato.core.game.value_weights import value_weights
from ducato.core.game.weights import greedy_weights, search_weights
from ducato.core.verbs import current_player, legal_actions, makes_sense, mistakes

FORMAT = 1
"""The version of the manifest."""


@kernel
def mover(states: Any, editions: Any) -> int:
    """Return whose move it is in ``states[0]``."""
    return current_player(states[0], editions[0])


@kernel
def list_actions(states: Any, editions: Any, legal: Any, sensible: Any) -> int:
    """Write the legal actions in ``states[0]``, and how each is judged; return their number.

    In ``sensible`` is 0 for an action that makes no sense, else 1 plus its `mistakes`.
    The seat to move must have a choice or a forced action.
    """
    n = legal_actions(states[0], editions[0], legal)
    for i in range(n):
        sensible[i] = 0
        if makes_sense(states[0], editions[0], legal[i]):
            sensible[i] = 1 + mistakes(states[0], editions[0], legal[i])
    return n


def build_kernels(game: Game, out: Path) -> list[Path]:
    """Write the kernels of a game and their manifest into a folder; return both files.

    One module serves all numbers of players and all editions: they are data.

    Raises:
        NoLinker: the linker is not installed.
        NotPortable: the rules call functions that browsers lack or compute differently.
    """
    loaded = game.load()
    calls = example_calls(loaded)
    code = wasm_module(calls, loaded.State, wide=f"{score_of.__module__}.{score_of.__name__}")
    out.mkdir(parents=True, exist_ok=True)
    module, manifest = out / f"{game.name}.wasm", out / f"{game.name}.json"
    module.write_bytes(code)
    manifest.write_text(json.dumps(describe(loaded, calls), separators=(",", ":")))
    return [module, manifest]


def example_calls(game: LoadedGame) -> dict[str, Call]:
    """Return all kernels that a page needs, with examples of their arguments."""
    bot = SearchBot(game, "example")
    comparison = ActionComparison(game, bot.method)
    net = Net.none() if bot.net_weights is None else Net.of(bot.net_weights)
    states, editions, rng = Batch.zeros(game.State, 2), Batch.of(game.edition), new_rng(0)
    one, worlds, nodes = (
        Batch.zeros(struct, n) for struct, n in ((game.State, 1), (game.State, WORLDS), (Node, 1))
    )
    legal, weights = np.zeros(len(game.actions), np.int32), greedy_weights(game.game)
    work, method, policy = (
        Workspace.of(len(game.actions), game.players, net),
        bot.method,
        bot.method.policy,
    )
    root = {"states": states, "editions": editions}
    tree = {"nodes": nodes, "size": 1}
    tried = {"visits": np.zeros(1, np.int32), "values": np.zeros(1)}
    task = AppraisalTask(0, 0, np.zeros((1, game.players)))
    series = len(game.game.names("Series"))
    preferences = np.zeros((2, series))
    sides = Sides.of(comparison.group, game.players, 1)
    given: dict[Any, Mapping[str, Any]] = {
        simulate: {**root, "rng": rng, **tree, "simulations": 1, "method": method, "work": work},
        keep: {"nodes": nodes, "kept": nodes, "root": 0, "limit": 1},
        step: {"states": one, "editions": editions, "rng": rng, "action": 0, "seat": 0,
               "legal": legal},
        mover: {"states": one, "editions": editions},
        list_actions: {"states": one, "editions": editions, "legal": legal, "sensible": legal},
        vary: {**tried, "variety": 0.0, "drawn": 0.0},
        greedy_choice: {"states": one, "editions": editions, "rng": rng, "weights": weights,
                        "legal": legal},
        deal_worlds: {"states": worlds, "rng": rng},
        hide_from: {"states": worlds, "seat": 0},
        follow: {"states": worlds, "editions": editions, "action": 0, "legal": legal},
        appraise: {**root, "rng": rng, **tree, "method": method, "work": work, "asked": task},
        compare: {**root, "begun": 0, "method": method, "work": work, "sides": sides},
        incline: {**root, "rng": rng, "action": 0, "seat": 0, "preferences": preferences,
                  "numbers": np.zeros((game.players, series)), "worth": np.zeros(1)},
        play_games: {**root, "rng": rng, "policy": policy, "choices": work.choices,
                     "results": PlayoutResults.of(1, game.players),
                     "limit": game.game.longest},
    }  # fmt: skip
    return {one.__name__: (one, arguments) for one, arguments in given.items()}


def describe(game: LoadedGame, calls: Mapping[str, Call]) -> dict[str, Any]:
    """Return the manifest: the arguments of all kernels, and the numbers of the game's bots."""
    given = game.game
    groups = ActionComparison(game, SearchBot(game, "example").method)
    nets = {players: value_weights(given, players) for players in given.players}
    return {
        "format": FORMAT,
        "game": given.name,
        "players": list(given.players),
        "state": dtype_of(game.State).itemsize,
        "edition": dtype_of(type(game.edition)).itemsize,
        "node": {
            "size": dtype_of(Node).itemsize,
            "offsets": {name: field.start for name, field in Node.fields.items()},
        },
        "actions": len(game.actions),
        "longest": given.longest,
        "levels": dict(given.levels),
        "defaults": DEFAULTS,
        "search": dict(given.search),
        "styles": {name: vars(style_of(given, name)) for name in style_names(given)},
        "weights": {
            "greedy": greedy_weights(given).tolist(),
            "search": search_weights(given).tolist(),
        },
        "nets": {players: _net(arrays) for players, arrays in nets.items() if arrays is not None},
        "groups": list(groups.names),
        "group": groups.group.tolist(),
        "kernels": {name: flattened(arguments) for name, (_, arguments) in calls.items()},
    }


def _net(arrays: Any) -> dict[str, Any]:
    """Return a network's shapes, and all its numbers as 32-bit floats in Base64."""
    raw = b"".join(np.ascontiguousarray(array, np.float32).tobytes() for array in arrays)
    return {"shapes": [array.shape for array in arrays], "data": b64encode(raw).decode()}
