"""Statements that are compiled once, for what is written with every move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, Dialect

from ducato.server.kit.database import sqlite


class Prepared:
    """A statement with named parameters.

    Args:
        statement: the statement.
        columns: the names of its parameters if it does not name them itself, as an insertion.
    """

    def __init__(self, statement: Any, *columns: str) -> None:
        self._statement, self._columns = statement, columns or None
        self._compiled: dict[str, _Compiled] = {}

    def execute(self, connection: Connection, *rows: Mapping[str, Any]) -> int:
        """Execute the statement once for each row of values; return the number of rows changed."""
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            self._compiled[dialect.name] = _Compiled(self._statement, self._columns, dialect)
        return self._compiled[dialect.name].execute(connection, rows)


class _Compiled:
    """A statement for one kind of database: its text, and how its values are written."""

    def __init__(self, statement: Any, columns: tuple[str, ...] | None, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=columns)
        self._sql = str(compiled)
        # The parameters by their position; None if this driver takes them by name.
        self._order: list[str] | None = compiled.positiontup
        found = {
            name: bound.type.dialect_impl(dialect).bind_processor(dialect)
            for bound, name in compiled.bind_names.items()
        }
        self._encoders: dict[str, Callable[[Any], Any]] = {
            name: encode for name, encode in found.items() if encode is not None
        }

    def execute(self, connection: Connection, rows: tuple[Mapping[str, Any], ...]) -> int:
        encoded = [
            {**row, **{name: encode(row[name]) for name, encode in self._encoders.items()}}
            for row in rows
        ]
        if self._order is None:
            given = encoded if len(encoded) > 1 else encoded[0]
            return connection.exec_driver_sql(self._sql, given).rowcount
        return sqlite.execute(
            connection, self._sql, *[[row[name] for name in self._order] for row in encoded]
        )
