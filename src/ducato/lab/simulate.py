"""Simulation of many games by compiled players, to judge the balance of a game.

Results are given by seat and by the order of play. If chance draws the starting player, all seats
win equally often whatever the rules are; only the shares by order show the value of starting.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, PlayoutResults, Policy, play_games
from ducato.core.batch import Batch
from ducato.core.chance import checked_seed, new_rng
from ducato.core.errors import UnknownName
from ducato.core.game import LoadedGame, load
from ducato.core.game.weights import greedy_weights
from ducato.runs.executors import parallel_map
from ducato.runs.play.chunk import TooLong
from ducato.runs.play.lab_players import SHARP
from ducato.runs.statistics import Interval, wilson_interval

PLAYERS = ("random", "guided", "greedy")
PIECE = 2000  # games per piece of work; results depend on it, since each piece has its own seed
TICK = 1e-9
"""Minimum processor time reported, in seconds, for runs shorter than a tick of the clock."""


__all__ = ["PLAYERS", "Simulation", "TooLong", "simulate"]


@dataclass(frozen=True)
class Simulation:
    """The result of `simulate`.

    Attributes:
        options: the options that override the edition's values, by name.
        player: the kind of player, one of `PLAYERS`.
        seed: the random seed; equal seeds give equal games.
        games: number of games, unfinished ones included.
        unfinished: number of games stopped after `Game.longest` steps, if players can prolong the
            game indefinitely; they count in no share, mean or rate.
        seconds: approximate wall-clock time, compilation excluded: the time taken by all games,
            divided by the number of processes.
        cpu_seconds: processor time of all processes together, compilation excluded. Other load on
            the machine hardly affects it, so that rates based on it can be compared.
        wins: share of wins of each seat; a shared win is divided among its winners.
        wins_by_order: share of wins of each position in the order of play; the first entry is the
            share of the seat that makes the first decision (see `bots.playout.play_in_order`).
        intervals95: 95 % confidence intervals of these shares, under the keys "wins" and
            "wins_by_order" (Wilson; wider than necessary if wins are shared).
        mean_returns: mean of `Position.returns` of each seat.
        mean_decisions: mean number of decisions in a game, of all seats together, forced ones
            included.
        mean_rounds: mean number of rounds in a game, as the game counts them.
    """

    game: str
    edition: str
    options: dict[str, int | bool | str]
    players: int
    player: str
    seed: int
    games: int
    unfinished: int
    seconds: float
    cpu_seconds: float
    games_per_second: float
    decisions_per_second: float
    games_per_cpu_second: float
    decisions_per_cpu_second: float
    wins: list[float]
    wins_by_order: list[float]
    intervals95: dict[str, list[Interval]]
    mean_returns: list[float]
    mean_decisions: float
    mean_rounds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that can be written as JSON."""
        return asdict(self)


class TimedOutcomes(NamedTuple):
    """The results of some games, one row each, and the time they took.

    Attributes:
        ranks: final rank of each seat; 0 in an unfinished game.
        decisions: number of decisions of all seats; -1 in an unfinished game.
        rounds: number of rounds, as the game counts them.
        order: position of each seat in the order of play, from 1; incomplete in an unfinished game.
        seconds: wall-clock time.
        cpu_seconds: processor time.
    """

    ranks: NDArray[np.int32]
    decisions: NDArray[np.int32]
    rounds: NDArray[np.int32]
    order: NDArray[np.int32]
    seconds: float
    cpu_seconds: float


def simulate(
    game: LoadedGame,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    player: str = "random",
    quiet: bool = True,
) -> Simulation:
    """Simulate games and return statistics of the results.

    Args:
        game: the loaded game.
        games: number of games to play, at least 1.
        seed: the random seed; equal seeds give equal games, whatever `jobs` is.
        jobs: number of processes.
        player: "random", "guided" by the softmax of the greedy weights, or "greedy".
        quiet: whether to hide the progress bar.

    Raises:
        TooLong: a game that its players cannot prolong exceeded its maximum length (a bug in the
            rules, or an edition without an end), or no game ended.
        UnknownName: there is no such kind of player.
        BadValue: the seed is not a whole number.
        BrokenGame: the game has no weights for its greedy player, whichever kind plays.
    """
    if player not in PLAYERS:
        raise UnknownName("player of a simulation", player, PLAYERS)
    seed = checked_seed(seed)
    what = (game.name, game.players, game.edition_name, dict(game.options), player)
    sizes = [min(PIECE, games - start) for start in range(0, games, PIECE)]
    pieces = [(*what, size, f"{seed}:{index}") for index, size in enumerate(sizes)]
    results = parallel_map(play_piece, pieces, jobs, f"{game.name}", quiet=quiet)
    seconds = sum(piece.seconds for piece in results) / max(1, min(jobs, len(pieces)))
    cpu_seconds = max(TICK, sum(piece.cpu_seconds for piece in results))
    ranks = np.concatenate([piece.ranks for piece in results])
    finished = ranks[:, 0] > 0
    ended = int(finished.sum())
    if ended == 0:
        raise TooLong(f"none of {games} games of {game.name} ended in {game.game.longest} steps")
    decisions = float(np.concatenate([piece.decisions for piece in results])[finished].sum())
    rounds = float(np.concatenate([piece.rounds for piece in results])[finished].sum())
    won = ranks[finished] == 1
    shares = won / won.sum(axis=1, keepdims=True)
    order = np.concatenate([piece.order for piece in results])[finished]
    in_order = np.take_along_axis(shares, np.argsort(order, axis=1), axis=1)
    seats = game.players
    return Simulation(
        game=game.name,
        edition=game.edition_name,
        options=dict(game.options),
        players=seats,
        player=player,
        seed=seed,
        games=games,
        unfinished=games - ended,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        games_per_second=ended / seconds,
        decisions_per_second=decisions / seconds,
        games_per_cpu_second=ended / cpu_seconds,
        decisions_per_cpu_second=decisions / cpu_seconds,
        wins=[float(x) for x in shares.mean(axis=0)],
        wins_by_order=[float(x) for x in in_order.mean(axis=0)],
        intervals95={
            "wins": [wilson_interval(float(x), ended) for x in shares.sum(axis=0)],
            "wins_by_order": [wilson_interval(float(x), ended) for x in in_order.sum(axis=0)],
        },
        mean_returns=[float(x) for x in ((shares * seats - 1) / (seats - 1)).mean(axis=0)],
        mean_decisions=decisions / ended,
        mean_rounds=rounds / ended,
    )


_warm: set[type] = set()  # games that this process has compiled


def play_piece(
    name: str,
    players: int,
    edition: str,
    options: dict[str, Any],
    player: str,
    games: int,
    seed: str,
) -> TimedOutcomes:
    """Play games and return their results; the times exclude compilation."""
    game = load(name, players, edition, **options)
    if game.State not in _warm:
        _warm.add(game.State)
        _play(game, player, 1, "warm-up")
    return _play(game, player, games, seed)


def _play(game: LoadedGame, player: str, games: int, seed: str) -> TimedOutcomes:
    states, editions = Batch.zeros(game.State, 2), Batch.of(game.edition)
    weights = greedy_weights(game.game) * (SHARP if player == "greedy" else 1.0)
    policy, choices = Policy(player != "random", weights), Choices.of(len(game.actions))
    rng, results = new_rng(seed), PlayoutResults.of(games, game.players)
    start, cpu_start, done = time.perf_counter(), time.thread_time(), 0
    while done < games:
        done += play_games(
            states, editions, rng, policy, choices, results.after(done), game.game.longest
        )
        if done < games and not game.game.may_stall:
            raise TooLong(
                f"game {done} of {game.name} ({game.edition_name}), seed {seed}, "
                f"took over {game.game.longest} steps"
            )
        done += 1
    seconds, cpu_seconds = time.perf_counter() - start, time.thread_time() - cpu_start
    return TimedOutcomes(*results, seconds, cpu_seconds)
