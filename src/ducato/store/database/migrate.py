"""Bringing a database to the current schema when it is opened.

The migrations are Alembic's (`store/database/migrations`). They run in one transaction that locks
the database, so that two servers which start at the same time do not interfere.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection, text

LOCK = 0x64756361
"""The key of PostgreSQL's advisory lock while the schema changes; any number nobody else uses."""


class NewerSchema(Exception):
    """The database was written by a newer version of ducato."""


def migrate(connection: Connection) -> None:
    """Bring the schema up to date, within the transaction that is open.

    Raises:
        NewerSchema: its version is not known here.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    config = Config()
    config.set_main_option("script_location", "ducato.store.database:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        present = MigrationContext.configure(connection).get_current_revision()
        raise NewerSchema(f"its schema has version {present}, which is newer") from error
