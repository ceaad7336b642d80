"""Playing very many games by random or guided players, compiled: what a change does to balance."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ducato.bots.playout import play_games
from ducato.bots.weights import greedy_weights
from ducato.core.chance import new_rng
from ducato.core.errors import DucatoError, UnknownName
from ducato.core.game import LoadedGame, load
from ducato.core.record import Batch
from ducato.lab.workers import spread

PLAYERS = ("random", "guided")
PIECE = 2000  # games in one piece of work


class TooLong(DucatoError, RuntimeError):
    """A game did not end within the bound that its folder declares."""


@dataclass(frozen=True)
class Simulation:
    """What `simulate` measured.

    Attributes:
        wins: share of wins of each seat, shared wins split.
        mean_returns: mean of `Position.returns` of each seat.
        unfinished: games given up after `Game.longest` steps because players can make the game go
            on for ever; they count in no share and no mean.
        mean_decisions: decisions of all seats in a game.
        mean_rounds: rounds of a game, as the game counts them.
        seconds: time at work, without compiling.
    """

    game: str
    edition: str
    players: int
    games: int
    unfinished: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    wins: list[float]
    mean_returns: list[float]
    mean_decisions: float
    mean_rounds: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)


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
        player: "random", or "guided" by the softmax of the greedy weights.
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
    if jobs <= 1:
        play_piece(*what, 1, "warm-up")
    results = spread(play_piece, pieces, jobs, f"{game.name}", quiet=quiet)
    seconds = sum(r[3] for r in results) / max(1, min(jobs, len(pieces)))
    places = np.concatenate([r[0] for r in results])
    finished = places[:, 0] > 0
    ended = int(finished.sum())
    if ended == 0:
        raise TooLong(f"none of {games} games of {game.name} ended in {game.game.longest} steps")
    decisions = float(np.concatenate([r[1] for r in results])[finished].sum())
    rounds = float(np.concatenate([r[2] for r in results])[finished].sum())
    won = places[finished] == 1
    shares = won / won.sum(axis=1, keepdims=True)
    seats = game.players
    return Simulation(
        game=game.name,
        edition=game.edition_name,
        players=seats,
        games=games,
        unfinished=games - ended,
        seconds=seconds,
        games_per_second=ended / seconds,
        decisions_per_second=decisions / seconds,
        wins=[float(x) for x in shares.mean(axis=0)],
        mean_returns=[float(x) for x in ((shares * seats - 1) / (seats - 1)).mean(axis=0)],
        mean_decisions=decisions / ended,
        mean_rounds=rounds / ended,
    )


def play_piece(
    name: str,
    players: int,
    edition: str,
    options: dict[str, Any],
    player: str,
    games: int,
    seed: str,
) -> tuple[Any, Any, Any, float]:
    """Play some games: final places (0 for one not finished), decisions, rounds, and seconds."""
    game = load(name, players, edition, **options)
    states = Batch.zeros(game.State, 2)
    places, decisions = np.zeros((games, players), np.int32), np.zeros(games, np.int32)
    rounds = np.zeros(games, np.int32)
    rng, weights = new_rng(seed), greedy_weights(game.game)
    legal, chances = game.actions.room(), np.zeros(len(game.actions))
    start, done = time.perf_counter(), 0
    while done < games:
        done += play_games(
            *(states, Batch.of(game.edition), rng, player == "guided", weights, legal, chances),
            *(places[done:], decisions[done:], rounds[done:], game.game.longest),
        )
        if done < games and not game.game.may_stall:
            raise TooLong(
                f"game {done} of {name} ({edition}), seed {seed}, "
                f"took over {game.game.longest} steps"
            )
        done += 1
    seconds = time.perf_counter() - start
    return places, decisions, rounds, seconds
