"""The tables of the database; `store/database/migrations` is their history.

A step is one row. Positions are stored only as shortcuts (`snapshots`): they can be replayed.
Moments are whole milliseconds since 1970 in UTC, which every database stores and compares alike. Of
tokens, only the SHA-256 is stored.
"""

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
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata = MetaData()

persons = Table(
    "persons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("email", String(254), unique=True),  # None for guests
    Column("created", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False, default=False),  # whether their games count
    Column("shown", Boolean, nullable=False, default=False),  # ratings beside the name, to all
    Column("public_id", String(32)),  # the id of their public page, None without one
    Column("language", String(8)),  # in which they are written to
    Column("turn_reminders", String(8), nullable=False, default="none"),  # how often
    Column("leaving", BigInteger),  # since when they are being deleted
    Index("ix_persons_public_id", "public_id", unique=True),
)

ratings = Table(  # how strong people are, by openskill
    "ratings",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),  # how many it is made of
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),  # within a day of when it was used last
)

email_verifications = Table(  # links that were mailed and not yet used
    "email_verifications",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("email", String(254), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

reminder_emails = Table(  # that told people about turns; each has a token which ends such letters
    "reminder_emails",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)

bot_accounts = Table(  # programs of people; each sits at tables as a person of its own
    "bot_accounts",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("owner", ForeignKey("persons.id"), nullable=False, index=True),
    Column("token_hash", String(64), unique=True),  # None since it was revoked
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
    Column("seed", LargeBinary(32), nullable=False),  # secret until the game is over
    Column("commitment", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False, index=True),
    Column("finished", BigInteger),
    Column("seq", Integer, nullable=False),  # how many steps there are
    Column("to_move", Integer),  # None when nobody is
    Column("host", String(32), index=True),  # who opened it
    Column("public", Boolean, nullable=False),  # whether it is in the lobby of strangers
    Column("time_control", JSON, nullable=False),
    Column("clock", JSON(none_as_null=True)),  # milliseconds left, by seat
    Column("due", BigInteger, index=True),  # when the running clock will have run out
    Column("substitute", String(200), nullable=False),  # the bot that takes seats over
    Column("rematch", String(32)),  # the table where they play again
    Column("rated", Boolean),  # whether it counts; None until all seats are taken
    Column("begun", Boolean, nullable=False),  # whether the game was dealt
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(64), nullable=False),
    Column("bot", String(200)),  # with neither bot nor person, it is open, or a former player's
    Column("person", ForeignKey("persons.id"), index=True),
    Column("substitute", String(10)),  # of `table.seats.Seat`
    Column("entropy", String(64)),  # what its player has contributed to the chance
    Column("rank", Integer),  # reached when the game was over, 1 for the best
)

steps = Table(
    "steps",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # from 1, without a gap
    Column("actor", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("request", String(64)),  # the id under which its client asked for it
)

chat = Table(  # what people say at tables
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("person", ForeignKey("persons.id"), index=True),
    Column("seat", Integer),  # None for a spectator
    Column("name", String(64), nullable=False),
    Column("text", String(400)),
    Column("phrase", String(32)),  # the key of what was said instead
    Column("request", String(64)),  # the id under which its client asked for it
    Column("at", BigInteger, nullable=False),
)

mutes = Table(  # whom people do not want to hear
    "mutes",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("muted", ForeignKey("persons.id"), primary_key=True),
)

turn_reminders = Table(  # the turns that people were told of last
    "turn_reminders",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("turn", Integer, nullable=False),  # as `store.turn_reminders` counts them
    Column("email_token_hash", String(64), nullable=False, index=True),  # that told it
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, nullable=False),  # the state is that after so many steps
    Column("layout", String(64), nullable=False),  # of its bytes: `Struct.layout`
    Column("state", LargeBinary, nullable=False),
)

commits = Table(  # one row: which transaction was the last, see `store.database.commit_markers`
    "commits",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("mark", String(32), nullable=False),
)

heartbeat = Table(  # one row: when a server was last known to be up
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
