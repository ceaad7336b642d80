"""Whether bots of each level solve the exercises that ship as often as their ratings say.

    python -m benchmarks.bots.exercise_ratings
    python -m benchmarks.bots.exercise_ratings magnate --tries 16

Each level tries each exercise several times, with other luck than when the exercise was rated. For
each level it prints how often it should solve one by the ratings, how often it does, with a 95 %
interval over exercises, and the difference in points. Wanted: at most 5.
"""

from __future__ import annotations

import argparse
from itertools import islice
from math import exp
from typing import NamedTuple

from ducato.bots.analysis.exercise_file import exercises_of
from ducato.bots.players import make
from ducato.core.game import Game, all_games
from ducato.core.game.measured_ratings import ratings
from ducato.core.visibility import redact
from ducato.lab.exercise_making import SCALE, solved
from ducato.runs.statistics import Estimate, mean

FRESH = 1_000
"""The first seed; exercises are rated with those from 0 on."""


class LevelSolving(NamedTuple):
    """How a level solves exercises.

    Attributes:
        level: the level.
        exercises: how many it has tried.
        expected: which share it should solve by the ratings.
        apart: by how much the share that it solves differs.
    """

    level: str
    exercises: int
    expected: float
    apart: Estimate


def solving(game: Game, tries: int, most: int | None = None) -> list[LevelSolving]:
    """Return how each level that has a rating solves a game's exercises, or the first ones."""
    found: dict[str, list[tuple[float, float]]] = {}
    for played, exercise in islice(exercises_of(game).values(), most):
        match = played.match_at(game, exercise.seq)
        seen = redact(match.position.state, exercise.seat)
        known = ratings(game, played.players)
        for level, name in game.levels.items():
            if name in known:
                bot = make(f"{name}:keep=0", match.game)
                share = solved(bot, seen, exercise, tries, FRESH) / tries
                expected = 1 / (1 + exp((exercise.elo - known[name].elo) / SCALE))
                found.setdefault(level, []).append((expected, share))
    return [
        LevelSolving(
            level,
            len(rows),
            mean([expected for expected, _ in rows]).value,
            mean([share - expected for expected, share in rows]),
        )
        for level, rows in found.items()
    ]


def main() -> None:
    """Measure some games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*all_games()])
    parser.add_argument("--tries", type=int, default=8)
    args = parser.parse_args()
    print("| game | level | exercises | by the ratings | points apart | 95 % |")
    print("|---|---|---:|---:|---:|---:|")
    for name in args.games:
        for row in solving(all_games()[name], args.tries):
            value, low, high = (f"{100 * share:+.0f}" for share in row.apart)
            cells = (
                name,
                row.level,
                row.exercises,
                f"{row.expected:.0%}",
                value,
                f"{low} to {high}",
            )
            print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
