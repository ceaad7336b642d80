"""Routes of studies: the branches of a finished game, kept, commented on, shared, and compared."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.bots.analysis.branch_comparison import WinChance, comparing, parting
from ducato.bots.warmup import ADVICE
from ducato.core.i18n import say
from ducato.server.kit.database.errors import StoreError
from ducato.server.kit.errors import ApiError
from ducato.server.kit.http.dependencies import (
    ACTS,
    CHANGE,
    NO_BOTS,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
    body,
    check_named,
)
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.rate_limits import address_of, limit_rate
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.workers.bot_queue import Payer
from ducato.server.live.persistence import to_live_table
from ducato.server.services import Services
from ducato.server.subjects.branches.storage import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    MOST_OF_GAME,
    NotOwnBranch,
    Studies,
    TooManyBranches,
)
from ducato.server.subjects.people.routes.accounts import check_words
from ducato.server.subjects.tables.routes import not_stored
from ducato.server.subjects.tables.storage import Tables
from ducato.table.chat_rules import tidy_lines
from ducato.table.seats import NotAName, tidy_name
from ducato.table.state import branched_from
from ducato.table.table import LiveTable
from ducato.table.views.texts import GameTexts

COMPARISONS_OF_ADDRESS = limit_rate("comparisons-of-address", 1 / 4, 20)

router = APIRouter(prefix="/api/tables/{table_id}")


class KeepRequest(msgspec.Struct, frozen=True):
    """A branch to keep: its table, a name, a comment, and whether everybody may see it."""

    branch: Annotated[str, msgspec.Meta(max_length=32)]
    name: Annotated[str, msgspec.Meta(max_length=200)]
    comment: Annotated[str, msgspec.Meta(max_length=LONGEST_COMMENT)] = ""
    shared: bool = False


class BranchEntry(msgspec.Struct, frozen=True):
    """A branch in a study; see `branches.storage.StudiedBranch`."""

    id: str
    url: str
    author: str
    own: bool
    kept: bool
    name: str
    comment: str
    shared: bool
    steps: int
    finished: bool


class Points(msgspec.Struct, frozen=True):
    """Points of the chance to win, with the half width of their 95 % interval."""

    value: float
    margin: float


class ComparedChoice(msgspec.Struct, frozen=True):
    """A choice in words, and the chance to win of who made it."""

    text: str
    wins: Points


class BranchComparison(msgspec.Struct, frozen=True):
    """A finished game and a branch of it at the choice where they part.

    Attributes:
        seq: the number of steps before the choice.
        seat: the seat that chose.
        game: its choice in the game.
        branch: its choice in the branch.
        difference: what the branch's choice is worth more, found under the same deals.
    """

    seq: int
    seat: int
    game: ComparedChoice
    branch: ComparedChoice
    difference: Points


@router.get("/study", **documented(list[BranchEntry], errors=[401, 404]))
async def get_study(services: AppServices, table_id: str, person: MaybePerson) -> Response:
    """Return the branches of a finished game: the reader's own, and those that others share."""
    run, database = services.workers.run_blocking, services.database
    await run(Tables(database).head, table_id)
    found = await run(Studies(database).of, table_id, None if person is None else person.id)
    return json_response(
        [
            BranchEntry(
                one.id,
                f"/table/{one.id}",
                one.author,
                one.own,
                one.kept,
                one.name,
                one.comment,
                one.shared,
                one.seq,
                one.finished,
            )
            for one in found
        ]
    )


@router.post(
    "/study",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(dict[str, bool], KeepRequest, errors=[401, 403, 404, 409], audience="people"),
)
async def keep_branch(
    services: AppServices,
    table_id: str,
    person: CurrentPerson,
    wanted: Annotated[KeepRequest, body(KeepRequest)],
) -> Response:
    """Keep a branch under a name, with a comment, or change them."""
    try:
        name = tidy_name(wanted.name, LONGEST_NAME)
    except NotAName as wrong:
        raise ApiError(422, wrong.message, "name") from wrong
    comment = tidy_lines(wanted.comment)
    if wanted.shared:
        check_named(person)
        await check_words(services, "name", name, wanted.name)
        await check_words(services, "comment", comment, wanted.comment)
    kept = Studies(services.database).keep(
        table_id, wanted.branch, person.id, name, comment, shared=wanted.shared
    )
    try:
        await asyncio.wrap_future(kept)
    except NotOwnBranch as wrong:
        raise ApiError(404, say("lost.page")) from wrong
    except TooManyBranches as many:
        raise ApiError(409, say("bad.branches", n=MOST_OF_GAME)) from many
    except StoreError as error:
        raise not_stored(error) from error
    return json_response({"kept": True})


@router.delete(
    "/study/{branch}",
    dependencies=[CHANGE, NO_BOTS],
    **documented(dict[str, bool], errors=[401, 403], audience="people"),
)
async def drop_branch(
    services: AppServices, table_id: str, branch: str, person: CurrentPerson
) -> Response:
    """Forget what the person has written about a branch; its table stays."""
    try:
        await asyncio.wrap_future(Studies(services.database).drop(branch, person.id))
    except StoreError as error:
        raise not_stored(error) from error
    return json_response({"kept": False})


@router.get("/comparison", **documented(BranchComparison, errors=[401, 404, 409]))
async def compare_branch(
    request: Request, services: AppServices, table_id: str, person: MaybePerson, language: Language
) -> Response:
    """Compare a branch with its game, at the choice where they part.

    Both choices are judged by what their player knew. While the branch goes on, only the choices of
    the person who plays it are compared: what a bot did there may be hidden.
    """
    address = address_of(request)
    services.limit(COMPARISONS_OF_ADDRESS, address)
    branch = await _opened(services, table_id)
    game_id = branched_from(branch.state.branch_of)
    if game_id is None:
        raise ApiError(409, say("bad.no_branch"))
    game = await _opened(services, game_id)
    at = parting(game.match, branch.match)
    asker = None if person is None else person.id
    if branch.match.start is not None:
        at = None  # it did not begin as the game did
    if at is None or not (branch.status == "over" or at.seat in branch.roster.of(asker)):
        raise ApiError(409, say("bad.not_parted"))
    found = await services.workers.think(
        partial(comparing, game.match, at),
        Payer(address, asker or ""),
        bot=ADVICE,
        game=game.match.game,
    )
    seen = game.match.seen_by(at.seat, at.seq)
    texts = GameTexts(game.match)
    first, second = (texts.action_label(seen, action, language) for action in at.actions)
    return json_response(
        BranchComparison(
            at.seq,
            at.seat,
            ComparedChoice(first, _points(found.first)),
            ComparedChoice(second, _points(found.second)),
            _points(found.difference),
        )
    )


async def _opened(services: Services, table_id: str) -> LiveTable:
    stored = await services.workers.run_blocking(Tables(services.database).load, table_id)
    return await services.workers.run(to_live_table, stored)


def _points(chance: WinChance) -> Points:
    return Points(round(100 * chance.value, 1), round(100 * chance.margin, 1))
