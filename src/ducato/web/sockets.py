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
from ducato.store import UnknownTable
from ducato.table.messages import Malformed, Ping, Question, Request, Spoken, read
from ducato.table.screens import Screen
from ducato.table.views import house_text
from ducato.web.actors import TableActor
from ducato.web.guard import from_our_pages
from ducato.web.guests import Guest
from ducato.web.house import House
from ducato.web.languages import chosen_language
from ducato.web.letters import Said
from ducato.web.limits import (
    CHAT_OF_PERSON,
    MESSAGES_OF_ADDRESS,
    MESSAGES_OF_PERSON,
    MESSAGES_OF_SOCKET,
    SOCKETS_OF_ADDRESS,
    address_of,
)
from ducato.web.logs import tag
from ducato.web.visitors import UnknownToken

log = logging.getLogger(__name__)

SILENCE = 150.0
"""Seconds without a word after which the other side is gone. Clients ping every 20 seconds, but a
browser may slow the timers of a hidden page down to one minute. There is no other heartbeat."""
PATIENCE = 200
"""Messages over the limit after which a connection is ended."""

NO_TOKEN, FORBIDDEN, UNKNOWN, TROUBLE, HURRY, RESTART = 4401, 4403, 4404, 4409, 4429, 1012
"""Codes with which a connection is ended."""


async def attend(socket: WebSocket, house: House, table_id: str) -> None:
    """Serve one connection from its beginning to its end."""
    if not from_our_pages(socket, house.public_url):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    if not house.limits.take(SOCKETS_OF_ADDRESS, address_of(socket)):
        await socket.close(HURRY)
        return
    try:
        person = await house.visitors.who(socket)
        screen = Screen((), chosen_language(socket), None if person is None else person.id)
        asked = socket.query_params.get("seat", "")
        guest = Guest(screen, int(asked) if asked.isdecimal() and len(asked) < 4 else None)
        actor = await house.hall.enter(table_id, guest)
    except UnknownToken:
        await socket.close(NO_TOKEN, "there is no such token")
        return
    except UnknownTable:
        await socket.close(UNKNOWN, "there is no such table")
        return
    except DucatoError as error:
        log.warning("table %s cannot be opened: %s", tag(table_id), error)
        await socket.close(TROUBLE, str(error)[:100])
        return
    writing = asyncio.create_task(_write(socket, guest))
    try:
        await _listen(socket, guest, actor, house)
    finally:
        actor.leave(guest)
        writing.cancel()


async def _listen(socket: WebSocket, guest: Guest, actor: TableActor, house: House) -> None:
    """Read until the other side is gone, or has said far too much."""
    limits, address = house.limits, address_of(socket)
    own, too_much = limits.bucket(MESSAGES_OF_SOCKET), 0
    while too_much < PATIENCE:
        try:
            async with asyncio.timeout(SILENCE):
                data = await _receive(socket)
        except (WebSocketDisconnect, TimeoutError):
            return
        allowed = (
            limits.take_from(own)
            and limits.take(MESSAGES_OF_PERSON, guest.screen.person)
            and limits.take(MESSAGES_OF_ADDRESS, address)
        )
        try:
            message = read(data)
        except Malformed as wrong:
            house.hall.metrics.refusals.add("malformed")
            _refuse(guest, wrong.id, wrong.key, detail=wrong.detail)
            too_much += not allowed
            continue
        if isinstance(message, Spoken):
            allowed = allowed and limits.take(CHAT_OF_PERSON, guest.screen.person)
        if not allowed:
            too_much += 1
            house.hall.metrics.refusals.add("slow_down")
            _refuse(
                guest,
                message.id if isinstance(message, Request | Question | Spoken) else None,
                "bad.slow_down",
            )
        elif isinstance(message, Ping):
            guest.tell([{"type": "pong"}])
        else:
            await actor.post(Said(guest, message))
    await socket.close(HURRY)


def _refuse(guest: Guest, request_id: str | None, key: str, **arguments: Any) -> None:
    reason = house_text(say(key, **arguments), guest.screen.language)
    guest.tell([{"type": "refused", "id": request_id, "reason": reason, "clause": None}])


async def _receive(socket: WebSocket) -> str | bytes:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text: str | bytes | None = event.get("text")
    return event["bytes"] if text is None else text


async def _write(socket: WebSocket, guest: Guest) -> None:
    """Write what is queued, until the table lets this screen go."""
    while (message := await guest.outbox.get()) is not None:
        text = msgspec.json.encode(message).decode()
        del message  # else an idle connection would hold the last one, a whole view as a rule
        await socket.send_text(text)
        del text
    if socket.application_state is WebSocketState.CONNECTED:
        await socket.close(RESTART)
