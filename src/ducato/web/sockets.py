"""The socket of a table: who connects, what is read and what is written.

It reads bytes into typed messages, hands them to the table's actor, and writes what the actor
queued. This module must not know what any message does.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ducato.core.errors import DucatoError
from ducato.core.messages import say
from ducato.store import StoredTable, UnknownTable
from ducato.table.messages import Malformed, Ping, read
from ducato.table.screens import Screen
from ducato.table.seats import Seat, persons
from ducato.table.views import house_text
from ducato.web.actors import Guest, Said, TableActor
from ducato.web.guard import from_our_pages
from ducato.web.hall import Hall
from ducato.web.languages import chosen_language

log = logging.getLogger(__name__)

SILENCE = 150.0
"""Seconds without a word after which the other side is gone. Clients ping every 20 seconds, but a
browser may slow the timers of a hidden page down to one minute. There is no other heartbeat."""

FORBIDDEN, UNKNOWN, TROUBLE, RESTART = 4403, 4404, 4409, 1012
"""Codes with which a connection is ended."""


async def attend(socket: WebSocket, hall: Hall, table_id: str) -> None:
    """Serve one connection from its beginning to its end."""
    if not from_our_pages(socket):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    try:
        stored = await hall.threads.run(hall.store.load, table_id)
        guest = Guest(_screen(socket, stored))
        actor = await hall.enter(table_id, guest)
    except UnknownTable:
        await socket.close(UNKNOWN, "there is no such table")
        return
    except DucatoError as error:
        log.warning("table %s cannot be opened: %s", table_id, error)
        await socket.close(TROUBLE, str(error)[:100])
        return
    writing = asyncio.create_task(_write(socket, guest))
    try:
        await _listen(socket, guest, actor)
    finally:
        actor.leave(guest)
        writing.cancel()


async def _listen(socket: WebSocket, guest: Guest, actor: TableActor) -> None:
    """Read until the other side is gone."""
    while True:
        try:
            async with asyncio.timeout(SILENCE):
                data = await _receive(socket)
        except (WebSocketDisconnect, TimeoutError):
            return
        try:
            message = read(data)
        except Malformed as wrong:
            reason = house_text(say(wrong.key, detail=wrong.detail), guest.screen.language)
            guest.tell([{"type": "refused", "id": wrong.id, "reason": reason, "clause": None}])
            continue
        if isinstance(message, Ping):
            guest.tell([{"type": "pong"}])
        else:
            await actor.post(Said(guest, message))


async def _receive(socket: WebSocket) -> str | bytes:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text: str | bytes | None = event.get("text")
    return event["bytes"] if text is None else text


async def _write(socket: WebSocket, guest: Guest) -> None:
    """Write what is queued, until the table lets this screen go."""
    while (message := await guest.outbox.get()) is not None:
        await _send(socket, message)
    if socket.application_state is WebSocketState.CONNECTED:
        await socket.close(RESTART)


async def _send(socket: WebSocket, message: dict[str, Any]) -> None:
    await socket.send_text(msgspec.json.encode(message).decode())


def _screen(socket: WebSocket, stored: StoredTable) -> Screen:
    """Which people this connection serves: those of ``?seat``, or all of the table."""
    people = persons([Seat.from_dict(seat) for seat in stored.seats])
    asked = socket.query_params.get("seat", "")
    if asked.isdecimal():
        people = tuple(seat for seat in people if seat == int(asked))
    return Screen(people, chosen_language(socket))
