"""The queue of reports, the words of the filter, and the log of administrators."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import CHANGE, AppServices, body
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.moderation.admin.access import ADMIN
from ducato.server.subjects.moderation.admin.people import shown_report
from ducato.server.subjects.moderation.audit import AdminLog
from ducato.server.subjects.moderation.forbidden_words import MOST, ForbiddenWords
from ducato.server.subjects.moderation.reports import Reports
from ducato.server.subjects.people.routes.accounts import Empty
from ducato.table.name_filter import LONGEST_WORD, is_word
from ducato.table.name_filter.folding import folded

router = APIRouter(prefix="/api/admin", include_in_schema=False, dependencies=[ADMIN])


class StatusRequest(msgspec.Struct, frozen=True):
    """The new status of a report."""

    status: Literal["open", "resolved", "dismissed"]


class WordRequest(msgspec.Struct, frozen=True):
    """A word to forbid in names, with stars at its ends for any letters."""

    word: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


@router.get("/reports")
async def list_reports(
    services: AppServices, status: Literal["open", "resolved", "dismissed"] = "open"
) -> Response:
    """Return the reports with a status."""
    reports = Reports(services.database)
    found = await services.workers.run_blocking(lambda: reports.list(status=status))
    return json_response([shown_report(report) for report in found])


@router.post("/reports/{report_id}", dependencies=[CHANGE])
async def close_report(
    services: AppServices, report_id: str, wanted: Annotated[StatusRequest, body(StatusRequest)]
) -> Response:
    """Resolve or dismiss a report, or open it again."""
    reports = Reports(services.database)
    if not await asyncio.wrap_future(reports.close(report_id, wanted.status)):
        raise ApiError(404, say("bad.no_report"))
    return json_response(Empty())


@router.get("/words")
async def list_words(services: AppServices) -> Response:
    """Return the words that administrators have added."""
    return json_response(await services.workers.run_blocking(ForbiddenWords(services.database).all))


@router.post("/words", dependencies=[CHANGE])
async def add_word(
    services: AppServices, wanted: Annotated[WordRequest, body(WordRequest)]
) -> Response:
    """Forbid a word in names, from now on."""
    word = wanted.word.strip()
    if not is_word(word):
        raise ApiError(422, say("bad.word", n=LONGEST_WORD), "word")
    if not await asyncio.wrap_future(ForbiddenWords(services.database).add(folded(word))):
        raise ApiError(409, say("bad.words", n=MOST))
    return json_response(Empty(), 201)


@router.delete("/words/{word}", dependencies=[CHANGE])
async def remove_word(services: AppServices, word: str) -> Response:
    """Allow a word again that an administrator had forbidden."""
    if not await asyncio.wrap_future(ForbiddenWords(services.database).remove(word)):
        raise ApiError(404, say("bad.no_word"))
    return json_response(Empty())


@router.get("/log")
async def get_log(services: AppServices) -> Response:
    """Return the last actions of administrators."""
    return json_response(await services.workers.run_blocking(AdminLog(services.database).last))
