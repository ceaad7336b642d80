"""The ratings of a game's bots, read from its ``data/ladder.json``.

``ducato ladder GAME --install`` measures them and writes the file. Ratings are in Elo; `ANCHOR` has
`ANCHOR_ELO` in every game and with every number of players, so a rating tells how much better than
this bot another one plays.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any

from ducato.core.editions import data_files
from ducato.core.errors import BrokenGame
from ducato.core.game.registered_game import Game

FILE = "data/ladder.json"
ANCHOR = "greedy"
"""The bot whose rating is the same in all games: it plays the action that looks best at once."""
ANCHOR_ELO = 1000.0
FEWEST = 10
"""With fewer games a bot has no rating yet: it would say that a strong bot is a weak one."""


@dataclass(frozen=True)
class MeasuredRating:
    """A measured rating of a bot.

    Attributes:
        elo: the rating.
        low, high: the interval that holds 95 % of the ratings that the games played allow.
        seconds: processor time of a decision between two or more actions.
    """

    elo: float
    low: float
    high: float
    seconds: float


def ratings(game: Game, players: int) -> dict[str, MeasuredRating]:
    """Return the ratings of bots by name; none if they were not measured for so many players.

    Raises:
        BrokenGame: the file has another form.
    """
    return dict(_ratings(game).get(players, {}))


def installed_ladders(game: Game) -> dict[int, dict[str, Any]]:
    """Return all that the file says, by the number of players.

    Raises:
        BrokenGame: the file has another form.
    """
    if not data_files.has_file(game.package, FILE):
        return {}
    try:
        found = json.loads(data_files.read_text(game.package, FILE))["players"]
        return {int(players): dict(ladder) for players, ladder in found.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _broken(game) from error


@cache
def _ratings(game: Game) -> dict[int, dict[str, MeasuredRating]]:
    try:
        return {
            players: {
                str(name): _rating(bot)
                for name, bot in ladder["bots"].items()
                if bot.get("games", FEWEST) >= FEWEST
            }
            for players, ladder in installed_ladders(game).items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _broken(game) from error


def _rating(bot: Any) -> MeasuredRating:
    """Return a rating from JSON.

    Raises:
        ValueError: its numbers are not possible.
        KeyError, TypeError: it has another form.
    """
    found = MeasuredRating(*(float(bot[name]) for name in ("elo", "low", "high", "seconds")))
    numbers = (found.elo, found.low, found.high, found.seconds)
    if not all(map(isfinite, numbers)) or not found.low <= found.elo <= found.high:
        raise ValueError(bot)
    return found


def _broken(game: Game) -> BrokenGame:
    return BrokenGame(
        game.name, f"has no ratings in {FILE}: measure with `ducato ladder {game.name} --install`"
    )
