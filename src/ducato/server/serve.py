"""The running of the server: its port, its URL, the lock on its database, the browser, the stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Container, Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ducato.core.errors import BadValue, DucatoError
from ducato.server.app import create_app
from ducato.server.cluster.channel import Receiver, WorkerPart
from ducato.server.kit.database.engine import Database, default_url
from ducato.server.kit.database.lock import DatabaseInUse, Lock, hold
from ducato.server.kit.http.origins import origin_of
from ducato.server.kit.mail.mailer import ConsoleMailer, DisabledMailer, Mailer, SmtpMailer
from ducato.server.kit.process.connections import (
    ConnectionTracker,
    most_connections,
    protocols,
    raise_descriptor_limit,
)
from ducato.server.kit.process.garbage_collector import YOUNG, Collector
from ducato.server.kit.process.logging import LogFormat, configure_logging
from ducato.server.listening import TRIED_PORTS, address_at, listen, local_url
from ducato.server.subjects.games.here import page_in
from ducato.server.subjects.moderation.admin.access import checked_admin_token
from ducato.server.subjects.push.sender import MOST_A_DAY, PushSettings
from ducato.table.protocol import LONGEST

logger = logging.getLogger(__name__)

SWITCH_SECONDS = 0.0002
"""The time in seconds for which a thread keeps the interpreter's lock while another one wants it.
The event loop releases it with every read and write, and must get it back quickly: with Python's
default of 5 ms, workers that make views would slow it down to a crawl."""
SHUTDOWN_SECONDS = 2
"""The time in seconds that open connections have to end when the server is stopped."""


ANALYSIS_SECONDS = 58.0
"""The processor time for the analysis of a finished game, in seconds."""


class NoPublicUrl(DucatoError):
    """An error raised if there is a mail server but no public URL for the links in e-mails."""

    def __init__(self) -> None:
        super().__init__(
            "a mail server is configured, but e-mails need links to this server: add --public-url "
            "https://play.example.org (or DUCATO_PUBLIC_URL) with your own address"
        )


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    open_browser: bool = False,
    data: Path | None = None,
    path: str = "/",
    hosts: Iterable[str] = (),
    database: str | None = None,
    public_url: str | None = None,
    smtp: str | None = None,
    log: LogFormat = "text",
    push_contact: str | None = None,
    push_limit: int = MOST_A_DAY,
    shared: bool = False,
    part: WorkerPart | None = None,
    analysis_seconds: float = ANALYSIS_SECONDS,
    **settings: Any,
) -> None:
    """Run the server until it is stopped, normally with Ctrl-C.

    Args:
        host: the address to listen at.
        port: the port, 0 for any free one; if busy, the next free one unless `public_url` is set.
        open_browser: whether to open a page in the browser.
        path: the page to report and to open, such as ``/?game=name``.
        hosts: further host names that requests may use, besides the server's own.
        data: the folder of the database; None for the default of `kit.database.engine.default_url`.
        database: the URL of the database; None to use the folder `data`.
        public_url: the URL at which people reach the server, for proxies and for e-mails.
        smtp: the URL of the mail server, in the form that `SmtpMailer.from_url` accepts. If
            None, e-mails are printed, or cannot be sent if `log` is "json".
        log: the format of the log, "text" or "json".
        push_contact: how push services reach the operator; None for the public URL.
        push_limit: the maximum number of turns of which one person is told a day.
        shared: whether other servers use the database at the same time.
        part: the part of a worker, which a supervisor gives its connections.
        analysis_seconds: the processor time for the analysis of a finished game; 0 for none.
        settings: further settings of `server.app.create_app`, `page` as the name of its folder.

    Raises:
        NotShared, StoreError: the database serves only one process, or cannot be opened.
        BadValue: a URL is invalid, the admin token too short, or `page` is no exported page.
        NoPublicUrl: there is a mail server but no URL for the links in e-mails.
        InUse: another process serves from this database, or takes it from this one. In the first
            case, `open_browser` opens the other server's page instead if its URL is known.
        CannotListen: no port is free, or the server cannot listen at the address.
    """
    settings["admin_token"] = checked_admin_token(settings.get("admin_token"))
    settings["page"] = page_in(settings.get("page"))
    names = [host, *_own_names(public_url), *hosts]
    mailer = _mailer_for(smtp, public_url, log)
    push = _push_for(push_contact, public_url, push_limit)
    where, shared = database or default_url(data), shared or part is not None
    if (lock := _hold_or_show(where, path, open_browser, shared)) is None:
        return
    with ExitStack() as stack:
        stack.callback(lock.release)
        opened = stack.enter_context(closing(Database(where, shared=shared)))
        # Listen only now, so that the tables are available as soon as the port is open.
        listening = stack.enter_context(listen(host, port, _tried(public_url, part)))
        url = local_url(host, port, listening) if part is None else part.url
        lock.announce(url)
        configure_logging(log)
        app = create_app(
            database=opened,
            hosts=names,
            public_url=public_url,
            mailer=mailer,
            local_url=url,
            push=push,
            address=address_at(host, listening),
            analysis_seconds=analysis_seconds,
            compile_apart=True,
            **settings,
        )
        server = _server_of(app, log, page_at(url, path), open_browser)
        _set_up(server, app, part, opened)
        lock.watch(server.give_way)
        _run(server, listening)


def _server_of(app: FastAPI, log: LogFormat, page: str, open_browser: bool) -> Server:
    """Return a server of the application, which reports and opens a page when it listens."""
    most = most_connections(raise_descriptor_limit())
    tracker = ConnectionTracker(proxies(), most, app.state.services.limits)
    config = configured(app, tracker, uvicorn.config.LOGGING_CONFIG if log == "text" else None)
    return Server(config, tracker, page, open_browser)


def _run(server: Server, listening: socket.socket) -> None:
    """Run the server until it is stopped.

    Raises:
        InUse: another process has taken its database.
    """
    _tune_interpreter()
    try:
        server.run([listening])
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    if server.given_way is not None:
        raise server.given_way


def _hold_or_show(where: str, path: str, open_browser: bool, shared: bool) -> Lock | None:
    """Return the lock on a database; None if another server has it, whose page is then shown."""
    try:
        return hold(where, shared=shared)
    except DatabaseInUse as error:
        if not (open_browser and error.holder.address):
            raise
        page = page_at(error.holder.address, path)
        sys.stdout.write(f"ducato is at {page} already\n")
        _show(page)
        return None


def page_at(url: str, path: str) -> str:
    """Return the address of a page of the server; that of the first page is the server's own."""
    return url if path == "/" else url + path


def _mailer_for(smtp: str | None, public_url: str | None, log: LogFormat) -> Mailer:
    """Return the mailer for the URL of a mail server.

    If `smtp` is None, return one that prints e-mails if the log is text, else one that sends none.

    Raises:
        BadValue: the URL is invalid.
        NoPublicUrl: there is a mail server, but no public URL.
    """
    if smtp and not public_url:
        raise NoPublicUrl
    if smtp:
        return SmtpMailer.from_url(smtp)
    return ConsoleMailer() if log == "text" else DisabledMailer()


def _own_names(public_url: str | None) -> list[str]:
    """Return the names of this machine, and the one in its public URL.

    Raises:
        BadValue: see `_origin_in`.
    """
    own = socket.gethostname().lower()
    public = urlsplit(_origin_in(public_url)).hostname if public_url else None
    return [own, f"{own}.local", *([public] if public else [])]


def _push_for(contact: str | None, public_url: str | None, limit: int) -> PushSettings | None:
    """Return the settings of Web Push; its contact is the public URL if none is given.

    Raises:
        BadValue: push services do not accept the contact's address.
    """
    if not contact:  # also an empty variable
        contact = origin_of(public_url) if public_url else ""
        if not contact.startswith("https://"):
            return None
    if not contact.startswith(("mailto:", "https://")):
        raise BadValue("--push-contact", contact, "mailto:you@example.org or an https address")
    return PushSettings(contact, daily=limit)


def _tune_interpreter() -> None:
    """Adapt thread switching and garbage collection to a server with many objects."""
    # Workers that make views must not keep the event loop waiting.
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*YOUNG)


def configured(
    app: Any, tracker: ConnectionTracker, log_config: dict[str, Any] | None = None
) -> uvicorn.Config:
    """Return uvicorn's configuration for the application, with connections watched by `tracker`."""
    http, web_socket = protocols(tracker)
    return uvicorn.Config(
        app,
        log_level="warning",
        log_config=log_config,
        access_log=False,
        http=http,
        ws=web_socket,
        ws_max_size=4 * LONGEST,  # a message that is only a little too long is still answered
        ws_ping_interval=None,  # the clients' own ping is the only heartbeat
        ws_per_message_deflate=False,  # 60 kB for each connection, and much time
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


def proxies() -> Container[str]:
    """Return the addresses of the proxies that uvicorn trusts to name the original client.

    They come from the environment variable FORWARDED_ALLOW_IPS; the default is this machine.
    """
    named = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
    nothing: Any = None
    trusted: Any = ProxyHeadersMiddleware(nothing, named).trusted_hosts
    return cast("Container[str]", trusted)


class Server(uvicorn.Server):
    """A server that reports a page once it listens, and manages its memory and connections.

    It stops if another process has taken its database.

    Attributes:
        given_way: the error, if another process has taken the database; otherwise None.
    """

    def __init__(
        self, config: uvicorn.Config, tracker: ConnectionTracker, page: str, open_browser: bool
    ) -> None:
        super().__init__(config)
        self._tracker, self._page, self._open_browser = tracker, page, open_browser
        self._tasks: list[asyncio.Task[None]] = []
        self.given_way: DatabaseInUse | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self._receiver: Receiver | None = None
        self._part: tuple[WorkerPart, int] | None = None

    def serve_part(self, part: WorkerPart, process: int) -> None:
        """Serve the connections that a supervisor sends, and report nothing.

        Args:
            part: the part of this worker.
            process: the id of this process among those that share the database.
        """
        self._part = part, process

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, report the page, and open it in the browser if requested."""
        await super().startup(sockets)
        self._tasks = [
            asyncio.create_task(Collector().run(), name="collector"),
            asyncio.create_task(self._tracker.watch(), name="tracker"),
        ]
        if self._part is not None:
            part, process = self._part
            self._receiver = Receiver(part.channel, self._take, self._end)
            self._receiver.ready(process)
            return
        sys.stdout.write(f"ducato is at {self._page} - Ctrl-C ends it\n")
        sys.stdout.flush()
        logger.info("started")
        if self._open_browser:  # starting a browser can take long
            threading.Thread(target=_show, args=(self._page,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the background tasks, then end all connections."""
        logger.info("stopping")
        if self._receiver is not None:
            self._receiver.close()
        for task in self._tasks:
            task.cancel()
        await super().shutdown(sockets)
        logger.info("stopped")

    def _take(self, connection: socket.socket) -> None:
        """Serve a connection that the supervisor has accepted."""
        serving = asyncio.create_task(self._serve_connection(connection))
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)

    async def _serve_connection(self, connection: socket.socket) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        except OSError:  # the client has gone
            connection.close()

    def _protocol(self) -> asyncio.Protocol:
        http: Any = self.config.http_protocol_class
        made: asyncio.Protocol = http(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    def _end(self) -> None:
        self.should_exit = True

    def give_way(self, other: DatabaseInUse) -> None:
        """Stop the server because another process now serves from its database."""
        logger.critical("%s", other)
        self.given_way, self.should_exit = other, True


def _show(page: str) -> None:
    if not webbrowser.open(page):
        sys.stderr.write(f"ducato: no browser found; open {page} yourself\n")


def _tried(public_url: str | None, part: WorkerPart | None) -> int:
    """Return the number of ports to try."""
    return 1 if public_url and part is None else TRIED_PORTS


def _set_up(server: Server, app: FastAPI, part: WorkerPart | None, database: Database) -> None:
    """Let the server be a worker, which its metrics name, if it has a part."""
    if part is None or database.process is None:
        return
    server.serve_part(part, database.process)
    metrics = app.state.services.registry.metrics
    metrics.add_gauge("ducato_worker", "The number of this worker.", lambda: part.number)


def _origin_in(url: str) -> str:
    """Return the public URL as browsers write it.

    Raises:
        BadValue: the URL is malformed, has a scheme other than http or https, lacks the host, has
            a port that is not a number up to 65535, or anything after the host and the port.
    """
    expected = (
        "a URL such as https://play.example.org, with a port up to 65535 and no path: ducato needs "
        "a host name or a port of its own"
    )
    try:
        parts = urlsplit(url)
        origin = origin_of(url)
    except ValueError as error:
        raise BadValue("public URL", url, expected) from error
    further = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in ("http", "https") or further or not origin.isascii():
        raise BadValue("public URL", url, expected)
    return origin
