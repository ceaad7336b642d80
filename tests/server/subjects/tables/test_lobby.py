"""The list of public tables, and the deletion of abandoned ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Table, select, update

from ducato.core.match import Match
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.chat.storage import ChatLines
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.lobby import (
    BITE,
    DAY,
    LISTED_OF_PERSON,
    LISTED_PLAYING,
    LISTED_WAITING,
    LISTED_WAITING_SLOW,
    NEVER_BEGUN,
    NOBODYS,
    Lobby,
    waiting_of,
)
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.retention import Retention
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import OPEN, TableSeat
from ducato.table.time_control import TurnState

SLOW = {"kind": "correspondence", "days": 3}
PLAYING = TurnState(to_move=(0,))
ABANDONED = Retention().abandoned * DAY


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, url: str) -> Iterator[Database]:
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").new_url()
    database = Database(url)
    yield database
    database.close()


class OldTables:
    """Creates tables that changed some time ago."""

    def __init__(self, database: Database, match: Match) -> None:
        self._database, self._match = database, match

    def __call__(
        self,
        host: str | None,
        age: int = 0,
        turn_state: TurnState | None = None,
        *,
        seated: str | None = "",
        finished: bool = False,
    ) -> str:
        """Return the id of a public table that was last changed so long ago."""
        person = host if seated == "" else seated
        seats = [
            TableSeat(0, "Anna", person=person) if person else TableSeat(0, "Cosimo", "greedy")
        ]
        seats.append(TableSeat(1, "#2") if turn_state is None else TableSeat(1, "Isabel", "greedy"))
        rows = [seat.to_row() for seat in seats]
        settings = TableSettings(host, public=True)
        made = (
            Tables(self._database)
            .create(self._match, rows, settings, turn_state or TurnState())
            .result()
        )
        values = {"updated": now() - age, "finished": now() - age if finished else None}
        self.change(schema.tables, made, **values)
        return made

    def change(self, table: Table, which: str, **values: object) -> None:
        def job(connection: Connection) -> None:
            connection.execute(update(table).where(table.c.id == which).values(**values))

        self._database.write(job).result()


@pytest.fixture
def tables(database: Database, match: Match) -> OldTables:
    return OldTables(database, match)


def guest(database: Database, name: str) -> str:
    return People(database).welcome(name).result()[0].id


def listed(database: Database, there: list[str] | None = None) -> list[str]:
    return [table.id for table in Tables(database).list_tables(None, there=there or [])]


def test_one_honest_table_is_found_among_those_of_a_flood(database: Database, tables: OldTables):
    anna, mallory = guest(database, "Anna"), guest(database, "Mallory")
    honest = tables(anna)
    flood = [tables(mallory) for _ in range(110)]
    found = listed(database)
    assert honest in found
    assert len(set(found) & set(flood)) == LISTED_OF_PERSON
    assert found.index(honest) <= 1  # everybody's first comes before anybody's second


def test_the_list_is_bounded_and_still_fair(database: Database, tables: OldTables):
    people = [guest(database, f"Guest {n}") for n in range(6)]
    for person in people:
        for _ in range(3):
            tables(person)
    assert len(Tables(database).list_tables(None, 6)) == 6
    assert {table.host for table in Tables(database).list_tables(None, 6)} == set(people)


def test_tables_leave_the_list_when_their_people_have_left(database: Database, tables: OldTables):
    hosts = iter([guest(database, f"Guest {n}") for n in range(6)])
    fresh = tables(next(hosts), LISTED_WAITING - 5_000)
    left = tables(next(hosts), LISTED_WAITING + 5_000)
    slow = tables(next(hosts), LISTED_WAITING_SLOW - 5_000)
    tables.change(schema.tables, slow, time_control=SLOW)
    watched = tables(next(hosts), LISTED_PLAYING - 5_000, PLAYING)
    stopped = tables(next(hosts), LISTED_PLAYING + 5_000, PLAYING)
    assert set(listed(database)) == {fresh, slow, watched}
    assert set(listed(database, [left])) == {fresh, slow, watched, left}
    assert stopped not in listed(database)


def waiting(database: Database, person: str) -> int:
    with database.reading() as connection:
        return waiting_of(connection, person)


def test_tables_of_one_person_that_wait_are_counted(database: Database, tables: OldTables):
    anna = guest(database, "Anna")
    for _ in range(3):
        tables(anna)
    tables(anna, turn_state=PLAYING)
    tables(anna, 2 * DAY)
    tables(guest(database, "Bruno"))
    assert waiting(database, anna) == 3


def test_tables_that_were_left_to_others_are_not_counted(database: Database, tables: OldTables):
    anna, bruno = guest(database, "Anna"), guest(database, "Bruno")
    left, own = tables(anna), tables(anna)
    open_seat = {"seat": 0, "name": OPEN}
    Tables(database).seat(
        left, [open_seat, {"seat": 1, "name": "Bruno", "person": bruno}], TurnState()
    ).result()
    assert waiting(database, anna) == 1
    assert not Lobby(database).close(left, anna).result()
    assert not Lobby(database).close(own, anna).result()
    Tables(database).seat(own, [open_seat], TurnState()).result()
    assert not Lobby(database).close(own, anna).result()  # the game has begun
    tables.change(schema.tables, own, begun=False)
    assert waiting(database, anna) == 1  # where nobody sits, it waits for the host
    assert not Lobby(database).close(own, bruno).result()
    assert Lobby(database).close(own, anna).result()
    assert waiting(database, anna) == 0


def test_what_nobody_comes_back_to_is_deleted(database: Database, tables: OldTables):
    anna, second = guest(database, "Anna"), 5_000
    kept = {
        tables(anna, NEVER_BEGUN - second),
        tables(anna, ABANDONED - second, PLAYING),
        tables(anna, 10 * ABANDONED, PLAYING, finished=True),  # it is in somebody's history
        tables(anna, NOBODYS - second, PLAYING, seated=None, finished=True),
        (open_now := tables(anna, 2 * NEVER_BEGUN)),
    }
    gone = {
        tables(anna, NEVER_BEGUN + second),
        tables(anna, ABANDONED + second, PLAYING),
        tables(anna, NOBODYS + second, PLAYING, seated=None, finished=True),
    }
    assert Lobby(database).forget([open_now]).result() == len(gone)
    with database.reading() as connection:
        left = set(connection.scalars(select(schema.tables.c.id)))
        steps = set(connection.scalars(select(schema.steps.c.table_id)))
    assert left == kept
    assert steps == kept
    assert Lobby(database).forget([open_now]).result() == 0


def test_it_is_deleted_in_bites(database: Database, tables: OldTables):
    anna = guest(database, "Anna")
    for _ in range(BITE + 3):
        tables(anna, 2 * NEVER_BEGUN)
    assert Lobby(database).forget().result() == BITE
    assert Lobby(database).forget().result() == 3


def test_guests_of_whom_nothing_is_left_are_forgotten(database: Database, tables: OldTables):
    names = ("lost", "plays", "hosts", "young", "comes back", "account")
    people = {name: guest(database, name) for name in names}
    for name, person in people.items():
        if name != "young":
            tables.change(schema.persons, person, created=now() - 2 * ABANDONED)

    def expire(connection: Connection) -> None:
        old = schema.sessions.c.person != people["comes back"]
        connection.execute(update(schema.sessions).where(old).values(created=now() - 2 * ABANDONED))

    database.write(expire).result()
    tables.change(schema.persons, people["account"], email="a@b.example")
    tables(people["hosts"], seated=None, turn_state=PLAYING)
    tables(None, seated=people["plays"], turn_state=PLAYING)
    assert Lobby(database).forget().result() == 1
    with database.reading() as connection:
        assert set(connection.scalars(select(schema.persons.c.name))) == {*names} - {"lost"}


def test_periods_can_be_chosen(database: Database, tables: OldTables):
    anna, bruno = guest(database, "Anna"), guest(database, "Bruno")
    week = Retention(abandoned=7, guest=70, chat=7)
    left = tables(anna, 8 * DAY, PLAYING)
    spoken, recent = (tables(anna, 0, PLAYING, finished=True) for _ in range(2))
    for table in (spoken, recent):
        ChatLines(database).say(table, anna, 0, "Anna", text="hello").result()
    tables.change(schema.tables, spoken, finished=now() - 8 * DAY)
    tables.change(schema.persons, bruno, created=now() - 80 * DAY)
    used = update(schema.sessions).where(schema.sessions.c.person == bruno)
    database.write(lambda c: c.execute(used.values(used=now() - 71 * DAY))).result()
    assert Lobby(database).forget().result() == 0
    assert Lobby(database).forget([], week).result() == 3
    assert Lobby(database).forget([], week).result() == 0
    with database.reading() as connection:
        kept = set(connection.scalars(select(schema.tables.c.id)))
        assert (left in kept, spoken in kept) == (False, True)
        assert list(connection.scalars(select(schema.persons.c.name))) == ["Anna"]
    assert ChatLines(database).lines(spoken) == []
    assert len(ChatLines(database).lines(recent)) == 1
