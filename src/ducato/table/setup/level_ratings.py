"""What people read about the strength and speed of a bot, by the game's installed ratings."""

from __future__ import annotations

from math import floor, log10

import msgspec

from ducato.core.game import Game
from ducato.core.game.measured_ratings import ratings

SHOWN_DIGITS = 2
"""The number of significant digits of a time: machines differ by more than the third."""


class BotRating(msgspec.Struct, frozen=True):
    """The rating of a bot at a game with a certain number of players.

    Attributes:
        rating: the rating in Elo, 1000 for the bot ``greedy``.
        low: the lower end of the interval that holds the true rating with 95 % certainty.
        high: the upper end.
        seconds: the usual processor time of a decision.
    """

    rating: int
    low: int
    high: int
    seconds: float


def bot_ratings(game: Game, players: int) -> dict[str, BotRating]:
    """Return the ratings of the bots at a game by name; none if they were not measured.

    Raises:
        BrokenGame: the game's file of ratings is malformed.
    """
    return {
        bot: BotRating(
            round(found.elo), round(found.low), round(found.high), _rounded(found.seconds)
        )
        for bot, found in ratings(game, players).items()
    }


def _rounded(seconds: float) -> float:
    if seconds <= 0:
        return 0.0
    return round(seconds, SHOWN_DIGITS - 1 - floor(log10(seconds)))
