"""The search for opponents."""
