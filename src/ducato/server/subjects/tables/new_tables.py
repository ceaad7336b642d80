"""New tables for games, lessons, rematches and branches."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from ducato.core.errors import UnknownName
from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    ACTS,
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    CurrentPerson,
    MaybePerson,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.rate_limits import address_of, limit_number, limit_rate
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.workers.bot_queue import Payer
from ducato.server.live.attendance import GRACE_AFTER_LEAVING
from ducato.server.live.persistence import to_live_table
from ducato.server.services import Services
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.moderation.blocks import Apart, Blocks
from ducato.server.subjects.people.routes.accounts import chosen_name, chosen_names
from ducato.server.subjects.people.storage import Person
from ducato.server.subjects.tables.lobby import check_waiting
from ducato.server.subjects.tables.model import TableJob, TableSettings
from ducato.server.subjects.tables.routes import identify_or_create_guest, once_stored
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import INVITED
from ducato.table.setup.create import BadTable, BranchRequest, TableRequest, branch, open_table
from ducato.table.setup.lessons import OPPONENT, LessonRequest, open_lesson
from ducato.table.setup.levels import LEVEL_STEPS
from ducato.table.setup.rematch import rematch_of
from ducato.table.table import LiveTable

PUBLIC_TABLES_OF_ADDRESS = limit_rate("public-tables-of-address", 1 / 10, 60)  # the list has 100
WAITING_TABLES_OF_PERSON = limit_number("waiting-tables-of-person", 10)
"""The limit on one person's tables that wait for players and changed in the last day; few people
wait at more than two."""

router = APIRouter(prefix="/api")


class NewTable(msgspec.Struct, frozen=True):
    """A new table: its id and the URL of its page."""

    id: str
    url: str


def new_table(table_id: str) -> Response:
    """Return the answer to a request that has opened a table."""
    return json_response(NewTable(table_id, f"/table/{table_id}"), 201)


@router.post(
    "/tables",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(NewTable, TableRequest, status=201, errors=[403], audience="people"),
)
async def create_table(
    request: Request,
    services: AppServices,
    wanted: Annotated[TableRequest, body(TableRequest)],
    known: MaybePerson,
) -> Response:
    """Create a table. An unknown visitor becomes a guest."""
    names = await chosen_names(services, wanted)
    name = names[0] if names else ""
    # Nobody becomes a guest for an error.
    empty = await made_table(services, partial(open_table, wanted, None))
    with room_for(services, request, known, empty, public=wanted.public):
        person, token = await identify_or_create_guest(services, request, name, seated=bool(names))
        table = await made_table(services, partial(open_table, wanted, person.id))
        settings = TableSettings(person.id, wanted.public, table.roster.substitute)
        table_id = await store_table(services, table, settings)
    return services.sessions.with_cookie(request, new_table(table_id), token)


@router.post(
    "/lessons",
    dependencies=[CHANGE, NO_BOTS],
    **documented(NewTable, LessonRequest, status=201, errors=[403], audience="people"),
)
async def create_lesson(
    request: Request,
    services: AppServices,
    wanted: Annotated[LessonRequest, body(LessonRequest)],
) -> Response:
    """Create a table for a lesson. An unknown visitor becomes a guest."""
    name = await chosen_name(services, wanted.name)
    try:  # nobody becomes a guest for a game without a lesson
        await services.workers.run(open_lesson, wanted, None)
    except UnknownName as error:
        reason = say("bad.game", name=wanted.game)
        raise ApiError(422, reason, "game", error.choices) from error
    person, token = await identify_or_create_guest(services, request, name)
    match, seats = await services.workers.run(open_lesson, wanted, person.id)
    table = LiveTable("", match, seats, substitute=OPPONENT)
    table_id = await store_table(services, table, TableSettings(person.id, False, OPPONENT))
    return services.sessions.with_cookie(request, new_table(table_id), token)


@router.post(
    "/tables/{table_id}/rematch",
    dependencies=[CHANGE, ACTS],
    **documented(NewTable, status=201, errors=[401, 403, 404, 409], audience="players"),
)
async def create_rematch(
    request: Request,
    services: AppServices,
    table_id: str,
    person: CurrentPerson,
    bots: Literal["stronger", "weaker"] | None = None,
) -> Response:
    """Create a rematch with everybody moved on by one seat, or return the existing rematch.

    Its bots may be stronger or weaker by one level.
    """
    stored = await services.workers.run_blocking(Tables(services.database).load, table_id)
    played = await services.workers.run(to_live_table, stored)
    if played.status != "over":
        raise ApiError(409, say("rejected.not_over"))
    if not played.roster.of(person.id) and stored.settings.host != person.id:
        raise ApiError(403, say("rejected.watching"))
    steps = 0 if bots is None else LEVEL_STEPS[bots]
    # A rematch counts for nothing in a tournament, and begins a game of its own.
    settings = replace(stored.settings, tournament=None, branch_of=None)
    new_id = None
    while new_id is None:
        without = await services.workers.run_blocking(_not_invited, services, played, person.id)
        table = await services.workers.run(rematch_of, played, steps, without)
        with room_for(services, request, person, table), suppress(Apart):  # a block was just made
            new_id = await store_table(services, table, settings, table_id, counted=False)
    await services.registry.announce_rematch(table_id, new_id)
    return new_table(new_id)


@router.post(
    "/tables/{table_id}/branches",
    dependencies=[CHANGE, NO_BOTS],
    **documented(
        NewTable, BranchRequest, status=201, errors=[401, 403, 404, 409], audience="people"
    ),
)
async def create_branch(
    request: Request,
    services: AppServices,
    table_id: str,
    wanted: Annotated[BranchRequest, body(BranchRequest)],
    known: MaybePerson,
) -> Response:
    """Go on from a moment of a finished game, against bots. An unknown visitor becomes a guest."""
    stored = await services.workers.run_blocking(Tables(services.database).load, table_id)
    played = await services.workers.run(to_live_table, stored)
    if played.status != "over":
        raise ApiError(409, say("rejected.not_over"))
    point = wanted.seq, wanted.seat, wanted.bot, wanted.edits
    empty = await made_table(services, partial(branch, played, None, *point))
    with room_for(services, request, known, empty):
        person, token = await identify_or_create_guest(services, request, "", seated=False)
        table = await made_table(services, partial(branch, played, person.id, *point))
        settings = TableSettings(person.id, False, table.roster.substitute, branch_of=table_id)
        new_id = await store_table(services, table, settings, counted=False)
    return services.sessions.with_cookie(request, new_table(new_id), token)


def _not_invited(services: Services, played: LiveTable, person: str) -> set[str]:
    """Return the people whom a rematch leaves out: who are banned, or blocked by the others.

    Who asks for the rematch takes part, and the others as they sit.
    """
    invited, left_out = [person], set[str]()
    others = dict.fromkeys(seat.person for seat in played.roster.seats)
    for other in others:
        if other is None or other == person:
            continue
        database = services.database
        if Bans(database).active(other) or Blocks(database).between(other, invited):
            left_out.add(other)
        else:
            invited.append(other)
    return left_out


async def made_table(services: Services, make: Callable[[], LiveTable]) -> LiveTable:
    """Call `make` in the rules thread, and return the table that it returns.

    Raises:
        ApiError: 422, if the table cannot be created as requested.
    """
    try:
        return await services.workers.run(make)
    except BadTable as bad:
        raise ApiError(422, bad.message, bad.field, bad.choices) from bad


@contextmanager
def room_for(
    services: Services,
    request: Request,
    person: Person | None,
    table: LiveTable,
    *,
    public: bool = False,
) -> Iterator[None]:
    """Keep a place for a new table's bots while it is stored, and count it if it is listed.

    Of several tables that are opened at the same time, none takes the place of another one.

    Raises:
        ApiError: 429, if bots play at too many tables of the person, the address or the server, or
            too many public tables were opened from the address.
    """
    address, limits = address_of(request), services.limits
    if public and _waits(table) and not limits.take(PUBLIC_TABLES_OF_ADDRESS, address):
        wait = math.ceil(limits.retry_after(PUBLIC_TABLES_OF_ADDRESS, address))
        raise ApiError(429, say("bad.public", n=wait), retry_after=wait)
    if all(seat.bot is None for seat in table.roster.seats):
        yield
        return
    payer = Payer(address, "" if person is None else person.id)
    with services.registry.bot_tables.opening(payer) as reason:
        if reason is not None:
            wait, most = math.ceil(GRACE_AFTER_LEAVING), reason.arguments.get("n", 0)
            said = say(f"bad.{reason.key}", most=most, n=math.ceil(wait / 60))
            raise ApiError(429, said, retry_after=wait)
        yield


async def store_table(
    services: Services,
    table: LiveTable,
    settings: TableSettings,
    rematch_of: str | None = None,
    also: TableJob | None = None,
    *,
    counted: bool = True,
) -> str:
    """Store a new table. Return its id, or that of a rematch that already exists.

    Args:
        services: the services of the application.
        table: the table.
        settings: its settings.
        rematch_of: the id of the table of the previous game; None if this is not a rematch.
        also: what else to write in the same transaction; see `Tables.create`.
        counted: whether the host asked for it, so that it counts among the tables where the host
            waits for players.

    Raises:
        ApiError: 503, if the table cannot be stored; 429, if too many tables of its host wait.
        Apart: somebody is invited who may not come, because of a block.
    """
    rows = [seat.to_row() for seat in table.roster.seats]
    most = services.limits.number(WAITING_TABLES_OF_PERSON)
    host, waits = settings.host, _waits(table)

    def check_and_write(connection: Connection, table_id: str) -> None:
        if also is not None:
            also(connection, table_id)
        if counted and waits and host is not None:
            check_waiting(connection, host, most)

    status = table.begin(services.registry.time.now())
    new_id = await once_stored(
        Tables(services.database).create(
            table.match, rows, settings, status, rematch_of=rematch_of, also=check_and_write
        )
    )
    if table.state.awaits_entropy:  # its actor limits the wait for missing players
        await services.registry.ensure_open(new_id)
    return new_id


def _waits(table: LiveTable) -> bool:
    """Return whether a new table waits for players."""
    return any(seat.kind == "open" or seat.substitute == INVITED for seat in table.roster.seats)
