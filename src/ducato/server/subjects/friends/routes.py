"""Friends, the people whom a person has played with, and invitations to tables."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.database.engine import now
from ducato.server.kit.errors import ApiError
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import (
    ACTS,
    CHANGE,
    NO_BOTS,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
    body,
    check_acting,
)
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.rate_limits import limit_rate
from ducato.server.kit.http.responses import json_response
from ducato.server.services import Services
from ducato.server.subjects.friends.handles import handle
from ducato.server.subjects.friends.invitations import Invitation, invitation, invites
from ducato.server.subjects.friends.relations import known_friend, known_person
from ducato.server.subjects.friends.storage import Friend, Friends, Opponent, Relation
from ducato.server.subjects.moderation.blocks import Apart, Blocks
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.routes.accounts import Empty, chosen_names
from ducato.server.subjects.presence.storage import Presence
from ducato.server.subjects.tables.lobby import Lobby
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.new_tables import (
    NewTable,
    made_table,
    new_table,
    room_for,
    store_table,
)
from ducato.server.subjects.tables.routes import Location, change_table, people_of
from ducato.server.subjects.tables.storage import Tables
from ducato.server.subjects.tournaments.reading import rounds_of
from ducato.table.setup.create import TableRequest, open_table
from ducato.table.setup.reserve import reserved

FRIEND_REQUESTS_OF_PERSON = limit_rate("friend-requests-of-person", 1 / 60, 20)
INVITATIONS_OF_PERSON = limit_rate("invitations-of-person", 1 / 20, 20)

router = APIRouter(prefix="/api")

Handle = Annotated[str, msgspec.Meta(max_length=64)]


class FriendRequest(msgspec.Struct, frozen=True):
    """Whom to ask to be a friend: by `person`, as in the lists, or by the id of a public page."""

    person: Handle | None = None
    public_id: Handle | None = None


class FriendAnswer(msgspec.Struct, frozen=True):
    """The answer to somebody who asks to be a friend."""

    accept: bool


class TableInvitation(msgspec.Struct, frozen=True):
    """The friend to invite to a table, as in the list of friends."""

    person: Handle


class RelationState(msgspec.Struct, frozen=True):
    """How the other person relates to the reader.

    Attributes:
        relation: "none", "asked" by the reader, "asking" the reader, or "friends".
    """

    relation: str


class FriendEntry(msgspec.Struct, frozen=True):
    """A friend, or somebody who is asked or asks to be one.

    Attributes:
        person: stands for the person in requests of this reader alone.
        relation: "asked" by the reader, "asking" the reader, or "friends".
        online: whether a friend is connected and shows it.
        playing: the title of the game that a friend plays now and shows; or null.
        url: the path of the page of its table if that is public; otherwise null.
    """

    person: str
    name: str
    relation: str
    online: bool
    playing: str | None
    url: str | None


class OpponentEntry(msgspec.Struct, frozen=True):
    """Somebody with whom the reader has played lately.

    Attributes:
        person: stands for the person in requests of this reader alone.
        name: their name at the last table.
        title: the title of the last game.
        at: the time of that game, in milliseconds since 1970.
        relation: "none", "asked", "asking" or "friends", as in `FriendEntry`.
    """

    person: str
    name: str
    title: str
    at: int
    relation: str


class KnownPeople(msgspec.Struct, frozen=True):
    """The people whom the reader knows."""

    friends: list[FriendEntry]
    opponents: list[OpponentEntry]


@router.get("/me/people", **documented(KnownPeople, errors=[401, 403], audience="people"))
async def list_people(services: AppServices, person: CurrentPerson, language: Language) -> Response:
    """Return the person's friends and the people whom they have played with lately."""
    known, run = Friends(services.database), services.workers.run_blocking
    friends = await run(known.of, person.id, now())
    opponents = await run(known.opponents, person.id)
    return json_response(
        KnownPeople(
            friends=[_friend(one, person.id, language) for one in friends],
            opponents=[_opponent(one, person.id, language) for one in opponents],
        )
    )


@router.post(
    "/me/friends",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(RelationState, FriendRequest, errors=[403, 404, 409], audience="people"),
)
async def ask_friend(
    services: AppServices,
    wanted: Annotated[FriendRequest, body(FriendRequest)],
    person: CurrentPerson,
) -> Response:
    """Ask somebody to be a friend; if they have asked already, agree."""
    if (wanted.person is None) is (wanted.public_id is None):
        raise ApiError(422, say("bad.request", detail="person"), "person")
    services.limit(FRIEND_REQUESTS_OF_PERSON, person.id)
    if wanted.public_id is not None:
        profiles = Profiles(services.database)
        found = await services.workers.run_blocking(profiles.of_public_id, wanted.public_id)
        if found is None:
            raise ApiError(404, say("bad.person"), "public_id")
        other = found[0]
    else:
        other = await known_person(services, person.id, wanted.person or "")
    relation = await asyncio.wrap_future(Friends(services.database).ask(person.id, other))
    return json_response(RelationState(relation))


@router.post(
    "/me/friends/{person_handle}",
    dependencies=[CHANGE, NO_BOTS],
    **documented(RelationState, FriendAnswer, errors=[403, 404], audience="people"),
)
async def answer_friend(
    services: AppServices,
    person_handle: str,
    wanted: Annotated[FriendAnswer, body(FriendAnswer)],
    person: CurrentPerson,
) -> Response:
    """Accept or decline somebody who asks to be a friend. They do not learn of it if declined."""
    if wanted.accept:
        await check_acting(services, person)
    other = await known_person(services, person.id, person_handle)
    answered = Friends(services.database).answer(person.id, other, wanted.accept)
    relation = await asyncio.wrap_future(answered)
    return json_response(RelationState(relation))


@router.delete(
    "/me/friends/{person_handle}",
    dependencies=[CHANGE, NO_BOTS],
    **documented(RelationState, errors=[403, 404], audience="people"),
)
async def remove_friend(
    services: AppServices, person_handle: str, person: CurrentPerson
) -> Response:
    """End a friendship, or withdraw a request."""
    other = await known_person(services, person.id, person_handle)
    await asyncio.wrap_future(Friends(services.database).remove(person.id, other))
    return json_response(RelationState(Relation.NONE))


@router.post(
    "/me/friends/{person_handle}/tables",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(NewTable, TableRequest, status=201, errors=[403, 404], audience="people"),
)
async def invite_to_new_table(
    request: Request,
    services: AppServices,
    person_handle: str,
    wanted: Annotated[TableRequest, body(TableRequest)],
    person: CurrentPerson,
) -> Response:
    """Create a table whose first open seat is reserved for a friend."""
    await chosen_names(services, wanted)
    friend = await known_friend(services, person.id, person_handle)
    services.limit(INVITATIONS_OF_PERSON, person.id)
    opened = partial(open_table, wanted, person.id)
    table = await made_table(services, lambda: reserved(opened(), [friend]))
    settings = TableSettings(person.id, wanted.public, table.roster.substitute)
    with room_for(services, request, person, table, public=wanted.public):
        try:
            table_id = await store_table(services, table, settings)
        except Apart as apart:  # as if they were no friends, which is so by now
            raise ApiError(404, say("bad.friend"), "person") from apart
    return new_table(table_id)


@router.post(
    "/tables/{table_id}/invite",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(Location, TableInvitation, errors=[403, 404, 409, 410], audience="people"),
)
async def invite_to_table(
    services: AppServices,
    table_id: str,
    wanted: Annotated[TableInvitation, body(TableInvitation)],
    person: CurrentPerson,
) -> Response:
    """Reserve the first open seat of a table where the person sits for a friend."""
    friend, name = await known_friend(services, person.id, wanted.person)
    services.limit(INVITATIONS_OF_PERSON, person.id)
    moment = services.registry.time.now()
    await change_table(
        services, table_id, lambda table: table.invite(person.id, friend, name, moment)
    )
    return json_response(Location(f"/table/{table_id}"))


@router.get("/me/invitations", **documented(list[Invitation], errors=[401]))
async def list_invitations(
    services: AppServices, person: MaybePerson, language: Language
) -> Response:
    """Return the tables where a seat is reserved for the person, the newest first.

    Pages ask for this regularly, so friends see that the person is online.
    """
    if person is None:
        return json_response([])
    await note_presence(services, person.id)
    tables = await services.workers.run_blocking(Tables(services.database).list_tables, person.id)
    found = [one for one in tables if invites(one, person.id)]
    others = set().union(*map(people_of, found)) - {person.id}
    blocks = Blocks(services.database)
    apart = await services.workers.run_blocking(blocks.between, person.id, others)
    shown = [one for one in found if one.tournament is not None or not people_of(one) & apart]
    rounds = await services.workers.run_blocking(
        rounds_of, services.database, {one.tournament for one in shown if one.tournament}
    )
    return json_response([invitation(one, person.id, language, rounds) for one in shown])


@router.post(
    "/me/invitations/{table_id}/decline",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, errors=[403, 404, 409, 410], audience="people"),
)
async def decline_invitation(
    services: AppServices, table_id: str, person: CurrentPerson
) -> Response:
    """Open the seat that is reserved for the person; a table that nobody has joined is deleted."""
    head = await services.workers.run_blocking(Tables(services.database).head, table_id)
    if not invites(head, person.id):
        raise ApiError(404, say("bad.invitation"))
    time = services.registry.time
    await change_table(services, table_id, lambda table: table.leave(person.id, time.now()))
    closed = await asyncio.wrap_future(Lobby(services.database).close(table_id, person.id))
    if closed:
        await services.registry.remove_deleted((), [table_id])
    return json_response(Empty())


async def note_presence(services: Services, person: str) -> None:
    """Record that a person is connected, unless that was done a moment ago or they hide it."""
    presence, moment = Presence(services.database), now()
    if await services.workers.run_blocking(presence.is_due, person, moment):
        await asyncio.wrap_future(presence.record({person: None}, moment))


def _friend(friend: Friend, reader: str, language: str) -> FriendEntry:
    table = friend.table
    game = None if table is None else table.game
    return filled(
        FriendEntry,
        friend,
        person=handle(reader, friend.person),
        playing=None if game is None else game_title(game, language),
        url=f"/table/{table.table_id}" if table is not None and table.table_id else None,
    )


def _opponent(opponent: Opponent, reader: str, language: str) -> OpponentEntry:
    person, title = handle(reader, opponent.person), game_title(opponent.game, language)
    return filled(OpponentEntry, opponent, person=person, title=title)
