"""The route by which people report others at their tables to the administrators."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import CHANGE, NO_BOTS, AppServices, CurrentPerson, body
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.services import Services
from ducato.server.subjects.branches.storage import Studies
from ducato.server.subjects.chat.storage import ChatLines
from ducato.server.subjects.moderation.blocks import Blocks
from ducato.server.subjects.moderation.reports import (
    LONGEST_EVIDENCE,
    MOST_A_DAY,
    NewReport,
    Reports,
)
from ducato.server.subjects.people.routes.accounts import Empty
from ducato.server.subjects.people.storage import Person
from ducato.server.subjects.tables.storage import Tables
from ducato.table.chat_rules import Silence, may_read
from ducato.table.seats import one_line

router = APIRouter(prefix="/api/tables")

LONGEST_TEXT = 500
"""The maximum length in characters of what a reporter writes."""


class ReportRequest(msgspec.Struct, frozen=True):
    """A report about the author of a chat line, else the player of a seat, or who shares a branch.

    Attributes:
        kind: what it is about.
        branch: whether who shares this table as a branch is meant.
        line: the number of the chat line.
        seat: the number of the seat.
        text: what else the administrators should know.
    """

    kind: Literal["name", "line", "comment", "stalling", "abandoning", "cheating", "other"]
    line: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    branch: bool = False
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""


@dataclass(frozen=True)
class Met:
    """A person whom another one met at a table.

    Attributes:
        person: their id.
        name: their name at the table.
        game: the game of the table.
        evidence: the text by which they were found, if it was by a chat line or a branch.
    """

    person: str
    name: str
    game: str
    evidence: str | None = None


@router.post(
    "/{table_id}/reports",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, ReportRequest, status=202, errors=[403, 404], audience="people"),
)
async def report_person(
    services: AppServices,
    table_id: str,
    wanted: Annotated[ReportRequest, body(ReportRequest)],
    person: CurrentPerson,
) -> Response:
    """Report a person at a table to the administrators. Nobody else learns of it."""
    if wanted.kind == "line" and wanted.line is None:
        raise ApiError(422, say("bad.no_person"), "line")
    met = await services.workers.run_blocking(_find, services, table_id, person, wanted)
    if met is None or (wanted.kind == "comment" and not wanted.branch):
        raise ApiError(422, say("bad.no_person"), "seat" if wanted.line is None else "line")
    text = one_line(wanted.text)
    report = NewReport(
        reporter=person.id,
        reported=met.person,
        name=met.name,
        table_id=table_id,
        game=met.game,
        kind=wanted.kind,
        line=wanted.line,
        evidence=met.evidence,
        text=text,
    )
    outcome = await asyncio.wrap_future(Reports(services.database).add(report))
    if outcome == "too_many":
        raise ApiError(429, say("bad.reports", n=MOST_A_DAY))
    return json_response(Empty(), 202)


def _find(services: Services, table_id: str, reader: Person, wanted: ReportRequest) -> Met | None:
    """Return the person who is meant; None if the reader knows of no such person.

    Raises:
        UnknownTable: there is no such table.
    """
    database = services.database
    head = Tables(database).head(table_id)
    if wanted.branch:
        shared = Studies(database).shared_words(table_id, reader.id)
        if shared is None:
            return None
        evidence = shared.text[:LONGEST_EVIDENCE]
        return Met(shared.person, shared.author, head.game, evidence)
    if wanted.line is not None:
        line = ChatLines(database).line(table_id, wanted.line)
        silence = Silence(blockers=Blocks(database).blockers_of(reader.id))
        plays = any(seat["person"] == reader.id for seat in head.seats)
        over = head.finished is not None
        if (
            line is None
            or line.person in (None, reader.id)
            or not may_read(line, silence, plays=plays, over=over)
        ):
            return None
        assert line.person is not None
        return Met(line.person, line.name, head.game, line.text or line.phrase)
    for seat in head.seats:
        if seat["seat"] == wanted.seat and seat["person"] not in (None, reader.id):
            return Met(seat["person"], seat["name"], head.game)
    return None
