"""Weights of actions by which quick players choose as a deep search does.

The score of an action is linear in the weights, so that the cross-entropy between the softmax of
the scores and the visits of the search is convex; Newton's method finds its least value.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.errors import BadValue
from ducato.learn.decisions import Decisions
from ducato.learn.positions import held_out

RIDGE = 1e-3
"""The pull towards the weights before, for weights in units of the deviation of their features."""
STEPS = 50
"""The maximum number of steps of Newton's method."""
RULED_OUT = 100.0
"""How much lower than another the part of a score that no weight changes rules an action out."""
CLOSE = 1e-7
"""The improvement in nats below which the method stops."""


@dataclass(frozen=True)
class Distilled:
    """Weights found from searches.

    Attributes:
        weights: the weights, in the order of `Feature`; the softmax at temperature 1 belongs to
            them.
        before: the cross-entropy of the weights before with the visits, in nats, on held-out games.
        after: the same of the weights found.
        entropy: the least that is possible there: the entropy of the visits themselves.
        decisions: the number of decisions, those of the held-out games included.
        nonlinear: the share of the actions whose score is not linear in the weights. If it is not
            small, the weights mean something else than they were fitted for.
    """

    weights: NDArray[np.float64]
    before: float
    after: float
    entropy: float
    decisions: int
    nonlinear: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that can be written as JSON."""
        return {**asdict(self), "weights": self.weights.tolist()}


def distil(
    decisions: Decisions, weights: NDArray[np.float64], *, ridge: float = RIDGE, seed: int = 0
) -> Distilled:
    """Return the weights whose softmax is nearest to the visits.

    Args:
        decisions: decisions of at least two games. Actions that their scores rule out, whatever the
            weights are, count as illegal (`possible`).
        weights: the weights before, divided by their temperature; the result is pulled towards
            them, so that a weight that no decision tells anything about stays as it is.
        ridge: the strength of this pull.
        seed: the seed by which games are held out.

    Raises:
        BadValue: there are fewer than two games.
    """
    decisions = possible(decisions)
    held = held_out(decisions.games, np.random.default_rng(seed))
    train, judged = decisions.at(~held), decisions.at(held)
    found = _newton(train, weights, ridge)
    visits = judged.visits[judged.visits > 0]
    return Distilled(
        weights=found,
        before=cross_entropy(judged, weights),
        after=cross_entropy(judged, found),
        entropy=float(-(visits * np.log(visits)).sum() / len(judged)),
        decisions=len(decisions),
        nonlinear=decisions.nonlinear,
    )


def possible(decisions: Decisions) -> Decisions:
    """Return decisions without the actions that no weight lets a quick player take.

    Their visits are shared among the others. One such action would otherwise outweigh all that can
    be learned: the logarithm of its chance has no bound.
    """
    starts, sizes = _starts(decisions), decisions.sizes
    most = np.repeat(np.maximum.reduceat(decisions.offsets, starts), sizes)
    kept = decisions.offsets > most - RULED_OUT
    left = np.add.reduceat(kept.astype(np.int32), starts)
    visited = np.add.reduceat(decisions.visits * kept, starts)
    chosen = (left > 1) & (visited > 0)
    actions = kept & np.repeat(chosen, sizes)
    shared = decisions.visits[actions] / np.repeat(visited[chosen], left[chosen])
    return Decisions(
        features=decisions.features[actions],
        offsets=decisions.offsets[actions],
        visits=shared,
        sizes=left[chosen],
        games=decisions.games[chosen],
        deviations=decisions.deviations[actions],
    )


def cross_entropy(decisions: Decisions, weights: NDArray[np.float64]) -> float:
    """Return the mean cross-entropy of the softmax of the scores with the visits, in nats."""
    logs = np.log(np.maximum(shares(decisions, weights), 1e-30))
    return float(-(decisions.visits * logs).sum() / len(decisions))


def shares(decisions: Decisions, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the softmax of the scores of each decision's actions."""
    starts = _starts(decisions)
    found = decisions.features @ weights + decisions.offsets
    found -= np.repeat(np.maximum.reduceat(found, starts), decisions.sizes)
    powers = np.exp(found)
    softmax: NDArray[np.float64] = powers / np.repeat(
        np.add.reduceat(powers, starts), decisions.sizes
    )
    return softmax


def _starts(decisions: Decisions) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(decisions.sizes)[:-1]]).astype(np.int64)


def _newton(decisions: Decisions, before: NDArray[np.float64], ridge: float) -> NDArray[np.float64]:
    number, starts = len(decisions), _starts(decisions)
    means = np.add.reduceat(decisions.features, starts) / decisions.sizes[:, None]
    # What all actions of a decision have in common changes nothing, and must not be left to
    # rounding: it would decide the weight of a feature that never differs.
    within = (decisions.features - np.repeat(means, decisions.sizes, axis=0)).astype(np.float32)
    deviations = np.sqrt((within**2).mean(axis=0))
    # A feature that never differs between the actions of a decision keeps its weight.
    pull = ridge * np.maximum(deviations, 1e-3) ** 2

    def loss_of(weights: NDArray[np.float64]) -> float:
        distance = float((pull * (weights - before) ** 2).sum()) / 2
        return cross_entropy(decisions, weights) + distance

    weights, loss = before.copy(), loss_of(before)
    for _ in range(STEPS):
        softmax = shares(decisions, weights)
        gradient = within.T @ (softmax - decisions.visits) / number + pull * (weights - before)
        weighted = within * softmax[:, None].astype(np.float32)
        middle = np.add.reduceat(weighted, starts)
        curvature = (within.T @ weighted - middle.T @ middle).astype(np.float64) / number
        change = np.linalg.solve(curvature + np.diag(pull + 1e-9), gradient)
        size = 1.0
        while size > 1e-4 and loss_of(weights - size * change) > loss:
            size /= 2
        new = loss_of(weights - size * change)
        if new > loss - CLOSE:
            break
        weights, loss = weights - size * change, new
    return weights


def with_search_weights(text: str, weights: Mapping[str, float], note: str) -> str:
    """Return the text of a ``greedy.toml`` with these weights as its table ``[search]``.

    Everything else stays as it is, comments included. In a table that is there already, the numbers
    are replaced and the comments are kept.

    Args:
        text: the contents of the file before; empty for a new one.
        weights: the weights by the names of their features.
        note: the comment above a new table.

    Raises:
        BadValue: the text is no TOML.
    """
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadValue("greedy.toml", str(error), "a file in the format TOML") from error
    left = {name: f"{float(value):.6g}" for name, value in weights.items()}
    lines, inside, end = [], False, None
    for line in text.splitlines():
        header = re.match(r"\s*\[([^\[\]]+)\]", line)
        if header:
            inside = header[1].strip() == "search"
        given = re.match(r"\s*(?:\"([^\"]+)\"|([\w.-]+))\s*=[^#]*?(\s*#.*)?$", line)
        if inside and given and not header:
            name = given[1] or given[2]
            if name not in weights:
                continue
            line = f"{_key(name)} = {_number(left.pop(name))}{given[3] or ''}"
        lines.append(line)
        if inside and (given or header):
            end = len(lines)
    if "search" not in before:
        lines += [*([""] if lines else []), f"# {note}", "[search]"]
        end = len(lines)
    lines[end:end] = [f"{_key(name)} = {_number(value)}" for name, value in left.items()]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else f'"{name}"'


def _number(text: str) -> str:
    """Return a number as TOML writes floats."""
    return text if re.search(r"[.e]", text) else f"{text}.0"
