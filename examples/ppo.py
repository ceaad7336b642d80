"""PPO (Schulman et al. 2017) for one seat of a game, against the greedy bot, on a CPU.

    python examples/ppo.py                      # Magnate, half an hour on two cores
    python examples/ppo.py --game builders --players 3 --minutes 10 --out build/builders.pt

It needs PyTorch. Many games are played at once by `ducato.vector`, which also plays the other
seats; the learner takes another seat in each game. Each line of the output is a measurement: the
share of the wins in 400 games against the greedy bot, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

import ducato
from ducato.runs.statistics import wilson_interval

GAMES = 400  # of a measurement
ENVS, STEPS = 512, 64  # the games played at once, and the decisions of each before an update
PASSES, MINIBATCH = 3, 2048
DISCOUNT, TRACE = 0.997, 0.95  # of later rewards; of later advantages (GAE)
CLIP, ENTROPY, VALUE, NORM = 0.2, 0.01, 0.5, 0.5
RATE = 5e-4  # of learning, at first; it falls to 0


class Network(nn.Module):
    """The scores of all actions, and the value of the position, from an observation."""

    def __init__(self, columns: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(columns, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.value.weight)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithm of each legal action's chance, and the value."""
        with torch.autocast("cpu", dtype=torch.bfloat16):
            seen = self.trunk(observation)
            scores, value = self.policy(seen).float(), self.value(seen).float()
        return scores.masked_fill(~mask, -1e9).log_softmax(1), value.squeeze(1)


def measure(network: Network, args: argparse.Namespace) -> tuple[float, tuple[float, float]]:
    """Return the share of the wins that the network gets by its best actions, with its interval."""
    env, each = environment(args, 100), GAMES // 100
    step, shares = env.reset(seed=12345), [[] for _ in range(100)]
    while min(map(len, shares)) < each:  # of each environment as many: the first to end are short
        with torch.no_grad():
            chances, _ = network(*tensors(step))
        step = env.step(chances.argmax(1).numpy())
        for n in np.flatnonzero(step.terminated):
            seats = env.game(n).players
            shares[n].append((1 + (seats - 1) * float(step.rewards[n])) / seats)
    found = float(np.mean([share[:each] for share in shares]))
    return found, wilson_interval(found * GAMES, GAMES)


def environment(args: argparse.Namespace, envs: int) -> ducato.research.vector.VectorEnv:
    """Return games in which the learner takes a seat among greedy bots."""
    return ducato.vector(
        args.game,
        envs,
        players=args.players,
        seat="rotate",
        opponents=args.opponents,
        skip_forced=True,
    )


def tensors(step: ducato.research.vector.TimeStep) -> tuple[Tensor, Tensor]:
    """Return what a network reads of a step, without a copy."""
    return torch.from_dlpack(step.observation), torch.from_dlpack(step.legal_action_mask)


class Batch:
    """The decisions between two updates, by step and environment."""

    def __init__(self, columns: int, actions: int) -> None:
        self.seen = torch.zeros(STEPS, ENVS, columns)
        self.mask = torch.zeros(STEPS, ENVS, actions, dtype=torch.bool)
        self.action = torch.zeros(STEPS, ENVS, dtype=torch.long)
        self.chance, self.value, self.reward, self.goes_on = torch.zeros(4, STEPS, ENVS)

    def advantages(self, value: Tensor) -> Tensor:
        """Return the generalised advantages, given the value after the last step."""
        found, trace = torch.zeros(STEPS, ENVS), torch.zeros(ENVS)
        for t in reversed(range(STEPS)):
            surprise = self.reward[t] + DISCOUNT * self.goes_on[t] * value - self.value[t]
            trace = surprise + DISCOUNT * TRACE * self.goes_on[t] * trace
            found[t], value = trace, self.value[t]
        return found


def update(network: Network, optimizer: torch.optim.Optimizer, batch: Batch, last: Tensor) -> None:
    """Improve the network by what was gained in a batch."""
    gained = batch.advantages(last).flatten()
    wanted = gained + batch.value.flatten()
    parts = (batch.seen, batch.mask, batch.action, batch.chance)
    seen, mask, action, before = (part.flatten(0, 1) for part in parts)
    for _ in range(PASSES):
        for chosen in torch.randperm(len(action)).split(MINIBATCH):
            chances, value = network(seen[chosen], mask[chosen])
            now = chances.gather(1, action[chosen, None]).squeeze(1)
            ratio = (now - before[chosen]).exp()
            gain = gained[chosen]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(chances.exp() * chances.clamp(min=-20)).sum(1).mean()
            wrong = (value - wanted[chosen]).square().mean()
            optimizer.zero_grad()
            (VALUE * wrong - better - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), NORM)
            optimizer.step()


def train(args: argparse.Namespace) -> Network:
    """Train a network for some minutes, print the measurements, and return the network."""
    torch.manual_seed(args.seed)
    env = environment(args, ENVS)
    columns, actions = env.observation_spec.length, env.num_actions
    network, batch = Network(columns, actions), Batch(columns, actions)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    step, start, decisions, measured = env.reset(seed=args.seed), time.monotonic(), 0, 0.0
    while (spent := (time.monotonic() - start) / 60) < args.minutes:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - spent / args.minutes)
        for t in range(STEPS):
            batch.seen[t], batch.mask[t] = tensors(step)
            with torch.no_grad():
                chances, batch.value[t] = network(batch.seen[t], batch.mask[t])
            sums = chances.exp().cumsum(1)
            drawn = (1 - torch.rand(ENVS, 1)) * sums[:, -1:]  # above 0, so never an illegal action
            batch.action[t] = torch.searchsorted(sums, drawn).squeeze(1)
            batch.chance[t] = chances.gather(1, batch.action[t, :, None]).squeeze(1)
            step = env.step(batch.action[t].numpy())
            batch.reward[t] = torch.from_dlpack(step.rewards)
            batch.goes_on[t] = torch.from_dlpack(~(step.terminated | step.truncated))
        with torch.no_grad():
            _, last = network(*tensors(step))
        update(network, optimizer, batch, last)
        decisions += STEPS * ENVS
        if spent >= measured:
            report(network, args, decisions, spent)
            measured += args.minutes / 12
    report(network, args, decisions, args.minutes)
    return network


def report(network: Network, args: argparse.Namespace, decisions: int, minutes: float) -> None:
    """Print a measurement as a line of JSON."""
    share, interval = measure(network, args)
    line = {"minutes": round(minutes, 1), "decisions": decisions, "wins": round(share, 4)}
    print(json.dumps({**line, "interval": [round(end, 4) for end in interval]}), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="magnate")
    parser.add_argument("--players", type=int)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="of PyTorch; 1 beside other work")
    parser.add_argument("--out", type=Path, help="the file for the network's weights")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    trained = train(arguments)
    if arguments.out is not None:
        torch.save(trained.state_dict(), arguments.out)
