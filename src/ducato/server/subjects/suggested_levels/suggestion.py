"""The level that is suggested to a person, by their own games against bots.

A person's rating is estimated on the scale of the bots' ratings, by Bradley and Terry's model: a
player who is rated 400 points higher than another one wins ten of eleven games. Before the first
game it is that of the weakest level, with the standard deviation `SPREAD`; so one game of luck
moves it by about a level, and five games find a master. The suggestion is the weakest level that is
rated at least as high, so that the person wins at most their even share of the games.

Of each game counts how the person did against each of the bots whose rating is known; together they
count as one game, since they were decided by the same luck. Who left lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from ducato.core.game import Game
from ducato.core.game.measured_ratings import ratings
from ducato.server.subjects.suggested_levels.storage import BotGame

SCALE = 400
"""The difference in points at which the stronger of two wins ten times as often as the weaker."""
SPREAD = 300
"""The standard deviation, in points, of a person's rating before the first game."""
HALVINGS = 40
"""The number of times that the interval of the estimate is halved: to less than a point."""


@dataclass(frozen=True)
class Result:
    """The result of a person against one bot.

    Attributes:
        rating: the bot's rating.
        score: 1 for a better rank than the bot's, 0.5 for the same, 0 for a worse one.
        weight: how much it counts; the results of one game together 1.
    """

    rating: float
    score: float
    weight: float = 1.0


@dataclass(frozen=True)
class Suggestion:
    """The level suggested for games with a number of players, and why.

    Attributes:
        players: the number of players.
        bot: the name of the level's bot.
        games: the number of finished games by which it was chosen.
        won: how many of them the person won.
        against: the name of the only bot in these games; None if there was none or several.
    """

    players: int
    bot: str
    games: int
    won: int
    against: str | None


def suggestions(game: Game, played: Sequence[BotGame]) -> list[Suggestion]:
    """Return the suggestion for each number of players for which levels of the game are rated.

    Args:
        game: the game, with its newest rules.
        played: the person's latest games of it against bots.

    Raises:
        BrokenGame: the game's file of ratings is malformed.
    """
    made = []
    for players in game.players:
        of_bots = {bot: found.elo for bot, found in ratings(game, players).items()}
        levels = {bot: of_bots[bot] for bot in game.levels.values() if bot in of_bots}
        if not levels:
            continue
        counted = [
            one
            for one in played
            if one.players == players and any(bot in of_bots for bot, _ in one.bots)
        ]
        results = [result for one in counted for result in results_of(one, of_bots)]
        opponents = {bot for one in counted for bot, _ in one.bots}
        made.append(
            Suggestion(
                players,
                bot=weakest_equal(levels, estimate(results, min(levels.values()))),
                games=len(counted),
                won=sum(one.rank == 1 and not one.left for one in counted),
                against=next(iter(opponents)) if len(opponents) == 1 else None,
            )
        )
    return made


def results_of(game: BotGame, of_bots: dict[str, float]) -> list[Result]:
    """Return the results of a person against the rated bots in a game.

    Args:
        game: the finished game.
        of_bots: the ratings of bots by name.
    """
    rated = [(of_bots[bot], rank) for bot, rank in game.bots if bot in of_bots]
    return [
        Result(rating, 0.0 if game.left else _score(game.rank, rank), 1 / len(rated))
        for rating, rank in rated
    ]


def estimate(results: Sequence[Result], start: float) -> float:
    """Return the most likely rating of a person; `start` without results.

    Args:
        results: the results against bots, in any order.
        start: the most likely rating before them.
    """
    pull = SPREAD**2 * log(10) / SCALE  # how far a whole unexpected point moves a rating, at most

    def gain(rating: float) -> float:
        return sum(r.weight * (r.score - expected(rating - r.rating)) for r in results)

    reach = pull * sum(result.weight for result in results)
    low, high = start - reach, start + reach
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        # At the most likely rating, the results pull as far up as the start pulls down.
        if pull * gain(middle) > middle - start:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def expected(difference: float) -> float:
    """Return the share of wins of a player who is rated so many points higher than the other.

    Example:
        >>> round(expected(200), 2), expected(0)
        (0.76, 0.5)
    """
    return float(1 / (1 + 10 ** (-difference / SCALE)))


def weakest_equal(levels: dict[str, float], rating: float) -> str:
    """Return the weakest level rated at least so high, else the strongest.

    Args:
        levels: the ratings by bot, at least one; of equal ones, the first counts.
        rating: the rating of the person.
    """
    equal = [bot for bot, level in levels.items() if level >= rating]
    if equal:
        return min(equal, key=lambda bot: levels[bot])
    return max(levels, key=lambda bot: levels[bot])


def _score(own: int, other: int) -> float:
    return 0.5 if own == other else float(own < other)
