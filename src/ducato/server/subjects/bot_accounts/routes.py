"""Bot accounts, with which programs play at tables; each has its own token."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import CHANGE, NO_BOTS, AppServices, CurrentPerson, body
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.services import Services
from ducato.server.subjects.bot_accounts.storage import MOST, BotAccounts
from ducato.server.subjects.people.routes.accounts import Empty, chosen_name
from ducato.server.subjects.people.storage import Person
from ducato.table.names import MARK
from ducato.table.seats import LONGEST_NAME

router = APIRouter(prefix="/api/bot-accounts")


class BotRequest(msgspec.Struct, frozen=True):
    """The name of a new bot."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class BotAccount(msgspec.Struct, frozen=True):
    """One of the person's bot accounts."""

    id: str
    name: str


class BotToken(msgspec.Struct, frozen=True):
    """A bot account with its new token, which the server never shows again."""

    id: str
    name: str
    token: str


@router.get(
    "", dependencies=[NO_BOTS], **documented(list[BotAccount], errors=[403], audience="people")
)
async def list_bot_accounts(services: AppServices, person: CurrentPerson) -> Response:
    """Return the person's bot accounts."""
    return json_response([BotAccount(bot.id, bot.name) for bot in await _owned(services, person)])


@router.post(
    "",
    dependencies=[CHANGE, NO_BOTS],
    **documented(BotToken, BotRequest, status=201, errors=[403, 409], audience="people"),
)
async def add_bot_account(
    services: AppServices,
    wanted: Annotated[BotRequest, body(BotRequest)],
    person: CurrentPerson,
) -> Response:
    """Create a bot account and return its token."""
    name = await chosen_name(services, wanted.name)
    if len(name) > LONGEST_NAME - len(MARK):
        raise ApiError(422, say("bad.name", n=LONGEST_NAME - len(MARK)), "name")
    added = await asyncio.wrap_future(BotAccounts(services.database).add(person.id, name + MARK))
    if added is None:
        raise ApiError(409, say("bad.bots", n=MOST))
    bot, token = added
    return json_response(BotToken(bot.id, bot.name, token), 201)


@router.post(
    "/{bot_id}/token",
    dependencies=[CHANGE, NO_BOTS],
    **documented(BotToken, status=201, errors=[403, 404], audience="people"),
)
async def renew_token(services: AppServices, bot_id: str, person: CurrentPerson) -> Response:
    """Give a bot account a new token, invalidate the old one, and close the bot's connections."""
    bot = next((bot for bot in await _owned(services, person) if bot.id == bot_id), None)
    token = await asyncio.wrap_future(BotAccounts(services.database).renew(person.id, bot_id))
    if bot is None or token is None:
        raise ApiError(404, say("bad.no_bot"))
    services.registry.revoke_connections(bot.id)
    return json_response(BotToken(bot.id, bot.name, token), 201)


@router.delete(
    "/{bot_id}",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, errors=[403, 404], audience="people"),
)
async def revoke_bot_account(services: AppServices, bot_id: str, person: CurrentPerson) -> Response:
    """Revoke a bot account: invalidate its token and close its connections."""
    revoked = await asyncio.wrap_future(BotAccounts(services.database).revoke(person.id, bot_id))
    if revoked is None:
        raise ApiError(404, say("bad.no_bot"))
    services.registry.revoke_connections(bot_id)
    return json_response(Empty())


async def _owned(services: Services, person: Person) -> list[Person]:
    return await services.workers.run_blocking(BotAccounts(services.database).of_owner, person.id)
