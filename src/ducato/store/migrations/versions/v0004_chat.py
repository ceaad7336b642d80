"""What people say at tables, and whom they do not want to hear."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    """Make the new tables."""
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id")),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.String(400)),
        sa.Column("phrase", sa.String(32)),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_chat_person", "chat", ["person"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("muted", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
    )
