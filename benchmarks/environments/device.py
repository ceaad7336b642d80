"""Games on a graphics processor: whether they are those of the processor, and how fast they are.

    python -m benchmarks.environments.device [--games N] [--sizes N ...] [--steps N]

It needs the extra [gpu] and a device, and prints what belongs into RESULTS.md. First, N games of
each title are played at random, once on each side with the same seeds, and the final states, the
rewards and the generators are compared byte for byte. Then transitions are counted: decisions of
Magnate with and without observations, and decisions of whole games without a stop between them. The
figures to reach on one H200: 10^9 transitions a second without observations, 10^8 with them.
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime
from typing import Any

import numpy as np

import ducato
from ducato.core.game import all_games, load
from ducato.research.vector import DevicePlayouts, DeviceVectorEnv

CHECK_EVERY = 64
"""The number of steps after which it is seen whether all games are over."""


def compare(name: str, games: int) -> bool:
    """Play the games of a title on both sides; return whether they are equal."""
    settings = {"observation": "none", "autoreset": "disabled"}
    here = ducato.vector(name, games, threads=2, **settings)
    there = ducato.vector(name, games, device="cuda", **settings)
    step, seen = here.reset(1), there.reset(1)
    rewards, gained = np.zeros((2, games, here.num_seats))
    decisions = 0
    while (step.current_player >= 0).any():
        for _ in range(CHECK_EVERY):
            decisions += int((step.current_player >= 0).sum())
            step = here.step(here.sample_actions(), check=False)
            seen = there.step(there.sample_actions(), check=False)
            rewards += step.rewards
            gained += seen.rewards.numpy()
    equal = (
        here.states().tobytes() == there.states().tobytes()
        and here.generators().tobytes() == there.generators().tobytes()
        and rewards.tobytes() == gained.tobytes()
    )
    print(f"| {name} | {games:,} | {decisions:,} | {'equal' if equal else '**differ**'} |")
    return equal


def wait(env: DeviceVectorEnv) -> None:
    """Wait for the device."""
    env.seats  # noqa: B018  # a copy, made after all kernels before it


def steps_per_second(observation: str, size: int, steps: int) -> float:
    """Return the decisions of Magnate a second in steps of so many environments."""
    env = ducato.vector("magnate", size, device="cuda", observation=observation)
    env.reset(1)
    for _ in range(10):
        env.step(env.sample_actions(), check=False)
    wait(env)
    start = time.perf_counter()
    for _ in range(steps):
        env.step(env.sample_actions(), check=False)
    wait(env)
    return size * steps / (time.perf_counter() - start)


def playouts_per_second(size: int) -> float:
    """Return the decisions of Magnate a second in whole games, so many at once."""
    playouts = DevicePlayouts(load("magnate"), size)
    playouts.play()
    start = time.perf_counter()
    decisions = int(playouts.play().decisions.sum())
    return decisions / (time.perf_counter() - start)


def name_of(device: Any) -> str:
    """Return the name of a device, which numba-cuda gives as text or as bytes."""
    return device.name.decode() if isinstance(device.name, bytes) else str(device.name)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1 << 16, 1 << 18, 1 << 20])
    parser.add_argument("--steps", type=int, default=200)
    asked = parser.parse_args()
    try:
        from numba import cuda

        found = cuda.is_available()
    except ImportError:
        found = False
    if not found:
        print("No graphics processor was found (or numba-cuda is missing): nothing was run.")
        return 2
    day, device = datetime.now(UTC).date(), name_of(cuda.get_current_device())
    print(f"{day}. `python -m {__spec__.name}`, {device}.\n")
    print("| title | games | decisions | states, rewards, generators |\n|---|---|---|---|")
    equal = [compare(name, asked.games) for name in all_games()]
    print("\n| environments | steps, no observation | float32 | uint8 | whole games |")
    print("|---|---|---|---|---|")
    for size in asked.sizes:
        speeds = [
            steps_per_second(shown, size, asked.steps) for shown in ("none", "float32", "uint8")
        ]
        speeds.append(playouts_per_second(size))
        print(f"| {size:,} |" + "|".join(f" {speed / 1e6:,.1f} M/s " for speed in speeds) + "|")
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
