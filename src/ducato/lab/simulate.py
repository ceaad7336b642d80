"""Playing very many games by compiled players: what a change does to balance.

Results are told by seat and by the order of play. Where chance draws who begins, shares by seat are
equal whatever the rules are; only the shares by order show what it is worth to begin.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import play_games
from ducato.bots.weights import greedy_weights
from ducato.core.chance import new_rng
from ducato.core.errors import DucatoError, UnknownName
from ducato.core.game import LoadedGame, load
from ducato.core.struct import Batch
from ducato.lab.statistics import Interval, interval95
from ducato.lab.workers import spread

PLAYERS = ("random", "guided", "greedy")
PIECE = 2000  # games in one piece of work
SHARP = 2.0**40
"""Factor of the weights that makes the softmax choose the best action, or any of equal ones. As a
power of two it changes no digit of a score, so that equal scores stay equal."""

TICK = 1e-9
"""Seconds. Some systems count the processor's time in steps longer than a short simulation."""


class TooLong(DucatoError, RuntimeError):
    """A game did not end within the bound that its folder declares."""


@dataclass(frozen=True)
class Simulation:
    """What `simulate` measured.

    Attributes:
        options: the options that were changed.
        player: who played, one of `PLAYERS`.
        seed: equal seeds give equal games.
        unfinished: games given up after `Game.longest` steps because players can make the game go
            on for ever; they count in no share and no mean.
        seconds: time at work, without compiling.
        cpu_seconds: time of the processor at work, of all processes together. What else runs on
            the machine does not count in it, so rates by it can be compared.
        wins: share of wins of each seat, shared wins split.
        wins_by_order: share of wins of each place in the order of play: the first is the share of
            the seat that makes the first decision of a game, and so on (see
            `bots.playout.play_in_order`).
        intervals95: under the names "wins" and "wins_by_order", for each share where it lies with
            95 % confidence (Wilson; where wins are shared, it is wider than need be).
        mean_returns: mean of `Position.returns` of each seat.
        mean_decisions: decisions of all seats in a game.
        mean_rounds: rounds of a game, as the game counts them.
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
        """Plain data, for JSON."""
        return asdict(self)


class Piece(NamedTuple):
    """What came of some games: a row or number for each, and the time that they took.

    Attributes:
        places: final place of each seat, 0 in a game that was not finished.
        decisions: of all seats.
        rounds: as the game counts them.
        order: place of each seat in the order of play.
        seconds: time by the clock.
        cpu_seconds: time of the processor.
    """

    places: NDArray[np.int32]
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
    """Play `games` games.

    Args:
        game: the loaded game.
        games: how many.
        seed: equal seeds give equal games, whatever `jobs` is.
        jobs: processes to use.
        player: "random", "guided" by the softmax of the greedy weights, or "greedy".
        quiet: show no progress bar.

    Raises:
        TooLong: a game ran into its bound although its players cannot stall it (a bug in the rules,
            or an edition without an end), or no game came to an end.
    """
    if player not in PLAYERS:
        raise UnknownName("player of a simulation", player, PLAYERS)
    what = (game.name, game.players, game.edition_name, dict(game.options), player)
    sizes = [min(PIECE, games - start) for start in range(0, games, PIECE)]
    pieces = [(*what, size, f"{seed}:{index}") for index, size in enumerate(sizes)]
    results = spread(play_piece, pieces, jobs, f"{game.name}", quiet=quiet)
    seconds = sum(piece.seconds for piece in results) / max(1, min(jobs, len(pieces)))
    cpu_seconds = max(TICK, sum(piece.cpu_seconds for piece in results))
    places = np.concatenate([piece.places for piece in results])
    finished = places[:, 0] > 0
    ended = int(finished.sum())
    if ended == 0:
        raise TooLong(f"none of {games} games of {game.name} ended in {game.game.longest} steps")
    decisions = float(np.concatenate([piece.decisions for piece in results])[finished].sum())
    rounds = float(np.concatenate([piece.rounds for piece in results])[finished].sum())
    won = places[finished] == 1
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
            "wins": [interval95(float(x), ended) for x in shares.sum(axis=0)],
            "wins_by_order": [interval95(float(x), ended) for x in in_order.sum(axis=0)],
        },
        mean_returns=[float(x) for x in ((shares * seats - 1) / (seats - 1)).mean(axis=0)],
        mean_decisions=decisions / ended,
        mean_rounds=rounds / ended,
    )


_warm: set[type] = set()  # the games for which this process has compiled code


def play_piece(
    name: str,
    players: int,
    edition: str,
    options: dict[str, Any],
    player: str,
    games: int,
    seed: str,
) -> Piece:
    """Play some games; compiling, where it is needed, is not counted in the time."""
    game = load(name, players, edition, **options)
    if game.State not in _warm:
        _warm.add(game.State)
        _play(game, player, 1, "warm-up")
    return _play(game, player, games, seed)


def _play(game: LoadedGame, player: str, games: int, seed: str) -> Piece:
    states = Batch.zeros(game.State, 2)
    places, order = (np.zeros((games, game.players), np.int32) for _ in range(2))
    decisions, rounds = (np.zeros(games, np.int32) for _ in range(2))
    weights = greedy_weights(game.game) * (SHARP if player == "greedy" else 1.0)
    rng, legal, chances = new_rng(seed), game.actions.room(), np.zeros(len(game.actions))
    start, cpu_start, done = time.perf_counter(), time.thread_time(), 0
    while done < games:
        done += play_games(
            *(states, Batch.of(game.edition), rng, player != "random", weights, legal, chances),
            *(places[done:], decisions[done:], rounds[done:], order[done:], game.game.longest),
        )
        if done < games and not game.game.may_stall:
            raise TooLong(
                f"game {done} of {game.name} ({game.edition_name}), seed {seed}, "
                f"took over {game.game.longest} steps"
            )
        done += 1
    seconds, cpu_seconds = time.perf_counter() - start, time.thread_time() - cpu_start
    return Piece(places, decisions, rounds, order, seconds, cpu_seconds)
