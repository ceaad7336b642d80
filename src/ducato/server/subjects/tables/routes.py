"""Routes that list, join and leave tables, described in `docs/http.md`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Annotated, TypeVar

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.errors import BadValue
from ducato.core.i18n import say
from ducato.server.kit.database.errors import StoreError
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NOT_BANNED,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
    body,
    check_named,
)
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.http.sessions import is_bot
from ducato.server.services import Services
from ducato.server.subjects.moderation.blocks import Apart, Blocks
from ducato.server.subjects.people.routes.accounts import chosen_name
from ducato.server.subjects.people.storage import Person
from ducato.server.subjects.tables.lobby import Lobby
from ducato.server.subjects.tables.model import TableSummary
from ducato.server.subjects.tables.storage import Tables
from ducato.table.changes import Change, Rejected
from ducato.table.roster import open_seat
from ducato.table.seats import LONGEST_NAME, TableSeat
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock, TimeControl
from ducato.table.views.texts import display_name

log = logging.getLogger(__name__)

Result = TypeVar("Result")

router = APIRouter(prefix="/api/tables")


class JoinRequest(msgspec.Struct, frozen=True):
    """A request to join: the player's name and the seat, null for the first open one."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


class Location(msgspec.Struct, frozen=True):
    """The page to go to next."""

    url: str


class TableEntry(msgspec.Struct, frozen=True):
    """A table in the list of tables that the lobby shows.

    Attributes:
        names: the players' names, by seat.
        open: the number of open seats.
        own: the person's seats.
        mine: whether the person has a seat at the table or created it.
        to_move: the names of the players to move; several if they choose at the same time.
        due: the time when the first running clock runs out, in seconds since 1970; null if none
            runs. If the reader's own clock runs, it is that one.
        steps: how many steps the game has had so far.
        updated: the time of the last change, in seconds since 1970.
    """

    id: str
    game: str
    title: str
    names: list[str]
    open: int
    own: list[int]
    mine: bool
    public: bool
    time_control: TimeControl
    to_move: list[str]
    your_turn: bool
    due: float | None
    steps: int
    updated: float
    finished: bool


@router.get("", **documented(list[TableEntry], errors=[401]))
async def list_tables(services: AppServices, person: MaybePerson, language: Language) -> Response:
    """Return the person's own tables and the public ones that they can join or watch."""
    own, registry = None if person is None else person.id, services.registry
    attended = registry.attended_tables()
    found = await services.workers.run_blocking(
        Tables(services.database).list_tables, own, there=attended
    )
    if own is not None:
        blocks = Blocks(services.database)
        blockers = (await services.workers.run_blocking(blocks.blockers_of, own)).keys()
        found = [
            table
            for table in found
            if table.to_move
            or table.finished is not None
            or own in people_of(table)
            or not people_of(table) & blockers
        ]
    drift = registry.time.drift
    return json_response([_entry(table, own, language, drift) for table in found])


@router.post(
    "/{table_id}/join",
    dependencies=[CHANGE, NOT_BANNED],
    **documented(Location, JoinRequest, errors=[401, 403, 404, 409, 410]),
)
async def join_table(
    request: Request,
    services: AppServices,
    table_id: str,
    wanted: Annotated[JoinRequest, body(JoinRequest)],
) -> Response:
    """Take an open seat. An unknown visitor becomes a guest; a bot keeps its own name."""
    name = "" if is_bot(request) else await chosen_name(services, wanted.name)
    head = await services.workers.run_blocking(Tables(services.database).head, table_id)
    try:  # nobody becomes a guest for a table without an open seat
        open_seat([TableSeat.from_row(row) for row in head.seats], wanted.seat)
    except Rejected as rejected:
        raise conflict(rejected) from rejected
    person, token = await identify_or_create_guest(services, request, name)
    name = name or person.name
    now = services.registry.time.now
    full = "rejected.full" if wanted.seat is None else "rejected.taken"
    await change_table(
        services, table_id, lambda table: table.join(person.id, name, wanted.seat, now()), full
    )
    answer = json_response(Location(f"/table/{table_id}"))
    return services.sessions.with_cookie(request, answer, token)


@router.post(
    "/{table_id}/leave",
    dependencies=[CHANGE],
    **documented(Location, errors=[401, 403, 404, 409, 410], audience="players"),
)
async def leave_table(services: AppServices, table_id: str, person: CurrentPerson) -> Response:
    """Leave a table before the game begins. A table that its host leaves empty is deleted."""
    registry = services.registry
    await change_table(
        services, table_id, lambda table: table.leave(person.id, registry.time.now())
    )
    if await once_stored(Lobby(services.database).close(table_id, person.id)):
        await registry.remove_deleted((), [table_id])
    return json_response(Location("/"))


def people_of(table: TableSummary) -> set[str]:
    """Return the ids of a table's host and of the people who have a seat there."""
    return {p for p in (table.host, *(seat["person"] for seat in table.seats)) if p is not None}


async def identify_or_create_guest(
    services: Services, request: Request, name: str, *, seated: bool = True
) -> tuple[Person, str | None]:
    """Return the person, or a new guest if the sender is unknown, and a new session's token.

    The token is None if there is no new session.

    Args:
        services: the services.
        request: the request.
        name: the name that the request gives to somebody who has none; "" if it gives none.
        seated: whether others see the name; if not, a guest needs none.

    Raises:
        ApiError: 503, if the store cannot be read, or a new guest or name cannot be stored.
        ApiError: 403, if the person has no name yet.
        InvalidToken: the request has a bot's token that is unknown or was revoked.
    """
    try:
        person, token = await services.sessions.identify_or_create_guest(request, name)
    except StoreError as error:
        raise not_stored(error) from error
    if seated or person.email is not None:
        check_named(person)
    return person, token


async def change_table(
    services: Services,
    table_id: str,
    what: Callable[[LiveTable], Change],
    full: str = "rejected.full",
) -> None:
    """Let a table's actor make a change.

    Args:
        services: the services.
        table_id: the table's id.
        what: the change.
        full: the key of the message, which says that no seat is free, if a block is between
            somebody who would come and somebody there: nobody learns of it.

    Raises:
        ApiError: 409 if the table rejects it, 422 if a name is invalid, 503 if it cannot be stored.
        UnknownTable: there is no such table.
        TableStopped: the actor has stopped; it is unknown whether the change was stored.
        DucatoError: the table cannot be opened.
    """
    try:
        async with services.registry.acquire(table_id) as actor:
            await actor.apply_change(lambda: what(actor.table))
    except Rejected as rejected:
        raise conflict(rejected) from rejected
    except Apart as apart:
        raise conflict(Rejected(say(full))) from apart
    except BadValue as error:
        raise ApiError(422, say("bad.name", n=LONGEST_NAME), "name") from error
    except StoreError as error:
        raise not_stored(error) from error


def conflict(rejected: Rejected) -> ApiError:
    """Return the error for a change that a table rejected."""
    assert not isinstance(rejected.reason, str)
    return ApiError(409, rejected.reason)


async def once_stored(change: Future[Result]) -> Result:
    """Return the result of a change when it is stored.

    Raises:
        ApiError: 503, if it cannot be stored.
    """
    try:
        return await asyncio.wrap_future(change)
    except StoreError as error:
        raise not_stored(error) from error


def not_stored(error: StoreError) -> ApiError:
    """Log a failure to store a change, and return the error for it."""
    log.error("%s", error)
    return ApiError(503, say(f"store.{error.failure}"))


def _entry(table: TableSummary, person: str | None, language: str, drift: int) -> TableEntry:
    """Return a table as an entry in the list.

    Args:
        table: the table.
        person: the reader's id; None for an unknown visitor.
        language: the reader's language.
        drift: the milliseconds by which game time is behind the time of day.
    """
    seats = [TableSeat.from_row(row) for row in table.seats]
    own = [seat.seat for seat in seats if person is not None and seat.person == person]
    movers = [seats[seat] for seat in table.to_move]
    own_turns = [seat.seat for seat in movers if seat.seat in own and seat.substitute is None]
    clock = Clock.from_row(table.time_control, table.clock, table.due, len(seats))
    dues = [clock.due_of(seat) for seat in own_turns if seat in clock.running]
    due = min(dues, default=table.due)
    return TableEntry(
        id=table.id,
        game=table.game,
        title=game_title(table.game, language),
        names=[display_name(seat.name, language) for seat in seats],
        open=sum(seat.kind == "open" for seat in seats),
        own=own,
        mine=bool(own) or (person is not None and table.host == person),
        public=table.public,
        time_control=clock.time_control,
        to_move=[display_name(seat.name, language) for seat in movers],
        your_turn=bool(own_turns),
        due=None if due is None else (due + drift) / 1000,
        steps=table.seq,
        updated=table.updated / 1000,
        finished=table.finished is not None,
    )
