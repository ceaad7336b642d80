"""What every subject builds on: the database, HTTP, workers, mail, and the process itself."""
