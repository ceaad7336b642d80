"""The preferences of people, and the tables where they played."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, row_values
from ducato.server.subjects.presence import storage as presence
from ducato.server.subjects.reminders.storage import NONE
from ducato.server.subjects.tables.model import SeatRow

OF_PERSON, OF_TABLE, OF_SEAT = schema.persons.c, schema.tables.c, schema.seats.c
AT_ONCE = 50
"""Default number of tables to read from a history at a time."""


@dataclass(frozen=True)
class PersonPreferences:
    """The preferences of a person.

    Attributes:
        rated: whether games count for ratings, if all players want it.
        shown: whether ratings are shown beside the name at tables.
        public_id: the id of the public page, None without one. It differs from the person's id and
            changes each time the page is published, so old links do not work again.
        language: the language of e-mails; None if the person has not chosen one.
        turn_reminders: how often to send reminders: "none", "soon" or "daily".
        visible_online: whether friends see when the person is online, and what they play.
    """

    rated: bool = False
    shown: bool = False
    public_id: str | None = None
    language: str | None = None
    turn_reminders: str = NONE
    visible_online: bool = True


@dataclass(frozen=True)
class PlayedTable:
    """A table in a person's history.

    Attributes:
        id: the id of the table.
        seats: all seats of the table, each with its final ``rank``, None before the end.
        updated: the time of the last change at the table, in milliseconds since 1970.
        finished: the time at which the game ended, None before the end.
        rated: whether the game counts for ratings; None until all seats have been taken.
    """

    id: str
    game: str
    edition: str
    seats: list[SeatRow]
    updated: int
    finished: int | None
    rated: bool | None


class Profiles(Storage):
    """The preferences and histories of the people in one database."""

    def preferences(self, person: str) -> PersonPreferences:
        """Return the preferences of a person; the defaults if there is no such person."""
        with self._database.reading() as connection:
            return _preferences(connection, person)

    @in_transaction
    def choose(
        self,
        connection: Connection,
        person: str,
        *,
        rated: bool | None = None,
        shown: bool | None = None,
        public: bool | None = None,
        language: str | None = None,
        turn_reminders: str | None = None,
        visible_online: bool | None = None,
    ) -> PersonPreferences:
        """Change the preferences that are not None. Return all preferences.

        With ``public=True``, the person's page is published under a new id, unless it is public
        already; with False, it is withdrawn.
        """
        public_id = secrets.token_urlsafe(12)
        given = {
            "rated": rated,
            "shown": shown,
            "language": language,
            "turn_reminders": turn_reminders,
            "visible_online": visible_online,
        }
        changed: dict[str, bool | str | None] = {
            name: value for name, value in given.items() if value is not None
        }
        if public is not None and public != (
            _preferences(connection, person).public_id is not None
        ):
            changed["public_id"] = public_id if public else None
        if changed:
            here = update(schema.persons).where(OF_PERSON.id == person)
            connection.execute(here.values(changed))
        if visible_online is False:
            presence.forget(connection, [person])
        return _preferences(connection, person)

    def of_public_id(self, public_id: str) -> tuple[str, str] | None:
        """Return the id and the name of the person with this public page, None if there is none."""
        query = select(OF_PERSON.id, OF_PERSON.name).where(OF_PERSON.public_id == public_id)
        row = self._row(query)
        return None if row is None else (row.id, row.name)

    def history(
        self,
        person: str,
        before: int | None = None,
        limit: int = AT_ONCE,
        *,
        finished: bool = False,
    ) -> list[PlayedTable]:
        """Return the tables where a person sits, the last updated first.

        Args:
            person: the player.
            before: if not None, return only tables last updated before this time, in milliseconds
                since 1970.
            limit: the maximum number of tables to return.
            finished: whether to return only games that are over.
        """
        names = [name for name in PlayedTable.__annotations__ if name != "seats"]
        which: ColumnElement[bool] = OF_TABLE.id.in_(
            select(OF_SEAT.table_id).where(OF_SEAT.person == person)
        )
        if before is not None:
            which &= OF_TABLE.updated < before
        if finished:
            which &= OF_TABLE.finished.is_not(None)
        query = (
            select(*(OF_TABLE[name] for name in names))
            .where(which)
            .order_by(OF_TABLE.updated.desc(), OF_TABLE.id)
            .limit(limit)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
            seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            of_these = OF_SEAT.table_id.in_(list(seats))
            found = select(schema.seats).where(of_these).order_by(OF_SEAT.table_id, OF_SEAT.seat)
            for seat in connection.execute(found):
                seats[seat.table_id].append(row_values(seat))
        return [PlayedTable(**row_values(row), seats=seats[row.id]) for row in rows]


def _preferences(connection: Connection, person: str) -> PersonPreferences:
    columns = [OF_PERSON[name] for name in PersonPreferences.__annotations__]
    row = connection.execute(select(*columns).where(OF_PERSON.id == person)).one_or_none()
    return PersonPreferences() if row is None else PersonPreferences(**row_values(row))
