"""The transfer and deletion of what the moderation keeps of people."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, or_, update

from ducato.server.kit.database import schema
from ducato.server.subjects.moderation import blocks

OF_REPORT, OF_BAN, OF_LOG = schema.reports.c, schema.bans.c, schema.admin_log.c


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
