"""The schema of a database: created, kept, and refused when it is newer."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import Pool
from tests.support.postgres import PostgresServer

from ducato.core.match import Match
from ducato.server.kit.database import migrate, migrations, schema
from ducato.server.kit.database.backup import backup, restore
from ducato.server.kit.database.engine import Database, default_url, file_url
from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.kit.database.lock import hold
from ducato.server.subjects.tables.storage import Tables

SEATS = [{"seat": number, "name": name} for number, name in enumerate(["Anna", "Bruno"])]


def make_newer(file: Path) -> None:
    """Create a database that claims to be of a later version."""
    Database(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A database of a version that is not released yet."""
    file = tmp_path / "newer"
    make_newer(file)
    return file


def test_a_database_is_opened_twice(url: str, match: Match):
    database = Database(url)
    table_id = Tables(database).create(match, SEATS).result()
    database.close()
    again = Database(url)
    assert Tables(again).load(table_id).steps == match.steps
    again.close()


def test_a_database_is_opened_twice_on_postgresql(postgres: PostgresServer, match: Match):
    test_a_database_is_opened_twice(postgres.new_url(empty=True), match)


def test_a_newer_database_is_left_alone(newer: Path):
    before = newer.read_bytes()
    with pytest.raises(StoreError, match="version 9999"):
        Database(f"sqlite:///{newer}")
    assert newer.read_bytes()[100:] == before[100:]  # WAL is noted in the head


def test_a_newer_database_is_left_alone_on_postgresql(postgres: PostgresServer):
    url = postgres.new_url(empty=True)
    Database(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="version 9999"):
        Database(url)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    engine.dispose()


@pytest.mark.parametrize(
    ("version", "change"),
    [
        ("c718225", ""),  # of no release
        ("head", "ALTER TABLE tables DROP COLUMN begun"),  # the same name, another schema
        ("head", "DROP TABLE analyses"),
        ("head", "DROP TABLE persons"),
    ],
)
def test_a_database_of_another_version_is_refused_in_words(
    tmp_path: Path, version: str, change: str
):
    file = tmp_path / "old"
    Database(file_url(file)).close()
    with sqlite3.connect(file) as connection:
        if version != "head":
            connection.execute("UPDATE alembic_version SET version_num = ?", [version])
        connection.execute(change)
    connection.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"another version of ducato wrote it.* choose") as error:
        Database(file_url(file))
    assert error.value.failure is StorageFailure.OTHER_VERSION
    assert file.read_bytes() == before


def test_a_database_of_another_program_is_refused_in_words(tmp_path: Path):
    file = tmp_path / "other"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE sessions (id TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="another version of ducato"):
        Database(file_url(file))


@pytest.mark.parametrize("name", ["a%20b", "a?b", "a#b", "ü ß", "100%", "a'b\"c", "a\\b", "file:x"])
def test_the_folder_of_the_data_may_have_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    """No character of it leads to another folder, and neither does a backup go elsewhere."""
    (tmp_path / "a b").mkdir()
    monkeypatch.chdir(tmp_path)
    url = default_url(Path(name))
    lock = hold(url)
    database = Database(url)
    kept = tmp_path / name / "kept.sqlite3"
    backup(database, kept)
    database.close()
    lock.release()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / name))
    target = Database(file_url(tmp_path / name / "restored.sqlite3"))
    restore(kept, target)
    target.close()
    made = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*")}
    assert made == {"a b", name}
    assert not list((tmp_path / "a b").iterdir())
    names = {path.name for path in (tmp_path / name).iterdir()}
    assert names == {"ducato.sqlite3", "ducato.sqlite3.lock", "kept.sqlite3", "restored.sqlite3"}


def test_a_disk_without_room_for_the_log_is_said_to_be_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """SQLite says "disk I/O error" or "unable to open database file" then."""
    file = tmp_path / "full"
    Database(file_url(file)).close()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=4096))

    def fail(*_: object) -> None:
        raise OperationalError("PRAGMA", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr("ducato.server.kit.database.engine.migrate", fail)
    with pytest.raises(StoreError, match="the disk is full: free some space"):
        Database(file_url(file))


def test_a_refused_database_is_closed(newer: Path):
    """Python 3.13 warns about connections that nobody closed."""
    opened: list[object] = []
    closed: list[object] = []

    def note_opened(connection: object, _: object) -> None:
        opened.append(connection)

    def note_closed(connection: object, _: object) -> None:
        closed.append(connection)

    event.listen(Pool, "connect", note_opened)
    event.listen(Pool, "close", note_closed)
    try:
        with pytest.raises(StoreError, match="version 9999"):
            Database(f"sqlite:///{newer}")
        assert len(opened) == 1
        assert closed == opened
    finally:
        event.remove(Pool, "connect", note_opened)
        event.remove(Pool, "close", note_closed)


MORE = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade():
    op.create_table("colours", sa.Column("name", sa.String(16)))
    op.execute("INSERT INTO colours VALUES ('vermilion')")
    op.execute("{last}")
"""


@pytest.fixture
def newer_migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the migrations of a later version: those there are, and one to come."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(migrations.__file__).parent, folder)
    monkeypatch.setattr(migrate, "MIGRATIONS", str(folder))
    return folder / "versions" / "v0002_colours.py"


def colours(url: str) -> tuple[str | None, list[str]]:
    """Return the version of a database and the contents of the table that the migration makes."""
    engine = create_engine(url)
    with engine.connect() as connection:
        version = connection.scalar(text("SELECT version_num FROM alembic_version"))
        there = "colours" in inspect(connection).get_table_names()
        names = list(connection.scalars(text("SELECT name FROM colours"))) if there else []
    engine.dispose()
    return version, names


def upgrade_and_fail(url: str, coming: Path) -> None:
    """Open a database of the first version with a migration that fails, and with one that works."""
    Database(url).close()
    coming.write_text(MORE.format(last="INSERT INTO nowhere VALUES (1)"))
    with pytest.raises(StoreError, match="another version of ducato wrote it"):
        Database(url)
    assert colours(url) == ("0001", [])
    coming.write_text(MORE.format(last="DELETE FROM persons"))
    Database(url).close()
    assert colours(url) == ("0002", ["vermilion"])
    Database(url).close()
    assert colours(url) == ("0002", ["vermilion"])


def test_an_older_database_is_upgraded_whole_or_not_at_all(url: str, newer_migrations: Path):
    upgrade_and_fail(url, newer_migrations)


def test_an_older_database_is_upgraded_whole_or_not_at_all_on_postgresql(
    postgres: PostgresServer, newer_migrations: Path
):
    upgrade_and_fail(postgres.new_url(), newer_migrations)


def test_a_refused_database_gets_no_tables(tmp_path: Path):
    file = tmp_path / "half"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE tables (id TEXT)")
    connection.close()
    with pytest.raises(StoreError):
        Database(f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    connection.close()
    assert names == {"tables"}


def test_a_connection_in_use_is_closed_after_the_database(url: str):
    """It belongs to a thread that was still reading."""
    database = Database(url)
    with database.reading() as connection:
        raw = connection.connection.dbapi_connection
        assert raw is not None
        database.close()
        assert connection.execute(text("SELECT 1")).scalar() == 1
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        raw.execute("SELECT 1")


def differences(database: Database) -> list[object]:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        return list(compare_metadata(context, schema.metadata))


def test_a_new_database_has_the_schema_in_use(url: str):
    database = Database(url)
    assert differences(database) == []
    database.close()


def test_a_new_database_has_the_schema_in_use_on_postgresql(postgres: PostgresServer):
    database = Database(postgres.new_url(empty=True))
    assert differences(database) == []
    database.close()
