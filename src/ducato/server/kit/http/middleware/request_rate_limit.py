"""The rate limit on the HTTP requests from one address, checked before a route does any work."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from ducato.server.kit.http.rate_limits import Limits, address_of, limit_rate
from ducato.server.kit.http.responses import error_response, too_many_requests
from ducato.server.kit.process.prometheus import Metrics
from ducato.server.kit.workers.slow_work import REQUESTER

REQUESTS_OF_ADDRESS = limit_rate("requests-of-address", 50, 600)

COSTS = [
    (re.compile(pattern), cost)
    for pattern, cost in (
        (r"/static/js/pages/", 2),
        (r"/(?:static|here)/", 0.5),
        (r"/table/[^/]+/record$", 40),
        (r"/table/[^/]+/scene\.json$", 2),
        (r"/api/me/data$", 25),
        (r"/api/tournaments/[^/]+/export$", 25),
        (r"/api/tournaments/[^/]+$", 3),
        (r"/api/openapi\.json$", 10),
        (r"/api/(?:leaderboards|daily)", 4),
        (r"/api/me/(?:results|openings|people|invitations)$", 3),
        (r"/api/tables(?:/[^/]+/people)?$", 2),
        (r"/rules/[^/]+/figures/", 5),
        (r"/table/[^/]+/qr\.svg$", 4),
        (r"/rules/", 3),
    )
]
"""Costs in tokens of the requests that do not cost one token, by a pattern for the beginning of the
path; the first match counts. A token stands for about one millisecond of processor time; a table's
page with all its files costs about ten. `python -m benchmarks.costs.get_costs` measures all."""


class RequestRateLimit:
    """ASGI middleware that refuses requests from an address that has made too many.

    Args:
        app: the application that handles accepted requests.
        limits: the buckets of all addresses.
        metrics: the metrics in which refusals are counted.
    """

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        self.app, self._limits, self._metrics = app, limits, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with status 429."""
        if scope["type"] != "http":  # sockets have limits of their own
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        address, cost = address_of(request), cost_of(scope["path"])
        REQUESTER.set(address)
        if self._limits.take(REQUESTS_OF_ADDRESS, address, cost):
            await self.app(scope, receive, send)
            return
        self._metrics.rejections.labels("http_429").inc()
        wait = self._limits.retry_after(REQUESTS_OF_ADDRESS, address, cost)
        await error_response(request, too_many_requests(wait))(scope, receive, send)


def cost_of(path: str) -> float:
    """Return the cost in tokens of a request for a path.

    Example:
        >>> cost_of("/table/abc"), cost_of("/table/abc/record"), cost_of("/static/css/base.css")
        (1, 40, 0.5)
    """
    return next((cost for pattern, cost in COSTS if pattern.match(path)), 1)
