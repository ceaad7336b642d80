"""All that concerns moderation in one database."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, or_, select, update

from ducato.core.i18n import Message, say
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.subjects.moderation import blocks
from ducato.server.subjects.moderation.bans import Bans, ban_message
from ducato.server.subjects.people.session_rows import DAY, OF_PERSON
from ducato.server.subjects.people.storage import UNNAMED
from ducato.server.subjects.tables.retention import Retention

OF_REPORT, OF_BAN, OF_LOG = schema.reports.c, schema.bans.c, schema.admin_log.c
NAMELESS = say("bad.nameless")
"""What is said to a person who has not chosen a name yet."""


class Moderation(Storage):
    """The moderation of one database."""

    def reason_against(self, person: str) -> Message | None:
        """Return why a person may not act where others see it: they are banned, or have no name.

        Return None if they may. Whatever people do among others asks this, by HTTP or by a socket.
        """
        ban = Bans(self._database).active(person)
        if ban is not None:
            return ban_message(ban)
        name = self._value(select(OF_PERSON.name).where(OF_PERSON.id == person))
        return NAMELESS if name == UNNAMED else None

    @in_transaction
    def forget(self, connection: Connection, retention: Retention) -> int:
        """Delete reports, bans that have ended, and entries of the log after their periods.

        Return the number deleted.
        """
        moment = now()
        reported = moment - retention.reports * DAY
        old = (
            delete(schema.reports).where(OF_REPORT.at < reported),
            delete(schema.bans).where(or_(OF_BAN.lifted < reported, OF_BAN.until < reported)),
            delete(schema.admin_log).where(OF_LOG.at < moment - retention.log * DAY),
        )
        return sum(connection.execute(query).rowcount for query in old)


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer a guest's blocks, reports and bans, which have ended, to an account."""
    blocks.merge(connection, guest, account)
    for column in (OF_REPORT.reporter, OF_REPORT.reported, OF_BAN.person, OF_LOG.person):
        query = update(column.table).where(column == guest)
        connection.execute(query.values({column.name: account}))


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete what concerns these people; their own reports about others stay without their name."""
    both = or_(schema.blocks.c.person.in_(persons), schema.blocks.c.blocked.in_(persons))
    connection.execute(delete(schema.blocks).where(both))
    connection.execute(delete(schema.reports).where(OF_REPORT.reported.in_(persons)))
    own = OF_REPORT.reporter.in_(persons)
    connection.execute(update(schema.reports).where(own).values(reporter=None))
    connection.execute(delete(schema.bans).where(OF_BAN.person.in_(persons)))
    about = OF_LOG.person.in_(persons)
    connection.execute(update(schema.admin_log).where(about).values(person=None, detail=""))
