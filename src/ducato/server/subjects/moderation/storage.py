"""All that concerns moderation in one database."""

from __future__ import annotations

from concurrent.futures import Future

from sqlalchemy import Connection, delete, or_, select

from ducato.core.i18n import Message, say
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.moderation.ban_message import ban_message
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.people.session_rows import DAY, OF_PERSON
from ducato.server.subjects.people.storage import UNNAMED
from ducato.server.subjects.tables.retention import Retention

NAMELESS = say("bad.nameless")
"""What is said to a person who has not chosen a name yet."""


class Moderation:
    """The moderation of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def reason_against(self, person: str) -> Message | None:
        """Return why a person may not act where others see it: they are banned, or have no name.

        Return None if they may. Whatever people do among others asks this, by HTTP or by a socket.
        """
        ban = Bans(self._database).active(person)
        if ban is not None:
            return ban_message(ban)
        with self._database.reading() as connection:
            name = connection.scalar(select(OF_PERSON.name).where(OF_PERSON.id == person))
        return NAMELESS if name == UNNAMED else None

    def forget(self, retention: Retention) -> Future[int]:
        """Delete reports, bans that have ended, and entries of the log after their periods.

        Return the number deleted.
        """

        def job(connection: Connection) -> int:
            moment = now()
            reported = moment - retention.reports * DAY
            reports, bans, log = schema.reports.c, schema.bans.c, schema.admin_log.c
            old = (
                delete(schema.reports).where(reports.at < reported),
                delete(schema.bans).where(or_(bans.lifted < reported, bans.until < reported)),
                delete(schema.admin_log).where(log.at < moment - retention.log * DAY),
            )
            return sum(connection.execute(query).rowcount for query in old)

        return self._database.write(job)
