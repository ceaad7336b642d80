"""Migration of a database to the current schema when it is opened.

The migrations (`store/database/migrations`) are run by Alembic in one transaction that locks the
database, so that two servers starting at the same time do not interfere.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection, text

LOCK = 0x64756361
"""Key of the PostgreSQL advisory lock held during migration: a number not used elsewhere."""


class NewerSchema(Exception):
    """An error raised if the database was written by a newer version of ducato."""


def migrate(connection: Connection) -> None:
    """Bring the schema up to date within the open transaction.

    Raises:
        NewerSchema: the schema has a version unknown to this ducato.
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
