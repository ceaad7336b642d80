"""Random play in Pgx on the CPU: thousands of games in one compiled loop, with observations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import pgx
from jax import numpy as jnp
from pgx.experimental import auto_reset

from peers import Measure, Row, per_second

GAMES = ("backgammon", "leduc_holdem", "sparrow_mahjong", "connect_four")
ENVS, STEPS = 1024, 64


def batched(name: str) -> Measure:
    """Return the measurement of a game with automatic reset."""
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def act(carry: Any, _: Any) -> Any:
        state, key = carry
        key, own, for_step = jax.random.split(key, 3)
        scores = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(own, scores, axis=1)
        state = step(state, action, jax.random.split(for_step, ENVS))
        # Of what is not used, XLA computes nothing: the sums make it compute the observations.
        return (state, key), (state.rewards.sum(), state.observation.sum())

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        return jax.lax.scan(act, (state, key), None, STEPS)

    key = jax.random.PRNGKey(1)
    state = jax.jit(init)(jax.random.split(key, ENVS))
    jax.block_until_ready(play(state, key))

    def steps() -> int:
        jax.block_until_ready(play(state, key))
        return ENVS * STEPS

    return lambda run: per_second(steps)


def measurements() -> Iterator[tuple[Row, Measure]]:
    """Yield what can be measured."""
    for name in GAMES:
        yield Row(f"Pgx, {name}", "observation"), batched(name)
