"""Functions that read a game's tables (CSV), editions (TOML) and texts from its package.

People edit these files with spreadsheets and editors of any system, so a byte order mark, UTF-16,
the line ends of Windows and semicolons between the columns are taken for what they are.
"""

from __future__ import annotations

import codecs
import csv
import re
import tomllib
from functools import cache
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

from ducato.core.errors import UnknownName, UnreadableFile

UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
DELIMITERS = ",;\t"
"""What may stand between the columns of a table: where a comma is part of numbers, spreadsheets
write semicolons."""
DELIMITER_LINE = re.compile(r"\"?sep=(.)\"?\n", re.IGNORECASE)
"""The first line by which some spreadsheets name the delimiter."""


class Row(dict[str, str]):
    """A row of a table: its cells by the names of their columns.

    Attributes:
        file: the name of the file.
        line: the last of its lines in it.
    """

    def __init__(self, file: str, cells: dict[str, str], line: int = 0) -> None:
        super().__init__(cells)
        self.file, self.line = file, line

    def __missing__(self, column: str) -> str:
        raise UnknownName(f"column of {self.file}", column, self)


def decode(raw: bytes, file: str) -> str:
    """Return the text of a file, with a line feed at the end of each line.

    Args:
        raw: the contents.
        file: what the error calls the file.

    Raises:
        UnreadableFile: it is neither UTF-8 nor UTF-16 with a byte order mark.
    """
    encoding = "utf-16" if raw.startswith(UTF16) else "utf-8-sig"
    try:
        text = raw.decode(encoding)
        wrong = text.find("\0")
    except UnicodeDecodeError as error:
        text, wrong = raw.decode("latin-1"), error.start
    if wrong >= 0:
        line = text.count("\n", 0, wrong) + 1
        raise UnreadableFile(file, f"line {line}: it is no text in UTF-8; save the file as UTF-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_file(path: Path) -> str:
    """Return the text of a file; see `decode`.

    Raises:
        UnreadableFile: it cannot be opened or is not a text.
    """
    try:
        return decode(path.read_bytes(), str(path))
    except OSError as error:
        raise UnreadableFile(str(path), error.strerror or str(error)) from error


@cache
def read_text(package: str, name: str) -> str:
    """Return the contents of a text file in the package, such as ``"data/cards.csv"``.

    Raises:
        UnreadableFile: it is not a text; see `decode`.
    """
    return decode(files(package).joinpath(name).read_bytes(), name)


def read_bytes(package: str, name: str) -> bytes:
    """Return the contents of a file in the package, such as a picture."""
    return files(package).joinpath(name).read_bytes()


@cache
def has_file(package: str, name: str) -> bool:
    """Return whether the package contains the file."""
    return files(package).joinpath(name).is_file()


def read_table(package: str | None, name: str) -> list[dict[str, str]]:
    """Return the rows of the CSV file ``data/<name>``, whose first line names the columns.

    A cell that is missing at the end of a row is empty, and a row of empty cells is left out. The
    rows answer a column that there is not with an `UnknownName`.

    Args:
        package: the name of the package, or the value of ``__package__`` in one of its modules.
        name: the name of the file.

    Raises:
        ValueError: `package` is None or empty, as ``__package__`` is in code outside packages.
        UnreadableFile: it is not a text, or a row has more cells than there are columns.
    """
    file = f"data/{name}"
    text, skipped = read_text(package or "", file), 0
    if named := DELIMITER_LINE.match(text):
        delimiter, text = named[1], text[named.end() :]
        skipped = 1
    else:
        header = text.partition("\n")[0]
        delimiter = next((mark for mark in DELIMITERS if mark in header), ",")
    reader = csv.DictReader(StringIO(text), delimiter=delimiter, restval="", strict=True)
    rows: list[dict[str, str]] = []
    try:
        for cells in reader:
            if None in cells:
                problem = f"line {reader.line_num} has more cells than there are columns"
                raise UnreadableFile(
                    file, f'{problem}; write a cell with a "{delimiter}" in quotes'
                )
            if any(cells.values()):
                rows.append(Row(file, cells, reader.line_num + skipped))
    except csv.Error as error:
        raise UnreadableFile(file, f"{error}, after line {reader.line_num}") from error
    return rows


def read_toml(package: str, name: str) -> dict[str, Any]:
    """Return the contents of the TOML file ``data/<name>``.

    Raises:
        UnreadableFile: it is no TOML.
    """
    file = f"data/{name}"
    return parse_toml(read_text(package, file), file)


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Return the contents of a TOML file.

    Args:
        text: its text.
        file: what the error calls the file.

    Raises:
        UnreadableFile: it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableFile(file, f"it is no TOML: {error}") from error
