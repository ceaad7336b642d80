"""The tables of moderation: blocks, reports, bans, forbidden words, and the administrators' log."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from ducato.server.kit.database.schema.base import metadata

blocks = Table(  # people with whom a person does not want to play or chat
    "blocks",
    metadata,
    Column("id", String(16), primary_key=True),  # the only name of the block that its owner sees
    Column("person", ForeignKey("persons.id"), nullable=False),
    Column("blocked", ForeignKey("persons.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),  # as the owner knew them
    Column("at", BigInteger, nullable=False),
    Index("ix_blocks_pair", "person", "blocked", unique=True),
)

reports = Table(  # what people report to the administrators
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("reporter", ForeignKey("persons.id"), index=True),  # None once they are deleted
    Column("reported", ForeignKey("persons.id"), index=True),  # likewise
    Column("name", String(64), nullable=False),  # of the reported person at the table
    Column("table_id", String(32), nullable=False),  # the table may be deleted before the report
    Column("game", String(64), nullable=False),
    Column("kind", String(16), nullable=False),  # see `server.subjects.moderation.reports.KINDS`
    Column("line", Integer),  # number of the chat line; None if it is not about one
    Column("evidence", String(400)),  # the text of the chat line
    Column("text", String(500), nullable=False),  # what the reporter wrote
    Column("at", BigInteger, nullable=False),
    Column("status", String(16), nullable=False, index=True),  # open, resolved or dismissed
    Column("closed", BigInteger),  # when it was resolved or dismissed
)

bans = Table(  # people who may not join or open tables, or chat
    "bans",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("reason", String(16), nullable=False),  # shown in the person's language
    Column("note", String(300), nullable=False),  # for administrators only
    Column("begun", BigInteger, nullable=False),
    Column("until", BigInteger),  # None for good
    Column("lifted", BigInteger),  # when an administrator ended it early
)

forbidden_words = Table(  # words that administrators have added to those of `table.name_filter`
    "forbidden_words",
    metadata,
    Column("word", String(64), primary_key=True),
    Column("added", BigInteger, nullable=False),
)

admin_log = Table(  # what administrators did
    "admin_log",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("action", String(32), nullable=False),
    Column("person", ForeignKey("persons.id"), index=True),  # whom it concerned, if anybody
    Column("detail", String(400), nullable=False),
)
