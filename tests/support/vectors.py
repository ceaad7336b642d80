"""Playing vector environments in tests."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ducato.research.vector import TimeStep, VectorEnv


def rollout(env: VectorEnv, steps: int, seed: int = 1) -> list[TimeStep]:
    """Return copies of some steps with random actions."""
    found = [env.reset(seed).copy()]
    return found + [env.step(env.sample_actions()).copy() for _ in range(steps)]


def same(one: TimeStep, other: TimeStep) -> bool:
    """Return whether two steps are equal."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in (
            *("observation", "legal_action_mask", "current_player"),
            *("rewards", "terminated", "truncated"),
        )
    )


def steps_of(env: VectorEnv, policy: str = "random") -> Iterator[TimeStep]:
    """Yield the steps of an environment for ever."""
    step = env.reset(3)
    while True:
        yield step
        step = env.step(env.sample_actions(policy))
