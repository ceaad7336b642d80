"""People who wait for opponents, each in one search, and the tables that were found for them.

A search lasts while the person's page asks for its result. Several servers may look for tables in
one database: the first to reserve the players, in the transaction that stores the table, wins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.kit.filling import filled
from ducato.server.subjects.matchmaking.opponents import Waiting
from ducato.server.subjects.moderation.bans import banned_now
from ducato.server.subjects.moderation.blocks import Pair, blocked_pairs
from ducato.server.subjects.ratings import MODEL, SCALE

LASTS = 30_000
"""Milliseconds after which a search ends for which no page asks any more."""
RECENT = 12 * 3600 * 1000
"""Milliseconds for which people who have played together count as recent opponents."""
OF_SEARCH, OF_RATING = schema.opponent_searches.c, schema.ratings.c
OF_SEAT, OF_TABLE = schema.seats.c, schema.tables.c


@dataclass(frozen=True)
class PoolSearch:
    """A person's search for opponents.

    Attributes:
        game: the name of the game.
        players: the number of players at the table.
        time_control: the time control, as JSON.
        since: when it began, in milliseconds since 1970.
        waiting: the number of people who wait for the same kind of table, the person included.
        table_id: the id of the table that was found; None before.
    """

    game: str
    players: int
    time_control: str
    since: int
    waiting: int
    table_id: str | None


@dataclass(frozen=True)
class Pool:
    """The people who wait for the same kind of table.

    Attributes:
        game: the name of the game.
        players: the number of players at the table.
        time_control: the time control, as JSON.
        waiting: the people.
        recent: those pairs of them who have played together lately.
        blocked: those pairs of them of whom one has blocked the other.
    """

    game: str
    players: int
    time_control: str
    waiting: list[Waiting]
    recent: set[Pair]
    blocked: set[Pair]


class SearchOver(ValueError):
    """An error raised if one of the players has left their search or found another table."""


class OpponentSearches(Storage):
    """The searches in one database."""

    @in_transaction
    def begin(
        self,
        connection: Connection,
        person: str,
        name: str,
        game: str,
        players: int,
        time_control: str,
        check: Callable[[Connection], None] = lambda _: None,
    ) -> None:
        """Begin a search, instead of the person's former one.

        A search for the same kind of table goes on, so that its wait still counts.

        Args:
            connection: the connection.
            person: the person.
            name: the name to show at the table.
            game: the name of the game.
            players: the number of players at the table.
            time_control: the time control, as JSON; equal ones must be written alike.
            check: raises an error, in the same transaction, if the person may not search.
        """
        moment, this = now(), OF_SEARCH.person == person
        kind = {"game": game, "players": players, "time_control": time_control}
        check(connection)
        same = this & _alive(moment) & OF_SEARCH.table_id.is_(None)
        for column, value in kind.items():
            same &= OF_SEARCH[column] == value
        renewed = update(schema.opponent_searches).where(same).values(name=name, seen=moment)
        if connection.execute(renewed).rowcount == 0:
            connection.execute(delete(schema.opponent_searches).where(this))
            row = {"person": person, "name": name, "since": moment, "seen": moment, **kind}
            connection.execute(insert(schema.opponent_searches).values(row))

    @in_transaction
    def check(self, connection: Connection, person: str, moment: int) -> PoolSearch | None:
        """Return a person's search, which then goes on; None if there is none or it has ended."""
        this = (OF_SEARCH.person == person) & _alive(moment)
        row = connection.execute(select(schema.opponent_searches).where(this)).one_or_none()
        if row is None:
            return None
        if row.table_id is None:
            seen = update(schema.opponent_searches).where(this).values(seen=moment)
            connection.execute(seen)
        same = (
            (OF_SEARCH.game == row.game)
            & (OF_SEARCH.players == row.players)
            & (OF_SEARCH.time_control == row.time_control)
            & OF_SEARCH.table_id.is_(None)
            & _alive(moment)
        )
        query = select(func.count()).select_from(schema.opponent_searches).where(same)
        return filled(PoolSearch, row, waiting=connection.scalar(query) or 0)

    @in_transaction
    def end(self, connection: Connection, person: str) -> None:
        """End a person's search."""
        connection.execute(delete(schema.opponent_searches).where(OF_SEARCH.person == person))

    def pools(self, moment: int) -> list[Pool]:
        """Return the people who wait, by the kind of table that they wait for."""
        query = (
            select(schema.opponent_searches, OF_RATING.mu)
            .outerjoin(
                schema.ratings,
                (OF_RATING.person == OF_SEARCH.person) & (OF_RATING.game == OF_SEARCH.game),
            )
            .where(OF_SEARCH.table_id.is_(None) & _alive(moment))
            .order_by(OF_SEARCH.since, OF_SEARCH.person)
        )
        found: dict[tuple[str, int, str], list[Waiting]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(query):
                points = (MODEL.mu if row.mu is None else row.mu) * SCALE
                one = Waiting(row.person, row.name, points, row.since)
                kind = row.game, row.players, row.time_control
                found.setdefault(kind, []).append(one)
            pools = []
            for kind, waiting in found.items():
                persons = [one.person for one in waiting]
                recent = _recent(connection, persons, moment - RECENT)
                pools.append(Pool(*kind, waiting, recent, blocked_pairs(connection, persons)))
        return pools

    def waiting(self, moment: int) -> list[tuple[str, int, str, int]]:
        """Return how many people wait: game, number of players, time control and their number."""
        kind = OF_SEARCH.game, OF_SEARCH.players, OF_SEARCH.time_control
        query = (
            select(*kind, func.count())
            .where(OF_SEARCH.table_id.is_(None) & _alive(moment))
            .group_by(*kind)
            .order_by(*kind)
        )
        return [(row[0], row[1], row[2], row[3]) for row in self._rows(query)]

    @in_transaction
    def prune(self, connection: Connection, moment: int) -> int:
        """Delete searches that have ended. Return their number."""
        return connection.execute(delete(schema.opponent_searches).where(~_alive(moment))).rowcount


def reserve(connection: Connection, persons: Sequence[str], table_id: str) -> None:
    """Record the table that was found for people, in the transaction that stores the table.

    Raises:
        SearchOver: one of them no longer waits.
    """
    free = OF_SEARCH.person.in_(persons) & OF_SEARCH.table_id.is_(None)
    # Lock the rows against other processes, always in the same order to avoid deadlocks.
    held = select(OF_SEARCH.person).where(free).order_by(OF_SEARCH.person).with_for_update()
    if len(connection.execute(held).all()) < len(persons):
        raise SearchOver
    connection.execute(update(schema.opponent_searches).where(free).values(table_id=table_id))


def _alive(moment: int) -> ColumnElement[bool]:
    """Return the condition that a page has lately asked for a search of somebody not banned."""
    return (OF_SEARCH.seen > moment - LASTS) & OF_SEARCH.person.not_in(banned_now())


def _recent(connection: Connection, persons: Collection[str], since: int) -> set[Pair]:
    """Return the pairs among these people who have played at a table changed since then."""
    query = (
        select(OF_SEAT.table_id, OF_SEAT.person)
        .join_from(schema.seats, schema.tables, OF_SEAT.table_id == OF_TABLE.id)
        .where(OF_SEAT.person.in_(persons) & OF_TABLE.begun & (OF_TABLE.updated > since))
    )
    tables: dict[str, set[str]] = {}
    for row in connection.execute(query):
        tables.setdefault(row.table_id, set()).add(row.person)
    return {frozenset(pair) for there in tables.values() for pair in combinations(there, 2)}
