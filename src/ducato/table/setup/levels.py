"""The bots available at a table: a game's levels, simple bots and searches of limited cost.

Which bot a level is stands in the `GAME` of each game's package.
"""

from __future__ import annotations

from ducato.bots.options import OPTIONS, options_of
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import Game, LoadedGame
from ducato.core.game.play_styles import style_of
from ducato.core.game.weights import check_weights
from ducato.core.i18n import render, say
from ducato.table.views.texts import table_text

STAND_IN = "greedy"
"""The bot that plays every game instantly."""
LEVEL_STEPS = {"stronger": 1, "weaker": -1}
"""How a rematch may change the level of its bots."""
SEARCH = "ismcts"
SETTINGS = {"sims", "playout", "variety"}
"""The settings that a search at a table may have."""
STYLE = ":style="
"""What stands between a level, or a search, and its style of play."""
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

    def __init__(self, sims: int, most: int) -> None:
        super().__init__("sims", sims, f"at most {most}")
        self.message = say("bad.sims", n=most)


def known_bot(name: str, game: LoadedGame) -> str:
    """Return the name of the bot for a level; return the name of an allowed bot as it is.

    A level, or a search, may be followed by a style, as in "steady:style=hoarder".

    Raises:
        UnknownName: there is no such bot or style, or it has a setting that is not one of
            `SETTINGS`.
        BadValue: a setting of the bot is invalid.
        TooMuch: its searches would take too long.
        BrokenGame: the game has no weights for its greedy player, which the bot needs.
    """
    plain, with_style, style = name.partition(STYLE)
    if with_style:
        bot = known_bot(plain, game)
        if bot.partition(":")[0] != SEARCH:
            raise BadValue("style", style, "left out: only a bot that searches has one")
        return bot + STYLE + style_of(game.game, style).name
    levels = game.game.levels
    if name in levels:
        return levels[name]
    if name in levels.values():
        return name
    kind, *settings = name.split(":")
    if kind not in OPTIONS or not {one.partition("=")[0] for one in settings} <= SETTINGS:
        raise UnknownName("bot", name, [*levels, "random", STAND_IN])
    _, given = options_of(name)
    if kind != "random":
        check_weights(game.game)
    most = most_simulations(game)
    if given.get("sims", 1) > most:
        raise TooMuch(given["sims"], most)
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
    plain, with_style, style = bot.partition(STYLE)
    if plain not in bots:
        return bot
    return bots[max(0, min(bots.index(plain) + steps, len(bots) - 1))] + with_style + style


def gentlest(game: Game) -> str:
    """Return the bot of the game's first, weakest level, or `STAND_IN` if it has no levels."""
    return next(iter(game.levels.values()), STAND_IN)


def strength(bot: str, game: Game, language: str) -> str:
    """Return the title of a bot's level, or a text for a bot that belongs to none.

    Its style, if it has one, follows.
    """
    plain, _, style = bot.partition(STYLE)
    level = next((level for level, name in game.levels.items() if name == plain), None)
    if level is not None:
        title = level_title(level, game, language)
    else:
        title = table_text(say("level.random" if bot == "random" else "level.own"), language)
    if not style:
        return title
    named = style_text(style, game, language)
    return table_text(say("level.styled", level=title, style=named), language)


def level_title(level: str, game: Game, language: str) -> str:
    """Return a level's title: the game's, else the table's, else the name of the level."""
    return _text_of(f"level.{level}", game, language) or level


def style_text(style: str, game: Game, language: str) -> str:
    """Return a style's title: the game's, else the table's, else the name of the style."""
    return _text_of(f"style.{style}", game, language) or style


def style_description(style: str, game: Game, language: str) -> str:
    """Return what a bot of a style does; empty if nobody says it."""
    return _text_of(f"style.{style}.about", game, language)


def _text_of(key: str, game: Game, language: str) -> str:
    """Return a text of the game, else of the table; empty without one."""
    try:
        return render(say(key), game.package, language)
    except UnknownName:
        pass
    try:
        return table_text(say(key), language)
    except UnknownName:
        return ""
