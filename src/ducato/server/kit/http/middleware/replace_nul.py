"""The replacement of NUL characters in paths and queries."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

REPLACEMENT = b"%EF%BF%BD"
"""The replacement character, as it is written in a query."""


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
