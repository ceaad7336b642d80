"""The log of what administrators did, written in the same transaction as the action itself."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, now, row_values

LONGEST_DETAIL = 400
"""The maximum length in characters of what is noted about an action."""
OF_LOG = schema.admin_log.c


@dataclass(frozen=True)
class AdminAction:
    """An action of an administrator.

    Attributes:
        id: the id of the entry.
        at: the time, in milliseconds since 1970.
        action: the kind of action, such as "ban".
        person: the id of the person whom it concerned; None if nobody, or if they were deleted.
        name: the present name of that person.
        detail: more about the action, such as the reason of a ban.
    """

    id: str
    at: int
    action: str
    person: str | None
    name: str | None
    detail: str


class AdminLog(Storage):
    """The actions of administrators in one database."""

    def last(self, limit: int = 200) -> list[AdminAction]:
        """Return the last actions, the very last first."""
        query = (
            select(schema.admin_log, schema.persons.c.name)
            .outerjoin(schema.persons, schema.persons.c.id == OF_LOG.person)
            .order_by(OF_LOG.at.desc(), OF_LOG.id)
            .limit(limit)
        )
        return [AdminAction(**row_values(row)) for row in self._rows(query)]


def note(connection: Connection, action: str, person: str | None, detail: str = "") -> None:
    """Write an entry about an action that the same transaction carries out."""
    row = {
        "id": secrets.token_urlsafe(9),
        "at": now(),
        "action": action,
        "person": person,
        "detail": detail[:LONGEST_DETAIL],
    }
    connection.execute(insert(schema.admin_log).values(row))
