"""Searches for opponents: kept alive, reserved once, and over when nobody asks any more."""

from __future__ import annotations

import secrets
from functools import partial

import pytest
from tests.support.postgres import PostgresServer

from ducato.core.match import Match
from ducato.server.kit.database.engine import Database, now
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.subjects.matchmaking.storage import LASTS, OpponentSearches, SearchOver, reserve
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat

KIND = ("magnate", 2, '{"kind":"untimed"}')


def person(database: Database, name: str) -> str:
    """Return the id of a new guest."""
    return People(database).welcome(name).result()[0].id


@pytest.fixture
def three(database: Database) -> list[str]:
    """Three people who wait for the same kind of table."""
    return waiting(database)


def waiting(database: Database) -> list[str]:
    people = [person(database, name) for name in ("Anna", "Bruno", "Carla")]
    for one in people:
        OpponentSearches(database).begin(one, "Name", *KIND).result()
    return people


def test_a_search_is_found_while_somebody_asks(database: Database, three: list[str]):
    searches, moment = OpponentSearches(database), now()
    found = searches.check(three[0], moment).result()
    assert found is not None
    assert (found.game, found.players, found.waiting, found.table_id) == ("magnate", 2, 3, None)
    searches.check(three[0], moment + LASTS // 2).result()
    (pool,) = searches.pools(moment + LASTS + 1)
    assert [one.person for one in pool.waiting] == [three[0]]
    assert searches.check(three[1], moment + LASTS + 1).result() is None
    assert searches.prune(moment + LASTS + 1).result() == 2


def test_the_same_search_again_keeps_its_wait(database: Database, three: list[str]):
    searches = OpponentSearches(database)
    before = searches.check(three[0], now()).result()
    searches.begin(three[0], "Annina", *KIND).result()
    assert searches.check(three[0], now()).result() == before
    searches.begin(three[0], "Annina", "magnate", 2, '{"kind":"real_time"}').result()
    found = searches.check(three[0], now()).result()
    assert found is not None
    assert found.waiting == 1
    searches.end(three[0]).result()
    assert searches.check(three[0], now()).result() is None


def seated_once(database: Database, three: list[str], match: Match) -> None:
    searches = OpponentSearches(database)
    rows = [TableSeat(n, "x", person=one).to_row() for n, one in enumerate(three[:2])]

    def opened(*persons: str) -> str:
        return Tables(database).create(match, rows, also=partial(_reserve, persons)).result()

    table = opened(*three[:2])
    for one in three[:2]:
        found = searches.check(one, now()).result()
        assert found is not None
        assert found.table_id == table
    before = len(Tables(database).list_tables(three[0]))
    for persons in (three[:2], three[1:]):  # another server was too late
        with pytest.raises(SearchOver):
            opened(*persons)
    assert len(Tables(database).list_tables(three[0])) == before
    (pool,) = searches.pools(now())
    assert [one.person for one in pool.waiting] == [three[2]]


def _reserve(persons: tuple[str, ...], connection: object, table_id: str) -> None:
    reserve(connection, persons, table_id)  # type: ignore[arg-type]


def test_players_are_reserved_once(database: Database, three: list[str], match: Match):
    seated_once(database, three, match)


def test_players_are_reserved_once_on_postgresql(postgres: PostgresServer, match: Match):
    database = Database(postgres.new_url())
    seated_once(database, waiting(database), match)
    database.close()


def test_recent_opponents_are_known(database: Database, three: list[str], match: Match):
    rows = [TableSeat(n, "x", person=one).to_row() for n, one in enumerate(three[1:])]
    Tables(database).create(match, rows).result()
    (pool,) = OpponentSearches(database).pools(now())
    assert pool.recent == {frozenset(three[1:])}
    assert {one.points for one in pool.waiting} == {1500}


def test_an_error_beside_a_new_table_leaves_nothing(database: Database, match: Match):
    def fail(connection: object, table_id: str) -> None:
        raise UnknownTable(table_id)

    rows = [TableSeat(0, "x").to_row(), TableSeat(1, secrets.token_hex(4)).to_row()]
    with pytest.raises(UnknownTable) as error:
        Tables(database).create(match, rows, also=fail).result()
    with pytest.raises(UnknownTable):
        Tables(database).head(error.value.table_id)
