"""Groups: people who play with each other, such as a club.

Who has a group's address sees its name and description; only members see who is a member. People
join with the group's link, or ask and are accepted by an organiser.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.subjects.groups.model import (
    MOST_GROUPS,
    Group,
    GroupEntry,
    GroupProblem,
    Member,
    Role,
)
from ducato.server.subjects.ratings import Rating

MOST_MEMBERS = 500
"""Maximum number of a group's members, with those who ask to join."""
MOST_JOINED = 50
"""Maximum number of groups that one person has joined or asks to join."""
OF_GROUP, OF_MEMBER, OF_PERSON = schema.groups.c, schema.group_members.c, schema.persons.c
OF_LINK, OF_TABLE, OF_SEAT = schema.group_tables.c, schema.tables.c, schema.seats.c


class Groups(Storage):
    """The groups in one database."""

    @in_transaction
    def create(self, connection: Connection, person: str, name: str, description: str) -> str:
        """Create a group with one organiser and a link. Return its id.

        Raises:
            GroupProblem: (in the future) "too_many", if the person has too many groups.
        """
        row = {
            "id": secrets.token_urlsafe(12),
            "name": name,
            "description": description,
            "created": now(),
            "link": secrets.token_urlsafe(16),
        }
        organised = (OF_MEMBER.person == person) & (OF_MEMBER.role == Role.ORGANISER)
        if _count(connection, organised) >= MOST_GROUPS:
            raise GroupProblem("too_many")
        connection.execute(insert(schema.groups).values(row))
        _add(connection, str(row["id"]), person, Role.ORGANISER)
        return str(row["id"])

    def find(self, group: str) -> Group | None:
        """Return a group; None if there is none with this id."""
        with self._database.reading() as connection:
            return _group(connection, OF_GROUP.id == group)

    def of(self, person: str) -> list[GroupEntry]:
        """Return the groups that a person has joined or asks to join, by name."""
        members = (
            select(func.count())
            .select_from(schema.group_members)
            .where((OF_MEMBER.group_id == OF_GROUP.id) & (OF_MEMBER.role != Role.ASKING))
            .correlate(schema.groups)
            .scalar_subquery()
        )
        own = schema.group_members.alias()
        query = (
            select(OF_GROUP.id, OF_GROUP.name, own.c.role, members.label("members"))
            .join_from(schema.groups, own, own.c.group_id == OF_GROUP.id)
            .where(own.c.person == person)
            .order_by(OF_GROUP.name, OF_GROUP.id)
        )
        return [
            GroupEntry(row.id, row.name, Role(row.role), row.members) for row in self._rows(query)
        ]

    def fellows(self, person: str) -> list[str]:
        """Return the ids of the people in the groups of a person, who must be a member there.

        To an organiser these include the people who ask to join.
        """
        own = schema.group_members.alias()
        organised = (own.c.role == Role.ORGANISER) | (OF_MEMBER.role != Role.ASKING)
        query = (
            select(OF_MEMBER.person)
            .join_from(schema.group_members, own, own.c.group_id == OF_MEMBER.group_id)
            .where((own.c.person == person) & (own.c.role != Role.ASKING) & organised)
            .where(OF_MEMBER.person != person)
            .distinct()
        )
        return self._values(query)

    @in_transaction
    def join(self, connection: Connection, person: str, group: str, link: str | None) -> Role:
        """Join a group with its link, or ask to join it. Return what the person is there now.

        Raises:
            GroupProblem: (in the future) "unknown", "full", or "too_many", if the person has
                joined too many groups.
        """
        found = _group(connection, OF_GROUP.id == group)
        if found is None:
            raise GroupProblem("unknown")
        role, known = Role.ASKING, found.role_of(person)
        if link is not None and link == found.link:
            role = Role.MEMBER
        if known is not None and (known is not Role.ASKING or role is Role.ASKING):
            return known
        if known is None and len(found.members) >= MOST_MEMBERS:
            raise GroupProblem("full")
        if known is None and _count(connection, OF_MEMBER.person == person) >= MOST_JOINED:
            raise GroupProblem("too_many")
        connection.execute(delete(schema.group_members).where(_member(group, person)))
        _add(connection, group, person, role)
        return role

    @in_transaction
    def leave(self, connection: Connection, person: str, group: str) -> None:
        """Leave a group, or withdraw a request to join it.

        If its last organiser leaves, the oldest member becomes one; without members it is deleted.
        """
        connection.execute(delete(schema.group_members).where(_member(group, person)))
        _settle(connection, group)

    @in_transaction
    def set_role(
        self, connection: Connection, organiser: str, group: str, person: str, role: Role | None
    ) -> None:
        """Accept a person, make them an organiser or a member, or remove them.

        Args:
            connection: the connection.
            organiser: the person who asks for it.
            group: the id of the group.
            person: the person to change, who must be a member or ask to be one.
            role: what they are from now on; None to remove them.

        Raises:
            GroupProblem: (in the future) "unknown", "not_allowed", or "too_many", if the person
                organises too many groups.
        """
        found = _organised(connection, group, organiser)
        if found.role_of(person) is None:
            raise GroupProblem("unknown")
        if role is None:
            connection.execute(delete(schema.group_members).where(_member(group, person)))
        else:
            organised = (OF_MEMBER.person == person) & (OF_MEMBER.role == Role.ORGANISER)
            if role is Role.ORGANISER and _count(connection, organised) >= MOST_GROUPS:
                raise GroupProblem("too_many")
            this = update(schema.group_members).where(_member(group, person))
            connection.execute(this.values(role=role))
        _settle(connection, group)

    @in_transaction
    def change(
        self,
        connection: Connection,
        organiser: str,
        group: str,
        *,
        name: str | None = None,
        description: str | None = None,
        link: bool | None = None,
    ) -> None:
        """Change what is not None.

        Args:
            connection: the connection.
            organiser: the person who asks for it.
            group: the id of the group.
            name: the name.
            description: what the group says of itself.
            link: True for a new link, so that the old one ends; False for none.

        Raises:
            GroupProblem: (in the future) "unknown" or "not_allowed".
        """
        given: dict[str, Any] = {"name": name, "description": description}
        values = {column: value for column, value in given.items() if value is not None}
        if link is not None:
            values["link"] = secrets.token_urlsafe(16) if link else None
        _organised(connection, group, organiser)
        if values:
            this = update(schema.groups).where(OF_GROUP.id == group)
            connection.execute(this.values(values))

    @in_transaction
    def delete(self, connection: Connection, organiser: str, group: str) -> None:
        """Delete a group; its tables stay.

        Raises:
            GroupProblem: (in the future) "unknown" or "not_allowed".
        """
        _organised(connection, group, organiser)
        _delete(connection, group)

    def leaderboard(self, group: str, game: str) -> list[tuple[str, Rating]]:
        """Return the members who show their ratings, with that at a game, the best first."""
        ratings = schema.ratings.c
        query = (
            select(OF_PERSON.id, ratings.game, ratings.mu, ratings.sigma, ratings.games)
            .join_from(schema.group_members, schema.persons)
            .join(schema.ratings, ratings.person == OF_PERSON.id)
            .where(
                (OF_MEMBER.group_id == group) & (OF_MEMBER.role != Role.ASKING),
                OF_PERSON.shown & (ratings.game == game),
            )
            .order_by(ratings.mu.desc(), OF_PERSON.id)
        )
        return [
            (row.id, Rating(row.game, row.mu, row.sigma, row.games)) for row in self._rows(query)
        ]

    def tables(self, group: str, limit: int = 50) -> list[str]:
        """Return the ids of the tables that members see on the group's page, the newest first.

        These are the running public tables where members sit, and the tables opened for the group
        that wait for players or are running.
        """
        members = select(OF_MEMBER.person).where(
            (OF_MEMBER.group_id == group) & (OF_MEMBER.role != Role.ASKING)
        )
        seated = select(OF_SEAT.table_id).where(OF_SEAT.person.in_(members))
        own = select(OF_LINK.table_id).where(OF_LINK.group_id == group)
        public = OF_TABLE.public & OF_TABLE.begun & OF_TABLE.id.in_(seated)
        query = (
            select(OF_TABLE.id)
            .where(OF_TABLE.finished.is_(None), or_(public, OF_TABLE.id.in_(own)))
            .order_by(OF_TABLE.updated.desc(), OF_TABLE.id)
            .limit(limit)
        )
        return self._values(query)


def add_table(connection: Connection, group: str, person: str, table_id: str) -> None:
    """Record that a table was opened for a group, in the transaction that stores the table.

    Raises:
        GroupProblem: "unknown", or "not_allowed" if the person is not a member.
    """
    found = _group(connection, OF_GROUP.id == group)
    if found is None:
        raise GroupProblem("unknown")
    if found.role_of(person) not in (Role.MEMBER, Role.ORGANISER):
        raise GroupProblem("not_allowed")
    row = {"table_id": table_id, "group_id": group}
    connection.execute(insert(schema.group_tables).values(row))


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Remove these people from all groups."""
    of_these = OF_MEMBER.person.in_(persons)
    touched = connection.scalars(select(OF_MEMBER.group_id).where(of_these).distinct()).all()
    connection.execute(delete(schema.group_members).where(of_these))
    for group in touched:
        _settle(connection, group)


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer a guest's memberships to an account; of two in a group, keep the higher role."""
    order = list(Role)
    for row in connection.execute(
        select(schema.group_members).where(OF_MEMBER.person == guest)
    ).all():
        this = _member(row.group_id, account)
        known = connection.scalar(select(OF_MEMBER.role).where(this))
        role = row.role if known is None else min(row.role, known, key=order.index)
        connection.execute(delete(schema.group_members).where(this))
        values = {**row_values(row), "person": account, "role": role}
        connection.execute(insert(schema.group_members).values(values))
    connection.execute(delete(schema.group_members).where(OF_MEMBER.person == guest))


def _member(group: str, person: str) -> Any:
    return (OF_MEMBER.group_id == group) & (OF_MEMBER.person == person)


def _add(connection: Connection, group: str, person: str, role: Role) -> None:
    row = {"group_id": group, "person": person, "role": role, "joined": now()}
    connection.execute(insert(schema.group_members).values(row))


def _count(connection: Connection, which: Any) -> int:
    query = select(func.count()).select_from(schema.group_members).where(which)
    return connection.scalar(query) or 0


def _group(connection: Connection, which: Any) -> Group | None:
    row = connection.execute(select(schema.groups).where(which)).one_or_none()
    if row is None:
        return None
    query = (
        select(OF_MEMBER.person, OF_PERSON.name, OF_MEMBER.role)
        .join_from(schema.group_members, schema.persons)
        .where(OF_MEMBER.group_id == row.id)
        .order_by(func.lower(OF_PERSON.name), OF_PERSON.id)
    )
    members = [Member(one.person, one.name, Role(one.role)) for one in connection.execute(query)]
    members.sort(key=lambda one: list(Role).index(one.role))
    return Group(row.id, row.name, row.description, row.link, members)


def _organised(connection: Connection, group: str, organiser: str) -> Group:
    """Return a group that a person organises.

    Raises:
        GroupProblem: "unknown" or "not_allowed".
    """
    found = _group(connection, OF_GROUP.id == group)
    if found is None:
        raise GroupProblem("unknown")
    if found.role_of(organiser) is not Role.ORGANISER:
        raise GroupProblem("not_allowed")
    return found


def _settle(connection: Connection, group: str) -> None:
    """Make the oldest member an organiser if a group has none; delete it if it has no member."""
    of_group = (OF_MEMBER.group_id == group) & (OF_MEMBER.role != Role.ASKING)
    query = select(OF_MEMBER.person, OF_MEMBER.role).where(of_group)
    left = connection.execute(query.order_by(OF_MEMBER.joined, OF_MEMBER.person)).all()
    if not left:
        _delete(connection, group)
    elif all(one.role != Role.ORGANISER for one in left):
        this = update(schema.group_members).where(_member(group, left[0].person))
        connection.execute(this.values(role=Role.ORGANISER))


def _delete(connection: Connection, group: str) -> None:
    connection.execute(delete(schema.group_tables).where(OF_LINK.group_id == group))
    connection.execute(delete(schema.group_members).where(OF_MEMBER.group_id == group))
    connection.execute(delete(schema.groups).where(OF_GROUP.id == group))
