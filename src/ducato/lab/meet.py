"""Letting bots meet: seats rotated, deals paired, win rates with their intervals.

Rates are told by seat and by the order of play as well: see `bots.playout.play_in_order`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots import make
from ducato.core.chance import CommittedStream, new_rng
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame, load
from ducato.core.match import Match
from ducato.core.visibility import redact
from ducato.lab.statistics import Interval, interval95
from ducato.lab.workers import spread

Rate = float | None
"""A win rate; None where no game was played."""


@dataclass(frozen=True)
class Standing:
    """How one bot did.

    Attributes:
        wins: games won, a shared win counted in parts.
        win_rate: wins over games.
        interval95: where `win_rate` lies with 95 % confidence (Wilson).
        wins_by_seat: for each seat, the share of its games there that the bot won; None if it never
            sat there.
        wins_by_order: the same for each place in the order of play: the first is for the games in
            which the bot made the first decision, and so on.
        intervals95: the same for each share, under its name: "win_rate", "wins_by_seat" and
            "wins_by_order".
        seconds_per_decision: mean over its decisions with a choice, by the clock.
        cpu_seconds_per_decision: the same in time of the processor.
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
class Meeting:
    """The result of `meet`.

    Attributes:
        options: the options that were changed.
        seed: equal seeds give equal games.
        unfinished: games given up after `Game.longest` steps because the bots can make the game go
            on for ever; all seats share such a win.
        seconds: time at work, without compiling.
        cpu_seconds: time of the processor at work, of all processes together.
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
    bots: list[Standing]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)


class Played(NamedTuple):
    """What came of one game.

    Attributes:
        won: each seat's part of the win.
        seated: the number of the bot at each seat.
        order: each seat's place in the order of play, from 0.
        decided: for each bot its decisions with a choice, and the seconds that they took by the
            clock and of the processor.
        finished: whether the game came to its end.
        seconds: of the whole game, by the clock.
        cpu_seconds: of the whole game, of the processor.
    """

    won: list[float]
    seated: list[int]
    order: list[int]
    decided: NDArray[np.float64]
    finished: bool
    seconds: float
    cpu_seconds: float


def meet(
    game: LoadedGame,
    bots: list[str],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    quiet: bool = True,
) -> Meeting:
    """Play `games` games between `bots`.

    Every deal is played as often as there are bots, each time with the bots one seat further on, so
    that luck and seats are shared fairly. With more seats than bots the list is repeated.

    Raises:
        BadValue: more bots than seats.
        UnknownName: a bot that does not exist.
    """
    if not 1 <= len(bots) <= game.players:
        raise BadValue("bots", ",".join(bots), f"at most {game.players} names joined by commas")
    for bot in bots:
        make(bot, game)
    what = (game.name, game.players, game.edition_name, dict(game.options), bots, seed)
    results = spread(
        play_one, [(*what, number) for number in range(games)], jobs, game.name, quiet=quiet
    )
    seconds = sum(played.seconds for played in results) / max(1, min(jobs, games))
    cpu_seconds = sum(played.cpu_seconds for played in results)
    return Meeting(
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
        bots=[_standing(name, number, results) for number, name in enumerate(bots)],
    )


def _standing(name: str, bot: int, results: Sequence[Played]) -> Standing:
    games, seats = len(results), len(results[0].seated)
    wins = np.zeros((2, seats))  # by seat, and by the order of play
    sat = np.zeros((2, seats))
    for played in results:
        for seat in range(seats):
            if played.seated[seat] == bot:
                for row, place in enumerate((seat, played.order[seat])):
                    wins[row, place] += played.won[seat]
                    sat[row, place] += 1
    decisions, seconds, cpu_seconds = sum(played.decided[bot] for played in results)
    total = float(wins[0].sum())
    rates = [
        [float(w / n) if n else None for w, n in zip(*row, strict=True)]
        for row in zip(wins, sat, strict=True)
    ]
    by_seat, by_order = (
        [interval95(float(w), int(n)) for w, n in zip(*row, strict=True)]
        for row in zip(wins, sat, strict=True)
    )
    interval = interval95(total, games)
    return Standing(
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


_warm: set[tuple[type, str]] = set()  # the games and bots for which this process has compiled code


def play_one(
    name: str,
    players: int,
    edition: str,
    options: dict[str, Any],
    bots: list[str],
    seed: int,
    number: int,
) -> Played:
    """Play game `number`; compiling, where it is needed, is not counted in the time."""
    game = load(name, players, edition, **options)
    deal, turn = divmod(number, len(bots))
    seated = [(seat + turn) % len(bots) for seat in range(players)]
    made = [make(bot, game) for bot in bots]
    match = Match(game, CommittedStream(new_rng("deal", seed, deal).tobytes()))
    match.run_chance()
    for bot in made:
        if (game.State, bot.name) not in _warm:
            _warm.add((game.State, bot.name))
            seat = match.position.current_player()
            make(bot.name, game).choose(redact(match.position.state, seat), seat, 0)
    decided = np.zeros((len(bots), 3))
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
            began, cpu_began = time.perf_counter(), time.thread_time()
            bot = made[seated[seat]]
            action = bot.choose(redact(match.position.state, seat), seat, seed + match.seq)
            took = (1, time.perf_counter() - began, time.thread_time() - cpu_began)
            decided[seated[seat]] += took
        match.act(action)
        match.run_chance()
    seconds, cpu_seconds = time.perf_counter() - start, time.thread_time() - cpu_start
    places = match.places() if match.is_over() else [1] * players
    share = 1.0 / places.count(1)
    order += [seat for seat in range(players) if seat not in order]
    return Played(
        won=[share if place == 1 else 0.0 for place in places],
        seated=seated,
        order=[order.index(seat) for seat in range(players)],
        decided=decided,
        finished=match.is_over(),
        seconds=seconds,
        cpu_seconds=cpu_seconds,
    )
