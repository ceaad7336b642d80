"""The ratings that are installed with a game."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from ducato.core.errors import BrokenGame
from ducato.core.game import Game, all_games
from ducato.core.game.measured_ratings import (
    ANCHOR,
    ANCHOR_ELO,
    FILE,
    MeasuredRating,
    installed_ladders,
    ratings,
)

OWN = [game for game in all_games().values() if game.package.startswith("ducato.games.")]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game whose package is an empty folder."""
    (tmp_path / "rated" / "data").mkdir(parents=True)
    (tmp_path / "rated" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    name = f"rated_{tmp_path.name.replace('-', '_')}"
    (tmp_path / "rated").rename(tmp_path / name)
    return replace(OWN[0], name="rated", package=name)


def write(game: Game, text: str) -> None:
    import importlib

    folder = Path(importlib.import_module(game.package).__file__ or "").parent
    (folder / FILE).write_text(text, "utf-8")


def test_a_game_that_was_not_measured_has_no_ratings(game: Game):
    assert ratings(game, 2) == {}


def test_ratings_are_read_by_the_number_of_players(game: Game):
    bots = {
        "greedy": {"elo": 1000.0, "low": 1000.0, "high": 1000.0, "seconds": 1e-06, "games": 80},
        "ismcts:sims=9": {"elo": 1200, "low": 1100.5, "high": 1350, "seconds": 0.01},
        "ismcts:sims=99": {"elo": 900, "low": 500, "high": 1500, "seconds": 0.1, "games": 4},
    }
    write(game, json.dumps({"players": {"2": {"bots": bots, "luck": None}}}))
    assert ratings(game, 2) == {
        "greedy": MeasuredRating(1000.0, 1000.0, 1000.0, 1e-06),
        "ismcts:sims=9": MeasuredRating(1200.0, 1100.5, 1350.0, 0.01),
    }
    assert ratings(game, 3) == {}
    ratings(game, 2).clear()
    assert len(ratings(game, 2)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"players": []}',
        '{"players": {"two": {"bots": {}}}}',
        '{"players": {"2": {}}}',
        '{"players": {"2": {"bots": {"greedy": {"elo": 1000}}}}}',
        '{"players": {"2": {"bots": {"a": {"elo": 5, "low": 6, "high": 7, "seconds": 1}}}}}',
        '{"players": {"2": {"bots": {"a": {"elo": NaN, "low": 6, "high": 7, "seconds": 1}}}}}',
        '{"players": {"2": {"bots": {"a": {"elo": "x", "low": 6, "high": 7, "seconds": 1}}}}}',
    ],
)
def test_a_file_of_another_form_is_a_fault_of_the_game(game: Game, text: str):
    write(game, text)
    with pytest.raises(BrokenGame, match=r"ducato ladder rated --install"):
        ratings(game, 2)


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_each_level_is_stronger_than_the_one_below(game: Game):
    for players in game.players:
        found = ratings(game, players)
        assert found[ANCHOR].elo == found[ANCHOR].low == found[ANCHOR].high == ANCHOR_ELO
        rated = [found[bot] for bot in game.levels.values() if bot in found]
        assert rated
        for lower, higher in pairwise(rated):
            if installed_ladders(game)[players]["complete"]:
                assert lower.elo < higher.elo
            else:  # too few games to order them, but none may contradict
                assert lower.low <= higher.high
