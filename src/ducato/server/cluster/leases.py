"""Leases: which of the processes that share a database has which table open.

An open table belongs to one process, its owner, for as long as that process lives: until it gives
the table up, or has not renewed its lease for `LEASE` milliseconds. Whoever claims a table of a
dead process gets it at once, and the table's clock gets back the time since that process was last
known to live. The database's own clock decides, so the machines' clocks need not agree.

A process that was only slow loses nothing but its tables: it may write to a table only as its owner
(`server.subjects.tables.change_statements`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    case,
    cast,
    delete,
    exists,
    extract,
    func,
    insert,
    select,
    text,
    update,
)

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, Storage, in_transaction
from ducato.server.kit.database.errors import UnknownTable

LEASE = 3000
"""Milliseconds after its last renewal for which a process counts as living."""
CHANNEL = "ducato"
"""The channel on which the processes notify each other."""
BEGIN_LOCK = 0x64756362
"""Key of the advisory lock held while a process joins the others."""
OF_TABLE, OF_PROCESS = schema.tables.c, schema.processes.c
Attended = Mapping[str, list[str]]


@dataclass(frozen=True)
class Process:
    """A living process.

    Attributes:
        id: its id, chosen by chance.
        address: "host:port" at which other processes reach it.
        started: when it joined the others, in milliseconds of the database's clock.
        attended: the players and the hosts who are connected, by table.
        bot_tables: for whom bots play, by table.
    """

    id: int
    address: str
    started: int
    attended: Attended = field(default_factory=dict)
    bot_tables: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Renewal:
    """The result of renewing a lease.

    Attributes:
        moment: the time of the database's clock in milliseconds since 1970.
        lapsed: whether the lease had run out, so that the process has lost all its tables.
        living: all living processes, this one included.
        dead: the ids of processes that did not renew their leases in time.
    """

    moment: int
    lapsed: bool
    living: list[Process]
    dead: list[int]


class Leases(Storage):
    """The ownership of tables, as one process sees it.

    Args:
        database: the database, a PostgreSQL; if it was not opened to be shared, this process owns
            no tables.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.process, self._address = database.process or 0, ""

    # -- the process itself

    def begin(self, address: str) -> int:
        """Join the processes that share the database. Return the time of its clock.

        If no other process lives, all running clocks get back the time since the last one did.
        This blocks.

        Args:
            address: "host:port" at which other processes reach this one.
        """
        self._address = address
        with self._database.transaction() as connection:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({BEGIN_LOCK})"))
            moment = _database_time(connection)
            rows = connection.execute(select(OF_PROCESS.id, OF_PROCESS.beat)).all()
            dead = [row.id for row in rows if not _lives(row.beat, moment)]
            if len(dead) == len(rows):
                _credit_all(connection, dead, moment)
            _free(connection, dead, moment)
            if connection.scalar(select(schema.heartbeat.c.at)) is None:
                connection.execute(insert(schema.heartbeat).values(id=0, at=moment))
            row = {"id": self.process, "address": address, "started": moment, "beat": moment}
            connection.execute(insert(schema.processes).values(**row, attended={}, bot_tables={}))
            return moment

    def renew(
        self,
        attended: Attended,
        give_up: bool = False,
        bot_tables: Attended = MappingProxyType({}),
    ) -> Renewal:
        """Renew the lease of this process. This blocks, but does not wait for the writer's queue.

        Args:
            attended: the players and hosts who are connected to this process, by table.
            give_up: whether to give up all tables as if the lease had run out.
            bot_tables: for whom bots play here, by table (`live.attendance.BotTables.counted`).
        """
        this = OF_PROCESS.id == self.process
        with self._database.transaction() as connection:
            connection.execute(text("SET LOCAL lock_timeout = '2s'"))
            query = select(OF_PROCESS.beat).where(this).with_for_update()
            own = connection.execute(query).one_or_none()
            moment = _database_time(connection)
            lapsed = own is None or not _lives(own.beat, moment)
            values: dict[str, Any] = {
                "beat": moment,
                "attended": attended,
                "bot_tables": dict(bot_tables),
            }
            if lapsed or give_up:
                _disown(connection, [self.process], moment)
                values["started"] = moment  # those that stayed are older now
            if own is None:
                values |= {"id": self.process, "address": self._address}
                connection.execute(insert(schema.processes).values(values))
            else:
                connection.execute(update(schema.processes).where(this).values(values))
            rows = connection.execute(select(schema.processes)).all()
        living = [row for row in rows if _lives(row.beat, moment)]
        return Renewal(
            moment,
            lapsed,
            [
                Process(row.id, row.address, row.started, row.attended, row.bot_tables)
                for row in living
            ],
            [row.id for row in rows if row not in living],
        )

    def end(self) -> None:
        """Give up all tables and leave the other processes. This blocks."""
        self.free([self.process])

    def free(self, processes: Collection[int], *, if_dead: bool = False) -> int:
        """Free the tables of processes that have ended. Return the number of these tables.

        Their running clocks get back the time since these processes were last known to live. This
        blocks.

        Args:
            processes: the ids of the processes.
            if_dead: whether to spare those that live, by what the database says.
        """
        with self._database.transaction() as connection:
            connection.execute(text("SET LOCAL lock_timeout = '2s'"))
            query = select(OF_PROCESS.id, OF_PROCESS.beat).where(OF_PROCESS.id.in_(processes))
            rows = connection.execute(query.with_for_update(skip_locked=if_dead)).all()
            moment = _database_time(connection)
            ended = [row.id for row in rows if not (if_dead and _lives(row.beat, moment))]
            freed = _free(connection, ended, moment)
            if freed:
                _notify(connection, {"kind": "freed"})
            return freed

    # -- its tables

    @in_transaction
    def obtain(self, connection: Connection, table_id: str) -> int | None:
        """Become the owner of a table unless another living process is.

        Return None if this process is the owner now, otherwise the owner's id.

        Raises:
            UnknownTable: (in the future) there is no such table.
        """
        own = self.process
        moment = _database_time(connection)
        beat = select(OF_PROCESS.beat).where(OF_PROCESS.id == OF_TABLE.owner).scalar_subquery()
        lives = exists().where(
            (OF_PROCESS.id == OF_TABLE.owner)
            & OF_PROCESS.beat.between(moment - LEASE, moment + LEASE)
        )
        lost = func.greatest(0, moment - func.coalesce(beat, moment))
        due = case((OF_TABLE.owner == own, OF_TABLE.due), else_=OF_TABLE.due + lost)
        free = OF_TABLE.owner.is_(None) | (OF_TABLE.owner == own) | ~lives
        claimed = (
            update(schema.tables).where((OF_TABLE.id == table_id) & free).values(owner=own, due=due)
        )
        if connection.execute(claimed).rowcount:
            return None
        row = connection.execute(
            select(OF_TABLE.owner).where(OF_TABLE.id == table_id)
        ).one_or_none()
        if row is None:
            raise UnknownTable(table_id)
        return row.owner or 0  # 0: it was given up just now

    def owner_address(self, table_id: str) -> str | None:
        """Return the address of another living process that owns a table; None if none does.

        It is read from the database, since this process learns of a new one only with its renewal.
        """
        query = (
            select(OF_PROCESS.address, OF_PROCESS.beat)
            .join(schema.tables, OF_TABLE.owner == OF_PROCESS.id)
            .where((OF_TABLE.id == table_id) & (OF_PROCESS.id != self.process))
        )
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
            lives = row is not None and _lives(row.beat, _database_time(connection))
        return row.address if row is not None and lives else None

    @in_transaction
    def release(self, connection: Connection, table_id: str, heir: int | None = None) -> None:
        """Give up a table, all of whose changes are written or queued.

        Args:
            connection: the connection.
            table_id: id of the table.
            heir: the process that owns it from now on, and is told; None for none.
        """
        own = (OF_TABLE.id == table_id) & (OF_TABLE.owner == self.process)
        connection.execute(update(schema.tables).where(own).values(owner=heir))
        if heir is not None:
            _notify(connection, {"kind": "handed_over", "table": table_id, "to": heir})

    def notify(self, message: Mapping[str, Any]) -> Future[None]:
        """Send a message to all processes, after everything that was queued before."""
        return self._database.write(lambda connection: _notify(connection, message))


def _notify(connection: Connection, message: Mapping[str, Any]) -> None:
    sent = {"channel": CHANNEL, "message": json.dumps(message)}
    connection.execute(text("SELECT pg_notify(:channel, :message)"), sent)


def _database_time(connection: Connection) -> int:
    """Return the time of the database's clock in milliseconds since 1970."""
    seconds = extract("epoch", func.clock_timestamp())
    moment: int | None = connection.scalar(select(cast(seconds * 1000, BigInteger)))
    assert moment is not None
    return moment


def _lives(beat: int, moment: int) -> bool:
    return abs(moment - beat) <= LEASE


def _disown(connection: Connection, processes: Collection[int], moment: int) -> int:
    """Take their tables away from dead processes. Return the number of these tables."""
    beat = select(OF_PROCESS.beat).where(OF_PROCESS.id == OF_TABLE.owner).scalar_subquery()
    lost = func.greatest(0, moment - func.coalesce(beat, moment))
    theirs = OF_TABLE.owner.in_(processes)
    values = {"owner": None, "due": OF_TABLE.due + lost}
    return connection.execute(update(schema.tables).where(theirs).values(values)).rowcount


def _free(connection: Connection, processes: Collection[int], moment: int) -> int:
    """Remove dead processes, and free their tables. Return the number of these tables."""
    if not processes:
        return 0
    freed = _disown(connection, processes, moment)
    connection.execute(delete(schema.processes).where(OF_PROCESS.id.in_(processes)))
    connection.execute(delete(schema.commits).where(schema.commits.c.id.in_(processes)))
    return freed


def _credit_all(connection: Connection, dead: Collection[int], moment: int) -> None:
    """Extend the running clocks of closed tables by the time for which no process lived."""
    last = connection.scalar(select(schema.heartbeat.c.at))
    closed = OF_TABLE.owner.is_(None) | OF_TABLE.owner.not_in(dead)
    lost = max(0, moment - last) if last is not None else 0
    connection.execute(
        update(schema.tables).where(closed).values(owner=None, due=OF_TABLE.due + lost)
    )
