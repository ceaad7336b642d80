"""The script that Alembic runs for every command.

Alembic's caller supplies a connection that is already in a transaction, so the schema changes as a
whole or not at all.
"""

from alembic import context

from ducato.server.kit.database.schema import metadata

if hasattr(context, "config"):  # only while Alembic runs this file, not when it is imported
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()
