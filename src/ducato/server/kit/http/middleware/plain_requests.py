"""HEAD requests, trailing slashes and NUL characters, for every route at one place."""

from __future__ import annotations

from urllib.parse import quote

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

READING = ("GET", "HEAD")
REPLACEMENT = b"%EF%BF%BD"
"""The replacement character, as it is written in a query."""


class PlainRequests:
    """ASGI middleware that answers HEAD like GET, and redirects paths with a slash at the end.

    Programs that check links or watch a server send HEAD, for which FastAPI adds no routes.

    Args:
        app: the application that handles the requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, without the body of the response to HEAD, or redirect it."""
        if scope["type"] != "http" or scope["method"] not in READING:
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        # One slash at the start: two would lead to another host.
        canonical = "/" + path.strip("/")
        if path.endswith("/") and path != "/":
            query = scope["query_string"].decode("latin-1")
            target = quote(canonical) + (f"?{query}" if query else "")
            await RedirectResponse(target, 308)(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        await self.app(scope, receive, send)


def _without_body(send: Send) -> Send:
    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_head


class ReplaceNul:
    """ASGI middleware that replaces NUL in paths and queries, so that nothing is found for them.

    PostgreSQL would reject a query for a text that contains NUL.

    Args:
        app: the application that handles the requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with NUL in its path and query replaced."""
        if "\0" in scope.get("path", ""):
            scope["path"] = scope["path"].replace("\0", "\N{REPLACEMENT CHARACTER}")
        if b"%00" in scope.get("query_string", b""):
            scope["query_string"] = scope["query_string"].replace(b"%00", REPLACEMENT)
        await self.app(scope, receive, send)
