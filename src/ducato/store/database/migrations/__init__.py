"""The Alembic migrations of the database schema, run by `store.database.migrate`."""
