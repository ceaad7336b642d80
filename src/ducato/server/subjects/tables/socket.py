"""The WebSocket of a table.

This module authenticates connections, decodes messages and limits their rate, passes them to the
table's actor, and writes the messages that the actor queued. It interprets only pings.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress
from typing import Any

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ducato.core.errors import (
    BrokenGame,
    ChangedEdition,
    DamagedRecord,
    DucatoError,
    OtherRules,
    UnknownName,
)
from ducato.core.i18n import say
from ducato.server.cluster.ownership import TableElsewhere
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.kit.http.client_files import ClientFiles
from ducato.server.kit.http.dependencies import AppServices
from ducato.server.kit.http.locale import chosen_language, server_text
from ducato.server.kit.http.origins import is_same_origin
from ducato.server.kit.http.rate_limits import (
    Bucket,
    Limits,
    address_of,
    limit_number,
    limit_rate,
    slow_down,
)
from ducato.server.kit.http.sessions import InvalidToken
from ducato.server.kit.process.connections import OutgoingMessage, abort, frame_writer
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.process.prometheus import Metrics
from ducato.server.live.actor import TableActor
from ducato.server.live.connection import Connection
from ducato.server.live.inbox import MessageReceived
from ducato.server.services import Services
from ducato.server.subjects.chat.live import CHAT_OF_PERSON
from ducato.server.subjects.people.storage import Person
from ducato.server.subjects.tables.storage import Tables
from ducato.table.protocol import (
    CatchUp,
    ChatMessage,
    ClientMessage,
    Export,
    Malformed,
    Ping,
    Query,
    Request,
    SetLanguage,
    ShowChart,
    ShowLog,
    Try,
    read,
)
from ducato.table.screens import Screen
from ducato.table.table import QUICKLY_TRIED

MESSAGES_OF_SOCKET = limit_rate("messages-of-socket", 10, 60)
MESSAGES_OF_PERSON = limit_rate("messages-of-person", 20, 120)
MESSAGES_OF_ADDRESS = limit_rate("messages-of-address", 200, 1000)
SOCKETS_OF_ADDRESS = limit_rate("sockets-of-address", 5, 200)
SOCKETS_AT_ONCE_OF_ADDRESS = limit_number("sockets-at-once-of-address", 300)
"""The limit on open sockets from one address, enough for a school with a hundred people who have
three tabs each."""
SOCKETS_AT_ONCE_OF_PERSON = limit_number("sockets-at-once-of-person", 50)
"""The limit on open sockets of one person, more tabs than anybody uses. A bot may be at as many
tables at once."""

log = logging.getLogger(__name__)

router = APIRouter()

IDLE_TIMEOUT = 150.0
"""Seconds without a message after which a client counts as disconnected. Clients ping every 20
seconds, but browsers slow the timers of hidden pages down to one minute. There is no other
heartbeat."""
PACKED_FROM = 16_000
"""Bytes from which a message, such as a whole table, is compressed to a tenth for a client that
asks for it. If the connection itself compressed, each idle one would hold 60 kB."""
MAX_EXCESS_MESSAGES = 200
"""Number of messages beyond the rate limits after which a connection is closed."""

INVALID_TOKEN, FORBIDDEN, FAILED, RESTART = 4401, 4403, 4409, 1012
UNKNOWN, OUTDATED, TOO_FAST, TOO_MANY = 4404, 4410, 4429, 4430
"""WebSocket close codes; the client knows those of the second line, too (`socket.js`)."""

COSTS: dict[type, int] = {Export: 10, ShowChart: 10, CatchUp: 4, SetLanguage: 4, ShowLog: 2}
"""Rate-limit tokens for messages that cost more than a move. In the longest games a record takes 50
ms, a chart as much of a bot thread's time, a whole table or 60 steps 60 ms, a move 5 to 10 ms."""
CLOSE_TIMEOUT = 10.0
"""Seconds that a client has to acknowledge the closing of its connection before it is aborted."""


@router.websocket("/table/{table_id}/socket")
async def serve_socket(socket: WebSocket, services: AppServices, table_id: str) -> None:
    """Serve a connection to a table, from the check of its origin until it ends."""
    if not is_same_origin(socket, services.public_url):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    address, limits = address_of(socket), services.limits
    if not limits.take(SOCKETS_OF_ADDRESS, address):
        await _end(socket, TOO_FAST, "too many sockets were opened from this address")
        return
    with limits.acquire(SOCKETS_AT_ONCE_OF_ADDRESS, address) as free:
        if not free:
            services.registry.metrics.rejections.labels("sockets").inc()
            await _end(socket, TOO_MANY, "too many sockets of this address are open")
            return
        # Read this before looking up the session: `connect` then notices a revocation in between.
        since = services.registry.revocations
        try:
            person = await services.sessions.identify(socket)
        except InvalidToken:
            await _end(socket, INVALID_TOKEN, "there is no such token")
            return
        except DucatoError as error:
            await _end(socket, FAILED, str(error)[:100])
            return
        person_id = None if person is None else person.id
        with limits.acquire(SOCKETS_AT_ONCE_OF_PERSON, person_id) as free:
            if free:
                await _serve(socket, services, table_id, person, since)
            else:
                services.registry.metrics.rejections.labels("sockets").inc()
                await _end(socket, TOO_MANY, "too many sockets of this person are open")


async def _serve(
    socket: WebSocket, services: Services, table_id: str, person: Person | None, since: int
) -> None:
    """Serve an accepted connection to a table.

    Args:
        socket: the connection.
        services: the services.
        table_id: the table's id.
        person: the person; None for an unknown visitor.
        since: the registry's count of revocations before the person was looked up.
    """
    try:
        screen = Screen((), chosen_language(socket), None if person is None else person.id)
        asked = socket.query_params.get("seat", "")
        only = int(asked) if asked.isdecimal() and len(asked) < 4 else None
        files: ClientFiles = socket.app.state.client_files
        connection = Connection(screen, only, address_of(socket), files.version)
        ask = await _may_move(services, table_id, screen.person)
        actor = await services.registry.connect(table_id, connection, since, ask=ask)
    except UnknownTable:
        await _end(socket, UNKNOWN, "there is no such table")
        return
    except TableElsewhere:
        await _end(socket, RESTART)
        return
    except (ChangedEdition, DamagedRecord, OtherRules) as error:
        log.warning("table %s cannot be continued: %s", pseudonym(table_id), error)
        await _end(socket, OUTDATED, "the rules have changed since the game began")
        return
    except DucatoError as error:
        key = "lost.game" if isinstance(error, BrokenGame | UnknownName) else "lost.storage"
        if not isinstance(error, BrokenGame):  # which is reported already
            log.warning("table %s cannot be opened: %s", pseudonym(table_id), error)
        reason = server_text(say(key), chosen_language(socket))
        with suppress(WebSocketDisconnect):
            await socket.send_json(
                {"type": "rejected", "id": None, "reason": reason, "clause": None}
            )
        await _end(socket, FAILED, str(error)[:100])
        return
    writing = asyncio.create_task(_write(socket, connection, services.registry.metrics))
    try:
        await _listen(socket, connection, actor, services)
    finally:
        actor.disconnect(connection)
        writing.cancel()


async def _may_move(services: Services, table_id: str, person: str | None) -> bool:
    """Return whether a table moves to this process for a screen: never from players to a spectator.

    A client that keeps a connection, or a proxy that does, may reach any process with it.

    Raises:
        UnknownTable: there is no such table.
    """
    there = services.registry.ownership.elsewhere.get(table_id)
    if not there or person in there:
        return True
    head = await services.workers.run_blocking(Tables(services.database).head, table_id)
    return person is not None and (
        person == head.host or any(seat["person"] == person for seat in head.seats)
    )


async def _listen(
    socket: WebSocket, connection: Connection, actor: TableActor, services: Services
) -> None:
    """Handle messages until the client disconnects, falls silent or has sent far too many."""
    limits, address = services.limits, address_of(socket)
    own, excess = limits.new_bucket(MESSAGES_OF_SOCKET), 0
    while excess < MAX_EXCESS_MESSAGES:
        try:
            async with asyncio.timeout(IDLE_TIMEOUT):
                data = await _receive(socket)
        except (WebSocketDisconnect, TimeoutError):
            return
        message, malformed = _decode(data)
        cost = cost_of(message)
        allowed = (
            limits.take_from(own, cost)
            and limits.take(MESSAGES_OF_PERSON, connection.screen.person, cost)
            and limits.take(MESSAGES_OF_ADDRESS, address, cost)
        )
        if message is None or malformed is not None:
            assert malformed is not None
            services.registry.metrics.rejections.labels("malformed").inc()
            _reject(connection, malformed.id, malformed.key, detail=malformed.detail)
            excess += not allowed
            continue
        if isinstance(message, ChatMessage):
            allowed = allowed and limits.take(CHAT_OF_PERSON, connection.screen.person)
        if not allowed:
            excess += 1
            services.registry.metrics.rejections.labels("slow_down").inc()
            reason = slow_down(_wait(limits, own, connection.screen.person, address, cost))
            _reject(
                connection,
                message.id if isinstance(message, Request | Query | ChatMessage) else None,
                reason.key,
                **dict(reason.arguments),
            )
        elif isinstance(message, Ping):
            connection.send([{"type": "pong"}])
        else:
            await actor.post(MessageReceived(connection, message))  # waits while the inbox is full
    await _end(socket, TOO_FAST)


def cost_of(message: ClientMessage | ChatMessage | None) -> int:
    """Return the number of rate-limit tokens for a message."""
    if isinstance(message, Try):
        return 1 + len(message.actions) // QUICKLY_TRIED
    return COSTS.get(type(message), 1)


def _wait(
    limits: Limits, socket: Bucket, person: str | None, address: str | None, cost: float
) -> float:
    """Return the seconds until a refused message may be sent again."""
    return max(
        socket.retry_after(cost),
        limits.retry_after(MESSAGES_OF_PERSON, person, cost),
        limits.retry_after(MESSAGES_OF_ADDRESS, address, cost),
        limits.retry_after(CHAT_OF_PERSON, person),
    )


def _decode(data: str | bytes) -> tuple[ClientMessage | ChatMessage | None, Malformed | None]:
    """Return a decoded message and None, or None and the error if it is malformed."""
    try:
        return read(data), None
    except Malformed as malformed:
        return None, malformed


def _reject(connection: Connection, request_id: str | None, key: str, **arguments: Any) -> None:
    reason = server_text(say(key, **arguments), connection.screen.language)
    connection.send([{"type": "rejected", "id": request_id, "reason": reason, "clause": None}])


async def _receive(socket: WebSocket) -> str | bytes:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text: str | bytes | None = event.get("text")
    return event["bytes"] if text is None else text


async def _write(socket: WebSocket, connection: Connection, metrics: Metrics) -> None:
    """Write queued messages until the connection ends.

    If the table closes it, close the socket with `RESTART`; if the client stops reading, abort it.
    """
    try:
        packed_from = PACKED_FROM if "packed" in socket.query_params else sys.maxsize
        write = frame_writer(socket)
        if write is not None:
            connection.outbox.write_at_once = lambda message: write(
                message.text_frame if len(message) < packed_from else message.packed_frame
            )
        await connection.outbox.send(lambda message: _send(socket, message, packed_from))
    except TimeoutError:
        metrics.rejections.labels("not_read").inc()
        abort(socket)
    except WebSocketDisconnect:
        return
    else:
        await _end(socket, RESTART)


async def _send(socket: WebSocket, message: OutgoingMessage, packed_from: int) -> None:
    """Send a message as text, or compressed if it has so many bytes."""
    if len(message) < packed_from:
        await socket.send_text(message.text.decode())
    else:
        await socket.send_bytes(message.packed)


async def _end(socket: WebSocket, code: int, reason: str | None = None) -> None:
    """Close a connection; abort it if the client does not acknowledge this in time."""
    asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, abort, socket)
    if socket.application_state is WebSocketState.CONNECTED:
        with suppress(TimeoutError, WebSocketDisconnect):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                await socket.close(code, reason)
