"""The HTTP interface to oneself: one's name, and the account that a guest may claim by mail."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

import msgspec
from fastapi import Request, Response

from ducato.core.i18n import say
from ducato.store import Person
from ducato.table.names import own_name
from ducato.table.seats import NotAName
from ducato.table.views import house_text
from ducato.web.services import Services
from ducato.web.support.locale import chosen_language
from ducato.web.support.mail import MailNotSent, quoted
from ducato.web.support.openapi import DescribedApi
from ducato.web.support.rate_limits import MAILS_OF_ADDRESS, MAILS_OF_RECIPIENT, address_of
from ducato.web.support.responses import ApiError, json_response, read_body
from ducato.web.support.sessions import Sessions

log = logging.getLogger(__name__)

CLAIM = "/verify-email"
"""The page of the link; the token is in the fragment, which browsers send to no server."""


class Named(msgspec.Struct, frozen=True):
    """How somebody wants to be called."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class Mailed(msgspec.Struct, frozen=True):
    """An address that somebody says is theirs."""

    email: Annotated[
        str, msgspec.Meta(max_length=254, pattern=r"^[^@\s\x00-\x1f<>,;]+@[^@\s\x00-\x1f<>,;]+$")
    ]


class Me(msgspec.Struct, frozen=True):
    """Who asks: the name, None for somebody unknown; the address, None for a guest or a bot."""

    name: str | None
    email: str | None


class Nothing(msgspec.Struct, frozen=True):
    """All is said by the status."""


class Claimed(msgspec.Struct, frozen=True):
    """The token of a link."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


def good_name(name: str, field: str = "name") -> str:
    """A tidy name.

    Raises:
        ApiError: it is none.
    """
    try:
        return own_name(name)
    except NotAName as error:
        raise ApiError(422, error.message, field) from error


def add_accounts(app: DescribedApi, services: Services) -> None:
    """Add the routes under ``/api/me`` and ``/api/me/email/verify``."""
    sessions, people = services.sessions, services.store.people

    @app.get("/api/me", **app.described(Me, refusals=[401, 503]))
    async def me(request: Request) -> Response:
        """Who asks."""
        return json_response(_told(await sessions.who(request)))

    @app.post(
        "/api/me",
        **app.described(Me, Named, refusals=[403, 408, 413, 422, 429, 503], who="people"),
    )
    async def be_called(request: Request) -> Response:
        """Be called so from now on; somebody unknown becomes a guest."""
        await services.guard_people(request)
        name = good_name((await read_body(request, Named)).name)
        person, token = await sessions.welcome(request, name)
        await asyncio.wrap_future(people.rename(person.id, name))
        return _with_cookie(request, sessions, Person(person.id, name, person.email), token)

    @app.post(
        "/api/me/email",
        **app.described(
            Nothing, Mailed, status=202, refusals=[403, 408, 413, 422, 429, 503], who="people"
        ),
    )
    async def claim_by_mail(request: Request) -> Response:
        """Have a link sent to an address, by which the account is kept."""
        await services.guard_people(request)
        email = (await read_body(request, Mailed)).email.lower()
        person = await sessions.who(request)
        if person is None:
            raise ApiError(403, say("bad.nobody"))
        services.limit(MAILS_OF_ADDRESS, address_of(request))
        services.limit(MAILS_OF_RECIPIENT, email)
        token = await asyncio.wrap_future(people.begin_email_verification(person.id, email))
        language = chosen_language(request)
        link = f"{services.home}{CLAIM}?lang={language}#{token}"
        subject = house_text(say("mail.verification.subject"), language)
        text = house_text(
            say("mail.verification", name=quoted(person.name, language), link=link), language
        )
        try:
            await services.workers.read(services.mailer.send, email, subject, text)
        except MailNotSent as error:
            log.error("%s", error)
            raise ApiError(503, say("bad.mail")) from error
        return json_response(Nothing(), 202)

    @app.post(
        "/api/me/email/verify",
        **app.described(Me, Claimed, refusals=[403, 408, 410, 413, 422, 429, 503], who="people"),
    )
    async def claim(request: Request) -> Response:
        """Use the token of a link; answered with the cookie of a session."""
        await services.guard_people(request)
        token = (await read_body(request, Claimed)).token
        done = await asyncio.wrap_future(people.verify_email(token, sessions.token(request)))
        if done is None:
            raise ApiError(410, say("bad.verification"))
        if done.elsewhere or done.asker != done.person.id:
            services.registry.dismiss(done.asker)
        if done.asker != done.person.id:
            await services.registry.merge(done.asker, done.person.id)
        return _with_cookie(request, sessions, done.person, done.token)

    @app.post("/api/logout", **app.described(Me, refusals=[403, 429, 503], who="people"))
    async def leave(request: Request) -> Response:
        """End the session."""
        await services.guard_people(request)
        token = sessions.token(request)
        if token is not None:
            person = await sessions.who(request)
            await asyncio.wrap_future(people.leave(token))
            if person is not None:  # in other browsers they come back with their sessions there
                services.registry.dismiss(person.id)
        answer = json_response(_told(None))
        sessions.take_cookie(request, answer)
        return answer

    @app.post("/api/logout/everywhere", **app.described(Me, refusals=[403, 429, 503], who="people"))
    async def leave_everywhere(request: Request) -> Response:
        """End all sessions of the person who asks, in whatever browser."""
        await services.guard_people(request)
        person = await sessions.who(request)
        if person is not None:
            await asyncio.wrap_future(people.leave_everywhere(person.id))
            services.registry.dismiss(person.id)
        answer = json_response(_told(None))
        sessions.take_cookie(request, answer)
        return answer


def _told(person: Person | None) -> Me:
    return Me(None, None) if person is None else Me(person.name, person.email)


def _with_cookie(
    request: Request, sessions: Sessions, person: Person, token: str | None
) -> Response:
    answer = json_response(_told(person))
    sessions.give_cookie(request, answer, token)
    return answer
