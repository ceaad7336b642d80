"""The relay of a table's socket to the process that has the table open."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ducato.server.kit.process.connections import abort

log = logging.getLogger(__name__)

RESTART, FORBIDDEN = 1012, 4403
"""The WebSocket close codes for a process that has gone, upon which the client comes back, and for
a connection that the other process does not accept."""
CLOSE_TIMEOUT = 10.0
"""Seconds that a client has to acknowledge the closing of its connection before it is aborted."""
MOST_QUEUED = 4
"""Messages of the other process that are read ahead; the rest waits there, where it is bounded."""


class Unreachable(OSError):
    """An error raised if the other process cannot be reached; nothing was read or sent yet."""


async def relay(
    scope: Scope, receive: Receive, send: Send, address: str, headers: list[tuple[str, str]]
) -> None:
    """Connect a client to another process, and pass messages on until one of both ends.

    Args:
        scope: the scope of the client's socket.
        receive: receives its events; the first one is its connection.
        send: sends events to it.
        address: "host:port" of the other process.
        headers: the headers for the other process, without those of the handshake.

    Raises:
        Unreachable: the other process does not answer.
    """
    host, _, port = address.rpartition(":")
    query = scope["query_string"].decode("latin-1")
    named = HTTPConnection(scope).headers.get("host", address)
    path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
    target = f"ws://{named}{path}" + (f"?{query}" if query else "")
    opening = connect(
        target,
        host=host.strip("[]"),
        port=int(port),
        additional_headers=headers,
        user_agent_header=None,
        compression=None,
        open_timeout=CLOSE_TIMEOUT,
        ping_interval=None,
        max_size=None,
        max_queue=MOST_QUEUED,
        proxy=None,
    )
    try:
        other = await opening
    except (OSError, TimeoutError) as error:
        raise Unreachable(str(error)) from error
    except WebSocketException as error:  # such as a page of another site
        log.info("a socket that was passed on is not accepted: %s", error)
        await receive()
        await send({"type": "websocket.close", "code": FORBIDDEN})
        return
    async with other:
        await receive()
        await send({"type": "websocket.accept"})
        await _pass_on(scope, receive, send, other)


async def _pass_on(scope: Scope, receive: Receive, send: Send, other: ClientConnection) -> None:
    to_other = asyncio.create_task(_to_other(receive, other))
    to_client = asyncio.create_task(_to_client(send, other))
    done, _ = await asyncio.wait((to_other, to_client), return_when=asyncio.FIRST_COMPLETED)
    for task in (to_other, to_client):
        task.cancel()
    await asyncio.gather(to_other, to_client, return_exceptions=True)
    if to_other in done and to_other.exception() is None and to_other.result():
        return  # the client has gone
    code = other.close_code
    event = {"type": "websocket.close", "code": RESTART if code in (None, 1006) else code}
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT):
            await send({**event, "reason": other.close_reason or ""})
    except TimeoutError:
        abort(HTTPConnection(scope))
    except (OSError, RuntimeError):  # it has gone meanwhile
        pass


async def _to_other(receive: Receive, other: ClientConnection) -> bool:
    """Pass on the client's messages. Return whether the client has gone, not the other process."""
    with suppress(ConnectionClosed):
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return True
            text = event.get("text")
            await other.send(event["bytes"] if text is None else text)
    return False


async def _to_client(send: Send, other: ClientConnection) -> None:
    async for message in other:
        kind = "text" if isinstance(message, str) else "bytes"
        await send({"type": "websocket.send", kind: message})
