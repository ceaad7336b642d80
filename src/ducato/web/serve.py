"""Running the server: find a free port, say where it is, open the browser, stop quietly."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Container, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ducato.core.errors import BadValue, DucatoError
from ducato.store import Store, default_url
from ducato.store.database.lock import InUse, hold
from ducato.table.protocol import LONGEST
from ducato.web.app import create_app
from ducato.web.support.connections import (
    ConnectionTracker,
    most_connections,
    protocols,
    raise_limit,
)
from ducato.web.support.garbage_collector import YOUNG, Collector
from ducato.web.support.logging import Form, begin
from ducato.web.support.mail import ConsoleMailer, Mailer, NoMailer, SmtpMailer
from ducato.web.support.origins import url_host

logger = logging.getLogger(__name__)

TRIED_PORTS = 20
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that stand for all of this machine's, and where to find them from here."""
SWITCH_SECONDS = 0.0002
"""How long a thread keeps the interpreter while another one wants it. The event loop gives it up
with every read and write, and must not wait long to have it again: with Python's own 5 ms, workers
that make views would slow it down to a crawl."""
GRACE = 2
"""Seconds for open connections to end when the server is stopped."""


class CannotListen(DucatoError, OSError):
    """The server cannot be reached at this address.

    Attributes:
        host: the address or name.
        port: the first port that was tried.
    """

    def __init__(self, host: str, port: int, problem: str) -> None:
        self.host, self.port = host, port
        super().__init__(f"cannot listen at {host}, port {port}: {problem}")


class NoPublicUrl(DucatoError):
    """Letters would go out whose links lead nowhere: nobody said where people reach the server."""

    def __init__(self) -> None:
        super().__init__(
            "a mail server is named, but not where people reach this one, to which letters hold "
            "links: add --public-url https://play.example.org (or DUCATO_PUBLIC_URL), with your "
            "own address"
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
    log: Form = "text",
    metrics_token: str | None = None,
    warm: bool = False,
) -> None:
    """Serve until Ctrl-C.

    Args:
        host: the address to listen at.
        port: the port; if it is busy, the next free one.
        open_browser: whether to open a page in the browser.
        data: the folder of the tables; see `store.default_url`.
        path: the page to open, such as ``/?game=name``.
        hosts: further names that this server may be called by.
        database: the URL of the database, instead of a folder.
        public_url: where people reach it, if a proxy is in between or letters are sent.
        smtp: the mail server, as `mail.SmtpMailer.from_url` takes it. Without one, e-mails
            are printed; beside JSON lines they are not, and cannot be sent.
        log: how to write what goes wrong, "text" or "json".
        metrics_token: with it others than this machine are told the metrics.
        warm: whether bots of all games are compiled from the start, beside everything else, and
            not when somebody waits for the first choice.

    Raises:
        StoreError: the tables cannot be opened.
        BadValue: a URL is invalid.
        NoPublicUrl: there is a mail server, and no address for the links in letters.
        InUse: another process serves from this database, or has taken it from this one. If a page
            is to be opened, it is opened there instead.
        CannotListen: no port is free, or the address is not ours.
    """
    if smtp and not public_url:
        raise NoPublicUrl
    mailer = _mailer_for(smtp, log)
    outside = _host_in(public_url) if public_url else host
    where = database or default_url(data)
    try:
        lock = hold(where)
    except InUse as error:
        if not (open_browser and error.holder.address):
            raise
        sys.stdout.write(f"ducato is at {error.holder.address} already\n")
        _show(error.holder.address + path)
        return
    with ExitStack() as stack:
        stack.callback(lock.release)
        store = Store(where)
        stack.callback(store.close)
        # Only now, so that whoever finds the port open finds the tables, too.
        listening = stack.enter_context(listen(host, port))
        chosen = listening.getsockname()[1]
        if port not in (0, chosen):
            sys.stderr.write(f"ducato: port {port} is busy, so it is {chosen}\n")
        url = f"http://{url_host(ANY_ADDRESS.get(host, host))}:{chosen}"
        lock.announce(url)
        begin(log)
        own = socket.gethostname().lower()
        names = [host, outside, own, f"{own}.local", *hosts]
        app = create_app(store, names, public_url, mailer, metrics_token, url, warm)
        _tune_interpreter()
        tracker = ConnectionTracker(proxies(), most_connections(raise_limit()))
        config = configured(app, tracker, uvicorn.config.LOGGING_CONFIG if log == "text" else None)
        server = Server(config, tracker, url, url + path if open_browser else None)
        lock.watch(server.give_way)
        try:
            server.run([listening])
        except KeyboardInterrupt:
            sys.stderr.write("\n")
        if server.given_way is not None:
            raise server.given_way


def _mailer_for(smtp: str | None, log: Form) -> Mailer:
    """Return the mailer for the URL of a mail server, or one that prints if the log is text."""
    if smtp:
        return SmtpMailer.from_url(smtp)
    return ConsoleMailer() if log == "text" else NoMailer()


def _tune_interpreter() -> None:
    """Adapt thread switching and garbage collection to a server with many objects."""
    # Workers that make views must not keep the event loop waiting for its turn.
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(*YOUNG)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at the port, or at the next one that is free.

    Raises:
        CannotListen: none of them is free, or the address is not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tried = [port + more for more in range(TRIED_PORTS) if port + more < 2**16] if port else [0]
    for candidate in tried:
        # The protocol is named: asyncio, unlike uvloop, sends small packets at once only where it
        # knows that it is TCP. Else an answer in two parts would wait 40 ms for the other side.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # there it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen()
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE:
                raise CannotListen(host, port, error.strerror or str(error)) from error
        else:
            return listening
    raise CannotListen(host, port, f"neither it nor the {TRIED_PORTS - 1} ports after it are free")


def configured(
    app: Any, tracker: ConnectionTracker, log_config: dict[str, Any] | None = None
) -> uvicorn.Config:
    """Return how uvicorn runs the application, watched by this tracker."""
    http, web_socket = protocols(tracker)
    return uvicorn.Config(
        app,
        log_level="warning",
        log_config=log_config,
        access_log=False,
        http=http,
        ws=web_socket,
        ws_max_size=4 * LONGEST,  # what is a little too long is still answered
        ws_ping_interval=None,  # our own ping is the one heartbeat
        ws_per_message_deflate=False,  # 60 kB for each connection, and much time
        timeout_graceful_shutdown=GRACE,
    )


def proxies() -> Container[str]:
    """Return the addresses that are believed when they say for whom they ask, as uvicorn does."""
    named = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
    nothing: Any = None
    trusted: Any = ProxyHeadersMiddleware(nothing, named).trusted_hosts
    return cast("Container[str]", trusted)


class Server(uvicorn.Server):
    """Messages where it is once it is there, and looks after its memory and its connections.

    It stops where another one has taken its database.

    Attributes:
        given_way: why it stopped, if not because it was told to.
    """

    def __init__(
        self, config: uvicorn.Config, tracker: ConnectionTracker, url: str, page: str | None
    ) -> None:
        super().__init__(config)
        self._tracker, self._url, self._page = tracker, url, page
        self._tasks: list[asyncio.Task[None]] = []
        self.given_way: InUse | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        self._tasks = [
            asyncio.create_task(Collector().run(), name="collector"),
            asyncio.create_task(self._tracker.watch(), name="tracker"),
        ]
        sys.stdout.write(f"ducato is at {self._url} - Ctrl-C ends it\n")
        sys.stdout.flush()
        logger.info("started")
        if self._page is not None:  # a browser may take its time to say that it is there
            threading.Thread(target=_show, args=(self._page,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the background tasks, then end all connections."""
        logger.info("stopping")
        for task in self._tasks:
            task.cancel()
        await super().shutdown(sockets)
        logger.info("stopped")

    def give_way(self, other: InUse) -> None:
        """Stop: another process serves from this database now."""
        logger.critical("%s", other)
        self.given_way, self.should_exit = other, True


def _show(page: str) -> None:
    if not webbrowser.open(page):
        sys.stderr.write(f"ducato: no browser found; open {page} yourself\n")


def _host_in(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadValue("public URL", url, "such as https://play.example.org")
    return parts.hostname
