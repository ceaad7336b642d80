"""The attempts at the position and the game of a day, and the results of the game."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Integer, String, Table

from ducato.server.kit.database.schema.base import metadata

daily_attempts = Table(
    "daily_attempts",
    metadata,
    Column("day", String(10), primary_key=True),  # in UTC, such as "2026-11-28"
    Column("game", String(64), primary_key=True),
    Column("kind", String(8), primary_key=True),  # "position" or "game"
    Column("person", ForeignKey("persons.id"), primary_key=True, index=True),
    Column("table_id", ForeignKey("tables.id"), index=True),  # None once it is deleted
    Column("begun", BigInteger, nullable=False),
    Column("finished", BigInteger),  # when the game ended, once that was noted
    Column("rank", Integer),  # at the table; 0 if resigned
    Column("figures", JSON(none_as_null=True)),  # names and numbers, the most important first
)
