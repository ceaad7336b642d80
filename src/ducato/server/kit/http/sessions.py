"""The identity of visitors: a person has a cookie with the token of a session, a bot its own token.

Nobody gets a session for merely looking: only a visitor who opens or joins a table or gives a name
becomes a guest.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from urllib.parse import urlsplit

from fastapi import Response
from starlette.requests import HTTPConnection

from ducato.core.i18n import say
from ducato.server.kit.database.engine import Database
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.origins import cookie_name
from ducato.server.kit.workers.pools import Workers
from ducato.server.subjects.bot_accounts.storage import BotAccounts
from ducato.server.subjects.people.email_verification import VERIFICATION_LASTS
from ducato.server.subjects.people.session_rows import SESSION_LASTS
from ducato.server.subjects.people.storage import UNNAMED, People, Person

SECURE_COOKIE, PLAIN_COOKIE = "__Host-ducato", "ducato"
"""The names of the session cookie over https and over http at the usual ports; see
`origins.cookie_name`. Browsers accept the first only over https, and only for this exact host."""
LOGIN_COOKIE = "ducato-login"
"""The name of the cookie that lets a browser type the code of the mail that it asked for."""
LOGIN_PATH = "/api/me"
BEARER = "bearer "
"""The prefix of a bot's token in the header Authorization, in lower case."""

BROWSERS = (
    ("edg", "edge"),
    ("opr/", "opera"),
    ("samsungbrowser", "samsung"),
    ("firefox", "firefox"),
    ("fxios", "firefox"),
    ("crios", "chrome"),
    ("chrom", "chrome"),
    ("safari", "safari"),
)
"""What a browser says of itself, in lower case, and its kind; the first that fits counts."""
SYSTEMS = (
    ("android", "android"),
    ("iphone", "ios"),
    ("ipad", "ios"),
    ("windows", "windows"),
    ("mac os", "macos"),
    ("cros", "chromeos"),
    ("linux", "linux"),
)
"""The same for the system."""
OTHER = "other"


class InvalidToken(ApiError):
    """An error raised if a bot's token is unknown or was revoked."""

    def __init__(self) -> None:
        super().__init__(401, say("bad.token"))


class Sessions:
    """The identification of people by the cookies of their sessions, and of bots by their tokens.

    Args:
        database: the database that holds the people, sessions and bot accounts.
        workers: the threads that read it.
        secure: whether all visitors reach the server by https, even if a proxy hides that; if
            False, each request shows it.
    """

    def __init__(self, database: Database, workers: Workers, secure: bool = False) -> None:
        self._people, self._bots = People(database), BotAccounts(database)
        self._workers, self._always_secure = workers, secure

    async def identify(self, connection: HTTPConnection) -> Person | None:
        """Return the person or the bot that makes a request; None for an unknown visitor.

        Raises:
            InvalidToken: the request has a bot's token that is unknown or was revoked.
            StoreError: the store cannot be read.
        """
        if is_bot(connection):
            bearer = connection.headers["authorization"][len(BEARER) :].strip()
            bot = await self._workers.run_blocking(self._bots.of_token, bearer[:100])
            if bot is None:
                raise InvalidToken
            return bot
        token = self.token(connection)
        if token is None or len(token) > 100:
            return None
        return await self._workers.run_blocking(self._people.of_session, token)

    async def identify_or_create_guest(
        self, connection: HTTPConnection, name: str
    ) -> tuple[Person, str | None]:
        """Return the person or the bot that makes a request; an unknown visitor becomes a guest.

        A guest has one name: the one given last. An account that has no name yet gets this one;
        it is renamed on its own page only.

        Args:
            connection: the request.
            name: the name for a guest; "" keeps a known guest's name, and gives a new guest the
                name `UNNAMED`. It is not used for others.

        Returns:
            The person or bot, and the token of a new session for the cookie; None instead of the
            token if there is no new session.

        Raises:
            InvalidToken: the request has a bot's token that is unknown or was revoked.
            StoreError: the store cannot be read, or the guest or the name cannot be stored.
        """
        known = await self.identify(connection)
        if known is not None:
            may_rename = known.owner is None and (known.email is None or not known.has_name)
            if name and name != known.name and may_rename:
                await asyncio.wrap_future(self._people.rename(known.id, name))
                known = replace(known, name=name)
            return known, None
        device = device_of(connection.headers.get("user-agent"))
        return await asyncio.wrap_future(self._people.welcome(name or UNNAMED, device))

    def token(self, connection: HTTPConnection) -> str | None:
        """Return the token in the session cookie; None without a cookie."""
        return connection.cookies.get(self._cookie(connection))

    def with_cookie(
        self, connection: HTTPConnection, answer: Response, token: str | None
    ) -> Response:
        """Return a response with the cookie of a new session; without a token, as it is."""
        if token is not None:
            answer.set_cookie(
                self._cookie(connection),
                token,
                max_age=SESSION_LASTS // 1000,
                path="/",
                secure=self._secure(connection),
                httponly=True,
                samesite="lax",
            )
        return answer

    def login_request(self, connection: HTTPConnection) -> str | None:
        """Return the token with which this browser may type a mailed code; None without one."""
        token = connection.cookies.get(cookie_name(connection, LOGIN_COOKIE))
        return None if token is None or len(token) > 100 else token

    def set_login_request(
        self, connection: HTTPConnection, answer: Response, token: str | None
    ) -> None:
        """Let the browser type the code of the mail that it asked for; None ends that."""
        answer.set_cookie(
            cookie_name(connection, LOGIN_COOKIE),
            token or "",
            max_age=0 if token is None else VERIFICATION_LASTS // 1000,
            path=LOGIN_PATH,
            secure=self._secure(connection),
            httponly=True,
            samesite="strict",
        )

    def delete_cookie(self, connection: HTTPConnection, answer: Response) -> None:
        """Make the browser delete its session cookie."""
        answer.delete_cookie(
            self._cookie(connection),
            path="/",
            secure=self._secure(connection),
            httponly=True,
            samesite="lax",
        )

    def _secure(self, connection: HTTPConnection) -> bool:
        return self._always_secure or connection.url.scheme in ("https", "wss")

    def _cookie(self, connection: HTTPConnection) -> str:
        return cookie_name(connection, SECURE_COOKIE if self._secure(connection) else PLAIN_COOKIE)


def session_cookie(address: str, token: str) -> dict[str, str]:
    """Return the cookie of a session at a server reached by http, for a program with a browser.

    Example:
        >>> session_cookie("http://127.0.0.1:8470", "secret")["name"]
        'ducato-8470'
    """
    port = urlsplit(address).port
    name = PLAIN_COOKIE if port in (None, 80) else f"{PLAIN_COOKIE}-{port}"
    return {"name": name, "value": token, "url": address}


def is_bot(connection: HTTPConnection) -> bool:
    """Return whether a request has a bearer token, valid or not, which only bots send.

    Other sites cannot make a browser send such a token.
    """
    return connection.headers.get("authorization", "").lower().startswith(BEARER)


def device_of(user_agent: str | None) -> str | None:
    """Return the kinds of browser and system, such as "firefox/android"; None if both are unknown.

    Nothing else of what the browser says of itself is kept, since it could identify it.

    Args:
        user_agent: the header User-Agent of a request, if it has one.
    """
    text = (user_agent or "").lower()
    browser, system = _first(BROWSERS, text), _first(SYSTEMS, text)
    return None if browser == system == OTHER else f"{browser}/{system}"


def _first(kinds: tuple[tuple[str, str], ...], text: str) -> str:
    return next((kind for mark, kind in kinds if mark in text), OTHER)
