"""The chat at tables, and the muting of people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from sqlalchemy import Connection, delete, func, insert, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.kit.database.errors import UnknownTable
from ducato.table.chat_rules import ChatLine

SHOWN = 100
"""Number of lines shown at a table; older ones are only exported."""
OF_LINE, OF_MUTE = schema.chat.c, schema.mutes.c
COLUMNS = [OF_LINE[name] for name in ChatLine.__annotations__]


class ChatLines(Storage):
    """The chat lines and mutes in one database."""

    @in_transaction
    def say(
        self,
        connection: Connection,
        table_id: str,
        person: str,
        seat: int | None,
        name: str | None,
        *,
        text: str | None = None,
        phrase: str | None = None,
        request: str | None = None,
        also: Callable[[Connection], None] = lambda _: None,
    ) -> ChatLine:
        """Store a line. Return it with its number.

        Args:
            connection: the connection.
            table_id: the id of the table.
            person: the id of the author.
            seat: the author's seat, None for a spectator.
            name: the author's name at this table; None for their own name.
            text: the text of the line, None for a quick-chat phrase.
            phrase: the key of the quick-chat phrase, None for a text.
            request: the client's id of the request. A repeated request stores nothing and returns
                the line that is already stored.
            also: what else to do in the same transaction, with a new line.

        Raises:
            UnknownTable: (in the future) there is no such table.
        """
        # This locks the row: other writers wait, so no number is given twice.
        table = select(schema.tables.c.id).where(schema.tables.c.id == table_id)
        if connection.scalar(table.with_for_update()) is None:
            raise UnknownTable(table_id)
        known = _sent_before(connection, table_id, person, request)
        if known is not None:
            return known
        last = select(func.max(OF_LINE.number)).where(OF_LINE.table_id == table_id)
        own = select(schema.persons.c.name).where(schema.persons.c.id == person)
        line = ChatLine(
            (connection.scalar(last) or 0) + 1,
            person,
            seat,
            name or connection.scalar(own) or "",
            text,
            phrase,
            now(),
        )
        values = {"table_id": table_id, **asdict(line), "request": request}
        connection.execute(insert(schema.chat).values(values))
        also(connection)
        return line

    def lines(self, table_id: str, limit: int = SHOWN) -> list[ChatLine]:
        """Return the last `limit` chat lines of a table, the oldest first."""
        query = (
            select(*COLUMNS)
            .where(OF_LINE.table_id == table_id)
            .order_by(OF_LINE.number.desc())
            .limit(limit)
        )
        rows = self._rows(query)
        return [ChatLine(**row_values(row)) for row in reversed(rows)]

    def line(self, table_id: str, number: int) -> ChatLine | None:
        """Return one chat line of a table; None if there is no such line."""
        this = (OF_LINE.table_id == table_id) & (OF_LINE.number == number)
        row = self._row(select(*COLUMNS).where(this))
        return None if row is None else ChatLine(**row_values(row))

    @in_transaction
    def mute(self, connection: Connection, person: str, other: str, on: bool) -> None:
        """Mute another person for this one if `on` is true; otherwise unmute them."""
        this = (OF_MUTE.person == person) & (OF_MUTE.muted == other)
        connection.execute(delete(schema.mutes).where(this))
        if on:
            connection.execute(insert(schema.mutes).values(person=person, muted=other))

    def muted_by(self, person: str) -> set[str]:
        """Return the ids of the people whom a person has muted."""
        query = select(OF_MUTE.muted).where(OF_MUTE.person == person)
        return set(self._values(query))


def _sent_before(
    connection: Connection, table_id: str, person: str, request: str | None
) -> ChatLine | None:
    """Return the line of an earlier request with this id; None if there is none."""
    this = (OF_LINE.table_id == table_id) & (OF_LINE.person == person)
    query = select(*COLUMNS).where(this & (OF_LINE.request == request))
    row = None if request is None else connection.execute(query).first()
    return None if row is None else ChatLine(**row_values(row))


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer a guest's lines, and all mutes that involve the guest, to an account.

    A mute between the two is deleted.
    """
    connection.execute(update(schema.chat).where(OF_LINE.person == guest).values(person=account))
    of_guest = (OF_MUTE.person == guest) | (OF_MUTE.muted == guest)
    pairs = connection.execute(select(schema.mutes).where(of_guest)).all()
    connection.execute(delete(schema.mutes).where(of_guest))
    for pair in pairs:
        person, muted = (account if who == guest else who for who in pair)
        known = (OF_MUTE.person == person) & (OF_MUTE.muted == muted)
        if person != muted and not connection.execute(select(schema.mutes).where(known)).all():
            connection.execute(insert(schema.mutes).values(person=person, muted=muted))
