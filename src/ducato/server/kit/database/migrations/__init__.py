"""The Alembic migrations of the database schema, run by `server.kit.database.migrate`."""
