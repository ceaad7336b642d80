"""Exercises from games that bots play: made in any number of runs, one finished game at a time.

Each game is a line of the file, also one without an exercise, so that a run goes on where the last
one ended. Strong bots play; now and then a seat makes a weaker bot's move, so that positions are
also those of people's games. How difficult an exercise is follows from which levels solve it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import exp, log1p
from pathlib import Path
from typing import NamedTuple

from ducato.bots.analysis.exercise import Exercise
from ducato.bots.analysis.exercise_file import FILE, LARGEST, ExerciseGame, pack_file, unpack_game
from ducato.bots.analysis.exercise_finding import Asked, ExerciseFinder
from ducato.bots.players import Bot, make
from ducato.bots.thinking import finish
from ducato.core.chance import CommittedStream, new_rng, uniform
from ducato.core.errors import DamagedRecord
from ducato.core.game import Game, LoadedGame
from ducato.core.game.measured_ratings import ANCHOR_ELO, ratings
from ducato.core.match import Match
from ducato.core.safe_file import write_whole
from ducato.core.struct import Struct
from ducato.table.queries.hints import describe

WEAKER = 0.2
"""How often a weaker bot moves."""
MOST_OF_GAME = 6
"""The most exercises of one game; with the last of them it ends."""
APART = 8
"""The fewest steps between two exercises of a game: what is near each other is alike."""
TRIES = 4
"""How often each level tries an exercise."""
SPREAD = 300.0
"""How far ratings of exercises lie from the middle of the levels', before anybody has tried."""
SCALE = 400 / 2.302585
"""Points of Elo for each factor of e of the odds."""


class MadeSoFar(NamedTuple):
    """How far the making is.

    Attributes:
        games: the number of games.
        exercises: the number of exercises.
        rejected: the number of exercises that the check has rejected.
    """

    games: int
    exercises: int
    rejected: int


class ExerciseMaker:
    """What makes exercises of one game.

    Args:
        game: the loaded game.
        seed: the seed; equal seeds give equal games and exercises.
    """

    def __init__(self, game: LoadedGame, seed: int = 0) -> None:
        self._game, self._seed = game, seed
        self._finder = ExerciseFinder(game, partial(describe, game))
        names = list(game.game.levels.values())
        self._levels = [make(f"{name}:keep=0", game) for name in names]
        known = ratings(game.game, game.players)
        self._elos = [known[name].elo if name in known else None for name in names]

    def game_number(self, number: int) -> tuple[ExerciseGame, int]:
        """Play a game; return it with its exercises, and how many the check has rejected."""
        name = f"{self._game.name} {self._game.players} {self._seed} {number}"
        seed, rng = hashlib.sha256(name.encode()).digest(), new_rng(name)
        match = Match(self._game, CommittedStream(seed))
        match.run_chance()
        found: list[Exercise] = []
        actions: list[int] = []
        rejected = 0
        while not match.is_over() and len(found) < MOST_OF_GAME:
            seat = match.position.current_player()
            legal = match.position.legal_actions()
            chosen = legal[0]
            if len(legal) > 1:
                asked = Asked(match.seq, seat, match.seen_by(seat))
                chosen, may_be = finish(self._finder.screening(asked))
                weaker = self._levels[0].choose(asked.seen, seat, match.seq)
                if may_be and match.seq >= (found[-1].seq + APART if found else 0):
                    exercise, sound = self._exercise(asked._replace(usual=weaker))
                    rejected += not sound
                    found += [] if exercise is None or not sound else [exercise]
                if uniform(rng) < WEAKER:
                    chosen = weaker
            match.act(chosen)
            actions.append(chosen)
            match.run_chance()
        last = max((one.seq for one in found), default=0)
        kept = sum(step.actor >= 0 for step in match.steps[:last])
        edition = self._game.edition_name
        game = ExerciseGame(
            number, self._game.players, edition, seed.hex(), tuple(actions[:kept]), tuple(found)
        )
        return game, rejected

    def _exercise(self, asked: Asked) -> tuple[Exercise | None, bool]:
        """Return an exercise if there is one, and whether it stands the check."""
        exercise = finish(self._finder.finding(asked))
        if exercise is None:
            return None, True
        sound = finish(self._finder.checking(asked, exercise))
        return replace(exercise, elo=self._elo(asked.seen, exercise)), sound

    def check(self, played: ExerciseGame, seed: int) -> list[bool]:
        """Return of each exercise of a game whether the strongest bot agrees, searching anew."""
        agreed = []
        for one in played.exercises:
            match = played.match_at(self._game.game, one.seq)
            asked = Asked(one.seq, one.seat, match.seen_by(one.seat))
            agreed.append(finish(self._finder.checking(asked, one, seed)))
        return agreed

    def _elo(self, seen: Struct, exercise: Exercise) -> int:
        tried = [
            (elo, solved(bot, seen, exercise, TRIES))
            for elo, bot in zip(self._elos, self._levels, strict=True)
            if elo is not None
        ]
        return difficulty(tried, TRIES)


def solved(bot: Bot, seen: Struct, exercise: Exercise, tries: int, seed: int = 0) -> int:
    """Return how often a bot chooses the best action."""
    chosen = [bot.choose(seen, exercise.seat, seed + number) for number in range(tries)]
    return chosen.count(exercise.best)


def difficulty(tried: Sequence[tuple[float, int]], tries: int) -> int:
    """Return the rating of an exercise: the likeliest one, given who solved it how often."""
    if not tried:
        return round(ANCHOR_ELO)
    middle = sum(elo for elo, _ in tried) / len(tried)

    def cost(rating: float) -> float:
        total = ((rating - middle) / SPREAD) ** 2 / 2
        for elo, times in tried:
            lead = (elo - rating) / SCALE
            total += times * log1p(exp(-lead)) + (tries - times) * log1p(exp(lead))
        return total

    return min(range(round(middle) - 1000, round(middle) + 1001, 5), key=cost)


def read_games(path: Path) -> tuple[list[ExerciseGame], int]:
    """Return the games of a file, and how many exercises were rejected.

    A last line that was not written whole is ignored.

    Raises:
        DamagedRecord: another line is damaged.
    """
    lines = path.read_bytes().split(b"\n") if path.exists() else []
    games, rejected = [], 0
    for number, line in enumerate(lines[:-1], 1):
        try:
            entry = json.loads(line)
            games.append(unpack_game(entry))
            rejected += int(entry["rejected"])
        except (ValueError, KeyError, TypeError) as error:
            raise DamagedRecord(number, "it is no game with exercises") from error
    return games, rejected


def make_exercises(
    maker: ExerciseMaker, path: Path, wanted: int, seconds: float, note: Callable[[MadeSoFar], None]
) -> MadeSoFar:
    """Make exercises until there are enough, or the time is over; go on with what is there.

    Args:
        maker: what makes them.
        path: the file of games.
        wanted: the number of exercises.
        seconds: the time, in seconds.
        note: called after each game.
    """
    games, rejected = read_games(path)
    if path.exists() and (text := path.read_bytes()) and not text.endswith(b"\n"):
        write_whole(path, text[: text.rfind(b"\n") + 1])
    made = MadeSoFar(len(games), sum(len(one.exercises) for one in games), rejected)
    number = 1 + max((one.number for one in games), default=-1)
    until = time.monotonic() + seconds
    with path.open("a", encoding="utf-8") as file:
        while made.exercises < wanted and time.monotonic() < until:
            played, wrong = maker.game_number(number)
            file.write(_line(played, wrong))
            file.flush()
            number += 1
            made = MadeSoFar(
                made.games + 1, made.exercises + len(played.exercises), made.rejected + wrong
            )
            note(made)
    return made


def check_file(
    maker: ExerciseMaker, path: Path, seed: int, note: Callable[[MadeSoFar], None]
) -> tuple[int, int]:
    """Check all exercises of a file anew, and drop those that the strongest bot rejects.

    Return with how many it agrees, and how many there were.
    """
    games, rejected = read_games(path)
    lines, agreed, checked = list[str](), 0, 0
    for number, played in enumerate(games, 1):
        sound = maker.check(played, seed)
        agreed, checked = agreed + sum(sound), checked + len(sound)
        kept = tuple(one for one, right in zip(played.exercises, sound, strict=True) if right)
        note(MadeSoFar(number, agreed, checked - agreed))
        earlier = rejected if number == 1 else 0
        lines.append(_line(replace(played, exercises=kept), earlier + len(sound) - len(kept)))
    write_whole(path, "".join(lines))
    return agreed, checked


def _line(played: ExerciseGame, rejected: int) -> str:
    entry = {**played.packed(), "rejected": rejected}
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def install_exercises(game: Game, folder: Path, path: Path) -> Path:
    """Write the exercises of a file into the data of a game, as many as fit; return the file."""
    games = [one for one in read_games(path)[0] if one.exercises]
    while len(packed := pack_file(game, games)) > LARGEST:
        games.pop()
    file = folder / Path(FILE).name
    write_whole(file, packed)
    return file
