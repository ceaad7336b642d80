"""Letting bots meet: seats rotated, deals paired, win rates with their intervals."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict, dataclass
from typing import Any

from ducato.bots import make
from ducato.core.chance import CommittedStream, new_rng
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame, load
from ducato.core.match import Match
from ducato.core.visibility import redact
from ducato.lab.statistics import interval95
from ducato.lab.workers import spread


@dataclass(frozen=True)
class Standing:
    """How one bot did.

    Attributes:
        wins: games won, a shared win counted in parts.
        win_rate: wins over games; interval95: where it lies with 95 % confidence (Wilson).
        seconds_per_decision: mean over its decisions with a choice.
    """

    name: str
    wins: float
    win_rate: float
    interval95: tuple[float, float]
    seconds_per_decision: float


@dataclass(frozen=True)
class Meeting:
    """The result of `meet`.

    Attributes:
        unfinished: games given up after `Game.longest` steps because the bots can make the game go
            on for ever; all seats share such a win.
    """

    game: str
    games: int
    unfinished: int
    bots: list[Standing]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)


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
    wins = [sum(r[0][b] for r in results) for b in range(len(bots))]
    seconds = [sum(r[1][b] for r in results) for b in range(len(bots))]
    decisions = [max(1, sum(r[2][b] for r in results)) for b in range(len(bots))]
    standings = [
        Standing(
            name, wins[b], wins[b] / games, interval95(wins[b], games), seconds[b] / decisions[b]
        )
        for b, name in enumerate(bots)
    ]
    return Meeting(game.name, games, sum(r[3] for r in results), standings)


def play_one(
    name: str,
    players: int,
    edition: str,
    options: dict[str, Any],
    bots: list[str],
    seed: int,
    number: int,
) -> tuple[list[float], list[float], list[int], bool]:
    """Play game `number`: each bot's part of the win, seconds, decisions; if it was given up."""
    game = load(name, players, edition, **options)
    deal, turn = divmod(number, len(bots))
    seated = [(seat + turn) % len(bots) for seat in range(players)]
    made = [make(bot, game) for bot in bots]
    match = Match(game, CommittedStream(new_rng("deal", seed, deal).tobytes()))
    seconds, decisions = [0.0] * len(bots), [0] * len(bots)
    match.run_chance()
    longest = game.game.longest if game.game.may_stall else sys.maxsize
    while not match.is_over() and match.seq < longest:
        seat = match.position.current_player()
        legal = match.position.legal_actions()
        if len(legal) == 1:
            action = legal[0]
        else:
            bot = seated[seat]
            start = time.perf_counter()
            action = made[bot].choose(redact(match.position.record, seat), seat, seed + match.seq)
            seconds[bot] += time.perf_counter() - start
            decisions[bot] += 1
        match.act(action)
        match.run_chance()
    places = match.places() if match.is_over() else [1] * players
    share = 1.0 / places.count(1)
    won = [0.0] * len(bots)
    for seat, place in enumerate(places):
        if place == 1:
            won[seated[seat]] += share
    return won, seconds, decisions, not match.is_over()
