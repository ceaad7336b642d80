"""The health check and the metrics, for the operator of the server."""

from __future__ import annotations

import asyncio
import hmac
import logging
from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from starlette.responses import PlainTextResponse

from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.kit.http.dependencies import AppServices
from ducato.server.kit.http.origins import host_of
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.http.sessions import BEARER
from ducato.server.kit.process.prometheus import CONTENT_TYPE
from ducato.server.services import Services

log = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)

PROBE_TIMEOUT = 3.0
"""Seconds within which the database must answer."""
RESULT_MAX_AGE = 1.0
"""Seconds for which a result is reused, so that checks cost at most one write a second."""
MIN_FREE_BYTES = 1 << 20
"""Minimum free disk space in bytes; with less, a heartbeat may fit but a game may not."""


class DatabaseProbe:
    """An on-demand check that the database can be read and written.

    Args:
        services: the services whose database is checked.
    """

    def __init__(self, services: Services) -> None:
        self._registry, self._workers = services.registry, services.workers
        self._database = services.database
        self._check: asyncio.Task[str] | None = None
        self._ended = 0.0

    async def result(self) -> str:
        """Return "ok", or one word for the problem: the value of a `StorageFailure`, or "slow".

        A result is shared by simultaneous requests, and reused for `RESULT_MAX_AGE` seconds.
        """
        loop = asyncio.get_running_loop()
        if self._check is None or (
            self._check.done() and loop.time() - self._ended > RESULT_MAX_AGE
        ):
            self._check = asyncio.create_task(self._try(), name="database probe")
        try:
            async with asyncio.timeout(PROBE_TIMEOUT):
                return await asyncio.shield(self._check)
        except TimeoutError:
            return "slow"

    async def _try(self) -> str:
        try:
            await self._workers.run_blocking(self._database.ping)
            await self._registry.heartbeat()
            free = self._database.free
            return "ok" if free is None or free >= MIN_FREE_BYTES else str(StorageFailure.FULL)
        except StoreError as error:
            return str(error.failure)
        except OSError:
            return str(StorageFailure.UNREACHABLE)
        finally:
            self._ended = asyncio.get_running_loop().time()


@router.get("/health")
async def health(services: AppServices) -> Response:
    """Return status 200 if the database works, else 503 and the problem, which is also logged."""
    database = await services.own(DatabaseProbe).result()
    healthy = database == "ok"
    if not healthy:
        log.error("the database is not healthy: %s", database)
    status = {"status": "ok" if healthy else "unhealthy", "database": database}
    return json_response(status, 200 if healthy else 503)


@router.get("/metrics")
async def metrics(request: Request, services: AppServices) -> Response:
    """Return the metrics to this machine and anybody with the token, and status 403 to others."""
    if not (_is_local(request) or _has_token(request, request.app.state.metrics_token)):
        return PlainTextResponse("only from this machine, or with the token", 403)
    return Response(services.registry.metrics.render(), media_type=CONTENT_TYPE)


def _is_local(request: Request) -> bool:
    """Return whether the request comes from this machine itself, not through a proxy."""
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
