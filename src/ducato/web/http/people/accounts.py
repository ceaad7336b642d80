"""The account of the person who sends a request: their name, e-mail address and sessions."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.store import Person
from ducato.table.name_filter import is_acceptable
from ducato.table.names import own_name
from ducato.table.seats import NotAName
from ducato.table.views.texts import table_text
from ducato.web.cluster.ownership import logged
from ducato.web.http.dependencies import (
    CHANGE,
    NO_BOTS,
    AppServices,
    Language,
    MaybePerson,
    body,
)
from ducato.web.services import Services
from ducato.web.support.mail import MailNotSent, quoted
from ducato.web.support.openapi import documented
from ducato.web.support.rate_limits import MAILS_OF_ADDRESS, MAILS_OF_RECIPIENT, address_of
from ducato.web.support.responses import ApiError, json_response
from ducato.web.support.sessions import Sessions, device_of

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api")

VERIFY_EMAIL = "/verify-email"
"""The page to which verification e-mails link; the token is in the link's fragment, which browsers
do not send to servers."""


class NameRequest(msgspec.Struct, frozen=True):
    """A new display name."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class EmailRequest(msgspec.Struct, frozen=True):
    """An e-mail address to be verified."""

    email: Annotated[
        str, msgspec.Meta(max_length=254, pattern=r"^[^@\s\x00-\x1f<>,;]+@[^@\s\x00-\x1f<>,;]+$")
    ]


class VerificationRequest(msgspec.Struct, frozen=True):
    """The token from the link in a verification e-mail."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


class Me(msgspec.Struct, frozen=True):
    """The person who sent the request; `name` is null for an unknown visitor.

    `email` is null for everyone except a person with an account.
    """

    name: str | None
    email: str | None


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


async def check_words(services: Services, field: str, *texts: str) -> None:
    """Check that texts contain no forbidden word.

    Raises:
        ApiError: 422 about `field`, if one does.
    """
    words = await services.workers.run_blocking(services.store.moderation.words.all)
    if not all(is_acceptable(text, words) for text in texts):
        raise ApiError(422, say("bad.unacceptable"), field)


@router.get("/me", **documented(Me, errors=[401, 503]))
async def get_me(person: MaybePerson) -> Response:
    """Return the person's name and e-mail address."""
    return json_response(_me(person))


@router.post(
    "/me",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Me, NameRequest, errors=[403, 408, 413, 422, 429, 503], audience="people"),
)
async def set_name(
    request: Request, services: AppServices, wanted: Annotated[NameRequest, body(NameRequest)]
) -> Response:
    """Set the person's display name. An unknown visitor becomes a guest."""
    name = await chosen_name(services, wanted.name)
    person, token = await services.sessions.identify_or_create_guest(request, name)
    await asyncio.wrap_future(services.store.people.rename(person.id, name))
    renamed = Person(person.id, name, person.email)
    return _with_cookie(request, services.sessions, renamed, token)


@router.post(
    "/me/email",
    dependencies=[CHANGE, NO_BOTS],
    **documented(
        Empty, EmailRequest, status=202, errors=[403, 408, 413, 422, 429, 503], audience="people"
    ),
)
async def send_verification(
    request: Request,
    services: AppServices,
    language: Language,
    wanted: Annotated[EmailRequest, body(EmailRequest)],
) -> Response:
    """Send a verification link to an e-mail address.

    Opening it logs in to the account with that address, or turns the guest into an account. An
    unknown visitor stays unknown until then. The response does not wait for the mail server.
    """
    email = wanted.email.lower()
    services.limit(MAILS_OF_ADDRESS, address_of(request))
    services.limit(MAILS_OF_RECIPIENT, email)
    person, _ = await services.sessions.identify_or_create_guest(request, "")
    verification = services.store.people.begin_email_verification(person.id, email)
    token = await asyncio.wrap_future(verification)
    link = f"{services.home}{VERIFY_EMAIL}?lang={language}#{token}"
    subject = table_text(say("mail.verification.subject"), language)
    text = table_text(
        say("mail.verification", name=quoted(person.name, language), link=link), language
    )
    try:
        logged(services.mails.submit(email, subject, text), log, "an e-mail was not sent")
    except MailNotSent as error:
        log.error("%s", error)
        raise ApiError(503, say("bad.mail")) from error
    return json_response(Empty(), 202)


@router.post(
    "/me/email/verify",
    dependencies=[CHANGE, NO_BOTS],
    **documented(
        Me, VerificationRequest, errors=[403, 408, 410, 413, 422, 429, 503], audience="people"
    ),
)
async def verify_email(
    request: Request,
    services: AppServices,
    wanted: Annotated[VerificationRequest, body(VerificationRequest)],
) -> Response:
    """Verify an e-mail address with the token from a link. The response sets a session cookie."""
    sessions, registry = services.sessions, services.registry
    device = device_of(request.headers.get("user-agent"))
    verification = services.store.people.verify_email(wanted.token, sessions.token(request), device)
    done = await asyncio.wrap_future(verification)
    if done is None:
        raise ApiError(410, say("bad.verification"))
    if done.elsewhere or done.asker != done.person.id:
        registry.revoke_connections(done.asker)
    if done.merged:
        await registry.merge_person(done.asker, done.person.id)
    return _with_cookie(request, sessions, done.person, done.token)


@router.post(
    "/logout",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Me, errors=[403, 429, 503], audience="people"),
)
async def log_out(request: Request, services: AppServices) -> Response:
    """End the session of this browser."""
    token = services.sessions.token(request)
    if token is not None:
        person = await services.sessions.identify(request)
        await asyncio.wrap_future(services.store.people.leave(token))
        if person is not None:  # their other browsers reconnect with their own sessions
            services.registry.revoke_connections(person.id)
    answer = json_response(_me(None))
    services.sessions.delete_cookie(request, answer)
    return answer


@router.post(
    "/logout/everywhere",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Me, errors=[403, 429, 503], audience="people"),
)
async def log_out_everywhere(
    request: Request, services: AppServices, person: MaybePerson
) -> Response:
    """End all sessions of the person, in all browsers."""
    if person is not None:
        await asyncio.wrap_future(services.store.people.leave_everywhere(person.id))
        services.registry.revoke_connections(person.id)
    answer = json_response(_me(None))
    services.sessions.delete_cookie(request, answer)
    return answer


def _me(person: Person | None) -> Me:
    return Me(None, None) if person is None else Me(person.name, person.email)


def _with_cookie(
    request: Request, sessions: Sessions, person: Person, token: str | None
) -> Response:
    answer = json_response(_me(person))
    sessions.set_cookie(request, answer, token)
    return answer
