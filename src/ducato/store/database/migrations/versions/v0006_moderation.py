"""Tables for moderation: blocks, reports, bans, words, the log; and the devices of sessions."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    """Create the tables, and add the column of sessions."""
    op.add_column("sessions", sa.Column("device", sa.String(40), nullable=True))
    _create_blocks_and_reports()
    op.create_table(
        "bans",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("note", sa.String(300), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("lifted", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_bans_person", "bans", ["person"])
    op.create_table(
        "forbidden_words",
        sa.Column("word", sa.String(64), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("word"),
    )
    op.create_table(
        "admin_log",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=True),
        sa.Column("detail", sa.String(400), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_admin_log_at", "admin_log", ["at"])
    op.create_index("ix_admin_log_person", "admin_log", ["person"])


def _create_blocks_and_reports() -> None:
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"]),
        sa.ForeignKeyConstraint(["blocked"], ["persons.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_blocks_pair", "blocks", ["person", "blocked"], unique=True)
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=True),
        sa.Column("reported", sa.String(32), nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("evidence", sa.String(400), nullable=True),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["reporter"], ["persons.id"]),
        sa.ForeignKeyConstraint(["reported"], ["persons.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("reporter", "reported", "status"):
        op.create_index(f"ix_reports_{column}", "reports", [column])
