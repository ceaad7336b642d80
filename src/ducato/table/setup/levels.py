"""The bots available at a table: a game's levels, simple bots and searches of limited cost.

Which bot a level is stands in the `GAME` of each game's package.
"""

from __future__ import annotations

from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import Game, LoadedGame
from ducato.core.i18n import render, say
from ducato.table.views.texts import table_text

STAND_IN = "greedy"
"""The bot that plays every game instantly."""
LEVEL_STEPS = {"stronger": 1, "weaker": -1}
"""How a rematch may change the level of its bots."""
SEARCH = "ismcts"
SETTINGS = {"sims", "playout", "variety"}
"""The settings that a search at a table may have."""
TIMED = "seconds"
"""The option that limits a search by the clock. A server counts simulations instead, so that bots
do not play worse when it is busy."""
LONGEST_SEARCH = 2_000
"""The maximum processor time, in milliseconds, for one decision near the beginning of a game on an
idle core. People wait for it; later decisions take less."""
USUAL_COST = 1.0
"""The cost of a simulation, in milliseconds, in a game that does not declare it; an upper limit."""


class TooMuch(BadValue):
    """An error raised if a bot's search would take longer than people want to wait.

    Attributes:
        message: the limit, as a message from the table's catalogue.
    """

    def __init__(self, sims: str, most: int) -> None:
        super().__init__("sims", sims, f"at most {most}")
        self.message = say("bad.sims", n=most)


def known_bot(name: str, game: LoadedGame) -> str:
    """Return the name of the bot for a level; return the name of an allowed bot as it is.

    Raises:
        UnknownName: there is no such bot, or it has a setting that is not one of `SETTINGS`.
        BadValue: a setting of the bot is invalid.
        TooMuch: its searches would take too long.
        BrokenGame: the game has no weights for its greedy player, which the bot needs.
    """
    levels = game.game.levels
    if name in levels:
        return levels[name]
    if name in levels.values():
        return name
    kind, _, settings = name.partition(":")
    if kind not in ("random", STAND_IN, SEARCH):
        raise UnknownName("bot", name, [*levels, "random", STAND_IN])
    made = dict(one.partition("=")[::2] for one in settings.split(":") if one)
    if not made.keys() <= SETTINGS:
        raise UnknownName("bot", name, [*levels, "random", STAND_IN])
    from ducato.bots.players import make  # it needs NumPy, which those of levels above do not

    make(name, game)  # raises if a setting is wrong
    most = most_simulations(game)
    if int(made.get("sims", 1)) > most:
        raise TooMuch(made["sims"], most)
    return name


def most_simulations(game: LoadedGame) -> int:
    """Return the maximum number of simulations that a bot may use for one decision in this game."""
    cost = game.game.simulation_cost.get(game.players, USUAL_COST)
    return int(LONGEST_SEARCH / cost)


def kept_bot(name: str, game: Game) -> str:
    """Return the name of the bot to use for a stored one.

    A bot limited by time is replaced with that of the game's last, strongest level, or with
    `STAND_IN` if the game has no levels; any other bot stays as it is.
    """
    if any(option.startswith(f"{TIMED}=") for option in name.split(":")[1:]):
        return list(game.levels.values())[-1] if game.levels else STAND_IN
    return name


def beside(bot: str, game: Game, steps: int) -> str:
    """Return the bot of the level so many steps above a bot's own; below it if negative.

    A bot of the last level in that direction, or of none, stays as it is.
    """
    bots = list(game.levels.values())
    if bot not in bots:
        return bot
    return bots[max(0, min(bots.index(bot) + steps, len(bots) - 1))]


def gentlest(game: Game) -> str:
    """Return the bot of the game's first, weakest level, or `STAND_IN` if it has no levels."""
    return next(iter(game.levels.values()), STAND_IN)


def strength(bot: str, game: Game, language: str) -> str:
    """Return the title of a bot's level, or a text for a bot that belongs to none."""
    level = next((level for level, name in game.levels.items() if name == bot), None)
    if level is None:
        return table_text(say("level.random" if bot == "random" else "level.own"), language)
    return level_title(level, game, language)


def level_title(level: str, game: Game, language: str) -> str:
    """Return a level's title: the game's, else the table's, else the name of the level."""
    try:
        return render(say(f"level.{level}"), game.package, language)
    except UnknownName:
        pass
    try:
        return table_text(say(f"level.{level}"), language)
    except UnknownName:
        return level
