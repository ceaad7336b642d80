"""The routes with which a browser subscribes to notifications, and its service worker."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.cached_files import cached_response
from ducato.server.kit.http.client_files import FOLDER
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    Language,
    body,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.subjects.push.endpoints import LONGEST_ENDPOINT, is_valid
from ducato.server.subjects.push.service import PushService
from ducato.server.subjects.push.storage import PushSubscription, PushSubscriptions

router = APIRouter()

WORKER = FOLDER / "service_worker.js"


class PushKey(msgspec.Struct, frozen=True):
    """The public key of this server, null if it sends no messages."""

    key: str | None


class PushKeys(msgspec.Struct, frozen=True):
    """The keys of a browser."""

    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=30)]


class SubscriptionRequest(msgspec.Struct, frozen=True):
    """A subscription as browsers write it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ENDPOINT)]
    keys: PushKeys


class EndRequest(msgspec.Struct, frozen=True):
    """The endpoint of a subscription that ends."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ENDPOINT)]


class Subscribed(msgspec.Struct, frozen=True):
    """Whether this browser is subscribed now."""

    subscribed: bool


@router.get("/service-worker.js", include_in_schema=False)
def service_worker(request: Request) -> Response:
    """Return the service worker; its path gives it all pages."""
    return cached_response(request, WORKER.read_bytes(), "text/javascript")


@router.get("/api/push", **documented(PushKey))
async def push_key(services: AppServices) -> Response:
    """Return the key with which this server signs messages to browsers."""
    sender = await services.own(PushService).sender()
    return json_response(PushKey(None if sender is None else sender.public_key))


@router.post(
    "/api/push",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(Subscribed, SubscriptionRequest, errors=[403, 409], audience="people"),
)
async def subscribe(
    request: Request,
    services: AppServices,
    wanted: Annotated[SubscriptionRequest, body(SubscriptionRequest)],
    language: Language,
) -> Response:
    """Tell this browser from now on when it is the person's turn at a slow table.

    That ends with the session.
    """
    settings = services.own(PushService).settings
    if settings is None:
        raise ApiError(409, say("bad.no_push"))
    keys = wanted.keys
    subscription = PushSubscription(wanted.endpoint, keys.p256dh, keys.auth, language)
    if not is_valid(subscription, private=settings.private):
        raise ApiError(422, say("bad.push"), "endpoint")
    session = services.sessions.token(request) or ""
    if not await asyncio.wrap_future(
        PushSubscriptions(services.database).add(session, subscription)
    ):
        raise ApiError(403, say("bad.nobody"))
    return json_response(Subscribed(True))


@router.post(
    "/api/push/end",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Subscribed, EndRequest, errors=[403], audience="people"),
)
async def unsubscribe(
    services: AppServices,
    wanted: Annotated[EndRequest, body(EndRequest)],
) -> Response:
    """Tell this browser no more, whoever subscribed it."""
    await asyncio.wrap_future(PushSubscriptions(services.database).remove(wanted.endpoint))
    return json_response(Subscribed(False))
