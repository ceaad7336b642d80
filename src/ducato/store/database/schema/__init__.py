"""The tables of the database; `store/database/migrations` contains their history.

Each module declares the tables of one part of the store. Timestamps are integer milliseconds since
1970 in UTC, which every database stores and compares alike. Only the SHA-256 of a token is stored.
"""

from ducato.store.database.schema.base import (
    bot_accounts,
    chat,
    commits,
    edition_values,
    email_verifications,
    heartbeat,
    metadata,
    mutes,
    persons,
    push_reminders,
    push_subscriptions,
    ratings,
    reminder_emails,
    seats,
    server_keys,
    sessions,
    snapshots,
    steps,
    tables,
    turn_reminders,
)

__all__ = [
    "bot_accounts",
    "chat",
    "commits",
    "edition_values",
    "email_verifications",
    "heartbeat",
    "metadata",
    "mutes",
    "persons",
    "push_reminders",
    "push_subscriptions",
    "ratings",
    "reminder_emails",
    "seats",
    "server_keys",
    "sessions",
    "snapshots",
    "steps",
    "tables",
    "turn_reminders",
]
