"""Letters that tell people when it is their turn, and the deletion of people.

Nobody has asked for letters yet, so nobody gets any.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    """Make the new columns and tables."""
    op.add_column(
        "persons", sa.Column("notices", sa.String(8), nullable=False, server_default="none")
    )
    op.add_column("persons", sa.Column("leaving", sa.BigInteger))
    op.create_table(
        "letters",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_letters_person", "letters", ["person"])
    op.create_table(
        "notices",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("letter", sa.String(64), nullable=False),
    )
    op.create_index("ix_notices_letter", "notices", ["letter"])
