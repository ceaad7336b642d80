"""People and their sessions.

A token is sent only to its owner, and only its SHA-256 is stored, so a copy of the database gives
access to no account.
"""

from __future__ import annotations

import secrets
from concurrent.futures import Future
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, or_, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
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


class People:
    """The people of one database, with their sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def welcome(self, name: str, device: str | None = None) -> Future[tuple[Person, str]]:
        """Create a guest and a session. Return the guest and the token of the session.

        Args:
            name: the guest's name.
            device: the kinds of browser and system, if known.
        """
        person, token = Person(secrets.token_urlsafe(9), name), secrets.token_urlsafe(32)

        def job(connection: Connection) -> tuple[Person, str]:
            row = {"id": person.id, "name": name, "created": now()}
            connection.execute(insert(schema.persons).values(row))
            begin_session(connection, person.id, token, device)
            return person, token

        return self._database.write(job)

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
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        if row.used <= moment - DAY:  # written in the background, at most once a day
            still = update(schema.sessions).where(this).values(used=moment)
            self._database.write(lambda connection: connection.execute(still).rowcount)
        return Person(row.id, row.name, row.email)

    def rename(self, person: str, name: str) -> Future[None]:
        """Change the name of a person."""

        def job(connection: Connection) -> None:
            connection.execute(
                update(schema.persons).where(OF_PERSON.id == person).values(name=name)
            )

        return self._database.write(job)

    def leave(self, token: str) -> Future[None]:
        """End the session with this token."""

        def job(connection: Connection) -> None:
            connection.execute(
                delete(schema.sessions).where(OF_SESSION.token_hash == hashed(token))
            )

        return self._database.write(job)

    def leave_everywhere(self, person: str) -> Future[None]:
        """End all sessions of a person, and invalidate mailed links that would begin new ones."""
        email = select(OF_PERSON.email).where(OF_PERSON.id == person).scalar_subquery()
        begins = or_(OF_VERIFICATION.person == person, OF_VERIFICATION.email == email)

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.sessions).where(OF_SESSION.person == person))
            connection.execute(delete(schema.email_verifications).where(begins))

        return self._database.write(job)
