"""Favourite openings: what a person does more often than others in the first decisions."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response

from ducato.core.game import Game, available_games
from ducato.core.i18n import say
from ducato.lab.opening_counts import DECISIONS, LEAST_GAMES, Favourite
from ducato.lab.report.phrasing import thing_name
from ducato.runs.statistics import Estimate
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import AppServices, CurrentPerson, Language
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.services import Services
from ducato.server.subjects.openings.service import Openings
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.ratings.personal_results import PersonalResults

router = APIRouter(prefix="/api")

MOST_GAMES = 3
"""The number of games whose openings are counted: those that the person has played most."""


class Measured(msgspec.Struct, frozen=True):
    """A share or a difference of shares, with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


class FavouriteOpening(msgspec.Struct, frozen=True):
    """A thing that the person does more often than others.

    Attributes:
        name: the name of the action, the kind of actions, or what they have in common.
        games: the number of games in which the person could do it.
        own: the share of these in which they did.
        others: the share of the other seats that could which did.
        lift: the difference of the two, with an interval for all things together.
        result: the mean share of the opponents beaten when the person did it.
    """

    name: str
    games: int
    own: Measured
    others: Measured
    lift: Measured
    result: Measured


class GameOpenings(msgspec.Struct, frozen=True):
    """The favourite openings of a person at a game, the clearest first."""

    game: str
    title: str
    favourites: list[FavouriteOpening]


class PersonOpenings(msgspec.Struct, frozen=True):
    """The favourite openings of a person.

    Attributes:
        decisions: the number of first decisions, forced ones aside, that are looked at.
        games: the games with favourites, the most played first.
    """

    decisions: int
    games: list[GameOpenings]


@router.get("/me/openings", **documented(PersonOpenings, errors=[401, 403], audience="players"))
async def get_own_openings(
    services: AppServices, person: CurrentPerson, language: Language
) -> Response:
    """Return the person's own favourite openings."""
    return json_response(await _openings(services, person.id, language))


@router.get("/people/{public_id}/openings", **documented(PersonOpenings, errors=[404]))
async def get_openings(services: AppServices, language: Language, public_id: str) -> Response:
    """Return the favourite openings on a person's public page."""
    found = await services.workers.run_blocking(Profiles(services.database).of_public_id, public_id)
    if found is None:
        raise ApiError(404, say("lost.page"))
    person, _ = found
    return json_response(await _openings(services, person, language))


async def _openings(services: Services, person: str, language: str) -> PersonOpenings:
    played = await services.workers.run_blocking(PersonalResults(services.database).by_game, person)
    games, found = available_games(), []
    for one in played[:MOST_GAMES]:
        if one.game not in games or one.played < LEAST_GAMES:
            continue
        favourites = await services.own(Openings).of(person, games[one.game])
        if favourites:
            found.append(_at_game(games[one.game], favourites, language))
    return PersonOpenings(DECISIONS, found)


def _at_game(game: Game, favourites: list[Favourite], language: str) -> GameOpenings:
    return GameOpenings(
        game=game.name,
        title=game_title(game.name, language),
        favourites=[
            FavouriteOpening(
                name=thing_name(game, one.thing)[language],
                games=one.games,
                own=_measured(one.own),
                others=_measured(one.others),
                lift=_measured(one.lift),
                result=_measured(one.result),
            )
            for one in favourites
        ],
    )


def _measured(estimate: Estimate) -> Measured:
    return Measured(*(round(max(-1.0, min(1.0, bound)), 3) for bound in estimate))
