"""The socket of a table: who connects, what is read and what is written.

It reads bytes into typed messages, hands them to the table's actor, and writes what the actor
queued. This module must not know what any message does.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ducato.core.errors import DucatoError
from ducato.core.i18n import say
from ducato.store import Person, UnknownTable
from ducato.table.protocol import (
    CatchUp,
    ChatMessage,
    ClientMessage,
    Export,
    Malformed,
    Ping,
    Question,
    Request,
    SetLanguage,
    ShowChart,
    ShowLog,
    read,
)
from ducato.table.screens import Screen
from ducato.table.views import house_text
from ducato.web.live.actor import TableActor
from ducato.web.live.connection import Connection
from ducato.web.live.inbox import MessageReceived
from ducato.web.services import Services
from ducato.web.support.connections import cut_off
from ducato.web.support.locale import chosen_language
from ducato.web.support.logging import pseudonym
from ducato.web.support.metrics import Metrics
from ducato.web.support.origins import is_same_origin
from ducato.web.support.rate_limits import (
    CHAT_OF_PERSON,
    MESSAGES_OF_ADDRESS,
    MESSAGES_OF_PERSON,
    MESSAGES_OF_SOCKET,
    SOCKETS_AT_ONCE_OF_ADDRESS,
    SOCKETS_AT_ONCE_OF_PERSON,
    SOCKETS_OF_ADDRESS,
    address_of,
)
from ducato.web.support.sessions import InvalidToken

log = logging.getLogger(__name__)

SILENCE = 150.0
"""Seconds without a word after which the other side is gone. Clients ping every 20 seconds, but a
browser may slow the timers of a hidden page down to one minute. There is no other heartbeat."""
PATIENCE = 200
"""Messages over the limit after which a connection is ended."""

NO_TOKEN, FORBIDDEN, UNKNOWN, TROUBLE, RESTART = 4401, 4403, 4404, 4409, 1012
HURRY, TOO_MANY = 4429, 4430
"""Codes with which a connection is ended. The last two the client knows, too (`socket.js`)."""

COSTS: dict[type, int] = {Export: 10, ShowChart: 10, CatchUp: 4, SetLanguage: 4, ShowLog: 2}
"""Tokens of the rate limits for what costs more than a move: of the longest games a record takes
50 ms, a chart as much of a bot's time, a whole table or 60 steps 60 ms, a move 5 to 10."""
END_WITHIN = 10.0
"""Seconds for the other side to take the end of a connection, before it is cut off."""


async def attend(socket: WebSocket, services: Services, table_id: str) -> None:
    """Serve one connection from its beginning to its end."""
    if not is_same_origin(socket, services.public_url):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    address, limits = address_of(socket), services.limits
    if not limits.take(SOCKETS_OF_ADDRESS, address):
        await _end(socket, HURRY, "too many sockets were opened from this address")
        return
    with limits.hold(SOCKETS_AT_ONCE_OF_ADDRESS, address) as free:
        if not free:
            services.registry.metrics.refusals.add("sockets")
            await _end(socket, TOO_MANY, "too many sockets of this address are open")
            return
        since = services.registry.dismissals
        try:
            person = await services.sessions.who(socket)
        except InvalidToken:
            await _end(socket, NO_TOKEN, "there is no such token")
            return
        except DucatoError as error:
            await _end(socket, TROUBLE, str(error)[:100])
            return
        whose = None if person is None else person.id
        with limits.hold(SOCKETS_AT_ONCE_OF_PERSON, whose) as free:
            if free:
                await _serve(socket, services, table_id, person, since)
            else:
                services.registry.metrics.refusals.add("sockets")
                await _end(socket, TOO_MANY, "too many sockets of this person are open")


async def _serve(
    socket: WebSocket, services: Services, table_id: str, person: Person | None, since: int
) -> None:
    """Bring somebody to a table."""
    try:
        screen = Screen((), chosen_language(socket), None if person is None else person.id)
        asked = socket.query_params.get("seat", "")
        only = int(asked) if asked.isdecimal() and len(asked) < 4 else None
        connection = Connection(screen, only, address_of(socket))
        actor = await services.registry.enter(table_id, connection, since)
    except UnknownTable:
        await _end(socket, UNKNOWN, "there is no such table")
        return
    except DucatoError as error:
        log.warning("table %s cannot be opened: %s", pseudonym(table_id), error)
        await _end(socket, TROUBLE, str(error)[:100])
        return
    writing = asyncio.create_task(_write(socket, connection, services.registry.metrics))
    try:
        await _listen(socket, connection, actor, services)
    finally:
        actor.leave(connection)
        writing.cancel()


async def _listen(
    socket: WebSocket, connection: Connection, actor: TableActor, services: Services
) -> None:
    """Read until the other side is gone, or has said far too much."""
    limits, address = services.limits, address_of(socket)
    own, too_much = limits.bucket(MESSAGES_OF_SOCKET), 0
    while too_much < PATIENCE:
        try:
            async with asyncio.timeout(SILENCE):
                data = await _receive(socket)
        except (WebSocketDisconnect, TimeoutError):
            return
        message, wrong = _read(data)
        cost = COSTS.get(type(message), 1)
        allowed = (
            limits.take_from(own, cost)
            and limits.take(MESSAGES_OF_PERSON, connection.screen.person, cost)
            and limits.take(MESSAGES_OF_ADDRESS, address, cost)
        )
        if message is None or wrong is not None:
            assert wrong is not None
            services.registry.metrics.refusals.add("malformed")
            _refuse(connection, wrong.id, wrong.key, detail=wrong.detail)
            too_much += not allowed
            continue
        if isinstance(message, ChatMessage):
            allowed = allowed and limits.take(CHAT_OF_PERSON, connection.screen.person)
        if not allowed:
            too_much += 1
            services.registry.metrics.refusals.add("slow_down")
            _refuse(
                connection,
                message.id if isinstance(message, Request | Question | ChatMessage) else None,
                "bad.slow_down",
            )
        elif isinstance(message, Ping):
            connection.tell([{"type": "pong"}])
        else:
            await actor.post(MessageReceived(connection, message))
    await _end(socket, HURRY)


def _read(data: str | bytes) -> tuple[ClientMessage | ChatMessage | None, Malformed | None]:
    """A message, or what is wrong with it."""
    try:
        return read(data), None
    except Malformed as wrong:
        return None, wrong


def _refuse(connection: Connection, request_id: str | None, key: str, **arguments: Any) -> None:
    reason = house_text(say(key, **arguments), connection.screen.language)
    connection.tell([{"type": "rejected", "id": request_id, "reason": reason, "clause": None}])


async def _receive(socket: WebSocket) -> str | bytes:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text: str | bytes | None = event.get("text")
    return event["bytes"] if text is None else text


async def _write(socket: WebSocket, connection: Connection, metrics: Metrics) -> None:
    """Write what is queued, until the table lets this screen go, or it does not read."""
    try:
        await connection.outbox.send(socket.send_text)
    except TimeoutError:
        metrics.refusals.add("not_read")
        cut_off(socket)
    except WebSocketDisconnect:
        return
    else:
        await _end(socket, RESTART)


async def _end(socket: WebSocket, code: int, reason: str | None = None) -> None:
    """Close a connection; it is cut off if the other side does not take that in time."""
    asyncio.get_running_loop().call_later(END_WITHIN, cut_off, socket)
    if socket.application_state is WebSocketState.CONNECTED:
        with suppress(TimeoutError, WebSocketDisconnect):
            async with asyncio.timeout(END_WITHIN):
                await socket.close(code, reason)
