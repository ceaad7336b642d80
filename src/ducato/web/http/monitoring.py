"""For who keeps the server running: whether it is well, and what it counts.

This module must not know tables or people.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from ipaddress import ip_address

from fastapi import FastAPI, Request, Response
from starlette.responses import PlainTextResponse

from ducato.store import StorageFailure, StoreError
from ducato.web.services import Services
from ducato.web.support.metrics import CONTENT_TYPE
from ducato.web.support.origins import host_of
from ducato.web.support.responses import json_response
from ducato.web.support.sessions import BEARER

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds in which the database must answer."""
FRESH = 1.0
"""Seconds for which an answer is good, so that however many ask, it costs one write a second."""
LEAST_FREE = 1 << 20
"""Bytes that must be free on the disk. A heartbeat may still find room where no game does."""


class Probe:
    """Whether the database can be read and written, tried when somebody asks.

    Args:
        services: whose database.
    """

    def __init__(self, services: Services) -> None:
        self._registry, self._workers = services.registry, services.workers
        self._database = services.store.database
        self._trial: asyncio.Task[str] | None = None
        self._ended = 0.0

    async def result(self) -> str:
        """Return "ok", or in a word what is wrong: a `StorageFailure`, or "slow"."""
        loop = asyncio.get_running_loop()
        if self._trial is None or (self._trial.done() and loop.time() - self._ended > FRESH):
            self._trial = asyncio.create_task(self._try(), name="probe")
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(self._trial)
        except TimeoutError:
            return "slow"

    async def _try(self) -> str:
        try:
            await self._workers.read(self._database.ping)
            await self._registry.heartbeat()
            free = self._database.free
            return "ok" if free is None or free >= LEAST_FREE else str(StorageFailure.FULL)
        except StoreError as error:
            return str(error.failure)
        except OSError:
            return str(StorageFailure.UNREACHABLE)
        finally:
            self._ended = asyncio.get_running_loop().time()


def add_operation(app: FastAPI, services: Services, metrics_token: str | None = None) -> None:
    """Add ``/health`` and ``/metrics``.

    Args:
        app: the application.
        services: what is watched.
        metrics_token: with it the metrics are told to others than this very machine.
    """
    probe = Probe(services)

    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        database = await probe.result()
        well = database == "ok"
        if not well:
            log.error("the database is not well: %s", database)
        return json_response(
            {"status": "ok" if well else "ill", "database": database}, 200 if well else 503
        )

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        if not (_from_here(request) or _has_token(request, metrics_token)):
            return PlainTextResponse("only from this machine, or with the token", 403)
        return Response(services.registry.metrics.text(), media_type=CONTENT_TYPE)


def _from_here(request: Request) -> bool:
    """Whether this very machine asks, and not for somebody else, as a proxy does."""
    if any(name in request.headers for name in ("forwarded", "x-forwarded-for", "via")):
        return False
    host = host_of(request.headers.get("host", ""))
    return _is_loopback(request.client.host if request.client else "") and (
        host == "localhost" or _is_loopback(host)
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _has_token(request: Request, token: str | None) -> bool:
    given = request.headers.get("authorization", "")
    if not token or not given.lower().startswith(BEARER):
        return False
    return hmac.compare_digest(given[len(BEARER) :].strip().encode(), token.encode())
