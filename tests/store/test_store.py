from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, insert, text

import ducato
from ducato.core.chance import CommittedStream
from ducato.core.match import Match, Step
from ducato.store import (
    Store,
    StoreError,
    Trouble,
    UnknownTable,
    WrongSequence,
    default_url,
    schema,
)

SEATS = [{"seat": 0, "name": "Anna", "bot": None}, {"seat": 1, "name": "Bruno", "bot": None}]
MORE = [Step(0, 3), Step(-1, 7), Step(1, 4)]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture(scope="module")
def match() -> Match:
    match = Match(
        ducato.load("magnate", edition="spanish", courts=True), CommittedStream(bytes(32))
    )
    match.run_chance()
    return match


def always(store: Store, pragma: str) -> None:
    """Set a pragma at the beginning of every transaction."""
    event.listen(store._engine, "begin", lambda connection: connection.exec_driver_sql(pragma))


def fill_up(store: Store) -> None:
    """Let the database be as if the disk had no more room."""
    always(store, "PRAGMA max_page_count = 1")  # SQLite takes the least that it can: what there is


def make_read_only(store: Store) -> None:
    always(store, "PRAGMA query_only = ON")


def test_a_table_comes_back_as_it_was_stored(store: Store, match: Match):
    table_id = store.create(match, SEATS)
    store.append(table_id, MORE, match.seq)
    stored = store.load(table_id)
    assert (stored.game, stored.edition, stored.players) == ("magnate", "spanish", 2)
    assert stored.options == {"courts": True}
    assert (stored.seats, stored.seed, stored.finished) == (SEATS, bytes(32), None)
    assert stored.steps == [*match.steps, *MORE]


def test_it_is_there_for_the_next_store(store: Store, url: str, match: Match):
    table_id = store.create(match, SEATS)
    other = Store(url)
    assert other.load(table_id).steps == match.steps
    other.close()


def test_ids_cannot_be_guessed(store: Store, match: Match):
    ids = {store.create(match, SEATS) for _ in range(20)}
    assert len(ids) == 20
    assert all(len(table_id) >= 16 for table_id in ids)


@pytest.mark.parametrize("wrong_by", [-1, 1])
def test_steps_must_follow_the_last_one(store: Store, match: Match, wrong_by: int):
    table_id = store.create(match, SEATS)
    with pytest.raises(WrongSequence) as error:
        store.append(table_id, MORE, match.seq + wrong_by)
    assert (error.value.expected, error.value.found) == (match.seq + wrong_by, match.seq)
    assert store.load(table_id).steps == match.steps


def test_of_two_writers_one_is_refused(store: Store, match: Match):
    table_id = store.create(match, SEATS)
    outcomes: list[str] = []

    def write() -> None:
        try:
            store.append(table_id, MORE, match.seq)
            outcomes.append("written")
        except WrongSequence:
            outcomes.append("refused")

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["refused"] * 3 + ["written"]
    assert store.load(table_id).steps == [*match.steps, *MORE]


def test_steps_are_stored_all_or_none(store: Store, match: Match):
    table_id = store.create(match, SEATS)
    impossible = Step(0, None)  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        store.append(table_id, [*MORE, impossible], match.seq)
    assert store.load(table_id).steps == match.steps


def test_steps_can_be_taken_back(store: Store, match: Match):
    table_id = store.create(match, SEATS)
    store.append(table_id, MORE, match.seq)
    store.truncate(table_id, match.seq + 1)
    assert store.load(table_id).steps == [*match.steps, MORE[0]]
    with pytest.raises(WrongSequence):
        store.truncate(table_id, match.seq + 2)


def test_an_unknown_table_is_named(store: Store):
    for call in (
        lambda: store.load("nobody"),
        lambda: store.append("nobody", MORE, 0),
        lambda: store.truncate("nobody", 0),
    ):
        with pytest.raises(UnknownTable, match="there is no table 'nobody'"):
            call()
    assert not store.exists("nobody")


def test_open_tables_come_first_and_old_ones_not_at_all(store: Store, match: Match):
    done, first, second = (store.create(match, SEATS) for _ in range(3))
    store.append(done, MORE, match.seq, finished=True)
    assert {table.id for table in store.list_open()[:2]} == {first, second}
    assert store.list_open()[2].id == done
    assert store.list_open()[2].finished is not None
    with store._engine.begin() as connection:
        connection.execute(
            schema.tables.update().values(finished=1).where(schema.tables.c.id == done)
        )
    assert {table.id for table in store.list_open()} == {first, second}


def test_commits_are_on_the_disk(store: Store):
    with store._engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2  # FULL


def test_a_full_disk_is_told_and_nothing_is_half_written(store: Store, match: Match):
    table_id = store.create(match, SEATS)
    fill_up(store)
    with pytest.raises(StoreError, match="the disk is full: free some space") as error:
        store.append(table_id, MORE * 2000, match.seq)
    assert error.value.trouble is Trouble.FULL
    assert store.load(table_id).steps == match.steps


def test_a_disk_that_may_only_be_read_is_told(store: Store, match: Match):
    table_id = store.create(match, SEATS)
    make_read_only(store)
    with pytest.raises(StoreError, match="it may only be read: make the file"):
        store.append(table_id, MORE, match.seq)
    with pytest.raises(StoreError, match="DUCATO_DATA"):
        store.create(match, SEATS)
    assert store.load(table_id).steps == match.steps


def test_a_file_that_is_no_database_is_told(tmp_path: Path):
    (tmp_path / "tables.sqlite3").write_text("a letter to my aunt\n" * 100)
    with pytest.raises(StoreError, match="it is damaged or no database"):
        Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="check that its folder exists"):
        Store(f"sqlite:///{tmp_path / 'file' / 'tables.sqlite3'}")


def test_a_database_of_another_ducato_is_told(url: str):
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(schema.schema_version.delete())
        connection.execute(insert(schema.schema_version).values(version=99))
    engine.dispose()
    with pytest.raises(StoreError, match="schema has version 99"):
        Store(url)


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("DUCATO_DATA", str(tmp_path / "chosen"))
    assert default_url() == f"sqlite:///{tmp_path / 'chosen' / 'ducato.sqlite3'}"
    assert default_url(tmp_path) == f"sqlite:///{tmp_path / 'ducato.sqlite3'}"
    Store().close()
    assert (tmp_path / "chosen" / "ducato.sqlite3").exists()
