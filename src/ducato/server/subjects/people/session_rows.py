"""The rows of sessions: how long they last, how they begin, and which have not ended."""

from __future__ import annotations

import hashlib

from sqlalchemy import ColumnElement, Connection, insert, or_

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import now

DAY = 24 * 3600 * 1000
SESSION_LASTS = 400 * DAY
"""Maximum duration of a session in milliseconds; browsers keep no cookie for longer."""
GUEST_UNUSED, ACCOUNT_UNUSED = 60 * DAY, 180 * DAY
"""Milliseconds without use after which the session of a guest or an account ends.

Both are longer than any turn, which lasts 30 days at most."""
OF_PERSON, OF_SESSION = schema.persons.c, schema.sessions.c


def hashed(token: str) -> str:
    """Return the hash of a token, or of the endpoint of a browser.

    Both have so many random bits that a plain hash is enough.
    """
    return hashlib.sha256(token.encode()).hexdigest()


def live_sessions(moment: int) -> ColumnElement[bool]:
    """Return the condition that a session, joined with its person, has not ended.

    Args:
        moment: the current time, in milliseconds since 1970.
    """
    used = or_(
        OF_SESSION.used > moment - GUEST_UNUSED,
        OF_PERSON.email.is_not(None) & (OF_SESSION.used > moment - ACCOUNT_UNUSED),
    )
    return used & (OF_SESSION.created > moment - SESSION_LASTS)


def begin_session(connection: Connection, person: str, token: str, device: str | None) -> None:
    """Begin a session of a person.

    Args:
        connection: the connection.
        person: the person.
        token: the new token of the session.
        device: the kinds of browser and system, if known.
    """
    moment = now()
    row = {
        "token_hash": hashed(token),
        "person": person,
        "created": moment,
        "used": moment,
        "device": device,
    }
    connection.execute(insert(schema.sessions).values(row))
