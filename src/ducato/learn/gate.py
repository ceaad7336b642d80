"""The match by which a new network has to beat the bot of the present before it is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ducato.bots import Bot, make
from ducato.bots.options import OPTIONS
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import Weights, using
from ducato.lab.tournament import PlayedGame, play_between
from ducato.learn.positions import check_some
from ducato.runs.executors import parallel_map
from ducato.runs.statistics import Interval, wilson_interval

CHALLENGER = "ismcts:seconds=0.005:value=1"
"""The bot that plays with a new network. Both bots get equal time, since a network saves time."""
PRESENT = "ismcts:seconds=0.005"
"""The bot to beat, while there is no network."""

Player = tuple[str, Weights | None]
"""The name of a bot, and its network; None for the one that the game has, if any."""


@dataclass(frozen=True)
class Gate:
    """The result of a match between two bots.

    Attributes:
        challenger: the name of the bot with the new network.
        present: the name of the bot to beat.
        games: the number of games; each deal is played with the bots in both orders of seats.
        win_rate: the share of the win of the challenger.
        interval95: its 95 % confidence interval (Wilson).
        accepted: whether all of the interval is above one half.
    """

    challenger: str
    present: str
    games: int
    win_rate: float
    interval95: Interval
    accepted: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that can be written as JSON."""
        return {**asdict(self), "interval95": list(self.interval95)}


def can_play(bot: str) -> bool:
    """Return whether a bot knows the option ``value``, if that is in its name."""
    kind, *options = bot.split(":")
    asked = any(option.startswith("value=") for option in options)
    return not asked or "value" in OPTIONS.get(kind, {})


def gate(
    editions: Sequence[LoadedGame],
    challenger: Player,
    present: Player,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    quiet: bool = True,
) -> Gate:
    """Play a match; the games are shared out among the editions, in whole pairs.

    Raises:
        UnknownName, BadValue: a bot, or an option of one, does not exist or is not possible, or
            there is no game to play.
    """
    check_some(editions, games)
    pairs = max(1, round(games / 2 / len(editions)))
    bots = [challenger, present]
    pieces = [(edition, bots, seed, number) for edition in editions for number in range(2 * pairs)]
    played = parallel_map(play_one, pieces, jobs, f"{editions[0].name}: a match", quiet=quiet)
    wins = sum(
        won for one in played for won, bot in zip(one.won, one.seated, strict=True) if bot == 0
    )
    interval = wilson_interval(wins, len(played))
    rate = wins / len(played)
    return Gate(challenger[0], present[0], len(played), rate, interval, interval[0] > 0.5)


def play_one(game: LoadedGame, bots: Sequence[Player], seed: int, number: int) -> PlayedGame:
    """Play one game of a match; see `lab.tournament.play_between`."""
    return play_between(game, lambda: [_made(game, *bot) for bot in bots], seed, number)


def _made(game: LoadedGame, name: str, network: Weights | None) -> Bot:
    with using(game.game, game.players, network):
        return make(name, game)
