"""What people keep of the branches of finished games: a study."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, String, Table

from ducato.server.kit.database.schema.base import metadata

kept_branches = Table(
    "kept_branches",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),  # of the branch
    Column("game_id", ForeignKey("tables.id"), nullable=False),  # of the finished game
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("comment", String(1000), nullable=False),
    Column("shared", Boolean, nullable=False),  # with everybody who may read the game
    Column("created", BigInteger, nullable=False),
    Index("ix_kept_branches_game_id", "game_id", "created"),
)
