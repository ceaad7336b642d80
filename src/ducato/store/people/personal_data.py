"""All data of a person: exported on request, and deleted with the account.

Deleting an account takes several transactions, because its games in progress must be left first.
The first one ends all sessions and marks the person as leaving, so that a crash does not stop the
deletion. After the last one nothing refers to the person. Bot accounts are deleted with their
owner. Games with other people remain, since they are also theirs, but without the name; games with
no other person are deleted.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, update

from ducato.core.table_data import FORMER, RESIGNED
from ducato.store import push, turn_reminders
from ducato.store.database import schema
from ducato.store.database.engine import Database, now, row_values
from ducato.store.people.exports import (
    BotExport,
    LineExport,
    PersonExport,
    PreferencesExport,
    RatingExport,
    ReminderExport,
    SeatExport,
    TableExport,
)
from ducato.store.turn_reminders import NONE

OF_PERSON, OF_SESSION, OF_VERIFICATION = (
    schema.persons.c,
    schema.sessions.c,
    schema.email_verifications.c,
)
OF_BOT, OF_SEAT, OF_TABLE = schema.bot_accounts.c, schema.seats.c, schema.tables.c
OF_LINE, OF_MUTE, OF_RATING = schema.chat.c, schema.mutes.c, schema.ratings.c
OF_EMAIL, OF_REMINDER = schema.reminder_emails.c, schema.turn_reminders.c
OF_PUSH = schema.push_reminders.c


@dataclass(frozen=True)
class Leaving:
    """An account that is being deleted.

    Attributes:
        persons: the ids of the person and of their bot accounts.
        tables: the ids of unfinished tables where one of them sits, and where other people sit or
            may still sit down.
        deleted: the ids of the tables that were deleted because nobody else sat there.
    """

    persons: list[str]
    tables: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)


class PersonalData:
    """The personal data in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, person: str) -> PersonExport | None:
        """Return all data of a person, None if there is no such person."""
        with self._database.reading() as connection:
            row = connection.execute(
                select(schema.persons).where(OF_PERSON.id == person)
            ).one_or_none()
            if row is None:
                return None
            return PersonExport(
                name=row.name,
                email=row.email,
                created=_moment(row.created),
                preferences=PreferencesExport(
                    row.rated, row.shown, row.public_id, row.language, row.turn_reminders
                ),
                sessions=_moments(connection, OF_SESSION.created, OF_SESSION.person == person),
                email_verifications=list(
                    connection.scalars(
                        select(OF_VERIFICATION.email).where(OF_VERIFICATION.person == person)
                    )
                ),
                ratings=_ratings(connection, person),
                tables=_tables(connection, person),
                lines=_lines(connection, person),
                bot_accounts=_bots(connection, person),
                muted=connection.scalar(
                    select(func.count()).select_from(schema.mutes).where(OF_MUTE.person == person)
                )
                or 0,
                push_subscriptions=[
                    one.endpoint for one in push.subscriptions_of(connection, person)
                ],
                push_reminders=[
                    ReminderExport(table, turn)
                    for table, turn in connection.execute(
                        select(OF_PUSH.table_id, OF_PUSH.turn)
                        .where(OF_PUSH.person == person)
                        .order_by(OF_PUSH.table_id)
                    )
                ],
                reminder_emails=_moments(connection, OF_EMAIL.at, OF_EMAIL.person == person),
                turn_reminders=[
                    ReminderExport(table, turn)
                    for table, turn in connection.execute(
                        select(OF_REMINDER.table_id, OF_REMINDER.turn)
                        .where(OF_REMINDER.person == person)
                        .order_by(OF_REMINDER.table_id)
                    )
                ],
            )

    def begin_leaving(self, person: str) -> Future[Leaving]:
        """Begin a deletion: lock out the person and their bots, and stop all e-mails to them.

        The public page is withdrawn at once, but ratings stay until the last game is over, because
        the other players' new ratings depend on them.
        """

        def job(connection: Connection) -> Leaving:
            persons = _with_bots(connection, person)
            _lock_out(connection, persons)
            gone = {
                "email": None,
                "public_id": None,
                "rated": False,
                "shown": False,
                "turn_reminders": NONE,
            }
            connection.execute(
                update(schema.persons)
                .where(OF_PERSON.id == person)
                .values(**gone, leaving=func.coalesce(OF_PERSON.leaving, now()))
            )
            return Leaving(persons, _unfinished(connection, persons))

        return self._database.write(job)

    def leaving(self) -> list[str]:
        """Return the ids of the people whose deletion has begun but not finished."""
        with self._database.reading() as connection:
            return list(
                connection.scalars(select(OF_PERSON.id).where(OF_PERSON.leaving.is_not(None)))
            )

    def finish_leaving(self, person: str, lost: Collection[str] = ()) -> Future[Leaving]:
        """Delete a person who has no game in progress, with their bot accounts.

        Args:
            person: the person to delete.
            lost: the ids of tables to ignore, because they cannot be opened and so cannot be left.

        Returns:
            The result of the deletion. If its `tables` are not empty, nothing was deleted, and
            those tables must be left first.
        """

        def job(connection: Connection) -> Leaving:
            persons = _with_bots(connection, person)
            tables = [t for t in _unfinished(connection, persons) if t not in lost]
            return Leaving(persons, tables, [] if tables else delete_persons(connection, persons))

        return self._database.write(job)


def _with_bots(connection: Connection, person: str) -> list[str]:
    bots = select(OF_BOT.person).where(OF_BOT.owner == person).order_by(OF_BOT.person)
    return [person, *connection.scalars(bots)]


def _sat_at(persons: Collection[str]) -> Any:
    """Return the condition that one of these people has a seat at a table."""
    return OF_TABLE.id.in_(select(OF_SEAT.table_id).where(OF_SEAT.person.in_(persons)))


def _with_others(persons: Collection[str]) -> Any:
    """Return the condition that other people sit at a table, or may still join it."""
    other = or_(
        OF_SEAT.person.not_in(persons),
        OF_SEAT.person.is_(None) & OF_SEAT.bot.is_(None) & (OF_SEAT.name != FORMER),
    )
    return OF_TABLE.id.in_(select(OF_SEAT.table_id).where(other))


def _unfinished(connection: Connection, persons: Collection[str]) -> list[str]:
    these = _sat_at(persons) & _with_others(persons) & OF_TABLE.finished.is_(None)
    return list(connection.scalars(select(OF_TABLE.id).where(these).order_by(OF_TABLE.id)))


def _lock_out(connection: Connection, persons: Collection[str]) -> None:
    push.forget(connection, persons)
    connection.execute(delete(schema.sessions).where(OF_SESSION.person.in_(persons)))
    connection.execute(
        delete(schema.email_verifications).where(OF_VERIFICATION.person.in_(persons))
    )
    connection.execute(
        update(schema.bot_accounts).where(OF_BOT.person.in_(persons)).values(token_hash=None)
    )


def delete_persons(connection: Connection, persons: Collection[str]) -> list[str]:
    """Delete all rows about these people, and make their seats anonymous.

    At unfinished tables, the substitute takes these seats. Tables where nobody else sat or could
    sit down are deleted. Return the ids of those tables.
    """
    alone = select(OF_TABLE.id).where(_sat_at(persons) & ~_with_others(persons))
    deleted = list(connection.scalars(alone.order_by(OF_TABLE.id)))
    for table_id in deleted:
        delete_table(connection, table_id)
    of_these = OF_SEAT.person.in_(persons)
    unfinished = OF_SEAT.table_id.in_(select(OF_TABLE.id).where(OF_TABLE.finished.is_(None)))
    connection.execute(
        update(schema.seats).where(of_these & unfinished).values(substitute=RESIGNED)
    )
    connection.execute(update(schema.seats).where(of_these).values(name=FORMER, person=None))
    connection.execute(update(schema.tables).where(OF_TABLE.host.in_(persons)).values(host=None))
    _lock_out(connection, persons)
    turn_reminders.forget(connection, persons)
    connection.execute(delete(schema.chat).where(OF_LINE.person.in_(persons)))
    of_mute = or_(OF_MUTE.person.in_(persons), OF_MUTE.muted.in_(persons))
    connection.execute(delete(schema.mutes).where(of_mute))
    connection.execute(delete(schema.ratings).where(OF_RATING.person.in_(persons)))
    connection.execute(delete(schema.bot_accounts).where(OF_BOT.person.in_(persons)))
    connection.execute(delete(schema.persons).where(OF_PERSON.id.in_(persons)))
    return deleted


def delete_table(connection: Connection, table_id: str) -> None:
    """Delete a table with its seats, steps, snapshot, chat and reminders, and links to it."""
    for table in (
        schema.steps,
        schema.snapshots,
        schema.chat,
        schema.turn_reminders,
        schema.push_reminders,
        schema.seats,
    ):
        connection.execute(delete(table).where(table.c.table_id == table_id))
    again = update(schema.tables).where(OF_TABLE.rematch == table_id)
    connection.execute(again.values(rematch=None))
    connection.execute(delete(schema.tables).where(OF_TABLE.id == table_id))


def _ratings(connection: Connection, person: str) -> list[RatingExport]:
    columns = [OF_RATING[name] for name in RatingExport.__annotations__]
    query = select(*columns).where(OF_RATING.person == person).order_by(OF_RATING.game)
    return [RatingExport(**row_values(row)) for row in connection.execute(query)]


def _tables(connection: Connection, person: str) -> list[TableExport]:
    sat = OF_TABLE.id.in_(select(OF_SEAT.table_id).where(OF_SEAT.person == person))
    these = or_(sat, OF_TABLE.host == person)
    seats: dict[str, list[SeatExport]] = {}
    for row in connection.execute(
        select(schema.seats)
        .join(schema.tables, OF_TABLE.id == OF_SEAT.table_id)
        .where(these)
        .order_by(OF_SEAT.table_id, OF_SEAT.seat)
    ):
        own = row.person == person
        entropy = row.entropy if own else None
        seat = SeatExport(row.seat, row.name, own, row.rank, row.substitute, entropy)
        seats.setdefault(row.table_id, []).append(seat)
    query = select(schema.tables).where(these).order_by(OF_TABLE.created, OF_TABLE.id)
    return [
        TableExport(
            id=row.id,
            game=row.game,
            edition=row.edition,
            opened_by_me=row.host == person,
            public=row.public,
            rated=row.rated,
            created=_moment(row.created),
            updated=_moment(row.updated),
            finished=None if row.finished is None else _moment(row.finished),
            seats=seats[row.id],
        )
        for row in connection.execute(query)
    ]


def _lines(connection: Connection, person: str) -> list[LineExport]:
    query = (
        select(schema.chat)
        .where(OF_LINE.person == person)
        .order_by(OF_LINE.at, OF_LINE.table_id, OF_LINE.number)
    )
    return [
        LineExport(row.table_id, _moment(row.at), row.seat, row.name, row.text, row.phrase)
        for row in connection.execute(query)
    ]


def _bots(connection: Connection, person: str) -> list[BotExport]:
    query = (
        select(OF_PERSON.id, OF_PERSON.name, OF_PERSON.created, OF_BOT.token_hash)
        .join_from(schema.bot_accounts, schema.persons, OF_BOT.person == OF_PERSON.id)
        .where(OF_BOT.owner == person)
        .order_by(OF_PERSON.created, OF_PERSON.id)
    )
    return [
        BotExport(
            name=row.name,
            created=_moment(row.created),
            revoked=row.token_hash is None,
            ratings=_ratings(connection, row.id),
            tables=_tables(connection, row.id),
            lines=_lines(connection, row.id),
        )
        for row in connection.execute(query).all()
    ]


def _moments(connection: Connection, column: Any, which: Any) -> list[str]:
    return [_moment(at) for at in connection.scalars(select(column).where(which).order_by(column))]


def _moment(milliseconds: int) -> str:
    """Convert a time to ISO 8601 format in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
