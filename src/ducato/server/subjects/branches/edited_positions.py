"""Positions set up by hand: from a new game or a moment of a finished one, and what results."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request, Response

from ducato.bots.stand_ins import stand_in
from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    Language,
    MaybePerson,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.rate_limits import address_of, limit_rate
from ducato.server.kit.http.responses import json_response
from ducato.server.live.persistence import to_live_table
from ducato.server.subjects.people.routes.accounts import chosen_names
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.new_tables import NewTable, made_table, new_table, store_table
from ducato.server.subjects.tables.storage import Tables
from ducato.table.setup.create import TableRequest, open_table
from ducato.table.setup.set_up import PositionForm, PositionRequest, played_out, position_form
from ducato.table.state import SET_UP

POSITIONS_OF_ADDRESS = limit_rate("positions-of-address", 2, 60)
SET_UPS_OF_ADDRESS = limit_rate("set-ups-of-address", 1 / 60, 20)

router = APIRouter(prefix="/api")


@router.post(
    "/positions",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(NewTable, TableRequest, status=201, errors=[403], audience="people"),
)
async def set_up_game(
    request: Request,
    services: AppServices,
    wanted: Annotated[TableRequest, body(TableRequest)],
    known: MaybePerson,
) -> Response:
    """Open a new game at a table where nobody sits, to set up positions from it.

    Bots have played it to its end, so its first moment and all others can be edited.
    """
    services.limit(SET_UPS_OF_ADDRESS, address_of(request))
    await chosen_names(services, wanted)
    made = await made_table(services, partial(open_table, wanted, None))
    table = await services.workers.slow.run(played_out, made, stand_in)
    if table is None:
        raise ApiError(422, say("bad.no_position"))
    host = None if known is None else known.id
    settings = TableSettings(host, False, table.roster.substitute, branch_of=SET_UP)
    return new_table(await store_table(services, table, settings, counted=False))


@router.post(
    "/tables/{table_id}/position",
    dependencies=[CHANGE],
    **documented(PositionForm, PositionRequest, errors=[403, 404, 409], audience="people"),
)
async def edit_position(
    request: Request,
    services: AppServices,
    table_id: str,
    wanted: Annotated[PositionRequest, body(PositionRequest)],
    language: Language,
) -> Response:
    """Return what can be edited at a moment of a finished game, and whether the edits are lawful.

    Nothing is stored: `POST /api/tables/<id>/branches` goes on from the edited position.
    """
    services.limit(POSITIONS_OF_ADDRESS, address_of(request))
    stored = await services.workers.run_blocking(Tables(services.database).load, table_id)
    played = await services.workers.run(to_live_table, stored)
    if played.status != "over" or played.state.withheld:
        raise ApiError(409, say("rejected.not_over"))
    found = await services.workers.run(position_form, played.match, wanted, language)
    if found is None:
        raise ApiError(422, say("bad.no_position"))
    return json_response(found)
