"""All data of a person: exported on request, and deleted with the account.

Deleting an account takes several transactions, because its games in progress must be left first.
The first one ends all sessions and marks the person as leaving, so that a crash does not stop the
deletion. After the last one nothing refers to the person. Bot accounts are deleted with their
owner. Games with other people remain, since they are also theirs, but without the name; games with
no other person are deleted.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.subjects import ratings
from ducato.server.subjects.moderation.storage import forget as forget_moderation
from ducato.server.subjects.people import community_data as community
from ducato.server.subjects.people.export_model import PersonExport
from ducato.server.subjects.people.export_reader import read_export
from ducato.server.subjects.push import storage as push
from ducato.server.subjects.reminders import storage as turn_reminders
from ducato.server.subjects.reminders.storage import NONE
from ducato.server.subjects.tournaments.board_results import (
    forget_persons,
    forget_table,
    withdraw_persons,
)
from ducato.table.seats import FORMER, RESIGNED

OF_PERSON, OF_SESSION = schema.persons.c, schema.sessions.c
OF_VERIFICATION, OF_BOT = schema.email_verifications.c, schema.bot_accounts.c
OF_SEAT, OF_TABLE = schema.seats.c, schema.tables.c
OF_LINE, OF_MUTE = schema.chat.c, schema.mutes.c


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


class PersonalData(Storage):
    """The personal data in one database."""

    def of(self, person: str) -> PersonExport | None:
        """Return all data of a person, None if there is no such person."""
        with self._database.reading() as connection:
            return read_export(connection, person)

    @in_transaction
    def begin_leaving(self, connection: Connection, person: str) -> Leaving:
        """Begin a deletion: lock out the person and their bots, and stop all e-mails to them.

        The public page is withdrawn at once, but ratings stay until the last game is over, because
        the other players' new ratings depend on them.
        """
        persons = _with_bots(connection, person)
        _lock_out(connection, persons)
        withdraw_persons(connection, persons)
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

    def leaving(self) -> list[str]:
        """Return the ids of the people whose deletion has begun but not finished."""
        return self._values(select(OF_PERSON.id).where(OF_PERSON.leaving.is_not(None)))

    @in_transaction
    def finish_leaving(
        self, connection: Connection, person: str, lost: Collection[str] = ()
    ) -> Leaving:
        """Delete a person who has no game in progress, with their bot accounts.

        Args:
            connection: the connection.
            person: the person to delete.
            lost: the ids of tables to ignore, because they cannot be opened and so cannot be left.

        Returns:
            The result of the deletion. If its `tables` are not empty, nothing was deleted, and
            those tables must be left first.
        """
        persons = _with_bots(connection, person)
        tables = [t for t in _unfinished(connection, persons) if t not in lost]
        return Leaving(persons, tables, [] if tables else delete_persons(connection, persons))


def _with_bots(connection: Connection, person: str) -> list[str]:
    bots = select(OF_BOT.person).where(OF_BOT.owner == person).order_by(OF_BOT.person)
    return [person, *connection.scalars(bots)]


def _sat_at(persons: Collection[str]) -> Any:
    """Return the condition that one of these people has a seat at a table."""
    return OF_TABLE.id.in_(select(OF_SEAT.table_id).where(OF_SEAT.person.in_(persons)))


def _with_others(persons: Collection[str]) -> Any:
    """Return the condition that other people sit at a table, may still join it, or study it."""
    other = or_(
        OF_SEAT.person.not_in(persons),
        OF_SEAT.person.is_(None) & OF_SEAT.bot.is_(None) & (OF_SEAT.name != FORMER),
    )
    kept = schema.kept_branches.c
    studied = select(kept.game_id).where(kept.person.not_in(persons))
    return or_(OF_TABLE.id.in_(select(OF_SEAT.table_id).where(other)), OF_TABLE.id.in_(studied))


def _unfinished(connection: Connection, persons: Collection[str]) -> list[str]:
    these = _sat_at(persons) & _with_others(persons) & OF_TABLE.finished.is_(None)
    return list(connection.scalars(select(OF_TABLE.id).where(these).order_by(OF_TABLE.id)))


def _lock_out(connection: Connection, persons: Collection[str]) -> None:
    push.forget(connection, persons)
    community.lock_out(connection, persons)
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
    forget_persons(connection, persons)
    _lock_out(connection, persons)
    turn_reminders.forget(connection, persons)
    community.forget(connection, persons)
    forget_moderation(connection, persons)
    connection.execute(delete(schema.chat).where(OF_LINE.person.in_(persons)))
    of_mute = or_(OF_MUTE.person.in_(persons), OF_MUTE.muted.in_(persons))
    connection.execute(delete(schema.mutes).where(of_mute))
    ratings.forget(connection, persons)
    connection.execute(delete(schema.bot_accounts).where(OF_BOT.person.in_(persons)))
    connection.execute(delete(schema.persons).where(OF_PERSON.id.in_(persons)))
    return deleted


def delete_table(connection: Connection, table_id: str) -> None:
    """Delete a table with its seats, steps, snapshot, chat, reminders and analysis, and links."""
    community.forget_table(connection, table_id)
    forget_table(connection, table_id)
    for table in (
        schema.analyses,
        schema.steps,
        schema.snapshots,
        schema.chat,
        schema.turn_reminders,
        schema.push_reminders,
        schema.rating_changes,
        schema.seats,
    ):
        connection.execute(delete(table).where(table.c.table_id == table_id))
    again = update(schema.tables).where(OF_TABLE.rematch == table_id)
    connection.execute(again.values(rematch=None))
    branches = update(schema.tables).where(OF_TABLE.branch_of == table_id)
    connection.execute(branches.values(branch_of=""))  # still a branch, which counts nowhere
    connection.execute(delete(schema.tables).where(OF_TABLE.id == table_id))
