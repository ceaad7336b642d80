"""People: accounts, sessions, profiles, and their data."""
