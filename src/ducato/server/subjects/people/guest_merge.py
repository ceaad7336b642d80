"""The transfer of what a guest has to the account that they turn out to own."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select, update

from ducato.server.kit.database import schema
from ducato.server.subjects import ratings
from ducato.server.subjects.chat import storage as chat
from ducato.server.subjects.moderation.storage import merge as merge_moderation
from ducato.server.subjects.people import community_data as community
from ducato.server.subjects.people.session_rows import OF_PERSON, OF_SESSION
from ducato.server.subjects.tournaments.board_results import merge_persons as merge_tournaments
from ducato.table.seats import OPEN

OF_VERIFICATION = schema.email_verifications.c


def merge_guest(connection: Connection, guest: str, account: str) -> int:
    """Transfer the seats and other data of a guest to an account, and delete the guest.

    The guest's sessions end, and with them their push subscriptions. The tokens of the guest's
    bots become invalid: only the person who reads the account's mail decides who acts for it.

    Returns:
        The number of tables where the guest had seats.
    """
    _sit_once(connection, guest, account)
    seated = select(func.count(schema.seats.c.table_id.distinct()))
    tables = connection.scalar(seated.where(schema.seats.c.person == guest)) or 0
    bots = schema.bot_accounts
    connection.execute(update(bots).where(bots.c.owner == guest).values(token_hash=None))
    connection.execute(delete(schema.sessions).where(OF_SESSION.person == guest))
    for table, column in (
        (schema.seats, schema.seats.c.person),
        (schema.tables, schema.tables.c.host),
        (bots, bots.c.owner),
    ):
        connection.execute(update(table).where(column == guest).values({column.name: account}))
    ratings.merge(connection, guest, account)
    chat.merge(connection, guest, account)
    community.merge(connection, guest, account)
    merge_tournaments(connection, guest, account)
    merge_moderation(connection, guest, account)
    connection.execute(delete(schema.email_verifications).where(OF_VERIFICATION.person == guest))
    reminded = schema.push_reminders
    connection.execute(delete(reminded).where(reminded.c.person == guest))
    connection.execute(delete(schema.persons).where(OF_PERSON.id == guest))
    return tables


def _sit_once(connection: Connection, guest: str, account: str) -> None:
    """Prepare the tables where both a guest and the account that they become have seats.

    Before the game, the guest's seats are opened; a game in progress becomes unrated. For a table
    in memory, `Roster.merge` opens the same seats.
    """
    seats, tables = schema.seats.c, schema.tables.c
    both = [
        select(seats.table_id).where(seats.person == person).scalar_subquery()
        for person in (guest, account)
    ]
    shared = tables.finished.is_(None) & tables.id.in_(both[0]) & tables.id.in_(both[1])
    free = shared & ~tables.begun & tables.tournament.is_(None)
    waiting = connection.scalars(select(tables.id).where(free)).all()
    playing = connection.scalars(select(tables.id).where(shared & tables.begun)).all()
    empty = {"name": OPEN, "person": None, "substitute": None, "entropy": None}
    left = (seats.person == guest) & seats.table_id.in_(waiting)
    connection.execute(update(schema.seats).where(left).values(empty))
    for tables_of, rated in ((waiting, None), (playing, False)):
        these = tables.id.in_(tables_of)
        connection.execute(update(schema.tables).where(these).values(rated=rated))
