"""The application: every route, middleware and background service, around one database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial

from anyio import to_thread
from fastapi import APIRouter, FastAPI
from starlette.middleware.gzip import GZipMiddleware

from ducato.bots.compile_apart import Compiler
from ducato.server import pages
from ducato.server.cluster.cluster import Cluster
from ducato.server.cluster.forwarding import Forwarding
from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.cached_files import SMALLEST_COMPRESSED
from ducato.server.kit.http.client_files import ClientFiles
from ducato.server.kit.http.error_pages import add_error_handlers
from ducato.server.kit.http.middleware.allowed_hosts import AllowedHosts
from ducato.server.kit.http.middleware.plain_requests import PlainRequests, ReplaceNul
from ducato.server.kit.http.middleware.request_rate_limit import RequestRateLimit
from ducato.server.kit.http.middleware.security_headers import SecurityHeaders
from ducato.server.kit.http.openapi import DocumentedApi
from ducato.server.kit.http.origins import origin_of
from ducato.server.kit.http.rate_limits import ConcurrencyLimit, Limits, Rate
from ducato.server.kit.http.sessions import Sessions
from ducato.server.kit.http.static_files import ClientStaticFiles
from ducato.server.kit.mail.mail_queue import MailQueue
from ducato.server.kit.mail.mailer import ConsoleMailer, Mailer
from ducato.server.kit.process import monitoring
from ducato.server.kit.workers.pools import LATER
from ducato.server.live.closed_tables import ClosedTables
from ducato.server.live.registry import TableRegistry
from ducato.server.services import Services
from ducato.server.subjects.analyses.service import GameAnalyses
from ducato.server.subjects.bot_accounts import routes as bot_accounts
from ducato.server.subjects.branches import edited_positions, records
from ducato.server.subjects.branches import routes as branches
from ducato.server.subjects.challenges import routes as challenges
from ducato.server.subjects.daily import routes as daily
from ducato.server.subjects.daily.service import DailyResults
from ducato.server.subjects.exercises import routes as exercises
from ducato.server.subjects.exercises.service import OwnExercises
from ducato.server.subjects.friends import routes as friends
from ducato.server.subjects.friends.withdrawals import Withdrawals
from ducato.server.subjects.games import assets, catalog, here
from ducato.server.subjects.groups import pages as group_pages
from ducato.server.subjects.groups import routes as groups
from ducato.server.subjects.matchmaking import routes as searches
from ducato.server.subjects.matchmaking.service import OpponentSearch
from ducato.server.subjects.moderation.admin import access, people, server
from ducato.server.subjects.moderation.admin import moderation as admin_moderation
from ducato.server.subjects.moderation.routes import abandoned, own, reports
from ducato.server.subjects.openings import routes as openings
from ducato.server.subjects.people.account_deletion import AccountDeletion
from ducato.server.subjects.people.routes import account_data, accounts, login, profiles
from ducato.server.subjects.presence.service import PresenceRecorder
from ducato.server.subjects.push import routes as push_routes
from ducato.server.subjects.push.push_reminders import PushReminders
from ducato.server.subjects.push.sender import PushSettings
from ducato.server.subjects.push.service import PushService
from ducato.server.subjects.ratings import leaderboard_routes as leaderboards
from ducato.server.subjects.ratings import result_routes as results
from ducato.server.subjects.ratings.service import ClosingSeasons
from ducato.server.subjects.reminders import routes as turn_reminders
from ducato.server.subjects.reminders.service import TurnReminderSender
from ducato.server.subjects.suggested_levels import routes as suggested_levels
from ducato.server.subjects.tables import files, new_tables, socket
from ducato.server.subjects.tables import routes as tables
from ducato.server.subjects.tables.retention import Retention
from ducato.server.subjects.tables.retention_service import RetentionService
from ducato.server.subjects.tournaments.routes import ROUTERS as TOURNAMENT_ROUTERS
from ducato.server.subjects.tournaments.service import TournamentRounds

PAGE_THREADS = 4
"""The number of threads that render pages and look up files. They all need the interpreter's lock,
so more of them would only delay the event loop and the players."""

ROUTERS = (
    socket.router,
    pages.router,
    assets.router,
    files.router,
    catalog.router,
    here.router,
    new_tables.router,
    suggested_levels.router,
    records.router,
    branches.router,
    edited_positions.router,
    exercises.router,
    daily.router,
    tables.router,
    accounts.router,
    login.router,
    bot_accounts.router,
    monitoring.router,
    profiles.router,
    results.router,
    results.pages,
    openings.router,
    leaderboards.router,
    leaderboards.pages,
    turn_reminders.router,
    account_data.router,
    push_routes.router,
    friends.router,
    searches.router,
    challenges.router,
    challenges.pages,
    groups.router,
    group_pages.router,
    *TOURNAMENT_ROUTERS,
    own.router,
    reports.router,
    abandoned.router,
    access.router,
    people.router,
    admin_moderation.router,
    server.router,
)

BACKGROUND = (
    ClosedTables,
    TurnReminderSender,
    PushReminders,
    GameAnalyses,
    OwnExercises,
    DailyResults,
    OpponentSearch,
    PresenceRecorder,
    ClosingSeasons,
    TournamentRounds,
    RetentionService,
    AccountDeletion,
)
"""The background services; the last one is closed first."""


def create_app(
    database: Database,
    hosts: Iterable[str] | None = None,
    public_url: str | None = None,
    mailer: Mailer | None = None,
    metrics_token: str | None = None,
    local_url: str | None = None,
    warm: bool = False,
    *,
    think_ahead: bool = False,
    compile_apart: bool = False,
    push: PushSettings | None = None,
    address: str = "",
    admin_token: str | None = None,
    retention: Retention | None = None,
    analysis_seconds: float = 0,
    limits: Mapping[str, Rate | ConcurrencyLimit] | None = None,
    page: here.ExportedPage | None = None,
    routers: Sequence[APIRouter] = (),
) -> FastAPI:
    """Return the application.

    Tables are loaded from the database when they are needed.

    Args:
        database: the database; it is closed with the application.
        hosts: the host names that requests may use, besides IP addresses and ``localhost``; None
            for any.
        public_url: the URL at which people reach the server, such as
            ``https://play.example.org``; None if they use the addresses of this machine.
        mailer: the mailer for e-mails; if None, they are printed on the console.
        metrics_token: the token for reading the metrics from other machines; None to forbid it.
        local_url: the URL at which this machine reaches the server, None if it is not known;
            links in e-mails use it if there is no public URL.
        warm: whether to compile the bots of all games from the start, in the background.
        think_ahead: whether bots think while people do: for a machine of one's own.
        address: "host:port" at which other processes reach this one, if they share the database.
        compile_apart: whether bots are compiled in a child process, whose memory is freed.
        push: the settings of Web Push; if None, its contact is the public URL if that is secure.
        admin_token: the token of the administrators' page; None for no such page.
        retention: the retention periods; None for the defaults.
        analysis_seconds: the processor time for the analysis of a finished game; 0 for none.
        limits: the limits to use instead of those of the same name in `rate_limits.LIMITS`.
        page: the exported page with games for readers' own devices; None for no such page.
        routers: routes besides those of the server, which come first.
    """
    limiting = Limits() if limits is None else Limits(changes=limits)
    registry = TableRegistry(database, address, limiting)
    registry.workers.think_ahead = think_ahead
    if compile_apart:
        registry.workers.warm_up.apart = Compiler()
    url = origin_of(public_url) if public_url else None
    secure = url is not None and url.startswith("https://")
    sessions = Sessions(database, registry.workers, secure)
    push = push or (PushSettings(url) if url is not None and secure else None)
    services = Services(
        registry,
        sessions,
        limiting,
        MailQueue(mailer or ConsoleMailer(), registry.metrics.emails),
        url,
        local_url,
    )
    for made in (
        PushService(services, push),
        GameAnalyses(services, analysis_seconds, page.games if page else ()),
        RetentionService(services, retention),
        Withdrawals(services),
    ):
        services.provide(made)
    background = [services.own(service) for service in BACKGROUND]
    app = DocumentedApi(lifespan=partial(_lifespan, services, background, warm))
    # The objects that routes depend on; `server.kit.http.dependencies` provides most of them.
    app.state.services, app.state.admin_token = services, admin_token
    app.state.metrics_token, app.state.client_files = metrics_token, ClientFiles()
    app.state.exported_page = page
    _add_routes(app, services, hosts, secure, routers)
    return app


@asynccontextmanager
async def _lifespan(
    services: Services, background: Sequence[BackgroundService], warm: bool, _: FastAPI
) -> AsyncIterator[None]:
    """Open the live tables and the background services, and close them with everything else.

    Args:
        services: the services.
        background: the background services.
        warm: whether to compile the bots of all games from the start.
    """
    registry = services.registry
    to_thread.current_default_thread_limiter().total_tokens = PAGE_THREADS
    await registry.open()
    for service in background:
        service.open(lambda: registry.ownership.leads)
    if warm:
        registry.workers.submit(registry.workers.warm_up.queue_all, LATER)
    yield
    for service in reversed(background):
        await service.close()
    services.mails.close()
    await registry.close()
    services.database.close()


def _add_routes(
    app: FastAPI,
    services: Services,
    hosts: Iterable[str] | None,
    secure: bool,
    routers: Sequence[APIRouter],
) -> None:
    """Add the routes, the error handlers and the middleware.

    Args:
        app: the application.
        services: its services.
        hosts: the host names that requests may use; None for any.
        secure: whether people reach the server by https.
        routers: routes that come before those of `ROUTERS`.
    """
    for router in (*routers, *ROUTERS):
        app.include_router(router)
    app.mount("/static", ClientStaticFiles(app.state.client_files), "static")
    add_error_handlers(app)
    if isinstance(services.registry.ownership, Cluster):
        app.add_middleware(Forwarding, others=services.registry.ownership)
    # The middleware added last is the first to see a request.
    app.add_middleware(PlainRequests)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_COMPRESSED)
    app.add_middleware(RequestRateLimit, limits=services.limits, metrics=services.registry.metrics)
    if hosts is not None:
        app.add_middleware(AllowedHosts, names=hosts)
    app.add_middleware(SecurityHeaders, secure=secure)
    app.add_middleware(ReplaceNul)
