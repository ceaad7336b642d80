"""What the lab says of a game while it is edited: first interpreted games, then compiled ones.

The first games take no compiler, so their figures come within seconds and grow more exact with
every piece. Both play the same deals as those before the edit, and are compared deal by deal.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ducato.core.errors import FAULTS, DucatoError
from ducato.core.game import Game, LoadedGame
from ducato.core.game.unavailable import reason
from ducato.core.safe_file import write_whole
from ducato.lab.diagnosis.findings import findings
from ducato.lab.metrics import Metric, metrics_of
from ducato.lab.outcomes import Outcomes
from ducato.lab.report.measure import Case, measure
from ducato.lab.report.verdict import verdict
from ducato.runs.play.chunk import ChunkResults, pieces_of, play_piece
from ducato.runs.play.lab_players import Seats
from ducato.runs.statistics import Estimate, mean

INTERPRETED, PIECE = 200, 10
"""The number of interpreted games, and how many of them between two updates of the figures."""
COMPILED = 2000
"""The number of compiled games."""
NO_COMPILER = "NUMBA_DISABLE_JIT"
FIGURES, VALUES = "figures.json", "values.json"
STATUS, ACTIONS, REPLAYED, KEY = "status.json", "actions.json", "replayed.json", "key"
"""What the processes of a workbench tell each other: the files of its folder."""


@dataclass(frozen=True)
class Measurement:
    """Where the figures of one state of a game are kept, and with what they are compared.

    Attributes:
        folder: the folder of the files.
        generation: the number of the state; earlier figures belong to another one.
        before: for each metric its value in each game before the edit; empty at first.
    """

    folder: Path
    generation: int
    before: Mapping[str, Sequence[float | None]]

    def write(self, games: Outcomes, origin: str, faults: Sequence[Mapping[str, str]]) -> None:
        """Write the figures of some games, and their values for the comparison after an edit."""
        metrics = metrics_of(games.game.game)
        values = {name: _values(metric, games) for name, metric in metrics.items()}
        rows = [
            {
                "metric": name,
                "value": list(metric.of(games)),
                "change": _change(self.before.get(name), values[name]),
            }
            for name, metric in metrics.items()
        ]
        told = {
            "generation": self.generation,
            "origin": origin,
            "games": len(games),
            "level": games.seats[0],
            "players": games.game.players,
            "edition": games.game.edition_name,
            "rows": rows,
            "faults": list(faults),
        }
        self._replace(FIGURES, told)
        kept = {name: found for name, found in values.items() if found is not None}
        self._replace(f"{self.generation}-{VALUES}", kept)

    def write_fault(self, sentence: str) -> None:
        """Write why there are no figures."""
        self._replace(FIGURES, {"generation": self.generation, "wrong": sentence, "rows": []})

    def _replace(self, name: str, contents: Any) -> None:
        write_whole(self.folder / name, json.dumps(contents))


def read_json(path: Path) -> Any:
    """Return what a file holds; an empty dictionary if it is not there yet or is being removed."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def measure_interpreted(
    game: LoadedGame, kept: Measurement, games: int = INTERPRETED, piece: int = PIECE
) -> None:
    """Play interpreted games between greedy players, and write the figures after each piece."""
    os.environ[NO_COMPILER] = "1"
    pieces = pieces_of(game, _players(game), games, size=piece)
    done: list[ChunkResults] = []
    for part in pieces:
        done.append(play_piece(part))
        so_far = Outcomes(pieces[: len(done)], done)
        kept.write(so_far, "interpreted" if len(done) < len(pieces) else "compiling", [])


def measure_compiled(game: LoadedGame, kept: Measurement, games: int = COMPILED) -> None:
    """Play compiled games, and write their figures with what is wrong as far as they show it."""
    os.environ.pop(NO_COMPILER, None)
    pieces = pieces_of(game, _players(game), games, size=games)
    played = Outcomes(pieces, [play_piece(part) for part in pieces])
    kept.write(played, "compiled", _faults(game.game, played))


def safely(work: Callable[[], None], kept: Measurement) -> None:
    """Do some of this work; if the game's rules fail, write the sentence that says where."""
    try:
        work()
    except FAULTS as error:
        with suppress(OSError):
            kept.write_fault(reason(error))


def _players(game: LoadedGame) -> list[str]:
    """Return greedy players, or random ones for a game without weights for greedy ones."""
    players = ["greedy"] * game.players
    try:
        Seats(game, players)
    except DucatoError:
        players = ["random"] * game.players
    return players


def _values(metric: Metric, games: Outcomes) -> list[float | None] | None:
    """Return the value of a metric in each game; None for a game that did not end."""
    if metric.values is None:
        return None
    found = np.full(len(games), np.nan)
    found[games.finished] = metric.values(games)
    return [None if np.isnan(value) else round(float(value), 6) for value in found]


def _change(
    before: Sequence[float | None] | None, after: Sequence[float | None] | None
) -> list[float] | None:
    """Return by how much the mean of a metric has changed, deal by deal, with its interval."""
    if before is None or after is None:
        return None
    pairs = [(old, new) for old, new in zip(before, after, strict=False) if None not in (old, new)]
    if len(pairs) < 2:
        return None
    return list(mean(np.array([new - old for old, new in pairs], float)))  # type: ignore[operator]


def _faults(game: Game, games: Outcomes) -> list[dict[str, str]]:
    """Return what is wrong and what deserves a look, in the languages of the table."""
    case = Case({games.seats[0]: games}, findings(games))
    found = verdict(game, measure([case]))
    return [
        {
            language: f"{line.statement[language]} {line.rows[0][language]}".strip()
            for language in line.statement
        }
        for line in (*found.faults, *found.looks)
    ]


def estimate(row: Sequence[float]) -> Estimate:
    """Return an estimate that was written as a list."""
    return Estimate(*row)
