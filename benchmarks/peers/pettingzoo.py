"""Random play in games of PettingZoo, which also makes the observations; they need RLCard."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from peers import Measure, Row, per_second

GAMES = ("texas_holdem_no_limit_v6", "gin_rummy_v4", "connect_four_v3")
FEW = 2000


def played(module: Any) -> Measure:
    """Return the measurement of a game by PettingZoo's own loop."""

    def steps() -> int:
        env, rng, done = module.raw_env(), np.random.default_rng(1), 0
        while done < FEW:
            env.reset(seed=done)
            for agent in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(rng.choice(legal)))
                done += 1
                if done >= FEW:
                    break
                del agent
        return done

    return lambda run: per_second(steps)


def measurements() -> Iterator[tuple[Row, Measure]]:
    """Yield what can be measured."""
    for name in GAMES:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                module = import_module(f"pettingzoo.classic.{name}")
        except ImportError:
            continue
        yield Row(f"PettingZoo, {name}", "observation"), played(module)
