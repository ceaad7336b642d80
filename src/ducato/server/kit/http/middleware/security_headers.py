"""The security headers of all responses, such as Content-Security-Policy (CSP) and HSTS."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    # Scripts, styles and connections of our own only. Only our own pages frame a page of ours: the
    # table its rulebook, the first page the thumbnails of tables.
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'self'; manifest-src 'self'; object-src 'none'; worker-src 'self'",
    "X-Content-Type-Options": "nosniff",
    # A table's address is its key: it must not reach other sites.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HSTS = {"Strict-Transport-Security": "max-age=31536000"}
REVALIDATE = "no-cache"
"""The value of Cache-Control that makes browsers revalidate a file each time, since file names
contain no version."""


class SecurityHeaders:
    """ASGI middleware that sets `HEADERS` in every response, and Cache-Control if it is missing.

    Args:
        app: the application that handles the requests.
        secure: whether to tell browsers to use only https for a year (`HSTS`).
    """

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self.app = app
        self._headers = {**HEADERS, **(HSTS if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to the response."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)  # a page may have a stricter policy
                headers.setdefault("Cache-Control", REVALIDATE)
            await send(message)

        await self.app(scope, receive, send_safely)
