"""What this package stores about a person: exported, deleted, and transferred to an account."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, or_, select, tuple_, update

from ducato.server.kit.database import schema
from ducato.server.kit.filling import filled
from ducato.server.subjects.branches import storage as branches
from ducato.server.subjects.exercises import storage as exercises
from ducato.server.subjects.friends import storage as friends
from ducato.server.subjects.groups import storage as groups

OF_FRIENDSHIP, OF_PRESENCE = schema.friendships.c, schema.presence.c
OF_CHALLENGE, OF_DAILY = schema.challenges.c, schema.daily_attempts.c


@dataclass(frozen=True)
class ChallengeExport:
    """A challenge; `request` is the table that it opens."""

    id: str
    request: dict[str, Any]
    once: bool
    accepted: int
    created: int
    expires: int


@dataclass(frozen=True)
class DailyExport:
    """An attempt at the position or the game of a day; see the schema."""

    day: str
    game: str
    kind: str
    begun: int
    finished: int | None
    rank: int | None
    figures: list[Any] | None


@dataclass(frozen=True)
class MembershipExport:
    """A group that the person has joined or asks to join."""

    group: str
    name: str
    role: str
    joined: int


@dataclass(frozen=True)
class SearchExport:
    """The search for opponents that has not ended yet; times are in milliseconds since 1970."""

    game: str
    players: int
    time_control: str
    name: str
    since: int


@dataclass(frozen=True)
class CommunityExport:
    """What a person does with others. Times are in milliseconds since 1970.

    Attributes:
        friends: the number of friendships, since friends' names are their data.
        friend_requests: the number of requests that the person made and that others have not
            accepted.
        last_seen: when the person was last seen; None if this is not recorded.
    """

    friends: int
    friend_requests: int
    last_seen: int | None
    challenges: list[ChallengeExport]
    groups: list[MembershipExport]
    searches: list[SearchExport]
    studies: list[branches.StudyExport]
    exercises: list[exercises.AttemptExport]
    daily: list[DailyExport]


def export(connection: Connection, person: str) -> CommunityExport:
    """Return what is stored about a person."""
    own = or_(OF_FRIENDSHIP.first == person, OF_FRIENDSHIP.second == person)
    pairs = connection.execute(select(schema.friendships).where(own)).all()
    of_search = schema.opponent_searches.c
    of_member, of_group = schema.group_members.c, schema.groups.c
    memberships = (
        select(of_group.id, of_group.name, of_member.role, of_member.joined)
        .join_from(schema.group_members, schema.groups)
        .where(of_member.person == person)
        .order_by(of_member.joined, of_group.id)
    )
    return CommunityExport(
        friends=sum(pair.state == friends.State.FRIENDS for pair in pairs),
        friend_requests=sum(
            pair.state != friends.State.FRIENDS and pair.asked_by == person for pair in pairs
        ),
        last_seen=connection.scalar(select(OF_PRESENCE.seen).where(OF_PRESENCE.person == person)),
        challenges=[
            filled(ChallengeExport, row)
            for row in connection.execute(
                select(schema.challenges)
                .where(OF_CHALLENGE.person == person)
                .order_by(OF_CHALLENGE.created, OF_CHALLENGE.id)
            )
        ],
        groups=[MembershipExport(*row) for row in connection.execute(memberships)],
        searches=[
            filled(SearchExport, row)
            for row in connection.execute(
                select(schema.opponent_searches).where(of_search.person == person)
            )
        ],
        studies=branches.export(connection, person),
        exercises=exercises.export(connection, person),
        daily=[
            filled(DailyExport, row)
            for row in connection.execute(
                select(schema.daily_attempts)
                .where(OF_DAILY.person == person)
                .order_by(OF_DAILY.day, OF_DAILY.game, OF_DAILY.kind)
            )
        ],
    )


def lock_out(connection: Connection, persons: Collection[str]) -> None:
    """End what would bring people to these ones, who are leaving."""
    for table in (schema.opponent_searches, schema.challenges, schema.presence):
        connection.execute(delete(table).where(table.c.person.in_(persons)))


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete all that is stored about these people."""
    lock_out(connection, persons)
    friends.forget(connection, persons)
    groups.forget(connection, persons)
    branches.forget(connection, persons)
    exercises.forget(connection, persons)
    connection.execute(delete(schema.daily_attempts).where(OF_DAILY.person.in_(persons)))


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer what is stored about a guest to an account."""
    friends.merge(connection, guest, account)
    groups.merge(connection, guest, account)
    branches.merge(connection, guest, account)
    exercises.merge(connection, guest, account)
    _merge_daily(connection, guest, account)
    own = update(schema.challenges).where(OF_CHALLENGE.person == guest)
    connection.execute(own.values(person=account))
    lock_out(connection, [guest])


def _merge_daily(connection: Connection, guest: str, account: str) -> None:
    """Transfer a guest's attempts; where the account has one of its own, that one counts."""
    key = OF_DAILY.day, OF_DAILY.game, OF_DAILY.kind
    own = connection.execute(select(*key).where(OF_DAILY.person == account)).all()
    twice = (OF_DAILY.person == guest) & tuple_(*key).in_([tuple(row) for row in own])
    connection.execute(delete(schema.daily_attempts).where(twice))
    moved = update(schema.daily_attempts).where(OF_DAILY.person == guest)
    connection.execute(moved.values(person=account))


def forget_table(connection: Connection, table_id: str) -> None:
    """Delete what refers to a table that is deleted."""
    of_group = schema.group_tables
    connection.execute(delete(of_group).where(of_group.c.table_id == table_id))
    branches.forget_table(connection, table_id)
    exercises.forget_table(connection, table_id)
    # Who has begun does not begin anew because a table was deleted.
    here = update(schema.daily_attempts).where(OF_DAILY.table_id == table_id)
    connection.execute(here.values(table_id=None))
