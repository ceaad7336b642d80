from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, func, select, text

from ducato.core.match import Match, Snapshot, Step
from ducato.core.table_data import TurnState
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import default_url
from ducato.server.kit.database.errors import (
    StorageFailure,
    StoreError,
    UnknownTable,
    WrongSequence,
)
from ducato.server.store import Store
from ducato.server.subjects.tables.model import TableSettings

SEATS = [
    {"seat": seat, "name": name, "bot": None, "person": None, "substitute": None, "entropy": None}
    for seat, name in enumerate(["Anna", "Bruno"])
]
HERE = TurnState(to_move=1)
MORE = [Step(0, 3), Step(-1, 7), Step(1, 4)]


def always(store: Store, pragma: str) -> None:
    """Set a pragma at the beginning of every transaction."""
    event.listen(
        store.database.engine, "begin", lambda connection: connection.exec_driver_sql(pragma)
    )


def fill_up(store: Store) -> None:
    """Let the database be as if the disk had no more room."""
    always(store, "PRAGMA max_page_count = 1")  # SQLite takes the least that it can: what there is


def make_read_only(store: Store) -> None:
    always(store, "PRAGMA query_only = ON")


def test_a_table_comes_back_as_it_was_stored(store: Store, match: Match):
    table_id = store.create(match, SEATS).result()
    store.append(table_id, MORE, match.seq, HERE).result()
    stored = store.load(table_id)
    assert (stored.game, stored.edition, stored.players) == ("magnate", "spanish", 2)
    assert stored.options == {"courts": True}
    assert (stored.seats, stored.seed, stored.finished) == (SEATS, bytes(32), None)
    assert stored.steps == [*match.steps, *MORE]


def test_the_values_of_its_edition_come_back(store: Store, match: Match):
    """However many tables have them, they are stored once."""
    ids = [store.create(match, SEATS).result() for _ in range(3)]
    for table_id in ids:
        assert store.load(table_id).values == match.game.recorded_values()
        assert store.load(table_id).rules_version == store.head(table_id).rules_version == 1
    with store.database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.edition_values)) == 1


def test_it_is_there_for_the_next_store(store: Store, url: str, match: Match):
    table_id = store.create(match, SEATS).result()
    other = Store(url)
    assert other.load(table_id).steps == match.steps
    other.close()


def test_ids_cannot_be_guessed(store: Store, match: Match):
    ids = {store.create(match, SEATS).result() for _ in range(20)}
    assert len(ids) == 20
    assert all(len(table_id) >= 16 for table_id in ids)


@pytest.mark.parametrize("wrong_by", [-1, 1])
def test_steps_must_follow_the_last_one(store: Store, match: Match, wrong_by: int):
    table_id = store.create(match, SEATS).result()
    with pytest.raises(WrongSequence) as error:
        store.append(table_id, MORE, match.seq + wrong_by, HERE).result()
    assert (error.value.expected, error.value.found) == (match.seq + wrong_by, match.seq)
    assert store.load(table_id).steps == match.steps


def test_of_two_writers_one_is_refused(store: Store, match: Match):
    table_id = store.create(match, SEATS).result()
    outcomes: list[str] = []

    def write() -> None:
        try:
            store.append(table_id, MORE, match.seq, HERE).result()
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
    table_id = store.create(match, SEATS).result()
    impossible = Step(0, None)  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        store.append(table_id, [*MORE, impossible], match.seq, HERE).result()
    assert store.load(table_id).steps == match.steps


def test_steps_can_be_taken_back(store: Store, match: Match):
    table_id = store.create(match, SEATS).result()
    store.append(table_id, MORE, match.seq, HERE).result()
    store.truncate(table_id, match.seq + 1, match.seq + 3, HERE).result()
    assert store.load(table_id).steps == [*match.steps, MORE[0]]
    with pytest.raises(WrongSequence):
        store.truncate(table_id, match.seq, match.seq + 2, HERE).result()


def test_an_unknown_table_is_named(store: Store):
    for call in (
        lambda: store.load("nobody"),
        lambda: store.append("nobody", MORE, 0, HERE).result(),
        lambda: store.truncate("nobody", 0, 1, HERE).result(),
    ):
        with pytest.raises(UnknownTable, match="there is no table 'nobody'"):
            call()
    with pytest.raises(UnknownTable):
        store.head("nobody")


def test_the_list_has_ones_own_tables_and_the_public_ones(store: Store, match: Match):
    anna, _ = store.people.welcome("Anna").result()
    bruno, _ = store.people.welcome("Bruno").result()
    seats = [{**SEATS[0], "person": anna.id}, SEATS[1]]
    done, own, hosted, public, hidden = (
        store.create(match, of, settings).result()
        for of, settings in [
            (seats, TableSettings()),
            (seats, TableSettings(bruno.id)),
            (SEATS, TableSettings(anna.id)),
            (SEATS, TableSettings(public=True)),
            (SEATS, TableSettings(bruno.id)),
        ]
    )
    store.append(done, MORE, match.seq, HERE, ranks=[1, 2]).result()
    listed = [table.id for table in store.list_tables(anna.id)]
    assert set(listed[:2]) == {own, hosted}
    assert listed[2:] == [done, public]
    assert [table.id for table in store.list_tables(None)] == [public]
    assert {table.id for table in store.list_tables(bruno.id)} == {own, public, hidden}
    with store.database.engine.begin() as connection:
        connection.execute(
            schema.tables.update().values(finished=1).where(schema.tables.c.id == done)
        )
    assert done not in [table.id for table in store.list_tables(anna.id)]


def test_a_snapshot_is_kept_until_what_it_shows_is_taken_back(store: Store, match: Match):
    table_id = store.create(match, SEATS).result()
    shown = Snapshot(match.seq + 3, "layout", b"state")
    store.append(table_id, MORE, match.seq, HERE, snapshot=shown).result()
    assert store.load(table_id).snapshot == shown
    store.append(table_id, MORE, match.seq + 3, HERE).result()
    store.truncate(table_id, match.seq + 3, match.seq + 6, HERE).result()
    assert store.load(table_id).snapshot == shown
    store.truncate(table_id, match.seq + 2, match.seq + 3, HERE).result()
    assert store.load(table_id).snapshot is None


def test_ids_of_requests_and_the_standing_come_back(store: Store, match: Match):
    status = TurnState(1, {"kind": "real_time", "minutes": 5, "increment": 3}, {"left": [1, 2]}, 99)
    table_id = store.create(match, SEATS, TableSettings("anna", True, "random"), status).result()
    store.append(table_id, MORE, match.seq, status, request="x").result()
    stored = store.load(table_id)
    assert stored.requests == {match.seq + 1: "x"}
    assert stored.turn_state == status
    assert stored.settings == TableSettings("anna", True, "random")
    assert store.clocks.due(98) == []
    assert store.clocks.due(99) == [table_id]


def test_the_time_that_the_server_was_down_is_given_back(store: Store, match: Match):
    table_id = store.create(match, SEATS, None, TurnState(due=1_000)).result()
    assert store.clocks.credit_downtime(500).result() == 0  # it was never up
    store.clocks.heartbeat(600).result()
    store.clocks.heartbeat(700).result()
    assert store.clocks.credit_downtime(5_700).result() == 5_000
    assert store.load(table_id).turn_state.due == 6_000
    store.clocks.heartbeat(5_800).result()
    assert (
        store.clocks.credit_downtime(3_800).result() == -2_000
    )  # the time of day was set back while it was down
    assert store.load(table_id).turn_state.due == 4_000


def test_seats_are_taken(store: Store, match: Match):
    anna, _ = store.people.welcome("Anna").result()
    table_id = store.create(match, SEATS).result()
    taken = {**SEATS[1], "name": "Anna", "person": anna.id}
    store.seat(table_id, [taken], HERE).result()
    assert store.load(table_id).seats == [SEATS[0], taken]
    with pytest.raises(UnknownTable):
        store.seat("nobody", [taken], HERE).result()


def test_they_play_again_at_one_table(store: Store, match: Match):
    first = store.create(match, SEATS).result()
    second = store.create(match, SEATS, rematch_of=first).result()
    assert store.load(first).rematch == second
    assert store.create(match, SEATS, rematch_of=first).result() == second


def test_a_deleted_table_has_no_rematch(store: Store, match: Match):
    with pytest.raises(UnknownTable):
        store.create(match, SEATS, rematch_of="deleted").result()


def test_commits_are_on_the_disk(store: Store):
    with store.database.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2  # FULL


def test_a_full_disk_is_told_and_nothing_is_half_written(store: Store, match: Match):
    table_id = store.create(match, SEATS).result()
    fill_up(store)
    with pytest.raises(StoreError, match="the disk is full: free some space") as error:
        store.append(table_id, MORE * 2000, match.seq, HERE).result()
    assert error.value.failure is StorageFailure.FULL
    assert store.load(table_id).steps == match.steps


def test_a_disk_that_may_only_be_read_is_told(store: Store, match: Match):
    table_id = store.create(match, SEATS).result()
    make_read_only(store)
    with pytest.raises(StoreError, match="it may only be read: make the file"):
        store.append(table_id, MORE, match.seq, HERE).result()
    with pytest.raises(StoreError, match="DUCATO_DATA"):
        store.create(match, SEATS).result()
    assert store.load(table_id).steps == match.steps


def test_a_file_that_is_no_database_is_told(tmp_path: Path):
    (tmp_path / "tables.sqlite3").write_text("a letter to my aunt\n" * 100)
    with pytest.raises(StoreError, match="it is damaged or no database"):
        Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="check that its folder exists"):
        Store(f"sqlite:///{tmp_path / 'file' / 'tables.sqlite3'}")


def test_a_database_of_a_newer_ducato_is_told(url: str):
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="another version of ducato wrote it, such as a newer"):
        Store(url)


def test_what_is_no_url_is_told():
    for url in ("tables", "nosuch://here/tables"):
        with pytest.raises(StoreError, match="this is not the URL of a database"):
            Store(url)


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("DUCATO_DATA", str(tmp_path / "chosen"))
    assert default_url() == f"sqlite:///{tmp_path / 'chosen' / 'ducato.sqlite3'}"
    assert default_url(tmp_path) == f"sqlite:///{tmp_path / 'ducato.sqlite3'}"
    Store().close()
    assert (tmp_path / "chosen" / "ducato.sqlite3").exists()


def test_the_deal_is_stored_with_who_made_it_possible(store: Store, match: Match):
    """In one transaction: seats, steps, and that the game has begun."""
    anna, _ = store.people.welcome("Anna").result()
    waiting = Match(match.game, match.stream)
    bot = {**SEATS[1], "bot": "greedy"}
    table_id = store.create(waiting, [SEATS[0], bot]).result()
    assert (store.load(table_id).begun, store.clocks.undealt()) == (False, [])
    taken = {**SEATS[0], "person": anna.id, "entropy": "ab" * 32}
    store.seat(table_id, [taken], HERE).result()
    assert store.clocks.undealt() == [table_id]
    steps = waiting.deal()
    store.append(table_id, steps, 0, HERE, seats=[taken]).result()
    stored = store.load(table_id)
    assert (stored.begun, stored.steps, stored.seats) == (True, steps, [taken, bot])
    assert store.clocks.undealt() == []


def test_a_deal_of_no_step_begins_the_game(store: Store, match: Match):
    table_id = store.create(Match(match.game), SEATS).result()
    store.append(table_id, [], 0, HERE).result()
    assert (store.load(table_id).begun, store.load(table_id).steps) == (True, [])
