"""Fitting the network of `bots.policy_net` to the visits of searches, with NumPy alone.

The loss is the cross-entropy between the softmax of a decision's logits and the search's visits.
Some of the games are held out: their decisions say when to stop, and judge the result.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.game.policy_weights import PolicyWeights
from ducato.learn.decisions import Decisions
from ducato.learn.fit import FLAT, Adam
from ducato.learn.positions import held_out

UNITS = 48
"""The hidden units."""
BATCH = 64
"""Decisions in one step of the descent."""
RATE = 2e-3
"""The step size at the beginning; it falls to a twentieth."""
DECAY = 2.0
"""The share of each weight that is taken away at a step of size 1, beside the gradient."""
PASSES = 30
"""The maximum number of passes through the decisions."""
PATIENCE = 3
"""Passes without an improvement on held-out games after which the descent stops."""


@dataclass(frozen=True)
class PolicyScore:
    """How well a policy foretells the visits of searches in games held out.

    Attributes:
        decisions: the number of decisions, those of the held-out games included.
        cross_entropy: its mean cross-entropy with the visits, in nats.
        entropy: the least that is possible: the entropy of the visits themselves.
        agreement: the share of the decisions in which its likeliest action has the most visits.
    """

    decisions: int
    cross_entropy: float
    entropy: float
    agreement: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that can be written as JSON."""
        return asdict(self)


def fit_policy(
    decisions: Decisions,
    actions: int,
    *,
    seed: int = 0,
    passes: int = PASSES,
    start: PolicyWeights | None = None,
) -> tuple[PolicyWeights, PolicyScore]:
    """Return a network whose softmax is near to the visits, and how near it is.

    Args:
        decisions: decisions of at least two games.
        actions: the number of actions of the game.
        seed: the random seed.
        passes: the maximum number of passes through the decisions.
        start: a network to begin with; None for a random one.

    Raises:
        BadValue: there are fewer than two games.
    """
    rng = np.random.default_rng(seed)
    held = held_out(decisions.games, rng)
    train, judged = decisions.at(~held), decisions.at(held)
    scales = _Scales.of(train)
    parameters = _start(rng, decisions, actions) if start is None else scales.scaled(start)
    optimizer = Adam(parameters, DECAY, (True, True, True, False))
    ends = np.concatenate([[0], np.cumsum(train.sizes)])
    steps = -(-len(train) // BATCH)
    best, kept, worse = np.inf, scales.folded(parameters), 0
    for number in range(passes):
        order = rng.permutation(len(train))
        for step in range(steps):
            chosen = np.sort(order[step * BATCH : (step + 1) * BATCH])
            rows = np.concatenate([np.arange(ends[one], ends[one + 1]) for one in chosen])
            gradients = _gradients(parameters, scales.batch(train, chosen, rows))
            done = (number + step / steps) / passes
            optimizer.step(parameters, gradients, RATE * (0.05 + 0.95 * (1 - done)))
        folded = scales.folded(parameters)
        loss = policy_score(folded, judged, len(decisions)).cross_entropy
        if loss < best:
            best, kept, worse = loss, folded, 0
        else:
            worse += 1
            if worse == PATIENCE:
                break
    return kept, policy_score(kept, judged, len(decisions))


def policy_score(weights: PolicyWeights, judged: Decisions, decisions: int) -> PolicyScore:
    """Return how near a network is to the visits in some decisions, out of so many."""
    total = agreed = 0.0
    ends = np.concatenate([[0], np.cumsum(judged.sizes)])
    for begin in range(0, len(judged), BATCH):
        chosen = np.arange(begin, min(begin + BATCH, len(judged)))
        rows = np.arange(ends[chosen[0]], ends[chosen[-1] + 1])
        batch = _Batch.of(judged, chosen, rows)
        found = batch.softmax(batch.hidden(weights) @ weights[-1])
        total -= float((batch.visits * np.log(np.maximum(found, 1e-12))).sum())
        for at, size in zip(batch.starts, batch.sizes, strict=True):
            part = slice(at, at + size)
            agreed += float(batch.visits[part][found[part].argmax()] == batch.visits[part].max())
    visits = judged.visits[judged.visits > 0]
    entropy = float(-(visits * np.log(visits)).sum() / len(judged))
    return PolicyScore(decisions, total / len(judged), entropy, agreed / len(judged))


@dataclass(frozen=True)
class _Batch:
    """Some decisions: the inputs of the network, and the visits."""

    states: NDArray[np.float32]
    features: NDArray[np.float32]
    actions: NDArray[np.int16]
    visits: NDArray[np.float64]
    sizes: NDArray[np.int32]

    @classmethod
    def of(cls, decisions: Decisions, chosen: NDArray[Any], rows: NDArray[Any]) -> _Batch:
        return cls(
            decisions.states[chosen].astype(np.float32),
            decisions.features[rows],
            decisions.actions[rows],
            decisions.visits[rows],
            decisions.sizes[chosen],
        )

    @property
    def starts(self) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self.sizes)[:-1]]).astype(np.int64)

    def hidden(self, weights: PolicyWeights) -> NDArray[np.float32]:
        state, action, own, _ = weights
        found: NDArray[np.float32] = np.repeat(self.states @ state, self.sizes, axis=0)
        found += self.features @ action + own[self.actions]
        return np.maximum(found, 0, out=found)

    def softmax(self, logits: NDArray[np.float32]) -> NDArray[np.float64]:
        best = np.repeat(np.maximum.reduceat(logits, self.starts), self.sizes)
        powers = np.exp((logits - best).astype(np.float64))
        sums = np.repeat(np.add.reduceat(powers, self.starts), self.sizes)
        chances: NDArray[np.float64] = powers / sums
        return chances


def _gradients(weights: PolicyWeights, batch: _Batch) -> PolicyWeights:
    hidden = batch.hidden(weights)
    errors = batch.softmax(hidden @ weights[-1]) - batch.visits
    slope: NDArray[np.float32] = (errors / len(batch.sizes)).astype(np.float32)
    into: NDArray[np.float32] = np.outer(slope, weights[-1]) * (hidden > 0)
    own = np.zeros_like(weights[2])
    np.add.at(own, batch.actions, into)
    sums = np.add.reduceat(into, batch.starts)
    return (
        batch.states.T @ sums,
        batch.features.T @ into,
        own,
        hidden.T @ slope,
    )


@dataclass(frozen=True)
class _Scales:
    """What is subtracted from the features of states, and by what all inputs are multiplied."""

    shift: NDArray[np.float32]
    state: NDArray[np.float32]
    action: NDArray[np.float32]

    @classmethod
    def of(cls, decisions: Decisions) -> _Scales:
        states = decisions.states[:: max(1, len(decisions) // 20_000)].astype(np.float32)
        features = decisions.features[:: max(1, len(decisions.actions) // 20_000)]
        deviations = (one.std(axis=0) for one in (states, features))
        factors = (1 / np.maximum(one, FLAT).astype(np.float32) for one in deviations)
        return cls(states.mean(axis=0), *factors)

    def batch(self, decisions: Decisions, chosen: NDArray[Any], rows: NDArray[Any]) -> _Batch:
        batch = _Batch.of(decisions, chosen, rows)
        batch.states[:] = (batch.states - self.shift) * self.state
        batch.features[:] *= self.action
        return batch

    def folded(self, weights: PolicyWeights) -> PolicyWeights:
        """Return the network for inputs as they are, given that for scaled ones."""
        state, action = weights[0] * self.state[:, None], weights[1] * self.action[:, None]
        return state, action, weights[2] - self.shift @ state, weights[3].copy()

    def scaled(self, weights: PolicyWeights) -> PolicyWeights:
        """Return the network for scaled inputs, given that for inputs as they are."""
        state, action = weights[0] / self.state[:, None], weights[1] / self.action[:, None]
        return state, action, weights[2] + self.shift @ weights[0], weights[3].copy()


def _start(rng: np.random.Generator, decisions: Decisions, actions: int) -> PolicyWeights:
    """Return a random network, whose logits are small."""
    seen, parts = decisions.states.shape[1], decisions.features.shape[1]

    def drawn(rows: int, among: int) -> NDArray[np.float32]:
        numbers = rng.standard_normal((rows, UNITS), np.float32)
        return numbers * np.float32(1 / np.sqrt(among))

    last = rng.standard_normal(UNITS, np.float32) * np.float32(0.1)
    return drawn(seen, seen), drawn(parts, parts), drawn(actions, 4), last
