"""What a new table can be made of: the games with their editions, options and bots, in words.

This module must not know HTTP.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from ducato.core.data import has_file, read_toml
from ducato.core.game import Game, available_games, isolated, unavailable_games
from ducato.core.i18n import render, say
from ducato.core.parameter import Parameter
from ducato.table.lessons import script
from ducato.table.levels import level_title

Words = Callable[[str], str]
"""A key of a game's catalogue to its text."""


class Choice(msgspec.Struct, frozen=True):
    """Something to choose: how a request calls it, and how people do."""

    name: str
    title: str


class OfferedOption(msgspec.Struct, frozen=True):
    """A number or switch of the rules.

    Attributes:
        by_players: defaults that hold for some numbers of players only.
        choices: of a "choice", else empty.
        range: the least and the greatest value of an "int", else None.
    """

    name: str
    type: Literal["bool", "int", "choice"]
    default: bool | int | str
    by_players: dict[str, bool | int | str]
    choices: list[Choice]
    range: tuple[int, int] | None
    about: str


class OfferedEdition(msgspec.Struct, frozen=True):
    """An edition of the rules; `values` are what it sets other than the options' defaults."""

    name: str
    title: str
    about: str
    values: dict[str, Any]


class OfferedGame(msgspec.Struct, frozen=True):
    """A game.

    Attributes:
        players: the numbers of seats that it is for.
        rules: whether it has a rulebook, at ``/rules/<name>``.
        unavailable: what was installed with it, if it cannot be played; the title is then its
            name, and texts and lists are empty. Why is in the log, and in ``ducato games``.
    """

    name: str
    title: str
    about: str
    credit: str
    players: list[int]
    editions: list[OfferedEdition]
    options: list[OfferedOption]
    lesson: bool
    bots: list[Choice]
    rules: bool = False
    unavailable: str | None = None


def offer(language: str) -> list[OfferedGame]:
    """All games, as in ``GET /api/games``: those that cannot be played are the last ones."""
    offered = []
    for game in available_games().values():
        with isolated(game):
            offered.append(_game(game, language))
    return offered + [
        OfferedGame(
            *(wrong.name, wrong.name, "", "", [], [], [], False, []),
            unavailable=wrong.distribution,
        )
        for wrong in unavailable_games()
    ]


def title(name: str, language: str) -> str:
    """The title of a game; its name, should it not be here any more."""
    game = available_games().get(name)
    return name if game is None else render(say("title"), game.package, language)


def _game(game: Game, language: str) -> OfferedGame:
    def words(key: str) -> str:
        return render(say(key), game.package, language)

    return OfferedGame(
        name=game.name,
        title=words("title"),
        about=words("about"),
        credit=words("credit"),
        players=list(game.players),
        editions=[_edition(game, name, words) for name in game.editions],
        options=[_option(parameter, words) for parameter in game.parameters.values()],
        lesson=script(game.package) is not None,
        bots=[
            Choice(bot, level_title(level, game, language)) for level, bot in game.levels.items()
        ],
        rules=has_file(game.package, "rulebook/en.md"),
    )


def _edition(game: Game, name: str, words: Words) -> OfferedEdition:
    return OfferedEdition(
        name=name,
        title=words(f"edition.{name}"),
        about=words(f"edition.{name}.about"),
        values=read_toml(game.package, "editions.toml")["edition"][name],
    )


def _option(parameter: Parameter, words: Words) -> OfferedOption:
    kind: Literal["bool", "int"] = "bool" if isinstance(parameter.default, bool) else "int"
    return OfferedOption(
        name=parameter.name,
        type="choice" if parameter.choices else kind,
        default=parameter.default,
        by_players=parameter.by_players,
        choices=[
            Choice(choice, words(f"choice.{parameter.name}.{choice}"))
            for choice in parameter.choices
        ],
        range=parameter.range,
        about=words(f"option.{parameter.name}"),
    )
