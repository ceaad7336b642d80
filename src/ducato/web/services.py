"""What all routes of one server share."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fastapi import Request

from ducato.core.i18n import say
from ducato.store import Store
from ducato.web.live.registry import TableRegistry
from ducato.web.support.mail import Mailer
from ducato.web.support.origins import is_same_origin, url_host
from ducato.web.support.rate_limits import CHANGES_OF_ADDRESS, Limits, Rate, address_of
from ducato.web.support.responses import ApiError
from ducato.web.support.sessions import Sessions, is_bot
from ducato.web.support.workers.pools import Workers


@dataclass(frozen=True)
class Services:
    """One server.

    Attributes:
        registry: its tables.
        sessions: who comes.
        limits: how much everybody may ask for.
        mailer: who carries letters.
        public_url: where people reach it, such as ``https://play.example.org``; None if they come
            to the addresses of this machine.
        local_url: where this very machine reaches it; None if that is not known.
    """

    registry: TableRegistry
    sessions: Sessions
    limits: Limits
    mailer: Mailer
    public_url: str | None = None
    local_url: str | None = None

    @property
    def home(self) -> str:
        """The address of this server for links in letters: never one that a request names."""
        return self.public_url or self.local_url or "http://localhost"

    @property
    def store(self) -> Store:
        """Where all is kept."""
        return self.registry.store

    @property
    def workers(self) -> Workers:
        """Where work is done."""
        return self.registry.workers

    def address(self, request: Request) -> str:
        """The address of this server for links to be passed on, without a slash at its end.

        Without a public URL it is the address of this machine that the request came in at. What
        the request says in its header Host is not believed.
        """
        host, port = request.scope.get("server") or (None, None)
        if self.public_url is not None or host is None or port is None:
            return self.home
        return f"http://{url_host(host)}:{port}"

    async def guard(self, request: Request) -> None:
        """Let only our own pages change something, and nobody too much of it.

        Raises:
            ApiError: another site asks, or somebody in a great hurry.
        """
        if not is_same_origin(request, self.public_url):
            raise ApiError(403, say("bad.origin"))
        self.limit(CHANGES_OF_ADDRESS, address_of(request))

    def limit(self, rate: Rate, whose: str | None) -> None:
        """Let nobody have too much of something.

        Raises:
            ApiError: somebody in a great hurry.
        """
        if not self.limits.take(rate, whose):
            after = math.ceil(self.limits.wait(rate, whose))
            raise ApiError(429, say("bad.slow_down"), after=after)

    async def guard_people(self, request: Request) -> None:
        """The same for what is not for bots: a bot has its seats, and nothing else of its owner's.

        Raises:
            ApiError: as `guard`, and if a bot asks.
        """
        await self.guard(request)
        if is_bot(request):
            raise ApiError(403, say("bad.for_people"))
