"""The HTTP interface to what somebody wants, played and reached; to others only what they allow."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Query, Request, Response

from ducato.core.messages import LANGUAGES, say
from ducato.store import Person, Played, Rating, Wishes
from ducato.web.answers import Wrong, json, read
from ducato.web.house import House
from ducato.web.languages import chosen_language
from ducato.web.offer import title


class Wished(msgspec.Struct, frozen=True):
    """What somebody chooses; what is not given stays."""

    rated: bool | None = None
    shown: bool | None = None
    public: bool | None = None
    language: Annotated[str, msgspec.Meta(max_length=16)] | None = None


def add_profiles(app: FastAPI, house: House) -> None:
    """Add ``/api/me/profile`` and its neighbours, ``/api/people`` and the ratings of a table."""
    store, threads = house.store, house.threads

    @app.get("/api/me/profile")
    async def profile(request: Request) -> Response:
        person = await house.visitors.who(request)
        if person is None:
            return json({"name": None})
        language = chosen_language(request)
        wishes = await threads.read(store.profiles.wishes, person.id)
        ratings = await threads.read(store.ratings.of, person.id)
        tables = await threads.read(store.profiles.history, person.id)
        return json(
            {
                "name": person.name,
                "email": person.email,
                "wishes": _wishes(wishes),
                "ratings": [_rating(rating, language) for rating in ratings],
                "tables": [_own_table(table, person.id, language) for table in tables],
            }
        )

    @app.get("/api/me/tables")
    async def earlier(request: Request, before: int = Query(ge=0, lt=2**53)) -> Response:
        person = await somebody(house, request)
        tables = await threads.read(store.profiles.history, person.id, before)
        language = chosen_language(request)
        return json([_own_table(table, person.id, language) for table in tables])

    @app.post("/api/me/wishes")
    async def choose(request: Request) -> Response:
        await house.guard(request)
        wished = await read(request, Wished)
        if wished.language is not None and wished.language not in LANGUAGES:
            raise Wrong(422, say("bad.request", detail="language"), "language", list(LANGUAGES))
        person = await somebody(house, request)
        chosen = store.profiles.choose(
            person.id,
            rated=wished.rated,
            shown=wished.shown,
            public=wished.public,
            language=wished.language,
        )
        return json(_wishes(await asyncio.wrap_future(chosen)))

    @app.get("/api/people/{page}")
    async def public(request: Request, page: str) -> Response:
        found = await threads.read(store.profiles.of_page, page)
        if found is None:
            raise Wrong(404, say("lost.page"))
        person, name = found
        language = chosen_language(request)
        ratings = await threads.read(store.ratings.of, person)
        tables = await threads.read(store.profiles.history, person, finished=True)
        told = [_public_table(table, person, language) for table in tables]
        return json(
            {
                "name": name,
                "ratings": [_rating(rating, language) for rating in ratings],
                "tables": [table for table in told if table is not None],
            }
        )

    @app.get("/api/tables/{table_id}/people")
    async def at_table(table_id: str) -> Response:
        await threads.read(store.head, table_id)  # is there such a table?
        rated, seats = await threads.read(store.ratings.at_table, table_id)
        return json(
            {
                "rated": rated,
                "seats": [
                    {
                        "seat": seat,
                        "points": None if rating is None else rating.points,
                        "spread": None if rating is None else rating.spread,
                        "url": _address(page),
                    }
                    for seat, (rating, page) in seats.items()
                ],
            }
        )


async def somebody(house: House, request: Request) -> Person:
    """The person who asks.

    Raises:
        Wrong: it is nobody that is known.
    """
    person = await house.visitors.who(request)
    if person is None:
        raise Wrong(403, say("bad.nobody"))
    return person


def _address(page: str | None) -> str | None:
    return None if page is None else f"/people/{page}"


def _wishes(wishes: Wishes) -> dict[str, Any]:
    return {
        "rated": wishes.rated,
        "shown": wishes.shown,
        "public": wishes.page is not None,
        "url": _address(wishes.page),
        "language": wishes.language,
    }


def _rating(rating: Rating, language: str) -> dict[str, Any]:
    return {
        "game": rating.game,
        "title": title(rating.game, language),
        "points": rating.points,
        "spread": rating.spread,
        "games": rating.games,
    }


def _own_table(table: Played, person: str, language: str) -> dict[str, Any]:
    """A table as one of its people sees it."""
    return {
        "id": table.id,
        "title": title(table.game, language),
        "seats": [
            {"name": seat["name"], "place": seat["place"], "own": seat["person"] == person}
            for seat in table.seats
        ],
        "updated": table.updated,
        "finished": table.finished is not None,
        "rated": bool(table.rated),
    }


def _public_table(table: Played, person: str, language: str) -> dict[str, Any] | None:
    """A table as strangers see it: neither where it is nor who else played there.

    None for one at which the person played against nobody, or against himself.
    """
    own = [seat for seat in table.seats if seat["person"] == person]
    if len(own) != 1 or own[0]["place"] is None:
        return None
    return {
        "title": title(table.game, language),
        "players": len(table.seats),
        "place": own[0]["place"],
        "updated": table.updated,
        "rated": bool(table.rated),
    }
