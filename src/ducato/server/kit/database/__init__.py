"""The database itself: schema, migrations, the writer thread, lock and backup."""
