"""Bringing a database to the present schema, when it is opened.

The changes are Alembic's, under `store/migrations`; they are run in one transaction with the
database locked, so that two servers which start at once do not meet. This module must not know
what the changes are.
"""

from __future__ import annotations

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from alembic.script.revision import RevisionError
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text

FIRST = "0001"
"""The schema of databases that are older than migrations."""
OLD_VERSION = 1
"""What such a database says of itself in the table ``schema_version``."""
LOCK = 0x64756361
"""Of PostgreSQL, held while the schema changes; any number that nobody else uses."""


class OtherSchema(Exception):
    """The database is of another ducato, newer than this one."""


def changes() -> ScriptDirectory:
    """All changes of the schema."""
    config = Config()
    config.set_main_option("script_location", "ducato.store:migrations")
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def migrate(connection: Connection) -> None:
    """Bring the schema up to date, within the transaction that is open.

    Raises:
        OtherSchema: its version is not known here.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    script = changes()
    context = MigrationContext.configure(connection)
    present = context.get_current_revision() or _adopted(connection, context, script)
    try:
        missing = list(script.iterate_revisions("head", present or "base"))
    except (CommandError, RevisionError) as error:
        raise OtherSchema(f"its schema has version {present}, which is newer") from error
    with Operations.context(context):
        for change in reversed(missing):
            change.module.upgrade()
            context.stamp(script, change.revision)


def _adopted(
    connection: Connection, context: MigrationContext, script: ScriptDirectory
) -> str | None:
    """A database without a version of Alembic's: its version, None if it is empty."""
    if not inspect(connection).has_table("schema_version"):
        return None
    version = connection.scalar(text("SELECT version FROM schema_version"))
    if version != OLD_VERSION:
        raise OtherSchema(f"its schema has version {version}, which is newer")
    connection.execute(text("DROP TABLE schema_version"))
    context.stamp(script, FIRST)
    return FIRST
