"""Files of data, as editors and spreadsheets of any system save them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from ducato.core.editions import data_files
from ducato.core.errors import UnknownName, UnreadableFile

TEXT = 'id,en,price\nthe-mill,"the|Mill, old",3\ncaffè,il|Caffè,4\n'
ROWS = [
    {"id": "the-mill", "en": "the|Mill, old", "price": "3"},
    {"id": "caffè", "en": "il|Caffè", "price": "4"},
]
SEMICOLONS = 'id;en;price\nthe-mill;the|Mill, old;3\ncaffè;"il|Caffè";4\n'
NUMBERS = count()


@pytest.fixture
def package(tmp_path, monkeypatch) -> Callable[[str, bytes], str]:
    """Return a function that makes a package with a file of data and returns its name."""

    def made(file: str, contents: bytes) -> str:
        name = f"package_of_data_{next(NUMBERS)}"
        (tmp_path / name / "data").mkdir(parents=True)
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "data" / file).write_bytes(contents)
        return name

    monkeypatch.syspath_prepend(tmp_path)
    return made


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        SEMICOLONS,
        SEMICOLONS.replace(";", "\t"),
        f"sep=;\n{SEMICOLONS}",
        f"{SEMICOLONS};;\n\n",
    ],
    ids=["commas", "semicolons", "tabs", "sep=;", "empty rows"],
)
def test_a_table_is_read_however_it_was_saved(package, text: str, end: str, encoding: str):
    raw = text.replace("\n", end).encode(encoding)
    raw = b"\xfe\xff" + raw if encoding == "utf-16-be" else raw
    assert data_files.read_table(package("cards.csv", raw), "cards.csv") == ROWS


def test_cells_may_hold_line_ends_and_the_end_of_a_row_may_be_missing(package):
    raw = b'id,en,it\nmill,"two\r\nlines"\n'
    found = data_files.read_table(package("cards.csv", raw), "cards.csv")
    assert found == [{"id": "mill", "en": "two\nlines", "it": ""}]


@pytest.mark.parametrize(
    ("file", "raw", "words"),
    [
        (
            "cards.csv",
            TEXT.encode("cp1252"),
            "line 3: it is no text in UTF-8; save the file as UTF-8",
        ),
        ("cards.csv", "id,en\n".encode("utf-16-le"), "line 1: it is no text in UTF-8"),
        ("cards.csv", b"id,en\nmill,Mill, old\n", 'line 2 has more cells than .* a "," in quotes'),
        ("cards.csv", b'id,en\nmill,"Mill\n', "unexpected end of data, after line 1"),
        ("editions.toml", b"[edition.first\n", r"no TOML: .*\(at line 1, column 15\)"),
        ("editions.toml", "a = 'è'\n".encode("latin-1"), "line 1: it is no text in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(package, file: str, raw: bytes, words: str):
    read = data_files.read_table if file.endswith("csv") else data_files.read_toml
    with pytest.raises(UnreadableFile, match=f"^data/{file} cannot be read: .*{words}"):
        read(package(file, raw), file)


def test_a_column_that_there_is_not_is_named_with_those_that_are(package):
    (row,) = data_files.read_table(package("cards.csv", b"ID,en\nmill,Mill\n"), "cards.csv")
    assert row.get("id") is None
    with pytest.raises(UnknownName, match=r"column of data/cards.csv.*'id'.*ID, en"):
        row["id"]


def test_a_file_of_a_folder_is_named_if_it_cannot_be_opened(tmp_path: Path):
    with pytest.raises(UnreadableFile, match=r"nowhere\.toml cannot be read: No such file"):
        data_files.read_file(tmp_path / "nowhere.toml")
