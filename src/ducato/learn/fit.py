"""Fitting the network of `bots.value` to positions and results, with NumPy alone.

With two seats each view is a row of its own, and the loss is the logistic one; with more, it is the
cross-entropy of the softmax over the views of a position. Some of the games are held out: their
positions decide when to stop, and judge the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.game.value_weights import Weights
from ducato.learn.positions import Positions, held_out
from ducato.learn.scores import Score, log_losses, scores

HIDDEN, UPPER = 32, 16
"""The units of the two hidden layers."""
BATCH = 512
"""Views in one step of the descent."""
CHUNK = 8192
"""Positions judged at once."""
RATE = 2e-3
"""The step size at the beginning; it falls to a twentieth."""
DECAY = 1.0
"""The share of each weight that is taken away at a step of size 1, beside the gradient."""
PASSES = 5
"""The maximum number of passes through the positions; more of them learn the games by heart."""
PATIENCE = 3
"""Passes without an improvement on held-out games after which the descent stops."""
FLAT = 0.05
"""The least deviation by which a feature is divided; a rarer one would be blown up."""
BETAS, TINY = (0.9, 0.999), 1e-8
"""The constants of Adam (Kingma and Ba, 2015)."""


@dataclass(frozen=True)
class Pass:
    """One pass through the positions.

    Attributes:
        train: the mean loss of the positions in the course of the pass, in nats.
        held_out: the mean log-loss of the positions of the games held out, after it.
    """

    train: float
    held_out: float


@dataclass(frozen=True)
class Fitted:
    """A fitted network.

    Attributes:
        weights: the arrays of the network, in the order of `value_weights.NAMES`.
        curve: the passes through the positions.
        scores: how the network judges the positions of the games held out.
        games: the number of games, and of those held out.
    """

    weights: Weights
    curve: list[Pass]
    scores: list[Score]
    games: tuple[int, int]


def fit(
    positions: Positions,
    *,
    seed: int = 0,
    passes: int = PASSES,
    start: Weights | None = None,
) -> Fitted:
    """Fit a network to positions.

    Args:
        positions: the positions of at least two games.
        seed: the random seed.
        passes: the maximum number of passes through the positions.
        start: a network of the same size to begin with; None for a random one.

    Raises:
        BadValue: there are fewer than two games.
    """
    rng = np.random.default_rng(seed)
    held = held_out(positions.games, rng)
    train = np.flatnonzero(~held)
    judged = positions.at(held)
    numbers = len(np.unique(positions.games)), len(np.unique(judged.games))
    shift, scale = _scaling(positions.rows, train)
    parameters = _start(rng, positions.rows.shape[2]) if start is None else _scaled(
        start, shift, scale
    )  # fmt: skip
    optimizer = _Adam(parameters)
    best, kept, worse = np.inf, _folded(parameters, shift, scale), 0
    curve: list[Pass] = []
    batch = BATCH // positions.rows.shape[1]
    steps = -(-len(train) // batch)
    for number in range(passes):
        order = rng.permutation(train)
        total = 0.0
        for step in range(steps):
            chosen = order[step * batch : (step + 1) * batch]
            rows = (positions.rows[chosen].astype(np.float32) - shift) * scale
            loss, gradients = _gradients(parameters, rows, positions.wins[chosen])
            done = (number + step / steps) / passes
            optimizer.step(parameters, gradients, RATE * (0.05 + 0.95 * (1 - done)))
            total += loss * len(chosen)
        folded = _folded(parameters, shift, scale)
        loss = float(log_losses(chances(folded, judged.rows), judged.wins).mean())
        curve.append(Pass(total / len(train), loss))
        if loss < best:
            best, kept, worse = loss, folded, 0
        else:
            worse += 1
            if worse == PATIENCE:
                break
    found = scores(chances(kept, judged.rows), judged.wins, judged.left)
    return Fitted(kept, curve, found, numbers)


def score(weights: Weights, rows: NDArray[Any]) -> NDArray[np.float32]:
    """Return the network's score of each row of features; the last axis is that of features."""
    first, first_bias, second, second_bias, last, last_bias = weights
    hidden = np.maximum(rows.astype(np.float32) @ first + first_bias, 0)
    upper = np.maximum(hidden @ second + second_bias, 0)
    found: NDArray[np.float32] = upper @ last + last_bias[0]
    return found


def chances(weights: Weights, rows: NDArray[Any]) -> NDArray[np.float64]:
    """Return each seat's chance of winning, as `bots.value.values` does in a search.

    Args:
        weights: the network.
        rows: by position and seat, the features from the seat's view.
    """
    found = np.empty(rows.shape[:2])
    for begin in range(0, len(rows), CHUNK):
        part = slice(begin, begin + CHUNK)
        if rows.shape[1] == 2:
            found[part, 0] = _logistic(score(weights, rows[part, 0]).astype(np.float64))
            found[part, 1] = 1 - found[part, 0]
        else:
            found[part] = _softmax(score(weights, rows[part]).astype(np.float64))
    return found


def _logistic(scores: NDArray[Any]) -> NDArray[Any]:
    shares: NDArray[Any] = 1 / (1 + np.exp(-np.clip(scores, -60, 60)))
    return shares


def _softmax(scores: NDArray[Any]) -> NDArray[Any]:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: NDArray[Any] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _gradients(
    weights: Weights, rows: NDArray[np.float32], wins: NDArray[np.float32]
) -> tuple[float, Weights]:
    """Return the mean loss of some positions and its gradient."""
    first, first_bias, second, second_bias, last, last_bias = weights
    number, seats, width = rows.shape
    flat = rows.reshape(-1, width)
    hidden = np.maximum(flat @ first + first_bias, 0)
    upper = np.maximum(hidden @ second + second_bias, 0)
    found = (upper @ last + last_bias[0]).reshape(number, seats)
    if seats == 2:
        shares = _logistic(found)
        losses = np.logaddexp(0, found) - wins * found
        loss = float(losses.mean())
        slope = ((shares - wins) / (2 * number)).astype(np.float32).ravel()
    else:
        shares = _softmax(found)
        loss = float(log_losses(shares, wins).mean())
        slope = ((shares - wins) / number).astype(np.float32).ravel()
    into_upper = np.outer(slope, last) * (upper > 0)
    into_hidden = (into_upper @ second.T) * (hidden > 0)
    return loss, (
        flat.T @ into_hidden,
        into_hidden.sum(axis=0),
        hidden.T @ into_upper,
        into_upper.sum(axis=0),
        upper.T @ slope,
        slope.sum(keepdims=True),
    )


class _Adam:
    """Adam with decoupled weight decay, for arrays that it changes in their memory."""

    def __init__(self, arrays: Weights) -> None:
        self.means = [np.zeros_like(array) for array in arrays]
        self.squares = [np.zeros_like(array) for array in arrays]
        self.steps = 0

    def step(self, arrays: Weights, gradients: Weights, rate: float) -> None:
        """Change the arrays by one step down their gradients; biases do not decay."""
        self.steps += 1
        keep, keep_squares = BETAS
        growth = 1 - keep**self.steps
        growth_squares = 1 - keep_squares**self.steps
        found = zip(arrays, gradients, self.means, self.squares, strict=True)
        for index, (array, gradient, mean, square) in enumerate(found):
            mean += (1 - keep) * (gradient - mean)
            square += (1 - keep_squares) * (gradient**2 - square)
            change = (mean / growth) / (np.sqrt(square / growth_squares) + TINY)
            if index % 2 == 0:  # weights and biases alternate
                change += DECAY * array
            array -= rate * change


def _start(rng: np.random.Generator, width: int) -> Weights:
    """Return a random network (He et al., 2015)."""

    def drawn(rows: int, *columns: int) -> NDArray[np.float32]:
        numbers = rng.standard_normal((rows, *columns), np.float32)
        return numbers * np.float32(np.sqrt(2 / max(1, rows)))

    biases = [np.zeros(units, np.float32) for units in (HIDDEN, UPPER, 1)]
    last = drawn(UPPER) * np.float32(0.1)
    return drawn(width, HIDDEN), biases[0], drawn(HIDDEN, UPPER), biases[1], last, biases[2]


def _scaling(
    rows: NDArray[np.float16], train: NDArray[Any]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what is subtracted from the features of a row, and by what they are multiplied."""
    sample = rows[train[:: max(1, len(train) // 20_000)]].astype(np.float32)
    flat = sample.reshape(-1, rows.shape[2])
    return flat.mean(axis=0), 1 / np.maximum(flat.std(axis=0), FLAT).astype(np.float32)


def _folded(weights: Weights, shift: Any, scale: Any) -> Weights:
    """Return the network for features as they are, given that for scaled ones."""
    first: NDArray[np.float32] = weights[0] * scale[:, None]
    return first, weights[1] - shift @ first, *(array.copy() for array in weights[2:])


def _scaled(weights: Weights, shift: Any, scale: Any) -> Weights:
    """Return the network for scaled features, given that for features as they are."""
    first = weights[0] / scale[:, None]
    return first, weights[1] + shift @ weights[0], *(array.copy() for array in weights[2:])
