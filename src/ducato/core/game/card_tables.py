"""Tables of cards that people edit in spreadsheets: what is in them, and which cell is wrong.

A table is a file of a game's ``data`` folder. An edited one may leave out rows, whose cards then
stay as they are, and have its columns in another order.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from io import StringIO
from pathlib import Path

from ducato.core.editions import data_files
from ducato.core.errors import BadValue, UnknownName, UnreadableFile
from ducato.core.game.registered_game import Game

Cells = Sequence[Sequence[str]]
"""A table as a spreadsheet has it: rows of cells, the first of which names the columns."""
WHOLE = re.compile(r"([+-]?[0-9]+)(?:[.,]0*)?")
"""A whole number, also as spreadsheets write it in countries with decimal commas."""
ID = re.compile(r"[a-z0-9][a-z0-9-]*")
"""The id of a new card."""
WORDS = re.compile(r"[\s&+;]+")
FEW = 12
"""A column has words from a list if it has at most so many different ones."""


def table_names(game: Game) -> list[str]:
    """Return the names of a game's tables, without ``.csv``."""
    folder = files(game.package).joinpath("data")
    return sorted(file.name[:-4] for file in folder.iterdir() if file.name.endswith(".csv"))


def table(game: Game, name: str) -> Cells:
    """Return a table of a game with its header.

    Raises:
        UnknownName: there is no such table.
    """
    if name not in table_names(game):
        raise UnknownName(f"table of {game.name}", name, table_names(game))
    rows = data_files.read_table(game.package, f"{name}.csv")
    return [list(rows[0]), *(list(row.values()) for row in rows)] if rows else []


def cells(text: str, file: str) -> Cells:
    """Return the cells of a CSV file, with any of the delimiters that spreadsheets write.

    Raises:
        UnreadableFile: a quote does not end.
    """
    if named := data_files.DELIMITER_LINE.match(text):
        delimiter, text = named[1], text[named.end() :]
    else:
        header = text.partition("\n")[0]
        delimiter = next((mark for mark in data_files.DELIMITERS if mark in header), ",")
    try:
        return list(csv.reader(StringIO(text), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise UnreadableFile(file, str(error)) from error


def as_csv(rows: Cells) -> str:
    """Return a table as the text of a CSV file."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def column_name(column: int) -> str:
    """Return the letter by which spreadsheets call a column, counted from 0.

    Example:
        >>> column_name(0), column_name(25), column_name(26)
        ('A', 'Z', 'AA')
    """
    name = ""
    while column >= 0:
        name = chr(65 + column % 26) + name
        column = column // 26 - 1
    return name


def merged(game: Game, name: str, given: Cells, file: str) -> Cells:
    """Return a table of a game with the rows that others have edited.

    Args:
        game: the game.
        name: the name of the table.
        given: the edited cells.
        file: what an error calls the file.

    Raises:
        UnknownName: there is no such table.
        UnreadableFile: a cell is not possible; the error names its row, its column and what would
            be right.
    """
    header, *rows = table(game, name)
    titles = [cell.strip() for cell in given[0]] if given else []
    columns = _columns(header, titles, file)
    known = {row[0]: number for number, row in enumerate(rows)}
    if len(known) < len(rows):  # such as pairs of neighbours, which have no id
        return _with_rows(game, name, given, columns, file)
    checks = [_Column(game, name, header, rows, at) for at in range(len(header))]
    result = [list(row) for row in rows]
    seen: dict[str, int] = {}
    for number, line in enumerate(given[1:], 2):
        if not any(cell.strip() for cell in line):
            continue
        if any(cell.strip() for cell in line[len(titles) :]):
            where = _cell_name(number, len(titles), "")
            raise UnreadableFile(file, f"{where}: there is more than the header has columns")
        values = [cell.strip() for cell in line] + [""] * (len(titles) - len(line))
        key = values[columns[0]]
        if key not in known:
            some = ", ".join(list(known)[:FEW]) + (", ..." if len(known) > FEW else "")
            where = _cell_name(number, columns[0], header[0])
            raise UnreadableFile(file, f"{where}: there is no {key!r}; choose from: {some}")
        if key in seen:
            where = _cell_name(number, columns[0], header[0])
            raise UnreadableFile(file, f"{where}: {key!r} is in row {seen[key]} already")
        seen[key] = number
        for at, column in enumerate(columns):
            before = rows[known[key]][at]
            try:
                result[known[key]][at] = checks[at].checked(values[column], before)
            except BadValue as error:
                where = _cell_name(number, column, header[at])
                problem = f"{where} of {key}: {error.value!r} must be {error.expected}"
                raise UnreadableFile(file, problem) from error
    return [header, *result]


def replaced(game: Game, name: str, given: Cells, file: str) -> Cells:
    """Return a table whose rows are the edited ones alone: some may be new, and others gone.

    The arguments and errors are those of `merged`.
    """
    header, *rows = table(game, name)
    titles = [cell.strip() for cell in given[0]] if given else []
    columns = _columns(header, titles, file)
    result = _with_rows(game, name, given, columns, file)
    if len(result) < 2:
        raise UnreadableFile(file, "it has no rows below the header")
    if len({row[0] for row in rows}) < len(rows):
        return result
    seen: dict[str, int] = {}
    for number, line in enumerate(given[1:], 2):
        key = line[columns[0]].strip() if len(line) > columns[0] else ""
        if not any(cell.strip() for cell in line):
            continue
        where = _cell_name(number, columns[0], header[0])
        if not ID.fullmatch(key):
            right = "lower-case letters, digits and hyphens, such as tea-stall"
            raise UnreadableFile(file, f"{where}: {key!r} must be made of {right}")
        if key in seen:
            raise UnreadableFile(file, f"{where}: {key!r} is in row {seen[key]} already")
        seen[key] = number
    return result


def _with_rows(game: Game, name: str, given: Cells, columns: Sequence[int], file: str) -> Cells:
    """Return a table whose rows are those that others have edited, in their order."""
    header, *rows = table(game, name)
    checks = [_Column(game, name, header, rows, at) for at in range(len(header))]
    result: list[Sequence[str]] = [header]
    for number, line in enumerate(given[1:], 2):
        values = [cell.strip() for cell in line] + [""] * (len(columns) - len(line))
        if not any(values):
            continue
        row = []
        for title, check, at in zip(header, checks, columns, strict=True):
            try:
                row.append(check.checked(values[at]))
            except BadValue as error:
                where = _cell_name(number, at, title)
                problem = f"{where}: {error.value!r} must be {error.expected}"
                raise UnreadableFile(file, problem) from error
        result.append(row)
    return result


def _columns(header: Sequence[str], titles: Sequence[str], file: str) -> list[int]:
    """Return where each column of a table is in an edited one."""
    for at, title in enumerate(titles):
        if title not in header or title in titles[:at]:
            problem = "is there twice" if title in header else "is no column of this table"
            right = f"the columns are {', '.join(header)}"
            raise UnreadableFile(file, f"{_cell_name(1, at, '')}: {title!r} {problem}; {right}")
    missing = [title for title in header if title not in titles]
    if missing:
        right = f"the columns are {', '.join(header)}"
        raise UnreadableFile(file, f"row 1: there is no column {missing[0]!r}; {right}")
    return [titles.index(title) for title in header]


def _cell_name(row: int, column: int, title: str) -> str:
    name = f" ({title})" if title else ""
    return f"row {row}, column {column_name(column)}{name}"


class _Column:
    """What the cells of a column may hold, judged by those of the game itself."""

    def __init__(self, game: Game, name: str, header: Sequence[str], rows: Cells, at: int) -> None:
        self._title = header[at]
        of_column = (
            cell
            for key, cell in game.cells.items()
            if key.startswith(f"{name}.") and key.endswith(f".{header[at]}")
        )
        self._adjustable = next(of_column, None)
        column = [row[at] for row in rows]
        filled = [cell for cell in column if cell]
        self._is_key = at == 0
        self._is_number = bool(filled) and all(WHOLE.fullmatch(cell) for cell in filled)
        self._may_be_empty = len(filled) < len(column)
        words = {word for cell in filled for word in WORDS.split(cell)}
        repeated = len(set(filled)) * 2 <= len(filled)
        self._words = words if repeated and len(words) <= FEW else None

    def checked(self, value: str, before: str | None = None) -> str:
        """Return the value of a cell as the game's own table would have it.

        Raises:
            BadValue: it is not possible.
        """
        if self._is_key or value == before:
            return value
        whole = WHOLE.fullmatch(value)
        if self._adjustable is not None and (value or not self._may_be_empty):
            return str(self._adjustable.check(whole[1] if whole else value))
        if not value:
            if not self._may_be_empty:
                raise BadValue(self._title, value, "filled, as in all other rows")
            return value
        if self._is_number:
            if whole is None:
                raise BadValue(self._title, value, "a whole number, as in all other rows")
            return str(int(whole[1]))
        if self._words is not None:
            unknown = [word for word in WORDS.split(value) if word not in self._words]
            if unknown:
                raise BadValue(self._title, value, f"made of: {', '.join(sorted(self._words))}")
        return value


def read_csv(path: Path) -> Cells:
    """Return the cells of a CSV file.

    Raises:
        UnreadableFile: it cannot be opened, or is no text.
    """
    return cells(data_files.read_file(path), str(path))


def named(tables: Mapping[str, Cells], game: Game, source: str) -> dict[str, Cells]:
    """Return edited tables by the names that a game has for them.

    Raises:
        UnreadableFile: the game has no such table.
    """
    known = table_names(game)
    unknown: Iterable[str] = [name for name in tables if name not in known]
    for name in unknown:
        right = f"{game.name} has {', '.join(known)}"
        raise UnreadableFile(source, f"there is no table {name!r}; {right}")
    return dict(tables)
