"""The database's tables. A step is one row; a position is never stored, it is replayed.

Nothing here is particular to one database. Moments are whole milliseconds since 1970 in UTC, which
every database keeps and compares alike.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

VERSION = 1
"""Of this schema; raised with each change to it."""

metadata = MetaData()

schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, primary_key=True),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),  # unguessable
    Column("game", String(64), nullable=False),
    Column("edition", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),  # secret until the game is over
    Column("commitment", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False, index=True),
    Column("finished", BigInteger),
)

steps = Table(
    "steps",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # from 1, without a gap
    Column("actor", Integer, nullable=False),
    Column("action", Integer, nullable=False),
)
