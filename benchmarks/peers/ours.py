"""Random play in `ducato.vector`, and one game at a time in the forms of other libraries."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import ducato
from ducato.core.game import all_games
from peers import Measure, Row, per_second

ENVS = {"none": 1024, "float32": 512}  # what fits into the cache
STEPS = 400
FEW = 3000  # decisions, one game at a time


def batched(name: str, observation: str) -> Measure:
    """Return the measurement of a vector environment on one thread."""
    envs = ENVS[observation]
    env = ducato.vector(name, envs, observation=observation)
    env.reset(seed=1)

    def steps() -> int:
        for _ in range(STEPS):
            env.step(env.sample_actions(), check=False)
        return envs * STEPS

    return lambda run: per_second(steps)


def one_by_one(name: str) -> Measure:
    """Return the measurement of a game that a script plays with `Position`."""

    def steps() -> int:
        game, rng, done = ducato.load(name), np.random.default_rng(1), 0
        while done < FEW:
            state = game.new_initial_state()
            while not state.is_terminal() and done < FEW:
                if outcomes := state.chance_outcomes():
                    state.apply_unchecked(int(rng.integers(len(outcomes))))
                    continue
                state.apply_unchecked(int(rng.choice(state.legal_actions())))
                done += 1
        return done

    return lambda run: per_second(steps)


def measurements() -> Iterator[tuple[Row, Measure]]:
    """Yield what can be measured."""
    for name in all_games():
        yield Row(f"ducato.vector, {name}", "mask"), batched(name, "none")
        yield Row(f"ducato.vector, {name}", "observation"), batched(name, "float32")
    yield Row("ducato.Position, magnate", "mask"), one_by_one("magnate")
