"""The route by which a player ends a game that another one has abandoned."""

from __future__ import annotations

import asyncio
from functools import partial

from fastapi import APIRouter, Response

from ducato.core.i18n import say
from ducato.server.kit.database.errors import StoreError
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import CHANGE, AppServices, CurrentPerson
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.moderation.abandoned import AWAY, AbandonedGames
from ducato.server.subjects.people.routes.accounts import Empty
from ducato.server.subjects.people.session_rows import DAY
from ducato.server.subjects.tables.routes import conflict, not_stored
from ducato.server.subjects.tables.storage import Tables
from ducato.table.changes import Rejected

router = APIRouter(prefix="/api/tables")


@router.post(
    "/{table_id}/end-abandoned",
    dependencies=[CHANGE],
    **documented(Empty, errors=[401, 403, 404, 409, 410], audience="players"),
)
async def end_abandoned(services: AppServices, table_id: str, person: CurrentPerson) -> Response:
    """End an untimed game as a loss of the player to move, who has been away for two weeks.

    At a table of more than two, the substitute plays on for all who are to move.
    """
    abandoned, workers = AbandonedGames(services.database), services.workers
    await workers.run_blocking(
        Tables(services.database).head, table_id
    )  # an unknown table is answered 404
    game = await workers.run_blocking(abandoned.find, table_id)
    if game is None:
        raise ApiError(409, say("rejected.not_abandoned", n=AWAY // DAY))
    try:
        async with services.registry.acquire(table_id) as actor:
            table, moment = actor.table, services.registry.time.now()
            table.check_abandoned(person.id, game.seats, game.seq)
            await asyncio.wrap_future(abandoned.leave_unrated(table_id, game.seq))
            end = partial(table.end_abandoned, person.id, game.seats, game.seq, moment)
            await actor.apply_change(end)
    except Rejected as rejected:
        raise conflict(rejected) from rejected
    except StoreError as error:
        raise not_stored(error) from error
    return json_response(Empty())
