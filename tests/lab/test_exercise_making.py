"""Exercises are made in any number of runs, and rated by who solves them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmarks.bots.exercise_ratings import solving

from ducato.bots.analysis.exercise import Exercise
from ducato.bots.analysis.exercise_file import ExerciseGame
from ducato.core.errors import DamagedRecord
from ducato.core.game import all_games
from ducato.lab.exercise_making import check_file, difficulty, make_exercises, read_games

ONE = Exercise(0, 0, 1, 2, "build", 0.6, 0.1, 0.01, 0.09)


class Quick:
    """What makes a game with one exercise, and rejects the second one when asked."""

    def game_number(self, number: int) -> tuple[ExerciseGame, int]:
        return ExerciseGame(number, 2, "current", "00", (1, 2), (ONE,)), 1

    def check(self, played: ExerciseGame, seed: int) -> list[bool]:
        return [played.number != 1]


def test_a_run_goes_on_where_the_last_one_ended(tmp_path: Path):
    maker: Any = Quick()
    path, noted = tmp_path / "made.jsonl", list[Any]()
    assert make_exercises(maker, path, 2, 60, noted.append) == (2, 2, 2)
    with path.open("a") as file:
        file.write('{"number": 2, "pl')  # the machine stopped here
    assert make_exercises(maker, path, 3, 60, noted.append) == (3, 3, 3)
    assert [one.games for one in noted] == [1, 2, 3]
    games, rejected = read_games(path)
    assert ([one.number for one in games], rejected) == ([0, 1, 2], 3)
    assert make_exercises(maker, path, 9, 0, noted.append) == (3, 3, 3)
    assert check_file(maker, path, 1, noted.append) == (2, 3)
    games, rejected = read_games(path)
    assert ([len(one.exercises) for one in games], rejected) == ([1, 0, 1], 4)
    path.write_text("{}\n")
    with pytest.raises(DamagedRecord, match="1"):
        read_games(path)


def test_what_only_the_strong_solve_is_difficult():
    levels = [900.0, 1100.0, 1300.0]
    ratings = [
        difficulty(list(zip(levels, solved, strict=True)), 4)
        for solved in ([4, 4, 4], [2, 4, 4], [0, 2, 4], [0, 0, 0])
    ]
    assert ratings == sorted(set(ratings))
    assert difficulty([], 4) == 1000


@pytest.mark.compiled
def test_each_rated_level_tries_the_exercises_that_ship():
    """The short form of ``python -m benchmarks.bots.exercise_ratings``."""
    game = min(all_games().values(), key=lambda one: one.name)
    rows = solving(replace(game, levels=dict([*game.levels.items()][:2])), 1, 2)
    assert [row.level for row in rows] == [*game.levels][:2]
    for row in rows:
        assert row.exercises == 2
        assert 0 < row.expected < 1
        assert -1 <= row.apart.low <= row.apart.value <= row.apart.high <= 1
