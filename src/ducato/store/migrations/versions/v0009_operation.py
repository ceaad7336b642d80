"""Marks of transactions, requests that caused lines of talk, and when sessions were used last.

Every session counts as used now, so nobody is logged out by the new program.
"""

import time

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0009", "0006"


def upgrade() -> None:
    """Make the new table and columns."""
    op.create_table(
        "commits",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mark", sa.String(32), nullable=False),
    )
    op.add_column("chat", sa.Column("request", sa.String(64)))
    now = str(time.time_ns() // 1_000_000)
    op.add_column("sessions", sa.Column("used", sa.BigInteger, nullable=False, server_default=now))
