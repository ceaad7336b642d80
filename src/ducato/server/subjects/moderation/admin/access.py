"""The access of administrators: with the server's admin token, for some hours after entering it.

The token is entered once and becomes a cookie that scripts cannot read and other sites cannot send.
The cookie holds nothing but the time when it ends, signed with the token. So no process needs to
remember it, and another token ends all of them.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from ducato.core.errors import BadValue
from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError, NoSuchPage
from ducato.server.kit.http.dependencies import CHANGE, AppServices, body
from ducato.server.kit.http.origins import cookie_name
from ducato.server.kit.http.rate_limits import address_of, limit_rate
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.people.routes.accounts import Empty

ADMIN_TOKENS_OF_ADDRESS = limit_rate("admin-tokens-of-address", 1 / 60, 5)

router = APIRouter(prefix="/api/admin", include_in_schema=False)

COOKIE = "ducato-admin"
SESSION_SECONDS = 8 * 3600
"""Seconds after which the token must be entered again."""
SHORTEST_TOKEN = 16
"""The minimum length of the token in characters."""


class TokenRequest(msgspec.Struct, frozen=True):
    """The admin token, as an administrator entered it."""

    token: Annotated[str, msgspec.Meta(max_length=500)]


def checked_admin_token(token: str | None) -> str | None:
    """Return an admin token if it is long enough; None for none, as for an empty variable.

    Raises:
        BadValue: it is too short.
    """
    if not token:
        return None
    if len(token) < SHORTEST_TOKEN:
        raise BadValue(
            "--admin-token", f"{len(token)} characters", f"at least {SHORTEST_TOKEN} characters"
        )
    return token


async def require_token(request: Request) -> str:
    """Return the server's admin token.

    Raises:
        NoSuchPage: the server has none: then nothing here exists.
    """
    token: str | None = request.app.state.admin_token
    if token is None:
        raise NoSuchPage
    return token


async def require_admin(request: Request, token: Annotated[str, Depends(require_token)]) -> None:
    """Reject a request without a valid cookie.

    Raises:
        ApiError: 403, if the token must be entered first.
    """
    if not is_valid(_cookie(request), token):
        raise ApiError(403, say("bad.admin"))


def is_valid(cookie: str, token: str) -> bool:
    """Return whether a cookie was made with this token and has not ended."""
    ends, _, signature = cookie.partition(".")
    if not (ends.isascii() and ends.isdecimal() and len(ends) < 16):
        return False
    right = hmac.compare_digest(signature.encode(), _signature(ends, token).encode())
    return right and int(ends) > time.time()


HAS_TOKEN = Depends(require_token)
ADMIN = Depends(require_admin)


class AdminState(msgspec.Struct, frozen=True):
    """Whether the sender has entered the token."""

    admin: bool


@router.get("/session")
async def get_session(request: Request, token: Annotated[str, Depends(require_token)]) -> Response:
    """Return whether the sender has entered the token."""
    return json_response(AdminState(is_valid(_cookie(request), token)))


@router.post("/session", dependencies=[HAS_TOKEN, CHANGE])
async def log_in(
    request: Request,
    services: AppServices,
    token: Annotated[str, Depends(require_token)],
    wanted: Annotated[TokenRequest, body(TokenRequest)],
) -> Response:
    """Set the cookie, if the token is right."""
    services.limit(ADMIN_TOKENS_OF_ADDRESS, address_of(request) or "this machine")
    if not hmac.compare_digest(wanted.token.encode(), token.encode()):
        raise ApiError(403, say("bad.admin_token"), "token")
    ends = str(int(time.time()) + SESSION_SECONDS)
    answer = json_response(Empty())
    answer.set_cookie(
        cookie_name(request, COOKIE),
        f"{ends}.{_signature(ends, token)}",
        max_age=SESSION_SECONDS,
        path="/api/admin",
        secure=request.url.scheme == "https" or services.home.startswith("https://"),
        httponly=True,
        samesite="strict",
    )
    return answer


@router.delete("/session", dependencies=[HAS_TOKEN, CHANGE])
async def log_out(request: Request) -> Response:
    """Delete the cookie."""
    answer = json_response(Empty())
    answer.delete_cookie(
        cookie_name(request, COOKIE), path="/api/admin", httponly=True, samesite="strict"
    )
    return answer


def _signature(ends: str, token: str) -> str:
    return hmac.new(token.encode(), f"admin {ends}".encode(), hashlib.sha256).hexdigest()


def _cookie(request: Request) -> str:
    return request.cookies.get(cookie_name(request, COOKIE), "")
