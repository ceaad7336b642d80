"""Groups: their pages, members, tables and leaderboards."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ducato.core.errors import OtherRules, UnknownName
from ducato.core.game import find_game
from ducato.core.i18n import say
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.kit.errors import ApiError
from ducato.server.kit.filling import filled
from ducato.server.kit.http.dependencies import (
    ACTS,
    CHANGE,
    NO_BOTS,
    NOT_BANNED,
    AppServices,
    CurrentPerson,
    Language,
    MaybePerson,
    body,
)
from ducato.server.kit.http.locale import game_title
from ducato.server.kit.http.openapi import documented
from ducato.server.kit.http.responses import json_response
from ducato.server.services import Services
from ducato.server.subjects.friends.handles import handle, of_handle
from ducato.server.subjects.groups.model import Group, GroupProblem, Role
from ducato.server.subjects.groups.schemas import (
    LONGEST_NAME,
    GroupChange,
    GroupMember,
    GroupPage,
    GroupRequest,
    GroupTable,
    JoinGroupRequest,
    MemberChange,
    Membership,
    NewGroup,
    OwnGroup,
    RankedMember,
)
from ducato.server.subjects.groups.storage import Groups, add_table
from ducato.server.subjects.people.routes.accounts import (
    Empty,
    check_words,
    chosen_name,
    chosen_names,
)
from ducato.server.subjects.tables.model import TableSettings, TableSummary
from ducato.server.subjects.tables.new_tables import (
    NewTable,
    made_table,
    new_table,
    room_for,
    store_table,
)
from ducato.server.subjects.tables.routes import identify_or_create_guest
from ducato.server.subjects.tables.storage import Tables
from ducato.table.chat_rules import tidy_lines
from ducato.table.seats import TableSeat, can_be_seen, one_line
from ducato.table.setup.create import TableRequest, open_table
from ducato.table.views.texts import display_name

router = APIRouter(prefix="/api")


@router.get("/me/groups", **documented(list[OwnGroup], errors=[401, 403], audience="people"))
async def list_groups(services: AppServices, person: CurrentPerson) -> Response:
    """Return the groups that the person has joined or asks to join."""
    found = await services.workers.run_blocking(Groups(services.database).of, person.id)
    return json_response(
        [OwnGroup(one.id, f"/groups/{one.id}", one.name, one.role, one.members) for one in found]
    )


@router.post(
    "/groups",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(NewGroup, GroupRequest, status=201, errors=[403, 409], audience="people"),
)
async def create_group(
    services: AppServices,
    wanted: Annotated[GroupRequest, body(GroupRequest)],
    person: CurrentPerson,
) -> Response:
    """Create a group, of which the person becomes the organiser."""
    name = await _checked(services, wanted.name, "name")
    about = await _checked(services, wanted.description, "description")
    created = Groups(services.database).create(person.id, name, about)
    group = await asyncio.wrap_future(created)
    return json_response(NewGroup(group, f"/groups/{group}"), 201)


@router.get("/groups/{group_id}", **documented(GroupPage, errors=[401, 404]))
async def get_group(
    services: AppServices, group_id: str, person: MaybePerson, language: Language
) -> Response:
    """Return a group: to everybody its name and description, the rest to its members."""
    group = await _find(services, group_id)
    reader = None if person is None else person.id
    role = group.role_of(reader)
    if reader is None or role in (None, Role.ASKING):
        return json_response(
            GroupPage(group.id, group.name, group.description, role, group.size, None, [], [])
        )
    organises = role is Role.ORGANISER
    members = [
        GroupMember(handle(reader, one.person), one.name, one.role, one.person == reader)
        for one in group.members
        if organises or one.role is not Role.ASKING
    ]
    tables = await services.workers.run_blocking(_tables, services, group.id)
    return json_response(
        filled(
            GroupPage,
            group,
            role=role,
            link=f"/groups/{group.id}#{group.link}" if organises and group.link else None,
            members=members,
            tables=[_table(one, language) for one in tables],
        )
    )


@router.post(
    "/groups/{group_id}",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(Empty, GroupChange, errors=[403, 404], audience="people"),
)
async def change_group(
    services: AppServices,
    group_id: str,
    wanted: Annotated[GroupChange, body(GroupChange)],
    person: CurrentPerson,
) -> Response:
    """Change a group; for its organisers."""
    about = wanted.description
    changed = Groups(services.database).change(
        person.id,
        group_id,
        name=None if wanted.name is None else await _checked(services, wanted.name, "name"),
        description=None if about is None else await _checked(services, about, "description"),
        link=wanted.link,
    )
    await asyncio.wrap_future(changed)
    return json_response(Empty())


@router.delete(
    "/groups/{group_id}",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, errors=[403, 404], audience="people"),
)
async def delete_group(services: AppServices, group_id: str, person: CurrentPerson) -> Response:
    """Delete a group; for its organisers. Its tables stay."""
    await asyncio.wrap_future(Groups(services.database).delete(person.id, group_id))
    return json_response(Empty())


@router.post(
    "/groups/{group_id}/join",
    dependencies=[CHANGE, NO_BOTS, NOT_BANNED],
    **documented(Membership, JoinGroupRequest, errors=[403, 404, 409], audience="people"),
)
async def join_group(
    request: Request,
    services: AppServices,
    group_id: str,
    wanted: Annotated[JoinGroupRequest, body(JoinGroupRequest)],
    known: MaybePerson,
) -> Response:
    """Join a group with its link, or ask to join it. An unknown visitor becomes a guest."""
    name = await chosen_name(services, wanted.name) if wanted.name or known is None else ""
    await _find(services, group_id)  # nobody becomes a guest for an error
    person, token = await identify_or_create_guest(services, request, name)
    joined = Groups(services.database).join(person.id, group_id, wanted.link)
    role: Role = await asyncio.wrap_future(joined)
    return services.sessions.with_cookie(request, json_response(Membership(role)), token)


@router.post(
    "/groups/{group_id}/leave",
    dependencies=[CHANGE, NO_BOTS],
    **documented(Empty, errors=[403], audience="people"),
)
async def leave_group(services: AppServices, group_id: str, person: CurrentPerson) -> Response:
    """Leave a group, or withdraw a request to join it."""
    await asyncio.wrap_future(Groups(services.database).leave(person.id, group_id))
    return json_response(Empty())


@router.post(
    "/groups/{group_id}/members/{person_handle}",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(Empty, MemberChange, errors=[403, 404, 409], audience="people"),
)
async def change_member(
    services: AppServices,
    group_id: str,
    person_handle: str,
    wanted: Annotated[MemberChange, body(MemberChange)],
    person: CurrentPerson,
) -> Response:
    """Accept, promote, demote or remove a person; for organisers."""
    group = await _find(services, group_id)
    if group.role_of(person.id) is not Role.ORGANISER:
        raise GroupProblem("not_allowed")  # before a handle is read, which they were not given
    other = of_handle(person.id, person_handle, [one.person for one in group.members])
    if other is None:
        raise ApiError(404, say("bad.person"))
    role = None if wanted.role == "none" else Role(wanted.role)
    await asyncio.wrap_future(Groups(services.database).set_role(person.id, group_id, other, role))
    return json_response(Empty())


@router.get(
    "/groups/{group_id}/leaderboard",
    **documented(list[RankedMember], errors=[401, 403, 404, 422], audience="people"),
)
async def get_group_leaderboard(
    services: AppServices,
    group_id: str,
    person: CurrentPerson,
    game: Annotated[str, Query(max_length=64)],
) -> Response:
    """Return the members who show their ratings, with that at a game; for members."""
    group = await _find(services, group_id)
    if group.role_of(person.id) not in (Role.MEMBER, Role.ORGANISER):
        raise GroupProblem("not_allowed")
    try:
        chosen = find_game(game)
    except (UnknownName, OtherRules):
        raise ApiError(404, say("bad.game", name=game), "game") from None
    board = Groups(services.database).leaderboard
    names = {one.person: one.name for one in group.members}
    return json_response(
        [
            RankedMember(
                names.get(who, "?"), rating.points, rating.spread, rating.games, who == person.id
            )
            for who, rating in await services.workers.run_blocking(board, group_id, chosen.name)
        ]
    )


@router.post(
    "/groups/{group_id}/tables",
    dependencies=[CHANGE, NO_BOTS, ACTS],
    **documented(NewTable, TableRequest, status=201, errors=[403, 404], audience="people"),
)
async def create_group_table(
    request: Request,
    services: AppServices,
    group_id: str,
    wanted: Annotated[TableRequest, body(TableRequest)],
    person: CurrentPerson,
) -> Response:
    """Create a table that the members of a group find on its page."""
    await chosen_names(services, wanted)
    group = await _find(services, group_id)
    if group.role_of(person.id) not in (Role.MEMBER, Role.ORGANISER):
        raise GroupProblem("not_allowed")
    table = await made_table(services, partial(open_table, wanted, person.id))
    settings = TableSettings(person.id, wanted.public, table.roster.substitute)
    with room_for(services, request, person, table, public=wanted.public):
        table_id = await store_table(
            services,
            table,
            settings,
            also=lambda connection, made: add_table(connection, group_id, person.id, made),
        )
    return new_table(table_id)


async def _find(services: Services, group_id: str) -> Group:
    """Return a group.

    Raises:
        GroupProblem: there is none with this id.
    """
    groups = Groups(services.database)
    group = await services.workers.run_blocking(groups.find, group_id)
    if group is None:
        raise GroupProblem("unknown")
    return group


async def _checked(services: Services, text: str, field: str) -> str:
    """Return a name or a description without invisible characters.

    Raises:
        ApiError: 422, if a name is empty or too long, or the text contains a forbidden word.
    """
    tidy = tidy_lines(text) if field == "description" else one_line(text)
    if field == "name" and not (can_be_seen(tidy) and len(tidy) <= LONGEST_NAME):
        raise ApiError(422, say("bad.group.name", n=LONGEST_NAME), field)
    await check_words(services, field, tidy, text)
    return tidy


def _tables(services: Services, group_id: str) -> list[TableSummary]:
    """Return the tables of a group; those deleted meanwhile are left out."""
    found = []
    for table_id in Groups(services.database).tables(group_id):
        try:
            found.append(Tables(services.database).head(table_id))
        except UnknownTable:
            continue
    return found


def _table(table: TableSummary, language: str) -> GroupTable:
    return GroupTable(
        id=table.id,
        url=f"/table/{table.id}",
        title=game_title(table.game, language),
        names=[display_name(seat["name"], language) for seat in table.seats],
        open=sum(TableSeat.from_row(row).kind == "open" for row in table.seats),
        public=table.public,
    )
