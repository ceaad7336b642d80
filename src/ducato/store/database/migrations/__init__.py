"""The history of the database's schema, one module a change, run by `store.database.migrate`."""
