"""The list of public tables, and the deletion of abandoned tables and guests.

A public table is listed while it can be joined or watched: its players are connected, or it changed
recently. The list contains at most three tables per host, and every host's first table comes before
any host's second, so that one host cannot crowd out the others.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, or_, select

from ducato.core.i18n import say
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.kit.errors import ApiError
from ducato.server.subjects.moderation.abandoned import settle as settle_abandoned
from ducato.server.subjects.people.personal_data import delete_persons, delete_table
from ducato.server.subjects.people.session_rows import SESSION_LASTS
from ducato.server.subjects.tables.retention import Retention
from ducato.table.seats import FORMER, INVITED

MINUTE, DAY = 60_000, 24 * 3600 * 1000
LISTED_WAITING = 15 * MINUTE
"""Milliseconds after its last change for which a waiting table stays listed with nobody connected.

After that, a newcomer would wait there alone."""
LISTED_WAITING_SLOW = 3 * DAY
"""The same limit for correspondence games, whose players need not be connected."""
LISTED_PLAYING = DAY
"""The same limit for games in progress, which people may want to watch."""
LISTED_OF_PERSON = 3
"""Maximum number of listed tables per host."""
NEVER_BEGUN = 30 * DAY
"""Milliseconds without a change after which a table that waits for players is deleted."""
NOBODYS = 30 * DAY
"""Milliseconds without a change after which a finished game that no person played in is deleted."""
BITE = 50
"""Maximum number of tables and people deleted per transaction, so that moves wait only briefly."""
OF_TABLE, OF_SEAT, OF_PERSON = schema.tables.c, schema.seats.c, schema.persons.c

WAITING = OF_TABLE.finished.is_(None) & OF_TABLE.to_move.is_(None)
"""Condition: the table waits for players, that is, no seat is to move and it is not over."""

HELD = exists().where(
    (OF_SEAT.table_id == OF_TABLE.id)
    & OF_SEAT.person.is_not(None)
    & func.coalesce(OF_SEAT.substitute != INVITED, True)
)
"""Condition: a person holds a seat and has visited the table, not only been invited."""


class Lobby(Storage):
    """The waiting tables of one database, and the deletion of abandoned tables and guests."""

    @in_transaction
    def close(self, connection: Connection, table_id: str, host: str) -> bool:
        """Delete a table that its host left empty before the game. Return whether it was deleted.

        Args:
            connection: the connection.
            table_id: id of the table.
            host: the person who opened the table and left it.
        """
        empty = (OF_TABLE.id == table_id) & (OF_TABLE.host == host) & ~OF_TABLE.begun & ~HELD
        found = connection.scalar(select(OF_TABLE.id).where(empty)) is not None
        if found:
            delete_table(connection, table_id)
        return found

    @in_transaction
    def forget(
        self,
        connection: Connection,
        spare: Collection[str] = (),
        retention: Retention | None = None,
    ) -> int:
        """Delete a batch of abandoned tables and guests, and of old chats. Return their number.

        A number below `BITE` means that none are left, except the spared ones.

        Args:
            connection: the connection.
            spare: the ids of tables to keep because they are live. Those that other processes have
                open are kept, too.
            retention: the retention periods; None for the defaults.
        """
        keep = retention or Retention()
        moment = now()
        forgotten = OF_TABLE.owner.is_(None) & _forgotten(moment, keep)
        doomed = select(OF_TABLE.id).where(forgotten).order_by(OF_TABLE.updated)
        found = connection.scalars(doomed.limit(BITE + len(spare))).all()
        tables = [table_id for table_id in found if table_id not in spare][:BITE]
        for table_id in tables:
            settle_abandoned(connection, table_id)
            delete_table(connection, table_id)
        gone = select(OF_PERSON.id).where(_vanished(moment, keep)).order_by(OF_PERSON.created)
        persons = connection.scalars(gone.limit(BITE - len(tables))).all()
        if persons:
            delete_persons(connection, persons)
        chats = BITE - len(tables) - len(persons)
        return len(tables) + len(persons) + _forget_chats(connection, moment, keep, chats)


def listed(there: Collection[str]) -> Any:
    """Return a subquery for the ids of the public tables to list.

    Each has its `number` among the tables of its host, counted from 1. A table without a host
    counts alone.

    Args:
        there: the ids of the tables where people are connected.
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
    # The tables of a tournament are on its page; here they would crowd out the others.
    own = OF_TABLE.tournament.is_(None)
    public = and_(OF_TABLE.public, own, OF_TABLE.finished.is_(None), young)
    return select(OF_TABLE.id, number).where(public).subquery()


def _forget_chats(connection: Connection, moment: int, keep: Retention, limit: int) -> int:
    """Delete the chats of finished games after their retention period. Return their number."""
    lines = schema.chat.c
    old = OF_TABLE.finished < moment - keep.chat * DAY
    spoken = select(lines.table_id).where(lines.table_id == OF_TABLE.id).exists()
    tables = connection.scalars(select(OF_TABLE.id).where(old, spoken).limit(limit)).all()
    connection.execute(delete(schema.chat).where(lines.table_id.in_(tables)))
    return len(tables)


def _forgotten(moment: int, keep: Retention) -> Any:
    """Return a condition that selects abandoned tables, apart from what somebody studies."""
    somebody = (OF_SEAT.table_id == OF_TABLE.id) & OF_SEAT.person.is_not(None)
    former = (OF_SEAT.table_id == OF_TABLE.id) & (OF_SEAT.name == FORMER)
    nobodys = ~select(OF_SEAT.seat).where(somebody).exists()
    never = ~select(OF_SEAT.seat).where(former).exists()
    kept = schema.kept_branches.c
    studied = or_(kept.table_id == OF_TABLE.id, kept.game_id == OF_TABLE.id)
    old = or_(
        WAITING & (OF_TABLE.updated < moment - NEVER_BEGUN),
        OF_TABLE.finished.is_(None) & (OF_TABLE.updated < moment - keep.abandoned * DAY),
        OF_TABLE.finished.is_not(None) & (OF_TABLE.updated < moment - NOBODYS) & nobodys & never,
    )
    return old & ~select(kept.table_id).where(studied).exists()


def _vanished(moment: int, keep: Retention) -> Any:
    """Return a condition that selects old guests with no session, seat, table, chat line or bot."""
    since, begun_since = moment - keep.guest * DAY, moment - SESSION_LASTS
    sessions, chat, bots = schema.sessions.c, schema.chat.c, schema.bot_accounts.c
    traces = [
        select(sessions.person).where(
            (sessions.person == OF_PERSON.id)
            & (sessions.used > since)
            & (sessions.created > begun_since)
        ),
        select(OF_SEAT.seat).where(OF_SEAT.person == OF_PERSON.id),
        select(OF_TABLE.id).where(OF_TABLE.host == OF_PERSON.id),
        select(chat.number).where(chat.person == OF_PERSON.id),
        select(bots.person).where(or_(bots.person == OF_PERSON.id, bots.owner == OF_PERSON.id)),
    ]
    old = OF_PERSON.email.is_(None) & (OF_PERSON.created < since)
    return and_(old, *(~trace.exists() for trace in traces))


def waiting_of(connection: Connection, person: str) -> int:
    """Return the number of a host's tables that wait for players and changed in the last day.

    Tables that the host has left to other players are not counted.
    """
    lately = (OF_TABLE.host == person) & WAITING & (OF_TABLE.updated > now() - DAY)
    there = exists().where((OF_SEAT.table_id == OF_TABLE.id) & (OF_SEAT.person == person))
    query = select(func.count()).select_from(schema.tables).where(lately, there | ~HELD)
    return connection.scalar(query) or 0


def check_waiting(connection: Connection, person: str, most: int, more: int = 0) -> None:
    """Check that a host has at most so many tables that wait for players, one just stored included.

    Tables that are opened at the same time are counted one after the other.

    Args:
        connection: the transaction that stores the table.
        person: the host.
        most: the maximum number.
        more: how many tables are to come.

    Raises:
        TooManyWaiting: there are more.
    """
    alone = select(schema.persons.c.id).where(schema.persons.c.id == person).with_for_update()
    connection.execute(alone)  # others of this person wait here, where several processes write
    if waiting_of(connection, person) + more > most:
        raise TooManyWaiting(most)


RETRY_AFTER = 60
"""Seconds after which a program may try again if too many of its tables wait for players. Nobody
knows when one of them fills; people are told what to do instead."""


class TooManyWaiting(ApiError):
    """An error raised if a person opens more tables that wait for players than they may.

    Args:
        most: the maximum number.
    """

    def __init__(self, most: int) -> None:
        super().__init__(429, say("bad.waiting", n=most), retry_after=RETRY_AFTER)
