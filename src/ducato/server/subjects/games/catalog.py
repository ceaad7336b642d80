"""The catalog: the games with editions, options, bots and components, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.bots.analysis.exercise_file import FILE as EXERCISES
from ducato.core.editions.data_files import has_file
from ducato.core.editions.parameter import Parameter
from ducato.core.errors import OtherRules, UnknownName
from ducato.core.game import Game, available_games, find_game, isolated, unavailable_games
from ducato.core.game.play_styles import style_names
from ducato.core.game.table_facts import TableFacts
from ducato.lab.report.report_data import FILE as REPORT
from ducato.server.kit.errors import NoSuchPage
from ducato.server.kit.filling import filled
from ducato.server.kit.http.cached_files import cached_response
from ducato.server.kit.http.dependencies import AppServices, Language
from ducato.server.kit.http.locale import BY_LANGUAGE
from ducato.server.kit.http.openapi import JSON, documented
from ducato.table.setup.lessons import lesson_of
from ducato.table.setup.level_ratings import BotRating, bot_ratings
from ducato.table.setup.levels import level_title, style_description, style_text
from ducato.table.views.component_list import ComponentList, component_list

router = APIRouter()

Words = Callable[[str], str]
"""A function that returns the text for a key in a game's catalogue."""


class Choice(msgspec.Struct, frozen=True):
    """A value that can be chosen: its name in requests, and its title for people."""

    name: str
    title: str


class CatalogBot(msgspec.Struct, frozen=True):
    """A level of a game: the name of its bot in requests, and its title for people.

    Attributes:
        ratings: the measured ratings of the bot, by number of players; none where it was not rated.
    """

    name: str
    title: str
    ratings: dict[str, BotRating]


class CatalogStyle(msgspec.Struct, frozen=True):
    """A style of play that a bot of any level can have.

    Attributes:
        name: its name, which follows that of a bot in requests: ``strong:style=hoarder``.
        about: what a bot of this style does.
    """

    name: str
    title: str
    about: str


class CatalogOption(msgspec.Struct, frozen=True):
    """An option of the rules: a switch, a number or a choice.

    Attributes:
        by_players: the defaults that apply only to certain numbers of players, by number.
        choices: the possible values of a "choice"; otherwise empty.
        range: the least and the greatest value of an "int"; otherwise null.
    """

    name: str
    type: Literal["bool", "int", "choice"]
    default: bool | int | str
    by_players: dict[str, bool | int | str]
    choices: list[Choice]
    range: tuple[int, int] | None
    about: str


class CatalogEdition(msgspec.Struct, frozen=True):
    """An edition of the rules.

    Attributes:
        by_players: its own defaults for some options, by number of players.
    """

    name: str
    title: str
    about: str
    by_players: dict[str, dict[str, bool | int | str]]


class CatalogGame(msgspec.Struct, frozen=True):
    """A game in the catalog, with the choices for a new table.

    Attributes:
        players: the possible numbers of players.
        facts: how long and how hard the game is, and what stands for it on the first page.
        rules: whether the game has a rulebook, at ``/rules/<name>``.
        exercises: whether it ships exercises.
        balance: whether it has a report of the lab, at ``/balance/<name>``.
        unavailable: the distribution that installed the game, if the game cannot be played; its
            title is then its name, and texts and lists are empty. The log and ``ducato games`` say
            why. Null if the game can be played.
    """

    name: str
    title: str
    about: str
    credit: str
    players: list[int]
    editions: list[CatalogEdition]
    options: list[CatalogOption]
    lesson: bool
    bots: list[CatalogBot]
    styles: list[CatalogStyle]
    facts: TableFacts
    exercises: bool = False
    rules: bool = False
    balance: bool = False
    unavailable: str | None = None


@router.get("/api/games", **documented(list[CatalogGame]))
async def list_games(request: Request, services: AppServices, language: Language) -> Response:
    """Return all games with the choices for a new table."""
    catalog = await services.files.get(_encoded_catalog, language)
    return cached_response(request, catalog, JSON, BY_LANGUAGE)


@router.get("/api/games/{name}/components", **documented(ComponentList, errors=(404,)))
async def list_components(
    request: Request,
    services: AppServices,
    language: Language,
    name: str,
    edition: str | None = None,
) -> Response:
    """Return a game's components with the numbers of an edition, by default the first one."""
    try:
        found = await services.files.get(_encoded_components, name, edition, language)
    except (UnknownName, OtherRules):
        raise NoSuchPage from None
    return cached_response(request, found, JSON, BY_LANGUAGE)


def _encoded_components(name: str, edition: str | None, language: str) -> bytes:
    game = find_game(name)
    chosen = game.editions[0] if edition is None else edition
    return msgspec.json.encode(component_list(game, chosen, language))


def _encoded_catalog(language: str) -> bytes:
    return msgspec.json.encode(build_catalog(language))


def build_catalog(language: str) -> list[CatalogGame]:
    """Return all games, those that cannot be played last; texts are in the given language."""
    offered = []
    for game in available_games().values():
        with isolated(game):
            offered.append(_game(game, language))
    return offered + [
        CatalogGame(
            name=wrong.name,
            title=wrong.name,
            about="",
            credit="",
            players=[],
            editions=[],
            options=[],
            lesson=False,
            bots=[],
            styles=[],
            facts=TableFacts(),
            unavailable=wrong.distribution,
        )
        for wrong in unavailable_games()
    ]


def _game(game: Game, language: str) -> CatalogGame:
    def words(key: str) -> str:
        return game.text(key, language)

    return CatalogGame(
        name=game.name,
        title=words("title"),
        about=words("about"),
        credit=words("credit"),
        players=list(game.players),
        editions=[_edition(game, name, words) for name in game.editions],
        options=[_option(parameter, words) for parameter in game.parameters.values()],
        lesson=lesson_of(game) is not None,
        bots=_bots(game, language),
        styles=[
            CatalogStyle(
                name, style_text(name, game, language), style_description(name, game, language)
            )
            for name in style_names(game)
        ],
        facts=game.facts,
        exercises=has_file(game.package, EXERCISES),
        rules=has_file(game.package, "rulebook/en.md"),
        balance=has_file(game.package, REPORT),
    )


def _bots(game: Game, language: str) -> list[CatalogBot]:
    rated = {str(players): bot_ratings(game, players) for players in game.players}
    return [
        CatalogBot(
            bot,
            level_title(level, game, language),
            {players: of_bots[bot] for players, of_bots in rated.items() if bot in of_bots},
        )
        for level, bot in game.levels.items()
    ]


def _edition(game: Game, name: str, words: Words) -> CatalogEdition:
    return CatalogEdition(
        name=name,
        title=words(f"edition.{name}"),
        about=words(f"edition.{name}.about"),
        by_players={
            str(players): {
                option: value
                for option, value in game.edition_values(name, players).items()
                if option in game.parameters
            }
            for players in game.players
        },
    )


def _option(parameter: Parameter, words: Words) -> CatalogOption:
    kind: Literal["bool", "int"] = "bool" if isinstance(parameter.default, bool) else "int"
    return filled(
        CatalogOption,
        parameter,
        type="choice" if parameter.choices else kind,
        choices=[
            Choice(choice, words(f"choice.{parameter.name}.{choice}"))
            for choice in parameter.choices
        ],
        about=words(f"option.{parameter.name}"),
    )
