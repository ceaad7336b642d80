"""Bots: programs that sit at tables for their owners, each with a token."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    """Make the new table."""
    op.create_table(
        "bots",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("owner", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("token_hash", sa.String(64), unique=True),
    )
    op.create_index("ix_bots_owner", "bots", ["owner"])
