"""The people of a database: accounts, bot accounts, profiles and personal data."""
