"""The ladder: how much stronger each level of play is than the one before, and what luck leaves.

Every level meets the next one and the one after that at mixed tables. Each deal is played with the
players in all arrangements of the seats, so that luck and seats are shared fairly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log2
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots.players import Bot
from ducato.bots.search.bot import SearchBot
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.lab.bench import first_decision
from ducato.lab.executors import executor
from ducato.lab.extras import needed
from ducato.lab.play.buffers import Column
from ducato.lab.play.piece import Piece, Played, Player, pieces_of, play_piece
from ducato.lab.play.players import Seats
from ducato.lab.run import MOST_GAMES, SEEDS, RunFolder, piece_size, run_pieces
from ducato.lab.statistics import Estimate, mean, share
from ducato.lab.studies.elo import Pairing, drawn_ratings, ratings, with_interval

if TYPE_CHECKING:
    import polars as pl

NEIGHBOURS = 2
"""A level meets the levels at most this many steps above it."""
TIMED, BATCHES = 200, 10
"""The number of games in which the decisions of a compiled level are timed, and in how many parts.
"""


@dataclass(frozen=True)
class Level:
    """A level of play.

    Attributes:
        name: the player.
        elo: its rating; that of the first level is 0.
        seconds: processor time of a decision between two or more actions.
    """

    name: str
    elo: Estimate
    seconds: Estimate


@dataclass(frozen=True)
class Pair:
    """Two levels that have met, with equal numbers of seats over all games.

    Attributes:
        better, worse: the levels; `better` is the one with the higher rating.
        games: the number of games.
        wins: the share of single games that the better level won: 0.5 if luck decides all of them.
    """

    better: str
    worse: str
    games: int
    wins: Estimate


@dataclass(frozen=True)
class Doubling:
    """What a search gains on average if its budget is doubled.

    Attributes:
        search: the search without its budget.
        elo: the gain.
    """

    search: str
    elo: Estimate


@dataclass(frozen=True)
class Ladder:
    """The result of `ladder`.

    Attributes:
        options: the options that override the edition's values, by name.
        seed: the seed; equal seeds give equal games.
        games: the number of games of all pairs.
        unfinished: the number of games that did not end: all seats share the win.
        levels: the levels, in the order given.
        pairs: the pairs that have met.
        doublings: the searches of which there are several budgets.
    """

    game: str
    edition: str
    options: dict[str, int | bool | str]
    players: int
    seed: int
    games: int
    unfinished: int
    levels: list[Level]
    pairs: list[Pair]
    doublings: list[Doubling]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that can be written as JSON."""
        return {
            **{name: value for name, value in vars(self).items() if not isinstance(value, list)},
            "levels": [
                {"name": x.name, "elo": x.elo._asdict(), "seconds": x.seconds._asdict()}
                for x in self.levels
            ],
            "pairs": [vars(pair) | {"wins": pair.wins._asdict()} for pair in self.pairs],
            "doublings": [vars(gain) | {"elo": gain.elo._asdict()} for gain in self.doublings],
        }

    @property
    def frame(self) -> pl.DataFrame:
        """A table with a row for each level; without times, so that equal runs give equal files."""
        names = ["level", "elo", "low", "high"]
        rows = [(level.name, *level.elo) for level in self.levels]
        frame: pl.DataFrame = needed("polars", "lab").DataFrame(rows, schema=names, orient="row")
        return frame


def arrangements(first: str, second: str, players: int) -> list[list[str]]:
    """Return the ways to seat two players alternately; over all of them, each has as many seats.

    Example:
        >>> arrangements("a", "b", 2)
        [['a', 'b'], ['b', 'a']]
        >>> len(arrangements("a", "b", 3))
        6
    """
    found: list[list[str]] = []
    for pair in ((first, second), (second, first)):
        seats = [pair[seat % 2] for seat in range(players)]
        for turn in range(players):
            if (turned := seats[turn:] + seats[:turn]) not in found:
                found.append(turned)
    return found


def check_levels(levels: Sequence[str]) -> None:
    """Raise `BadValue` unless there are two or more levels, all different."""
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise BadValue("levels", ",".join(levels), "at least two different players")


def plan_of_ladder(
    game: LoadedGame, levels: Sequence[str], games: int, seed: int
) -> dict[str, Any]:
    """Return the plan of a ladder, for a `RunFolder`.

    Raises:
        BadValue: there are fewer than two levels, or one is named twice.
    """
    check_levels(levels)
    return {
        **{"command": "ladder", "game": game.name, "players": game.players},
        **{"edition": game.edition_name, "options": dict(game.options)},
        **{"levels": list(levels), "games": games, "seed": seed},
    }


def ladder(
    game: LoadedGame,
    levels: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    ray: str | None = None,
    folder: RunFolder | None = None,
    quiet: bool = True,
) -> Ladder:
    """Rate levels of play by games between neighbouring ones.

    Args:
        game: the loaded game.
        levels: the players, from the weakest to the strongest; see `lab.play.players`.
        games: the number of games of each pair, rounded up to whole deals.
        seed: the seed; equal seeds give equal games, whatever the number of workers.
        jobs: number of local processes.
        ray: the address of a Ray cluster, or "auto"; instead of local processes.
        folder: the folder that keeps finished pieces, if any.
        quiet: whether to hide the progress bar.

    Raises:
        UnknownName: there is no such player.
        BadValue: there are fewer than two, one is named twice, or an option of one is not possible;
            or the number of games or the seed is not.
        TooLong: a game that its players cannot prolong did not end.
    """
    check_levels(levels)
    if not 1 <= games <= MOST_GAMES:
        raise BadValue("games", games, f"from 1 to {MOST_GAMES:,}")
    if seed not in SEEDS:
        raise BadValue("seed", seed, f"from {SEEDS[0]} to {SEEDS[-1]}")
    bots = Seats(game, levels).bots
    deals = -(-games // len(arrangements("", " ", game.players)))
    pairs = [
        (levels[first], level)
        for second, level in enumerate(levels)
        for first in range(max(0, second - NEIGHBOURS), second)
    ]
    tables = [(pair, seats) for pair in pairs for seats in arrangements(*pair, game.players)]
    divided = [pieces_of(game, s, deals, seed=seed, size=piece_size(s)) for _, s in tables]
    played = dict(
        run_pieces(
            [piece for pieces in divided for piece in pieces],
            executor=executor(jobs, ray),
            folder=folder,
            quiet=quiet,
        )
    )
    parts = [[played[piece] for piece in pieces] for pieces in divided]
    met, unfinished = _tallied(levels, tables, parts)
    elo = ratings(met, len(levels), np.array([pairing.won.sum() for pairing in met]))
    drawn = drawn_ratings(met, len(levels), seed)
    return Ladder(
        game=game.name,
        edition=game.edition_name,
        options=dict(game.options),
        players=game.players,
        seed=seed,
        games=deals * len(tables),
        unfinished=unfinished,
        levels=[
            Level(name, with_interval(float(elo[n]), drawn[:, n]), decision_seconds(game, name))
            for n, name in enumerate(levels)
        ],
        pairs=[_pair(pair, levels, elo, met) for pair in pairs],
        doublings=_doublings(bots, elo, drawn),
    )


def decision_seconds(game: LoadedGame, level: str) -> Estimate:
    """Return the processor time of a level's decision between several actions, in seconds.

    Of a search, one game is timed decision by decision; of a compiled player many games, moves
    included.
    """
    bot = Seats(game, [level]).bots[0]
    size = 1 if bot else TIMED // BATCHES
    pieces = pieces_of(game, [level] * game.players, size * (1 if bot else BATCHES), size=size)
    play_piece(replace(pieces[0], games=1, seats=("random",) * game.players))  # to compile
    if bot:
        bot.choose(*first_decision(game), 0)
        player = TimedPlayer(pieces[0], game)
        player.play()
        return mean(player.times)
    times = []
    for piece in pieces:
        began = process_time()
        numbers = play_piece(piece).rows.numbers.sum(axis=0)
        took = process_time() - began
        times.append(took / max(1.0, numbers[Column.DECISIONS] - numbers[Column.FORCED]))
    return mean(times)


class TimedPlayer(Player):
    """A player that notes the processor time of each decision of a search, in seconds."""

    def __init__(self, piece: Piece, game: LoadedGame) -> None:
        super().__init__(piece, game)
        self.times: list[float] = []

    def _choose(self, seat: int) -> int:
        began = process_time()
        action = super()._choose(seat)
        self.times.append(process_time() - began)
        return action


def _tallied(
    levels: Sequence[str],
    tables: Sequence[tuple[tuple[str, str], list[str]]],
    played: Sequence[Sequence[Played]],
) -> tuple[list[Pairing], int]:
    """Return the results by pair and number of seats, and the number of unfinished games.

    Args:
        levels: the levels.
        tables: the pair of levels at each table, and the player of each seat.
        played: the results of the pieces of each table.
    """
    found: dict[tuple[str, str, int], Pairing] = {}
    unfinished = 0
    for ((first, second), seats), parts in zip(tables, played, strict=True):
        ranks = np.concatenate([part.rows.ranks for part in parts])
        unfinished += int((ranks[:, 0] == 0).sum())
        own = [seat for seat, name in enumerate(seats) if name == first]
        # In an unfinished game all ranks are 0.
        won = ranks == ranks.min(axis=1, keepdims=True)
        shares = won[:, own].sum(axis=1) / won.sum(axis=1)
        before = found.get((first, second, len(own)))
        found[first, second, len(own)] = Pairing(
            first=levels.index(first),
            second=levels.index(second),
            seats=(len(own), len(seats) - len(own)),
            games=1 + (before.games if before else 0),
            won=shares + (before.won if before else 0.0),
        )
    return list(found.values()), unfinished


def _pair(
    names: tuple[str, str], levels: Sequence[str], elo: NDArray[Any], met: Sequence[Pairing]
) -> Pair:
    first, second = map(levels.index, names)
    own = [pairing for pairing in met if (pairing.first, pairing.second) == (first, second)]
    games = sum(pairing.games * len(pairing.won) for pairing in own)
    won = float(sum(pairing.won.sum() for pairing in own))
    if elo[second] > elo[first]:
        return Pair(names[1], names[0], games, share(games - won, games))
    return Pair(*names, games, share(won, games))


def _doublings(
    bots: Sequence[Bot | None], elo: NDArray[Any], drawn: NDArray[Any]
) -> list[Doubling]:
    """Return the slope of the ratings over the logarithm of the budget, for each sort of search."""
    budgets: dict[str, dict[int, float]] = {}
    for number, bot in enumerate(bots):
        if isinstance(bot, SearchBot):
            rest = [part for part in bot.name.split(":") if not part.startswith("sims=")]
            budgets.setdefault(":".join(rest), {})[number] = log2(bot.sims)
    found = []
    for search, of in budgets.items():
        logs = np.array(list(of.values())) - np.mean(list(of.values()))
        if (logs**2).sum() > 0:
            slope = logs / (logs**2).sum()
            gains = drawn[:, list(of)] @ slope
            found.append(Doubling(search, with_interval(float(elo[list(of)] @ slope), gains)))
    return found
