"""Which finished games of a person against bots are found."""

from __future__ import annotations

from typing import Any

from ducato.core.match import Match, Step
from ducato.core.table_data import TurnState
from ducato.server.store import Store
from ducato.server.subjects.suggested_levels.storage import BotGame

LAST = [Step(0, 3)]


def seat(number: int, person: str | None = None, bot: str | None = None, **other: Any) -> Any:
    row = {"seat": number, "name": f"#{number}", "bot": bot, "person": person, "substitute": None}
    return {**row, **other}


def somebody(store: Store) -> str:
    person, _ = store.people.welcome("Anna").result()
    return person.id


def over(store: Store, match: Match, *seats: Any, ranks: tuple[int, ...] = (1, 2)) -> None:
    table_id = store.create(match, list(seats)).result()
    store.append(table_id, LAST, match.seq, TurnState(), ranks=ranks).result()


def found(store: Store, person: str, **named: Any) -> list[BotGame]:
    return store.profiles.bot_games.of(person, "magnate", 1, **named)


def test_finished_games_against_bots_are_found(store: Store, match: Match):
    anna = somebody(store)
    over(store, match, seat(0, anna), seat(1, bot="greedy"))
    assert found(store, anna) == [BotGame(2, 1, False, (("greedy", 2),))]
    assert store.profiles.bot_games.of(anna, "builders", 1) == []
    assert store.profiles.bot_games.of(anna, "magnate", 2) == []


def test_unfinished_games_are_not(store: Store, match: Match):
    anna = somebody(store)
    store.create(match, [seat(0, anna), seat(1, bot="greedy")]).result()
    assert found(store, anna) == []


def test_a_game_is_ones_own_only(store: Store, match: Match):
    anna, bruno = somebody(store), somebody(store)
    over(store, match, seat(0, anna), seat(1, bot="greedy"))
    over(store, match, seat(0, anna), seat(1, bruno))
    assert found(store, bruno) == []
    assert len(found(store, anna)) == 1


def test_several_seats_of_one_person_prove_nothing(store: Store, match: Match):
    anna = somebody(store)
    ranks = (1, 2, 3)
    over(store, match, seat(0, anna), seat(1, anna), seat(2, bot="greedy"), ranks=ranks)
    assert found(store, anna) == []


def test_who_left_is_told_from_who_stayed(store: Store, match: Match):
    anna = somebody(store)
    over(store, match, seat(0, anna, substitute="resigned"), seat(1, bot="greedy"), ranks=(2, 1))
    assert found(store, anna) == [BotGame(2, 2, True, (("greedy", 1),))]


def test_a_lesson_is_left_out(store: Store, match: Match):
    anna = somebody(store)
    over(store, match, seat(0, anna), seat(1, bot="greedy"))
    assert found(store, anna, lesson=match.stream.seed) == []
    assert len(found(store, anna, lesson=bytes([1] * 32))) == 1


def test_only_the_latest_games_are_read(store: Store, match: Match):
    anna = somebody(store)
    for bot in ("random", "greedy", "greedy"):
        over(store, match, seat(0, anna), seat(1, bot=bot))
    assert len(found(store, anna)) == 3
    assert len(found(store, anna, limit=2)) == 2
