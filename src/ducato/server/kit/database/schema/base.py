"""The tables of games and people, and what the server keeps for itself.

Each step is one row. Positions can be replayed from the steps, so they are stored only as a
shortcut (`snapshots`).
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
    true,
)

from ducato.server.kit.database.schema.seat_set import SeatSet

metadata = MetaData()

persons = Table(
    "persons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("email", String(254), unique=True),  # None for guests and bots
    Column("created", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False, default=False),  # whether games count for ratings
    Column("shown", Boolean, nullable=False, default=False),  # whether everyone sees their ratings
    Column("public_id", String(32)),  # id of the public page; None without one
    Column("language", String(8)),  # language of e-mails
    Column("turn_reminders", String(8), nullable=False, default="none"),  # how often
    Column("leaving", BigInteger),  # when the deletion of the account began
    Column(  # whether friends see when they are online
        "visible_online", Boolean, nullable=False, default=True, server_default=true()
    ),
    Index("ix_persons_public_id", "public_id", unique=True),
)

ratings = Table(  # playing strength, as computed by openskill
    "ratings",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),  # number of rated games
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),  # last use, to within a day
    Column("device", String(40)),  # kinds of browser and system, such as "firefox/android"
)

email_verifications = Table(  # links and codes mailed but not used yet
    "email_verifications",
    metadata,
    Column("token_hash", String(64), primary_key=True),  # of the link
    Column("request_hash", String(64), nullable=False, unique=True),  # of the browser that asked
    Column("code_hash", String(64), nullable=False),  # of the request's token and the code
    Column("person", ForeignKey("persons.id"), index=True),  # None for an unknown visitor
    Column("email", String(254), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),  # codes typed so far
    Column("opened", Boolean, nullable=False),  # whether another browser has used the link
)

reminder_emails = Table(  # reminders sent; each token unsubscribes its recipient
    "reminder_emails",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)

push_subscriptions = Table(  # browsers that show a notification when it is a person's turn
    "push_subscriptions",
    metadata,
    Column("endpoint_hash", String(64), primary_key=True),
    Column(  # a subscription ends with its session, however that ends
        "session",
        ForeignKey("sessions.token_hash", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(100), nullable=False),  # the browser's public key
    Column("auth", String(30), nullable=False),  # the secret shared with the browser
    Column("language", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
)

bot_accounts = Table(  # accounts of programs; each has its own row in `persons`
    "bot_accounts",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("owner", ForeignKey("persons.id"), nullable=False, index=True),
    Column("token_hash", String(64), unique=True),  # None once revoked
)

edition_values = Table(  # the values of editions and options with which games are played
    "edition_values",
    metadata,
    Column("hash", String(64), primary_key=True),  # as `core.editions.values` computes it
    Column("contents", JSON, nullable=False),
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
    Column("values_hash", ForeignKey("edition_values.hash"), nullable=False),
    Column("seed", LargeBinary(32), nullable=False),  # secret until the game is over
    Column("start", LargeBinary),  # the position set up by hand with which the game began
    Column("commitment", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False, index=True),
    Column("finished", BigInteger),
    Column("seq", Integer, nullable=False),  # number of steps
    Column("to_move", SeatSet),  # seats to move; NULL if there are none
    Column("host", String(32), index=True),  # the person who opened the table
    Column("public", Boolean, nullable=False),  # whether it is listed in the lobby
    Column("time_control", JSON, nullable=False),
    Column("clock", JSON(none_as_null=True)),  # milliseconds left, by seat
    Column("due", BigInteger, index=True),  # when the running clock runs out
    Column("substitute", String(200), nullable=False),  # the bot that takes over seats
    Column("rematch", String(32)),  # the table of the rematch
    Column("branch_of", String(32)),  # the finished game from which this one goes on another way
    Column("rated", Boolean),  # None until all seats are taken
    Column("begun", Boolean, nullable=False),  # whether the game has been dealt
    Column("owner", Integer, index=True),  # the process that has it open (`server.cluster.leases`)
    Column("tournament", String(32)),  # the tournament that opened it; None for other tables
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(64), nullable=False),
    Column("bot", String(200)),  # if neither bot nor person: open or a former player's
    Column("person", ForeignKey("persons.id"), index=True),
    Column("substitute", String(10)),  # see `table.seats.TableSeat`
    Column("entropy", String(64)),  # the player's contribution to the randomness
    Column("rank", Integer),  # final rank, 1 for the best
)

steps = Table(
    "steps",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # from 1, without gaps
    Column("actor", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("request", String(64)),  # the client's id of the request
)

chat = Table(  # chat lines at tables
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("person", ForeignKey("persons.id"), index=True),
    Column("seat", Integer),  # None for a spectator
    Column("name", String(64), nullable=False),
    Column("text", String(400)),
    Column("phrase", String(32)),  # key of a quick-chat phrase, instead of `text`
    Column("request", String(64)),  # the client's id of the request
    Column("at", BigInteger, nullable=False),
)

mutes = Table(  # people whose chat lines a person has hidden
    "mutes",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("muted", ForeignKey("persons.id"), primary_key=True),
)

turn_reminders = Table(  # the last turn that each person was reminded of, by table
    "turn_reminders",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("turn", Integer, nullable=False),  # as numbered by `server.subjects.reminders.storage`
    Column("email_token_hash", String(64), nullable=False, index=True),  # the token of its e-mail
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, nullable=False),  # number of steps before this state
    Column("layout", String(64), nullable=False),  # `Struct.layout` of the bytes
    Column("state", LargeBinary, nullable=False),
)

commits = Table(  # by writer: the marker of its last transaction (`database.commit_markers`)
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

push_reminders = Table(  # for each person and table, the last turn of which a push told them
    "push_reminders",
    metadata,
    Column("person", ForeignKey("persons.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("turn", Integer, nullable=False),
)

server_keys = Table(  # private keys that the server made for itself
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("key", String(200), nullable=False),
)

processes = Table(  # the processes of a shared database; one process alone leaves it empty
    "processes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # chosen by chance
    Column("address", String(200), nullable=False),  # where other processes reach it
    Column("started", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),  # when its lease was last renewed
    Column("attended", JSON, nullable=False),  # persons at its tables, by table
    Column("bot_tables", JSON, nullable=False),  # for whom bots play at its tables, by table
)
