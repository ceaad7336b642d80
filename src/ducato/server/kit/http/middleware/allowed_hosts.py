"""The check of the header Host, which protects against DNS rebinding."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ducato.server.kit.http.origins import ascii_host, host_of


class AllowedHosts:
    """ASGI middleware that refuses requests addressed to a name that is not ours.

    Another site may point its own name to this machine, and its pages would then count as ours.
    Such an attack needs a name, so every IP address is accepted: behind a router, the server cannot
    know all addresses at which it is reached. An address in Host may still be forged, so it is
    never used for anything else; see `Services.address`.

    Args:
        app: the application that handles accepted requests.
        names: the server's names, besides ``localhost``.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self.app, self.names = app, {"localhost", *map(ascii_host, names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with status 421 (a socket with code 4403)."""
        if scope["type"] == "lifespan" or self._is_allowed(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
        else:
            await PlainTextResponse("this server has another name", 421)(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        host = host_of(Headers(scope=scope).get("host", ""))
        try:
            ip_address(host)
        except ValueError:
            return host in self.names
        return True
