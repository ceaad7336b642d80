"""The check that compiled and interpreted rules produce the same states, byte by byte."""

from __future__ import annotations

from typing import Any

from ducato.compile.kernels import kernel
from ducato.core import verbs, visibility
from ducato.core.chance import below, new_rng
from ducato.core.checks.walks import SAMPLES, demand
from ducato.core.game import LoadedGame
from ducato.core.struct import Batch


@kernel
def trace(states: Any, editions: Any, rng: Any, legal: Any, trail: Any) -> int:
    """Play a random game, write each state into `trail` and return the number of steps.

    Return -1 if none of the first `len(trail)` states is the end of the game.
    """
    edition = editions[0]
    state = states[0]
    verbs.setup(state, edition)
    for step in range(len(trail)):
        trail[step] = state
        player = verbs.current_player(state, edition)
        if player == verbs.TERMINAL:
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
    trails = []
    for run in (trace.interpreted, trace):
        trail = Batch.zeros(game.State, game.game.longest + 1)  # the first state, and one a step
        legal = game.actions.buffer()
        steps = run(Batch.zeros(game.State, 1), Batch.of(game.edition), new_rng(seed), legal, trail)
        demand(steps >= 0, f"seed {seed}: the game is not over after {game.game.longest} steps")
        trails.append(trail.array[: steps + 1])
    demand(
        len(trails[0]) == len(trails[1]),
        f"seed {seed}: compiled and interpreted games differ in length",
    )
    for step, (one, other) in enumerate(zip(*trails, strict=True)):
        demand(
            one.tobytes() == other.tobytes(),
            f"seed {seed}, step {step}: compiled and interpreted states differ",
        )
    for seat in (*range(game.players), visibility.SPECTATOR):
        worlds = []
        for secrets in (trace_secrets.interpreted, trace_secrets):
            batch = Batch(game.State, trails[0][:: max(1, len(trails[0]) // SAMPLES)].copy())
            secrets(batch, seat, new_rng("worlds", seed))
            worlds.append(batch.array.tobytes())
        demand(
            worlds[0] == worlds[1],
            f"seed {seed}: compiled and interpreted deals differ for seat {seat}",
        )
