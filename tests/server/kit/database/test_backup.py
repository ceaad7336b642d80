from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.kit.database.test_migrate import make_newer

from ducato.core.match import Match
from ducato.server.kit.database.backup import backup, copy, restore
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables

SEATS = [
    {"seat": seat, "name": name, "bot": None, "person": None, "substitute": None}
    for seat, name in enumerate(["Anna", "Bruno"])
]


def test_a_backup_is_a_database(database: Database, match: Match, tmp_path: Path):
    table_id = Tables(database).create(match, SEATS).result()
    backup(database, tmp_path / "copy")
    Tables(database).create(match, SEATS).result()  # later than the copy
    copy = Database(f"sqlite:///{tmp_path / 'copy'}")
    assert Tables(copy).load(table_id) == Tables(database).load(table_id)
    assert len(list(tmp_path.glob("copy*"))) <= 3  # with the log of SQLite
    copy.close()


def test_nothing_is_written_over(database: Database, tmp_path: Path):
    (tmp_path / "letter").write_text("dear aunt")
    with pytest.raises(StoreError) as error:
        backup(database, tmp_path / "letter")
    assert error.value.failure is StorageFailure.EXISTS
    assert (tmp_path / "letter").read_text() == "dear aunt"


def test_a_backup_is_restored_into_an_empty_database(
    database: Database, match: Match, tmp_path: Path
):
    table_id = Tables(database).create(match, SEATS).result()
    People(database).welcome("Anna").result()
    backup(database, tmp_path / "copy")
    empty = Database(f"sqlite:///{tmp_path / 'empty'}")
    restore(tmp_path / "copy", empty)
    assert Tables(empty).load(table_id) == Tables(database).load(table_id)
    with pytest.raises(StoreError) as error:
        restore(tmp_path / "copy", empty)
    assert error.value.failure is StorageFailure.EXISTS
    empty.close()


def kept_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def restored(file: Path, folder: Path) -> Database:
    there = Database(f"sqlite:///{folder / 'restored.sqlite3'}")
    restore(file, there)
    return there


def test_a_backup_is_only_read(database: Database, match: Match, tmp_path: Path):
    """It may lie on a medium that is read-only, and its old program can still read it."""
    table_id = Tables(database).create(match, SEATS).result()
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    backup(database, shelf / "copy")
    before = kept_in(shelf)
    (shelf / "copy").chmod(0o444)
    shelf.chmod(0o555)
    there = restored(shelf / "copy", tmp_path)
    shelf.chmod(0o755)
    assert kept_in(shelf) == before
    assert [seat["name"] for seat in Tables(there).load(table_id).seats] == ["Anna", "Bruno"]
    there.close()


def test_what_a_killed_server_had_only_in_its_log_is_restored_too(
    database: Database, match: Match, tmp_path: Path
):
    table_id = Tables(database).create(match, SEATS).result()
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for file in tmp_path.glob("tables.sqlite3*"):  # as they are while nothing is closed
        if not file.name.endswith("-shm"):
            shutil.copyfile(file, shelf / file.name)
    before = kept_in(shelf)
    assert len(before["tables.sqlite3-wal"]) > 0
    there = restored(shelf / "tables.sqlite3", tmp_path)
    assert Tables(there).load(table_id) == Tables(database).load(table_id)
    assert kept_in(shelf) == before
    there.close()


def of_another_program(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE persons (id)")
    connection.close()


def incomplete(file: Path) -> None:
    Database(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE snapshots")
    connection.close()


def test_a_failure_to_read_names_the_database_that_was_read(database: Database, tmp_path: Path):
    source = Database(f"sqlite:///{tmp_path / 'source.sqlite3'}")
    incomplete(tmp_path / "source.sqlite3")
    with pytest.raises(StoreError) as error:
        copy(source, database)
    assert error.value.where == str(tmp_path / "source.sqlite3")
    assert "no such table: snapshots" in error.value.detail
    source.close()


def test_a_failure_to_write_names_the_copy(database: Database, match: Match, tmp_path: Path):
    Tables(database).create(match, SEATS).result()
    target = Database(f"sqlite:///{tmp_path / 'target.sqlite3'}")
    with sqlite3.connect(tmp_path / "target.sqlite3") as connection:
        connection.execute("ALTER TABLE seats DROP COLUMN rank")
    connection.close()
    with pytest.raises(StoreError) as error:
        copy(database, target)
    assert error.value.where == str(tmp_path / "target.sqlite3")
    target.close()


def test_a_damaged_database_is_named_rather_than_its_copy(database: Database, tmp_path: Path):
    source = Database(f"sqlite:///{tmp_path / 'source.sqlite3'}")
    source.engine.dispose()
    (tmp_path / "source.sqlite3").write_bytes(b"dear aunt" * 500)
    with pytest.raises(StoreError) as error:
        backup(source, tmp_path / "copy")
    assert error.value.where == str(tmp_path / "source.sqlite3")
    assert error.value.failure is StorageFailure.DAMAGED
    assert not list(tmp_path.glob("copy*"))
    source.close()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda file: None, "it cannot be read: check its name"),
        (Path.mkdir, "it cannot be read: check its name"),
        (Path.touch, "not what `ducato backup` writes"),
        (lambda file: file.write_bytes(b"dear aunt" * 500), "not what `ducato backup` writes"),
        (of_another_program, "not what `ducato backup` writes"),
        (incomplete, "it was written by another version of ducato: use that one"),
        (make_newer, "it was written by another version of ducato: use that one"),
    ],
)
def test_a_file_that_is_no_backup_is_told(
    database: Database, tmp_path: Path, make: Callable[[Path], Any], words: str
):
    file = tmp_path / "copy"
    make(file)
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(StoreError) as error:
        restore(file, database)
    assert str(error.value).startswith(f"nothing was restored from {file}: ")
    assert words in str(error.value)
    assert before == (file.read_bytes() if file.is_file() else None)


def test_a_file_that_is_being_written_is_told(
    database: Database, match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    Tables(database).create(match, SEATS).result()
    copyfile = shutil.copyfile

    def slowly(source: Path, to: Path) -> None:
        copyfile(source, to)
        Tables(database).create(match, SEATS).result()

    monkeypatch.setattr("shutil.copyfile", slowly)
    with pytest.raises(StoreError, match="another program is writing it"):
        restored(tmp_path / "tables.sqlite3", tmp_path)
