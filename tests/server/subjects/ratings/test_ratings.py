"""What counts for ratings, and that it counts once."""

from __future__ import annotations

from typing import Any

import pytest
from openskill.models import PlackettLuce
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.chance import CommittedStream
from ducato.core.match import Match, Step
from ducato.core.table_data import TurnState
from ducato.server.kit.database.errors import StoreError, WrongSequence
from ducato.server.store import Store

NAMES = ["Anna", "Bruno", "Carla"]
OVER = TurnState()
LAST = [Step(0, 3)]


def somebody(store: Store, name: str, *, rated: bool = True) -> str:
    person, _ = store.people.welcome(name).result()
    if rated:
        store.profiles.choose(person.id, rated=True).result()
    return person.id


def seat(number: int, person: str | None = None, **other: Any) -> dict[str, Any]:
    row = {"seat": number, "name": NAMES[number], "bot": None, "person": person, "substitute": None}
    return {**row, **other}


def begun(store: Store, match: Match, *persons: str | None) -> str:
    return store.create(match, [seat(n, person) for n, person in enumerate(persons)]).result()


def end(store: Store, match: Match, table_id: str, *places: int) -> None:
    store.append(table_id, LAST, match.seq, OVER, ranks=places).result()


def games(store: Store, *persons: str) -> list[int]:
    return [sum(rating.games for rating in store.ratings.of(person)) for person in persons]


def test_all_places_count(store: Store, match: Match):
    people = [somebody(store, name) for name in NAMES]
    end(store, match, begun(store, match, *people), 2, 1, 3)
    model = PlackettLuce()
    wanted = model.rate([[model.rating()] for _ in people], ranks=[2, 1, 3])
    found = [store.ratings.of(person) for person in people]
    assert [(r.game, r.mu, r.sigma, r.games) for (r,) in found] == [
        ("magnate", rating.mu, rating.sigma, 1) for (rating,) in wanted
    ]
    second, first, third = (rating.points for (rating,) in found)
    assert first > second > third
    assert found[0][0].spread < 1000  # it is known better than at the beginning


def test_the_next_game_goes_on_from_the_last(store: Store, match: Match):
    people = [somebody(store, name) for name in NAMES[:2]]
    points = [1500]
    for _ in range(3):
        end(store, match, begun(store, match, *people), 1, 2)
        points.append(store.ratings.of(people[0])[0].points)
    assert points == sorted(set(points))
    assert games(store, *people) == [3, 3]


def test_a_shared_place_moves_equals_alike(store: Store, match: Match):
    people = [somebody(store, name) for name in NAMES[:2]]
    end(store, match, begun(store, match, *people), 1, 1)
    (first,), (second,) = (store.ratings.of(person) for person in people)
    assert first.mu == pytest.approx(second.mu)


def test_it_counts_only_if_everybody_wants_it(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno", rated=False)
    end(store, match, begun(store, match, anna, bruno), 1, 2)
    assert games(store, anna, bruno) == [0, 0]


def test_nobody_gets_out_of_a_game_that_has_begun(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    table_id = begun(store, match, anna, bruno)
    store.profiles.choose(bruno, rated=False).result()
    end(store, match, table_id, 1, 2)
    assert games(store, anna, bruno) == [1, 1]


def test_nobody_gets_into_a_game_that_has_begun(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno", rated=False)
    table_id = begun(store, match, anna, bruno)
    store.profiles.choose(bruno, rated=True).result()
    end(store, match, table_id, 1, 2)
    assert games(store, anna, bruno) == [0, 0]


def test_it_is_settled_when_the_last_seat_is_taken(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno", rated=False)
    table_id = begun(store, match, anna, None)
    store.profiles.choose(bruno, rated=True).result()
    store.seat(table_id, [seat(1, bruno)], TurnState(to_move=0)).result()
    end(store, match, table_id, 2, 1)
    assert games(store, anna, bruno) == [1, 1]


@pytest.mark.parametrize("wants", [True, False])
def test_it_is_settled_again_for_whoever_takes_a_seat_left_before_the_game(
    store: Store, match: Match, wants: bool
):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    carla = somebody(store, "Carla", rated=wants)
    waiting = Match(match.game, CommittedStream(bytes(32)))
    table_id = begun(store, waiting, anna, bruno)
    store.seat(table_id, [seat(1)], TurnState()).result()
    assert store.ratings.at_table(table_id)[0] is None
    store.seat(table_id, [seat(1, carla)], TurnState()).result()
    assert store.ratings.at_table(table_id)[0] is wants


def test_a_change_of_mind_after_the_last_seat_is_taken_is_too_late(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    table_id = begun(store, Match(match.game, CommittedStream(bytes(32))), anna, bruno)
    store.profiles.choose(bruno, rated=False).result()
    store.seat(table_id, [seat(1, bruno, entropy="a")], TurnState()).result()
    assert store.ratings.at_table(table_id)[0] is True


def test_a_seat_that_is_left_during_the_game_changes_nothing(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    table_id = begun(store, match, anna, bruno)
    store.seat(table_id, [seat(1, substitute="resigned")], TurnState(to_move=0)).result()
    assert store.ratings.at_table(table_id)[0] is True


@pytest.mark.parametrize("other", ["bot", "the same person"])
def test_bots_and_two_seats_of_one_person_do_not_count(store: Store, match: Match, other: str):
    anna = somebody(store, "Anna")
    second = seat(1, bot="greedy") if other == "bot" else seat(1, anna)
    end(store, match, store.create(match, [seat(0, anna), second]).result(), 1, 2)
    assert games(store, anna) == [0]


@pytest.mark.parametrize("why", ["timed_out", "resigned"])
def test_a_person_replaced_by_the_substitute_is_last(store: Store, match: Match, why: str):
    people = [somebody(store, name) for name in NAMES]
    table_id = begun(store, match, *people)
    store.seat(table_id, [seat(0, people[0], substitute=why)], TurnState(to_move=1)).result()
    end(store, match, table_id, 1, 2, 3)  # the substitute won
    (left,), (best,), (other,) = (store.ratings.of(person) for person in people)
    assert best.mu > other.mu > left.mu
    assert [one["rank"] for one in store.profiles.history(people[0])[0].seats] == [1, 2, 3]


def test_who_got_the_seat_back_has_reached_the_place(store: Store, match: Match):
    people = [somebody(store, name) for name in NAMES[:2]]
    table_id = begun(store, match, *people)
    for substitute in ("timed_out", None):
        store.seat(
            table_id, [seat(0, people[0], substitute=substitute)], TurnState(to_move=1)
        ).result()
    end(store, match, table_id, 1, 2)
    (first,), (second,) = (store.ratings.of(person) for person in people)
    assert first.mu > second.mu


def test_an_end_that_is_stored_twice_counts_once(store: Store, match: Match):
    people = [somebody(store, name) for name in NAMES[:2]]
    table_id = begun(store, match, *people)
    end(store, match, table_id, 1, 2)
    with pytest.raises(WrongSequence):
        end(store, match, table_id, 1, 2)
    assert games(store, *people) == [1, 1]


def test_without_the_last_step_there_is_no_rating(store: Store, match: Match):
    people = [somebody(store, name) for name in NAMES[:2]]
    table_id = begun(store, match, *people)
    twice = store.append(table_id, [*LAST, Step(0, None)], match.seq, OVER, ranks=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        twice.result()
    assert games(store, *people) == [0, 0]
    assert store.load(table_id).finished is None


def test_a_guest_brings_ratings_to_the_account(store: Store, match: Match):
    anna, bruno = somebody(store, "Anna"), somebody(store, "Bruno")
    store.email_verifications.open_link(
        store.email_verifications.begin(anna, "anna@example.org").result().token,
        session_of(store, anna),
    ).result()
    guest = somebody(store, "Anna")
    end(store, match, begun(store, match, guest, bruno), 1, 2)
    before = store.ratings.of(guest)
    claim = store.email_verifications.begin(guest, "anna@example.org").result().token
    assert store.email_verifications.open_link(claim, session_of(store, guest)).result() is not None
    assert store.ratings.of(anna) == before
    assert store.ratings.of(guest) == []


def test_who_turns_out_to_be_the_other_one_is_not_rated(store: Store, match: Match):
    anna, guest = somebody(store, "Anna"), somebody(store, "Anna")
    table_id = begun(store, match, anna, guest)
    for person in (anna, guest):
        claim = store.email_verifications.begin(person, "anna@example.org").result().token
        store.email_verifications.open_link(claim, session_of(store, person)).result()
    end(store, match, table_id, 1, 2)
    assert games(store, anna) == [0]


def test_the_same_on_postgresql(postgres: PostgresServer, match: Match):
    store = Store(postgres.new_url())
    people = [somebody(store, name) for name in NAMES]
    end(store, match, begun(store, match, *people), 2, 1, 3)
    assert games(store, *people) == [1, 1, 1]
    store.close()
