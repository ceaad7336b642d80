"""Leases of tables: one owner at a time, takeover of the dead, and the writes of a stale owner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, update
from tests.support.postgres import PostgresServer

from ducato.core.match import Match, Step
from ducato.server.cluster.leases import LEASE, Leases
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import NotOwner, NotShared, UnknownTable
from ducato.server.kit.database.lock import DatabaseInUse, hold
from ducato.server.subjects.tables.clocks import Clocks
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.time_control import TurnState

SEATS = [
    {"seat": seat, "name": name, "bot": None, "person": None, "substitute": None, "entropy": None}
    for seat, name in enumerate(["Anna", "Bruno"])
]
STEP = [Step(0, 3)]
DUE = 1_000_000
RUNNING = TurnState(
    (1,), {"kind": "real_time", "minutes": 5, "increment": 3}, {"left": [1, 2]}, DUE
)


class Member:
    """A process that shares the database."""

    def __init__(self, url: str) -> None:
        self.database = Database(url, shared=True)
        self.leases = Leases(self.database)
        self.id = self.leases.process
        self.leases.begin(f"127.0.0.1:{self.id}")

    def obtain(self, table_id: str) -> int | None:
        return self.leases.obtain(table_id).result()

    def silent(self, milliseconds: int) -> None:
        """Pretend that this process renewed its lease that long ago."""
        beat = schema.processes.c.beat - milliseconds
        this = update(schema.processes).where(schema.processes.c.id == self.id)
        self.database.write(lambda c: c.execute(this.values(beat=beat))).result()

    def owner(self, table_id: str) -> tuple[int | None, int | None]:
        """Return the owner of a table and when its clock runs out."""
        this = select(schema.tables.c.owner, schema.tables.c.due)
        with self.database.reading() as connection:
            row = connection.execute(this.where(schema.tables.c.id == table_id)).one()
        return row.owner, row.due


@pytest.fixture
def two(postgres: PostgresServer) -> Iterator[tuple[Member, Member]]:
    url = postgres.new_url()
    members = Member(url), Member(url)
    yield members
    for member in members:
        member.database.close()


@pytest.fixture
def table_id(two: tuple[Member, Member], match: Match) -> str:
    return Tables(two[0].database).create(match, SEATS, TableSettings("anna"), RUNNING).result()


def test_a_table_has_one_owner_until_it_is_given_up(two: tuple[Member, Member], table_id: str):
    first, second = two
    assert first.obtain(table_id) is first.obtain(table_id) is None
    assert second.obtain(table_id) == first.id
    first.leases.release(table_id).result()
    assert second.obtain(table_id) is None
    assert first.obtain(table_id) == second.id
    first.leases.release(table_id).result()  # it is not this one's to give
    assert first.owner(table_id) == (second.id, DUE)


def test_an_owner_is_found_without_a_renewal(two: tuple[Member, Member], table_id: str):
    first, second = two
    assert second.leases.owner_address(table_id) is None
    first.obtain(table_id)
    assert second.leases.owner_address(table_id) == f"127.0.0.1:{first.id}"
    assert first.leases.owner_address(table_id) is None  # it is its own
    first.silent(LEASE + 1000)
    assert second.leases.owner_address(table_id) is None


def test_a_table_is_handed_over_to_an_heir(two: tuple[Member, Member], table_id: str):
    first, second = two
    first.obtain(table_id)
    first.leases.release(table_id, second.id).result()
    assert second.obtain(table_id) is None


def test_the_tables_of_a_dead_process_are_taken_over(two: tuple[Member, Member], table_id: str):
    first, second = two
    first.obtain(table_id)
    first.silent(LEASE + 5000)
    assert second.obtain(table_id) is None
    owner, due = second.owner(table_id)
    assert owner == second.id
    assert due is not None
    assert LEASE + 5000 <= due - DUE < LEASE + 60_000  # the clock gets back the time


def test_dead_processes_are_removed(two: tuple[Member, Member], table_id: str):
    first, second = two
    first.obtain(table_id)
    renewal = second.leases.renew({})
    assert ([one.id for one in renewal.living], renewal.dead) == ([first.id, second.id], [])
    assert second.leases.free([first.id], if_dead=True) == 0  # it lives
    first.silent(LEASE + 1000)
    renewal = second.leases.renew({})
    assert ([one.id for one in renewal.living], renewal.dead) == ([second.id], [first.id])
    assert second.leases.free(renewal.dead, if_dead=True) == 1
    assert second.owner(table_id)[0] is None
    assert second.leases.renew({}).dead == []


@pytest.mark.parametrize("removed", [False, True])
def test_a_process_that_was_only_slow_has_lost_its_tables(
    two: tuple[Member, Member], table_id: str, removed: bool
):
    first, second = two
    first.obtain(table_id)
    first.silent(LEASE + 1000)
    if removed:
        second.leases.free([first.id])
    renewal = first.leases.renew({})
    assert renewal.lapsed
    assert [one.id for one in renewal.living] == [second.id, first.id]  # it is younger now
    assert first.owner(table_id)[0] is None
    assert not first.leases.renew({}).lapsed


def test_a_stale_owner_writes_nothing(two: tuple[Member, Member], match: Match, table_id: str):
    first, second = two
    first.obtain(table_id)
    Tables(first.database).append(table_id, STEP, match.seq, RUNNING).result()
    first.silent(LEASE + 1000)
    second.obtain(table_id)
    for write in (
        Tables(first.database).append(table_id, STEP, match.seq + 1, RUNNING),
        Tables(first.database).truncate(table_id, match.seq, match.seq + 1, RUNNING),
        Tables(first.database).seat(table_id, [{**SEATS[0], "name": "Bea"}], RUNNING),
        Tables(first.database).append(table_id, STEP, match.seq + 1, RUNNING, seats=SEATS[1:]),
    ):
        assert isinstance(write.exception(), NotOwner)
    stored = Tables(second.database).load(table_id)
    assert (stored.steps, stored.seats) == ([*match.steps, *STEP], SEATS)
    Tables(second.database).append(table_id, STEP, match.seq + 1, RUNNING).result()


def test_who_is_where_is_known_to_all(two: tuple[Member, Member]):
    first, second = two
    first.leases.renew({"x": ["anna"]}, bot_tables={"x": ["8f3a"]})
    (found, _) = second.leases.renew({}).living
    assert (found.id, found.address) == (first.id, f"127.0.0.1:{first.id}")
    assert found.attended == {"x": ["anna"]}
    assert found.bot_tables == {"x": ["8f3a"]}


def test_clocks_stand_still_while_no_process_lives(two: tuple[Member, Member], table_id: str):
    first, second = two
    moment = first.leases.renew({}).moment
    Clocks(first.database).heartbeat(moment - 60_000).result()
    first.leases.end()
    second.leases.end()
    third = Member(first.database.engine.url.render_as_string(hide_password=False))
    due = third.owner(table_id)[1]
    assert due is not None
    assert 60_000 <= due - DUE < 120_000
    third.database.close()


def test_a_process_alone_owns_no_tables(two: tuple[Member, Member], match: Match, table_id: str):
    first, _ = two
    first.obtain(table_id)
    Clocks(first.database).credit_downtime(0).result()
    assert first.owner(table_id)[0] is None
    alone = Database(first.database.engine.url.render_as_string(hide_password=False))
    Tables(alone).append(table_id, STEP, match.seq, RUNNING).result()
    alone.close()


def test_a_table_that_is_gone_cannot_be_claimed(two: tuple[Member, Member]):
    assert isinstance(two[0].leases.obtain("x").exception(), UnknownTable)


def test_writers_do_not_wait_for_each_other(two: tuple[Member, Member]):
    first, second = two
    with first.database.engine.connect() as connection:
        first.database._writer._commits.mark(connection)  # and does not commit yet
        second.database.write(lambda _: None).result(20)


def test_a_file_is_not_shared(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with pytest.raises(NotShared, match="several need PostgreSQL"):
        Database(url, shared=True)
    with pytest.raises(NotShared):
        hold(url, shared=True)


def test_those_that_share_keep_out_the_one_that_does_not(postgres: PostgresServer):
    url = postgres.new_url()
    first, second = hold(url, shared=True), hold(url, shared=True)
    first.release()
    with pytest.raises(DatabaseInUse):
        hold(url)
    second.release()
    alone = hold(url)
    with pytest.raises(DatabaseInUse):
        hold(url, shared=True)
    alone.release()
