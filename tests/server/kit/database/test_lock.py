"""The lock of a database, held by its server until the process ends, however it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.support.conditions import until
from tests.support.postgres import PostgresServer

from ducato.server.kit.database.engine import Database, file_url
from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.kit.database.lock import KEY, DatabaseInUse, Holder, SeveralNames, hold

HOLD = """
import sys
from ducato.server.kit.database.lock import hold
lock = hold(sys.argv[1])
lock.announce("http://127.0.0.1:1")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: Any, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres").new_url())
    return f"sqlite:///{tmp_path / 'deep' / 'tables.sqlite3'}"


def test_a_database_is_held_once(url: str):
    first = hold(url)
    first.announce("http://127.0.0.1:8470")
    with pytest.raises(DatabaseInUse, match=r"stop that one first, or name another place") as error:
        hold(url)
    assert error.value.holder == Holder(os.getpid(), "http://127.0.0.1:8470")
    assert "secret" not in str(error.value)
    first.release()
    second = hold(url)
    second.announce("")
    with pytest.raises(DatabaseInUse, match=rf"\(process {os.getpid()}\)"):
        hold(url)
    second.release()


@pytest.mark.slow
def test_a_process_that_is_killed_lets_go(url: str):
    holding = subprocess.Popen(
        [sys.executable, "-c", HOLD, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": ":".join(sys.path), "PATH": ""},
    )
    try:
        assert holding.stdout is not None
        assert holding.stdout.readline() == b"held\n"
        with pytest.raises(DatabaseInUse) as error:
            hold(url)
        assert error.value.holder == Holder(holding.pid, "http://127.0.0.1:1")
    finally:
        holding.kill()
        holding.communicate()
    hold(url).release()


def test_databases_are_held_one_by_one(tmp_path: Path, postgres: PostgresServer):
    urls = [f"sqlite:///{tmp_path / name}" for name in "ab"]
    urls += ["sqlite://", "sqlite://", postgres.new_url(), postgres.new_url()]
    for lock in [hold(url) for url in urls]:
        lock.release()


def test_a_database_with_several_names_is_refused(tmp_path: Path):
    """A symbolic link leads to the same lock, but a hard link would lead to another one."""
    file = tmp_path / "tables.sqlite3"
    Database(file_url(file)).close()
    first = hold(file_url(file))
    os.link(file, tmp_path / "other.sqlite3")
    with pytest.raises(SeveralNames, match="several names"):
        hold(file_url(tmp_path / "other.sqlite3"))
    first.release()
    with pytest.raises(SeveralNames):
        hold(file_url(file))
    (tmp_path / "other.sqlite3").unlink()
    hold(file_url(file)).release()


def test_a_database_is_held_once_by_whatever_link_it_is_reached(tmp_path: Path):
    data, link = tmp_path / "data", tmp_path / "link"
    data.mkdir()
    (link / "to").mkdir(parents=True)
    (link / "folder").symlink_to(data)
    (link / "file.sqlite3").symlink_to(data / "tables.sqlite3")
    first = hold(f"sqlite:///{data / 'tables.sqlite3'}")
    first.announce("")
    for path in ("folder/tables.sqlite3", "file.sqlite3", "to/../file.sqlite3"):
        with pytest.raises(DatabaseInUse):
            hold(f"sqlite:///{link / path}")
    first.release()


@pytest.mark.parametrize(
    ("url", "failure"),
    [
        ("nonsense", StorageFailure.NO_URL),
        ("sqlite:////dev/null/tables", StorageFailure.UNREACHABLE),
        ("postgresql://anna:secret@/ducato?host=/nowhere", StorageFailure.UNREACHABLE),
    ],
)
def test_an_unusable_url_is_reported(url: str, failure: StorageFailure):
    with pytest.raises(StoreError) as error:
        hold(url)
    assert error.value.failure is failure
    assert "secret" not in str(error.value)


# ---------------------------------------------------------------------------- sessions that end


@pytest.fixture
def session(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    monkeypatch.setattr("ducato.server.kit.database.lock.LOOK_EVERY", 0.05)
    session = Session(postgres.new_url())
    yield session
    session.lock.release()
    session.other.close()


class Session:
    """A lock that is watched, and a second session which sees who holds it."""

    def __init__(self, url: str) -> None:
        self.lost: list[DatabaseInUse] = []
        self.lock = hold(url)
        self.lock.announce("http://127.0.0.1:8470")
        self.lock.watch(self.lost.append)
        plain = url.replace("postgresql+psycopg:", "postgresql:")
        self.other = psycopg.connect(plain, autocommit=True)

    def holder(self) -> int | None:
        """Return the number of the session that holds it."""
        row = self.other.execute(
            "SELECT pid FROM pg_locks JOIN pg_database ON database = pg_database.oid "
            "WHERE locktype = 'advisory' AND granted AND datname = current_database()"
        ).fetchone()
        return None if row is None else int(row[0])

    def end(self) -> int:
        """End the session that holds it, as a restart of PostgreSQL does."""
        held = self.holder()
        assert held is not None
        self.other.execute("SELECT pg_terminate_backend(%s)", (held,))
        return held


def test_the_lock_is_taken_again_after_an_outage(session: Session):
    for _ in range(2):
        before = session.end()
        until(lambda before=before: session.holder() not in (None, before))
    assert session.lost == []


def test_who_loses_the_lock_to_another_hears_of_it(session: Session):
    url = session.other.info.dsn
    waiting = psycopg.connect(url, autocommit=True, application_name="ducato 7 other http://there")
    taking = threading.Thread(target=waiting.execute, args=("SELECT pg_advisory_lock(%s)", (KEY,)))
    taking.start()
    waits = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    until(lambda: session.other.execute(waits).fetchone())
    session.end()
    taking.join()
    until(lambda: session.lost)
    assert session.lost[0].holder == Holder(7, "http://there")
    waiting.close()
