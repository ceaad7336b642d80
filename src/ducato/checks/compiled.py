"""The check that compiled and interpreted rules produce the same states, byte by byte."""

from __future__ import annotations

from typing import Any

import numpy as np

from ducato.checks.compile_errors import compile_error
from ducato.checks.faults import HERE, Here, demand, rules_of
from ducato.checks.walks import SAMPLES, verb_file
from ducato.compile.kernels import kernel
from ducato.core import verbs, visibility
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame


@kernel
def trace(states: Any, editions: Any, rng: Any, legal: Any, trail: Any, ranks: Any) -> int:
    """Play a random game and return the number of steps.

    Write each state into `trail`, and the final ranks into `ranks`. Return -1 if none of the first
    `len(trail)` states is the end of the game.
    """
    edition = editions[0]
    state = states[0]
    verbs.setup(state, edition)
    for step in range(len(trail)):
        trail[step] = state
        player = verbs.current_player(state, edition)
        if player == verbs.TERMINAL:
            verbs.ranking(state, edition, ranks)
            return step
        if player == verbs.CHANCE:
            verbs.apply_action(state, edition, below(rng, verbs.chance_outcomes(state, edition)))
        else:
            n = verbs.legal_actions(state, edition, legal)
            verbs.apply_action(state, edition, legal[below(rng, n)])
    return -1


@kernel
def trace_secrets(worlds: Any, seat: int, rng: Any) -> int:
    """In each world of the batch, hide the cards that `seat` cannot see, and deal them again.

    Return the number of worlds.
    """
    for index in range(len(worlds)):
        visibility.hide(worlds[index], seat)
        visibility.deal_hidden(worlds[index], rng)
    return len(worlds)


def compiled_agrees(game: LoadedGame, seed: int) -> None:
    """Check that compiled and interpreted rules give the same game and the same resampled worlds.

    States are compared byte by byte.
    """
    HERE.set(Here(seed))
    trails, results = [], []
    for run in (trace.interpreted, trace):
        trail = Batch.zeros(game.State, game.game.longest + 1)  # the first state, and one a step
        legal = game.actions.buffer()
        ranks = np.zeros(game.players, np.int32)
        state, edition = Batch.zeros(game.State, 1), Batch.of(game.edition)
        steps = _run(game, run, state, edition, new_rng(seed), legal, trail, ranks)
        demand(
            steps >= 0 or game.game.may_stall,
            f"the game is not over after {game.game.longest} steps",
        )
        trails.append(trail.array[: steps + 1] if steps >= 0 else trail.array)
        results.append(ranks.tolist())
    demand(
        len(trails[0]) == len(trails[1]),
        "compiled and interpreted games differ in length",
        _DIFFERENCES,
        file=rules_of(game.game.package),
    )
    for step, (one, other) in enumerate(zip(*trails, strict=True)):
        HERE.set(Here(seed, step))
        demand(
            one.tobytes() == other.tobytes(),
            "compiled and interpreted states differ",
            _DIFFERENCES,
            file=rules_of(game.game.package),
        )
    demand(
        results[0] == results[1],
        f"the final ranks are {results[1]} compiled and {results[0]} interpreted",
        _DIFFERENCES,
        file=verb_file(game, "ranking"),
    )
    for seat in (*range(game.players), visibility.SPECTATOR):
        worlds = []
        for secrets in (trace_secrets.interpreted, trace_secrets):
            batch = Batch(game.State, trails[0][:: max(1, len(trails[0]) // SAMPLES)].copy())
            secrets(batch, seat, new_rng("worlds", seed))
            worlds.append(batch.array.tobytes())
        demand(
            worlds[0] == worlds[1],
            f"compiled and interpreted deals differ for seat {seat}",
        )


_DIFFERENCES = (
    "Compiled integers do not grow and wrap where a field is too narrow, indices are not checked, "
    "and global variables keep the value that they had when the rules were compiled."
)


def _run(game: LoadedGame, run: Any, *arguments: Any) -> int:
    """Run a kernel; explain an error of the compiler in terms of the rules.

    Raises:
        Broken: the rules cannot be compiled.
    """
    try:
        return int(run(*arguments))
    except Exception as error:
        if not type(error).__module__.startswith("numba"):
            raise
        raise compile_error(game.game.package, error) from error
