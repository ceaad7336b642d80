"""Searches: a person waits for opponents, and is taken to the table that is found."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.server.kit.database.engine import now
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
    body,
)
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.friends.routes import note_presence
from ducato.server.subjects.matchmaking.storage import OpponentSearches, PoolSearch
from ducato.server.subjects.people.routes.accounts import Empty, chosen_name
from ducato.server.subjects.tables.lobby import check_waiting
from ducato.server.subjects.tables.new_tables import WAITING_TABLES_OF_PERSON, made_table
from ducato.server.subjects.tables.routes import identify_or_create_guest
from ducato.table.setup.create import MOST_SEATS, OpenSeat, TableRequest, open_table
from ducato.table.time_control import TimeControl, Untimed

router = APIRouter(prefix="/api")


class SearchRequest(msgspec.Struct, frozen=True):
    """The kind of table that a person waits for, and their name if they have none yet."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    players: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 2
    time_control: TimeControl = Untimed()
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class SearchState(msgspec.Struct, frozen=True):
    """The state of a person's search.

    Attributes:
        searching: whether the person waits; if not, and without `url`, there is no search.
        url: the path of the page of the table that was found; or null.
        waited: the seconds for which the person has waited.
        waiting: how many people wait for the same kind of table, the person included.
    """

    searching: bool
    url: str | None = None
    game: str | None = None
    title: str | None = None
    players: int = 0
    time_control: TimeControl | None = None
    waited: int = 0
    waiting: int = 0


class WaitingPeople(msgspec.Struct, frozen=True):
    """How many people wait for the same kind of table."""

    game: str
    players: int
    time_control: TimeControl
    waiting: int


def search_table(game: str, players: int, time_control: TimeControl) -> TableRequest:
    """Return the request for the table of a search: the game's usual rules, and open seats."""
    return TableRequest(game, [OpenSeat()] * players, time_control=time_control)


@router.post(
    "/me/opponent-search",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(SearchState, SearchRequest, errors=[403], audience="people"),
)
async def begin_search(
    request: Request,
    services: AppServices,
    wanted: Annotated[SearchRequest, body(SearchRequest)],
    known: MaybePerson,
    language: Language,
) -> Response:
    """Begin to wait for opponents. An unknown visitor becomes a guest.

    The search lasts while its state is asked for, at least every 30 seconds.
    """
    name = await chosen_name(services, wanted.name) if wanted.name or known is None else ""
    table = search_table(wanted.game, wanted.players, wanted.time_control)
    await made_table(services, partial(open_table, table, None))
    person, token = await identify_or_create_guest(services, request, name)
    kind = msgspec.json.encode(wanted.time_control, order="sorted").decode()
    searches = OpponentSearches(services.database)
    called = name or person.name
    most = services.limits.number(WAITING_TABLES_OF_PERSON)
    check = partial(check_waiting, person=person.id, most=most, more=1)
    begun = searches.begin(person.id, called, wanted.game, wanted.players, kind, check)
    await asyncio.wrap_future(begun)
    found = await asyncio.wrap_future(searches.check(person.id, now()))
    return services.sessions.with_cookie(request, json_response(_state(found, language)), token)


@router.get("/opponent-searches", **documented(list[WaitingPeople]))
async def list_searches(services: AppServices) -> Response:
    """Return how many people wait for opponents, for each kind of table that anybody waits for."""
    found = OpponentSearches(services.database).waiting
    waiting = await services.workers.run_blocking(found, now())
    return json_response(
        [
            WaitingPeople(game, n, msgspec.json.decode(time), count)
            for game, n, time, count in waiting
        ]
    )


@router.get("/me/opponent-search", **documented(SearchState, errors=[401], audience="people"))
async def get_search(services: AppServices, person: MaybePerson, language: Language) -> Response:
    """Return the state of the person's search, which then goes on for 30 seconds."""
    if person is None:
        return json_response(SearchState(False))
    await note_presence(services, person.id)
    searches = OpponentSearches(services.database)
    found = await asyncio.wrap_future(searches.check(person.id, now()))
    return json_response(_state(found, language))


@router.delete(
    "/me/opponent-search",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, errors=[403], audience="people"),
)
async def end_search(services: AppServices, person: CurrentPerson) -> Response:
    """End the person's search."""
    await asyncio.wrap_future(OpponentSearches(services.database).end(person.id))
    return json_response(Empty())


def _state(search: PoolSearch | None, language: str) -> SearchState:
    if search is None:
        return SearchState(False)
    return filled(
        SearchState,
        search,
        searching=search.table_id is None,
        url=None if search.table_id is None else f"/table/{search.table_id}",
        title=game_title(search.game, language),
        time_control=msgspec.json.decode(search.time_control, type=TimeControl),
        waited=max(0, (now() - search.since) // 1000),
    )
