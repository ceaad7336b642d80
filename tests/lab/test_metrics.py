"""Metrics: their titles, their intervals, and the targets that are told."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ducato.core.game import all_games, find_game
from ducato.core.i18n import has_text
from ducato.lab.metrics import Metric, metrics_of, order_gap, stated_bounds

GAMES, DRAWS = 1000, 1000


def games(shares: list[float], rng: np.random.Generator) -> Any:
    """Return games in which each position wins with its share."""
    players = len(shares)
    wins = np.eye(players)[rng.choice(players, size=GAMES, p=shares)]
    return SimpleNamespace(game=SimpleNamespace(players=players), wins_in_order=wins)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_gap_of_a_fair_game_is_0_within_its_interval(players: int):
    """Of six fair positions one always looks bad; the interval takes account of that."""
    rng = np.random.default_rng(players)
    found = [order_gap(games([1 / players] * players, rng)) for _ in range(DRAWS)]
    assert np.mean([gap.low == 0 for gap in found]) == pytest.approx(0.96, abs=0.02)
    assert all(0 <= gap.low <= gap.value <= gap.high for gap in found)


@pytest.mark.parametrize("shares", [[0.6, 0.4], [0.4, 0.3, 0.3], [0.1, 0.3, 0.3, 0.3]])
def test_the_interval_of_the_gap_holds_the_true_one(shares: list[float]):
    rng = np.random.default_rng(1)
    gap = max(abs(share - 1 / len(shares)) for share in shares)
    found = [order_gap(games(shares, rng)) for _ in range(DRAWS)]
    assert np.mean([x.low <= gap <= x.high for x in found]) > 0.94


@pytest.mark.parametrize(
    ("unit", "target", "bounds"),
    [
        ("share", (0.25, 1.0), (0.25, None)),
        ("share", (0.0, 0.05), (None, 0.05)),
        ("number", (1.0, 2.0), (1.0, 2.0)),
        ("number", (-2.0, inf), (-2.0, None)),
        ("minutes", (-inf, 60.0), (None, 60.0)),
    ],
)
def test_only_bounds_that_say_something_are_told(unit: str, target: Any, bounds: Any):
    assert stated_bounds(Metric("some", order_gap, unit), target) == bounds


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_metric_of_a_game_has_a_title_there(name: str):
    game = find_game(name)
    own = [m for m in metrics_of(game).values() if m.sort in ("counter", "rate")]
    assert [m.name for m in own if not has_text(game.package, f"{m.sort}.{m.name}")] == []


def test_fights_won_are_not_taken_for_games_won():
    metrics = metrics_of(find_game("fantasy-market"))
    assert "win_rate" not in metrics
    assert metrics["fights_won_share"].sort == "rate"
