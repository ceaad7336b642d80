"""The application: everything that this server answers, around one store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from anyio import to_thread
from fastapi import FastAPI, WebSocket
from starlette.middleware.gzip import GZipMiddleware

from ducato.store import Store
from ducato.web.background.retention import Retention
from ducato.web.http.account_data import AccountDeletion, add_farewell
from ducato.web.http.accounts import add_accounts
from ducato.web.http.bot_accounts import add_bots
from ducato.web.http.cached_files import SMALLEST_PACKED
from ducato.web.http.monitoring import add_operation
from ducato.web.http.pages import add_pages
from ducato.web.http.profiles import add_profiles
from ducato.web.http.socket import attend
from ducato.web.http.static_files import ClientStaticFiles
from ducato.web.http.tables import add_api, add_lessons
from ducato.web.http.turn_reminders import TurnReminders, add_notices
from ducato.web.live.registry import TableRegistry
from ducato.web.services import Services
from ducato.web.support.client_files import ClientFiles
from ducato.web.support.mail import ConsoleMailer, Mailer
from ducato.web.support.openapi import DescribedApi
from ducato.web.support.origins import AllowedHosts, ReplaceNul, SecurityHeaders
from ducato.web.support.rate_limits import Limits
from ducato.web.support.request_limits import RequestLimits
from ducato.web.support.sessions import Sessions
from ducato.web.support.workers.pools import LATER

PAGE_THREADS = 4
"""Workers in which pages are made and files looked for. They all want the same lock of the
interpreter, so more of them would only keep the event loop and the players waiting."""


def create_app(
    store: Store,
    hosts: Iterable[str] | None = None,
    public_url: str | None = None,
    mailer: Mailer | None = None,
    metrics_token: str | None = None,
    local_url: str | None = None,
    warm: bool = False,
) -> FastAPI:
    """The application.

    Tables that were left unfinished are opened again, as they stood, when somebody comes to them.

    Args:
        store: where the tables are kept; it is closed with the application.
        hosts: the names that this server may be called by, besides its addresses; None for any.
        public_url: where people reach it, such as ``https://play.example.org``, if a proxy is in
            between.
        mailer: who carries letters; printed on the console if not given.
        metrics_token: with it others than this machine are told the metrics.
        local_url: where this machine reaches it; without a public URL, letters lead there.
        warm: whether bots of all games are compiled from the start, beside everything else.
    """
    registry = TableRegistry(store)
    url = public_url.rstrip("/") if public_url else None
    secure = url is not None and url.startswith("https://")
    sessions = Sessions(store, registry.workers, secure)
    services = Services(registry, sessions, Limits(), mailer or ConsoleMailer(), url, local_url)
    letters, farewells = TurnReminders(services), AccountDeletion(services)
    retention = Retention(registry)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = PAGE_THREADS
        await registry.open()
        letters.open()
        farewells.open()
        retention.open()
        if warm:
            registry.workers.begin(registry.workers.warming.begin, LATER)
        yield
        await retention.close()
        await letters.close()
        await farewells.close()
        await registry.close()
        store.close()

    app = DescribedApi(lifespan=lifespan)
    app.state.registry = registry

    @app.websocket("/table/{table_id}/socket")
    async def socket(websocket: WebSocket, table_id: str) -> None:
        await attend(websocket, services, table_id)

    files = ClientFiles()
    add_pages(app, services, files)
    add_api(app, services)
    add_lessons(app, services)
    add_accounts(app, services)
    add_bots(app, services)
    add_operation(app, services, metrics_token)
    add_profiles(app, services)
    add_notices(app, services)
    add_farewell(app, services, farewells)
    app.mount("/static", ClientStaticFiles(files), "static")
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_PACKED)
    app.add_middleware(RequestLimits, limits=services.limits, metrics=registry.metrics)
    if hosts is not None:
        app.add_middleware(AllowedHosts, names=hosts)
    app.add_middleware(SecurityHeaders, secure=secure)
    app.add_middleware(ReplaceNul)
    return app
