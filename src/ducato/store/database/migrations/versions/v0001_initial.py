"""The initial schema."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade() -> None:
    """Create all tables."""
    _create_people()
    _create_tables()
    _create_messages()
    _create_server_state()


def _create_people() -> None:
    """Create the tables for people, sessions, e-mail verifications, bot accounts and ratings."""
    op.create_table(
        "persons",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("public_id", sa.String(32)),
        sa.Column("language", sa.String(8)),
        sa.Column("turn_reminders", sa.String(8), nullable=False),
        sa.Column("leaving", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("email"),
    )
    op.create_index("ix_persons_public_id", "persons", ["public_id"], unique=True)
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "email_verifications",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_email_verifications_person", "email_verifications", ["person"])
    op.create_table(
        "bot_accounts",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.ForeignKeyConstraint(["owner"], ["persons.id"]),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("person"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_index("ix_bot_accounts_owner", "bot_accounts", ["owner"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("person", "game"),
    )


def _create_tables() -> None:
    """Create the tables for values of editions, game tables, seats, steps and snapshots."""
    op.create_table(
        "edition_values",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("contents", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("values_hash", sa.String(64), nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger()),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("to_move", sa.Integer()),
        sa.Column("host", sa.String(32)),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("time_control", sa.JSON(), nullable=False),
        sa.Column("clock", sa.JSON(none_as_null=True)),
        sa.Column("due", sa.BigInteger()),
        sa.Column("substitute", sa.String(200), nullable=False),
        sa.Column("rematch", sa.String(32)),
        sa.Column("rated", sa.Boolean()),
        sa.Column("begun", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["values_hash"], ["edition_values.hash"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_updated", "tables", ["updated"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(200)),
        sa.Column("person", sa.String(32)),
        sa.Column("substitute", sa.String(10)),
        sa.Column("entropy", sa.String(64)),
        sa.Column("rank", sa.Integer()),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "steps",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("actor", sa.Integer(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("request", sa.String(64)),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id", "seq"),
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("layout", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id"),
    )


def _create_messages() -> None:
    """Create the tables for chat, mutes and turn reminders."""
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("seat", sa.Integer()),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.String(400)),
        sa.Column("phrase", sa.String(32)),
        sa.Column("request", sa.String(64)),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_index("ix_chat_person", "chat", ["person"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("muted", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["muted"], ["persons.id"]),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("person", "muted"),
    )
    op.create_table(
        "reminder_emails",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    op.create_index("ix_reminder_emails_person", "reminder_emails", ["person"])
    op.create_table(
        "turn_reminders",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("email_token_hash", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("person", "table_id"),
    )
    op.create_index("ix_turn_reminders_email_token_hash", "turn_reminders", ["email_token_hash"])


def _create_server_state() -> None:
    """Create the tables for the commit marker and the server's heartbeat."""
    op.create_table(
        "commits",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mark", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
