"""The HTTP interface to tables (`docs/protocol.md`): what is offered, new ones, seats, rematch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import Request, Response

from ducato.core.errors import BadValue, UnknownName
from ducato.core.i18n import say
from ducato.store import Person, StoreError, TableSummary, Terms
from ducato.table.changes import Change, Rejected
from ducato.table.lessons import OPPONENT, LessonRequest, open_lesson
from ducato.table.live import LiveTable
from ducato.table.opening import (
    BadTable,
    BotSeat,
    OpenSeat,
    PersonSeat,
    TableRequest,
    again,
    open_table,
)
from ducato.table.roster import open_seat
from ducato.table.seats import LONGEST_NAME, Seat
from ducato.table.views import called
from ducato.web.http.accounts import good_name
from ducato.web.http.cached_files import FileCache, kept
from ducato.web.http.catalog import OfferedGame, offer, title
from ducato.web.http.profiles import somebody
from ducato.web.live.registry import reopened
from ducato.web.services import Services
from ducato.web.support.locale import BY_LANGUAGE, chosen_language
from ducato.web.support.openapi import JSON, DescribedApi
from ducato.web.support.rate_limits import PUBLIC_TABLES_OF_ADDRESS, address_of
from ducato.web.support.responses import ApiError, json_response, read_body
from ducato.web.support.sessions import is_bot
from ducato.web.support.workers.bot_queue import Payer

log = logging.getLogger(__name__)

MOST_WAITING = 10
"""Tables of one person that wait for players, within a day; who plays waits at one or two."""


class Sitting(msgspec.Struct, frozen=True):
    """Somebody wants to sit down."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


class Opened(msgspec.Struct, frozen=True):
    """A new table: its id, and the address of its page."""

    id: str
    url: str


class Sent(msgspec.Struct, frozen=True):
    """Where to go on."""

    url: str


class OpenTable(msgspec.Struct, frozen=True):
    """A line of the list of tables.

    Attributes:
        names: of the players, by seat.
        open: how many seats are open.
        own: the seats of who asks.
        mine: whether who asks has a seat there, or opened it.
        to_move: the name of the player to move.
        due: when the running clock will have run out, in seconds since 1970.
        updated: when something happened last, in seconds since 1970.
    """

    id: str
    game: str
    title: str
    names: list[str]
    open: int
    own: list[int]
    mine: bool
    public: bool
    time_control: dict[str, Any]
    to_move: str | None
    your_turn: bool
    due: float | None
    updated: float
    finished: bool


def add_api(app: DescribedApi, services: Services) -> None:
    """Add the routes under ``/api/games`` and ``/api/tables``."""
    registry, store = services.registry, services.store
    offered = FileCache(services.workers.heavy.run, _offered)

    @app.get("/api/games", **app.described(list[OfferedGame]))
    async def list_games(request: Request) -> Response:
        """All games, with what a table can be made of."""
        language = chosen_language(request)
        return kept(request, await offered.get(language), JSON, BY_LANGUAGE)

    @app.get("/api/tables", **app.described(list[OpenTable], refusals=[401, 503]))
    async def list_tables(request: Request) -> Response:
        """Own tables and the public ones."""
        person = await services.sessions.who(request)
        own = None if person is None else person.id
        found = await services.workers.read(store.list_tables, own, there=registry.attended())
        language = chosen_language(request)
        behind = registry.time.behind
        return json_response([_line(table, own, language, behind) for table in found])

    @app.post(
        "/api/tables",
        **app.described(
            Opened, TableRequest, status=201, refusals=[403, 408, 413, 422, 429, 503], who="people"
        ),
    )
    async def create_table(request: Request) -> Response:
        """A new table."""
        await services.guard_people(request)
        wanted = await read_body(request, TableRequest)
        names = [seat.name for seat in wanted.seats if isinstance(seat, PersonSeat)]
        name = good_name(names[0], "seats.0") if names else "ducato"
        # Before somebody becomes a guest, see whether there is anything to be a guest for.
        await _made(services, partial(open_table, wanted, None))
        known = await services.sessions.who(request)
        _allow_bots(
            services, request, known, any(isinstance(seat, BotSeat) for seat in wanted.seats)
        )
        if any(isinstance(seat, OpenSeat) for seat in wanted.seats):
            await _allow_waiting(services, request, known, wanted.public)
        person, token = await _welcome(services, request, name)
        table = await _made(services, partial(open_table, wanted, person.id))
        terms = Terms(person.id, wanted.public, table.roster.substitute)
        table_id = await _keep(services, table, terms)
        answer = json_response(Opened(table_id, f"/table/{table_id}"), 201)
        services.sessions.give_cookie(request, answer, token)
        return answer

    @app.post(
        "/api/tables/{table_id}/join",
        **app.described(Sent, Sitting, refusals=[401, 403, 404, 408, 409, 413, 422, 429, 503]),
    )
    async def sit(request: Request, table_id: str) -> Response:
        """Sit down at an open seat, the first one if none is named; a bot under its own name."""
        await services.guard(request)
        sitting = await read_body(request, Sitting)
        name = "" if is_bot(request) else good_name(sitting.name)
        head = await services.workers.read(store.head, table_id)
        try:  # before somebody becomes a guest, see whether there is a seat to be a guest for
            open_seat([Seat.from_row(row) for row in head.seats], sitting.seat)
        except Rejected as refused:
            raise _not_now(refused) from refused
        person, token = await _welcome(services, request, name)
        name = name or person.name
        await _ask(
            services,
            table_id,
            lambda table: table.join(person.id, name, sitting.seat, registry.time.now()),
        )
        answer = json_response(Sent(f"/table/{table_id}"))
        services.sessions.give_cookie(request, answer, token)
        return answer

    @app.post(
        "/api/tables/{table_id}/leave",
        **app.described(Sent, refusals=[401, 403, 404, 409, 429, 503], who="players"),
    )
    async def stand_up(request: Request, table_id: str) -> Response:
        """Leave a table before the game begins; one that its host leaves empty is closed."""
        await services.guard(request)
        person = await somebody(services, request)
        await _ask(services, table_id, lambda table: table.leave(person.id, registry.time.now()))
        try:
            closed = await asyncio.wrap_future(store.lobby.close(table_id, person.id))
        except StoreError as error:
            raise _not_stored(error) from error
        if closed:
            await registry.part_with((), [table_id])
        return json_response(Sent("/"))

    @app.post(
        "/api/tables/{table_id}/rematch",
        **app.described(Opened, status=201, refusals=[401, 403, 404, 409, 429, 503], who="players"),
    )
    async def rematch(request: Request, table_id: str) -> Response:
        """Play again, one seat further; who asks second is sent to the same table."""
        await services.guard(request)
        person = await somebody(services, request)
        stored = await services.workers.read(store.load, table_id)
        played = await services.workers.run(reopened, stored)
        if played.status != "over":
            raise ApiError(409, say("rejected.not_over"))
        if not played.roster.of(person.id) and stored.terms.host != person.id:
            raise ApiError(403, say("rejected.watching"))
        table = await services.workers.run(again, played)
        bots = any(seat.bot is not None for seat in table.roster.seats)
        _allow_bots(services, request, person, bots)
        new_id = await _keep(services, table, stored.terms, table_id)
        async with registry.visit(table_id) as actor:
            actor.tell_rematch(new_id)
        return json_response(Opened(new_id, f"/table/{new_id}"), 201)


def add_lessons(app: DescribedApi, services: Services) -> None:
    """Add the route for tables that teach."""

    @app.post(
        "/api/lessons",
        **app.described(
            Opened, LessonRequest, status=201, refusals=[403, 408, 413, 422, 429, 503], who="people"
        ),
    )
    async def create_lesson(request: Request) -> Response:
        """A first game that teaches, for one person."""
        await services.guard_people(request)
        wanted = await read_body(request, LessonRequest)
        name = good_name(wanted.name)
        try:  # before somebody becomes a guest, see whether there is anything to learn
            await services.workers.run(open_lesson, wanted, None)
        except UnknownName as unknown:
            known = say("bad.game", name=wanted.game)
            raise ApiError(422, known, "game", unknown.choices) from unknown
        person, token = await _welcome(services, request, name)
        match, seats = await services.workers.run(open_lesson, wanted, person.id)
        table = LiveTable("", match, seats, substitute=OPPONENT)
        table_id = await _keep(services, table, Terms(person.id, False, OPPONENT))
        answer = json_response(Opened(table_id, f"/table/{table_id}"), 201)
        services.sessions.give_cookie(request, answer, token)
        return answer


def _offered(language: str) -> bytes:
    """All games in a language, which do not change while the server runs."""
    return msgspec.json.encode(offer(language))


async def _welcome(services: Services, request: Request, name: str) -> tuple[Person, str | None]:
    try:
        return await services.sessions.welcome(request, name)
    except StoreError as error:
        raise _not_stored(error) from error


async def _made(services: Services, make: Callable[[], LiveTable]) -> LiveTable:
    try:
        return await services.workers.run(make)
    except BadTable as bad:
        raise ApiError(422, bad.message, bad.field, bad.choices) from bad


def _allow_bots(services: Services, request: Request, person: Person | None, bots: bool) -> None:
    """Refuse a table with bots to who has bots playing at many."""
    payer = Payer(address_of(request), "" if person is None else person.id)
    refusal = services.registry.bot_tables.refusal(payer) if bots else None
    if refusal is not None:
        raise ApiError(429, refusal)


async def _allow_waiting(
    services: Services, request: Request, person: Person | None, public: bool
) -> None:
    """Refuse a table that waits for players to who has many such, or comes from where many are."""
    waiting = services.store.lobby.waiting
    if person is not None and await services.workers.read(waiting, person.id) >= MOST_WAITING:
        raise ApiError(429, say("bad.waiting", n=MOST_WAITING))
    if public and not services.limits.take(PUBLIC_TABLES_OF_ADDRESS, address_of(request)):
        raise ApiError(429, say("bad.public"))


async def _keep(
    services: Services, table: LiveTable, terms: Terms, rematch_of: str | None = None
) -> str:
    """Store a new table; its id, or that of the rematch that there is already."""
    rows = [seat.to_row() for seat in table.roster.seats]
    status = table.begin(services.registry.time.now())
    try:
        new_id = await asyncio.wrap_future(
            services.store.create(table.match, rows, terms, status, rematch_of=rematch_of)
        )
    except StoreError as error:
        raise _not_stored(error) from error
    if table.gathers:  # whoever comes late, or not at all, does not keep the others waiting
        await services.registry.wake(new_id)
    return new_id


async def _ask(services: Services, table_id: str, what: Callable[[LiveTable], Change]) -> None:
    """Have something done at a table."""
    try:
        async with services.registry.visit(table_id) as actor:
            await actor.ask(lambda: what(actor.table))
    except Rejected as refused:
        raise _not_now(refused) from refused
    except BadValue as error:
        raise ApiError(422, say("bad.name", n=LONGEST_NAME), "name") from error
    except StoreError as error:
        raise _not_stored(error) from error


def _not_now(refused: Rejected) -> ApiError:
    assert not isinstance(refused.reason, str)
    return ApiError(409, refused.reason)


def _not_stored(error: StoreError) -> ApiError:
    log.error("%s", error)
    return ApiError(503, say(f"store.{error.failure}"))


def _line(table: TableSummary, person: str | None, language: str, behind: int) -> OpenTable:
    """A table in the list; clocks are behind the time of day by so much."""
    seats = [Seat.from_row(row) for row in table.seats]
    own = [seat.seat for seat in seats if person is not None and seat.person == person]
    mover = None if table.to_move is None else seats[table.to_move]
    return OpenTable(
        id=table.id,
        game=table.game,
        title=title(table.game, language),
        names=[called(seat.name, language) for seat in seats],
        open=sum(seat.kind == "open" for seat in seats),
        own=own,
        mine=bool(own) or (person is not None and table.host == person),
        public=table.public,
        time_control=table.time_control,
        to_move=None if mover is None else called(mover.name, language),
        your_turn=mover is not None and mover.seat in own and mover.substitute is None,
        due=None if table.due is None else (table.due + behind) / 1000,
        updated=table.updated / 1000,
        finished=table.finished is not None,
    )
