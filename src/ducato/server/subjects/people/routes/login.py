"""Logging in by e-mail, with a link or a code, and logging out."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Callable
from concurrent.futures import Future
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.cluster.ownership import logged
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    AppServices,
    Language,
    MaybePerson,
    body,
)
from ducato.server.kit.http.locale import server_text
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.origins import ascii_host
from ducato.server.kit.http.rate_limits import address_of, limit_rate
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.http.sessions import device_of
from ducato.server.kit.mail.mailer import MailNotSent, greeting
from ducato.server.services import Services
from ducato.server.subjects.bot_accounts.storage import BotAccounts
from ducato.server.subjects.people.email_verification import EmailVerification, EmailVerifications
from ducato.server.subjects.people.routes.accounts import Empty, Me, me
from ducato.server.subjects.people.storage import People

MAILS_OF_ADDRESS = limit_rate("mails-of-address", 1 / 5, 100)  # each recipient has a limit, too
MAILS_OF_RECIPIENT = limit_rate("mails-of-recipient", 1 / 300, 3)
CODES_OF_ADDRESS = limit_rate("codes-of-address", 1 / 5, 100)
CODES_OF_RECIPIENT = limit_rate("codes-of-recipient", 1 / 3600, 10)
"""The limit on codes tried for one e-mail address in all its e-mails: nobody guesses one of a
million in their life. Links still work meanwhile."""

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api")

VERIFY_EMAIL = "/verify-email"
"""The page to which verification e-mails link; the token is in the link's fragment, which browsers
do not send to servers."""


class EmailRequest(msgspec.Struct, frozen=True):
    """An e-mail address to be verified."""

    email: Annotated[
        str, msgspec.Meta(max_length=254, pattern=r"^[^@\s\x00-\x1f<>,;]+@[^@\s\x00-\x1f<>,;]+$")
    ]


class VerificationRequest(msgspec.Struct, frozen=True):
    """The token from the link in a verification e-mail."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


class CodeRequest(msgspec.Struct, frozen=True):
    """The code from a verification e-mail, in the digits of any script; nothing else matters."""

    code: Annotated[str, msgspec.Meta(max_length=20)]


class Verified(Me, frozen=True):
    """The account that this browser has logged in to.

    `tables_taken_over` is the number of tables where the account got the seats of the guest in
    this browser. `elsewhere` says whether another browser asked for the e-mail: nothing of what it
    has was taken over, until the code is typed there.
    """

    tables_taken_over: int = 0
    elsewhere: bool = False


@router.post(
    "/me/email",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, EmailRequest, status=202, errors=[403], audience="people"),
)
async def send_verification(
    request: Request,
    services: AppServices,
    language: Language,
    wanted: Annotated[EmailRequest, body(EmailRequest)],
) -> Response:
    """Send a link and a code to an e-mail address; the answer does not say if it has an account.

    Either logs in to the account with that address, which is created if there is none. The code,
    and the link in this browser, make the guest that account. An unknown visitor stays unknown
    until then.
    """
    email = one_spelling(wanted.email)
    services.limit(MAILS_OF_ADDRESS, address_of(request))
    services.limit(MAILS_OF_RECIPIENT, email)
    person = await services.sessions.identify(request)
    asker, name = (None, None) if person is None else (person.id, person.name)
    verification = EmailVerifications(services.database).begin(asker, email)
    mailed = await asyncio.wrap_future(verification)
    link = f"{services.home}{VERIFY_EMAIL}?lang={language}#{mailed.token}"
    subject = server_text(say("mail.verification.subject"), language)
    words = say("mail.verification", link=link, code=mailed.code)
    text = f"{greeting(name, language)}\n\n{server_text(words, language)}"
    try:
        logged(services.mails.submit(email, subject, text), log, "an e-mail was not sent")
    except MailNotSent as error:
        log.error("%s", error)
        raise ApiError(503, say("bad.mail")) from error
    answer = json_response(Empty(), 202)
    services.sessions.set_login_request(request, answer, mailed.request)
    return answer


@router.post(
    "/me/email/verify",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Verified, VerificationRequest, errors=[403, 410], audience="people"),
)
async def verify_email(
    request: Request,
    services: AppServices,
    wanted: Annotated[VerificationRequest, body(VerificationRequest)],
) -> Response:
    """Verify an e-mail address with the token from a link. The response sets a session cookie."""
    return await _log_in(
        request,
        services,
        lambda session, device: EmailVerifications(services.database).open_link(
            wanted.token, session, device
        ),
    )


@router.post(
    "/me/email/code",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Verified, CodeRequest, errors=[403, 410], audience="people"),
)
async def enter_code(
    request: Request,
    services: AppServices,
    wanted: Annotated[CodeRequest, body(CodeRequest)],
) -> Response:
    """Verify an e-mail address with the code, in the browser that asked for the e-mail.

    The response sets a session cookie. A few codes may be tried for each e-mail, and for each
    address in all its e-mails together.
    """
    verifications = EmailVerifications(services.database)
    asked = services.sessions.login_request(request)
    services.limit(CODES_OF_ADDRESS, address_of(request))
    email = asked and await services.workers.run_blocking(verifications.address, asked)
    if asked is None or email is None:
        raise ApiError(410, say("bad.code"), "code")
    services.limit(CODES_OF_RECIPIENT, email)
    digits = (unicodedata.decimal(character, None) for character in wanted.code)
    code = "".join(str(digit) for digit in digits if digit is not None)
    return await _log_in(
        request,
        services,
        lambda session, device: verifications.enter_code(asked, code, session, device),
        "bad.code",
    )


def one_spelling(email: str) -> str:
    """Return an e-mail address in one of its spellings, so that it has one account.

    Browsers send a domain with other letters than those of ASCII in this form or that, and many
    mail servers know the form in ASCII alone.

    Example:
        >>> one_spelling("Anna@Bücher.example") == one_spelling("anna@xn--bcher-kva.example.")
        True
    """
    name, _, domain = unicodedata.normalize("NFC", email).rpartition("@")
    return f"{name.lower()}@{ascii_host(domain)}"


async def _log_in(
    request: Request,
    services: Services,
    verify: Callable[[str | None, str | None], Future[EmailVerification | None]],
    failure: str = "bad.verification",
) -> Response:
    """Verify an address, and return the response that logs the browser in to its account.

    The screens of the person who was in this browser before identify themselves again.

    Args:
        request: the request.
        services: the services.
        verify: begins the verification, given the session's token and the browser's kind.
        failure: the key of the message if that fails.

    Raises:
        ApiError: 410, if it does; 403 if a banned guest uses the browser.
    """
    sessions, registry = services.sessions, services.registry
    before = await sessions.identify(request)
    bots = []
    if before is not None and before.email is None:
        of_owner = BotAccounts(services.database).of_owner
        bots = await services.workers.run_blocking(of_owner, before.id)
    device = device_of(request.headers.get("user-agent"))
    done = await asyncio.wrap_future(verify(sessions.token(request), device))
    if done is None:
        raise ApiError(410, say(failure))
    if before is not None and before.id != done.person.id:
        registry.revoke_connections(before.id)
    if done.merged and done.asker is not None:
        for bot in bots:  # their tokens are not valid any more
            registry.revoke_connections(bot.id)
        await registry.merge_person(done.asker, done.person.id)
    who = msgspec.structs.asdict(me(done.person))
    answer = json_response(Verified(**who, tables_taken_over=done.tables, elsewhere=done.elsewhere))
    sessions.with_cookie(request, answer, done.token)
    if not done.elsewhere:
        sessions.set_login_request(request, answer, None)
    return answer


@router.post(
    "/logout", dependencies=[CHANGE, NO_BOTS], **documented(Me, errors=[403], audience="people")
)
async def log_out(request: Request, services: AppServices) -> Response:
    """End the session of this browser."""
    token = services.sessions.token(request)
    if token is not None:
        person = await services.sessions.identify(request)
        await asyncio.wrap_future(People(services.database).leave(token))
        if person is not None:  # their other browsers reconnect with their own sessions
            services.registry.revoke_connections(person.id)
    answer = json_response(me(None))
    services.sessions.delete_cookie(request, answer)
    services.sessions.set_login_request(request, answer, None)
    return answer


@router.post(
    "/logout/everywhere",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Me, errors=[403], audience="people"),
)
async def log_out_everywhere(
    request: Request, services: AppServices, person: MaybePerson
) -> Response:
    """End all sessions of the person, in all browsers."""
    if person is not None:
        await asyncio.wrap_future(People(services.database).leave_everywhere(person.id))
        services.registry.revoke_connections(person.id)
    answer = json_response(me(None))
    services.sessions.delete_cookie(request, answer)
    services.sessions.set_login_request(request, answer, None)
    return answer
