"""The same store on PostgreSQL: what differs between databases is tried on the real thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select
from tests.support.postgres import PostgresServer

from ducato.core.match import Match, Step
from ducato.core.snapshot import Snapshot
from ducato.server.kit.database import schema
from ducato.server.kit.database.backup import backup, restore
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StorageFailure, StoreError, WrongSequence
from ducato.server.subjects.moderation.forbidden_words import ForbiddenWords
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.clocks import Clocks
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.time_control import TurnState

MORE = [Step(0, 3), Step(-1, 7), Step(1, 4)]
SEATS = [
    {"seat": seat, "name": name, "bot": None, "person": None, "substitute": None, "entropy": None}
    for seat, name in enumerate(["Anna", "Bruno"])
]
LIVE = TurnState((1,), {"kind": "real_time", "minutes": 5, "increment": 3}, {"left": [1, 2]}, 99)


@pytest.fixture
def there(postgres: PostgresServer) -> Iterator[Database]:
    database = Database(postgres.new_url())
    yield database
    database.close()


def test_a_table_comes_back_as_it_was_stored(there: Database, match: Match):
    table_id = Tables(there).create(match, SEATS, TableSettings("anna", True), LIVE).result()
    shown = Snapshot(match.seq + 3, "layout", b"state")
    Tables(there).append(table_id, MORE, match.seq, LIVE, request="x", snapshot=shown).result()
    stored = Tables(there).load(table_id)
    assert stored.steps == [*match.steps, *MORE]
    assert (stored.seats, stored.turn_state, stored.snapshot) == (SEATS, LIVE, shown)
    assert stored.options == {"courts": True}
    with pytest.raises(WrongSequence):
        Tables(there).append(table_id, MORE, match.seq, LIVE).result()
    Tables(there).truncate(table_id, match.seq, match.seq + 3, LIVE).result()
    assert Tables(there).load(table_id).snapshot is None
    assert Clocks(there).due(99) == [table_id]
    assert [table.id for table in Tables(there).list_tables("anna")] == [table_id]


def test_people_are_known_there_too(there: Database):
    anna, token = People(there).welcome("Anna").result()
    claim = EmailVerifications(there).begin(anna.id, "anna@example.org").result().token
    done = EmailVerifications(there).open_link(claim, token).result()
    assert done is not None
    assert People(there).of_session(done[1]) == done[0]
    assert done[0].email == "anna@example.org"


def test_what_fails_together_is_tried_apart(there: Database, match: Match):
    table_id = Tables(there).create(match, SEATS).result()
    here = TurnState()
    ids = [there.write(lambda _: None) for _ in range(3)]
    wrong = Tables(there).append(table_id, MORE, 0, here)
    right = Tables(there).append(table_id, MORE, match.seq, here)
    right.result()
    assert isinstance(wrong.exception(), WrongSequence)
    assert [future.result() for future in ids] == [None] * 3
    assert Tables(there).load(table_id).steps == [*match.steps, *MORE]


def test_a_job_is_run_again_if_another_process_came_between(there: Database):
    other = Database(there.engine.url.render_as_string())
    tries: list[int] = []

    def job(connection: Connection) -> None:
        found = connection.scalars(select(schema.forbidden_words.c.word)).all()
        if not tries:  # now the other process writes what this one is about to write
            assert ForbiddenWords(other).add("blorb").result()
        tries.append(len(found))
        if not found:
            connection.execute(insert(schema.forbidden_words).values(word="blorb", added=0))

    there.write(job).result()
    assert tries == [0, 1]
    tries.clear()

    def hopeless(connection: Connection) -> None:
        tries.append(1)
        connection.execute(insert(schema.forbidden_words).values(word="blorb", added=0))

    with pytest.raises(StoreError):
        there.write(hopeless).result()
    assert len(tries) == 2
    other.close()


def test_a_backup_goes_to_a_file_and_back(
    there: Database, postgres: PostgresServer, match: Match, tmp_path: Path
):
    table_id = Tables(there).create(match, SEATS, TableSettings("anna"), LIVE).result()
    backup(there, tmp_path / "copy.sqlite3")
    other = Database(postgres.new_url())
    restore(tmp_path / "copy.sqlite3", other)
    with pytest.raises(StoreError) as error:
        restore(tmp_path / "copy.sqlite3", other)
    assert error.value.failure is StorageFailure.EXISTS
    again = Database(other.engine.url.render_as_string(hide_password=False))
    assert Tables(again).load(table_id) == Tables(there).load(table_id)
    again.close()
    other.close()


def test_a_server_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(StoreError, match="has this database and knows you") as error:
        Database(f"postgresql://anna:secret@/ducato?host={tmp_path}")
    assert "secret" not in str(error.value)
