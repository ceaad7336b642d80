"""Searches for opponents: kept alive, reserved once, and over when nobody asks any more."""

from __future__ import annotations

import secrets
from functools import partial

import pytest
from tests.support.postgres import PostgresServer

from ducato.core.match import Match
from ducato.server.kit.database.engine import now
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.store import Store
from ducato.server.subjects.matchmaking.storage import LASTS, SearchOver, reserve
from ducato.table.seats import TableSeat

KIND = ("magnate", 2, '{"kind":"untimed"}')


def person(store: Store, name: str) -> str:
    """Return the id of a new guest."""
    return store.people.welcome(name).result()[0].id


@pytest.fixture
def three(store: Store) -> list[str]:
    """Three people who wait for the same kind of table."""
    return waiting(store)


def waiting(store: Store) -> list[str]:
    people = [person(store, name) for name in ("Anna", "Bruno", "Carla")]
    for one in people:
        store.searches.begin(one, "Name", *KIND).result()
    return people


def test_a_search_is_found_while_somebody_asks(store: Store, three: list[str]):
    searches, moment = store.searches, now()
    found = searches.check(three[0], moment).result()
    assert found is not None
    assert (found.game, found.players, found.waiting, found.table_id) == ("magnate", 2, 3, None)
    searches.check(three[0], moment + LASTS // 2).result()
    (pool,) = searches.pools(moment + LASTS + 1)
    assert [one.person for one in pool.waiting] == [three[0]]
    assert searches.check(three[1], moment + LASTS + 1).result() is None
    assert searches.prune(moment + LASTS + 1).result() == 2


def test_the_same_search_again_keeps_its_wait(store: Store, three: list[str]):
    searches = store.searches
    before = searches.check(three[0], now()).result()
    searches.begin(three[0], "Annina", *KIND).result()
    assert searches.check(three[0], now()).result() == before
    searches.begin(three[0], "Annina", "magnate", 2, '{"kind":"real_time"}').result()
    found = searches.check(three[0], now()).result()
    assert found is not None
    assert found.waiting == 1
    searches.end(three[0]).result()
    assert searches.check(three[0], now()).result() is None


def seated_once(store: Store, three: list[str], match: Match) -> None:
    searches = store.searches
    rows = [TableSeat(n, "x", person=one).to_row() for n, one in enumerate(three[:2])]

    def opened(*persons: str) -> str:
        return store.create(match, rows, also=partial(_reserve, persons)).result()

    table = opened(*three[:2])
    for one in three[:2]:
        found = searches.check(one, now()).result()
        assert found is not None
        assert found.table_id == table
    before = len(store.list_tables(three[0]))
    for persons in (three[:2], three[1:]):  # another server was too late
        with pytest.raises(SearchOver):
            opened(*persons)
    assert len(store.list_tables(three[0])) == before
    (pool,) = searches.pools(now())
    assert [one.person for one in pool.waiting] == [three[2]]


def _reserve(persons: tuple[str, ...], connection: object, table_id: str) -> None:
    reserve(connection, persons, table_id)  # type: ignore[arg-type]


def test_players_are_reserved_once(store: Store, three: list[str], match: Match):
    seated_once(store, three, match)


def test_players_are_reserved_once_on_postgresql(postgres: PostgresServer, match: Match):
    store = Store(postgres.new_url())
    seated_once(store, waiting(store), match)
    store.close()


def test_recent_opponents_are_known(store: Store, three: list[str], match: Match):
    rows = [TableSeat(n, "x", person=one).to_row() for n, one in enumerate(three[1:])]
    store.create(match, rows).result()
    (pool,) = store.searches.pools(now())
    assert pool.recent == {frozenset(three[1:])}
    assert {one.points for one in pool.waiting} == {1500}


def test_an_error_beside_a_new_table_leaves_nothing(store: Store, match: Match):
    def fail(connection: object, table_id: str) -> None:
        raise UnknownTable(table_id)

    rows = [TableSeat(0, "x").to_row(), TableSeat(1, secrets.token_hex(4)).to_row()]
    with pytest.raises(UnknownTable) as error:
        store.create(match, rows, also=fail).result()
    with pytest.raises(UnknownTable):
        store.head(error.value.table_id)
