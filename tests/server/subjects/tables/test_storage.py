from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, func, select, text

from ducato.core.match import Match, Step
from ducato.core.snapshot import Snapshot
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, default_url
from ducato.server.kit.database.errors import (
    StorageFailure,
    StoreError,
    UnknownTable,
    WrongSequence,
)
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.clocks import Clocks
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.table.time_control import TurnState

SEATS = [
    {"seat": seat, "name": name, "bot": None, "person": None, "substitute": None, "entropy": None}
    for seat, name in enumerate(["Anna", "Bruno"])
]
HERE = TurnState(to_move=(1,))
MORE = [Step(0, 3), Step(-1, 7), Step(1, 4)]


def always(database: Database, pragma: str) -> None:
    """Set a pragma at the beginning of every transaction."""
    event.listen(database.engine, "begin", lambda connection: connection.exec_driver_sql(pragma))


def fill_up(database: Database) -> None:
    """Let the database be as if the disk had no more room."""
    always(
        database, "PRAGMA max_page_count = 1"
    )  # SQLite takes the least that it can: what there is


def make_read_only(database: Database) -> None:
    always(database, "PRAGMA query_only = ON")


def test_a_table_comes_back_as_it_was_stored(database: Database, match: Match):
    table_id = Tables(database).create(match, SEATS).result()
    Tables(database).append(table_id, MORE, match.seq, HERE).result()
    stored = Tables(database).load(table_id)
    assert (stored.game, stored.edition, stored.players) == ("magnate", "spanish", 2)
    assert stored.options == {"courts": True}
    assert (stored.seats, stored.seed, stored.finished) == (SEATS, bytes(32), None)
    assert stored.steps == [*match.steps, *MORE]


def test_the_values_of_its_edition_come_back(database: Database, match: Match):
    """However many tables have them, they are stored once."""
    ids = [Tables(database).create(match, SEATS).result() for _ in range(3)]
    for table_id in ids:
        assert Tables(database).load(table_id).values == match.game.recorded_values()
        assert (
            Tables(database).load(table_id).rules_version
            == Tables(database).head(table_id).rules_version
            == 1
        )
    with database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.edition_values)) == 1


def test_it_is_there_for_the_next_store(database: Database, url: str, match: Match):
    table_id = Tables(database).create(match, SEATS).result()
    other = Database(url)
    assert Tables(other).load(table_id).steps == match.steps
    other.close()


def test_ids_cannot_be_guessed(database: Database, match: Match):
    ids = {Tables(database).create(match, SEATS).result() for _ in range(20)}
    assert len(ids) == 20
    assert all(len(table_id) >= 16 for table_id in ids)


@pytest.mark.parametrize("wrong_by", [-1, 1])
def test_steps_must_follow_the_last_one(database: Database, match: Match, wrong_by: int):
    table_id = Tables(database).create(match, SEATS).result()
    with pytest.raises(WrongSequence) as error:
        Tables(database).append(table_id, MORE, match.seq + wrong_by, HERE).result()
    assert (error.value.expected, error.value.found) == (match.seq + wrong_by, match.seq)
    assert Tables(database).load(table_id).steps == match.steps


def test_of_two_writers_one_is_refused(database: Database, match: Match):
    table_id = Tables(database).create(match, SEATS).result()
    outcomes: list[str] = []

    def write() -> None:
        try:
            Tables(database).append(table_id, MORE, match.seq, HERE).result()
            outcomes.append("written")
        except WrongSequence:
            outcomes.append("refused")

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["refused"] * 3 + ["written"]
    assert Tables(database).load(table_id).steps == [*match.steps, *MORE]


def test_steps_are_stored_all_or_none(database: Database, match: Match):
    table_id = Tables(database).create(match, SEATS).result()
    impossible = Step(0, None)  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        Tables(database).append(table_id, [*MORE, impossible], match.seq, HERE).result()
    assert Tables(database).load(table_id).steps == match.steps


def test_steps_can_be_taken_back(database: Database, match: Match):
    table_id = Tables(database).create(match, SEATS).result()
    Tables(database).append(table_id, MORE, match.seq, HERE).result()
    Tables(database).truncate(table_id, match.seq + 1, match.seq + 3, HERE).result()
    assert Tables(database).load(table_id).steps == [*match.steps, MORE[0]]
    with pytest.raises(WrongSequence):
        Tables(database).truncate(table_id, match.seq, match.seq + 2, HERE).result()


def test_an_unknown_table_is_named(database: Database):
    for call in (
        lambda: Tables(database).load("nobody"),
        lambda: Tables(database).append("nobody", MORE, 0, HERE).result(),
        lambda: Tables(database).truncate("nobody", 0, 1, HERE).result(),
    ):
        with pytest.raises(UnknownTable, match="there is no table 'nobody'"):
            call()
    with pytest.raises(UnknownTable):
        Tables(database).head("nobody")


def test_the_list_has_ones_own_tables_and_the_public_ones(database: Database, match: Match):
    anna, _ = People(database).welcome("Anna").result()
    bruno, _ = People(database).welcome("Bruno").result()
    seats = [{**SEATS[0], "person": anna.id}, SEATS[1]]
    done, own, hosted, public, hidden = (
        Tables(database).create(match, of, settings).result()
        for of, settings in [
            (seats, TableSettings()),
            (seats, TableSettings(bruno.id)),
            (SEATS, TableSettings(anna.id)),
            (SEATS, TableSettings(public=True)),
            (SEATS, TableSettings(bruno.id)),
        ]
    )
    Tables(database).append(done, MORE, match.seq, HERE, ranks=[1, 2]).result()
    listed = [table.id for table in Tables(database).list_tables(anna.id)]
    assert set(listed[:2]) == {own, hosted}
    assert listed[2:] == [done, public]
    assert [table.id for table in Tables(database).list_tables(None)] == [public]
    assert {table.id for table in Tables(database).list_tables(bruno.id)} == {own, public, hidden}
    with database.engine.begin() as connection:
        connection.execute(
            schema.tables.update().values(finished=1).where(schema.tables.c.id == done)
        )
    assert done not in [table.id for table in Tables(database).list_tables(anna.id)]


def test_a_snapshot_is_kept_until_what_it_shows_is_taken_back(database: Database, match: Match):
    table_id = Tables(database).create(match, SEATS).result()
    shown = Snapshot(match.seq + 3, "layout", b"state")
    Tables(database).append(table_id, MORE, match.seq, HERE, snapshot=shown).result()
    assert Tables(database).load(table_id).snapshot == shown
    Tables(database).append(table_id, MORE, match.seq + 3, HERE).result()
    Tables(database).truncate(table_id, match.seq + 3, match.seq + 6, HERE).result()
    assert Tables(database).load(table_id).snapshot == shown
    Tables(database).truncate(table_id, match.seq + 2, match.seq + 3, HERE).result()
    assert Tables(database).load(table_id).snapshot is None


def test_ids_of_requests_and_the_standing_come_back(database: Database, match: Match):
    status = TurnState(
        (1, 3), {"kind": "real_time", "minutes": 5, "increment": 3}, {"left": [1, 2]}, 99
    )
    table_id = (
        Tables(database)
        .create(match, SEATS, TableSettings("anna", True, "random"), status)
        .result()
    )
    Tables(database).append(table_id, MORE, match.seq, status, request="x").result()
    stored = Tables(database).load(table_id)
    assert stored.requests == {match.seq + 1: "x"}
    assert stored.turn_state == status
    assert stored.settings == TableSettings("anna", True, "random")
    assert Clocks(database).due(98) == []
    assert Clocks(database).due(99) == [table_id]


def test_the_time_that_the_server_was_down_is_given_back(database: Database, match: Match):
    table_id = Tables(database).create(match, SEATS, None, TurnState(due=1_000)).result()
    assert Clocks(database).credit_downtime(500).result() == 0  # it was never up
    Clocks(database).heartbeat(600).result()
    Clocks(database).heartbeat(700).result()
    assert Clocks(database).credit_downtime(5_700).result() == 5_000
    assert Tables(database).load(table_id).turn_state.due == 6_000
    Clocks(database).heartbeat(5_800).result()
    assert (
        Clocks(database).credit_downtime(3_800).result() == -2_000
    )  # the time of day was set back while it was down
    assert Tables(database).load(table_id).turn_state.due == 4_000


def test_seats_are_taken(database: Database, match: Match):
    anna, _ = People(database).welcome("Anna").result()
    table_id = Tables(database).create(match, SEATS).result()
    taken = {**SEATS[1], "name": "Anna", "person": anna.id}
    Tables(database).seat(table_id, [taken], HERE).result()
    assert Tables(database).load(table_id).seats == [SEATS[0], taken]
    with pytest.raises(UnknownTable):
        Tables(database).seat("nobody", [taken], HERE).result()


def test_they_play_again_at_one_table(database: Database, match: Match):
    first = Tables(database).create(match, SEATS).result()
    second = Tables(database).create(match, SEATS, rematch_of=first).result()
    assert Tables(database).load(first).rematch == second
    assert Tables(database).create(match, SEATS, rematch_of=first).result() == second


def test_a_deleted_table_has_no_rematch(database: Database, match: Match):
    with pytest.raises(UnknownTable):
        Tables(database).create(match, SEATS, rematch_of="deleted").result()


def test_commits_are_on_the_disk(database: Database):
    with database.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2  # FULL


def test_a_full_disk_is_told_and_nothing_is_half_written(database: Database, match: Match):
    table_id = Tables(database).create(match, SEATS).result()
    fill_up(database)
    with pytest.raises(StoreError, match="the disk is full: free some space") as error:
        Tables(database).append(table_id, MORE * 2000, match.seq, HERE).result()
    assert error.value.failure is StorageFailure.FULL
    assert Tables(database).load(table_id).steps == match.steps


def test_a_disk_that_may_only_be_read_is_told(database: Database, match: Match):
    table_id = Tables(database).create(match, SEATS).result()
    make_read_only(database)
    with pytest.raises(StoreError, match="it may only be read: make the file"):
        Tables(database).append(table_id, MORE, match.seq, HERE).result()
    with pytest.raises(StoreError, match="DUCATO_DATA"):
        Tables(database).create(match, SEATS).result()
    assert Tables(database).load(table_id).steps == match.steps


def test_a_file_that_is_no_database_is_told(tmp_path: Path):
    (tmp_path / "tables.sqlite3").write_text("a letter to my aunt\n" * 100)
    with pytest.raises(StoreError, match="it is damaged or no database"):
        Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="check that its folder exists"):
        Database(f"sqlite:///{tmp_path / 'file' / 'tables.sqlite3'}")


def test_a_database_of_a_newer_ducato_is_told(url: str):
    Database(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="another version of ducato wrote it, such as a newer"):
        Database(url)


def test_what_is_no_url_is_told():
    for url in ("tables", "nosuch://here/tables"):
        with pytest.raises(StoreError, match="this is not the URL of a database"):
            Database(url)


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("DUCATO_DATA", str(tmp_path / "chosen"))
    assert default_url() == f"sqlite:///{tmp_path / 'chosen' / 'ducato.sqlite3'}"
    assert default_url(tmp_path) == f"sqlite:///{tmp_path / 'ducato.sqlite3'}"
    Database().close()
    assert (tmp_path / "chosen" / "ducato.sqlite3").exists()


def test_the_deal_is_stored_with_who_made_it_possible(database: Database, match: Match):
    """In one transaction: seats, steps, and that the game has begun."""
    anna, _ = People(database).welcome("Anna").result()
    waiting = Match(match.game, match.stream)
    bot = {**SEATS[1], "bot": "greedy"}
    table_id = Tables(database).create(waiting, [SEATS[0], bot]).result()
    assert (Tables(database).load(table_id).begun, Clocks(database).undealt()) == (False, [])
    taken = {**SEATS[0], "person": anna.id, "entropy": "ab" * 32}
    Tables(database).seat(table_id, [taken], HERE).result()
    assert Clocks(database).undealt() == [table_id]
    steps = waiting.deal()
    Tables(database).append(table_id, steps, 0, HERE, seats=[taken]).result()
    stored = Tables(database).load(table_id)
    assert (stored.begun, stored.steps, stored.seats) == (True, steps, [taken, bot])
    assert Clocks(database).undealt() == []


def test_a_deal_of_no_step_begins_the_game(database: Database, match: Match):
    table_id = Tables(database).create(Match(match.game), SEATS).result()
    Tables(database).append(table_id, [], 0, HERE).result()
    assert (Tables(database).load(table_id).begun, Tables(database).load(table_id).steps) == (
        True,
        [],
    )


def test_a_table_with_a_bot_among_those_to_choose_is_continued_once(
    database: Database, match: Match
):
    """The server goes on with a timed table if any seat to move is a bot's, and lists it once."""
    anna, _ = People(database).welcome("Anna").result()
    seats = [TableSeat(0, "Anna", person=anna.id), *(TableSeat(n, "B", "random") for n in (1, 2))]
    rows, clock = [seat.to_row() for seat in seats], {"left": [1, 2, 3], "running": [(0, 4)]}
    control = {"kind": "real_time", "minutes": 5, "increment": 3}

    def table(*to_move: int) -> str:
        state = TurnState(to_move, control, clock, 99)
        return Tables(database).create(match, rows, turn_state=state).result()

    made = {seats: table(*seats) for seats in ((), (0,), (2,), (0, 1, 2))}
    assert sorted(Clocks(database).left_to_bots()) == sorted([made[2,], made[0, 1, 2]])
    for to_move, table_id in made.items():
        assert Tables(database).load(table_id).turn_state.to_move == to_move
