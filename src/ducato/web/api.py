"""The HTTP interface of `docs/protocol.md` under ``/api``: what is offered, new and open tables."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response

from ducato.core.errors import BadValue, UnknownName
from ducato.core.messages import say
from ducato.store import StoreError
from ducato.table.lessons import LessonRequest, open_lesson
from ducato.table.opening import BadTable, TableRequest, open_table
from ducato.table.views import house_text
from ducato.web.guard import from_our_pages
from ducato.web.hall import Hall
from ducato.web.languages import chosen_language
from ducato.web.offer import offer, title

log = logging.getLogger(__name__)

LARGEST = 16_384
"""Bytes of a request for a table; one with every option of a large game set has about 3,000."""


def json(content: Any, status: int = 200) -> Response:
    """An answer of plain data. It is never kept: it changes with every move."""
    body = msgspec.json.encode(content)
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def wrong(error: str, choices: list[str], field: str | None, status: int = 422) -> Response:
    """What is wrong with a request."""
    return json({"error": error, "choices": choices, "field": field}, status)


def add_api(app: FastAPI, hall: Hall) -> None:
    """Add the routes under ``/api``."""

    @app.get("/api/games")
    def list_games(request: Request) -> Response:
        return json(offer(chosen_language(request)))

    @app.get("/api/tables")
    def list_tables(request: Request) -> Response:
        language = chosen_language(request)
        return json(
            [
                {
                    "id": table.id,
                    "game": table.game,
                    "title": title(table.game, language),
                    "names": [seat["name"] for seat in table.seats],
                    "updated": table.updated / 1000,
                    "finished": table.finished is not None,
                }
                for table in hall.store.list_open()
            ]
        )

    @app.post("/api/tables")
    async def create_table(request: Request) -> Response:
        if not from_our_pages(request):
            return wrong("this must be asked from one of our own pages", [], None, 403)
        body = await _body(request)
        if body is None:
            return wrong(f"the request has more than {LARGEST} bytes", [], None, 413)
        try:
            wanted = msgspec.json.decode(body, type=TableRequest)
            match, seats = await hall.threads.run(open_table, wanted)
            table_id = await hall.threads.run(
                hall.store.create, match, [seat.to_dict() for seat in seats]
            )
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return wrong(str(error), [], None)
        except BadTable as bad:
            return wrong(str(bad), bad.choices, bad.field)
        except StoreError as error:
            log.error("%s", error)
            text = house_text(say(f"store.{error.trouble}"), chosen_language(request))
            return wrong(text, [], None, 503)
        return json({"id": table_id, "url": f"/table/{table_id}"}, 201)


def add_lessons(app: FastAPI, hall: Hall) -> None:
    """Add the route for tables that teach."""

    @app.post("/api/lessons")
    async def create_lesson(request: Request) -> Response:
        if not from_our_pages(request):
            return wrong("this must be asked from one of our own pages", [], None, 403)
        body = await _body(request)
        if body is None:
            return wrong(f"the request has more than {LARGEST} bytes", [], None, 413)
        try:
            wanted = msgspec.json.decode(body, type=LessonRequest)
            match, seats = await hall.threads.run(open_lesson, wanted)
            table_id = await hall.threads.run(
                hall.store.create, match, [seat.to_dict() for seat in seats]
            )
        except UnknownName as unknown:
            return wrong(str(unknown), unknown.choices, "game")
        except (msgspec.DecodeError, UnicodeDecodeError, BadValue) as error:
            return wrong(str(error), [], None)
        except StoreError as error:
            text = house_text(say(f"store.{error.trouble}"), chosen_language(request))
            return wrong(text, [], None, 503)
        return json({"id": table_id, "url": f"/table/{table_id}"}, 201)


async def _body(request: Request) -> bytes | None:
    """The body, or None if it is too large; no more of it is read than that."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            return None
    return bytes(body)
