"""Migration of a database to the current schema when it is opened.

A new database gets the tables of `server.kit.database.schema`; older ones are brought there by the
migrations (`server/kit/database/migrations`), which Alembic runs. Either happens in one transaction
that locks the database, so that two servers starting at the same time do not interfere. What was
not written by this version, or one whose migrations it has, is refused and left as it is: a newer
version, one from before the first release, or another program.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from ducato.server.kit.database.errors import StorageFailure, translated
from ducato.server.kit.database.schema import metadata

MIGRATIONS = "ducato.server.kit.database:migrations"
"""Where Alembic finds the migrations."""
LOCK = 0x64756361
"""Key of the PostgreSQL advisory lock held during migration: a number not used elsewhere."""
FAULTS = (CommandError, LookupError, ValueError, TypeError, AttributeError)
"""Errors of migrations that find another schema than they expect, besides those of the database."""


class OtherSchema(Exception):
    """An error raised if the database was written by another program or an unknown version."""


def migrate(connection: Connection) -> None:
    """Bring the schema up to date within the open transaction.

    Raises:
        OtherSchema: the schema is of an unknown version or of another program; roll back.
        SQLAlchemyError: the database fails.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    present = MigrationContext.configure(connection).get_current_revision()
    tables = set(inspect(connection).get_table_names())
    if present is None and tables & set(metadata.tables):
        raise OtherSchema("it has tables of these names, but no version")
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    said = f"its schema has version {present}"
    if present is None:
        metadata.create_all(connection, checkfirst=False)
        command.stamp(config, "head")
        return
    try:
        command.upgrade(config, "head")
    except FAULTS as error:
        raise OtherSchema(said) from error
    except SQLAlchemyError as error:
        if translated("", error).failure is not StorageFailure.OTHER:
            raise
        raise OtherSchema(said) from error
    # The names of revisions were used more than once before the first release.
    if not _is_complete(connection):
        raise OtherSchema(f"{said}, but not its tables")


def _is_complete(connection: Connection) -> bool:
    """Return whether the database has all tables of the schema, with all their columns."""
    inspected = inspect(connection)
    found = {
        name: {column["name"] for column in columns}
        for (_, name), columns in inspected.get_multi_columns().items()
    }
    return all(
        {column.name for column in table.columns} <= found.get(name, set())
        for name, table in metadata.tables.items()
    )
