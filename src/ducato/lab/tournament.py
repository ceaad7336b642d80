"""Tournaments between bots, in which each deal is repeated with the bots in other seats.

Win rates come with confidence intervals, also by seat and by the order of play (see
`bots.playout.play_in_order`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots import Bot, make
from ducato.core.chance import CommittedStream, checked_seed, new_rng
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame, load
from ducato.core.match import Match
from ducato.runs.executors import parallel_map
from ducato.runs.statistics import Interval, wilson_interval

Rate = float | None
"""A win rate; None if no game was played."""


@dataclass(frozen=True)
class BotResult:
    """The result of one bot.

    Attributes:
        wins: number of games won; a shared win is divided among its winners.
        win_rate: wins divided by games.
        interval95: 95 % confidence interval of `win_rate` (Wilson).
        wins_by_seat: for each seat, the share of games won from there; None if the bot never had
            that seat.
        wins_by_order: for each position in the order of play, the share of games won from there,
            or None; the first entry is about the games in which the bot made the first decision.
        intervals95: the intervals of all these shares, under the keys "win_rate", "wins_by_seat"
            and "wins_by_order".
        seconds_per_decision: mean wall-clock time of a decision between two or more actions.
        cpu_seconds_per_decision: the same in processor time.
    """

    name: str
    wins: float
    win_rate: float
    interval95: Interval
    wins_by_seat: list[Rate]
    wins_by_order: list[Rate]
    intervals95: dict[str, Interval | list[Interval]]
    seconds_per_decision: float
    cpu_seconds_per_decision: float


@dataclass(frozen=True)
class TournamentResult:
    """The result of a `tournament`.

    Attributes:
        options: the options that override the edition's values, by name.
        seed: the random seed; equal seeds give equal games.
        unfinished: number of games stopped after `Game.longest` steps, if players can prolong the
            game indefinitely; all seats share the win.
        seconds: approximate wall-clock time, compilation excluded: the time taken by all games,
            divided by the number of processes.
        cpu_seconds: processor time of all processes together, compilation excluded.
    """

    game: str
    edition: str
    options: dict[str, int | bool | str]
    players: int
    seed: int
    games: int
    unfinished: int
    seconds: float
    cpu_seconds: float
    games_per_second: float
    games_per_cpu_second: float
    bots: list[BotResult]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that can be written as JSON."""
        return asdict(self)


class PlayedGame(NamedTuple):
    """The result of one game.

    Attributes:
        won: each seat's share of the win.
        seated: the index of the bot at each seat.
        order: each seat's position in the order of play, from 0.
        decided: for each bot a row of three numbers: its decisions between two or more actions, and
            the wall-clock and processor time that they took, in seconds.
        finished: whether the game reached its end.
        seconds: wall-clock time of the whole game.
        cpu_seconds: processor time of the whole game.
    """

    won: list[float]
    seated: list[int]
    order: list[int]
    decided: NDArray[np.float64]
    finished: bool
    seconds: float
    cpu_seconds: float


def tournament(
    game: LoadedGame,
    bots: list[str],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    quiet: bool = True,
) -> TournamentResult:
    """Play a tournament of `games` games between `bots`.

    Every deal is played once for each bot, with the bots moved by one seat each time, so that luck
    and seats are shared fairly if `games` is a multiple of the number of bots. If there are more
    seats than bots, the list is repeated.

    Raises:
        BadValue: there are no bots, or more bots than seats, an option of a bot is not possible, or
            the seed is not a whole number.
        UnknownName: a bot, or an option of one, does not exist.
        BrokenGame: the game has no weights for its greedy player, which a bot needs.
    """
    if not 1 <= len(bots) <= game.players:
        raise BadValue("bots", ",".join(bots), f"at most {game.players} names joined by commas")
    for bot in bots:
        make(bot, game)
    seed = checked_seed(seed)
    what = (game.name, game.players, game.edition_name, dict(game.options), bots, seed)
    results = parallel_map(
        play_game, [(*what, number) for number in range(games)], jobs, game.name, quiet=quiet
    )
    seconds = sum(played.seconds for played in results) / max(1, min(jobs, games))
    cpu_seconds = sum(played.cpu_seconds for played in results)
    return TournamentResult(
        game=game.name,
        edition=game.edition_name,
        options=dict(game.options),
        players=game.players,
        seed=seed,
        games=games,
        unfinished=sum(not played.finished for played in results),
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        games_per_second=games / seconds,
        games_per_cpu_second=games / cpu_seconds,
        bots=[_bot_result(name, number, results) for number, name in enumerate(bots)],
    )


def _bot_result(name: str, bot: int, results: Sequence[PlayedGame]) -> BotResult:
    games, seats = len(results), len(results[0].seated)
    wins = np.zeros((2, seats))  # by seat, and by the order of play
    sat = np.zeros((2, seats))
    for played in results:
        for seat in range(seats):
            if played.seated[seat] == bot:
                for row, position in enumerate((seat, played.order[seat])):
                    wins[row, position] += played.won[seat]
                    sat[row, position] += 1
    decisions, seconds, cpu_seconds = sum(played.decided[bot] for played in results)
    total = float(wins[0].sum())
    rates = [
        [float(w / n) if n else None for w, n in zip(*row, strict=True)]
        for row in zip(wins, sat, strict=True)
    ]
    by_seat, by_order = (
        [wilson_interval(float(w), int(n)) for w, n in zip(*row, strict=True)]
        for row in zip(wins, sat, strict=True)
    )
    interval = wilson_interval(total, games)
    return BotResult(
        name=name,
        wins=total,
        win_rate=total / games,
        interval95=interval,
        wins_by_seat=rates[0],
        wins_by_order=rates[1],
        intervals95={"win_rate": interval, "wins_by_seat": by_seat, "wins_by_order": by_order},
        seconds_per_decision=float(seconds / max(1, decisions)),
        cpu_seconds_per_decision=float(cpu_seconds / max(1, decisions)),
    )


_warm: set[tuple[type, str]] = set()  # games and bots that this process has compiled


def play_game(
    name: str,
    players: int,
    edition: str,
    options: dict[str, Any],
    bots: list[str],
    seed: int,
    number: int,
) -> PlayedGame:
    """Play game `number` of a tournament and return its result; the times exclude compilation."""
    game = load(name, players, edition, **options)
    return play_between(game, lambda: [make(bot, game) for bot in bots], seed, number)


def _processor_time(bot: Bot) -> float:
    """Return the processor seconds of this thread, and of the bot where it thinks elsewhere."""
    elsewhere: float = getattr(bot, "processor_seconds", 0.0)
    return time.thread_time() + elsewhere


def play_between(
    game: LoadedGame, new_bots: Callable[[], Sequence[Bot]], seed: int, number: int
) -> PlayedGame:
    """Play game `number` of a tournament between bots that `new_bots` makes anew each time."""
    made, players = new_bots(), game.players
    deal, turn = divmod(number, len(made))
    seated = [(seat + turn) % len(made) for seat in range(players)]
    match = Match(game, CommittedStream(new_rng("deal", seed, deal).tobytes()))
    match.run_chance()
    for index, bot in enumerate(made):
        if (game.State, bot.name) not in _warm:
            _warm.add((game.State, bot.name))
            seat = match.position.current_player()
            new_bots()[index].choose(match.seen_by(seat), seat, 0)
    decided = np.zeros((len(made), 3))
    order: list[int] = []
    longest = game.game.longest if game.game.may_stall else sys.maxsize
    start, cpu_start = time.perf_counter(), time.thread_time()
    while not match.is_over() and match.seq < longest:
        seat = match.position.current_player()
        if seat not in order:
            order.append(seat)
        legal = match.position.legal_actions()
        if len(legal) == 1:
            action = legal[0]
        else:
            bot = made[seated[seat]]
            began, cpu_began = time.perf_counter(), _processor_time(bot)
            action = bot.choose(match.seen_by(seat), seat, seed + match.seq)
            took = (1, time.perf_counter() - began, _processor_time(bot) - cpu_began)
            decided[seated[seat]] += took
        match.act(action)
        match.run_chance()
    seconds, cpu_seconds = time.perf_counter() - start, time.thread_time() - cpu_start
    ranks = match.ranks() if match.is_over() else [1] * players
    share = 1.0 / ranks.count(1)
    order += [seat for seat in range(players) if seat not in order]
    return PlayedGame(
        won=[share if rank == 1 else 0.0 for rank in ranks],
        seated=seated,
        order=[order.index(seat) for seat in range(players)],
        decided=decided,
        finished=match.is_over(),
        seconds=seconds,
        cpu_seconds=cpu_seconds,
    )
