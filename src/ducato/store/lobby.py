"""The list of public tables, and what is not kept for ever.

Strangers find a table while it can still be joined or watched: its people are there, or something
happened there not long ago. Whoever opened many tables has few of them in the list, and everybody's
first comes before anybody's second, so that one honest table among a thousand others is found.

This module must not know rules, sockets or who is connected.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection, and_, exists, func, or_, select

from ducato.core.table_data import FORMER, INVITED
from ducato.store.database import schema
from ducato.store.database.engine import Database, now
from ducato.store.people.accounts import SESSION_LASTS
from ducato.store.people.personal_data import delete_persons, delete_table

MINUTE, DAY = 60_000, 24 * 3600 * 1000
LISTED_WAITING = 15 * MINUTE
"""For which a table that waits for players stays in the list when all its people have left: who
sits down there would sit alone."""
LISTED_WAITING_SLOW = 3 * DAY
"""The same where people have days for each turn: nobody expects them to be there."""
LISTED_PLAYING = DAY
"""For which a game that nobody goes on with stays in the list of those to watch."""
LISTED_OF_PERSON = 3
"""Tables of one person that strangers see; who wants to play sits at one."""
NEVER_BEGUN = 30 * DAY
"""After so long without anybody sitting down, nobody comes any more."""
ABANDONED = SESSION_LASTS
"""A guest who has not moved for so long has no session any more, and cannot move again."""
NOBODYS = 30 * DAY
"""For which a finished table of bots is kept, which is in nobody's history."""
BITE = 50
"""Tables or persons that are deleted in one transaction: moves wait no longer than for a few ms."""
OF_TABLE, OF_SEAT, OF_PERSON = schema.tables.c, schema.seats.c, schema.persons.c

WAITING = OF_TABLE.finished.is_(None) & OF_TABLE.to_move.is_(None)
"""A table where nobody is to move and that is not over waits for players."""

HELD = exists().where(
    (OF_SEAT.table_id == OF_TABLE.id)
    & OF_SEAT.person.is_not(None)
    & func.coalesce(OF_SEAT.substitute != INVITED, True)
)
"""Somebody sits at the table who has come to it."""


class Lobby:
    """Which tables strangers see, how many somebody may open, and what is forgotten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self, person: str) -> int:
        """Return how many tables of a person wait for players, opened or changed within a day.

        Those that the person has left to others do not count.
        """
        lately = (OF_TABLE.host == person) & WAITING & (OF_TABLE.updated > now() - DAY)
        there = exists().where((OF_SEAT.table_id == OF_TABLE.id) & (OF_SEAT.person == person))
        query = select(func.count()).select_from(schema.tables).where(lately, there | ~HELD)
        with self._database.reading() as connection:
            return connection.scalar(query) or 0

    def close(self, table_id: str, host: str) -> Future[bool]:
        """Delete a table that nobody waits at any more; whether it was one.

        Args:
            table_id: of the table.
            host: who opened it, and has left it.
        """

        def job(connection: Connection) -> bool:
            empty = (OF_TABLE.id == table_id) & (OF_TABLE.host == host) & ~OF_TABLE.begun & ~HELD
            found = connection.scalar(select(OF_TABLE.id).where(empty)) is not None
            if found:
                delete_table(connection, table_id)
            return found

        return self._database.write(job)

    def forget(self, spare: Collection[str] = ()) -> Future[int]:
        """Delete some of the tables and guests that nobody comes back to; how many.

        Fewer than `BITE` means that there are no more of them.

        Args:
            spare: tables that are open now.
        """
        moment = now()

        def job(connection: Connection) -> int:
            doomed = select(OF_TABLE.id).where(_forgotten(moment)).order_by(OF_TABLE.updated)
            found = connection.scalars(doomed.limit(BITE + len(spare))).all()
            tables = [table_id for table_id in found if table_id not in spare][:BITE]
            for table_id in tables:
                delete_table(connection, table_id)
            gone = select(OF_PERSON.id).where(_vanished(moment)).order_by(OF_PERSON.created)
            persons = connection.scalars(gone.limit(BITE - len(tables))).all()
            if persons:
                delete_persons(connection, persons)
            return len(tables) + len(persons)

        return self._database.write(job)


def listed(there: Collection[str]) -> Any:
    """Return the ids of the tables that strangers see, in their order, as a subquery.

    Args:
        there: tables whose people are there now.
    """
    moment = now()
    slow = OF_TABLE.time_control["kind"].as_string() == "correspondence"
    young = or_(
        OF_TABLE.updated > moment - LISTED_WAITING,
        slow & (OF_TABLE.updated > moment - LISTED_WAITING_SLOW),
        OF_TABLE.to_move.is_not(None) & (OF_TABLE.updated > moment - LISTED_PLAYING),
        OF_TABLE.id.in_(there),
    )
    whose = func.coalesce(OF_TABLE.host, OF_TABLE.id)
    order = (OF_TABLE.to_move.is_not(None), OF_TABLE.updated.desc(), OF_TABLE.id)
    number = func.row_number().over(partition_by=whose, order_by=order).label("number")
    public = and_(OF_TABLE.public, OF_TABLE.finished.is_(None), young)
    return select(OF_TABLE.id, number).where(public).subquery()


def _forgotten(moment: int) -> Any:
    """Whether nobody comes back to a table."""
    somebody = (OF_SEAT.table_id == OF_TABLE.id) & OF_SEAT.person.is_not(None)
    former = (OF_SEAT.table_id == OF_TABLE.id) & (OF_SEAT.name == FORMER)
    nobodys = ~select(OF_SEAT.seat).where(somebody).exists()
    never = ~select(OF_SEAT.seat).where(former).exists()
    return or_(
        WAITING & (OF_TABLE.updated < moment - NEVER_BEGUN),
        OF_TABLE.finished.is_(None) & (OF_TABLE.updated < moment - ABANDONED),
        OF_TABLE.finished.is_not(None) & (OF_TABLE.updated < moment - NOBODYS) & nobodys & never,
    )


def _vanished(moment: int) -> Any:
    """Whether a guest can never come back, and left nothing behind."""
    since = moment - SESSION_LASTS
    sessions, chat, bots = schema.sessions.c, schema.chat.c, schema.bot_accounts.c
    traces = [
        select(sessions.person).where(
            (sessions.person == OF_PERSON.id) & (sessions.created > since)
        ),
        select(OF_SEAT.seat).where(OF_SEAT.person == OF_PERSON.id),
        select(OF_TABLE.id).where(OF_TABLE.host == OF_PERSON.id),
        select(chat.number).where(chat.person == OF_PERSON.id),
        select(bots.person).where(or_(bots.person == OF_PERSON.id, bots.owner == OF_PERSON.id)),
    ]
    old = OF_PERSON.email.is_(None) & (OF_PERSON.created < since)
    return and_(old, *(~trace.exists() for trace in traces))
