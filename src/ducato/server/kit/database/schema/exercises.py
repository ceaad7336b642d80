"""Exercises, who tried them, and how good the people are who solve them."""

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
)

from ducato.server.kit.database.schema.base import metadata

exercises = Table(  # those from people's own games, and the ratings of those that games ship
    "exercises",
    metadata,
    Column("id", String(96), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("mu", Double, nullable=False),  # how difficult it is, in units of openskill
    Column("sigma", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("table_id", ForeignKey("tables.id"), index=True),  # the game; None for shipped ones
    Column("person", ForeignKey("persons.id")),  # whose mistake it was
    Column("packed", Text),  # as `bots.analysis.exercise` packs it
    Index("ix_exercises_person", "person", "game"),
)

exercise_attempts = Table(
    "exercise_attempts",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False),
    Column("exercise", String(96), nullable=False),
    Column("game", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("action", Integer),  # the choice; None until it is made
    Column("solved", Boolean),
    Column("streak", Integer, nullable=False),  # how often solved since the last mistake
    Column("due", BigInteger),  # when to ask again; None for never
    Index("ix_exercise_attempts_person", "person", "game"),
)

solver_ratings = Table(
    "solver_ratings",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
)
