"""What follows from games: ratings and seasons, analyses, exercises, studies, days' attempts."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
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

rating_changes = Table(  # what each rated game did to the rating of each of its players
    "rating_changes",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True, index=True),
    Column("game", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),  # when the game ended
    Column("number", Integer, nullable=False),  # the person's rated games at this game, from 1
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index("ix_rating_changes_game_at", "game", "at"),
)

closed_seasons = Table(  # the seasons whose final ranks are stored
    "closed_seasons",
    metadata,
    Column("season", String(8), primary_key=True),  # such as 2026-4
    Column("closed", BigInteger, nullable=False),
)

season_ranks = Table(  # the final ranks of people in seasons
    "season_ranks",
    metadata,
    Column("season", ForeignKey("closed_seasons.season"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("person", ForeignKey("persons.id"), primary_key=True, index=True),
    Column("rank", Integer, nullable=False),
    Column("ranked", Integer, nullable=False),  # number of people with a rank
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),  # rated games in the season
)

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
