"""Ways to win: clusters of winners by what they choose, and how those fare that play so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core.chance import new_rng
from ducato.lab.diagnosis.finding import Finding
from ducato.lab.outcomes import Outcomes
from ducato.runs.play.lab_settings import lab_settings
from ducato.runs.statistics import Estimate, mean

MOST_WAYS = 4
SAMPLE = 800
"""The number of winners that are compared with each other."""
APART = 0.45
"""Winners fall into clusters if their mean silhouette (Rousseeuw, 1987) is at least this."""
ROUNDS, STARTS = 30, 4
"""The rounds of k-means, and how often it is begun anew."""
BEATS = 0.25
"""A way beats the others if those who play so win so much more than fair, in fair shares."""
LEAST_SEATS = 100
"""The number of winners below which nothing is said."""


@dataclass(frozen=True)
class Way:
    """A way to play.

    Attributes:
        more, less: the kinds of actions that it has most above, and below, the mean of the winners.
        seats: the share of all seats that play so.
        wins: their share of the win, by games.
    """

    more: str
    less: str
    seats: float
    wins: Estimate


def ways_to_win(games: Outcomes) -> list[Way]:
    """Return the clusters into which the winners fall, the one that wins most first.

    There is one way if they do not fall apart.
    """
    kinds = list(games.game.actions.kinds)
    left_out = lab_settings(games.game.game).leave_out
    kept = [i for i, kind in enumerate(kinds) if kind not in left_out]
    chosen = games.rows.kinds[games.finished][:, :, kept].astype(float)
    shares = chosen / np.maximum(1.0, chosen.sum(axis=2, keepdims=True))
    won = games.wins > 0
    winners = shares[won]
    spread = winners.std(axis=0) if len(winners) else np.zeros(len(kept))
    used = spread > 1e-9
    if len(winners) < LEAST_SEATS or not used.any():
        return []
    middle = winners.mean(axis=0)[used]
    scaled = (winners[:, used] - middle) / spread[used]
    centres = _centres(scaled[:SAMPLE])
    every = (shares[:, :, used] - middle) / spread[used]
    nearest = np.argmin(_distances(every.reshape(-1, every.shape[2]), centres), axis=1)
    names = [kinds[kept[i]] for i in np.flatnonzero(used)]
    found = []
    for number, centre in enumerate(centres):
        so = (nearest == number).reshape(won.shape)
        any_so = so.any(axis=1)
        wins = (games.wins * so).sum(axis=1)[any_so] / so.sum(axis=1)[any_so]
        more, less = names[int(centre.argmax())], names[int(centre.argmin())]
        found.append(Way(more, less, float(so.mean()), mean(wins)))
    return sorted(found, key=lambda way: -way.wins.value)


def way_findings(games: Outcomes) -> list[Finding]:
    """Return the ways to win, if there are several, or if one beats the others."""
    ways = ways_to_win(games)
    if len(ways) < 2:
        return []
    fair, best = 1 / games.game.players, ways[0]
    beats = best.wins.low > fair * (1 + BEATS) and ways[1].wins.high < fair
    details = tuple(
        part
        for way in ways
        for part in (way.more, way.less, f"{way.seats:.4f}", *(f"{x:.4f}" for x in way.wins))
    )
    found = Finding("ways", str(len(ways)), best.wins, fair, 0.3, details=details)
    return [replace(found, sort="one_way", grade="look") if beats else found]


def _distances(points: NDArray[Any], centres: NDArray[Any]) -> NDArray[Any]:
    return np.stack([((points - centre) ** 2).sum(axis=1) for centre in centres], axis=1)


def _centres(points: NDArray[Any]) -> NDArray[Any]:
    """Return the centres of as many clusters as fit best; one if none does."""
    best = APART
    found: NDArray[Any] = points.mean(axis=0, keepdims=True)
    for k in range(2, MOST_WAYS + 1):
        centres, labels = _k_means(points, k)
        if min(np.bincount(labels, minlength=k)) < len(points) * 0.05:
            continue
        quality = _silhouette(points, labels)
        if quality > best:
            best, found = quality, centres
    return found


def _k_means(points: NDArray[Any], k: int) -> tuple[NDArray[Any], NDArray[Any]]:
    rng = np.random.default_rng(new_rng("ways", k).tolist()[0] & 0xFFFFFFFF)
    best: tuple[float, NDArray[Any], NDArray[Any]] | None = None
    for _ in range(STARTS):
        centres = points[rng.choice(len(points), k, replace=False)]
        distances = _distances(points, centres)
        labels = distances.argmin(axis=1)
        for _ in range(ROUNDS):
            distances = _distances(points, centres)
            labels = distances.argmin(axis=1)
            centres = np.stack(
                [
                    points[labels == i].mean(axis=0) if (labels == i).any() else centres[i]
                    for i in range(k)
                ]
            )
        inertia = float(distances.min(axis=1).sum())
        if best is None or inertia < best[0]:
            best = inertia, centres, labels
    assert best is not None
    return best[1], best[2]


def _silhouette(points: NDArray[Any], labels: NDArray[Any]) -> float:
    """Return the mean silhouette: how much nearer a point is to its own cluster than to another."""
    apart = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))
    means = np.stack([apart[:, labels == i].mean(axis=1) for i in np.unique(labels)], axis=1)
    counts = np.bincount(labels)
    rows = np.arange(len(points))
    own = means[rows, labels] * counts[labels] / np.maximum(1, counts[labels] - 1)
    means[rows, labels] = np.inf
    other = means.min(axis=1)
    return float(((other - own) / np.maximum(own, other)).mean())
