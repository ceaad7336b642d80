"""The exercises that a game ships, in one compressed file: games played by bots, and what to find.

A game is its seed and its players' actions, up to the last position that is asked about. So the
file holds no state, and a version of the rules that plays otherwise is noticed.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ducato.bots.analysis.exercise import Exercise, pack_exercise, unpack_exercise
from ducato.core.chance import CommittedStream
from ducato.core.editions import data_files
from ducato.core.errors import FAULTS
from ducato.core.game import Game, note_fault
from ducato.core.match import Match

FILE = "data/exercises.json.gz"
FORMAT = 1
LARGEST = 256 * 1024
"""The maximum size of the file in bytes."""


@dataclass(frozen=True)
class ExerciseGame:
    """A game of bots with exercises in it.

    Attributes:
        number: the number of the game when exercises were made.
        players: the number of seats.
        edition: the edition of the rules.
        seed: the seed of its chance, in hexadecimal.
        actions: the actions of its players, in order.
        exercises: the exercises.
    """

    number: int
    players: int
    edition: str
    seed: str
    actions: tuple[int, ...]
    exercises: tuple[Exercise, ...] = ()

    def match_at(self, game: Game, seq: int, names: Sequence[str] = ()) -> Match:
        """Return the match after so many steps.

        Raises:
            IllegalAction, ValueError: the rules do not lead there any more.
        """
        loaded = game.load(self.players, self.edition)
        match = Match(loaded, CommittedStream(bytes.fromhex(self.seed)), names)
        match.run_chance()
        for action in self.actions:
            if match.seq >= seq:
                break
            match.act(action)
            match.run_chance()
        if match.seq != seq:
            raise ValueError(f"no decision comes after {seq} steps")
        return match

    def packed(self) -> dict[str, Any]:
        """Return the game as JSON values, without what comes after its last exercise."""
        return {
            "number": self.number,
            "players": self.players,
            "edition": self.edition,
            "seed": self.seed,
            "actions": self.actions,
            "exercises": [pack_exercise(one) for one in self.exercises],
        }


def unpack_game(packed: dict[str, Any]) -> ExerciseGame:
    """Return the game that `ExerciseGame.packed` has packed.

    Raises:
        KeyError, TypeError, ValueError: it has another form.
    """
    return ExerciseGame(
        number=int(packed["number"]),
        players=int(packed["players"]),
        edition=str(packed["edition"]),
        seed=str(packed["seed"]),
        actions=tuple(map(int, packed["actions"])),
        exercises=tuple(map(unpack_exercise, packed["exercises"])),
    )


def pack_file(game: Game, games: Sequence[ExerciseGame]) -> bytes:
    """Return the contents of a game's file of exercises; the same games give the same bytes."""
    content = {
        "format": FORMAT,
        "rules_version": game.rules_version,
        "games": [one.packed() for one in games if one.exercises],
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), 9, mtime=0)


@cache
def shipped_games(package: str, rules_version: int) -> tuple[ExerciseGame, ...]:
    """Return the games with the exercises that a game ships for this version of its rules.

    Raises:
        KeyError, TypeError, ValueError, OSError: the file is malformed.
    """
    if not data_files.has_file(package, FILE):
        return ()
    content = json.loads(gzip.decompress(data_files.read_bytes(package, FILE)))
    if content["format"] != FORMAT or content["rules_version"] != rules_version:
        return ()
    return tuple(map(unpack_game, content["games"]))


def exercises_of(game: Game) -> dict[str, tuple[ExerciseGame, Exercise]]:
    """Return the exercises that a game ships, by their names; none if the file is faulty."""
    try:
        games = shipped_games(game.package, game.rules_version)
    except FAULTS as error:
        note_fault(game, error)
        return {}
    return {
        f"{played.number}-{one.seq}": (played, one) for played in games for one in played.exercises
    }
