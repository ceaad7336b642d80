"""Tables and their steps, stored so that no accepted move is ever lost.

Every change is one job, stored completely or not at all. Methods that write return a future that
completes once the job is on disk. Methods that read block, so an event loop must call them in a
thread.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, insert, or_, select

from ducato.core.match import Match, Step
from ducato.core.snapshot import Snapshot
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now, row_values
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.subjects import ratings
from ducato.server.subjects.moderation.blocks import check_together
from ducato.server.subjects.tables import lobby
from ducato.server.subjects.tables.change_statements import (
    change_seats,
    keep_turn_state,
    move_on,
    set_rematch,
)
from ducato.server.subjects.tables.creation import insert_table, new_table
from ducato.server.subjects.tables.model import StoredTable, TableJob, TableSettings, TableSummary
from ducato.server.subjects.tables.rows import (
    forget_snapshot,
    insert_steps,
    read_table,
    seat_row,
    seats_of,
)
from ducato.table.seats import INVITED
from ducato.table.time_control import TurnState

SHOWN_FOR = 24 * 3600 * 1000
"""Milliseconds for which a finished table stays in its players' list."""
OF_TABLE, OF_STEP = schema.tables.c, schema.steps.c
OF_SEAT = schema.seats.c


class Tables:
    """The tables of one database.

    Args:
        database: the database.
        at_end: what else to write in the transaction that ends a game, with the id of the table.

    Attributes:
        database, at_end: the arguments; subjects append to the list.

    Raises:
        StoreError: in every method, if the database fails.
    """

    def __init__(self, database: Database, at_end: Iterable[TableJob] = ()) -> None:
        self.database, self.at_end = database, list(at_end)

    def create(
        self,
        match: Match,
        seats: Sequence[Mapping[str, Any]],
        settings: TableSettings | None = None,
        turn_state: TurnState | None = None,
        *,
        rematch_of: str | None = None,
        also: TableJob | None = None,
    ) -> Future[str]:
        """Store a new table with the steps made so far. Return its id.

        Args:
            match: the match.
            seats: rows as `table.seats` makes them.
            settings: the settings; None for a private table without a host.
            turn_state: the turn state; None for an untimed table where no seat is to move.
            rematch_of: the table of the previous game, None if this is not a rematch. If that table
                already has a rematch, nothing is stored and the id of the rematch is returned.
            also: what else to write in the same transaction, with the id of the table; if it
                raises an error, nothing is stored, and the future raises that error.

        Raises:
            UnknownTable: (in the future) the table of the previous game no longer exists; nothing
                was written.
            Apart: (in the future) somebody is invited, and of them, those who have seats and the
                host, one has blocked another one; nothing was written.
        """
        table = new_table(match, seats, settings, turn_state)
        people = {seat["person"] for seat in table.seats} - {None}
        invites = any(seat["substitute"] == INVITED for seat in table.seats)
        if rematch_of is None and table.row["host"] is not None:
            people.add(table.row["host"])

        def job(connection: Connection) -> str:
            if rematch_of is not None:
                known = set_rematch(connection, rematch_of, table.id)
                if known != table.id:
                    return known
            if invites:
                check_together(connection, people)
            insert_table(connection, table)
            if also is not None:
                also(connection, table.id)
            return table.id

        return self.database.write(job)

    def append(
        self,
        table_id: str,
        steps: Sequence[Step],
        expected_seq: int,
        turn_state: TurnState,
        *,
        ranks: Sequence[int] | None = None,
        seats: Iterable[Mapping[str, Any]] = (),
        request: str | None = None,
        snapshot: Snapshot | None = None,
    ) -> Future[None]:
        """Append steps after the first `expected_seq`: all of them or none.

        The first steps of a game are the deal. Even if there are none, the game has then begun.

        Args:
            table_id: the id of the table.
            steps: the steps, in order.
            expected_seq: the number of steps stored so far.
            turn_state: the turn state after the steps.
            ranks: the rank of each seat if the game is now over, otherwise None. If the game is
                rated, the new ratings are stored with them.
            seats: changed seats to store in the same transaction (see `seat`).
            request: the client's id of the request that caused the first step, if any.
            snapshot: the state after the steps, which replaces any older snapshot; None to store
                no snapshot.

        Raises:
            UnknownTable: (in the future) there is no such table.
            WrongSequence: (in the future) it has another number of steps; nothing was written.
            NotOwner: (in the future) another process has taken it over; nothing was written.
        """
        added, rows = list(steps), [seat_row(seat) for seat in seats]

        def job(connection: Connection) -> None:
            seq = expected_seq + len(added)
            change_seats(connection, table_id, rows)
            over = ranks is not None
            step = (expected_seq, seq, turn_state)
            move_on(connection, self.database.process, table_id, *step, finished=over)
            insert_steps(connection, table_id, added, expected_seq, request)
            if ranks is not None:
                ratings.settle(connection, table_id, ranks)
                for write in self.at_end:
                    write(connection, table_id)
            if snapshot is not None:
                forget_snapshot(connection, table_id, 0)
                values = {"table_id": table_id, **asdict(snapshot)}
                connection.execute(insert(schema.snapshots).values(values))

        return self.database.write(job)

    def truncate(
        self, table_id: str, seq: int, expected_seq: int, turn_state: TurnState
    ) -> Future[None]:
        """Undo all steps after the first `seq` by deleting them.

        Raises:
            UnknownTable: (in the future) there is no such table.
            WrongSequence: (in the future) it has another number of steps than `expected_seq`.
            NotOwner: (in the future) another process has taken it over.
        """

        def job(connection: Connection) -> None:
            step = (expected_seq, seq, turn_state)
            move_on(connection, self.database.process, table_id, *step, finished=False)
            beyond = (OF_STEP.table_id == table_id) & (OF_STEP.seq > seq)
            connection.execute(delete(schema.steps).where(beyond))
            forget_snapshot(connection, table_id, seq + 1)

        return self.database.write(job)

    def seat(
        self, table_id: str, seats: Iterable[Mapping[str, Any]], turn_state: TurnState
    ) -> Future[None]:
        """Store changed seats and the turn state; the other seats stay as they are.

        Raises:
            UnknownTable: (in the future) there is no such table.
            NotOwner: (in the future) another process has taken it over; nothing was written.
            Apart: (in the future) somebody may not come, because of a block; nothing was written.
        """
        rows = [seat_row(seat) for seat in seats]

        def job(connection: Connection) -> None:
            keep_turn_state(connection, self.database.process, table_id, turn_state)
            change_seats(connection, table_id, rows)

        return self.database.write(job)

    def load(self, table_id: str) -> StoredTable:
        """Return a table with all its steps.

        Raises:
            UnknownTable: there is no such table.
        """
        with self.database.reading() as connection:
            found = read_table(connection, table_id)
        if found is None:
            raise UnknownTable(table_id)
        return found

    def head(self, table_id: str) -> TableSummary:
        """Return the summary of one table.

        Raises:
            UnknownTable: there is no such table.
        """
        found = self._summaries(OF_TABLE.id == table_id, 1)
        if not found:
            raise UnknownTable(table_id)
        return found[0]

    def list_tables(
        self, person: str | None, limit: int = 100, there: Collection[str] = ()
    ) -> list[TableSummary]:
        """Return a person's own tables, followed by the public ones.

        A person's own tables, which they opened or where they sit, stay in the list for `SHOWN_FOR`
        after the end. Unfinished public ones are listed while people are connected, and for a time
        after the last change (`server.subjects.tables.lobby`).

        Args:
            person: the person who asks; None to return only public tables.
            limit: the maximum number of tables of either kind.
            there: the ids of the tables where people are connected.
        """
        own = or_(
            OF_TABLE.host == person,
            OF_TABLE.id.in_(select(OF_SEAT.table_id).where(OF_SEAT.person == person)),
        )
        goes_on = OF_TABLE.finished.is_(None)
        strangers = self._listed(there, limit)
        if person is None:
            return strangers
        mine = self._summaries(own & or_(goes_on, OF_TABLE.finished > now() - SHOWN_FOR), limit)
        known = {table.id for table in mine}
        return mine + [table for table in strangers if table.id not in known]

    def _listed(self, there: Collection[str], limit: int) -> list[TableSummary]:
        """Return the listed public tables, every host's first before any host's second."""
        shown = lobby.listed(there)
        few = shown.c.number <= lobby.LISTED_OF_PERSON
        source = schema.tables.join(shown, shown.c.id == OF_TABLE.id)
        return self._summaries(few, limit, source, shown.c.number)

    def _summaries(
        self, which: Any, limit: int, source: Any = schema.tables, *first: Any
    ) -> list[TableSummary]:
        columns = [OF_TABLE[name] for name in TableSummary.__annotations__ if name != "seats"]
        query = (
            select(*columns)
            .select_from(source)
            .where(which)
            .order_by(*first, OF_TABLE.finished.is_not(None), OF_TABLE.updated.desc(), OF_TABLE.id)
            .limit(limit)
        )
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
            seats = seats_of(connection, [row.id for row in rows])
        return [TableSummary(**row_values(row), seats=seats[row.id]) for row in rows]
