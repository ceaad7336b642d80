"""The games from which openings are counted."""

from __future__ import annotations

from tests.server.subjects.ratings.test_ratings import NAMES, begun, end, seat, somebody
from tests.support.postgres import PostgresServer

from ducato.core.match import Match
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.openings.storage import LAST, OpeningGames, OpeningSeat
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat


def test_own_games_and_the_latest_of_all_are_found(database: Database, match: Match):
    anna, bruno, carla = (somebody(database, name) for name in NAMES)
    first = begun(database, match, anna, bruno)
    end(database, match, first, 1, 2)
    others = [begun(database, match, bruno, carla) for _ in range(3)]
    for table_id in others:
        end(database, match, table_id, 2, 1)
    begun(database, match, anna, bruno)  # goes on
    twice = begun(database, match, anna, anna)
    end(database, match, twice, 1, 2)
    version = match.game.game.rules_version
    found = OpeningGames(database).seats(anna, "magnate", version)
    assert {one.table for one in found} == {first, *others}
    assert [one for one in found if one.own] == [OpeningSeat(first, 0, True, 1)]
    few = OpeningGames(database).seats(anna, "magnate", version, most_others=2)
    assert len({one.table for one in few}) == 3
    assert OpeningGames(database).seats(anna, "magnate", version + 1) == []
    assert OpeningGames(database).seats(anna, "other", version) == []
    assert OpeningGames(database).seats(anna, "magnate", version, match.stream.seed) == []


def test_who_left_is_last(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    rows = [seat(0, anna, substitute="resigned"), TableSeat(1, "Bruno", person=bruno).to_row()]
    table_id = Tables(database).create(match, rows).result()
    end(database, match, table_id, 1, 2)
    version = match.game.game.rules_version
    mine, other = OpeningGames(database).seats(anna, "magnate", version)
    assert (mine.rank, other.rank) == (LAST, 2)


def test_a_game_comes_with_its_first_steps(database: Database, match: Match):
    table_id = begun(database, match, somebody(database, "Anna"), somebody(database, "Bruno"))
    found = OpeningGames(database).game(table_id)
    assert found is not None
    assert found.steps == match.steps
    assert (found.players, found.edition) == (2, "spanish")
    assert found.values == match.game.recorded_values()
    assert OpeningGames(database).game("nothing") is None


def test_the_same_on_postgresql(postgres: PostgresServer, match: Match):
    database = Database(postgres.new_url())
    test_own_games_and_the_latest_of_all_are_found(database, match)
    test_a_game_comes_with_its_first_steps(database, match)
    database.close()
