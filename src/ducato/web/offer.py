"""What a new table can be made of: the games with their editions, options and bots, in words.

This module must not know HTTP.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ducato.core.data import read_toml
from ducato.core.errors import UnknownName
from ducato.core.game import Game, Parameter, all_games
from ducato.core.messages import render, say
from ducato.table.lessons import script
from ducato.table.views import house_text

Words = Callable[[str], str]
"""A key of a game's catalogue to its text."""


def offer(language: str) -> list[dict[str, Any]]:
    """All games, as in ``GET /api/games``."""
    return [_game(game, language) for game in all_games().values()]


def title(name: str, language: str) -> str:
    """The title of a game; its name, should it not be here any more."""
    game = all_games().get(name)
    return name if game is None else render(say("title"), game.package, language)


def _game(game: Game, language: str) -> dict[str, Any]:
    def words(key: str) -> str:
        return render(say(key), game.package, language)

    return {
        "name": game.name,
        "title": words("title"),
        "about": words("about"),
        "credit": words("credit"),
        "players": list(game.players),
        "editions": [_edition(game, name, words) for name in game.editions],
        "options": [_option(parameter, words) for parameter in game.parameters.values()],
        "lesson": script(game.package) is not None,
        "bots": [
            {"name": bot, "title": _level(level, language)} for level, bot in game.levels.items()
        ],
    }


def _edition(game: Game, name: str, words: Words) -> dict[str, Any]:
    return {
        "name": name,
        "title": words(f"edition.{name}"),
        "about": words(f"edition.{name}.about"),
        "values": read_toml(game.package, "editions.toml")["edition"][name],
    }


def _option(parameter: Parameter, words: Words) -> dict[str, Any]:
    kind = "bool" if isinstance(parameter.default, bool) else "int"
    return {
        "name": parameter.name,
        "type": "choice" if parameter.choices else kind,
        "default": parameter.default,
        "choices": [
            {"name": choice, "title": words(f"choice.{parameter.name}.{choice}")}
            for choice in parameter.choices
        ],
        "range": parameter.range,
        "about": words(f"option.{parameter.name}"),
    }


def _level(level: str, language: str) -> str:
    """The name of a level of strength; games may have levels that the house has no word for."""
    try:
        return house_text(say(f"level.{level}"), language)
    except UnknownName:
        return level
