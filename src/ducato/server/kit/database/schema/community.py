"""The tables of friends, challenges, groups and searches for opponents."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table

from ducato.server.kit.database.schema.base import metadata

friendships = Table(  # one row for two people, no matter who asked
    "friendships",
    metadata,
    Column("first", ForeignKey("persons.id"), primary_key=True),  # the lower of the two ids
    Column("second", ForeignKey("persons.id"), primary_key=True, index=True),
    Column("asked_by", String(32), nullable=False),
    Column("state", String(16), nullable=False),  # see `server.subjects.friends.storage`
    Column("changed", BigInteger, nullable=False),
)

presence = Table(  # when people were last connected; no row for those who do not show it
    "presence",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("table_id", String(32)),  # the last table where they had a seat and a screen
    Column("at_table", BigInteger),  # when that was
)

challenges = Table(  # links with which anybody can play against a person
    "challenges",
    metadata,
    Column("id", String(32), primary_key=True),  # unguessable
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("request", JSON, nullable=False),  # the table, as `POST /api/tables` takes it
    Column("once", Boolean, nullable=False),  # whether it ends with the first table
    Column("accepted", Integer, nullable=False),  # how many tables were opened by it
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

opponent_searches = Table(  # people who wait for opponents
    "opponent_searches",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("time_control", String(200), nullable=False),  # JSON in canonical form
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when the person's page last asked
    Column("table_id", String(32)),  # once opponents are found
    Index("ix_opponent_searches_game", "game", "players", "time_control"),
)

groups = Table(
    "groups",
    metadata,
    Column("id", String(32), primary_key=True),  # unguessable
    Column("name", String(64), nullable=False),
    Column("description", String(500), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("link", String(32), unique=True),  # the secret of the link by which people join
)

group_members = Table(
    "group_members",
    metadata,
    Column("group_id", ForeignKey("groups.id"), primary_key=True),
    Column("person", ForeignKey("persons.id"), primary_key=True, index=True),
    Column("role", String(16), nullable=False),  # see `server.subjects.groups.storage`
    Column("joined", BigInteger, nullable=False),
)

group_tables = Table(  # tables opened for the members of a group
    "group_tables",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("group_id", ForeignKey("groups.id"), nullable=False, index=True),
)
