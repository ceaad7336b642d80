"""The forms of what the HTTP interface answers, and how requests are read."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec
from fastapi import Request, Response
from starlette.requests import ClientDisconnect

from ducato.core.errors import DucatoError
from ducato.core.i18n import Message, say
from ducato.table.views.texts import table_text
from ducato.web.support.locale import chosen_language

LARGEST = 16_384
"""Bytes of a request; one for a table with every option of a large game set has about 3,000."""
BODY_WITHIN = 20.0
"""Seconds for all of them: two seconds on the slowest line, and time for packets that are lost."""

Body = TypeVar("Body")


class ApiError(DucatoError):
    """A request that is not carried out.

    Attributes:
        status: of HTTP.
        message: why, in the house's catalogue.
        field: of the form that is wrong, if it is one.
        choices: what would have been right, if it is a matter of choosing.
        after: seconds after which it may be asked for again, if that helps.
    """

    def __init__(
        self,
        status: int,
        message: Message,
        field: str | None = None,
        choices: list[str] | None = None,
        after: int | None = None,
    ) -> None:
        self.status, self.message, self.field, self.choices = status, message, field, choices or []
        self.after = after
        super().__init__(message.key)


class ErrorBody(msgspec.Struct, frozen=True):
    """Why a request was not carried out.

    Attributes:
        error: in the reader's language.
        choices: what would have been right, if it is a matter of choosing.
        field: of the request, that is wrong, if it is one.
    """

    error: str
    choices: list[str]
    field: str | None


def json_response(content: Any, status: int = 200) -> Response:
    """Return plain data as JSON. It is never cached: it changes with every move."""
    body = msgspec.json.encode(content)
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def error_response(request: Request, error: ApiError) -> Response:
    """Return the response for a failed request, in the reader's language."""
    text = table_text(error.message, chosen_language(request))
    said = ErrorBody(text, error.choices, error.field)
    answer = json_response(said, error.status)
    if error.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if error.after is not None:
        answer.headers["Retry-After"] = str(max(1, error.after))
    return answer


async def read_body(request: Request, form: type[Body]) -> Body:
    """Return the body of a request, reading no more of it than `LARGEST`.

    Raises:
        ApiError: it is too large, not of this form, or ended before its end.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST:
                    raise ApiError(413, say("bad.large", n=LARGEST))
    except TimeoutError as late:
        raise ApiError(408, say("bad.request", detail="the end is missing")) from late
    except ClientDisconnect as gone:  # nobody will read this; but it is no fault of ours
        raise ApiError(422, say("bad.request", detail="the end is missing")) from gone
    try:
        return msgspec.json.decode(bytes(body), type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(422, say("bad.request", detail=str(error))) from error
