"""Friends: people who have played together, and asked and agreed to stay in touch.

A friendship is one row for two people. Nobody learns that they were turned down: to the one who
asked, a declined request looks as if it waited, and asking again changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from ducato.core.i18n import say
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.kit.errors import ApiError
from ducato.server.subjects.moderation.blocks import blocked_with, has_blocked
from ducato.server.subjects.presence.storage import ONLINE_FOR, Sighting, sightings

MOST_FRIENDS = 500
"""Maximum number of friendships of one person, with the requests that they made."""
LATEST_TABLES = 100
"""Number of a person's latest tables where opponents are looked for."""
OF_FRIENDSHIP, OF_PERSON = schema.friendships.c, schema.persons.c
OF_SEAT, OF_TABLE = schema.seats.c, schema.tables.c


class Relation(StrEnum):
    """How another person relates to a reader."""

    NONE = "none"
    ASKED = "asked"  # the reader has asked
    ASKING = "asking"  # the other one has asked
    FRIENDS = "friends"


class State(StrEnum):
    """The state of a friendship, as it is stored."""

    ASKED = "asked"
    FRIENDS = "friends"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"  # declined, and then withdrawn by the one who asked


@dataclass(frozen=True)
class Opponent:
    """A person with whom a reader has played.

    Attributes:
        person: the id of the person, which is never sent.
        name: the name that they had at the table.
        game: the name of the game that they played last.
        at: the time of the last change at that table, in milliseconds since 1970.
        relation: whether they are friends.
    """

    person: str
    name: str
    game: str
    at: int
    relation: Relation


@dataclass(frozen=True)
class Friend:
    """A friend of a reader, or somebody who is asked or asks to be one.

    Attributes:
        person: the id of the person, which is never sent.
        name: the person's name.
        relation: whether they are friends already.
        online: whether they are connected and show it; only ever true for friends.
        table: the table where a friend plays now and shows it, with the name of the game and
            whether it is public; None without one.
    """

    person: str
    name: str
    relation: Relation
    online: bool = False
    table: Sighting | None = None


class TooManyFriends(ApiError):
    """An error raised if a person asks more people than `MOST_FRIENDS`."""

    def __init__(self) -> None:
        super().__init__(409, say("bad.friends"))


class Friends(Storage):
    """The friendships in one database."""

    def opponents(self, person: str) -> list[Opponent]:
        """Return the people with whom a person has played lately, the last one first.

        These are people at their latest tables whose games have begun; neither bots nor people who
        have blocked the person or are blocked by them.
        """
        with self._database.reading() as connection:
            found = _opponents(connection, person)
            hidden = blocked_with(connection, person, list(found))
            relations = _relations(connection, person)
        return [
            Opponent(other, *of_table, relations.get(other, Relation.NONE))
            for other, of_table in found.items()
            if other not in hidden
        ]

    def of(self, person: str, moment: int) -> list[Friend]:
        """Return a person's friends and the requests that wait for an answer.

        Those who ask come first, then friends who are online, then the others, each by name.

        Args:
            person: the reader.
            moment: the current time, in milliseconds since 1970.
        """
        with self._database.reading() as connection:
            relations = _relations(connection, person)
            hidden = blocked_with(connection, person, list(relations))
            known = [other for other in relations if other not in hidden]
            query = select(OF_PERSON.id, OF_PERSON.name).where(
                OF_PERSON.id.in_(known), OF_PERSON.leaving.is_(None)
            )
            names = {row.id: row.name for row in connection.execute(query)}
            friends = [one for one in names if relations[one] is Relation.FRIENDS]
            present = sightings(connection, friends, moment - ONLINE_FOR)
        found = [
            Friend(other, name, relations[other], other in present, present.get(other))
            for other, name in names.items()
        ]
        order = [Relation.ASKING, Relation.FRIENDS, Relation.ASKED]
        return sorted(
            found, key=lambda one: (order.index(one.relation), not one.online, one.name.casefold())
        )

    @in_transaction
    def ask(self, connection: Connection, person: str, other: str) -> Relation:
        """Ask another person to become friends; if they have asked already, agree.

        Nothing is stored if one of them has blocked the other; only who did so is told.

        Returns:
            The relation as `person` sees it now.

        Raises:
            TooManyFriends: (in the future) the person has too many friends and open requests.
        """
        if person == other:
            return Relation.NONE
        if blocked_with(connection, person, [other]):
            return Relation.NONE if has_blocked(connection, person, other) else Relation.ASKED
        if not _can_be_friends(connection, other):
            return Relation.NONE
        this = _between(person, other)
        row = connection.execute(select(schema.friendships).where(this)).one_or_none()
        if row is not None and row.state == State.FRIENDS:
            return Relation.FRIENDS
        if row is None or (row.asked_by != person and row.state == State.WITHDRAWN):
            if _number(connection, person) >= MOST_FRIENDS:
                raise TooManyFriends
            connection.execute(delete(schema.friendships).where(this))
            first, second = sorted((person, other))
            values = {"first": first, "second": second, "asked_by": person}
            _insert(connection, {**values, "state": State.ASKED, "changed": now()})
            return Relation.ASKED
        if row.asked_by == person:
            state = State.ASKED if row.state == State.ASKED else State.DECLINED
            _set_state(connection, person, other, state)
            return Relation.ASKED
        _set_state(connection, person, other, State.FRIENDS)
        return Relation.FRIENDS

    @in_transaction
    def answer(self, connection: Connection, person: str, other: str, accept: bool) -> Relation:
        """Accept or decline the request of another person, if there is one.

        Returns:
            The relation as `person` sees it now.
        """
        relation = _relations(connection, person).get(other, Relation.NONE)
        if relation is not Relation.ASKING:
            return relation
        if accept and blocked_with(connection, person, [other]):
            return Relation.NONE
        state = State.FRIENDS if accept else State.DECLINED
        _set_state(connection, person, other, state)
        return Relation.FRIENDS if accept else Relation.NONE

    @in_transaction
    def remove(self, connection: Connection, person: str, other: str) -> None:
        """End a friendship, withdraw a request, or decline one."""
        this = _between(person, other)
        row = connection.execute(select(schema.friendships).where(this)).one_or_none()
        if row is None:
            return
        if row.state == State.DECLINED and row.asked_by == person:
            _set_state(connection, person, other, State.WITHDRAWN)
        elif row.state == State.ASKED and row.asked_by != person:
            _set_state(connection, person, other, State.DECLINED)
        elif row.state in (State.ASKED, State.FRIENDS):
            connection.execute(delete(schema.friendships).where(this))

    def are_blocked(self, person: str, other: str) -> bool:
        """Return whether one of two people has blocked the other."""
        with self._database.reading() as connection:
            return bool(blocked_with(connection, person, [other]))


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete the friendships of these people."""
    of_these = or_(OF_FRIENDSHIP.first.in_(persons), OF_FRIENDSHIP.second.in_(persons))
    connection.execute(delete(schema.friendships).where(of_these))


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer a guest's friendships to an account, which keeps its own with the same people."""
    of_guest = or_(OF_FRIENDSHIP.first == guest, OF_FRIENDSHIP.second == guest)
    rows = connection.execute(select(schema.friendships).where(of_guest)).all()
    connection.execute(delete(schema.friendships).where(of_guest))
    for row in rows:
        other = row.second if row.first == guest else row.first
        known = connection.scalar(select(OF_FRIENDSHIP.state).where(_between(account, other)))
        if other == account or known == State.FRIENDS:
            continue
        if known is not None and row.state != State.FRIENDS:
            continue
        connection.execute(delete(schema.friendships).where(_between(account, other)))
        first, second = sorted((account, other))
        asked_by = account if row.asked_by == guest else row.asked_by
        values = {"first": first, "second": second, "asked_by": asked_by}
        _insert(connection, {**values, "state": row.state, "changed": row.changed})


def _insert(connection: Connection, row: dict[str, object]) -> None:
    connection.execute(insert(schema.friendships).values(row))


def _between(person: str, other: str) -> ColumnElement[bool]:
    first, second = sorted((person, other))
    return and_(OF_FRIENDSHIP.first == first, OF_FRIENDSHIP.second == second)


def _set_state(connection: Connection, person: str, other: str, state: State) -> None:
    values = {"state": state, "changed": now()}
    connection.execute(update(schema.friendships).where(_between(person, other)).values(values))


def _number(connection: Connection, person: str) -> int:
    own = or_(OF_FRIENDSHIP.first == person, OF_FRIENDSHIP.second == person)
    counted = or_(OF_FRIENDSHIP.state == State.FRIENDS, OF_FRIENDSHIP.asked_by == person)
    query = select(func.count()).select_from(schema.friendships).where(own & counted)
    return connection.scalar(query) or 0


def _can_be_friends(connection: Connection, person: str) -> bool:
    """Return whether a person exists, stays, and is not a bot."""
    bots = select(schema.bot_accounts.c.person)
    this = (OF_PERSON.id == person) & OF_PERSON.leaving.is_(None) & OF_PERSON.id.not_in(bots)
    return connection.scalar(select(OF_PERSON.id).where(this)) is not None


def _relations(connection: Connection, person: str) -> dict[str, Relation]:
    """Return how others relate to a person; those to whom no relation is visible are left out."""
    own = or_(OF_FRIENDSHIP.first == person, OF_FRIENDSHIP.second == person)
    found = {}
    for row in connection.execute(select(schema.friendships).where(own)):
        other = row.second if row.first == person else row.first
        if row.state == State.FRIENDS:
            found[other] = Relation.FRIENDS
        elif row.asked_by == person and row.state != State.WITHDRAWN:
            found[other] = Relation.ASKED
        elif row.asked_by != person and row.state == State.ASKED:
            found[other] = Relation.ASKING
    return found


def _opponents(connection: Connection, person: str) -> dict[str, tuple[str, str, int]]:
    """Return the name, the game and the time for each opponent, the last one first."""
    own = select(OF_SEAT.table_id).where(OF_SEAT.person == person)
    latest = (
        select(OF_TABLE.id)
        .where(OF_TABLE.id.in_(own) & OF_TABLE.begun)
        .order_by(OF_TABLE.updated.desc())
        .limit(LATEST_TABLES)
        .subquery()
    )
    bots = select(schema.bot_accounts.c.person)
    query = (
        select(OF_SEAT.person, OF_SEAT.name, OF_TABLE.game, OF_TABLE.updated)
        .join_from(schema.seats, schema.tables, OF_SEAT.table_id == OF_TABLE.id)
        .where(
            OF_TABLE.id.in_(select(latest.c.id)),
            OF_SEAT.person.is_not(None),
            OF_SEAT.person != person,
            OF_SEAT.person.not_in(bots),
        )
        .order_by(OF_TABLE.updated.desc(), OF_TABLE.id, OF_SEAT.seat)
    )
    found: dict[str, tuple[str, str, int]] = {}
    for row in connection.execute(query):
        found.setdefault(row.person, (row.name, row.game, row.updated))
    return found
