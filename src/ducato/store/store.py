"""Tables and their steps, stored so that what was accepted is never lost.

Every change is one transaction: it is on the disk as a whole, or not at all. Methods block on the
disk and may be called from any thread; an event loop must call them in another one.

This module must not know rules, sockets or the messages of the table.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_dir
from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from ducato.core.match import Match, Step
from ducato.store import schema, sqlite
from ducato.store.errors import StoreError, Trouble, UnknownTable, WrongSequence, translated

FILE = "ducato.sqlite3"
SHOWN_FOR = 24 * 3600 * 1000
"""Milliseconds for which a finished table stays in the list: to look at it once more."""


def default_url(folder: Path | None = None) -> str:
    """The database of this user: in `folder`, else in $DUCATO_DATA, else where programs keep it."""
    chosen = folder or Path(os.environ.get("DUCATO_DATA") or user_data_dir("ducato"))
    return f"sqlite:///{chosen / FILE}"


@dataclass(frozen=True)
class StoredTable:
    """A table as it was stored: all that is needed to replay it.

    Attributes:
        id: unguessable.
        seats: for each seat, plain data of the table's own making.
        seed: the secret of its chance.
        finished: when the game ended, in milliseconds since 1970, or None.
        steps: everything that happened, in order.
    """

    id: str
    game: str
    edition: str
    players: int
    options: dict[str, Any]
    rules_version: int
    seats: list[dict[str, Any]]
    seed: bytes
    finished: int | None
    steps: list[Step]


@dataclass(frozen=True)
class TableSummary:
    """A line of the list of tables; moments in milliseconds since 1970."""

    id: str
    game: str
    seats: list[dict[str, Any]]
    updated: int
    finished: int | None


class Store:
    """All tables of one database.

    Args:
        url: of the database, such as ``sqlite:////home/anna/ducato.sqlite3``; `default_url()` if
            not given. The tables of the schema are made if they are not there.

    Raises:
        StoreError: here and in every method, when the database cannot do it.
    """

    def __init__(self, url: str | None = None) -> None:
        parsed = make_url(url or default_url())
        self.where = (
            parsed.database if parsed.get_backend_name() == "sqlite" else parsed.render_as_string()
        )
        self._engine: Engine = create_engine(parsed)
        self._write = (
            threading.Lock()
        )  # threads queue here, where waiting is fair, not in the database
        if parsed.get_backend_name() == "sqlite":
            sqlite.prepare(self._engine)
            self._make_folder()
        self._make_schema()

    def create(self, match: Match, seats: Sequence[Mapping[str, Any]]) -> str:
        """Store a new table with the steps made so far; its id."""
        table_id = secrets.token_urlsafe(12)
        now = _now()
        game = match.game
        row = {
            "id": table_id,
            "game": game.name,
            "edition": game.edition_name,
            "players": game.players,
            "options": dict(game.options),
            "rules_version": game.game.rules_version,
            "seats": [dict(seat) for seat in seats],
            "seed": match.stream.seed,
            "commitment": match.stream.commitment,
            "created": now,
            "updated": now,
            "finished": now if match.is_over() else None,
        }
        with self._writing() as connection:
            connection.execute(insert(schema.tables).values(row))
            _insert_steps(connection, table_id, match.steps, 0)
        return table_id

    def append(
        self, table_id: str, steps: Sequence[Step], expected_seq: int, *, finished: bool = False
    ) -> None:
        """Store steps after the first `expected_seq`, all or none; with the last ones, the end.

        Raises:
            UnknownTable: there is no such table.
            WrongSequence: it has another number of steps; nothing was written.
        """
        with self._writing() as connection:
            found = _lock(connection, table_id)
            if found != expected_seq:
                raise WrongSequence(table_id, expected_seq, found)
            _insert_steps(connection, table_id, steps, expected_seq)
            _touch(connection, table_id, finished=finished)

    def truncate(self, table_id: str, seq: int) -> None:
        """Keep the first `seq` steps only: the others were taken back.

        Raises:
            UnknownTable: there is no such table.
            WrongSequence: it has fewer steps than that.
        """
        with self._writing() as connection:
            found = _lock(connection, table_id)
            if found < seq:
                raise WrongSequence(table_id, seq, found)
            beyond = (schema.steps.c.table_id == table_id) & (schema.steps.c.seq > seq)
            connection.execute(delete(schema.steps).where(beyond))
            _touch(connection, table_id, finished=False)

    def load(self, table_id: str) -> StoredTable:
        """A table with all its steps.

        Raises:
            UnknownTable: there is no such table.
        """
        columns = [schema.tables.c[name] for name in StoredTable.__annotations__ if name != "steps"]
        with self._reading() as connection:
            row = connection.execute(
                select(*columns).where(schema.tables.c.id == table_id)
            ).one_or_none()
            if row is None:
                raise UnknownTable(table_id)
            made = connection.execute(
                select(schema.steps.c.actor, schema.steps.c.action)
                .where(schema.steps.c.table_id == table_id)
                .order_by(schema.steps.c.seq)
            )
            return StoredTable(
                **row._mapping, steps=[Step(actor, action) for actor, action in made]
            )

    def exists(self, table_id: str) -> bool:
        """Whether there is a table with this id."""
        with self._reading() as connection:
            return (
                connection.scalar(select(schema.tables.c.id).where(schema.tables.c.id == table_id))
                is not None
            )

    def list_open(self, limit: int = 100) -> list[TableSummary]:
        """The tables to go on with, the latest first, then those finished a short time ago."""
        columns = [schema.tables.c[name] for name in TableSummary.__annotations__]
        finished = schema.tables.c.finished
        query = (
            select(*columns)
            .where(finished.is_(None) | (finished > _now() - SHOWN_FOR))
            .order_by(finished.is_not(None), schema.tables.c.updated.desc(), schema.tables.c.id)
            .limit(limit)
        )
        with self._reading() as connection:
            return [TableSummary(**row._mapping) for row in connection.execute(query)]

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _make_folder(self) -> None:
        if self.where in (None, "", ":memory:"):
            return
        try:
            Path(str(self.where)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(str(self.where), Trouble.UNREACHABLE, str(error)) from error

    def _make_schema(self) -> None:
        with self._writing() as connection:
            schema.metadata.create_all(connection)
            version = connection.scalar(select(schema.schema_version.c.version))
            if version is None:
                connection.execute(insert(schema.schema_version).values(version=schema.VERSION))
            elif version != schema.VERSION:
                detail = (
                    f"its schema has version {version}; this ducato needs version {schema.VERSION}"
                )
                raise StoreError(str(self.where), Trouble.OTHER, detail)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._write, self._translating(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with (
            self._translating(),
            self._engine.connect().execution_options(reading=True) as connection,
        ):
            yield connection

    @contextmanager
    def _translating(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise translated(str(self.where), error) from error


def _now() -> int:
    return time.time_ns() // 1_000_000


def _lock(connection: Connection, table_id: str) -> int:
    """Keep other writers off this table until the end of the transaction; its number of steps."""
    # SQLite leaves FOR UPDATE out: its whole file is locked already.
    query = select(schema.tables.c.id).where(schema.tables.c.id == table_id).with_for_update()
    if connection.scalar(query) is None:
        raise UnknownTable(table_id)
    last = select(func.max(schema.steps.c.seq)).where(schema.steps.c.table_id == table_id)
    return connection.scalar(last) or 0


def _insert_steps(connection: Connection, table_id: str, steps: Sequence[Step], seq: int) -> None:
    rows = [
        {"table_id": table_id, "seq": number, "actor": step.actor, "action": step.action}
        for number, step in enumerate(steps, start=seq + 1)
    ]
    if rows:
        connection.execute(insert(schema.steps), rows)


def _touch(connection: Connection, table_id: str, *, finished: bool) -> None:
    now = _now()
    changed = {"updated": now, "finished": now if finished else None}
    connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(changed))
