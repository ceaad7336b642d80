"""The tables of tournaments: their entrants, and the boards of their rounds."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from ducato.server.kit.database.schema.base import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("host", ForeignKey("persons.id"), index=True),  # None once their data were deleted
    Column("game", String(64), nullable=False),
    Column("edition", String(64)),  # None for the game's first one
    Column("options", JSON, nullable=False),
    Column(
        "format", String(16), nullable=False
    ),  # see `ducato.server.subjects.tournaments.pairing.model`
    Column("rounds", Integer, nullable=False),
    Column("sizes", JSON, nullable=False),  # the allowed numbers of players of a table
    Column("time_control", JSON, nullable=False),
    Column("round_minutes", Integer),  # the longest time for a round; None without a limit
    Column("most_entrants", Integer, nullable=False),
    Column("accounts_only", Boolean, nullable=False),
    Column("bots", Boolean, nullable=False),  # whether programs may enter
    Column("late_round", Integer, nullable=False),  # the last round before which one may enter
    Column("entry_open", Boolean, nullable=False),
    Column("starts", BigInteger),  # when it starts by itself; None if the host starts it
    Column("status", String(16), nullable=False, index=True),
    Column("round", Integer, nullable=False),  # the present round, 0 before the first
    Column("round_ends", BigInteger),  # when the present round ends in any case
    Column("revision", Integer, nullable=False),  # counts the changes of what the page shows
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

tournament_entrants = Table(
    "tournament_entrants",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("person", ForeignKey("persons.id"), index=True),  # None once their data were deleted
    Column("name", String(64), nullable=False),
    Column("lot", Integer, nullable=False),  # drawn at entry; orders equals
    Column("first_round", Integer, nullable=False),
    Column("left_round", Integer),  # the first round in which they do not play any more
    UniqueConstraint("tournament", "person"),
)

tournament_boards = Table(
    "tournament_boards",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("table_id", ForeignKey("tables.id"), index=True),  # None for a bye, or before it is made
    Column("opened", BigInteger),  # when the table was made; None for a bye
    Column("finished", BigInteger),  # when the result was noted
)

tournament_seats = Table(  # who sits at a board
    "tournament_seats",
    metadata,
    Column("tournament", String(32), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("entrant", Integer, nullable=False),
    Column("rank", Integer),  # 1 for the best; None before the end
    Column("forfeit", Boolean, nullable=False),  # whether the player left it or ran out of time
    ForeignKeyConstraint(
        ["tournament", "round", "board"],
        ["tournament_boards.tournament", "tournament_boards.round", "tournament_boards.board"],
    ),
)
