"""The creation of tournaments."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Response

from ducato.core.game import find_game
from ducato.core.i18n import say
from ducato.server.kit.database.engine import now
from ducato.server.kit.errors import ApiError
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import (
    ACTS,
    CHANGE,
    NO_BOTS,
    AppServices,
    CurrentPerson,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.people.routes.accounts import check_words
from ducato.server.subjects.tables.routes import once_stored
from ducato.server.subjects.tournaments.model import TournamentSettings
from ducato.server.subjects.tournaments.pairing import KNOCK_OUT, POINT_TABLES, ROUND_ROBIN
from ducato.server.subjects.tournaments.pairing.model import MOST_ROUND_ROBIN
from ducato.server.subjects.tournaments.routes.schemas import (
    LONGEST_TITLE,
    NewTournament,
    TournamentRequest,
)
from ducato.server.subjects.tournaments.storage import MOST_HOSTED, Tournaments
from ducato.table.seats import NotAName, tidy_name
from ducato.table.setup.create import BadTable, OpenSeat, TableRequest, open_table

router = APIRouter(prefix="/api/tournaments")

LATEST_START = 60 * 24 * 3600 * 1000
"""Milliseconds until the latest start that can be chosen."""


@router.post(
    "",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(
        NewTournament, TournamentRequest, status=201, errors=[403, 409], audience="people"
    ),
)
async def create_tournament(
    services: AppServices,
    wanted: Annotated[TournamentRequest, body(TournamentRequest)],
    person: CurrentPerson,
) -> Response:
    """Create a tournament. Its host must have an account."""
    if person.email is None:
        raise ApiError(403, say("tournament.account"))
    await check_words(services, "name", wanted.name)
    settings = await services.workers.run(_settings, wanted)
    made = await once_stored(Tournaments(services.database).create(settings, person.id))
    if made is None:
        raise ApiError(409, say("tournament.hosted", n=MOST_HOSTED))
    return json_response(NewTournament(made, f"/tournaments/{made}"), 201)


def _settings(wanted: TournamentRequest) -> TournamentSettings:
    """Return the settings for a request.

    Raises:
        ApiError: 422, if tables as requested cannot be opened, or the rounds do not make sense.
    """
    name = _title(wanted.name)
    at_tables = wanted.format == POINT_TABLES
    if at_tables == (wanted.players == 2):
        raise ApiError(422, say("tournament.players"), "players")
    _check_rounds(wanted)
    try:
        sizes = _sizes(wanted)
    except BadTable as bad:
        raise ApiError(422, bad.message, bad.field, bad.choices) from bad
    time_control = msgspec.to_builtins(wanted.time_control)
    return filled(TournamentSettings, wanted, name=name, sizes=sizes, time_control=time_control)


def _title(name: str) -> str:
    """Return the name of a tournament without invisible characters.

    Raises:
        ApiError: 422, if nothing is left, or the name looks like a web address.
    """
    try:
        return tidy_name(name, LONGEST_TITLE)
    except NotAName as error:
        raise ApiError(422, error.message, "name") from error


def _check_rounds(wanted: TournamentRequest) -> None:
    """Raise an `ApiError` if rounds, entrants and late entry do not fit the format."""
    if wanted.format == ROUND_ROBIN:
        if wanted.rounds > 2:
            raise ApiError(422, say("tournament.cycles"), "rounds")
        if wanted.most_entrants > MOST_ROUND_ROBIN:
            raise ApiError(422, say("tournament.round_robin", n=MOST_ROUND_ROBIN), "most_entrants")
    fixed = wanted.format in (ROUND_ROBIN, KNOCK_OUT)
    if wanted.late_round > (1 if fixed else wanted.rounds):
        raise ApiError(422, say("tournament.late"), "late_round")
    if wanted.starts is not None and not now() < wanted.starts <= now() + LATEST_START:
        raise ApiError(422, say("tournament.starts", n=60), "starts")


def _sizes(wanted: TournamentRequest) -> list[int]:
    """Return the allowed numbers of players of a table: the one wanted, and one fewer.

    Raises:
        BadTable: a table of one of these sizes cannot be opened.
    """
    sizes = [wanted.players]
    _check_table(wanted, wanted.players)
    fewer = wanted.players - 1
    if fewer >= 3 and fewer in find_game(wanted.game).players:
        _check_table(wanted, fewer)
        sizes.append(fewer)
    return sizes


def _check_table(wanted: TournamentRequest, players: int) -> None:
    seats = [OpenSeat() for _ in range(players)]
    open_table(filled(TableRequest, wanted, seats=seats), None)
