"""The tables of the database; `server/kit/database/migrations` contains their history.

Each module declares the tables of one part of the store. Timestamps are integer milliseconds since
1970 in UTC, which every database stores and compares alike. Only the SHA-256 of a token is stored.
"""

from ducato.server.kit.database.schema.analyses import analyses
from ducato.server.kit.database.schema.base import (
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
from ducato.server.kit.database.schema.cluster import processes
from ducato.server.kit.database.schema.community import (
    challenges,
    friendships,
    group_members,
    group_tables,
    groups,
    opponent_searches,
    presence,
)
from ducato.server.kit.database.schema.daily import daily_attempts
from ducato.server.kit.database.schema.exercises import exercise_attempts, exercises, solver_ratings
from ducato.server.kit.database.schema.moderation import (
    admin_log,
    bans,
    blocks,
    forbidden_words,
    reports,
)
from ducato.server.kit.database.schema.seasons import closed_seasons, rating_changes, season_ranks
from ducato.server.kit.database.schema.studies import kept_branches
from ducato.server.kit.database.schema.tournaments import (
    tournament_boards,
    tournament_entrants,
    tournament_seats,
    tournaments,
)

__all__ = [
    "admin_log",
    "analyses",
    "bans",
    "blocks",
    "bot_accounts",
    "challenges",
    "chat",
    "closed_seasons",
    "commits",
    "daily_attempts",
    "edition_values",
    "email_verifications",
    "exercise_attempts",
    "exercises",
    "forbidden_words",
    "friendships",
    "group_members",
    "group_tables",
    "groups",
    "heartbeat",
    "kept_branches",
    "metadata",
    "mutes",
    "opponent_searches",
    "persons",
    "presence",
    "processes",
    "push_reminders",
    "push_subscriptions",
    "rating_changes",
    "ratings",
    "reminder_emails",
    "reports",
    "season_ranks",
    "seats",
    "server_keys",
    "sessions",
    "snapshots",
    "solver_ratings",
    "steps",
    "tables",
    "tournament_boards",
    "tournament_entrants",
    "tournament_seats",
    "tournaments",
    "turn_reminders",
]
