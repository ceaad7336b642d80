"""Leaderboards: the ranks of people at each game, in this season and in earlier ones."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response

from ducato.core.game import all_games
from ducato.core.i18n import say
from ducato.server.kit.database.engine import now
from ducato.server.kit.errors import ApiError, NoSuchPage
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import AppServices, Language, MaybePerson
from ducato.server.kit.http.locale import chosen_language, game_title, server_text
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.http.templates import render_page
from ducato.server.services import Services
from ducato.server.subjects.ratings import LEAST_GAMES, LeaderboardEntry, Season
from ducato.server.subjects.ratings.leaderboards import Seasons

router = APIRouter(prefix="/api/leaderboards")
pages = APIRouter(include_in_schema=False)

FIRST = 3
"""The number of people that the list of all leaderboards shows of each."""


class RankedPerson(msgspec.Struct, frozen=True):
    """A person with a rank.

    Attributes:
        rank: the rank, 1 for the best; people with the same strength share one.
        url: the path of the person's public page.
        points, spread: the rating, and the half-width of its 95 % interval.
        score: the points that count: those that the person has almost certainly.
        games: the number of rated games in the season.
        own: whether it is the person who asks.
    """

    rank: int
    name: str
    url: str
    points: int
    spread: int
    score: int
    games: int
    own: bool


class LeaderboardSummary(msgspec.Struct, frozen=True):
    """The first ranks of a game in the present season."""

    game: str
    title: str
    entries: list[RankedPerson]


class Leaderboards(msgspec.Struct, frozen=True):
    """The leaderboards of all games in the present season.

    Attributes:
        season: the name of the season, such as "2026-4" for the last quarter of that year.
        ends: the end of the season, in milliseconds since 1970.
        least_games: the number of rated games in the season from which people are ranked.
        games: the games, those with ranks first.
    """

    season: str
    ends: int
    least_games: int
    games: list[LeaderboardSummary]


class OwnRank(msgspec.Struct, frozen=True):
    """How far the person who asks is in a season.

    Attributes:
        games: the number of their rated games in it.
        visible: whether they show their rating and have a public page, and so may be ranked.
        rank: their rank; null if they have none.
    """

    games: int
    visible: bool
    rank: int | None


class Leaderboard(msgspec.Struct, frozen=True):
    """The leaderboard of a game in a season.

    Attributes:
        season: the name of the season.
        ends: the end of the season, in milliseconds since 1970.
        final: whether the ranks are final.
        seasons: the names of the seasons to choose from, the latest first.
        least_games: the number of rated games in the season from which people are ranked.
        entries: the first hundred ranks, and that of the person who asks.
        own: how far the person who asks is; null for an unknown visitor.
    """

    game: str
    title: str
    season: str
    ends: int
    final: bool
    seasons: list[str]
    least_games: int
    entries: list[RankedPerson]
    own: OwnRank | None


@router.get("", **documented(Leaderboards, errors=[401]))
async def list_leaderboards(
    services: AppServices, person: MaybePerson, language: Language
) -> Response:
    """Return the first ranks of each game in the present season."""
    asker = None if person is None else person.id
    return json_response(await services.workers.run_blocking(_summaries, services, asker, language))


@router.get("/{game}", **documented(Leaderboard, errors=[401, 404]))
async def get_leaderboard(
    services: AppServices,
    person: MaybePerson,
    language: Language,
    game: str,
    season: Annotated[str | None, Query()] = None,
) -> Response:
    """Return the leaderboard of a game, in the present season or in another one."""
    present = Season.at(now())
    wanted = present if season is None else Season.named(season)
    if game not in all_games() or wanted is None or wanted > present:
        raise ApiError(404, say("lost.page"))
    asker = None if person is None else person.id
    found = await services.workers.run_blocking(
        _leaderboard, services, game, wanted, asker, language
    )
    return json_response(found)


@pages.get("/leaderboards")
def leaderboards_page(request: Request) -> Response:
    """Show the leaderboards of all games."""
    return render_page(request, "leaderboards.html", title=say("page.leaderboards"), game="")


@pages.get("/leaderboards/{game}")
def leaderboard_page(request: Request, game: str) -> Response:
    """Show the leaderboard of a game."""
    if game not in all_games():
        raise NoSuchPage
    language = chosen_language(request)
    title = f"{game_title(game, language)} · {server_text(say('page.leaderboards'), language)}"
    return render_page(request, "leaderboards.html", title=title, game=game)


def _summaries(services: Services, asker: str | None, language: str) -> Leaderboards:
    season, seasons = Season.at(now()), Seasons(services.database)
    games = [
        LeaderboardSummary(
            game=name,
            title=game_title(name, language),
            entries=[
                _entry(entry, asker) for entry in seasons.leaderboard(name, season, limit=FIRST)
            ],
        )
        for name in all_games()
    ]
    games.sort(key=lambda one: (not one.entries, one.title))
    return Leaderboards(season.name, season.end, LEAST_GAMES, games)


def _leaderboard(
    services: Services, game: str, season: Season, asker: str | None, language: str
) -> Leaderboard:
    seasons = Seasons(services.database)
    closed = seasons.closed(game)
    present = Season.at(now())
    entries = seasons.leaderboard(game, season, asker)
    own = None
    if asker is not None:
        so_far = seasons.own(game, season, asker)
        ranks = [entry.rank for entry in entries if entry.person == asker]
        own = OwnRank(so_far.games, so_far.visible, ranks[0] if ranks else None)
    return Leaderboard(
        game=game,
        title=game_title(game, language),
        season=season.name,
        ends=season.end,
        final=season.name in seasons.closed(),
        seasons=sorted({present.name, season.name, *closed}, reverse=True),
        least_games=LEAST_GAMES,
        entries=[_entry(entry, asker) for entry in entries],
        own=own,
    )


def _entry(entry: LeaderboardEntry, asker: str | None) -> RankedPerson:
    url = f"/people/{entry.public_id}"
    return filled(RankedPerson, entry, url=url, own=entry.person == asker)
