"""Setting up a table: a new one, one that was stored, a lesson; and the levels of its bots."""
