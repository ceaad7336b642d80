"""The HTTP interface to what somebody wants, played and reached; to others only what they allow."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from fastapi import Query, Request, Response

from ducato.core.i18n import LANGUAGES, say
from ducato.store import Person, Played, Preferences, Rating
from ducato.store.turn_reminders import NONE
from ducato.table.views import called
from ducato.web.http.catalog import title
from ducato.web.services import Services
from ducato.web.support.locale import chosen_language
from ducato.web.support.openapi import DescribedApi
from ducato.web.support.responses import ApiError, json_response, read_body


class Wished(msgspec.Struct, frozen=True):
    """What somebody chooses; what is not given stays."""

    rated: bool | None = None
    shown: bool | None = None
    public: bool | None = None
    language: Annotated[str, msgspec.Meta(max_length=16)] | None = None
    turn_reminders: Literal["none", "soon", "daily"] | None = None


class ToldWishes(msgspec.Struct, frozen=True):
    """What somebody has chosen; `url` is the address of the public page, None without one."""

    rated: bool
    shown: bool
    public: bool
    url: str | None
    language: str | None
    turn_reminders: str


class ToldRating(msgspec.Struct, frozen=True):
    """How strong somebody is at a game: `points` plus or minus `spread`."""

    game: str
    title: str
    points: int
    spread: int
    games: int


class PlayedSeat(msgspec.Struct, frozen=True):
    """A seat of a table in one's history; `rank` is None before the end."""

    name: str
    rank: int | None
    own: bool


class OwnTable(msgspec.Struct, frozen=True):
    """A table that one sat at; `updated` in milliseconds since 1970."""

    id: str
    title: str
    seats: list[PlayedSeat]
    updated: int
    finished: bool
    rated: bool


class PublicTable(msgspec.Struct, frozen=True):
    """A table as strangers see it; `updated` in milliseconds since 1970."""

    title: str
    players: int
    rank: int
    updated: int
    rated: bool


class Profile(msgspec.Struct, frozen=True):
    """Oneself; of somebody unknown the name is null, and nothing else is there."""

    name: str | None
    email: str | msgspec.UnsetType | None = msgspec.UNSET
    preferences: ToldWishes | msgspec.UnsetType = msgspec.UNSET
    ratings: list[ToldRating] | msgspec.UnsetType = msgspec.UNSET
    tables: list[OwnTable] | msgspec.UnsetType = msgspec.UNSET


class PublicProfile(msgspec.Struct, frozen=True):
    """What somebody shows to everybody."""

    name: str
    ratings: list[ToldRating]
    tables: list[PublicTable]


class SeatRating(msgspec.Struct, frozen=True):
    """What who sits at a table shows there; null what is not shown."""

    seat: int
    points: int | None
    spread: int | None
    url: str | None


class TablePeople(msgspec.Struct, frozen=True):
    """Who sits at a table; `rated` is null while seats are open."""

    rated: bool | None
    seats: list[SeatRating]


def add_profiles(app: DescribedApi, services: Services) -> None:
    """Add ``/api/me/profile`` and its neighbours, ``/api/people`` and the ratings of a table."""
    store, workers = services.store, services.workers

    @app.get("/api/me/profile", **app.described(Profile, refusals=[401, 503]))
    async def profile(request: Request) -> Response:
        """What one wants, how strong one is, and what one played last."""
        person = await services.sessions.who(request)
        if person is None:
            return json_response(Profile(None))
        language = chosen_language(request)
        wishes = await workers.read(store.profiles.preferences, person.id)
        ratings = await workers.read(store.ratings.of, person.id)
        tables = await workers.read(store.profiles.history, person.id)
        return json_response(
            Profile(
                name=person.name,
                email=person.email,
                preferences=_wishes(wishes),
                ratings=[_rating(rating, language) for rating in ratings],
                tables=[_own_table(table, person.id, language) for table in tables],
            )
        )

    @app.get(
        "/api/me/tables",
        **app.described(list[OwnTable], refusals=[401, 403, 422, 503], who="players"),
    )
    async def earlier(request: Request, before: int = Query(ge=0, lt=2**53)) -> Response:
        """Tables that one sat at, before a moment in milliseconds since 1970."""
        person = await somebody(services, request)
        tables = await workers.read(store.profiles.history, person.id, before)
        language = chosen_language(request)
        return json_response([_own_table(table, person.id, language) for table in tables])

    @app.post(
        "/api/me/preferences",
        **app.described(
            ToldWishes, Wished, refusals=[403, 408, 409, 413, 422, 429, 503], who="people"
        ),
    )
    async def choose(request: Request) -> Response:
        """Choose what one wants of this services."""
        await services.guard_people(request)
        wished = await read_body(request, Wished)
        if wished.language is not None and wished.language not in LANGUAGES:
            raise ApiError(422, say("bad.request", detail="language"), "language", list(LANGUAGES))
        person, language = await somebody(services, request), wished.language
        if wished.turn_reminders not in (None, NONE):
            if person.email is None:
                raise ApiError(409, say("bad.no_address"), "turn_reminders")
            # Letters come when nobody asks in any language: so this is the moment to know it.
            kept = await workers.read(store.profiles.preferences, person.id)
            language = language or kept.language or chosen_language(request)
        chosen = store.profiles.choose(
            person.id,
            rated=wished.rated,
            shown=wished.shown,
            public=wished.public,
            language=language,
            turn_reminders=wished.turn_reminders,
        )
        return json_response(_wishes(await asyncio.wrap_future(chosen)))

    @app.get("/api/people/{page}", **app.described(PublicProfile, refusals=[404, 503]))
    async def public(request: Request, page: str) -> Response:
        """What somebody shows to everybody."""
        found = await workers.read(store.profiles.of_public_id, page)
        if found is None:
            raise ApiError(404, say("lost.page"))
        person, name = found
        language = chosen_language(request)
        ratings = await workers.read(store.ratings.of, person)
        tables = await workers.read(store.profiles.history, person, finished=True)
        told = [_public_table(table, person, language) for table in tables]
        return json_response(
            PublicProfile(
                name=name,
                ratings=[_rating(rating, language) for rating in ratings],
                tables=[table for table in told if table is not None],
            )
        )

    @app.get("/api/tables/{table_id}/people", **app.described(TablePeople, refusals=[404, 503]))
    async def at_table(table_id: str) -> Response:
        """What those who sit at a table show of themselves."""
        await workers.read(store.head, table_id)  # is there such a table?
        rated, seats = await workers.read(store.ratings.at_table, table_id)
        return json_response(
            TablePeople(
                rated=rated,
                seats=[
                    SeatRating(
                        seat=seat,
                        points=None if rating is None else rating.points,
                        spread=None if rating is None else rating.spread,
                        url=_address(page),
                    )
                    for seat, (rating, page) in seats.items()
                ],
            )
        )


async def somebody(services: Services, request: Request) -> Person:
    """The person who asks.

    Raises:
        ApiError: it is nobody that is known.
    """
    person = await services.sessions.who(request)
    if person is None:
        raise ApiError(403, say("bad.nobody"))
    return person


def _address(page: str | None) -> str | None:
    return None if page is None else f"/people/{page}"


def _wishes(wishes: Preferences) -> ToldWishes:
    return ToldWishes(
        rated=wishes.rated,
        shown=wishes.shown,
        public=wishes.public_id is not None,
        url=_address(wishes.public_id),
        language=wishes.language,
        turn_reminders=wishes.turn_reminders,
    )


def _rating(rating: Rating, language: str) -> ToldRating:
    return ToldRating(
        game=rating.game,
        title=title(rating.game, language),
        points=rating.points,
        spread=rating.spread,
        games=rating.games,
    )


def _own_table(table: Played, person: str, language: str) -> OwnTable:
    """A table as one of its people sees it."""
    return OwnTable(
        id=table.id,
        title=title(table.game, language),
        seats=[
            PlayedSeat(called(seat["name"], language), seat["rank"], seat["person"] == person)
            for seat in table.seats
        ],
        updated=table.updated,
        finished=table.finished is not None,
        rated=bool(table.rated),
    )


def _public_table(table: Played, person: str, language: str) -> PublicTable | None:
    """A table as strangers see it: neither where it is nor who else played there.

    None for one at which the person played against nobody, or against himself.
    """
    own = [seat for seat in table.seats if seat["person"] == person]
    if len(own) != 1 or own[0]["rank"] is None:
        return None
    return PublicTable(
        title=title(table.game, language),
        players=len(table.seats),
        rank=own[0]["rank"],
        updated=table.updated,
        rated=bool(table.rated),
    )
