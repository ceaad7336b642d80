"""Results of people: ratings over time, seasons, results by game, and against the reader."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import AppServices, CurrentPerson, Language, MaybePerson
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.http.templates import render_page
from ducato.server.services import Services
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.ratings import RatingChange
from ducato.server.subjects.ratings.history import RatingHistory
from ducato.server.subjects.ratings.leaderboards import Seasons
from ducato.server.subjects.ratings.personal_results import OpponentResults, PersonalResults
from ducato.table.views.texts import display_name

router = APIRouter(prefix="/api")
pages = APIRouter(include_in_schema=False)


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game that ended `at` a time, in milliseconds since 1970."""

    at: int
    points: int
    spread: int


class RatingCurve(msgspec.Struct, frozen=True):
    """A rating over time.

    Attributes:
        before: the points before the first game of the curve.
        before_spread: the half-width of their 95 % interval.
        curve: the rating after each of the latest rated games, in order.
    """

    game: str
    title: str
    before: int
    before_spread: int
    curve: list[RatingPoint]


class ResultsAtGame(msgspec.Struct, frozen=True):
    """The finished games at one game.

    Attributes:
        won: the number with the first rank, alone or shared.
        beaten: the mean share of the opponents who finished behind; one on the same rank counts
            half.
    """

    game: str
    title: str
    played: int
    won: int
    beaten: float


class SeasonRank(msgspec.Struct, frozen=True):
    """A final rank in a season of a game, one of so many `ranked` people."""

    season: str
    game: str
    title: str
    rank: int
    ranked: int


class ResultsAgainst(msgspec.Struct, frozen=True):
    """The results of the reader against the person at a game.

    Attributes:
        two: whether the two played alone; otherwise with others.
        ahead, level, behind: the numbers of games in which the reader finished ahead of the person,
            on the same rank, and behind.
    """

    game: str
    title: str
    two: bool
    ahead: int
    level: int
    behind: int


class FrequentOpponent(msgspec.Struct, frozen=True):
    """An opponent of the reader; `url` is the path of their public page, null without one."""

    name: str
    url: str | None
    played: int
    ahead: int
    level: int
    behind: int


class PersonResults(msgspec.Struct, frozen=True):
    """The results of a person.

    Attributes:
        name: the person's name.
        own: whether it is the person who asks.
        ratings: their ratings over time, the game with the most rated games first.
        seasons: their ranks in earlier seasons, the latest first.
        games: their results at each game, the most played first.
        against: the reader's results against them, the most played game first; empty if they never
            played, or for the person's own.
        opponents: the people whom they met most often, only for themselves.
    """

    name: str
    own: bool
    ratings: list[RatingCurve]
    seasons: list[SeasonRank]
    games: list[ResultsAtGame]
    against: list[ResultsAgainst]
    opponents: list[FrequentOpponent]


@router.get("/me/results", **documented(PersonResults, errors=[401, 403], audience="players"))
async def get_own_results(
    services: AppServices, person: CurrentPerson, language: Language
) -> Response:
    """Return the person's own results."""
    found = await services.workers.run_blocking(
        _results, services, person.id, person.name, person.id, language
    )
    return json_response(found)


@router.get("/people/{public_id}/results", **documented(PersonResults, errors=[401, 404]))
async def get_results(
    services: AppServices, person: MaybePerson, language: Language, public_id: str
) -> Response:
    """Return the results on a person's public page, with those of the reader against them."""
    found = await services.workers.run_blocking(Profiles(services.database).of_public_id, public_id)
    if found is None:
        raise ApiError(404, say("lost.page"))
    reader = None if person is None else person.id
    results = await services.workers.run_blocking(_results, services, *found, reader, language)
    return json_response(results)


@pages.get("/account/results")
def own_results_page(request: Request) -> Response:
    """Show the results of the person who asks."""
    return render_page(request, "profile.html", title=say("page.results"), page_id="")


def _results(
    services: Services, person: str, name: str, reader: str | None, language: str
) -> PersonResults:
    database, own = services.database, person == reader
    curves = RatingHistory(database).of(person)
    between = [] if own or reader is None else PersonalResults(database).between(reader, person)
    opponents = PersonalResults(database).opponents(person) if own else []
    return PersonResults(
        name=name,
        own=own,
        ratings=[
            _curve(changes, language)
            for changes in sorted(curves.values(), key=lambda some: -some[-1].number)
        ],
        seasons=[
            filled(SeasonRank, rank, title=game_title(rank.game, language))
            for rank in Seasons(database).final_ranks(person)
        ],
        games=[
            filled(ResultsAtGame, one, title=game_title(one.game, language))
            for one in PersonalResults(database).by_game(person)
        ],
        against=[
            filled(ResultsAgainst, duel, title=game_title(duel.game, language)) for duel in between
        ],
        opponents=[_opponent(opponent, language) for opponent in opponents],
    )


def _curve(changes: list[RatingChange], language: str) -> RatingCurve:
    first = changes[0]
    return RatingCurve(
        game=first.game,
        title=game_title(first.game, language),
        before=first.points_before,
        before_spread=first.spread_before,
        curve=[filled(RatingPoint, change) for change in changes],
    )


def _opponent(opponent: OpponentResults, language: str) -> FrequentOpponent:
    return filled(
        FrequentOpponent,
        opponent,
        name=display_name(opponent.name, language),
        url=None if opponent.public_id is None else f"/people/{opponent.public_id}",
    )
