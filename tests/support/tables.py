"""Comparison of a game's tables, cell by cell, with those that lie beside its tests.

The CSV files in ``tests/games/<game>/tables/`` are transcribed from the specification of the game,
not from its data. A table is a dictionary of rows by key; a row is a dictionary of texts by column.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import ducato

GAMES = Path(ducato.__file__).parent / "games"
ARTICLES = re.compile(r"(the|le|la|les|un[ae]?|il|lo|el|las|los) |l'", re.IGNORECASE)

Table = dict[str, dict[str, str]]


def read(path: Path, *key: str) -> Table:
    """Return the rows of a CSV file by the values of the key columns, joined by spaces."""
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    table = {" ".join(row[column] for column in key): row for row in rows}
    assert len(table) == len(rows), f"{path.name} has a key twice"
    return table


def data(game: str, file: str, key: str, columns: Mapping[str, str]) -> Table:
    """Return columns of a table in the data of a game, under the names that `columns` maps to."""
    rows = read(GAMES / game / "data" / file, key)
    return {
        name: {column: row[own] for own, column in columns.items()} for name, row in rows.items()
    }


def differences(title: str, expected: Table, found: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return a line for each row or cell of `expected` that is missing or different in `found`.

    Rows that only `found` has, and columns that only `found` has, are differences too.
    """
    lines = [f"{title}: no row {row}" for row in expected if row not in found]
    lines += [f"{title}: unexpected row {row}" for row in found if row not in expected]
    for row in expected:
        for column in {**expected[row], **found.get(row, expected[row])}:
            wanted = expected[row].get(column, "no such column")
            there = str(found.get(row, expected[row]).get(column, "no such column"))
            if there != wanted:
                lines.append(f"{title}: {row}: {column}: expected {wanted!r}, found {there!r}")
    return lines


def columns(table: Table, *names: str) -> Table:
    """Return the table with these columns only."""
    return {key: {name: row[name] for name in names} for key, row in table.items()}


def unguarded(game: str, guarded: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the columns of a game's tables that `guarded` does not name, by file, and vice versa.

    The word ``*`` in `guarded` stands for all columns of a file.
    """
    there = {}
    for path in (GAMES / game / "data").glob("*.csv"):
        with path.open(encoding="utf-8") as file:
            there[path.name] = next(csv.reader(file))
    named = {
        (file, column)
        for file, names in guarded.items()
        for column in (there.get(file, names) if "*" in names else names)
    }
    pairs = {(file, column) for file, names in there.items() for column in names}
    return [f"{file} {column}" for file, column in sorted(pairs ^ named)]


def bare(name: str) -> str:
    """Return a name in lower case, without its article, as in ``l’|Asso`` or ``The Chapel``."""
    text = name.rpartition("|")[2].replace("’", "'")
    article = ARTICLES.match(text)
    return text[article.end() if article else 0 :].lower()
