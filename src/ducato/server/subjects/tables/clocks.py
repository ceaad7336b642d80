"""Clocks of tables, tables that the server must continue, and compensation for its downtime.

Times are in milliseconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, exists, insert, or_, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction
from ducato.server.kit.database.schema.seat_set import has_seat
from ducato.table.seats import FORMER, INVITED

OF_TABLE, OF_SEAT = schema.tables.c, schema.seats.c

CLOSED = OF_TABLE.owner.is_(None)
"""Condition: no process that shares the database has the table open. A process that is alone owns
no tables; it knows which ones it has open."""


class Clocks(Storage):
    """The clocks of the tables in one database."""

    def due(self, moment: int) -> list[str]:
        """Return the ids of the tables whose clock has run out by this moment."""
        over = (OF_TABLE.due <= moment) & OF_TABLE.finished.is_(None) & CLOSED
        return self._values(select(OF_TABLE.id).where(over).order_by(OF_TABLE.due))

    def left_to_bots(self) -> list[str]:
        """Return the ids of the timed tables where a bot or a substitute is to move."""
        bots = (OF_SEAT.table_id == OF_TABLE.id) & has_seat(OF_TABLE.to_move, OF_SEAT.seat)
        moves = bots & or_(OF_SEAT.bot.is_not(None), OF_SEAT.substitute.is_not(None))
        timed = OF_TABLE.clock.is_not(None) & OF_TABLE.finished.is_(None) & CLOSED
        query = select(OF_TABLE.id).join(schema.seats, moves).where(timed).distinct()
        return self._values(query)

    def undealt(self) -> list[str]:
        """Return the ids of the tables whose game has not begun although nobody is awaited.

        All their seats are taken, and everybody who was invited has arrived.
        """
        seat = OF_SEAT.table_id == OF_TABLE.id
        open_seat = seat & OF_SEAT.bot.is_(None) & OF_SEAT.person.is_(None)
        awaited = or_(open_seat & (OF_SEAT.name != FORMER), seat & (OF_SEAT.substitute == INVITED))
        complete = ~exists().where(awaited)
        waiting = ~OF_TABLE.begun & complete & OF_TABLE.finished.is_(None) & CLOSED
        query = select(OF_TABLE.id).where(waiting)
        return self._values(query.order_by(OF_TABLE.created))

    @in_transaction
    def heartbeat(self, connection: Connection, moment: int) -> None:
        """Record that the server is up at this moment."""
        known = connection.execute(update(schema.heartbeat).values(at=moment))
        if known.rowcount == 0:
            connection.execute(insert(schema.heartbeat).values(id=0, at=moment))

    @in_transaction
    def credit_downtime(self, connection: Connection, moment: int) -> int:
        """Extend every running clock by the time since the last heartbeat.

        Return that time in milliseconds: 0 if there was no heartbeat yet, negative if the system
        clock was set back meanwhile. Each running clock then has the same time left as at the last
        heartbeat. No table has an owner afterwards: this process serves the database alone.
        """
        last = connection.scalar(select(schema.heartbeat.c.at))
        down = moment - last if last is not None else 0
        connection.execute(
            update(schema.tables).where(OF_TABLE.due.is_not(None)).values(due=OF_TABLE.due + down)
        )
        connection.execute(update(schema.tables).where(~CLOSED).values(owner=None))
        connection.execute(delete(schema.processes))
        return down
