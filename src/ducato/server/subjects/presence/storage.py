"""Presence: when people were last connected, and where they play, for their friends alone.

Nothing is recorded about people who have switched this off.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction

ONLINE_FOR = 120_000
"""Milliseconds for which a person counts as online after they were last seen."""
RECORDED_EVERY = 30_000
"""Milliseconds after which a person who stays connected is recorded again."""
OF_PRESENCE, OF_PERSON = schema.presence.c, schema.persons.c
OF_TABLE, OF_SEAT = schema.tables.c, schema.seats.c


@dataclass(frozen=True)
class Sighting:
    """A person who is online, and the running game that they have on a screen.

    Attributes:
        game: the name of the game that they play; None if they play none.
        table_id: the id of its table if it is public, otherwise None.
    """

    game: str | None = None
    table_id: str | None = None


class Presence(Storage):
    """The presence of the people of one database."""

    def is_due(self, person: str, moment: int) -> bool:
        """Return whether a person who is connected now must be recorded (again)."""
        query = (
            select(OF_PERSON.visible_online, OF_PRESENCE.seen)
            .outerjoin_from(schema.persons, schema.presence)
            .where(OF_PERSON.id == person)
        )
        row = self._row(query)
        if row is None or not row.visible_online:
            return False
        return row.seen is None or row.seen <= moment - RECORDED_EVERY

    @in_transaction
    def record(
        self, connection: Connection, persons: Mapping[str, str | None], moment: int
    ) -> None:
        """Record that people are connected, unless they do not show it.

        Args:
            connection: the connection.
            persons: for each person, the id of the table where they have a seat and a screen; None
                for those who are on another page.
            moment: the current time, in milliseconds since 1970.
        """
        shown = (
            select(OF_PERSON.id)
            .where(OF_PERSON.id.in_(list(persons)) & OF_PERSON.visible_online)
            .where(OF_PERSON.leaving.is_(None))
            .order_by(OF_PERSON.id)  # always in the same order, to avoid deadlocks
        )
        for person in connection.scalars(shown).all():
            values: dict[str, object] = {"seen": moment}
            if (table_id := persons[person]) is not None:
                values |= {"table_id": table_id, "at_table": moment}
            this = OF_PRESENCE.person == person
            done = connection.execute(update(schema.presence).where(this).values(values))
            if done.rowcount == 0:
                row = {"person": person, **values}
                connection.execute(insert(schema.presence).values(row))


def sightings(connection: Connection, persons: Collection[str], since: int) -> dict[str, Sighting]:
    """Return those of these people who are online and show it.

    Args:
        connection: a connection to the database.
        persons: the ids of the people.
        since: the time since which they must have been seen, in milliseconds since 1970.
    """
    query = (
        select(schema.presence, OF_TABLE.game, OF_TABLE.public, OF_SEAT.seat)
        .join_from(schema.presence, schema.persons)
        .outerjoin(
            schema.tables,
            (OF_TABLE.id == OF_PRESENCE.table_id)
            & (OF_PRESENCE.at_table >= since)
            & OF_TABLE.begun
            & OF_TABLE.finished.is_(None),
        )
        .outerjoin(
            schema.seats,
            (OF_SEAT.table_id == OF_TABLE.id) & (OF_SEAT.person == OF_PRESENCE.person),
        )
        .where(
            OF_PRESENCE.person.in_(persons) & (OF_PRESENCE.seen >= since),
            OF_PERSON.visible_online,
        )
    )
    found = {}
    for row in connection.execute(query):
        plays = row.seat is not None
        found[row.person] = Sighting(
            row.game if plays else None, row.table_id if plays and row.public else None
        )
    return found


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete what is recorded about these people."""
    connection.execute(delete(schema.presence).where(OF_PRESENCE.person.in_(persons)))
