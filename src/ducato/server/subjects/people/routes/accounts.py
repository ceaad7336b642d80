"""The name of the person who sends a request, and the checks of names."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    MaybePerson,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.services import Services
from ducato.server.subjects.friends.handles import handle
from ducato.server.subjects.moderation.forbidden_words import ForbiddenWords
from ducato.server.subjects.people.storage import People, Person
from ducato.table.name_filter import is_acceptable
from ducato.table.names import own_name
from ducato.table.seats import NotAName
from ducato.table.setup.create import PersonSeat, TableRequest

router = APIRouter(prefix="/api")


class NameRequest(msgspec.Struct, frozen=True):
    """A new display name."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class Me(msgspec.Struct, frozen=True):
    """The person who sent the request; `name` is null for an unknown visitor.

    `email` is null for everyone except a person with an account. `has_name` is false for a person
    who has yet to choose a name. `awaits_code` says whether this browser may type a mailed code.
    `person` is a handle that is another one as soon as somebody else uses this browser.
    """

    name: str | None
    email: str | None
    has_name: bool = False
    awaits_code: bool = False
    person: str | None = None


class Empty(msgspec.Struct, frozen=True):
    """An empty response body; the status code alone reports success."""


def checked_name(name: str, field: str = "name") -> str:
    """Return a name without invisible characters or superfluous spaces; see `chosen_name`.

    Raises:
        ApiError: 422 about `field`, if the name is not allowed.
    """
    try:
        return own_name(name)
    except NotAName as error:
        raise ApiError(422, error.message, field) from error


async def chosen_name(services: Services, name: str, field: str = "name") -> str:
    """Return a tidied name as `checked_name` does, unless it contains a forbidden word.

    Raises:
        ApiError: 422 about `field`, if the name is not allowed.
    """
    tidy = checked_name(name, field)
    # What the tidied name lacks, such as characters without width, may divide a word.
    await check_words(services, field, tidy, name)
    return tidy


async def chosen_names(services: Services, wanted: TableRequest) -> list[str]:
    """Return the tidied names of the people who are to sit at a new table.

    Raises:
        ApiError: 422 about the seat, if a name is not allowed.
    """
    return [
        await chosen_name(services, seat.name, f"seats.{number}")
        for number, seat in enumerate(wanted.seats)
        if isinstance(seat, PersonSeat)
    ]


async def check_words(services: Services, field: str, *texts: str) -> None:
    """Check that texts contain no forbidden word.

    Raises:
        ApiError: 422 about `field`, if one does.
    """
    words = await services.workers.run_blocking(ForbiddenWords(services.database).all)
    if not all(is_acceptable(text, words) for text in texts):
        raise ApiError(422, say("bad.unacceptable"), field)


@router.get("/me", **documented(Me, errors=[401]))
async def get_me(request: Request, services: AppServices, person: MaybePerson) -> Response:
    """Return the person's name and e-mail address."""
    awaits_code = services.sessions.login_request(request) is not None
    return json_response(msgspec.structs.replace(me(person), awaits_code=awaits_code))


@router.post(
    "/me",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(Me, NameRequest, errors=[403], audience="people"),
)
async def set_name(
    request: Request, services: AppServices, wanted: Annotated[NameRequest, body(NameRequest)]
) -> Response:
    """Set the person's display name. An unknown visitor becomes a guest."""
    name = await chosen_name(services, wanted.name)
    person, token = await services.sessions.identify_or_create_guest(request, name)
    await asyncio.wrap_future(People(services.database).rename(person.id, name))
    renamed = Person(person.id, name, person.email)
    return services.sessions.with_cookie(request, json_response(me(renamed)), token)


def me(person: Person | None) -> Me:
    """Return what a person is told of themselves."""
    if person is None:
        return Me(None, None)
    own = handle(person.id, person.id)
    return Me(person.name, person.email, person.has_name, person=own)
