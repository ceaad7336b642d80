"""The services of one server, which all routes and background services share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from fastapi import Request

from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.cached_files import FileCache
from ducato.server.kit.http.origins import url_host
from ducato.server.kit.http.rate_limits import Limits, Rate
from ducato.server.kit.http.responses import too_many_requests
from ducato.server.kit.http.sessions import Sessions
from ducato.server.kit.mail.mail_queue import MailQueue
from ducato.server.kit.workers.pools import Workers
from ducato.server.live.registry import TableRegistry

Subject = TypeVar("Subject")


@dataclass(frozen=True)
class Services:
    """The services of one server.

    Attributes:
        registry: the live tables.
        sessions: the sessions, which identify the senders of requests.
        limits: the rate limits.
        mails: the queue of e-mails to be sent.
        public_url: the URL at which people reach the server, such as
            ``https://play.example.org``; None if they use the addresses of this machine.
        local_url: the URL at which this machine reaches the server; None if it is not known.
    """

    registry: TableRegistry
    sessions: Sessions
    limits: Limits
    mails: MailQueue
    public_url: str | None = None
    local_url: str | None = None
    _own: dict[Any, Any] = field(default_factory=dict)

    def own(self, make: Callable[[Services], Subject]) -> Subject:
        """Return what a subject keeps for the whole server, made when it is first asked for.

        Args:
            make: the class, which is given these services, or a function that makes it.
        """
        if make not in self._own:
            self._own[make] = make(self)
        made: Subject = self._own[make]
        return made

    def provide(self, made: object) -> None:
        """Let `own` return an object for its class: one that the application made with settings."""
        self._own[type(made)] = made

    @cached_property
    def files(self) -> FileCache:
        """The cache of files that are built once for all readers."""
        return FileCache(self.workers.slow.run)

    @cached_property
    def pictures(self) -> FileCache:
        """The cache of scenes and QR codes of tables, apart from the files that everyone loads."""
        return FileCache(self.workers.slow.run, compressed=False)

    @property
    def home(self) -> str:
        """The base URL for links in e-mails; no request can change it."""
        return self.public_url or self.local_url or "http://localhost"

    @property
    def database(self) -> Database:
        """The database, from which each subject makes its storage."""
        return self.registry.database

    @property
    def workers(self) -> Workers:
        """The threads that work outside the event loop."""
        return self.registry.workers

    def address(self, request: Request) -> str:
        """Return the base URL for links to share, without a trailing slash.

        Without a public URL, this is the address at which this machine received the request, or
        `home` if that is not known. The Host header is not trusted.
        """
        host, port = request.scope.get("server") or (None, None)
        if self.public_url is not None or host is None or port is None:
            return self.home
        return f"http://{url_host(host)}:{port}"

    def limit(self, rate: Rate, key: str | None, cost: float = 1.0) -> None:
        """Take tokens from a rate limit.

        Args:
            rate: the rate limit.
            key: the person or address; None for no limit.
            cost: the number of tokens.

        Raises:
            ApiError: too few tokens are left; its status is 429.
        """
        if not self.limits.take(rate, key, cost):
            raise too_many_requests(self.limits.retry_after(rate, key, cost))
