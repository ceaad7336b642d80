"""Turn reminders by e-mail: the recipients, and the turns to mention.

A turn is identified by the number of steps that the game had when the player's clock began to run.
That number stays the same while the player is thinking, whatever they or others who choose at the
same time do in the meantime, and after a restart. The turns in an e-mail are recorded before it is
sent, so that no one is reminded twice; if it cannot be sent, the record is deleted.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction
from ducato.server.kit.database.schema.seat_set import has_seat
from ducato.server.kit.filling import filled
from ducato.server.subjects.people.session_rows import hashed
from ducato.server.subjects.tables.model import SeatRow
from ducato.table.time_control import Clock

NONE, SOON, DAILY = "none", "soon", "daily"
"""How often to send reminders: never, soon after a turn begins, or once a day."""
GRACE = 10 * 60 * 1000
"""Milliseconds without a change after which a table counts as idle."""
DAY = 24 * 3600 * 1000
MOST_A_DAY = 12
"""Maximum number of reminders sent to one person per day."""
KEPT = 400 * DAY
"""Milliseconds after which the record of a reminder may be deleted.

Its unsubscribe link then stops working."""
OF_PERSON, OF_TABLE, OF_SEAT = schema.persons.c, schema.tables.c, schema.seats.c
OF_EMAIL, OF_REMINDER = schema.reminder_emails.c, schema.turn_reminders.c


@dataclass(frozen=True)
class Turn:
    """A turn that waits for a person.

    Attributes:
        person: the person's id.
        table_id: id of the table.
        game: name of the game.
        seat: the seat to move; if several of the person are, the one whose turn began last.
        due: the time at which the person's clock runs out, in milliseconds since 1970.
        updated: the time of the last change at the table, in milliseconds since 1970.
        number: the number of steps that the game had when the clock began to run.
        reminded: whether a reminder has mentioned this turn.
        seats: all seats of the table, with only ``seat``, ``name`` and ``person``; for e-mails.
    """

    person: str
    table_id: str
    game: str
    seat: int
    due: int
    updated: int
    number: int
    reminded: bool
    seats: Sequence[SeatRow] = ()


@dataclass(frozen=True)
class ReminderEmail:
    """A reminder to send.

    Attributes:
        name: the recipient's name.
        email: the recipient's address.
        language: the recipient's language, None if they never chose one.
        turns: the turns that wait for the recipient, the most urgent first.
        token: the token of the unsubscribe link; only its hash is stored.
    """

    name: str
    email: str
    language: str | None
    turns: list[Turn]
    token: str


class TurnReminders(Storage):
    """The turn reminders of one database."""

    def awaited(self, moment: int) -> dict[str, set[str]]:
        """Return the ids of the people who may need a reminder, with the tables that wait for them.

        Args:
            moment: the current time, in milliseconds since 1970.
        """
        found: dict[str, set[str]] = {}
        with self._database.reading() as connection:
            for turn in _waiting(connection, OF_TABLE.updated <= moment - GRACE):
                if not turn.reminded:
                    found.setdefault(turn.person, set()).add(turn.table_id)
        return found

    @in_transaction
    def begin(
        self, connection: Connection, person: str, moment: int, present_at: Collection[str] = ()
    ) -> ReminderEmail | None:
        """Record that a person is reminded of their waiting turns. Return the reminder to send.

        Args:
            connection: the connection.
            person: the person to remind.
            moment: the current time, in milliseconds since 1970.
            present_at: the ids of tables to leave out, because the person is connected there and
                sees the turn.

        Returns:
            The reminder, or None if there is nothing to send: the person gets no reminders, no turn
            has waited long enough without one, or the daily limit is reached.
        """
        token = secrets.token_urlsafe(32)
        to = connection.execute(
            select(OF_PERSON.name, OF_PERSON.email, OF_PERSON.language, OF_PERSON.turn_reminders)
            .where((OF_PERSON.id == person) & OF_PERSON.email.is_not(None))
            .with_for_update()
        ).one_or_none()
        if to is None or not _has_room(connection, person, to.turn_reminders, moment):
            return None
        turns = [t for t in _turns(connection, person) if t.table_id not in present_at]
        if all(turn.reminded or turn.updated > moment - GRACE for turn in turns):
            return None
        _note(connection, person, turns, hashed(token), moment)
        return ReminderEmail(to.name, to.email, to.language, turns, token)

    @in_transaction
    def cancel(self, connection: Connection, token: str) -> None:
        """Delete the record of a reminder that could not be sent."""
        letter = hashed(token)
        connection.execute(
            delete(schema.turn_reminders).where(OF_REMINDER.email_token_hash == letter)
        )
        connection.execute(delete(schema.reminder_emails).where(OF_EMAIL.token_hash == letter))

    def known(self, token: str) -> bool:
        """Return whether this token belongs to a reminder."""
        with self._database.reading() as connection:
            found = select(OF_EMAIL.person).where(OF_EMAIL.token_hash == hashed(token))
            return connection.scalar(found) is not None

    @in_transaction
    def end(self, connection: Connection, token: str) -> bool:
        """Unsubscribe the person who received this token. Return False if the token is unknown."""
        letter = select(OF_EMAIL.person).where(OF_EMAIL.token_hash == hashed(token))
        ended = update(schema.persons).where(OF_PERSON.id.in_(letter)).values(turn_reminders=NONE)
        return connection.execute(ended).rowcount > 0


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete all records of reminders to these people."""
    connection.execute(delete(schema.turn_reminders).where(OF_REMINDER.person.in_(persons)))
    connection.execute(delete(schema.reminder_emails).where(OF_EMAIL.person.in_(persons)))


def _waiting(connection: Connection, *conditions: ColumnElement[bool]) -> list[Turn]:
    """Return the waiting turns of people who want e-mails."""
    wanted = OF_PERSON.email.is_not(None) & (OF_PERSON.turn_reminders != NONE)
    return waiting_turns(connection, schema.turn_reminders, wanted, *conditions)


def waiting_turns(
    connection: Connection, reminders: Table, *conditions: ColumnElement[bool]
) -> list[Turn]:
    """Return the correspondence turns that wait for people, the most urgent first.

    Args:
        connection: the connection.
        reminders: the table that holds, for each person and table, the last turn of which the
            person was reminded.
        conditions: the conditions that the people and tables must meet.
    """
    of_reminder = reminders.c
    query = (
        select(
            OF_PERSON.id.label("person"),
            OF_TABLE.id.label("table_id"),
            OF_TABLE.game,
            OF_TABLE.players,
            OF_SEAT.seat,
            OF_TABLE.time_control,
            OF_TABLE.clock,
            OF_TABLE.due,
            OF_TABLE.updated,
            of_reminder.turn.label("reminded"),
        )
        .select_from(schema.tables)
        .join(
            schema.seats,
            (OF_SEAT.table_id == OF_TABLE.id) & has_seat(OF_TABLE.to_move, OF_SEAT.seat),
        )
        .join(schema.persons, OF_PERSON.id == OF_SEAT.person)
        .outerjoin(
            reminders,
            (of_reminder.person == OF_PERSON.id) & (of_reminder.table_id == OF_TABLE.id),
        )
        .where(
            OF_TABLE.finished.is_(None),
            OF_TABLE.due.is_not(None),
            OF_TABLE.time_control["kind"].as_string() == "correspondence",
            OF_SEAT.substitute.is_(None),
            *conditions,
        )
        .order_by(OF_SEAT.seat)
    )
    found: dict[tuple[str, str], Turn] = {}
    for row in connection.execute(query):
        clock = Clock.from_row(row.time_control, row.clock, row.due, row.players)
        if row.seat not in clock.running:
            continue
        number, key = clock.running[row.seat], (row.person, row.table_id)
        if key not in found or found[key].number <= number:
            found[key] = filled(
                Turn,
                row,
                due=clock.due_of(row.seat),
                number=number,
                reminded=row.reminded == number,
            )
    return sorted(found.values(), key=lambda turn: (turn.due, turn.table_id))


def _turns(connection: Connection, person: str) -> list[Turn]:
    turns = _waiting(connection, OF_PERSON.id == person)
    seats: dict[str, list[SeatRow]] = {turn.table_id: [] for turn in turns}
    columns = OF_SEAT.table_id, OF_SEAT.seat, OF_SEAT.name, OF_SEAT.person
    found = select(*columns).where(OF_SEAT.table_id.in_(list(seats))).order_by(OF_SEAT.seat)
    for seat in connection.execute(found):
        here = {"seat": seat.seat, "name": seat.name, "person": seat.person}
        seats[seat.table_id].append(here)
    return [replace(turn, seats=seats[turn.table_id]) for turn in turns]


def _has_room(connection: Connection, person: str, frequency: str, moment: int) -> bool:
    """Return whether a person may receive another reminder now."""
    lately = (OF_EMAIL.person == person) & (OF_EMAIL.at > moment - DAY)
    count = (
        connection.scalar(select(func.count()).select_from(schema.reminder_emails).where(lately))
        or 0
    )
    return count < {SOON: MOST_A_DAY, DAILY: 1}.get(frequency, 0)


def _note(
    connection: Connection, person: str, turns: list[Turn], token_hash: str, moment: int
) -> None:
    """Record an e-mail and its turns, and delete records of e-mails older than `KEPT`."""
    connection.execute(delete(schema.reminder_emails).where(OF_EMAIL.at < moment - KEPT))
    row = {"token_hash": token_hash, "person": person, "at": moment}
    connection.execute(insert(schema.reminder_emails).values(row))
    for turn in turns:
        if turn.reminded:
            continue
        this = (OF_REMINDER.person == person) & (OF_REMINDER.table_id == turn.table_id)
        connection.execute(delete(schema.turn_reminders).where(this))
        values = {"person": person, "table_id": turn.table_id, "turn": turn.number}
        connection.execute(
            insert(schema.turn_reminders).values(**values, email_token_hash=token_hash)
        )
