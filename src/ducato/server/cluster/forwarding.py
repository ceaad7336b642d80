"""Requests and sockets for tables that another process has open: passed on to it.

So a table stays where it is, whichever process its people reach.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ducato.core.errors import DucatoError
from ducato.core.i18n import say
from ducato.server.cluster.relay import relay
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.responses import error_response

log = logging.getLogger(__name__)

NEEDS_TABLE = {
    "http": re.compile(r"/api/tables/([A-Za-z0-9_-]+)/(?:join|leave)$"),
    "websocket": re.compile(r"/table/([A-Za-z0-9_-]+)/socket$"),
}
"""The paths of requests that change a live table, and of the sockets of tables."""
FORWARDED = "x-ducato-forwarded"
"""The header of a request that was passed on, and is not passed on again. It has the id of the
process that did so, a number that nobody outside knows: without it, the header means nothing."""
PROCESS_ID = re.compile(rb"[0-9]{1,10}")
"""A number that may be the id of a process."""
LONGEST_BODY = 65_536
"""Maximum number of bytes of a body that is passed on; such requests have a hundred."""
LONGEST_ANSWER = 1 << 20
"""Maximum number of bytes of an answer."""
TIMEOUT = 15.0
"""Seconds for the answer."""
CONNECT_TIMEOUT = 1.0
"""Seconds for the connection; without one, the request is handled here."""
DROPPED = {
    "connection", "keep-alive", "transfer-encoding", "content-length", "accept-encoding",
    "host", "forwarded", "x-forwarded-for", "x-forwarded-proto", "upgrade", "expect", FORWARDED,
}  # fmt: skip
"""Headers that are not passed on, like those of a handshake: they concern one connection, or are
set anew."""
HANDSHAKE = "sec-websocket-"
"""The beginning of the names of a handshake's headers."""


class Others(Protocol):
    """What is known of the other processes (`server.cluster.cluster`)."""

    @property
    def process(self) -> int:
        """The id of this process."""

    def lives(self, process: int) -> bool:
        """Return whether this is the id of a living process."""

    async def find(self, table_id: str) -> str | None:
        """Return "host:port" of another process that has a table open; None if none has."""


class Forwarding:
    """ASGI middleware that passes requests on to the process that has their table open.

    If that process cannot be reached, the request is handled here.

    Args:
        app: the application that handles the other requests.
        others: the other processes.
    """

    def __init__(self, app: ASGIApp, others: Others) -> None:
        self.app, self._others = app, others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to another process, or to the application."""
        pattern = NEEDS_TABLE.get(scope["type"])
        found = None if pattern is None else pattern.match(scope["path"])
        if found is None or self._was_passed_on(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._relay(found[1], scope, receive, send)
        else:
            await self._request(found[1], scope, receive, send)

    async def _relay(self, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket by the process that has its table open."""
        try:
            address = await self._others.find(table_id)
            if address is not None:
                headers = passed_on(Request({**scope, "type": "http"}), self._others.process)
                await relay(scope, receive, send, address, headers)
                return
        except (OSError, ValueError, DucatoError) as error:
            log.warning("a socket is not passed on: %s", error)
        await self.app(scope, receive, send)

    async def _request(self, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the process that has its table open."""
        line = await self._connect(table_id)
        if line is None:
            await self.app(scope, receive, send)
            return
        reader, writer = line
        request = Request(scope, receive)
        try:
            async with asyncio.timeout(TIMEOUT):
                body = await _body(receive)
                writer.write(_head(request, len(body), self._others.process) + body)
                answer = _parsed(await _read_all(reader))
        except (OSError, ValueError, TimeoutError) as error:
            log.warning("another process did not answer: %s", error)
            answer = error_response(request, ApiError(503, say("bad.busy"), retry_after=1))
        finally:
            writer.close()
        await answer(scope, receive, send)

    def _was_passed_on(self, scope: Scope) -> bool:
        """Return whether another process has passed a request on."""
        sent = [value for name, value in scope["headers"] if name == FORWARDED.encode()]
        return any(PROCESS_ID.fullmatch(one) and self._others.lives(int(one)) for one in sent)

    async def _connect(
        self, table_id: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Connect to the process that has a table open; None if there is none to be reached."""
        try:
            address = await self._others.find(table_id)
            if address is None:
                return None
            host, _, port = address.rpartition(":")
            async with asyncio.timeout(CONNECT_TIMEOUT):
                return await asyncio.open_connection(
                    host.strip("[]"), int(port), limit=LONGEST_ANSWER
                )
        except (OSError, ValueError, DucatoError) as error:
            log.warning("a request is not passed on: %s", error)
            return None


async def _read_all(reader: asyncio.StreamReader) -> bytes:
    """Return everything up to the end of the connection.

    Raises:
        ValueError: it is too much.
    """
    answer = b""
    while more := await reader.read(LONGEST_ANSWER):
        answer += more
        if len(answer) > LONGEST_ANSWER:
            raise ValueError("the answer is too long")
    return answer


async def _body(receive: Receive) -> bytes:
    """Return the body of a request.

    Raises:
        ValueError: it is too long.
        OSError: the client has gone.
    """
    body, more = b"", True
    while more:
        message: Message = await receive()
        if message["type"] == "http.disconnect":
            raise OSError("the client has gone")
        body, more = body + message.get("body", b""), message.get("more_body", False)
        if len(body) > LONGEST_BODY:
            raise ValueError("the body is too long")
    return body


def _head(request: Request, length: int, process: int) -> bytes:
    """Return the head of the request to the other process, from the one with this id."""
    target = request.scope.get("raw_path") or request.url.path.encode()
    if request.scope["query_string"]:
        target += b"?" + request.scope["query_string"]
    own = {
        "Host": request.headers.get("host", ""),
        "Connection": "close",
        "Content-Length": str(length),
        "Accept-Encoding": "identity",
    }
    lines = [f"{name}: {value}" for name, value in (*own.items(), *passed_on(request, process))]
    head = request.method.encode() + b" " + target + b" HTTP/1.1\r\n"
    return head + "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"


def passed_on(request: Request, process: int) -> list[tuple[str, str]]:
    """Return the headers for the other process, without Host, from the one with this id."""
    headers = [
        (name, value)
        for name, value in request.headers.items()
        if name not in DROPPED and not name.startswith(HANDSHAKE)
    ]
    client = request.client.host if request.client else "unknown"
    scheme = {"ws": "http", "wss": "https"}.get(request.url.scheme, request.url.scheme)
    return [
        *headers,
        ("X-Forwarded-For", client),
        ("X-Forwarded-Proto", scheme),
        (FORWARDED, str(process)),
    ]


def _parsed(answer: bytes) -> Response:
    """Return the answer of the other process.

    Raises:
        ValueError: it is not one.
    """
    head, separator, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    parts = first.split(b" ", 2)
    if not separator or len(parts) < 2 or not first.startswith(b"HTTP/1."):
        raise ValueError("no answer")
    made = Response(body, int(parts[1]))
    made.raw_headers = [
        (name.strip().lower(), value.strip())
        for name, _, value in (line.partition(b":") for line in lines)
        if name.strip().lower() not in (b"connection", b"transfer-encoding", b"date", b"server")
    ]
    return made
