"""The ladder: how much stronger each level of play is than the one before, and what luck leaves.

Every level meets the next one and the one after that at mixed tables, and the strongest meets the
greedy player. Each deal is played twice, with the seats exchanged, so that luck and seats are
shared fairly (`ladder_pairs`). Ratings are in Elo; the greedy player has `ANCHOR_ELO`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots.players import Bot
from ducato.bots.search.bot import SearchBot
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.game.measured_ratings import ANCHOR, ANCHOR_ELO
from ducato.lab.run import MOST_GAMES, SEEDS, RunFolder, StudyResult, run_pieces
from ducato.lab.studies.elo import Pairing, drawn_ratings, ratings, with_interval
from ducato.lab.studies.ladder_pairs import DealTally, after, blocks_of, complete, pairs_of, tallied
from ducato.lab.studies.timing import decision_seconds
from ducato.runs.executors import executor
from ducato.runs.executors.limited import Limited
from ducato.runs.extras import needed
from ducato.runs.play.lab_players import Seats
from ducato.runs.statistics import Estimate, share

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Level:
    """A level of play.

    Attributes:
        name: the player.
        elo: its rating; that of the bot `ANCHOR`, or of the first level without it, is fixed.
        seconds: processor time of a decision between two or more actions.
        games: the number of games that it has played.
    """

    name: str
    elo: Estimate
    seconds: Estimate
    games: int


@dataclass(frozen=True)
class LevelPair:
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
class Ladder(StudyResult):
    """The result of `ladder`.

    Attributes:
        options: the options that override the edition's values, by name.
        seed: the seed; equal seeds give equal games.
        games: the number of games of all pairs.
        unfinished: the number of games that did not end: all seats share the win.
        levels: the levels that could be rated, in the order given.
        stopped: whether the time was over before all games were played.
        pairs: the pairs that have met.
        doublings: the searches of which there are several budgets.
        tally: the games of all levels asked for, from which it can go on.
    """

    game: str
    edition: str
    options: dict[str, int | bool | str]
    players: int
    seed: int
    games: int
    unfinished: int
    stopped: bool
    levels: list[Level]
    pairs: list[LevelPair]
    doublings: list[Doubling]
    tally: DealTally = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the result, without the tally, as a dictionary that can be written as JSON."""
        found = super().to_dict()
        del found["tally"]
        return found

    @property
    def frame(self) -> pl.DataFrame:
        """A table with a row for each level; without times, so that equal runs give equal files."""
        names = ["level", "elo", "low", "high"]
        rows = [(level.name, *level.elo) for level in self.levels]
        frame: pl.DataFrame = needed("polars", "lab").DataFrame(rows, schema=names, orient="row")
        return frame


def check_levels(levels: Sequence[str]) -> None:
    """Raise `BadValue` unless there are two or more levels, all different."""
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise BadValue("levels", ",".join(levels), "at least two different players")


def plan_of_ladder(game: LoadedGame, levels: Sequence[str], seed: int) -> dict[str, Any]:
    """Return the plan of a ladder, for a `RunFolder`.

    It leaves out the numbers of games and players: a run may be continued with others.

    Raises:
        BadValue: there are fewer than two levels, or one is named twice.
    """
    check_levels(levels)
    return {
        **{"command": "ladder", "game": game.name, "edition": game.edition_name},
        **{"options": dict(game.options), "levels": list(levels), "seed": seed},
    }


def ladder(
    game: LoadedGame,
    levels: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    minutes: float | None = None,
    jobs: int = 1,
    ray: str | None = None,
    folder: RunFolder | None = None,
    before: DealTally | None = None,
    everybody: bool = False,
    quiet: bool = True,
) -> Ladder:
    """Rate levels of play by games between neighbouring ones.

    Args:
        game: the loaded game.
        levels: the players, from the weakest to the strongest; see `runs.play.lab_players`.
        games: the number of games of each pair, rounded up to whole deals.
        seed: the seed; equal seeds give equal games, whatever the number of workers.
        minutes: the time, if any, after which games that are not finished are given up; kept ones
            take none of it. Levels that are not linked with the anchor by games are then left out.
        jobs: number of local processes.
        ray: the address of a Ray cluster, or "auto"; instead of local processes.
        folder: the folder that keeps finished pieces, if any.
        before: the games of an earlier ladder of the same levels, with the same seed.
        everybody: whether all levels meet all others.
        quiet: whether to hide the progress bar.

    Raises:
        UnknownName: there is no such player.
        BadValue: there are fewer than two, one is named twice, or an option of one is not possible;
            or the number of games or the seed is not, or the time is too short for any game.
        TooLong: a game that its players cannot prolong did not end.
    """
    check_levels(levels)
    if not 1 <= games <= MOST_GAMES:
        raise BadValue("games", games, f"from 1 to {MOST_GAMES:,}")
    if seed not in SEEDS:
        raise BadValue("seed", seed, f"from {SEEDS[0]} to {SEEDS[-1]}")
    blocks = blocks_of(game, levels, games, seed, everybody=everybody)
    blocks, before = after(blocks, before or DealTally())
    workers = executor(jobs, ray)
    played = dict(
        run_pieces(
            [piece for block in blocks for piece in block.pieces],
            executor=workers if minutes is None else Limited(workers, 60 * minutes),
            folder=folder,
            quiet=quiet,
        )
        if blocks
        else ()
    )
    done = complete(blocks, played)
    if not done and not before.met:
        raise BadValue("minutes", minutes, "long enough for the first games")
    found = tallied(done, levels, played, before)
    return _rated(game, levels, found, seed, stopped=len(done) < len(blocks))


def _rated(
    game: LoadedGame, levels: Sequence[str], tally: DealTally, seed: int, *, stopped: bool
) -> Ladder:
    """Return the ladder that follows from the games played."""
    rated, met = _linked(levels, tally.met)
    names = [levels[level] for level in rated]
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    wins = np.array([pairing.won.sum() for pairing in met])
    found = ratings(met, len(names), wins)
    drawn = drawn_ratings(met, len(names), seed)
    fixed = ANCHOR_ELO if names[anchor] == ANCHOR else 0.0
    elo, drawn = found - found[anchor] + fixed, drawn - drawn[:, [anchor]] + fixed
    counts = np.zeros(len(names), int)
    for pairing in met:
        counts[[pairing.first, pairing.second]] += pairing.games * len(pairing.won)
    return Ladder(
        game=game.name,
        edition=game.edition_name,
        options=dict(game.options),
        players=game.players,
        seed=seed,
        games=sum(pairing.games * len(pairing.won) for pairing in met),
        unfinished=tally.unfinished,
        stopped=stopped,
        levels=[
            Level(
                name,
                with_interval(float(elo[n]), drawn[:, n]),
                decision_seconds(game, name),
                int(counts[n]),
            )
            for n, name in enumerate(names)
        ],
        pairs=[
            _pair(pair, names, elo, met)
            for pair in pairs_of(names, everybody=True)
            if any((one.first, one.second) == pair for one in met)
        ],
        doublings=_doublings(Seats(game, names).bots, elo, drawn),
        tally=tally,
    )


def _linked(levels: Sequence[str], met: Sequence[Pairing]) -> tuple[list[int], list[Pairing]]:
    """Return the levels that are linked with the anchor, and their pairings with new indices."""
    linked = {levels.index(ANCHOR) if ANCHOR in levels else met[0].first}
    for _ in levels:
        for one in met:
            if linked & {one.first, one.second}:
                linked |= {one.first, one.second}
    rated = sorted(linked)
    return rated, [
        replace(one, first=rated.index(one.first), second=rated.index(one.second))
        for one in met
        if one.first in linked
    ]


def _pair(
    pair: tuple[int, int], levels: Sequence[str], elo: NDArray[Any], met: Sequence[Pairing]
) -> LevelPair:
    """Return the share of wins of the better one of a pair that has met."""
    first, second = pair
    own = [pairing for pairing in met if (pairing.first, pairing.second) == (first, second)]
    games = sum(pairing.games * len(pairing.won) for pairing in own)
    won = float(sum(pairing.won.sum() for pairing in own))
    if elo[second] > elo[first]:
        return LevelPair(levels[second], levels[first], games, share(games - won, games))
    return LevelPair(levels[first], levels[second], games, share(won, games))


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
