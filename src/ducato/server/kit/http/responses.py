"""The responses of the HTTP interface, and the reading of request bodies."""

from __future__ import annotations

import asyncio
import math
import re
from typing import Any, TypeVar

import msgspec
from fastapi import Request, Response
from starlette.requests import ClientDisconnect

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.locale import chosen_language, server_text
from ducato.server.kit.http.rate_limits import slow_down

MAX_BODY_BYTES = 16_384
"""Maximum size of a request's body in bytes; a request for a table with every option of a large
game set has about 3,000."""
BODY_TIMEOUT = 20.0
"""Seconds allowed for the whole body: two for the slowest line, the rest for lost packets."""

NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""The character NUL in JSON, which PostgreSQL cannot store."""

Body = TypeVar("Body")


def too_many_requests(seconds: float) -> ApiError:
    """Return the error for a request above a rate limit, which may be repeated after this time."""
    return ApiError(429, slow_down(seconds), retry_after=math.ceil(seconds))


class ErrorBody(msgspec.Struct, frozen=True):
    """The reason why a request was not carried out.

    Attributes:
        error: the reason, in the reader's language.
        choices: the valid values, if there is a fixed set of them; else empty.
        field: the invalid field of the request; None if the error is not about one field.
    """

    error: str
    choices: list[str]
    field: str | None


def json_response(content: Any, status: int = 200) -> Response:
    """Return a response with data as JSON, never cached, since the data may change at any time."""
    body = msgspec.json.encode(content)
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def error_response(request: Request, error: ApiError) -> Response:
    """Return the response for an error, in the reader's language."""
    text = server_text(error.message, chosen_language(request))
    said = ErrorBody(text, error.choices, error.field)
    answer = json_response(said, error.status)
    if error.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if error.retry_after is not None:
        answer.headers["Retry-After"] = str(max(1, error.retry_after))
    return answer


async def read_body(request: Request, body_type: type[Body], most: int = MAX_BODY_BYTES) -> Body:
    """Return the body of a request, reading no more of it than `most` bytes.

    Raises:
        ApiError: 413 if the body is too large, 408 if it is too slow, 422 if it is incomplete or
            not of the type `body_type`, or contains NUL.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise ApiError(413, say("bad.large", n=most))
    except TimeoutError as late:
        raise ApiError(408, say("bad.request", detail="the end is missing")) from late
    except ClientDisconnect as gone:  # nobody reads this response, but the fault is not ours
        raise ApiError(422, say("bad.request", detail="the end is missing")) from gone
    if NUL.search(body):
        raise ApiError(422, say("bad.request", detail="a text contains NUL"))
    try:
        return msgspec.json.decode(bytes(body), type=body_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(422, say("bad.request", detail=str(error))) from error
