"""The table of the server processes that share one database."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, Integer, String, Table

from ducato.server.kit.database.schema.base import metadata

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
