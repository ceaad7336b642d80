"""Pieces of work: games of one kind with one seed, played in any process with equal results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.errors import BadValue, DucatoError
from ducato.core.game import LoadedGame, load
from ducato.core.visibility import redact
from ducato.runs.play.buffers import Cursor, GameConditions, GameScratch, Rows, Totals
from ducato.runs.play.kernel import ALL_PLAYED, NO_ACTION, TOO_LONG, play
from ducato.runs.play.lab_players import Seats
from ducato.runs.play.lab_settings import lab_settings
from ducato.runs.play.things import actions_of, things_of

FORMAT = 3
"""The version of the results; part of every key, so that results of another are played again."""


class TooLong(DucatoError, RuntimeError):
    """An error raised if games do not end within the number of steps that `Game.longest` allows."""


@dataclass(frozen=True)
class Chunk:
    """Some games to play; equal pieces give equal results.

    Attributes:
        game, players, edition, options: what to load; the options in the order of their names.
        seats: the player of each seat; see `players`.
        first: the number of the first game of the run.
        games: the number of games.
        seed: the seed of the run; each game has generators of its own, made from the seed and its
            number, so that results do not depend on how a run is divided.
        bans: pairs of a seat (-1 for all seats) and a pattern of things (`things.actions_of`) that
            it may not choose.
        plans: pairs of a seat and a pattern of things that it chooses whenever it can; of several,
            the first comes first.
    """

    game: str
    players: int
    edition: str
    options: tuple[tuple[str, Any], ...]
    seats: tuple[str, ...]
    first: int
    games: int
    seed: int
    bans: tuple[tuple[int, str], ...] = ()
    plans: tuple[tuple[int, str], ...] = ()

    def key(self, sources: str) -> str:
        """Return a short hash of the piece and of `sources`, the fingerprint of the code."""
        text = json.dumps([FORMAT, sources, asdict(self)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:20]

    def load(self) -> LoadedGame:
        """Return the game that is played."""
        return load(self.game, self.players, self.edition, **dict(self.options))


class ChunkResults(NamedTuple):
    """The results of a piece."""

    rows: Rows
    totals: Totals


def pieces_of(
    game: LoadedGame,
    seats: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    size: int,
    bans: Sequence[tuple[int, str]] = (),
    plans: Sequence[tuple[int, str]] = (),
) -> list[Chunk]:
    """Divide a number of games into pieces of at most `size` games.

    Raises:
        UnknownName, BadValue: a player or a banned action does not exist.
    """
    if len(seats) != game.players:
        raise BadValue("seats", ",".join(seats), f"{game.players} players, one for each seat")
    if games < 1:
        raise BadValue("games", games, "1 or more")
    Seats(game, seats)
    for seat, pattern in (*bans, *plans):
        if not -1 <= seat < game.players:
            raise BadValue("seat", seat, f"from 0 to {game.players - 1}, or -1 for all")
        actions_of(game.game, pattern)
    options = tuple(sorted(game.options.items()))
    return [
        Chunk(
            game=game.name,
            players=game.players,
            edition=game.edition_name,
            options=options,
            seats=tuple(seats),
            first=first,
            games=min(size, games - first),
            seed=seed,
            bans=tuple(bans),
            plans=tuple(plans),
        )
        for first in range(0, games, size)
    ]


def play_piece(piece: Chunk) -> ChunkResults:
    """Play the games of a piece.

    Raises:
        TooLong: a game that its players cannot prolong did not end.
    """
    return Player(piece).play()


class Player:
    """The buffers of a piece and the loop that fills them.

    Args:
        piece: the games to play.
        game: the loaded game, if there is one already.
    """

    def __init__(self, piece: Chunk, game: LoadedGame | None = None) -> None:
        self.piece, self.game = piece, game or piece.load()
        self.seats = Seats(self.game, piece.seats)
        measures = self.game.game.optional_module("measures")
        series, counters = (len(self.game.game.names(name)) for name in ("Series", "Counter"))
        things = things_of(self.game.game)
        self.tiers = self._tiers()
        self.setting = self._setting(things.of_action)
        kinds = len(self.game.actions.kinds)
        self.rows = Rows.of(piece.games, piece.players, kinds, series, counters)
        self.totals = Totals.of(piece.players, len(things.names), series)
        self.work = GameScratch.of(
            actions=len(self.game.actions),
            seats=piece.players,
            things=len(things.names),
            series=series,
            memory=int(getattr(measures, "MEMORY", 0)),
            longest=self.game.game.longest,
        )
        self.states = Batch.zeros(self.game.State, 2)
        self.editions = Batch.of(self.game.edition)

    def _setting(self, things: NDArray[np.int64]) -> GameConditions:
        piece, actions = self.piece, self.game.actions
        lab = lab_settings(self.game.game)
        kinds = list(actions.kinds)
        seeds = np.zeros((piece.games, 2, 4), np.int64)
        for row in range(piece.games):
            seeds[row, 0] = new_rng(piece.seed, piece.first + row, "chance")
            seeds[row, 1] = new_rng(piece.seed, piece.first + row, "players")
        return GameConditions(
            seeds=seeds,
            chooser=self.seats.chooser,
            weights=self.seats.weights,
            tiers=self.tiers,
            kind_of=np.array([kinds.index(actions.kind(a).name) for a in range(len(actions))]),
            seconds=np.array([lab.seconds_of(actions.kind(a).name) for a in range(len(actions))]),
            forced_seconds=lab.seconds["forced"],
            chance_seconds=lab.seconds["chance"],
            things=things,
            by_rounds=self.game.game.verb("rounds_played") is not None,
            longest=self.game.game.longest,
        )

    def _tiers(self) -> NDArray[np.int8]:
        """Return the tiers of all actions: those of plans in their order, others, banned ones."""
        piece = self.piece
        if not piece.bans and not piece.plans:
            return np.zeros((0, 0), np.int8)
        most = len(piece.plans)
        tiers = np.full((piece.players, len(self.game.actions)), most, np.int8)
        for tier, (seat, pattern) in reversed(list(enumerate(piece.plans))):
            tiers[slice(None) if seat < 0 else seat, actions_of(self.game.game, pattern)] = tier
        for seat, pattern in piece.bans:
            rows = slice(None) if seat < 0 else seat
            tiers[rows, actions_of(self.game.game, pattern)] = most + 1
        return tiers

    def play(self) -> ChunkResults:
        """Play all games.

        Raises:
            TooLong: a game that its players cannot prolong did not end.
        """
        action = NO_ACTION
        while (asked := self._advance(action)) != ALL_PLAYED:
            action = NO_ACTION
            if asked == TOO_LONG:
                self._check_length()
            else:
                action = self._choose(asked)
        return ChunkResults(self.rows, self.totals)

    def _advance(self, action: int) -> int:
        return int(
            play(
                self.states, self.editions, self.setting, self.rows, self.totals, self.work, action
            )
        )

    def _choose(self, seat: int) -> int:
        state = redact(self.game.State.of(self.states.array[0].tobytes()), seat)
        cursor = self.work.cursor
        game = self.piece.first + int(cursor[Cursor.GAME])
        seed = int(new_rng(self.piece.seed, game, int(cursor[Cursor.STEP]))[0])
        tiers = self.tiers[seat] if len(self.tiers) else None
        return self.seats.choose(self.game, state, seat, seed, tiers)

    def _check_length(self) -> None:
        if not self.game.game.may_stall:
            number = self.piece.first + int(self.work.cursor[Cursor.GAME]) - 1
            raise TooLong(
                f"game {number} of {self.game.name} ({self.game.edition_name}), seed "
                f"{self.piece.seed}, took over {self.game.game.longest} steps"
            )
