"""People and their sessions.

A token is sent only to its owner, and only its SHA-256 is stored, so a copy of the database gives
access to no account.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, or_, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.subjects.people.session_rows import (
    DAY,
    OF_PERSON,
    OF_SESSION,
    begin_session,
    hashed,
    live_sessions,
)

UNNAMED = ""
"""The stored name of a person who has chosen none: a new account, or a guest who opened a table but
took no seat. The pages show it as words of the reader's language."""
OF_VERIFICATION = schema.email_verifications.c


@dataclass(frozen=True)
class Person:
    """A person, or a bot account.

    Attributes:
        id: the permanent id, which others never see.
        name: the name shown at tables.
        email: the e-mail address; None for a guest or a bot account.
        owner: the id of a bot account's owner; None for people.
    """

    id: str
    name: str
    email: str | None = None
    owner: str | None = None

    @property
    def has_name(self) -> bool:
        """Whether the person has chosen a name."""
        return self.name != UNNAMED


class People(Storage):
    """The people of one database, with their sessions."""

    @in_transaction
    def welcome(
        self, connection: Connection, name: str, device: str | None = None
    ) -> tuple[Person, str]:
        """Create a guest and a session. Return the guest and the token of the session.

        Args:
            connection: the connection.
            name: the guest's name.
            device: the kinds of browser and system, if known.
        """
        person, token = Person(secrets.token_urlsafe(9), name), secrets.token_urlsafe(32)
        row = {"id": person.id, "name": name, "created": now()}
        connection.execute(insert(schema.persons).values(row))
        begin_session(connection, person.id, token, device)
        return person, token

    def of_session(self, token: str) -> Person | None:
        """Return the person of a session, None if the token is unknown or the session has ended.

        The use of the session is recorded in the background, at most once a day.
        """
        moment, this = now(), OF_SESSION.token_hash == hashed(token)
        query = (
            select(OF_PERSON.id, OF_PERSON.name, OF_PERSON.email, OF_SESSION.used)
            .join_from(schema.sessions, schema.persons)
            .where(this & live_sessions(moment))
        )
        row = self._row(query)
        if row is None:
            return None
        if row.used <= moment - DAY:  # written in the background, at most once a day
            still = update(schema.sessions).where(this).values(used=moment)
            self._database.write(lambda connection: connection.execute(still).rowcount)
        return Person(row.id, row.name, row.email)

    @in_transaction
    def rename(self, connection: Connection, person: str, name: str) -> None:
        """Change the name of a person."""
        connection.execute(update(schema.persons).where(OF_PERSON.id == person).values(name=name))

    @in_transaction
    def leave(self, connection: Connection, token: str) -> None:
        """End the session with this token."""
        connection.execute(delete(schema.sessions).where(OF_SESSION.token_hash == hashed(token)))

    @in_transaction
    def leave_everywhere(self, connection: Connection, person: str) -> None:
        """End all sessions of a person, and invalidate mailed links that would begin new ones."""
        email = select(OF_PERSON.email).where(OF_PERSON.id == person).scalar_subquery()
        begins = or_(OF_VERIFICATION.person == person, OF_VERIFICATION.email == email)
        connection.execute(delete(schema.sessions).where(OF_SESSION.person == person))
        connection.execute(delete(schema.email_verifications).where(begins))
