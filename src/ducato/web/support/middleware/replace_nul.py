"""The replacement of NUL characters in paths."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


class ReplaceNul:
    """ASGI middleware that replaces NUL in paths, so that such a path is simply not found.

    PostgreSQL would reject a query for a text that contains NUL.

    Args:
        app: the application that handles the requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with NUL in its path replaced."""
        if "\0" in scope.get("path", ""):
            scope["path"] = scope["path"].replace("\0", "\N{REPLACEMENT CHARACTER}")
        await self.app(scope, receive, send)
