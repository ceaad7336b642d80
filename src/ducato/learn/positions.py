"""Positions to learn from: the features of turns of many games, and who won these games.

The games are played by guided players (see `bots.playout`). Each has a generator of its own, made
from the seed and the game's number, so that equal seeds give equal positions however the games are
divided among processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.errors import BadValue, BrokenGame
from ducato.core.game import LoadedGame
from ducato.learn.kernels.recorder import DONE, FULL, Recorder, record_games
from ducato.runs.executors.local import Processes
from ducato.runs.executors.progress import with_progress
from ducato.runs.play.chunk import TooLong

PIECE = 250
"""Games in a piece of work; the results do not depend on it."""
BUFFER = 1 << 25
"""The size of the buffers for features in bytes, unless a single game needs more."""
HELD_OUT = 0.1
"""The share of the games that is held out, to judge what was learned from the others."""
LEAST_CAPACITY = 64
"""The least number of turns for which buffers are allocated."""


@dataclass(frozen=True)
class Positions:
    """Positions where turns begin, with what is known of each.

    Attributes:
        rows: the features, by position and seat from whose view they are; of half precision.
        games: the number of the game.
        left: the number of turns from this one to the end of the game, itself included.
        wins: by position and seat, the seat's share of the win.
    """

    rows: NDArray[np.float16]
    games: NDArray[np.int32]
    left: NDArray[np.int32]
    wins: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.games)

    def at(self, chosen: NDArray[Any]) -> Positions:
        """Return a copy of some positions, given by their indices or a mask."""
        return Positions(*(getattr(self, field.name)[chosen] for field in fields(self)))

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """Return the positions of all parts, in their order."""
        given = [[getattr(part, field.name) for part in parts] for field in fields(cls)]
        return cls(*map(np.concatenate, given))

    def save(self, path: Path) -> None:
        """Write the positions into a file."""
        np.savez(path, **{field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def read(cls, path: Path) -> Positions:
        """Return the positions that `save` wrote into a file."""
        with np.load(path, allow_pickle=False) as arrays:
            return cls(**{field.name: arrays[field.name] for field in fields(cls)})


def state_features(game: LoadedGame) -> list[str]:
    """Return the names of the features of a game's states.

    Raises:
        BrokenGame: the game has none, or does not say where a turn begins.
    """
    found = game.game.names("StateFeature")
    if not found or None in map(game.game.verb, ("features", "turn_begins")):
        raise BrokenGame(
            game.name,
            "has nothing to learn from: bot needs features, turn_begins and StateFeature",
        )
    return found


def check_some(editions: Sequence[LoadedGame], games: int) -> None:
    """Check that there is a game to play.

    Raises:
        BadValue: there is no edition or no game.
    """
    if not editions or games < 1:
        raise BadValue("games", games, "at least one, of at least one edition")


def check_playable(editions: Sequence[LoadedGame], games: int, every: int) -> None:
    """Check that there is something to collect.

    Raises:
        BadValue: there is no edition or no game to play, or no turn to take.
        BrokenGame: the game has no features.
    """
    check_some(editions, games)
    if every < 1:
        raise BadValue("every", every, "1 or more")
    state_features(editions[0])


def collect(
    editions: Sequence[LoadedGame],
    weights: NDArray[np.float64],
    games: int,
    *,
    first: int = 0,
    every: int = 1,
    seed: int = 0,
    jobs: int = 1,
    quiet: bool = True,
) -> Positions:
    """Play games and return the positions where their turns begin.

    Args:
        editions: the game, loaded with each edition to play, with the same number of players; they
            are played in turn.
        weights: the greedy weights divided by the temperature, for all seats.
        games: the number of games.
        first: the number of the first game; games with other numbers are others.
        every: one of so many turns is taken; which one of the first is drawn for each game.
        seed: the random seed.
        jobs: the number of processes.
        quiet: whether to hide the progress bar.

    Raises:
        BadValue: there is no edition or no game to play, or no turn began.
        BrokenGame: the game has no features.
        TooLong: a game that its players cannot prolong exceeded its maximum length. Other games of
            such a length are left out.
    """
    check_playable(editions, games, every)
    starts = range(first, first + games, PIECE)
    pieces = [
        (list(editions), weights, start, min(PIECE, first + games - start), every, seed)
        for start in starts
    ]
    running = Processes(jobs).run(recorded, pieces)
    title = f"{editions[0].name}: games"
    results = dict(with_progress(running, len(pieces), title, quiet=quiet))
    found = Positions.joined([results[index][0] for index in range(len(pieces))])
    if not len(found):
        raise BadValue("games", games, "enough for one to reach its end, with a turn")
    return found


def held_out(games: NDArray[np.int32], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Draw the games to hold out; return which entries are theirs.

    Args:
        games: by entry, the number of its game.
        rng: the generator.

    Raises:
        BadValue: there are fewer than two games.
    """
    found = np.unique(games)
    if len(found) < 2:
        raise BadValue("games", len(found), "at least two, since one is held out")
    number = max(1, int(HELD_OUT * len(found)))
    return np.isin(games, rng.permutation(found)[:number])


def recorded(
    editions: list[LoadedGame],
    weights: NDArray[np.float64],
    first: int,
    games: int,
    every: int,
    seed: int,
    *,
    keep: bool = False,
) -> tuple[Positions, NDArray[Any]]:
    """Play some games; return their positions and, if `keep`, the states of these positions."""
    game = editions[0]
    width, longest = len(state_features(game)), game.game.longest
    seats, none = game.players, Batch.zeros(game.State, 0)
    states, choices = Batch.zeros(game.State, 2), Choices.of(len(game.actions))
    batch = Batch.zeros(type(game.edition), len(editions))
    for index, edition in enumerate(editions):
        batch[index] = edition.edition
    rngs = np.stack([new_rng(seed, "learn", first + index) for index in range(games)])
    capacity = max(LEAST_CAPACITY, BUFFER // (4 * seats * width))
    recorder = Recorder.of(capacity, seats, width, every, longest)
    kept = Batch.zeros(game.State, capacity) if keep else none
    parts, seen, done = [], [], 0
    while done < games:
        recorder.used[0] = 0
        played = record_games(
            states, batch, rngs[done:], first + done, Policy(True, weights), choices, recorder, kept
        )
        done += played
        used, ended = (int(number) for number in recorder.used)
        parts.append(positions_of(recorder, used))
        seen.append(kept.array[:used].copy())
        if ended == FULL and used == 0:  # of one game
            capacity *= 2
            recorder = Recorder.of(capacity, seats, width, every, longest)
            kept = Batch.zeros(game.State, capacity) if keep else none
        elif ended not in (DONE, FULL):
            if not game.game.may_stall:
                raise TooLong(f"game {first + done} of {game.name} took over {longest} steps")
            done += 1
    return Positions.joined(parts), np.concatenate(seen)


def positions_of(recorder: Recorder, used: int) -> Positions:
    """Return a copy of the first `used` entries."""
    return Positions(
        recorder.rows[:used].astype(np.float16),
        recorder.games[:used].copy(),
        recorder.left[:used].copy(),
        recorder.wins[:used].copy(),
    )
