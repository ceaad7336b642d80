"""The application: everything that this server answers, around one store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from fastapi import FastAPI, WebSocket
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware

from ducato.store import Store
from ducato.web.api import add_api, add_lessons
from ducato.web.guard import OwnHosts, SafeHeaders
from ducato.web.hall import Hall
from ducato.web.pages import FOLDER, add_pages
from ducato.web.sockets import attend

SMALLEST_PACKED = 1000
"""Bytes; below, packing costs more than it saves."""


def create_app(store: Store, hosts: Iterable[str] | None = None) -> FastAPI:
    """The application.

    Tables that were left unfinished are opened again, as they stood, when somebody comes to them.

    Args:
        store: where the tables are kept; it is closed with the application.
        hosts: the names that this server may be called by, besides its addresses; None for any.
    """
    hall = Hall(store)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await hall.close()
        store.close()

    # No page that describes the interface: it would fetch scripts from elsewhere.
    app = FastAPI(title="ducato", lifespan=lifespan, openapi_url=None)

    @app.websocket("/table/{table_id}/socket")
    async def socket(websocket: WebSocket, table_id: str) -> None:
        await attend(websocket, hall, table_id)

    add_pages(app, hall)
    add_api(app, hall)
    add_lessons(app, hall)
    app.mount("/static", StaticFiles(directory=FOLDER / "static"), "static")
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_PACKED)
    if hosts is not None:
        app.add_middleware(OwnHosts, names=hosts)
    app.add_middleware(SafeHeaders)
    return app
