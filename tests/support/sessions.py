"""Sessions of people whom a test created in the store."""

from __future__ import annotations

import secrets

from ducato.server.kit.database.engine import Database
from ducato.server.subjects.people.session_rows import begin_session


def session_of(database: Database, person: str) -> str:
    """Begin a session of a person; return its token."""
    token = secrets.token_urlsafe(32)
    database.write(lambda rows: begin_session(rows, person, token, None)).result()
    return token
