"""Commits whose answer is lost: the writer finds out their outcome before reporting any result."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, Literal

import psycopg
import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import OperationalError
from tests.support.postgres import PostgresServer

from ducato.server.kit.database import schema
from ducato.server.kit.database.commit_markers import Commits
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StorageFailure, StoreError

Cut = Literal["", "before", "after"]


class ChatLine:
    """The line to a database, cut at the commit of what runs while it is to be cut."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database, self.cut, self.ran = database, "", 0
        dialect = database.engine.dialect
        self._commit = dialect.do_commit
        monkeypatch.setattr(dialect, "do_commit", self._commits)

    def _commits(self, connection: Any) -> None:
        cut, self.cut = self.cut, ""
        if cut != "before":
            self._commit(connection)
        if cut:
            # The other side still has its session, and what it did if it was not committed.
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    def write(self, number: int, cut: Cut) -> list[Future[int]]:
        """New persons, in one transaction; the line is cut at its first commit."""
        cuts = [cut]

        def job(connection: Connection) -> int:
            self.ran += 1
            self.cut = cuts.pop() if cuts else self.cut
            row = {"id": str(self.ran), "name": "Anna", "created": 0}
            connection.execute(insert(schema.persons).values(row))
            return self.ran

        begun, go = threading.Event(), threading.Event()
        held = self.database.write(lambda _: begun.set() or go.wait())
        begun.wait()
        futures = [self.database.write(job) for _ in range(number)]
        go.set()
        held.result()
        return futures

    def persons(self) -> int:
        with self.database.reading() as connection:
            return len(connection.execute(select(schema.persons)).all())


@pytest.fixture
def line(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatLine]:
    database = Database(postgres.new_url())
    yield ChatLine(database, monkeypatch)
    database.close()


@pytest.mark.parametrize("number", [1, 3])
def test_what_was_committed_is_told_and_not_done_again(line: ChatLine, number: int):
    for times in (1, 2, 3):
        futures = line.write(number, "after")
        assert [future.exception() for future in futures] == [None] * number
        assert line.persons() == line.ran == number * times


def test_what_was_not_committed_is_told_as_such(line: ChatLine):
    for _ in range(2):
        (future,) = line.write(1, "before")
        error = future.exception()
        assert isinstance(error, StoreError)
        assert error.failure is StorageFailure.UNREACHABLE
    assert line.persons() == 0
    assert line.write(1, "")[0].exception() is None
    assert line.persons() == 1


def test_what_was_not_committed_together_is_done_one_by_one(line: ChatLine):
    futures = line.write(3, "before")
    assert [future.exception() for future in futures] == [None] * 3
    assert (line.persons(), line.ran) == (3, 6)


def test_where_it_cannot_be_found_out_nothing_is_done_again(
    line: ChatLine, monkeypatch: pytest.MonkeyPatch
):
    def no_answer(_: object) -> None:
        raise OperationalError("", {}, psycopg.OperationalError("no answer"))

    with monkeypatch.context() as away:
        away.setattr("ducato.server.kit.database.commit_markers.PATIENCE", 0.0)
        away.setattr(Commits, "_found", no_answer)
        futures = line.write(3, "after")
        for future in futures:
            error = future.exception()
            assert isinstance(error, StoreError)
            assert error.failure is StorageFailure.UNSURE
            assert str(error).startswith("nobody knows whether it was saved")
    assert (line.persons(), line.ran) == (3, 3)
    assert line.write(1, "after")[0].exception() is None
    assert line.persons() == 4


def test_it_waits_until_the_database_is_there_again(
    line: ChatLine, monkeypatch: pytest.MonkeyPatch
):
    found, away = Commits._found, iter([True] * 3)

    def away_at_first(commits: Commits) -> str | None:
        if next(away, False):
            raise OperationalError("", {}, psycopg.OperationalError("no answer"))
        return found(commits)

    monkeypatch.setattr(Commits, "_found", away_at_first)
    futures = line.write(2, "after")
    assert [future.exception() for future in futures] == [None] * 2
    assert (line.persons(), line.ran) == (2, 2)
    assert next(away, None) is None
