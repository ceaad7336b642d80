from __future__ import annotations

import threading

import pytest
from sqlalchemy import Connection, event, insert, text

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StoreError


def count(database: Database) -> int:
    with database.reading() as connection:
        return int(connection.scalar(text("SELECT count(*) FROM persons")) or 0)


def person(name: str):
    def job(connection: Connection) -> str:
        sql = insert(schema.persons).values(id=name, name=name, created=0)
        connection.execute(sql)
        return name

    return job


@pytest.fixture
def busy(url: str):
    """A database whose writer is held up, and what lets it go on."""
    database, held, go = Database(url), threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        held.set()
        go.wait()

    first = database.write(hold)
    held.wait()
    yield database, go
    go.set()
    first.result()
    database.close()


def test_what_waits_together_is_committed_together(busy):
    database, go = busy
    commits: list[object] = []
    event.listen(database.engine, "commit", commits.append)
    futures = [database.write(person(f"p{n}")) for n in range(50)]
    go.set()
    assert [future.result() for future in futures] == [f"p{n}" for n in range(50)]
    assert len(commits) == 2  # that of the job which held them up, and one for all
    assert count(database) == 50


def test_one_that_fails_spoils_no_other(busy):
    database, go = busy
    futures = [database.write(person(name)) for name in ("a", "b", "a", "c")]
    go.set()
    assert isinstance(futures[2].exception(), StoreError)
    assert [futures[n].result() for n in (0, 1, 3)] == ["a", "b", "c"]
    assert count(database) == 3


def test_a_future_ends_after_the_commit(url: str):
    database = Database(url)
    for number in range(20):
        database.write(person(str(number))).result()
        assert count(database) == number + 1
    database.close()


def test_what_was_submitted_is_written_before_it_closes(url: str):
    database = Database(url)
    futures = [database.write(person(str(number))) for number in range(300)]
    database.close()
    assert all(future.done() for future in futures)
    again = Database(url)
    assert count(again) == 300
    again.close()
    with pytest.raises(RuntimeError, match="the store is closed"):
        database.write(person("late"))


def test_what_was_submitted_cannot_be_cancelled(busy):
    database, go = busy
    future = database.write(person("a"))
    assert not future.cancel()
    go.set()
    assert future.result() == "a"
