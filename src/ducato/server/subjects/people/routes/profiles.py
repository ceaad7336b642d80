"""Profiles: a person's own preferences, ratings and history, and what others make public."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query, Response

from ducato.core.i18n import LANGUAGES, say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
    body,
)
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.people.profiles import PersonPreferences as StoredPreferences
from ducato.server.subjects.people.profiles import PlayedTable, Profiles
from ducato.server.subjects.ratings import Rating, Ratings
from ducato.server.subjects.reminders.storage import NONE
from ducato.server.subjects.tables.storage import Tables
from ducato.table.views.texts import display_name

router = APIRouter(prefix="/api")


class PreferencesRequest(msgspec.Struct, frozen=True):
    """The preferences to change; those left out or null stay as they are."""

    rated: bool | None = None
    shown: bool | None = None
    public: bool | None = None
    language: Annotated[str, msgspec.Meta(max_length=16)] | None = None
    turn_reminders: Literal["none", "soon", "daily"] | None = None
    visible_online: bool | None = None


class Preferences(msgspec.Struct, frozen=True):
    """The person's preferences.

    Attributes:
        rated: whether their games are rated.
        shown: whether the others at a table see their rating.
        public: whether they have a public page.
        url: the path of their public page; null if they have none.
        language: the language of their e-mails; null if they have not chosen one.
        turn_reminders: how often they get turn reminders: "none", "soon" or "daily".
        visible_online: whether their friends see when they are online, and what they play.
    """

    rated: bool
    shown: bool
    public: bool
    url: str | None
    language: str | None
    turn_reminders: str
    visible_online: bool


class GameRating(msgspec.Struct, frozen=True):
    """A rating for one game: `points` plus or minus `spread`, after a number of `games`."""

    game: str
    title: str
    points: int
    spread: int
    games: int


class PlayedSeat(msgspec.Struct, frozen=True):
    """A seat at a table in the person's own history; `rank` is null before the end."""

    name: str
    rank: int | None
    own: bool


class OwnTable(msgspec.Struct, frozen=True):
    """A table in the person's own history; `updated` is in milliseconds since 1970."""

    id: str
    title: str
    seats: list[PlayedSeat]
    updated: int
    finished: bool
    rated: bool


class PublicTable(msgspec.Struct, frozen=True):
    """A table in a person's public history; `updated` is in milliseconds since 1970."""

    title: str
    players: int
    rank: int
    updated: int
    rated: bool


class Profile(msgspec.Struct, frozen=True):
    """The person's own profile; for an unknown visitor, only `name: null`."""

    name: str | None
    has_name: bool = False
    email: str | msgspec.UnsetType | None = msgspec.UNSET
    preferences: Preferences | msgspec.UnsetType = msgspec.UNSET
    ratings: list[GameRating] | msgspec.UnsetType = msgspec.UNSET
    tables: list[OwnTable] | msgspec.UnsetType = msgspec.UNSET


class PublicProfile(msgspec.Struct, frozen=True):
    """The contents of a person's public page."""

    name: str
    ratings: list[GameRating]
    tables: list[PublicTable]


class SeatRating(msgspec.Struct, frozen=True):
    """The rating and public page of the player at a seat; null where they show none."""

    seat: int
    points: int | None
    spread: int | None
    url: str | None


class TablePeople(msgspec.Struct, frozen=True):
    """The people at a table; `rated` is null while seats are open."""

    rated: bool | None
    seats: list[SeatRating]


@router.get("/me/profile", **documented(Profile, errors=[401]))
async def get_profile(services: AppServices, person: MaybePerson, language: Language) -> Response:
    """Return the person's preferences, ratings and latest tables."""
    if person is None:
        return json_response(Profile(None))
    database, workers = services.database, services.workers
    preferences = await workers.run_blocking(Profiles(database).preferences, person.id)
    ratings = await workers.run_blocking(Ratings(database).of, person.id)
    tables = await workers.run_blocking(Profiles(database).history, person.id)
    return json_response(
        Profile(
            name=person.name,
            has_name=person.has_name,
            email=person.email,
            preferences=_preferences(preferences),
            ratings=[_rating(rating, language) for rating in ratings],
            tables=[_own_table(table, person.id, language) for table in tables],
        )
    )


@router.get("/me/tables", **documented(list[OwnTable], errors=[401, 403, 422], audience="players"))
async def list_earlier_tables(
    services: AppServices,
    person: CurrentPerson,
    language: Language,
    before: Annotated[int, Query(ge=0, lt=2**53)],
) -> Response:
    """Return the latest of the person's tables that were last updated before a moment.

    The moment `before` is in milliseconds since 1970.
    """
    tables = await services.workers.run_blocking(
        Profiles(services.database).history, person.id, before
    )
    return json_response([_own_table(table, person.id, language) for table in tables])


@router.post(
    "/me/preferences",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Preferences, PreferencesRequest, errors=[403, 409], audience="people"),
)
async def set_preferences(
    services: AppServices,
    reader_language: Language,
    wanted: Annotated[PreferencesRequest, body(PreferencesRequest)],
    person: CurrentPerson,
) -> Response:
    """Change some of the person's preferences, and return all of them."""
    profiles, language = Profiles(services.database), wanted.language
    if language is not None and language not in LANGUAGES:
        raise ApiError(422, say("bad.request", detail="language"), "language", list(LANGUAGES))
    if wanted.turn_reminders not in (None, NONE):
        if person.email is None:
            raise ApiError(409, say("bad.no_address"), "turn_reminders")
        # A reminder is written without a request, so its language must be stored now.
        stored = await services.workers.run_blocking(profiles.preferences, person.id)
        language = language or stored.language or reader_language
    chosen = profiles.choose(
        person.id,
        rated=wanted.rated,
        shown=wanted.shown,
        public=wanted.public,
        language=language,
        turn_reminders=wanted.turn_reminders,
        visible_online=wanted.visible_online,
    )
    return json_response(_preferences(await asyncio.wrap_future(chosen)))


@router.get("/people/{public_id}", **documented(PublicProfile, errors=[404]))
async def get_public_profile(services: AppServices, language: Language, public_id: str) -> Response:
    """Return the contents of a person's public page."""
    database, workers = services.database, services.workers
    found = await workers.run_blocking(Profiles(database).of_public_id, public_id)
    if found is None:
        raise ApiError(404, say("lost.page"))
    person, name = found
    ratings = await workers.run_blocking(Ratings(database).of, person)
    tables = await workers.run_blocking(Profiles(database).history, person, finished=True)
    shown = [_public_table(table, person, language) for table in tables]
    return json_response(
        PublicProfile(
            name=name,
            ratings=[_rating(rating, language) for rating in ratings],
            tables=[table for table in shown if table is not None],
        )
    )


@router.get("/tables/{table_id}/people", **documented(TablePeople, errors=[404]))
async def get_table_people(services: AppServices, table_id: str) -> Response:
    """Return the ratings and public pages that the players at a table show."""
    database, workers = services.database, services.workers
    await workers.run_blocking(Tables(database).head, table_id)  # raises UnknownTable
    rated, seats = await workers.run_blocking(Ratings(database).at_table, table_id)
    return json_response(
        TablePeople(
            rated=rated,
            seats=[
                SeatRating(
                    seat=seat,
                    points=None if rating is None else rating.points,
                    spread=None if rating is None else rating.spread,
                    url=_url(public_id),
                )
                for seat, (rating, public_id) in seats.items()
            ],
        )
    )


def _url(public_id: str | None) -> str | None:
    return None if public_id is None else f"/people/{public_id}"


def _preferences(stored: StoredPreferences) -> Preferences:
    public = stored.public_id is not None
    return filled(Preferences, stored, public=public, url=_url(stored.public_id))


def _rating(rating: Rating, language: str) -> GameRating:
    return filled(GameRating, rating, title=game_title(rating.game, language))


def _own_table(table: PlayedTable, person: str, language: str) -> OwnTable:
    """Return a table as an entry in the history that the person sees."""
    return OwnTable(
        id=table.id,
        title=game_title(table.game, language),
        seats=[
            PlayedSeat(display_name(seat["name"], language), seat["rank"], seat["person"] == person)
            for seat in table.seats
        ],
        updated=table.updated,
        finished=table.finished is not None,
        rated=bool(table.rated),
    )


def _public_table(table: PlayedTable, person: str, language: str) -> PublicTable | None:
    """Return a table as an entry in a public history, without its id or the other players.

    Return None if the person has several seats there, or no rank.
    """
    own = [seat for seat in table.seats if seat["person"] == person]
    if len(own) != 1 or own[0]["rank"] is None:
        return None
    return PublicTable(
        title=game_title(table.game, language),
        players=len(table.seats),
        rank=own[0]["rank"],
        updated=table.updated,
        rated=bool(table.rated),
    )
