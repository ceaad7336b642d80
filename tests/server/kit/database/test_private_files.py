"""Only the owner can read a database: it holds seeds of running games and e-mail addresses."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ducato.core.match import Match
from ducato.server.kit.database.backup import backup, restore
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.lock import hold
from ducato.server.subjects.people.storage import People

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {file.name: f"{file.stat().st_mode & 0o777:o}" for file in folder.iterdir()}


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("locked", [False, True])
def test_a_new_database_and_its_folder_are_private(tmp_path: Path, locked: bool):
    folder = tmp_path / "new" / "data"
    url = f"sqlite:///{folder / 'tables.sqlite3'}"
    lock = hold(url) if locked else None
    database = Database(url)
    People(database).welcome("Anna").result()
    assert "tables.sqlite3-wal" in modes(folder)
    assert set(modes(folder).values()) == {"600"}
    assert mode(folder) == 0o700
    database.close()
    if lock is not None:
        lock.release()


def test_what_exists_keeps_its_mode(tmp_path: Path):
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    Database(f"sqlite:///{folder / 'tables.sqlite3'}").close()
    assert mode(folder) == 0o755
    (folder / "tables.sqlite3").chmod(0o640)
    Database(f"sqlite:///{folder / 'tables.sqlite3'}").close()
    assert mode(folder / "tables.sqlite3") == 0o640


def test_the_file_behind_a_link_is_private(tmp_path: Path):
    link, file = tmp_path / "link.sqlite3", tmp_path / "file.sqlite3"
    link.symlink_to(file)
    Database(f"sqlite:///{link}").close()
    assert mode(file) == 0o600


def test_a_backup_is_private(database: Database, match: Match, tmp_path: Path):
    backup(database, tmp_path / "copy")
    assert mode(tmp_path / "copy") == 0o600
    other = Database(f"sqlite:///{tmp_path / 'restored' / 'tables.sqlite3'}")
    restore(tmp_path / "copy", other)
    assert set(modes(tmp_path / "restored").values()) == {"600"}
    other.close()


def test_no_file_of_a_backup_is_ever_readable_by_others(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The file is private before anything is in it."""
    shelf, seen = tmp_path / "shelf", []
    shelf.mkdir()
    replace = os.replace

    def watched(source: Path, to: Path) -> None:
        seen.append(modes(shelf))
        replace(source, to)

    monkeypatch.setattr("os.replace", watched)
    backup(database, shelf / "copy")
    assert seen == [{"copy.part": "600"}]
