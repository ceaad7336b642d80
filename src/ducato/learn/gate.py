"""The match by which a new network has to beat the bot of the present before it is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ducato.bots.players import OPTIONS
from ducato.core.game import LoadedGame
from ducato.lab.statistics import Interval, wilson_interval
from ducato.lab.tournament import tournament

PRESENT = "ismcts:seconds=0.005"
"""The bot to beat, while no network was accepted: equal time, since a network saves time."""
CHALLENGER = "ismcts:seconds=0.005:value={file}"
"""The bot with a network; its file stands for ``{file}``."""


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


def named(bot: str, file: Path) -> str:
    """Return the name of a bot with the network in a file."""
    return bot.replace("{file}", str(file.resolve()))


def can_play(bot: str) -> bool:
    """Return whether a bot can take its network from a file."""
    kind = bot.partition(":")[0]
    return "{file}" not in bot or "value" in OPTIONS.get(kind, {})


def gate(
    editions: Sequence[LoadedGame],
    challenger: str,
    present: str,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    quiet: bool = True,
) -> Gate:
    """Play a match; the games are shared out among the editions, in whole pairs.

    Raises:
        UnknownName, BadValue: a bot, or an option of one, does not exist or is not possible.
    """
    pairs = max(1, round(games / 2 / len(editions)))
    wins, played = 0.0, 0
    for edition in editions:
        result = tournament(
            edition, [challenger, present], 2 * pairs, seed=seed, jobs=jobs, quiet=quiet
        )
        wins += result.bots[0].wins
        played += result.games
    interval = wilson_interval(wins, played)
    return Gate(challenger, present, played, wins / played, interval, interval[0] > 0.5)
