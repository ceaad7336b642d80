"""The bots that can be chosen at a table: a game's levels, and searches of limited cost."""

from __future__ import annotations

from ducato.bots import make
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import Game, LoadedGame
from ducato.core.i18n import render, say
from ducato.table.views.texts import table_text

STAND_IN = "greedy"
"""The bot that plays every game instantly."""
SEARCH = "ismcts"
TIMED = "seconds"
"""The option of a search that is ended by the clock; a server counts simulations instead, so that
nobody plays worse because it is busy."""
LONGEST_SEARCH = 2_000
"""Milliseconds of processor time for one decision near the beginning of a game, on a quiet core;
people wait for it, and later decisions take less."""
USUAL_COST = 1.0
"""Milliseconds of a simulation in a game that does not declare it; none of ours takes as much."""


class TooMuch(BadValue):
    """A search that takes longer than people want to wait.

    Attributes:
        message: what is allowed, in the table's catalogue.
    """

    def __init__(self, sims: str, most: int) -> None:
        super().__init__("sims", sims, f"at most {most}")
        self.message = say("bad.sims", n=most)


def known_bot(name: str, game: LoadedGame) -> str:
    """Return the name of a bot, given a level or a bot that does not cost too much.

    Raises:
        UnknownName, BadValue: there is no such bot.
        TooMuch: it would think too long.
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
    if not made.keys() <= {"sims", "playout"}:
        raise UnknownName("bot", name, [*levels, "random", STAND_IN])
    make(name, game)  # raises, if a setting is wrong
    most = most_simulations(game)
    if int(made.get("sims", 1)) > most:
        raise TooMuch(made["sims"], most)
    return name


def most_simulations(game: LoadedGame) -> int:
    """Return the most simulations for a decision in this game with so many players."""
    cost = game.game.simulation_cost.get(game.players, USUAL_COST)
    return int(LONGEST_SEARCH / cost)


def kept_bot(name: str, game: Game) -> str:
    """Return the bot for a stored name; one limited by time becomes the strongest level."""
    if any(option.startswith(f"{TIMED}=") for option in name.split(":")[1:]):
        return list(game.levels.values())[-1] if game.levels else STAND_IN
    return name


def gentlest(game: Game) -> str:
    """Return the weakest level's bot."""
    return next(iter(game.levels.values()), STAND_IN)


def strength(bot: str, game: Game, language: str) -> str:
    """Return the title of a bot's level, or that it has none."""
    level = next((level for level, name in game.levels.items() if name == bot), None)
    if level is None:
        return table_text(say("level.random" if bot == "random" else "level.own"), language)
    return level_title(level, game, language)


def level_title(level: str, game: Game, language: str) -> str:
    """Return the title of a level: the game's, else the table's, else its key."""
    try:
        return render(say(f"level.{level}"), game.package, language)
    except UnknownName:
        pass
    try:
        return table_text(say(f"level.{level}"), language)
    except UnknownName:
        return level
