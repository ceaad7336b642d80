"""The verification of e-mail addresses, which logs in and turns guests into accounts.

A mail has a link and a code. The code is typed in the browser that asked for the mail. The link may
be opened in any browser, but only in the one that asked does it give the account what the asker
had: otherwise anybody could have their own bots given to the owner of an address.

A ban is never given: who is a banned guest in a browser logs in to no other account there.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from ducato.core.i18n import say
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.kit.errors import ApiError
from ducato.server.subjects.moderation.bans import active_ban
from ducato.server.subjects.people.guest_merge import merge_guest
from ducato.server.subjects.people.session_rows import OF_PERSON, OF_SESSION, begin_session, hashed
from ducato.server.subjects.people.storage import UNNAMED, Person

VERIFICATION_LASTS = 30 * 60 * 1000
"""Milliseconds for which a mailed link and its code are valid."""
CODE_DIGITS = 6
MOST_TRIES = 5
"""The number of codes that may be typed for one mail."""
OF_VERIFICATION = schema.email_verifications.c


class Mailed(NamedTuple):
    """What is made for one mail.

    Attributes:
        token: the token of the link.
        code: the code, of `CODE_DIGITS` digits.
        request: the token of the browser that asked, with which it may try codes.
    """

    token: str
    code: str
    request: str


class EmailVerification(NamedTuple):
    """A successful e-mail verification.

    Attributes:
        person: the account.
        token: the token of a new session.
        asker: the id of the person who asked for the mail; None for an unknown visitor.
        elsewhere: whether the browser is not the one in which the asker has a session; nothing of
            theirs was then transferred.
        merged: whether the asker was a guest whose data were transferred to an existing account;
            the asker's id no longer exists then.
        tables: the number of tables at which the guest's seats were transferred.
    """

    person: Person
    token: str
    asker: str | None
    elsewhere: bool
    merged: bool
    tables: int = 0


class GuestBanned(ApiError):
    """An error raised if a banned guest would log in to an account that is not theirs already."""

    def __init__(self) -> None:
        super().__init__(403, say("bad.guest_banned"))


class EmailVerifications(Storage):
    """The e-mail verifications of one database."""

    @in_transaction
    def begin(self, connection: Connection, person: str | None, email: str) -> Mailed:
        """Begin the verification of the address that a person, or an unknown visitor, claims.

        What was mailed before for the same person becomes invalid.
        """
        token, request = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        old = OF_VERIFICATION.expires < now()
        if person is not None:
            old |= OF_VERIFICATION.person == person
        connection.execute(delete(schema.email_verifications).where(old))
        row = {
            "token_hash": hashed(token),
            "request_hash": hashed(request),
            "code_hash": hashed(request + code),
            "person": person,
            "email": email,
            "expires": now() + VERIFICATION_LASTS,
            "tries": 0,
            "opened": False,
        }
        connection.execute(insert(schema.email_verifications).values(row))
        return Mailed(token, code, request)

    def address(self, request: str) -> str | None:
        """Return the address to which a browser had a mail sent; None if it is not valid now."""
        this = (OF_VERIFICATION.request_hash == hashed(request)) & (OF_VERIFICATION.expires > now())
        found: str | None = self._value(select(OF_VERIFICATION.email).where(this))
        return found

    @in_transaction
    def open_link(
        self, connection: Connection, token: str, session: str | None, device: str | None = None
    ) -> EmailVerification | None:
        """Use the token of a link to verify an address, and begin a session of its account.

        If the link is opened in another browser than the one that asked, that one may still use
        the code.

        Args:
            connection: the connection.
            token: the token.
            session: the session token of the browser that opens the link; None if it has none.
            device: the kinds of that browser and its system, if known.

        Returns:
            The account and its new session; None if the token is unknown, used or expired.

        Raises:
            GuestBanned: (in the future) a banned guest uses the browser; the link stays valid.
        """
        this = (OF_VERIFICATION.token_hash == hashed(token)) & ~OF_VERIFICATION.opened
        asked = connection.execute(select(schema.email_verifications).where(this)).one_or_none()
        if asked is None:
            return None
        connection.execute(update(schema.email_verifications).where(this).values(opened=True))
        return _verify(connection, asked, session, device)

    @in_transaction
    def enter_code(
        self,
        connection: Connection,
        request: str,
        code: str,
        session: str | None,
        device: str | None = None,
    ) -> EmailVerification | None:
        """Use the code of a mail as `open_link` does the token of its link.

        Args:
            connection: the connection.
            request: the token of the browser that asked for the mail.
            code: the code as it was typed.
            session: the session token of the browser; None if it has none.
            device: the kinds of that browser and its system, if known.

        Returns:
            The account and its new session; None if the code is wrong, used or expired, or
            `MOST_TRIES` were typed before.
        """
        this = OF_VERIFICATION.request_hash == hashed(request)
        may_try = this & (OF_VERIFICATION.tries < MOST_TRIES)
        one_more = update(schema.email_verifications).where(may_try)
        counted = connection.execute(one_more.values(tries=OF_VERIFICATION.tries + 1))
        asked = connection.execute(select(schema.email_verifications).where(this)).one_or_none()
        if not counted.rowcount or asked is None:
            return None
        if not hmac.compare_digest(asked.code_hash, hashed(request + code)):
            return None
        connection.execute(delete(schema.email_verifications).where(this))
        return _verify(connection, asked, session, device)


def _verify(
    connection: Connection, asked: Any, session: str | None, device: str | None
) -> EmailVerification | None:
    """Log in to the account of a claimed address, which is created if there is none.

    If this is the asker's browser, the account of a new address is the asker, and a guest's data
    are transferred to an existing account. If the owner of a different account asked, their data
    stay where they are. The session that the browser had ends.

    Raises:
        GuestBanned: a banned guest uses the browser, and does not become the account.
    """
    if asked.expires < now():
        return None
    this_session = OF_SESSION.token_hash == hashed(session or "")
    own = select(OF_PERSON.id, OF_PERSON.email).join_from(schema.sessions, schema.persons)
    here = connection.execute(own.where(this_session)).one_or_none()
    asker = here if here is not None and here.id == asked.person else None
    account = connection.scalar(select(OF_PERSON.id).where(OF_PERSON.email == asked.email))
    merged, tables = False, 0
    becomes = asker is not None and account in (None, asker.id)
    if here is not None and here.email is None and not becomes and active_ban(connection, here.id):
        raise GuestBanned
    if account is None:
        account = asked.person if asker is not None else _new_person(connection)
        addressed = update(schema.persons).where(OF_PERSON.id == account)
        connection.execute(addressed.values(email=asked.email))
    elif asker is not None and asker.id != account and asker.email is None:
        merged, tables = True, merge_guest(connection, asker.id, account)
    if asker is not None:
        this = OF_VERIFICATION.token_hash == asked.token_hash
        connection.execute(delete(schema.email_verifications).where(this))
    connection.execute(delete(schema.sessions).where(this_session))
    token = secrets.token_urlsafe(32)
    begin_session(connection, account, token, device)
    row = connection.execute(
        select(OF_PERSON.id, OF_PERSON.name, OF_PERSON.email).where(OF_PERSON.id == account)
    ).one()
    elsewhere = asker is None and asked.person is not None
    return EmailVerification(
        Person(**row_values(row)), token, asked.person, elsewhere, merged, tables
    )


def _new_person(connection: Connection) -> str:
    """Create a person who has yet to choose a name; return their id."""
    row = {"id": secrets.token_urlsafe(9), "name": UNNAMED, "created": now()}
    connection.execute(insert(schema.persons).values(row))
    return str(row["id"])
