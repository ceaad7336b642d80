"""The sessions of a person, as they see them: with which kind of browser, and when last used."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import Connection, delete, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction
from ducato.server.subjects.people.session_rows import OF_SESSION, hashed


@dataclass(frozen=True)
class Session:
    """A session of a person.

    Attributes:
        id: an id that says nothing of the token.
        device: the kinds of browser and system, such as "firefox/android"; None if not known.
        created: the time when it began, in milliseconds since 1970.
        used: the time of the last use, to within a day.
        current: whether it is the session that asks.
    """

    id: str
    device: str | None
    created: int
    used: int
    current: bool


class PersonSessions(Storage):
    """The sessions in one database, by person."""

    def of(self, person: str, token: str | None) -> list[Session]:
        """Return a person's sessions, the last used first.

        Args:
            person: the person.
            token: the token of the session that asks, if it has one.
        """
        own = None if token is None else hashed(token)
        query = (
            select(schema.sessions)
            .where(OF_SESSION.person == person)
            .order_by(OF_SESSION.used.desc(), OF_SESSION.created.desc(), OF_SESSION.token_hash)
        )
        return [
            Session(
                _id_of(row.token_hash),
                row.device,
                row.created,
                row.used,
                row.token_hash == own,
            )
            for row in self._rows(query)
        ]

    @in_transaction
    def end(self, connection: Connection, person: str, session_id: str) -> bool:
        """End one of a person's sessions. Return whether there was such a session."""
        own = connection.scalars(select(OF_SESSION.token_hash).where(OF_SESSION.person == person))
        found = next((one for one in own if _id_of(one) == session_id), None)
        if found is not None:
            this = delete(schema.sessions).where(OF_SESSION.token_hash == found)
            connection.execute(this)
        return found is not None


def _id_of(token_hash: str) -> str:
    """Return the id of a session, by which nobody can find the hash of its token."""
    return hashlib.sha256(f"session {token_hash}".encode()).hexdigest()[:16]
