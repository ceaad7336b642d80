"""What people want of this house, their ratings, and the places that they reached.

Games that are over already have no places, and none of those that were begun before is rated:
nobody who sat there had agreed to it.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    """Make the new table and columns."""
    for column in (
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("page", sa.String(32)),
        sa.Column("language", sa.String(8)),
    ):
        op.add_column("persons", column)
    op.create_index("ix_persons_page", "persons", ["page"], unique=True)
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.add_column("tables", sa.Column("rated", sa.Boolean))
    op.add_column("seats", sa.Column("place", sa.Integer))
    tables = sa.table("tables", sa.column("rated"))
    op.execute(tables.update().values(rated=sa.false()))
