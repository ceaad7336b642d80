"""What concerns the person who asks: their blocks, their ban, and their sessions."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
)
from ducato.server.kit.http.locale import server_text
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.moderation.bans import Bans, ban_message
from ducato.server.subjects.moderation.blocks import Blocks
from ducato.server.subjects.people.routes.accounts import Empty
from ducato.server.subjects.people.session_list import PersonSessions

router = APIRouter(prefix="/api/me")


class BlockedPerson(msgspec.Struct, frozen=True):
    """A person whom the sender has blocked: the id of the block, and the name as they knew it."""

    id: str
    name: str


class BanState(msgspec.Struct, frozen=True):
    """Whether the person is banned.

    Attributes:
        message: until when, and why, in the reader's language; null if they are not banned.
    """

    message: str | None


class SessionEntry(msgspec.Struct, frozen=True):
    """A session of the person.

    Attributes:
        id: the id of the session.
        browser: the kind of browser, such as "firefox", or "other".
        system: the kind of system, such as "android", or "other".
        used: the day of the last use, in seconds since 1970.
        current: whether it is the session of this request.
    """

    id: str
    browser: str
    system: str
    used: int
    current: bool


@router.get(
    "/blocks",
    dependencies=[NO_BOTS],
    **documented(list[BlockedPerson], errors=[403], audience="people"),
)
async def list_blocks(services: AppServices, person: CurrentPerson) -> Response:
    """Return the people whom the person has blocked."""
    found = await services.workers.run_blocking(Blocks(services.database).of, person.id)
    return json_response([BlockedPerson(block.id, block.name) for block in found])


@router.delete(
    "/blocks/{block_id}",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, errors=[403, 404], audience="people"),
)
async def unblock(services: AppServices, block_id: str, person: CurrentPerson) -> Response:
    """End a block."""
    blocks = Blocks(services.database)
    if not await asyncio.wrap_future(blocks.remove(person.id, block_id)):
        raise ApiError(404, say("bad.no_block"))
    return json_response(Empty())


@router.get("/ban", **documented(BanState, errors=[401]))
async def get_ban(services: AppServices, person: MaybePerson, language: Language) -> Response:
    """Return whether the person is banned, and why."""
    ban = None
    if person is not None:
        bans = Bans(services.database)
        ban = await services.workers.run_blocking(bans.active, person.id)
    message = None if ban is None else server_text(ban_message(ban), language)
    return json_response(BanState(message))


@router.get(
    "/sessions",
    dependencies=[NO_BOTS],
    **documented(list[SessionEntry], errors=[403], audience="people"),
)
async def list_sessions(request: Request, services: AppServices, person: CurrentPerson) -> Response:
    """Return the person's sessions, the last used first."""
    found = await services.workers.run_blocking(
        PersonSessions(services.database).of, person.id, services.sessions.token(request)
    )
    entries = []
    for one in found:
        browser, _, system = (one.device or "other/other").partition("/")
        entries.append(SessionEntry(one.id, browser, system, one.used // 1000, one.current))
    return json_response(entries)


@router.delete(
    "/sessions/{session_id}",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, errors=[403, 404], audience="people"),
)
async def end_session(services: AppServices, session_id: str, person: CurrentPerson) -> Response:
    """End one of the person's sessions, and close the connections that it opened."""
    if not await asyncio.wrap_future(PersonSessions(services.database).end(person.id, session_id)):
        raise ApiError(404, say("bad.no_session"))
    # The other browsers reconnect with their own sessions.
    services.registry.revoke_connections(person.id)
    return json_response(Empty())
