from __future__ import annotations

from pathlib import Path

import pytest

from ducato.core.match import Match
from ducato.store import Store, StoreError, Trouble
from ducato.store.backup import backup, restore

SEATS = [
    {"seat": seat, "name": name, "bot": None, "person": None, "steward": None}
    for seat, name in enumerate(["Anna", "Bruno"])
]


def test_a_backup_is_a_database(store: Store, match: Match, tmp_path: Path):
    table_id = store.create(match, SEATS).result()
    backup(store.database, tmp_path / "copy")
    store.create(match, SEATS).result()  # later than the copy
    copy = Store(f"sqlite:///{tmp_path / 'copy'}")
    assert copy.load(table_id) == store.load(table_id)
    assert len(list(tmp_path.glob("copy*"))) <= 3  # with the log of SQLite
    copy.close()


def test_nothing_is_written_over(store: Store, tmp_path: Path):
    (tmp_path / "letter").write_text("dear aunt")
    with pytest.raises(StoreError) as error:
        backup(store.database, tmp_path / "letter")
    assert error.value.trouble is Trouble.EXISTS
    assert (tmp_path / "letter").read_text() == "dear aunt"


def test_a_backup_is_restored_into_an_empty_database(store: Store, match: Match, tmp_path: Path):
    table_id = store.create(match, SEATS).result()
    store.people.welcome("Anna").result()
    backup(store.database, tmp_path / "copy")
    empty = Store(f"sqlite:///{tmp_path / 'empty'}")
    restore(tmp_path / "copy", empty.database)
    assert empty.load(table_id) == store.load(table_id)
    with pytest.raises(StoreError) as error:
        restore(tmp_path / "copy", empty.database)
    assert error.value.trouble is Trouble.EXISTS
    with pytest.raises(StoreError):
        restore(tmp_path / "nothing", empty.database)
    empty.close()
