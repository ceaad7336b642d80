"""Challenges: links with which anybody can play against a person, at a table fixed in advance."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.database.engine import now
from ducato.server.kit.errors import ApiError, NoSuchPage
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import (
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
    body,
)
from ducato.server.kit.http.locale import chosen_language, game_title, server_text
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.kit.http.templates import render_page
from ducato.server.services import Services
from ducato.server.subjects.challenges import storage as challenges
from ducato.server.subjects.challenges.storage import Challenge, ChallengeOver, Challenges
from ducato.server.subjects.friends.storage import Friends
from ducato.server.subjects.moderation.blocks import Apart
from ducato.server.subjects.people.routes.accounts import Empty, chosen_name
from ducato.server.subjects.tables.link_preview import preview_of_game
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.new_tables import (
    NewTable,
    made_table,
    new_table,
    room_for,
    store_table,
)
from ducato.server.subjects.tables.routes import identify_or_create_guest
from ducato.table.setup.create import OpenSeat, PersonSeat, TableRequest, open_table
from ducato.table.setup.reserve import reserved
from ducato.table.time_control import TimeControl, read_time_control

router, pages = APIRouter(prefix="/api"), APIRouter(include_in_schema=False)

HOUR = 3_600_000
LONGEST_HOURS = 30 * 24
"""Longest time, in hours, for which a challenge may last."""


class ChallengeRequest(msgspec.Struct, frozen=True):
    """A new challenge.

    Attributes:
        table: the table to open: the challenger takes the seat of a person, or else an open one.
        once: whether the challenge ends when it is accepted; otherwise it opens a new table each
            time, until it is withdrawn.
        hours: the hours after which it ends in any case.
        name: the challenger's name, for a visitor who has none yet.
    """

    table: TableRequest
    once: bool = True
    hours: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_HOURS)] = 72
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class ChallengeAnswer(msgspec.Struct, frozen=True):
    """The name of the person who accepts a challenge; accounts keep their own."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class NewChallenge(msgspec.Struct, frozen=True):
    """A new challenge: its id and the path of its page, which is the link to share."""

    id: str
    url: str


class ChallengeEntry(msgspec.Struct, frozen=True):
    """A challenge as everybody with its link sees it.

    Attributes:
        id: its id.
        url: the path of its page.
        name: the challenger's name.
        own: whether the reader is the challenger.
        players: the number of players.
        bots: how many of them are bots.
        accepted: how many tables were opened by it; 0 unless the reader is the challenger.
        expires: when it ends in any case, in milliseconds since 1970.
    """

    id: str
    url: str
    name: str
    own: bool
    game: str
    title: str
    edition: str | None
    options: dict[str, bool | int | str]
    players: int
    bots: int
    time_control: TimeControl
    once: bool
    accepted: int
    expires: int


@router.get(
    "/me/challenges", **documented(list[ChallengeEntry], errors=[401, 403], audience="people")
)
async def list_challenges(
    services: AppServices, person: CurrentPerson, language: Language
) -> Response:
    """Return the person's challenges that have not ended, the newest first."""
    found = await services.workers.run_blocking(Challenges(services.database).of, person.id)
    return json_response([_entry(one, person.id, language) for one in found])


@router.post(
    "/challenges",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(NewChallenge, ChallengeRequest, status=201, errors=[403, 409], audience="people"),
)
async def create_challenge(
    request: Request,
    services: AppServices,
    wanted: Annotated[ChallengeRequest, body(ChallengeRequest)],
    known: MaybePerson,
) -> Response:
    """Create a challenge. An unknown visitor becomes a guest."""
    name = await chosen_name(services, wanted.name) if wanted.name or known is None else ""
    seats = wanted.table.seats
    open_seats = [OpenSeat() if isinstance(seat, PersonSeat) else seat for seat in seats]
    if sum(isinstance(seat, PersonSeat) for seat in seats) > 1:
        raise ApiError(422, say("bad.challenge"), "seats")
    if sum(isinstance(seat, OpenSeat) for seat in open_seats) < 2:
        raise ApiError(422, say("bad.challenge"), "seats")
    table = msgspec.structs.replace(wanted.table, seats=open_seats, public=False)
    await made_table(services, partial(open_table, table, None))
    person, token = await identify_or_create_guest(services, request, name)
    created = Challenges(services.database).create(
        person.id,
        msgspec.to_builtins(table),
        once=wanted.once,
        expires=now() + wanted.hours * HOUR,
    )
    challenge = await asyncio.wrap_future(created)
    answer = json_response(NewChallenge(challenge, f"/challenge/{challenge}"), 201)
    return services.sessions.with_cookie(request, answer, token)


@router.get("/challenges/{challenge_id}", **documented(ChallengeEntry, errors=[401, 404]))
async def get_challenge(
    services: AppServices, challenge_id: str, person: MaybePerson, language: Language
) -> Response:
    """Return a challenge that has not ended."""
    found = await _find(services, challenge_id)
    reader = None if person is None else person.id
    friends = Friends(services.database)
    if reader is not None and await services.workers.run_blocking(
        friends.are_blocked, reader, found.person
    ):  # without saying so
        raise ChallengeOver
    return json_response(_entry(found, reader, language))


@router.post(
    "/challenges/{challenge_id}/accept",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(NewTable, ChallengeAnswer, status=201, errors=[403, 404, 409], audience="people"),
)
async def accept_challenge(
    request: Request,
    services: AppServices,
    challenge_id: str,
    wanted: Annotated[ChallengeAnswer, body(ChallengeAnswer)],
    known: MaybePerson,
) -> Response:
    """Create the table of a challenge, with seats for both. An unknown visitor becomes a guest."""
    found = await _find(services, challenge_id)
    if known is not None and known.id == found.person:
        raise ApiError(409, say("bad.own_challenge"))
    name = await chosen_name(services, wanted.name) if wanted.name or known is None else ""
    table = msgspec.convert(found.request, TableRequest)
    # The game may have changed.
    empty = await made_table(services, partial(open_table, table, None))
    with room_for(services, request, known, empty):
        person, token = await identify_or_create_guest(services, request, name)
        people = [(found.person, found.name), (person.id, name or person.name)]
        secrets.SystemRandom().shuffle(people)
        opened = await made_table(services, lambda: reserved(open_table(table, None), people))
        settings = TableSettings(found.person, False, opened.roster.substitute)
        try:
            table_id = await store_table(
                services,
                opened,
                settings,
                also=lambda connection, _: challenges.accept(connection, challenge_id),
                counted=False,  # the other person opens it
            )
        except Apart:
            raise ChallengeOver from None
    return services.sessions.with_cookie(request, new_table(table_id), token)


@router.delete(
    "/challenges/{challenge_id}",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, errors=[403, 404], audience="people"),
)
async def withdraw_challenge(
    services: AppServices, challenge_id: str, person: CurrentPerson
) -> Response:
    """Withdraw one of the person's challenges; tables opened by it stay."""
    withdrawn = Challenges(services.database).withdraw(person.id, challenge_id)
    if not await asyncio.wrap_future(withdrawn):
        raise ChallengeOver
    return json_response(Empty())


@pages.get("/challenge/{challenge_id}")
def challenge(request: Request, services: AppServices, challenge_id: str) -> Response:
    """Show a challenge, to accept it; a plain function, which FastAPI runs in a thread."""
    found = Challenges(services.database).find(challenge_id)
    if found is None:
        raise NoSuchPage
    language, wanted = chosen_language(request), found.request
    game, url = wanted["game"], f"{services.address(request)}/challenge/{challenge_id}"
    invitation = say("preview.challenge", name=found.name, game=game_title(game, language))
    title, seats = server_text(invitation, language), len(wanted["seats"])
    return render_page(
        request,
        "challenge.html",
        title=game_title(game, language),
        page_id=challenge_id,
        preview=preview_of_game(url, title, game, seats, wanted["time_control"], language),
    )


async def _find(services: Services, challenge_id: str) -> Challenge:
    found = await services.workers.run_blocking(Challenges(services.database).find, challenge_id)
    if found is None:
        raise ChallengeOver
    return found


def _entry(challenge: Challenge, reader: str | None, language: str) -> ChallengeEntry:
    table, own = challenge.request, challenge.person == reader
    return filled(
        ChallengeEntry,
        challenge,
        url=f"/challenge/{challenge.id}",
        own=own,
        game=table["game"],
        title=game_title(table["game"], language),
        edition=table["edition"],
        options=table["options"],
        players=len(table["seats"]),
        bots=sum(seat["kind"] == "bot" for seat in table["seats"]),
        time_control=read_time_control(table["time_control"]),
        accepted=challenge.accepted if own else 0,
    )
