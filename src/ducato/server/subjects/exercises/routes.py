"""The HTTP interface of exercises: the next one of a person, and what became of it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from ducato.bots.analysis.exercise import Exercise
from ducato.bots.analysis.exercise_file import exercises_of
from ducato.core.errors import IllegalAction, UnknownName
from ducato.core.game import Game, available_games
from ducato.core.i18n import say
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    AppServices,
    CurrentPerson,
    Language,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.live.persistence import to_live_table
from ducato.server.services import Services
from ducato.server.subjects.exercises.exercise_tables import (
    ExerciseAnswer,
    answer_text,
    chosen_action,
    own_table,
    shipped_table,
)
from ducato.server.subjects.exercises.model import Strength
from ducato.server.subjects.exercises.storage import Exercises
from ducato.server.subjects.people.routes.accounts import chosen_name
from ducato.server.subjects.people.storage import Person
from ducato.server.subjects.tables.model import TableJob, TableSettings
from ducato.server.subjects.tables.new_tables import NewTable, new_table, room_for, store_table
from ducato.server.subjects.tables.routes import identify_or_create_guest, once_stored
from ducato.server.subjects.tables.storage import Tables
from ducato.table.state import EXERCISE
from ducato.table.table import LiveTable

router = APIRouter(prefix="/api")


class ExerciseRequest(msgspec.Struct, frozen=True):
    """The body of ``POST /api/exercises``: the game, and the person's name."""

    game: str
    name: Annotated[str, msgspec.Meta(max_length=200)]


class ExerciseState(msgspec.Struct, frozen=True):
    """An exercise at its table.

    Attributes:
        own: whether it is from a game of one's own.
        due: when it comes back, in milliseconds since 1970; null for never.
        points: how good the person is at the exercises of the game.
        spread: the half width of the 95 % interval of the points.
        answer: the answer; null before the choice.
    """

    own: bool
    due: int | None
    points: int
    spread: int
    answer: ExerciseAnswer | None


@router.post(
    "/exercises",
    dependencies=[CHANGE, NO_BOTS],
    **documented(NewTable, ExerciseRequest, status=201, errors=[403, 409], audience="people"),
)
async def create_exercise(
    request: Request,
    services: AppServices,
    wanted: Annotated[ExerciseRequest, body(ExerciseRequest)],
) -> Response:
    """Open a table at the person's next exercise. An unknown visitor becomes a guest."""
    name = await chosen_name(services, wanted.name)
    games = available_games()
    if wanted.game not in games:
        error = UnknownName("game", wanted.game, games)
        raise ApiError(422, say("bad.game", name=wanted.game), "game", error.choices)
    game = games[wanted.game]
    shipped = await services.workers.slow.run(exercises_of, game)
    person, token = await identify_or_create_guest(services, request, name)
    # A game that its player's browser has analysed is searched for exercises only here.
    services.registry.shared.analyse_latest(person.id, game.name)
    exercises = Exercises(services.database)
    elos = {f"{game.name}:{id}": one.elo for id, (_, one) in shipped.items()}
    found = await services.workers.run_blocking(exercises.following, person.id, game.name, elos)
    if found is None:
        raise ApiError(409, say("bad.no_exercise"))
    table_id = await open_exercise(request, services, game, found, person, name)
    return services.sessions.with_cookie(request, new_table(table_id), token)


@router.get(
    "/tables/{table_id}/exercise",
    **documented(ExerciseState, errors=[401, 403, 404], audience="people"),
)
async def get_exercise(
    services: AppServices, table_id: str, person: CurrentPerson, language: Language
) -> Response:
    """Return the exercise at a table of one's own, with its answer after the choice."""
    run, exercises = services.workers.run_blocking, Exercises(services.database)
    at = await run(exercises.attempt, table_id)
    if at is None or at.person != person.id:
        raise ApiError(404, say("lost.page"))
    stored = await run(Tables(services.database).load, table_id)
    table = await services.workers.run(to_live_table, stored)
    exercise = await _exercise(services, table.match.game.game, at.exercise)
    action = at.action
    if action is None and (chosen := chosen_action(table.match, exercise)) is not None:
        solved = chosen == exercise.best
        at = await once_stored(exercises.answer(at, chosen, exercise.elo, solved=solved))
        action = at.action
    strength: Strength = await run(exercises.solver, person.id, at.game)
    answer = None
    if action is not None:
        told = partial(answer_text, table.match, exercise, action, language)
        answer = await services.workers.run(told)
    own = not at.exercise.startswith(f"{at.game}:")
    return json_response(ExerciseState(own, at.due, strength.points, strength.spread, answer))


async def _exercise(services: Services, game: Game, name: str) -> Exercise:
    """Return the exercise with this name.

    Raises:
        ApiError: 404, if the game does not ship it any more.
    """
    run = services.workers.run_blocking
    own = await run(Exercises(services.database).own, name)
    if own is not None:
        return own.exercise
    shipped = await services.workers.slow.run(exercises_of, game)
    found = shipped.get(name.removeprefix(f"{game.name}:"))
    if found is None:
        raise ApiError(404, say("lost.page"))
    return found[1]


async def open_exercise(
    request: Request,
    services: Services,
    game: Game,
    name: str,
    person: Person,
    called: str,
    also: TableJob | None = None,
) -> str:
    """Open a table at the position of an exercise; return its id.

    Args:
        request: the request.
        services: the services.
        game: the game.
        name: the name of the exercise.
        person: who solves it.
        called: the person's name at the table.
        also: what else to write in the same transaction; see `Tables.create`.

    Raises:
        ApiError: 409, if the rules do not lead there any more; or see `room_for`.
    """
    table = await _table(services, game, name, person.id, called)
    settings = TableSettings(person.id, False, table.roster.substitute, branch_of=EXERCISE)

    def begin(connection: Connection, table_id: str) -> None:
        Exercises(services.database).begin(connection, table_id, person.id, game.name, name)
        if also is not None:
            also(connection, table_id)

    with room_for(services, request, person, table):
        return await store_table(services, table, settings, also=begin, counted=False)


async def _table(services: Services, game: Game, name: str, person: str, called: str) -> LiveTable:
    """Return a new table at the position of an exercise.

    Raises:
        ApiError: 409, if the rules do not lead there any more.
    """
    own = await services.workers.run_blocking(Exercises(services.database).own, name)
    try:
        if own is not None:
            stored = await services.workers.run_blocking(
                Tables(services.database).load, own.table_id
            )
            played = await services.workers.slow.run(to_live_table, stored)
            return await services.workers.run(own_table, played, own.exercise, person)
        shipped = await services.workers.slow.run(exercises_of, game)
        played_game, exercise = shipped[name.removeprefix(f"{game.name}:")]
        make = partial(shipped_table, game, played_game, exercise, person, called)
        return await services.workers.slow.run(make)
    except (UnknownTable, IllegalAction, ValueError, KeyError) as error:
        raise ApiError(409, say("bad.no_exercise")) from error
