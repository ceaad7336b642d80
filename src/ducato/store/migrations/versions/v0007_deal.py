"""The deal comes when the last seat is taken, and the players contribute to its chance.

Where a game was dealt though a seat was still open, the deal is taken back, and another seed is
drawn: of the old one people have seen a hand. Nobody has played there yet.
"""

import hashlib
import secrets

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0007", "0009"

FORMER, OPEN = "former\N{NO-BREAK SPACE}player", "open\N{NO-BREAK SPACE}seat"


def upgrade() -> None:
    """Make the new columns, and take back what was dealt too early."""
    op.add_column("seats", sa.Column("entropy", sa.String(64)))
    op.add_column(
        "tables", sa.Column("begun", sa.Boolean, nullable=False, server_default=sa.true())
    )
    tables = sa.table("tables", *map(sa.column, ("id", "seed", "commitment", "seq", "begun")))
    seats = sa.table("seats", *map(sa.column, ("table_id", "name", "bot", "person")))
    steps = sa.table("steps", *map(sa.column, ("table_id", "actor")))
    open_seat = seats.c.bot.is_(None) & seats.c.person.is_(None) & (seats.c.name != FORMER)
    played = sa.exists().where((steps.c.table_id == tables.c.id) & (steps.c.actor >= 0))
    waits = sa.exists().where((seats.c.table_id == tables.c.id) & open_seat) & ~played
    connection = op.get_bind()
    for table_id in connection.scalars(sa.select(tables.c.id).where(waits)).all():
        seed = secrets.token_bytes(32)
        commitment = hashlib.sha256(seed).hexdigest()
        fresh = {"seed": seed, "commitment": commitment, "seq": 0, "begun": sa.false()}
        connection.execute(steps.delete().where(steps.c.table_id == table_id))
        connection.execute(tables.update().where(tables.c.id == table_id).values(fresh))
        nameless = (seats.c.table_id == table_id) & open_seat & seats.c.name.like("#%")
        connection.execute(seats.update().where(nameless).values(name=OPEN))
