"""The administrators' page, the tables of the server, and its health."""

from __future__ import annotations

import sys
from typing import Any

from fastapi import APIRouter, Request, Response

from ducato import __version__
from ducato.core.i18n import say
from ducato.server.kit.http.dependencies import AppServices, Language
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.http.templates import render_page
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.process.monitoring import DatabaseProbe
from ducato.server.services import Services
from ducato.server.subjects.moderation.admin.access import ADMIN, HAS_TOKEN
from ducato.server.subjects.moderation.overview import Overview, TableOverview
from ducato.server.subjects.moderation.reports import Reports
from ducato.table.seats import TableSeat
from ducato.table.views.texts import display_name

router = APIRouter(include_in_schema=False)

HIDDEN = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}
"""Headers of the page: it is neither kept nor found."""
MEASURED = ("ducato_event_loop_lag_seconds", "ducato_commit_seconds")
"""The histograms whose means the page shows."""


@router.get("/admin", dependencies=[HAS_TOKEN])
async def admin_page(request: Request) -> Response:
    """Show the administrators' page."""
    page = render_page(request, "admin.html", title=say("page.admin"))
    page.headers.update(HIDDEN)
    return page


@router.get("/api/admin/tables", dependencies=[ADMIN])
async def list_open_tables(services: AppServices, language: Language) -> Response:
    """Return the unfinished tables of the last day, without anything of their games."""
    live = services.registry.open_tables()
    overview = Overview(services.database)
    found = await services.workers.run_blocking(overview.tables, live)
    return json_response([_table(services, table, language) for table in found])


@router.get("/api/admin/health", dependencies=[ADMIN])
async def get_health(services: AppServices) -> Response:
    """Return the state of the database, the queues, and what went wrong."""
    database, registry = services.database, services.registry
    metrics = registry.metrics
    means, rejections = metrics.means(MEASURED), metrics.rejections_by_reason()
    return json_response(
        {
            "database": await services.own(DatabaseProbe).result(),
            "version": __version__,
            "python": sys.version.split()[0],
            "lag": means[MEASURED[0]],
            "commit": means[MEASURED[1]],
            "writer_queue": database.waiting,
            "bot_queue": registry.workers.bots.waiting,
            "bot_tables": len(registry.bot_tables),
            "tables": len(registry.open_tables()),
            "disk_free": database.free,
            "reports": await services.workers.run_blocking(Reports(database).waiting),
            "counts": await services.workers.run_blocking(Overview(database).counts),
            "rejections": rejections,
        }
    )


def _table(services: Services, table: TableOverview, language: str) -> dict[str, Any]:
    """Return a table for the list. The id of a private one is the key to it, so it is left out."""
    actor = services.registry.find(table.id)
    seats = [TableSeat.from_row(row) for row in table.seats]
    return {
        "name": pseudonym(table.id),
        "id": table.id if table.public else None,
        "title": game_title(table.game, language),
        "public": table.public,
        "waiting": table.waiting,
        "created": table.created,
        "updated": table.updated,
        "open": actor is not None,
        "screens": 0 if actor is None else len(actor.welcomed),
        "seats": [
            {
                "name": display_name(seat.name, language),
                "kind": seat.kind,
                "person": seat.person,
                "bot": seat.bot,
                "present": actor is not None and seat.seat in actor.table.roster.present,
            }
            for seat in seats
        ],
    }
