"""Games played for the lab: the compiled loop with its measurements, and pieces of work."""
