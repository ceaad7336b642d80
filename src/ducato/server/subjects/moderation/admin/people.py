"""What administrators see of people and do with them: search, bans, new names."""

from __future__ import annotations

import asyncio
import logging
import secrets
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Response

from ducato.core.errors import DucatoError
from ducato.core.i18n import say
from ducato.server.kit.database.engine import now
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import CHANGE, AppServices, body
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.process.logging import pseudonym
from ducato.server.services import Services
from ducato.server.subjects.moderation.admin.access import ADMIN
from ducato.server.subjects.moderation.bans import Ban, Bans
from ducato.server.subjects.moderation.overview import Overview, PersonSummary
from ducato.server.subjects.moderation.reports import Report, Reports
from ducato.server.subjects.people.routes.accounts import Empty
from ducato.server.subjects.people.session_list import PersonSessions
from ducato.server.subjects.people.session_rows import DAY
from ducato.table.changes import Rejected

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api/admin/people", include_in_schema=False, dependencies=[ADMIN])

OFTEN = 0.25
"""The share of a person's last games from which leaving them is noted as frequent."""
FEWEST_GAMES = 8
"""The number of games from which that is noted at all."""


class BanRequest(msgspec.Struct, frozen=True):
    """A ban: its reason, the number of days (null for good), and a note for administrators."""

    reason: Literal["name", "chat", "abandoning", "cheating", "conduct"]
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None
    note: Annotated[str, msgspec.Meta(max_length=300)] = ""


class PersonDetails(msgspec.Struct, frozen=True):
    """Everything that administrators see of a person.

    Attributes:
        devices: the devices of the sessions.
        abandoned: how many of the last games the person left.
        games: the number of these games.
        often: whether that is noted as frequent.
    """

    person: PersonSummary
    devices: list[str]
    bans: list[Ban]
    about: list[Report]
    by: list[Report]
    abandoned: int
    games: int
    often: bool


@router.get("")
async def search_people(services: AppServices, q: str = "") -> Response:
    """Return the people whose name or address contains a text."""
    overview = Overview(services.database)
    found = await services.workers.run_blocking(overview.search, q.strip()[:100])
    return json_response(found)


@router.get("/{person_id}")
async def get_person(services: AppServices, person_id: str) -> Response:
    """Return everything that administrators see of a person."""
    details = await services.workers.run_blocking(_details, services, person_id)
    if details is None:
        raise ApiError(404, say("bad.no_such_person"))
    # Where somebody plays is nobody's business, so the ids of tables are not shown.
    return json_response(
        msgspec.to_builtins(details)
        | {
            "about": [shown_report(report) for report in details.about],
            "by": [shown_report(report) for report in details.by],
        }
    )


@router.post("/{person_id}/ban", dependencies=[CHANGE])
async def ban_person(
    services: AppServices, person_id: str, wanted: Annotated[BanRequest, body(BanRequest)]
) -> Response:
    """Ban a person."""
    until = None if wanted.days is None else now() + wanted.days * DAY
    bans = Bans(services.database)
    if not await asyncio.wrap_future(bans.add(person_id, wanted.reason, until, wanted.note)):
        raise ApiError(404, say("bad.no_such_person"))
    return json_response(Empty())


@router.delete("/{person_id}/ban", dependencies=[CHANGE])
async def lift_ban(services: AppServices, person_id: str) -> Response:
    """End a person's ban."""
    if not await asyncio.wrap_future(Bans(services.database).lift(person_id)):
        raise ApiError(404, say("bad.no_such_person"))
    return json_response(Empty())


@router.post("/{person_id}/rename", dependencies=[CHANGE])
async def rename_person(services: AppServices, person_id: str) -> Response:
    """Give a person a neutral name, at their tables, too."""
    name = f"Player {secrets.randbelow(9000) + 1000}"
    tables = await asyncio.wrap_future(Overview(services.database).rename(person_id, name))
    if tables is None:
        raise ApiError(404, say("bad.no_such_person"))
    for table_id in tables:
        try:
            async with services.registry.acquire(table_id) as actor:
                moment = services.registry.time.now()
                await actor.apply_change(partial(actor.table.rename, person_id, name, moment))
        except Rejected:  # they have left meanwhile
            continue
        except DucatoError:
            log.exception("table %s cannot be opened to change a name", pseudonym(table_id))
    services.registry.revoke_connections(person_id)  # their pages show the new name
    return json_response({"name": name})


def shown_report(report: Report) -> dict[str, Any]:
    """Return a report as administrators see it, with a pseudonym for the table."""
    return {**asdict(report), "table_id": pseudonym(report.table_id)}


def _details(services: Services, person_id: str) -> PersonDetails | None:
    database = services.database
    person = Overview(database).person(person_id)
    if person is None:
        return None
    abandoned, games = Overview(database).abandoned(person_id)
    return PersonDetails(
        person=person,
        devices=[session.device or "" for session in PersonSessions(database).of(person_id, None)],
        bans=Bans(database).of(person_id),
        about=Reports(database).list(about=person_id),
        by=Reports(database).list(by=person_id),
        abandoned=abandoned,
        games=games,
        often=games >= FEWEST_GAMES and abandoned >= OFTEN * games,
    )
