from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import create_engine, event, select, text
from sqlalchemy.pool import Pool
from tests.support.postgres import PostgresServer

import ducato
from ducato.core.match import Match, Step
from ducato.store import Database, Preferences, Store, StoreError, schema
from ducato.store.migrate import changes
from ducato.table.seats import FORMER, OPEN

FIRST_SCHEMA = """
CREATE TABLE schema_version (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE tables (
    id VARCHAR(32) NOT NULL, game VARCHAR(64) NOT NULL, edition VARCHAR(64) NOT NULL,
    players INTEGER NOT NULL, options JSON NOT NULL, rules_version INTEGER NOT NULL,
    seats JSON NOT NULL, seed BLOB NOT NULL, commitment VARCHAR(64) NOT NULL,
    created BIGINT NOT NULL, updated BIGINT NOT NULL, finished BIGINT, PRIMARY KEY (id));
CREATE INDEX ix_tables_updated ON tables (updated);
CREATE TABLE steps (
    table_id VARCHAR(32) NOT NULL, seq INTEGER NOT NULL, actor INTEGER NOT NULL,
    "action" INTEGER NOT NULL, PRIMARY KEY (table_id, seq),
    FOREIGN KEY(table_id) REFERENCES tables (id));
"""
"""As it was made before there were migrations."""
OLD_SEATS = (
    '[{"seat": 0, "name": "Anna", "bot": null, "kind": "person"}, '
    '{"seat": 1, "name": "Cosimo", "bot": "greedy", "kind": "bot"}]'
)


def old_database(file: Path, match: Match, version: int = 1) -> None:
    with sqlite3.connect(file) as connection:
        connection.executescript(FIRST_SCHEMA)
        connection.execute("INSERT INTO schema_version VALUES (?)", (version,))
        row = ("t", "magnate", "spanish", 2, '{"courts": true}', 1, OLD_SEATS)
        rest = (match.stream.seed, match.stream.commitment, 1, 2, None)
        connection.execute(f"INSERT INTO tables VALUES ({', '.join('?' * 12)})", (*row, *rest))
        for seq, step in enumerate(match.steps, 1):
            values = ("t", seq, step.actor, step.action)
            connection.execute("INSERT INTO steps VALUES (?, ?, ?, ?)", values)
    connection.close()


def test_a_database_from_before_migrations_is_brought_up_to_date(tmp_path: Path):
    match = Match(ducato.load("magnate", edition="spanish", courts=True))
    match.run_chance()
    match.act(match.position.legal_actions()[0])
    match.run_chance()
    old_database(tmp_path / "old", match)
    store = Store(f"sqlite:///{tmp_path / 'old'}")
    stored = store.load("t")
    assert stored.steps == match.steps
    assert (stored.options, stored.seed) == ({"courts": True}, match.stream.seed)
    assert [(s["name"], s["bot"], s["person"]) for s in stored.seats] == [
        ("Anna", None, None),
        ("Cosimo", "greedy", None),
    ]
    assert not stored.terms.public
    more = [Step(0, 3)]
    store.append("t", more, match.seq, stored.turn_state).result()  # the steps were counted
    assert store.load("t").steps == [*match.steps, *more]
    store.close()
    Store(f"sqlite:///{tmp_path / 'old'}").close()  # twice does no harm


def test_an_old_database_of_an_unknown_version_is_left_alone(tmp_path: Path, match: Match):
    old_database(tmp_path / "old", match, version=7)
    before = (tmp_path / "old").read_bytes()
    with pytest.raises(StoreError, match="version 7"):
        Store(f"sqlite:///{tmp_path / 'old'}")
    assert (tmp_path / "old").read_bytes()[100:] == before[100:]  # WAL is noted in the head


def test_a_database_that_is_refused_is_let_go(tmp_path: Path, match: Match):
    """Python 3.13 complains of a connection that nobody closed."""
    old_database(tmp_path / "old", match, version=7)
    opened: list[object] = []
    closed: list[object] = []

    def note_opened(connection: object, _: object) -> None:
        opened.append(connection)

    def note_closed(connection: object, _: object) -> None:
        closed.append(connection)

    event.listen(Pool, "connect", note_opened)
    event.listen(Pool, "close", note_closed)
    try:
        with pytest.raises(StoreError, match="version 7"):
            Database(f"sqlite:///{tmp_path / 'old'}")
        assert len(opened) == 1
        assert closed == opened
    finally:
        event.remove(Pool, "connect", note_opened)
        event.remove(Pool, "close", note_closed)


def test_what_is_read_when_it_is_closed_is_closed_afterwards(url: str):
    """Of a thread that was not ready yet."""
    database = Database(url)
    with database.reading() as connection:
        raw = connection.connection.dbapi_connection
        assert raw is not None
        database.close()
        assert connection.execute(text("SELECT 1")).scalar() == 1
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        raw.execute("SELECT 1")


def made_at(url: str, version: str, *rows: str) -> None:
    """A database of an older schema with these rows in it."""
    engine, script = create_engine(url), changes()
    with engine.begin() as connection:
        context = MigrationContext.configure(connection)
        with Operations.context(context):
            for change in reversed(list(script.iterate_revisions(version, "base"))):
                change.module.upgrade()
                context.stamp(script, change.revision)
        for row in rows:
            connection.execute(text(row))
    engine.dispose()


OF_ONLINE = (
    "INSERT INTO persons (id, name, email, created) VALUES ('anna', 'Anna', 'a@b.example', 1)",
    "INSERT INTO persons (id, name, created) VALUES ('bruno', 'Bruno', 1)",
    "INSERT INTO tables (id, game, edition, players, options, rules_version, seed, commitment, "
    "created, updated, seq, public, time_control, substitute) "
    "VALUES ('t', 'magnate', 'spanish', 2, '{}', 1, "
    "'\\x00', 'c', 1, 2, 0, false, '{\"kind\": \"none\"}', 'greedy')",
    "INSERT INTO seats (table_id, seat, name, person) VALUES ('t', 0, 'Anna', 'anna')",
    "INSERT INTO seats (table_id, seat, name, person) VALUES ('t', 1, 'Bruno', 'bruno')",
)


def waiting(name: str, *seats: str) -> list[str]:
    """Rows of a table that is dealt, and of its seats."""
    row = (
        OF_ONLINE[2].replace("'t', 'magnate'", f"'{name}', 'magnate'").replace("2, 0, f", "2, 1, f")
    )
    deal = "INSERT INTO steps (table_id, seq, actor, action) VALUES"
    return [row, f"{deal} ('{name}', 1, -1, 3)", *seats]


def of_seat(table: str, number: int, name: str, person: str = "NULL") -> str:
    who = f"('{table}', {number}, '{name}', {person})"
    return f"INSERT INTO seats (table_id, seat, name, person) VALUES {who}"


def check_deal(url: str) -> None:
    """What was dealt with a seat open is undealt, and has another seed; all else stays."""
    made_at(
        url,
        "0006",
        *OF_ONLINE,
        *waiting("w", of_seat("w", 0, "Anna", "'anna'"), of_seat("w", 1, "#2")),
        *waiting("p", of_seat("p", 0, "Anna", "'anna'"), of_seat("p", 1, "#2")),
        "INSERT INTO steps (table_id, seq, actor, action) VALUES ('p', 2, 0, 3)",
        *waiting("f", of_seat("f", 0, "Anna", "'anna'"), of_seat("f", 1, FORMER)),
    )
    store = Store(url)
    found = {name: store.load(name) for name in "wpft"}
    assert [(f.begun, len(f.steps)) for f in found.values()] == [
        *((False, 0), (True, 2), (True, 1), (True, 0))
    ]
    assert found["w"].seats[1]["name"] == OPEN
    with store.database.reading() as connection:
        rows = {row.id: row for row in connection.execute(select(schema.tables))}
    assert rows["w"].commitment == hashlib.sha256(rows["w"].seed).hexdigest()
    assert (rows["w"].seq, rows["p"].commitment, rows["f"].commitment) == (0, "c", "c")
    store.close()


def test_what_was_dealt_too_early(url: str):
    check_deal(url)


def test_what_was_dealt_too_early_on_postgresql(postgres: PostgresServer):
    check_deal(postgres.new_url())


def check_people(url: str) -> None:
    """What was there before people had wishes is not rated, and goes on."""
    store = Store(url)
    assert store.profiles.preferences("anna") == Preferences()
    for person in ("anna", "bruno"):
        store.profiles.choose(person, rated=True).result()
    (played,) = store.profiles.history("anna")
    assert (played.id, played.rated, [s["place"] for s in played.seats]) == ("t", False, [None] * 2)
    here = store.load("t").turn_state
    store.append("t", [Step(0, 3)], 0, here, places=[1, 2]).result()
    assert store.ratings.of("anna") == []
    (played,) = store.profiles.history("anna", finished=True)
    assert [seat["place"] for seat in played.seats] == [1, 2]
    store.close()


def test_people_from_before_ratings(url: str):
    made_at(url, "0002", *OF_ONLINE)
    check_people(url)


def test_people_from_before_ratings_on_postgresql(postgres: PostgresServer):
    url = postgres.new_url()
    made_at(url, "0002", *OF_ONLINE)
    check_people(url)


def differences(database: Database) -> list[object]:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        return list(compare_metadata(context, schema.metadata))


def test_the_changes_lead_to_the_schema_that_is_used(url: str):
    database = Database(url)
    assert differences(database) == []
    database.close()


def test_the_same_on_postgresql(postgres: PostgresServer):
    database = Database(postgres.new_url())
    assert differences(database) == []
    database.close()
