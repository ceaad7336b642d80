"""Tables of cards edited in spreadsheets, and games made of a folder with one of them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from shutil import copytree

import pytest

from ducato.core.editions.data_files import read_file
from ducato.core.errors import UnreadableFile
from ducato.core.game import card_folder, find_game
from ducato.core.game.card_folder import assembled, base_of, is_card_folder
from ducato.core.game.card_tables import as_csv, cells, column_name, merged, table, table_names
from ducato.core.game.discovery import available_games
from ducato.core.game.folder import game_from

HEADER = (
    "card,name,number,ref,kind,coins,points,stone,wood,knowledge,tile,"
    "makes_stone,makes_wood,makes_knowledge,makes_tile"
)
CRANE = "crane-1,crane,K1,101,machine,0,3,0,1,0,1,2,0,0,0"
FAULTS = {
    "row 2, column G (points) of crane-1: 'x' must be a whole number": CRANE.replace(",3,", ",x,"),
    "row 2, column G (points) of crane-1: '2,5' must be": CRANE.replace(",3,", ',"2,5",'),
    "row 2, column G (points) of crane-1: '' must be filled": CRANE.replace(",3,", ",,"),
    "row 2, column A (card): there is no 'crain'; choose from: crane-1": "crain" + CRANE[7:],
    "row 3, column A (card): 'crane-1' is in row 2 already": f"{CRANE}\n{CRANE}",
    "row 2, column E (kind) of crane-1: 'tool' must be made of: building, machine": CRANE.replace(
        "machine", "tool"
    ),
    "row 2, column P: there is more than the header has columns": f"{CRANE},7",
}


@pytest.mark.parametrize("game", sorted(available_games()))
def test_every_table_comes_back_as_it_was(game: str):
    found = find_game(game)
    for name in table_names(found):
        rows = table(found, name)
        assert merged(found, name, cells(as_csv(rows), name), name) == rows


@pytest.mark.parametrize("words", FAULTS)
def test_an_error_names_the_cell(words: str):
    builders = find_game("builders")
    with pytest.raises(UnreadableFile) as error:
        merged(builders, "buildings", cells(f"{HEADER}\n{FAULTS[words]}\n", "b.csv"), "b.csv")
    assert words in str(error.value)


def test_an_error_names_the_column():
    builders = find_game("builders")
    for header, words in (
        (HEADER.replace("points", "score"), "row 1, column G: 'score' is no column"),
        (HEADER.replace(",points", ""), "row 1: there is no column 'points'"),
        (HEADER.replace("points", "coins"), "row 1, column G: 'coins' is there twice"),
    ):
        with pytest.raises(UnreadableFile, match=words):
            merged(builders, "buildings", cells(header, "b.csv"), "b.csv")


def test_what_spreadsheets_write_is_understood():
    builders = find_game("builders")
    text = f"{HEADER}\n{CRANE}\n".replace(",", ";").replace(";3;", ";3,0;")
    rows = merged(builders, "buildings", cells(text, "b.csv"), "b.csv")
    assert rows[1][6] == "3"
    assert rows[2:] == table(builders, "buildings")[2:]
    assert [column_name(at) for at in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


def test_a_folder_with_one_table_is_a_game(tmp_path: Path):
    folder = tmp_path / "tall-cranes"
    folder.mkdir()
    assert not is_card_folder(folder)
    (folder / "buildings.csv").write_bytes(f"\ufeff{HEADER}\r\n{CRANE}\r\n".encode())
    assert is_card_folder(folder)
    assert base_of(folder).name == "builders"
    game = game_from(folder)
    assert game.name == "tall-cranes"
    assert game.text("title") == "The Builders: Middle Ages – tall-cranes"
    before = find_game("builders").load().edition.row("worth").tolist()
    after = game.load().edition.row("worth").tolist()
    assert (before[0], after[0]) == (1, 3)
    assert before[1:] == after[1:]
    kept = assembled(folder).stat().st_mtime_ns
    assert assembled(folder).stat().st_mtime_ns == kept
    (folder / "buildings.csv").write_text(f"{HEADER}\n{CRANE.replace(',3,', ',x,')}\n", "utf-8")
    with pytest.raises(UnreadableFile, match="row 2, column G"):
        game_from(folder)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_texts_of_the_game_may_be_saved_by_any_editor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
):
    folder, source = tmp_path / "dear-cranes", tmp_path / "builders"
    folder.mkdir()
    (folder / "buildings.csv").write_text(f"{HEADER}\n{CRANE}\n", "utf-8")
    copytree(Path(str(files("ducato.games.builders"))), source)
    for path in (source / "__init__.py", source / "locale/it.toml"):
        text = path.read_text("utf-8")
        path.write_text(text, "utf-8-sig" if path.suffix == ".py" else encoding)
    monkeypatch.setattr(card_folder, "files", lambda _: source)
    texts = read_file(assembled(folder) / "locale/it.toml")
    (title,) = (line for line in texts.splitlines() if line.startswith(('"title"', "title ")))
    assert "– dear-cranes" in title


def test_a_folder_says_of_which_game_it_is(tmp_path: Path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "cards.csv").write_text("id\n", "utf-8")
    with pytest.raises(UnreadableFile, match="magnate or manifest-destiny"):
        base_of(folder)
    (folder / "game.toml").write_text("name = 3\n", "utf-8")
    with pytest.raises(UnreadableFile, match="it lacks a line"):
        base_of(folder)
    (folder / "game.toml").write_text('game = "magnate"\n', "utf-8")
    assert base_of(folder).name == "magnate"
