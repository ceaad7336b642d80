"""Protection against other web sites, and restrictions on our own pages.

A page of another site can make a visitor's browser call this server. It cannot forge the header
Origin, so every request that makes a change, and every socket, must come from our own pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    # Scripts, styles and connections of our own only, none of them inside a page.
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    # A table's address is its key: it must not reach other sites.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ONLY_HTTPS = {"Strict-Transport-Security": "max-age=31536000"}
UNCHANGED = "no-cache"
"""The value of Cache-Control that makes browsers revalidate a file each time, since file names
contain no version."""


def is_same_origin(connection: HTTPConnection, public_url: str | None = None) -> bool:
    """Return whether a request comes from one of our pages, or has no header Origin.

    Args:
        connection: the request.
        public_url: the origin under which the server is known; None to compare with Host only.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True  # a program: every browser sends it with a socket and with a POST
    if public_url is not None and origin.lower() == public_url.lower():
        return True
    return origin.partition("://")[2].lower() == connection.headers.get("host", "").lower()


def host_of(header: str) -> str:
    """Return the name or address in a Host header, without the port.

    Example:
        >>> host_of("localhost:8000"), host_of("[::1]:8000"), host_of("::1")
        ('localhost', '::1', '::1')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    name, _, port = header.lower().rpartition(":")
    return name if port.isdecimal() and ":" not in name else header.lower()


def url_host(host: str) -> str:
    """Return a name or an address in the form used in a URL.

    Example:
        >>> [url_host(host) for host in ("::1", "fe80::1%eth0", "::ffff:192.0.2.1", "localhost")]
        ['[::1]', '[fe80::1]', '192.0.2.1', 'localhost']
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return f"[{address}]" if mapped is None else str(mapped)
    return str(address)


class AllowedHosts:
    """ASGI middleware that refuses requests addressed to a name that is not ours.

    A foreign site may point its own name to this machine, and its pages would then count as ours.
    It needs a name for that, so every address is accepted: the server cannot know which of its
    addresses a router uses. An address in Host may still be forged, so it is never used for
    anything else; see `Services.address`.

    Args:
        app: the application that handles accepted requests.
        names: the server's names, besides ``localhost``.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self.app, self.names = app, {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with status 421 (a socket with code 4403)."""
        if scope["type"] == "lifespan" or self._ours(host_of(Headers(scope=scope).get("host", ""))):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
        else:
            await PlainTextResponse("this server has another name", 421)(scope, receive, send)

    def _ours(self, host: str) -> bool:
        try:
            ip_address(host)
        except ValueError:
            return host in self.names
        return True


class SecurityHeaders:
    """ASGI middleware that adds `HEADERS` to every response, and Cache-Control if it is missing.

    Args:
        app: the application that handles the requests.
        secure: whether browsers are told to use only https from now on.
    """

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self.app = app
        self._headers = {**HEADERS, **(ONLY_HTTPS if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to the response."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", UNCHANGED)
            await send(message)

        await self.app(scope, receive, send_safely)


class ReplaceNul:
    """ASGI middleware that replaces NUL in paths, so that such a path is simply not found.

    PostgreSQL would reject a query for a text that contains NUL.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with NUL in its path replaced."""
        if "\0" in scope.get("path", ""):
            scope["path"] = scope["path"].replace("\0", "\N{REPLACEMENT CHARACTER}")
        await self.app(scope, receive, send)
