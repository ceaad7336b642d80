"""FastAPI dependencies that the routes share: services, language, person, body and checks.

A route names its dependencies in its signature. FastAPI resolves them before the route runs: first
the checks in the decorator, then the parameters, in order. `server.kit.http.error_pages` handles
their errors.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.locale import chosen_language
from ducato.server.kit.http.origins import is_same_origin
from ducato.server.kit.http.rate_limits import address_of, limit_rate
from ducato.server.kit.http.responses import MAX_BODY_BYTES, read_body
from ducato.server.kit.http.sessions import is_bot
from ducato.server.services import Services
from ducato.server.subjects.moderation.bans import Bans, ban_message
from ducato.server.subjects.moderation.storage import NAMELESS, Moderation
from ducato.server.subjects.people.storage import Person

CHANGES_OF_ADDRESS = limit_rate("changes-of-address", 2, 120)  # tables, seats, names

Body = TypeVar("Body")


# All dependencies here are coroutines: FastAPI would run plain functions in a thread.
async def get_services(connection: HTTPConnection) -> Services:
    """Return the services of the application."""
    services: Services = connection.app.state.services
    return services


AppServices = Annotated[Services, Depends(get_services)]


async def get_language(connection: HTTPConnection) -> str:
    """Return the reader's language, chosen or else preferred by the browser."""
    return chosen_language(connection)


Language = Annotated[str, Depends(get_language)]


async def find_person(connection: HTTPConnection, services: AppServices) -> Person | None:
    """Return the person or bot that sent the request; None if the sender is unknown.

    Raises:
        InvalidToken: the request has a bot's token that is unknown or was revoked.
        StoreError: the store cannot be read.
    """
    return await services.sessions.identify(connection)


MaybePerson = Annotated[Person | None, Depends(find_person)]


async def require_person(person: MaybePerson) -> Person:
    """Return the person or bot that sent the request.

    Raises:
        ApiError: 403, if the sender is unknown.
    """
    if person is None:
        raise ApiError(403, say("bad.nobody"))
    return person


CurrentPerson = Annotated[Person, Depends(require_person)]


def body(body_type: type[Body], most: int = MAX_BODY_BYTES) -> Any:
    """Return a dependency that decodes the request's body as a msgspec type; see `read_body`.

    Example:
        async def rename(wanted: Annotated[NameRequest, body(NameRequest)]) -> Response: ...
    """

    async def read(request: Request) -> Body:
        return await read_body(request, body_type, most)

    return Depends(read)


async def check_change(request: Request, services: AppServices) -> None:
    """Reject a change requested by another site's page, or one of too many from an address.

    Raises:
        ApiError: 403 for another site's page, 429 beyond the rate limit.
    """
    if not is_same_origin(request, services.public_url):
        raise ApiError(403, say("bad.origin"))
    services.limit(CHANGES_OF_ADDRESS, address_of(request))


async def reject_bots(request: Request) -> None:
    """Reject a request from a bot, for routes that only people may use.

    Raises:
        ApiError: 403, if a bot sent the request.
    """
    if is_bot(request):
        raise ApiError(403, say("bad.for_people"))


async def reject_banned(services: AppServices, person: MaybePerson) -> None:
    """Reject a request from a banned person, for routes that give the person a name, too.

    Raises:
        ApiError: 403 with the reason, if the sender or the owner of the bot is banned.
        StoreError: the store cannot be read.
    """
    if person is None:
        return
    bans = Bans(services.database)
    ban = await services.workers.run_blocking(bans.active, person.id)
    if ban is not None:
        raise ApiError(403, ban_message(ban))


async def check_acting(services: AppServices, person: MaybePerson) -> None:
    """Reject a request from somebody who may not act among others: see `Moderation.reason_against`.

    Raises:
        ApiError: 403 with the reason.
        StoreError: the store cannot be read.
    """
    if person is None:
        return
    reason = await services.workers.run_blocking(
        Moderation(services.database).reason_against, person.id
    )
    if reason is not None:
        raise ApiError(403, reason, "name" if reason == NAMELESS else None)


def check_named(person: Person) -> None:
    """Check that a person has a name, after a request that may have given them one.

    Raises:
        ApiError: 403, if not.
    """
    if not person.has_name:
        raise ApiError(403, NAMELESS, "name")


CHANGE = Depends(check_change)
NO_BOTS = Depends(reject_bots)
NOT_BANNED = Depends(reject_banned)
ACTS = Depends(check_acting)
