"""Tables for ratings over time and for the final ranks of seasons."""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, String, Table

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
