"""People and their seats, clocks, snapshots, and ids of requests that survive a crash.

A seat becomes a row of its own. Those where people sat have nobody yet: who comes with the table's
address may sit down there.
"""

import json

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    """Make the new tables, and move the seats."""
    op.create_table(
        "persons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("email", sa.String(254), unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "claims",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_claims_person", "claims", ["person"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(200)),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id")),
        sa.Column("substitute", sa.String(10)),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("layout", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.add_column("steps", sa.Column("request", sa.String(64)))
    for column in (
        sa.Column("seq", sa.Integer, nullable=False, server_default="0"),
        sa.Column("to_move", sa.Integer),
        sa.Column("host", sa.String(32)),
        sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("time_control", sa.JSON, nullable=False, server_default='{"kind": "untimed"}'),
        sa.Column("clock", sa.JSON),
        sa.Column("due", sa.BigInteger),
        sa.Column("substitute", sa.String(200), nullable=False, server_default="greedy"),
        sa.Column("rematch", sa.String(32)),
    ):
        op.add_column("tables", column)
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_host", "tables", ["host"])
    _count_steps()
    _move_seats()
    op.drop_column("tables", "seats")


def _count_steps() -> None:
    tables, steps = (
        sa.table("tables", *_columns("id seq")),
        sa.table("steps", *_columns("table_id")),
    )
    count = sa.select(sa.func.count()).where(steps.c.table_id == tables.c.id).scalar_subquery()
    op.execute(tables.update().values(seq=count))


def _move_seats() -> None:
    connection = op.get_bind()
    seats = sa.table("seats", *_columns("table_id seat name bot"))
    for table_id, kept in connection.execute(sa.text("SELECT id, seats FROM tables")).all():
        rows = json.loads(kept) if isinstance(kept, str) else kept
        for row in rows:
            connection.execute(
                seats.insert().values(
                    table_id=table_id, seat=row["seat"], name=row["name"], bot=row["bot"]
                )
            )


def _columns(names: str) -> list[sa.ColumnClause[object]]:
    return [sa.column(name) for name in names.split()]
