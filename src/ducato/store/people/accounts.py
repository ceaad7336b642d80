"""People, their sessions, and the e-mail verifications that turn guests into accounts.

A token is sent only to its owner, and only its SHA-256 is stored, so a copy of the database gives
access to no account.
"""

from __future__ import annotations

import hashlib
import secrets
from concurrent.futures import Future
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update

from ducato.core.table_data import OPEN
from ducato.store import chat, ratings
from ducato.store.community import personal as community
from ducato.store.database import schema
from ducato.store.database.engine import Database, now, row_values
from ducato.store.moderation.people import merge as merge_moderation
from ducato.store.tournaments.results import merge_persons

DAY = 24 * 3600 * 1000
SESSION_LASTS = 400 * DAY
"""Maximum duration of a session in milliseconds; browsers keep no cookie for longer."""
GUEST_UNUSED, ACCOUNT_UNUSED = 60 * DAY, 180 * DAY
"""Milliseconds without use after which the session of a guest or an account ends.

Both are longer than any turn, which lasts 30 days at most."""
VERIFICATION_LASTS = 30 * 60 * 1000
"""Milliseconds for which a mailed link is valid."""
OF_PERSON, OF_SESSION, OF_VERIFICATION = (
    schema.persons.c,
    schema.sessions.c,
    schema.email_verifications.c,
)


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


class EmailVerification(NamedTuple):
    """A successful e-mail verification.

    Attributes:
        person: the account.
        token: the token of a new session.
        asker: the id of the person who asked for the link.
        elsewhere: whether the link was opened in another browser; the asker's sessions have then
            ended.
        merged: whether the asker was a guest whose data were transferred to an existing account;
            the asker's id no longer exists then.
    """

    person: Person
    token: str
    asker: str
    elsewhere: bool
    merged: bool


class People:
    """The people of one database, with their sessions and e-mail verifications."""

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
            _begin_session(connection, person.id, token, device)
            return person, token

        return self._database.write(job)

    def of_session(self, token: str) -> Person | None:
        """Return the person of a session, None if the token is unknown or the session has ended.

        The use of the session is recorded in the background, at most once a day.
        """
        moment, this = now(), OF_SESSION.token_hash == hashed(token)
        used = or_(
            OF_SESSION.used > moment - GUEST_UNUSED,
            OF_PERSON.email.is_not(None) & (OF_SESSION.used > moment - ACCOUNT_UNUSED),
        )
        query = (
            select(OF_PERSON.id, OF_PERSON.name, OF_PERSON.email, OF_SESSION.used)
            .join_from(schema.sessions, schema.persons)
            .where(this & used & (OF_SESSION.created > moment - SESSION_LASTS))
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

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.sessions).where(OF_SESSION.person == person))
            connection.execute(
                delete(schema.email_verifications).where(OF_VERIFICATION.person == person)
            )

        return self._database.write(job)

    def begin_email_verification(self, person: str, email: str) -> Future[str]:
        """Create a token to mail to the address that a person claims. Return the token.

        Older tokens of the same person become invalid.
        """
        token = secrets.token_urlsafe(32)

        def job(connection: Connection) -> str:
            old = (OF_VERIFICATION.person == person) | (OF_VERIFICATION.expires < now())
            connection.execute(delete(schema.email_verifications).where(old))
            row = {
                "token_hash": hashed(token),
                "person": person,
                "email": email,
                "expires": now() + VERIFICATION_LASTS,
            }
            connection.execute(insert(schema.email_verifications).values(row))
            return token

        return self._database.write(job)

    def verify_email(
        self, token: str, session: str | None, device: str | None = None
    ) -> Future[EmailVerification | None]:
        """Use a mailed token to verify an address, and begin a session of its account.

        If the address has no account yet, it becomes the address of the person who asked for the
        link. If it has one, and a guest asked, the guest's seats and other data are transferred to
        that account. If the owner of a different account asked, their data stay where they are.

        If the link is opened in a browser other than the one that asked for it, the sessions of the
        person who asked end, because the address may have been mistyped.

        Args:
            token: the token from the link.
            session: the session token of the browser that opens the link; None if it has none.
            device: the kinds of that browser and its system, if known.

        Returns:
            The account and its new session; None if the token is unknown, used or expired.
        """
        new_session = secrets.token_urlsafe(32)

        def job(connection: Connection) -> EmailVerification | None:
            this = OF_VERIFICATION.token_hash == hashed(token)
            claim = connection.execute(select(schema.email_verifications).where(this)).one_or_none()
            connection.execute(delete(schema.email_verifications).where(this))
            if claim is None or claim.expires < now():
                return None
            of_guest = OF_SESSION.person == claim.person
            own = select(OF_SESSION.token_hash).where(
                of_guest & (OF_SESSION.token_hash == hashed(session or ""))
            )
            elsewhere = connection.scalar(own) is None
            if elsewhere:
                connection.execute(delete(schema.sessions).where(of_guest))
            account = connection.scalar(select(OF_PERSON.id).where(OF_PERSON.email == claim.email))
            has_address = (OF_PERSON.id == claim.person) & OF_PERSON.email.is_not(None)
            is_guest = connection.scalar(select(OF_PERSON.id).where(has_address)) is None
            merged = account not in (None, claim.person) and is_guest
            if account is None:
                account = claim.person
                connection.execute(
                    update(schema.persons).where(OF_PERSON.id == account).values(email=claim.email)
                )
            elif merged:
                _move_seats(connection, claim.person, account)
            _begin_session(connection, account, new_session, device)
            row = connection.execute(
                select(OF_PERSON.id, OF_PERSON.name, OF_PERSON.email).where(OF_PERSON.id == account)
            ).one()
            return EmailVerification(
                Person(**row_values(row)), new_session, claim.person, elsewhere, merged
            )

        return self._database.write(job)


def hashed(token: str) -> str:
    """Return the hash of a token. A token has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def _begin_session(connection: Connection, person: str, token: str, device: str | None) -> None:
    moment = now()
    row = {
        "token_hash": hashed(token),
        "person": person,
        "created": moment,
        "used": moment,
        "device": device,
    }
    connection.execute(insert(schema.sessions).values(row))


def _move_seats(connection: Connection, guest: str, account: str) -> None:
    """Transfer the seats and other data of a guest to an account, and delete the guest."""
    _sit_once(connection, guest, account)
    for table, column in (
        (schema.seats, schema.seats.c.person),
        (schema.tables, schema.tables.c.host),
        (schema.sessions, OF_SESSION.person),
        (schema.bot_accounts, schema.bot_accounts.c.owner),
        (schema.push_subscriptions, schema.push_subscriptions.c.person),
    ):
        connection.execute(update(table).where(column == guest).values({column.name: account}))
    ratings.merge(connection, guest, account)
    chat.merge(connection, guest, account)
    community.merge(connection, guest, account)
    merge_persons(connection, guest, account)
    merge_moderation(connection, guest, account)
    connection.execute(delete(schema.email_verifications).where(OF_VERIFICATION.person == guest))
    reminded = schema.push_reminders
    connection.execute(delete(reminded).where(reminded.c.person == guest))
    connection.execute(delete(schema.persons).where(OF_PERSON.id == guest))


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
