"""The HTTP interface to one's bots: programs that sit at tables with a token of their own."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import Request, Response

from ducato.core.i18n import say
from ducato.store import Person
from ducato.store.people.bot_accounts import MOST
from ducato.table.names import MARK
from ducato.table.seats import LONGEST_NAME
from ducato.web.http.accounts import Nothing, good_name
from ducato.web.http.profiles import somebody
from ducato.web.services import Services
from ducato.web.support.openapi import DescribedApi
from ducato.web.support.responses import ApiError, json_response, read_body
from ducato.web.support.sessions import is_bot


class NewBot(msgspec.Struct, frozen=True):
    """How a bot is to be called."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class OwnBot(msgspec.Struct, frozen=True):
    """A bot of who asks."""

    id: str
    name: str


class BotToken(msgspec.Struct, frozen=True):
    """A bot and its token, which is shown this once."""

    id: str
    name: str
    token: str


def add_bots(app: DescribedApi, services: Services) -> None:
    """Add the routes under ``/api/bot-accounts``."""
    bots = services.store.bot_accounts

    async def owner(request: Request) -> Person:
        if is_bot(request):
            raise ApiError(403, say("bad.for_people"))
        return await somebody(services, request)

    @app.get("/api/bot-accounts", **app.described(list[OwnBot], refusals=[403, 503], who="people"))
    async def list_bots(request: Request) -> Response:
        """One's bots."""
        person = await owner(request)
        return json_response([OwnBot(bot.id, bot.name) for bot in await _of(services, person)])

    @app.post(
        "/api/bot-accounts",
        **app.described(
            BotToken, NewBot, status=201, refusals=[403, 408, 409, 413, 422, 429, 503], who="people"
        ),
    )
    async def add_bot(request: Request) -> Response:
        """A new bot, with a token."""
        await services.guard_people(request)
        name = good_name((await read_body(request, NewBot)).name)
        person = await owner(request)
        if len(name) > LONGEST_NAME - len(MARK):
            raise ApiError(422, say("bad.name", n=LONGEST_NAME - len(MARK)), "name")
        added = await asyncio.wrap_future(bots.add(person.id, name + MARK))
        if added is None:
            raise ApiError(409, say("bad.bots", n=MOST))
        bot, token = added
        return json_response(BotToken(bot.id, bot.name, token), 201)

    @app.post(
        "/api/bot-accounts/{bot_id}/token",
        **app.described(BotToken, status=201, refusals=[403, 404, 429, 503], who="people"),
    )
    async def renew_token(request: Request, bot_id: str) -> Response:
        """Another token for a bot; the old one opens nothing any more."""
        await services.guard_people(request)
        person = await owner(request)
        bot = next((bot for bot in await _of(services, person) if bot.id == bot_id), None)
        token = await asyncio.wrap_future(bots.renew(person.id, bot_id))
        if bot is None or token is None:
            raise ApiError(404, say("bad.no_bot"))
        services.registry.dismiss(bot.id)
        return json_response(BotToken(bot.id, bot.name, token), 201)

    @app.delete(
        "/api/bot-accounts/{bot_id}",
        **app.described(Nothing, refusals=[403, 404, 429, 503], who="people"),
    )
    async def revoke_bot(request: Request, bot_id: str) -> Response:
        """End a bot: it is sent away from its tables, and its token opens nothing any more."""
        await services.guard_people(request)
        person = await owner(request)
        if await asyncio.wrap_future(bots.revoke(person.id, bot_id)) is None:
            raise ApiError(404, say("bad.no_bot"))
        services.registry.dismiss(bot_id)
        return json_response(Nothing())


async def _of(services: Services, person: Person) -> list[Person]:
    return await services.workers.read(services.store.bot_accounts.of_owner, person.id)
