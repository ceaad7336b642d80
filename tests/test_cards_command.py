"""``ducato cards``: tables to a spreadsheet and back, with the cell named in each error."""

from __future__ import annotations

import errno
import gc
import io
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.commands import runner

from ducato.cli.authoring.new_game import write_game
from ducato.core.errors import UnreadableFile
from ducato.core.game import find_game
from ducato.core.game.card_tables import as_csv, table, table_names
from ducato.core.game.folder import game_from
from ducato.runs.spreadsheets import read_workbook, write_workbook

GAMES = ("builders", "fantasy-market", "magnate", "manifest-destiny")


@pytest.fixture
def cards(capsys, monkeypatch):
    """Return a function that runs the command; it returns exit code, output and error output."""
    return runner(capsys, monkeypatch, "cards")


def edited(path: Path, sheet: str, row: int, column: int, value: Any) -> None:
    """Change a cell of a workbook, counted as people do."""
    openpyxl = pytest.importorskip("openpyxl")
    workbook = openpyxl.load_workbook(path)
    workbook[sheet].cell(row, column).value = value
    workbook.save(path)


@pytest.mark.parametrize("game", GAMES)
def test_a_workbook_has_a_sheet_for_each_table_and_comes_back_as_it_was(cards, game, tmp_path):
    found, book = find_game(game), tmp_path / "cards.xlsx"
    assert cards(game, "--out", book)[0] == 0
    sheets = read_workbook(book)
    assert sorted(sheets) == table_names(found)
    assert all([*map(list, rows)] == [*map(list, table(found, n))] for n, rows in sheets.items())
    code, printed, error = cards(game, "--in", book, "--to", tmp_path / f"same-{game}")
    assert (code, error) == (0, "")
    assert f"Wrote {len(sheets)} tables" in printed
    same = game_from(tmp_path / f"same-{game}")
    assert same.load().edition.tobytes() == found.load().edition.tobytes()


def test_a_table_comes_from_standard_input(cards, tmp_path, monkeypatch):
    folder = tmp_path / "given-cranes"
    text = as_csv(table(find_game("builders"), "buildings"))
    for raw in (text.encode("utf-16"), text.encode("utf-8-sig")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        assert cards("builders", "--in", "-", "--table", "buildings", "--to", folder)[0] == 0
        assert table(game_from(folder), "buildings") == table(find_game("builders"), "buildings")
    code, _, error = cards("builders", "--in", "-", "--to", folder)
    assert (code, error.count("\n")) == (2, 1)
    assert "--table" in error


def test_an_edited_cell_is_in_the_game_of_the_folder(cards, tmp_path):
    book, folder = tmp_path / "cards.xlsx", tmp_path / "dear-cranes"
    cards("builders", "--out", book)
    rows = table(find_game("builders"), "buildings")
    column = list(rows[0]).index("points") + 1
    edited(book, "buildings", 2, column, 9.0)  # a spreadsheet's number
    assert cards("builders", "--in", book, "--table", "buildings", "--to", folder)[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["buildings.csv", "game.toml"]
    changed = table(game_from(folder), "buildings")
    assert changed[1][column - 1] == "9"
    assert [row for n, row in enumerate(changed) if n != 1] == [
        row for n, row in enumerate(rows) if n != 1
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("many", "row 4, column {letter} (points) of {card}: 'many' must be a whole number"),
        (None, "row 4, column {letter} (points) of {card}: '' must be filled"),
        (2.5, "row 4, column {letter} (points) of {card}: '2.5' must be a whole number"),
    ],
)
def test_a_wrong_cell_of_a_workbook_is_named_with_its_sheet(cards, tmp_path, value, words):
    book = tmp_path / "cards.xlsx"
    cards("builders", "--out", book)
    rows = table(find_game("builders"), "buildings")
    column = list(rows[0]).index("points") + 1
    edited(book, "buildings", 4, column, value)
    code, _, error = cards("builders", "--in", book, "--to", tmp_path / "x")
    assert code == 2
    assert f"{book}, sheet buildings" in error
    assert words.format(letter=chr(64 + column), card=rows[3][0]) in error
    assert not (tmp_path / "x").exists()


def test_a_csv_of_some_cards_overrides_those_alone(cards, tmp_path):
    rows = table(find_game("magnate"), table_names(find_game("magnate"))[0])
    name = table_names(find_game("magnate"))[0]
    part = tmp_path / f"{name}.csv"
    part.write_text("\n".join(",".join(row) for row in rows[:2]) + "\n", "utf-8")
    code, printed, _ = cards("magnate", "--in", part, "--to", tmp_path / "few-cards")
    assert (code, "Wrote 1 tables" in printed) == (0, True)
    assert table(game_from(tmp_path / "few-cards"), name) == rows


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--out", "cards.pdf"), "a file whose name ends with .csv or .xlsx"),
        (("--out", "cards.csv"), "a file .xlsx holds all of them"),
        (("--in", "cards.xlsx"), "the folder for the game with the edited cards"),
        (("--in", "none.xlsx", "--to", "x"), "none.xlsx"),
        (("--in", "none.csv", "--table", "buildings", "--to", "x"), "none.csv"),
        (("--in", "damaged.xlsx", "--to", "x"), "damaged.xlsx"),
        (("--in", "other.xlsx", "--to", "x"), "there is no table 'people'"),
        (("--in", "other.xlsx", "--table", "buildings", "--to", "x"), "no sheet 'buildings' but"),
    ],
)
def test_what_cannot_be_done_is_told(cards, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    Path("damaged.xlsx").write_bytes(b"PK no workbook")
    with Path("other.xlsx").open("wb") as file:
        write_workbook(file, {"people": [["id"], ["anna"]]})
    code, printed, error = cards("builders", *arguments)
    assert (code, printed) == (2, "")
    assert words in error
    assert error.count("\n") == 1
    assert not Path("x").exists()


def test_without_options_the_tables_are_listed(cards):
    assert cards("builders")[1].split() == table_names(find_game("builders"))


@pytest.fixture(scope="module")
def fairs(tmp_path_factory):
    """A folder for new games whose cards come from a table."""
    return tmp_path_factory.mktemp("fairs")


def test_a_game_of_ones_own_takes_its_cards_from_a_spreadsheet(cards, fairs):
    """New cards, and fewer of the old ones; no other file changes."""
    project = write_game("silk-fair", "market", "2-4", fairs)
    data = project / "silk_fair/data"
    others = {path: path.read_bytes() for path in project.rglob("*.*") if path.suffix != ".csv"}
    book = fairs / "idea.xlsx"
    rows = [["income", "id", "price", "points"], ["1", "tea-room", "3", "2"]]
    rows += [["0", f"gate-{number}", "4", "3"] for number in range(1, 20)]
    with book.open("wb") as file:
        write_workbook(file, {"Sheet1": rows})
    code, printed, error = cards(project, "--in", book)
    assert (code, error) == (0, "")
    assert printed.startswith(f"Replaced the cards in {project}.")
    assert (
        (data / "cards.csv").read_text("utf-8").startswith("id,price,points,income\ntea-room,3,2,1")
    )
    assert {path: path.read_bytes() for path in others} == others
    code, printed, _ = cards(project)
    assert (code, printed) == (0, "cards\n")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("id,price,points,income\ntea room,1,1,1", "row 2, column A (id): 'tea room' must be made"),
        ("id,price,points,income\n,1,1,1", "row 2, column A (id): '' must be made of"),
        ("id,price,points,income\na,1,1,1\na,1,1,1", "row 3, column A (id): 'a' is in row 2"),
        ("id,price,points,income\na,1,many,1", "row 2, column C (points): 'many' must be a whole"),
        ("id,price,points,income\na,1,,1", "row 2, column C (points): '' must be a whole"),
        (
            "id,price,points,income\na,99,1,1",
            "row 2, column B (price): '99' must be a whole number",
        ),
        ("id,price,points\na,9,1", "row 1: there is no column 'income'"),
        ("id,price,points,income\n", "it has no rows"),
        ("", "row 1: there is no column 'id'"),
    ],
)
def test_a_wrong_cell_leaves_a_game_of_ones_own_as_it_is(cards, fairs, lines, words):
    project = fairs / "rice-fair"
    if not project.exists():
        write_game("rice-fair", "market", "2", fairs)
    table_file, idea = project / "rice_fair/data/cards.csv", fairs / "idea.csv"
    before = table_file.read_bytes()
    idea.write_text(lines, "utf-8")
    code, _, error = cards(project, "--in", idea)
    assert (code, error.count("\n")) == (2, 1)
    assert words in error
    assert table_file.read_bytes() == before


def test_a_game_without_tables_says_so(cards, fairs):
    project = write_game("no-fair", "cards", "2", fairs)
    for more in ((), ("--out", fairs / "x.xlsx"), ("--out", fairs / "x.csv")):
        code, _, error = cards(project, *more)
        assert (code, error.count("\n")) == (2, 1)
        assert "a game with tables" in error
    assert not list(fairs.glob("x.*"))


def test_a_workbook_on_a_full_disk_is_one_sentence(cards, monkeypatch, tmp_path):
    class Full(io.BytesIO):
        def write(self, _):
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_workbook(Full(), {"cards": [["id"], ["a"]]})
    gc.collect()  # a part of a workbook would complain when it is thrown away


def test_a_wrong_cell_of_a_game_is_named_with_its_line(fairs):
    project = write_game("salt-fair", "market", "2", fairs)
    file = project / "salt_fair/data/cards.csv"
    file.write_text(file.read_text("utf-8").replace("silk-tent,5", "\nsilk-tent,dear"), "utf-8")
    with pytest.raises(
        UnreadableFile, match=r"data/cards\.csv .* line 7, price of silk-tent: 'dear'"
    ):
        game_from(project).load()
