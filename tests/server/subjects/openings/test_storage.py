"""The games from which openings are counted."""

from __future__ import annotations

from tests.server.subjects.ratings.test_ratings import NAMES, begun, end, seat, somebody
from tests.support.postgres import PostgresServer

from ducato.core.match import Match
from ducato.server.store import Store
from ducato.server.subjects.openings.storage import LAST, OpeningGames, OpeningSeat
from ducato.table.seats import TableSeat


def test_own_games_and_the_latest_of_all_are_found(store: Store, match: Match):
    anna, bruno, carla = (somebody(store, name) for name in NAMES)
    first = begun(store, match, anna, bruno)
    end(store, match, first, 1, 2)
    others = [begun(store, match, bruno, carla) for _ in range(3)]
    for table_id in others:
        end(store, match, table_id, 2, 1)
    begun(store, match, anna, bruno)  # goes on
    twice = begun(store, match, anna, anna)
    end(store, match, twice, 1, 2)
    version = match.game.game.rules_version
    found = OpeningGames(store.database).seats(anna, "magnate", version)
    assert {one.table for one in found} == {first, *others}
    assert [one for one in found if one.own] == [OpeningSeat(first, 0, True, 1)]
    few = OpeningGames(store.database).seats(anna, "magnate", version, most_others=2)
    assert len({one.table for one in few}) == 3
    assert OpeningGames(store.database).seats(anna, "magnate", version + 1) == []
    assert OpeningGames(store.database).seats(anna, "other", version) == []
    assert OpeningGames(store.database).seats(anna, "magnate", version, match.stream.seed) == []


def test_who_left_is_last(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    rows = [seat(0, anna, substitute="resigned"), TableSeat(1, "Bruno", person=bruno).to_row()]
    table_id = store.create(match, rows).result()
    end(store, match, table_id, 1, 2)
    version = match.game.game.rules_version
    mine, other = OpeningGames(store.database).seats(anna, "magnate", version)
    assert (mine.rank, other.rank) == (LAST, 2)


def test_a_game_comes_with_its_first_steps(store: Store, match: Match):
    table_id = begun(store, match, somebody(store, "Anna"), somebody(store, "Bruno"))
    found = OpeningGames(store.database).game(table_id)
    assert found is not None
    assert found.steps == match.steps
    assert (found.players, found.edition) == (2, "spanish")
    assert found.values == match.game.recorded_values()
    assert OpeningGames(store.database).game("nothing") is None


def test_the_same_on_postgresql(postgres: PostgresServer, match: Match):
    store = Store(postgres.new_url())
    test_own_games_and_the_latest_of_all_are_found(store, match)
    test_a_game_comes_with_its_first_steps(store, match)
    store.close()
