"""The HTTP interface of the position and the game of the day."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from ducato.core.game import Game, available_games
from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError, NoSuchPage
from ducato.server.kit.http.dependencies import (
    ACTS,
    CHANGE,
    NO_BOTS,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.daily.board import board_for, exercise_of_day
from ducato.server.subjects.daily.daily_chance import DailyChance
from ducato.server.subjects.daily.model import daily_table
from ducato.server.subjects.daily.schemas import DailyBoard, DailyName
from ducato.server.subjects.daily.service import DailyResults
from ducato.server.subjects.daily.storage import GAME, POSITION, AlreadyBegun, DailyAttempts, begin
from ducato.server.subjects.exercises.routes import open_exercise
from ducato.server.subjects.people.routes.accounts import chosen_name
from ducato.server.subjects.tables.days import today
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.new_tables import (
    NewTable,
    made_table,
    new_table,
    room_for,
    store_table,
)
from ducato.server.subjects.tables.routes import identify_or_create_guest
from ducato.table.state import DAILY

router = APIRouter(prefix="/api/daily")


@router.get("/{game}", **documented(DailyBoard, errors=[401, 404]))
async def get_daily(
    services: AppServices, game: str, person: MaybePerson, language: Language
) -> Response:
    """Return what there is today at a game, and what was yesterday."""
    found = _found(game)
    if person is not None:
        await services.own(DailyResults).note_ended(person.id)
    return json_response(await board_for(services, found, person, language))


@router.post(
    "/{game}/position",
    dependencies=[CHANGE, NO_BOTS],
    **documented(NewTable, DailyName, status=201, errors=[403, 404, 409], audience="people"),
)
async def begin_daily_position(
    request: Request,
    services: AppServices,
    game: str,
    wanted: Annotated[DailyName, body(DailyName)],
) -> Response:
    """Open a table at the position of the day; the first one again until it is answered.

    An unknown visitor becomes a guest.
    """
    found, day = _found(game), today()
    name = await chosen_name(services, wanted.name)
    exercise = await exercise_of_day(services, found, day)
    if exercise is None:
        raise ApiError(409, say("bad.no_exercise"))
    person, token = await identify_or_create_guest(services, request, name)
    attempts = DailyAttempts(services.database)
    own = (await services.workers.run_blocking(attempts.own, day, game, person.id)).get(POSITION)
    if own is not None and own.table_id is not None and own.solved is None:
        table_id = own.table_id
    else:

        def note(connection: Connection, new_id: str) -> None:
            if own is None:
                begin(connection, new_id, person.id, day, game, POSITION)

        table_id = await open_exercise(request, services, found, exercise, person, name, also=note)
    return services.sessions.with_cookie(request, new_table(table_id), token)


@router.post(
    "/{game}/game",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(NewTable, status=201, errors=[401, 403, 404, 409], audience="people"),
)
async def begin_daily_game(
    request: Request, services: AppServices, game: str, person: CurrentPerson
) -> Response:
    """Open the one table at which a person with an account plays the game of the day.

    Guests could play the same deal again as somebody else.
    """
    found, day = _found(game), today()
    if person.email is None:
        raise ApiError(403, say("bad.daily_account"))
    attempts = DailyAttempts(services.database)
    own = (await services.workers.run_blocking(attempts.own, day, game, person.id)).get(GAME)
    if own is not None:
        if own.table_id is None or own.finished is not None:
            raise AlreadyBegun
        return new_table(own.table_id)
    stream = await services.own(DailyChance).stream(day, game)
    make = partial(daily_table, found, stream, person.id, person.name)
    table = await made_table(services, make)

    def note(connection: Connection, new_id: str) -> None:
        begin(connection, new_id, person.id, day, game, GAME)

    with room_for(services, request, person, table):
        branch_of = f"{DAILY}{day}"
        settings = TableSettings(person.id, False, table.roster.substitute, branch_of=branch_of)
        table_id = await store_table(services, table, settings, also=note, counted=False)
    return new_table(table_id)


def _found(name: str) -> Game:
    game = available_games().get(name)
    if game is None:
        raise NoSuchPage
    return game
