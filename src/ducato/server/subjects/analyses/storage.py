"""The analyses of finished games: waiting, being computed, and computed.

The end of a game in which a person played queues its analysis, in the same transaction, unless the
person's own browser can compute it: then it is queued once somebody asks for it. Several processes
may compute analyses from one database: each leases one at a time, by an update that only one of
them wins, and renews its lease while it computes. The lease of a process that has died expires, and
another takes over. An analysis is computed once; the result is kept with the table.

The queue is fair by person: everybody's first analysis of a day comes before anybody's second. One
of several players counts for each of them, one that nobody played here for who opened it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    exists,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from ducato.core.errors import DucatoError
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, Storage, in_transaction, now

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
LEASE = 60_000
"""Milliseconds for which a lease holds unless it is renewed."""
MOST_ATTEMPTS = 3
"""How often an analysis is begun: one that makes its process die is not begun for ever."""
MOST_WAITING = 10
"""Number of analyses of one person that may wait, so that others need not wait for all of them."""
NOBODY = ""
"""What stands for the host of a game of which there is none."""
FAIR_FOR = 24 * 3600 * 1000
"""Milliseconds for which an analysis counts for its players when others wait, after its lease."""
OF_ANALYSIS, OF_SEAT, OF_TABLE = schema.analyses.c, schema.seats.c, schema.tables.c


class TooManyAnalyses(DucatoError):
    """An error raised if `MOST_WAITING` analyses of one of a game's players wait already.

    The analysis may be requested again later.
    """

    def __init__(self) -> None:
        super().__init__(f"{MOST_WAITING} analyses of a player are waiting")


class AnalysisState(NamedTuple):
    """How far the analysis of a game is.

    Attributes:
        state: one of `STATES`.
        done: the number of positions judged so far.
        total: the number of positions to judge; 0 while it is not known.
        result: the analysis, packed; None unless it is done.
    """

    state: str
    done: int
    total: int
    result: str | None


class AnalysisJob(NamedTuple):
    """An analysis that a process has leased.

    Attributes:
        table_id: the table whose game is to be analysed.
        seconds: the budget of processor time.
        lease: the lease, which `renew`, `finish` and `fail` take.
    """

    table_id: str
    seconds: float
    lease: str


class Analyses(Storage):
    """The analyses of one database.

    Args:
        database: the database.
        seconds: the budget of each new analysis in processor seconds; with 0 none are queued.
        games: the names of the games that readers' browsers can analyse.
    """

    def __init__(self, database: Database, seconds: float = 0, games: Collection[str] = ()) -> None:
        super().__init__(database)
        self._seconds, self._games = seconds, games

    def queue(self, connection: Connection, table_id: str) -> None:
        """Queue the analysis of a game that ends in this transaction, if a person played it.

        A person who left the game to a bot did not play it to the end. If `MOST_WAITING` analyses
        of one of its players wait already, it is computed only if it is asked for.
        """
        if self._seconds <= 0:
            return
        players = _players(connection, table_id)
        if not players or self._is_own(connection, table_id):
            return
        if not _wait_for_many(connection, players):
            self._insert(connection, table_id)

    def _is_own(self, connection: Connection, table_id: str) -> bool:
        """Return whether one person only has sat at a table, whose browser can analyse the game."""
        people = (
            select(func.count(OF_SEAT.person.distinct()))
            .where(OF_SEAT.table_id == table_id)
            .scalar_subquery()
        )
        own = (OF_TABLE.id == table_id) & OF_TABLE.game.in_(self._games) & (people == 1)
        return bool(connection.scalar(select(exists().where(own))))

    @in_transaction
    def request_of(self, connection: Connection, person: str, game: str) -> bool:
        """Queue the analysis of a person's latest game that has none, such as for exercises.

        Returns:
            Whether there was such a game, and room for its analysis.
        """
        latest = (
            select(OF_TABLE.id)
            .join(schema.seats, OF_SEAT.table_id == OF_TABLE.id)
            .where(OF_SEAT.person == person, OF_SEAT.substitute.is_(None))
            .where(OF_TABLE.game == game, OF_TABLE.finished.is_not(None))
            .where(OF_TABLE.branch_of.is_(None))
            .where(~exists().where(OF_ANALYSIS.table_id == OF_TABLE.id))
        )
        table_id = connection.scalar(latest.order_by(OF_TABLE.finished.desc()).limit(1))
        if self._seconds <= 0 or table_id is None or _wait_for_many(connection, [person]):
            return False
        self._insert(connection, table_id)
        return True

    @in_transaction
    def request(self, connection: Connection, table_id: str) -> bool:
        """Queue the analysis of a finished game, such as an old one, unless it has one.

        Returns:
            Whether it has one now. It has none if analyses are off, or the game is not over.

        Raises:
            TooManyAnalyses: (in the future) too many of its players' analyses wait.
        """
        over = (OF_TABLE.id == table_id) & OF_TABLE.finished.is_not(None)
        if _has(connection, table_id):
            return True
        if self._seconds <= 0 or not connection.scalar(select(exists().where(over))):
            return False
        host = select(func.coalesce(OF_TABLE.host, NOBODY)).where(OF_TABLE.id == table_id)
        players = _players(connection, table_id) or [connection.scalar(host)]
        if _wait_for_many(connection, players):
            raise TooManyAnalyses
        self._insert(connection, table_id)
        return True

    def _insert(self, connection: Connection, table_id: str) -> None:
        if _has(connection, table_id):
            return
        row = {
            "table_id": table_id,
            "state": WAITING,
            "seconds": self._seconds,
            "created": now(),
            "attempts": 0,
            "done": 0,
            "total": 0,
        }
        connection.execute(insert(schema.analyses).values(row))

    def find(self, table_id: str) -> AnalysisState | None:
        """Return how far the analysis of a game is; None if it has none."""
        columns = [OF_ANALYSIS[name] for name in AnalysisState._fields]
        row = self._row(select(*columns).where(OF_ANALYSIS.table_id == table_id))
        return None if row is None else AnalysisState(*row)

    def progress(self, table_id: str) -> AnalysisState | None:
        """Return the same as `find`, without the result."""
        columns = OF_ANALYSIS.state, OF_ANALYSIS.done, OF_ANALYSIS.total
        row = self._row(select(*columns).where(OF_ANALYSIS.table_id == table_id))
        return None if row is None else AnalysisState(row.state, row.done, row.total, None)

    def awaited(self) -> bool:
        """Return whether an analysis waits for a process."""
        found = select(OF_ANALYSIS.table_id).where(_free(now())).limit(1)
        return self._value(found) is not None

    @in_transaction
    def acquire(self, connection: Connection) -> AnalysisJob | None:
        """Lease the next analysis; the future has None if none waits.

        It is the one whose players have had the fewest lately, and of those the one that has waited
        longest. One that was begun too often is given up.
        """
        lease = secrets.token_urlsafe(16)
        moment = now()
        given_up = update(schema.analyses).where(
            _free(moment), OF_ANALYSIS.attempts >= MOST_ATTEMPTS
        )
        connection.execute(given_up.values(state=FAILED, lease=None))
        following: str | None = connection.scalar(_in_order(moment).limit(1))
        if following is None:
            return None
        leased = (
            update(schema.analyses)
            .where(OF_ANALYSIS.table_id == following, _free(moment))
            .values(
                state=RUNNING,
                lease=lease,
                leased_until=moment + LEASE,
                attempts=OF_ANALYSIS.attempts + 1,
                done=0,
            )
        )
        if connection.execute(leased).rowcount == 0:
            return None  # another process was faster
        seconds = connection.scalar(
            select(OF_ANALYSIS.seconds).where(OF_ANALYSIS.table_id == following)
        )
        return AnalysisJob(following, float(seconds or 0), lease)

    def renew(self, job: AnalysisJob, done: int, total: int) -> Future[bool]:
        """Renew a lease and store the progress. Return whether the lease still holds."""
        return self._update(job, leased_until=now() + LEASE, done=done, total=total)

    def release(self, job: AnalysisJob) -> Future[bool]:
        """Give a lease up, such as when the server stops; the attempt does not count."""
        return self._update(job, state=WAITING, lease=None, attempts=OF_ANALYSIS.attempts - 1)

    def finish(self, job: AnalysisJob, result: str, total: int) -> Future[bool]:
        """Store the result of an analysis. Return whether the lease still held."""
        return self._update(job, state=DONE, lease=None, result=result, done=total, total=total)

    def fail(self, job: AnalysisJob) -> Future[bool]:
        """Note that an analysis is impossible. Return whether the lease still held."""
        return self._update(job, state=FAILED, lease=None)

    @in_transaction
    def _update(self, connection: Connection, /, job: AnalysisJob, **values: object) -> bool:
        own = (OF_ANALYSIS.table_id == job.table_id) & (OF_ANALYSIS.lease == job.lease)
        done = update(schema.analyses).where(own).values(**values)
        return connection.execute(done).rowcount > 0


def _has(connection: Connection, table_id: str) -> bool:
    found = select(exists().where(OF_ANALYSIS.table_id == table_id))
    return bool(connection.scalar(found))


def _free(moment: int) -> ColumnElement[bool]:
    """Return a condition for analyses that a process may lease."""
    expired = (OF_ANALYSIS.state == RUNNING) & (OF_ANALYSIS.leased_until < moment)
    return or_(OF_ANALYSIS.state == WAITING, expired)


def _in_order(moment: int) -> Select[Any]:
    """Return a query for the tables whose analyses a process may lease, the next one first."""
    lately = (OF_ANALYSIS.state == WAITING) | (OF_ANALYSIS.leased_until > moment - FAIR_FOR)
    of_person = _of_persons(lately)
    number = func.row_number().over(
        partition_by=of_person.person, order_by=(of_person.created, of_person.table_id)
    )
    numbered = select(of_person.table_id, number.label("number")).subquery().c
    shares = (
        select(numbered.table_id, func.max(numbered.number).label("share"))
        .group_by(numbered.table_id)
        .subquery()
    )
    return (
        select(OF_ANALYSIS.table_id)
        .outerjoin(shares, shares.c.table_id == OF_ANALYSIS.table_id)
        .where(_free(moment))
        .order_by(func.coalesce(shares.c.share, 1), OF_ANALYSIS.created, OF_ANALYSIS.table_id)
    )


def _players(connection: Connection, table_id: str) -> Sequence[str | None]:
    """Return the people who play a game, or have played it to its end."""
    played = (
        (OF_SEAT.table_id == table_id) & OF_SEAT.person.is_not(None) & OF_SEAT.substitute.is_(None)
    )
    return connection.scalars(select(OF_SEAT.person).where(played)).all()


def _wait_for_many(connection: Connection, players: Collection[str | None]) -> bool:
    """Return whether `MOST_WAITING` analyses of one of these people wait."""
    of_person = _of_persons(OF_ANALYSIS.state == WAITING)
    waiting = (
        select(of_person.person)
        .where(of_person.person.in_(players))
        .group_by(of_person.person)
        .having(func.count() >= MOST_WAITING)
    )
    return connection.execute(waiting.limit(1)).first() is not None


def _of_persons(which: ColumnElement[bool]) -> Any:
    """Return the columns `person`, `table_id` and `created` of analyses, for each of its players.

    A game that nobody played here counts for its host, as one from a record does.
    """
    seated = (
        select(OF_SEAT.person, OF_ANALYSIS.table_id, OF_ANALYSIS.created)
        .join(schema.analyses, OF_ANALYSIS.table_id == OF_SEAT.table_id)
        .where(OF_SEAT.person.is_not(None), which)
    )
    somebody = exists().where(OF_SEAT.table_id == OF_TABLE.id, OF_SEAT.person.is_not(None))
    hosted = (
        select(func.coalesce(OF_TABLE.host, NOBODY), OF_ANALYSIS.table_id, OF_ANALYSIS.created)
        .join(schema.analyses, OF_ANALYSIS.table_id == OF_TABLE.id)
        .where(~somebody, which)
    )
    return union(seated, hosted).subquery().c
