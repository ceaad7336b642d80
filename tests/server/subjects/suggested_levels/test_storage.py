"""Which finished games of a person against bots are found."""

from __future__ import annotations

from typing import Any

from ducato.core.match import Match, Step
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.suggested_levels.storage import BotGame, BotGames
from ducato.server.subjects.tables.storage import Tables
from ducato.table.time_control import TurnState

LAST = [Step(0, 3)]


def seat(number: int, person: str | None = None, bot: str | None = None, **other: Any) -> Any:
    row = {"seat": number, "name": f"#{number}", "bot": bot, "person": person, "substitute": None}
    return {**row, **other}


def somebody(database: Database) -> str:
    person, _ = People(database).welcome("Anna").result()
    return person.id


def over(database: Database, match: Match, *seats: Any, ranks: tuple[int, ...] = (1, 2)) -> None:
    table_id = Tables(database).create(match, list(seats)).result()
    Tables(database).append(table_id, LAST, match.seq, TurnState(), ranks=ranks).result()


def found(database: Database, person: str, **named: Any) -> list[BotGame]:
    return BotGames(database).of(person, "magnate", 1, **named)


def test_finished_games_against_bots_are_found(database: Database, match: Match):
    anna = somebody(database)
    over(database, match, seat(0, anna), seat(1, bot="greedy"))
    assert found(database, anna) == [BotGame(2, 1, False, (("greedy", 2),))]
    assert BotGames(database).of(anna, "builders", 1) == []
    assert BotGames(database).of(anna, "magnate", 2) == []


def test_unfinished_games_are_not(database: Database, match: Match):
    anna = somebody(database)
    Tables(database).create(match, [seat(0, anna), seat(1, bot="greedy")]).result()
    assert found(database, anna) == []


def test_a_game_is_ones_own_only(database: Database, match: Match):
    anna, bruno = somebody(database), somebody(database)
    over(database, match, seat(0, anna), seat(1, bot="greedy"))
    over(database, match, seat(0, anna), seat(1, bruno))
    assert found(database, bruno) == []
    assert len(found(database, anna)) == 1


def test_several_seats_of_one_person_prove_nothing(database: Database, match: Match):
    anna = somebody(database)
    ranks = (1, 2, 3)
    over(database, match, seat(0, anna), seat(1, anna), seat(2, bot="greedy"), ranks=ranks)
    assert found(database, anna) == []


def test_who_left_is_told_from_who_stayed(database: Database, match: Match):
    anna = somebody(database)
    over(database, match, seat(0, anna, substitute="resigned"), seat(1, bot="greedy"), ranks=(2, 1))
    assert found(database, anna) == [BotGame(2, 2, True, (("greedy", 1),))]


def test_a_lesson_is_left_out(database: Database, match: Match):
    anna = somebody(database)
    over(database, match, seat(0, anna), seat(1, bot="greedy"))
    assert found(database, anna, lesson=match.stream.seed) == []
    assert len(found(database, anna, lesson=bytes([1] * 32))) == 1


def test_only_the_latest_games_are_read(database: Database, match: Match):
    anna = somebody(database)
    for bot in ("random", "greedy", "greedy"):
        over(database, match, seat(0, anna), seat(1, bot=bot))
    assert len(found(database, anna)) == 3
    assert len(found(database, anna, limit=2)) == 2
