"""The analyses of finished games."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from ducato.server.kit.database.schema.base import metadata

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("state", String(8), nullable=False),  # see `server.subjects.analyses.storage`
    Column("seconds", Double, nullable=False),  # the budget of processor time
    Column("created", BigInteger, nullable=False),
    Column("lease", String(32)),  # of the process that computes it
    Column("leased_until", BigInteger),
    Column("attempts", Integer, nullable=False),  # how often it was begun
    Column("done", Integer, nullable=False),  # positions judged so far
    Column("total", Integer, nullable=False),  # positions to judge; 0 while unknown
    Column("result", Text),  # as `bots.analysis.packing` packs it
    Column(  # whether it was searched for exercises
        "searched", Boolean, nullable=False, default=False, server_default=false()
    ),
    Index("ix_analyses_state", "state", "created"),
)
