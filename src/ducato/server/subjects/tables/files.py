"""What is fetched about one table: its QR code, its picture as a thumbnail, and its record."""

from __future__ import annotations

import gzip
import io
from collections.abc import Hashable

import msgspec
import segno
from fastapi import APIRouter, Request, Response
from starlette.responses import PlainTextResponse

from ducato.core.i18n import say
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.dependencies import AppServices, Language, MaybePerson
from ducato.server.kit.http.locale import server_text
from ducato.server.kit.http.middleware.request_rate_limit import REQUESTS_OF_ADDRESS
from ducato.server.kit.http.rate_limits import address_of
from ducato.server.kit.http.responses import json_response
from ducato.server.live.persistence import to_live_table
from ducato.server.subjects.tables.model import StoredTable
from ducato.server.subjects.tables.storage import Tables
from ducato.table.queries.record_export import whole_record

router = APIRouter(include_in_schema=False)

SCENE_COST = 30
"""The tokens that drawing a scene takes from an address, besides that of the request; see
`server.kit.http.middleware.request_rate_limit`."""


@router.get("/table/{table_id}/qr.svg")
async def qr_code(request: Request, services: AppServices, table_id: str) -> Response:
    """Return a QR code with the URL of a table, as SVG."""
    workers = services.workers
    await workers.run_blocking(Tables(services.database).head, table_id)  # raises UnknownTable
    address = f"{services.address(request)}/table/{table_id}"
    drawn = await services.pictures.get(_qr_code, address)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/table/{table_id}/scene.json")
async def scene(
    request: Request,
    services: AppServices,
    person: MaybePerson,
    language: Language,
    table_id: str,
) -> Response:
    """Return the current scene of a table as the reader may see it, for its thumbnail.

    It is drawn once for each state of the table, language, and reader with a seat; all others see
    the same. Only a request for which it is drawn costs `SCENE_COST`.
    """
    table = await services.workers.run_blocking(Tables(services.database).head, table_id)
    reader = None if person is None else person.id
    if not any(seat["person"] == reader for seat in table.seats):
        reader = None
    seats = tuple((seat["name"], seat["bot"], seat["substitute"]) for seat in table.seats)
    key = (services.database, table_id, reader, language, table.seq, table.updated, seats)
    if not services.pictures.has(_scene, *key):
        services.limit(REQUESTS_OF_ADDRESS, address_of(request), SCENE_COST)
    return json_response(msgspec.Raw(await services.pictures.get(_scene, *key)))


@router.get("/table/{table_id}/record")
async def record(
    request: Request, services: AppServices, language: Language, table_id: str
) -> Response:
    """Return the record of a finished game as a file, or status 409 before the end."""
    slow = services.workers.slow
    stored = await services.workers.run_blocking(Tables(services.database).load, table_id)
    if stored.finished is None:
        return PlainTextResponse(server_text(say("record.not_over"), language), 409)
    name = f"{stored.game}-{table_id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    content = await slow.run(_record, stored)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        content = await slow.run(gzip.compress, content)
    return Response(content, 200, headers, "application/jsonl")


def _qr_code(address: str) -> bytes:
    drawn = io.BytesIO()
    code = segno.make(address, micro=False)
    code.save(drawn, kind="svg", scale=8, dark="#2b2118", light="#ffffff", nl=False)
    return drawn.getvalue()


def _scene(
    database: Database, table_id: str, reader: str | None, language: str, *state: Hashable
) -> bytes:
    """Return the scene of a table for a reader; `state` distinguishes the states of the table."""
    return bytes(to_live_table(Tables(database).load(table_id)).picture(reader, language))


def _record(stored: StoredTable) -> bytes:
    return ("\n".join(whole_record(to_live_table(stored).state)) + "\n").encode()
