"""Records of games that were played elsewhere, also in a page without a server, opened here."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.game_record import record_lines
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    MaybePerson,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.rate_limits import address_of, limit_rate
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.new_tables import NewTable, new_table, store_table
from ducato.table.setup.from_record import BadRecord, open_record
from ducato.table.state import IMPORTED

RECORDS_OF_ADDRESS = limit_rate("records-of-address", 1 / 120, 20)
LARGEST = 512 * 1024
"""Maximum size of a record in bytes, some ten times that of a long game."""

router = APIRouter(prefix="/api/records")


class RecordRequest(msgspec.Struct, frozen=True):
    """A record: the text of its file."""

    record: str


@router.post(
    "",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(NewTable, RecordRequest, status=201, errors=[403], audience="people"))  # fmt: skip
async def open_a_record(
    request: Request,
    services: AppServices,
    known: MaybePerson,
    wanted: Annotated[RecordRequest, body(RecordRequest, LARGEST)],
) -> Response:
    """Open the finished game of a record as a table where nobody sits."""
    services.limit(RECORDS_OF_ADDRESS, address_of(request))
    lines = record_lines(wanted.record)
    try:
        table = await services.workers.slow.run(open_record, lines)
    except BadRecord as bad:
        raise ApiError(422, bad.message, "record") from bad
    host = None if known is None else known.id
    settings = TableSettings(host, False, table.roster.substitute, branch_of=IMPORTED)
    table_id = await store_table(services, table, settings, counted=False)
    return new_table(table_id)
