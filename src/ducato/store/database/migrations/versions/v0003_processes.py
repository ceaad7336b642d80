"""The processes that share a database, and the one that owns each open table."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    """Create the table of processes, and add the column for owners."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("attended", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.add_column("tables", sa.Column("owner", sa.Integer(), nullable=True))
    op.create_index("ix_tables_owner", "tables", ["owner"])
