"""What counts for ratings, and that it counts once."""

from __future__ import annotations

from typing import Any

import pytest
from openskill.models import PlackettLuce
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.chance import CommittedStream
from ducato.core.match import Match, Step
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StoreError, WrongSequence
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.ratings import Ratings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.time_control import TurnState

NAMES = ["Anna", "Bruno", "Carla"]
OVER = TurnState()
LAST = [Step(0, 3)]


def somebody(database: Database, name: str, *, rated: bool = True) -> str:
    person, _ = People(database).welcome(name).result()
    if rated:
        Profiles(database).choose(person.id, rated=True).result()
    return person.id


def seat(number: int, person: str | None = None, **other: Any) -> dict[str, Any]:
    row = {"seat": number, "name": NAMES[number], "bot": None, "person": person, "substitute": None}
    return {**row, **other}


def begun(database: Database, match: Match, *persons: str | None) -> str:
    return (
        Tables(database)
        .create(match, [seat(n, person) for n, person in enumerate(persons)])
        .result()
    )


def end(database: Database, match: Match, table_id: str, *places: int) -> None:
    Tables(database).append(table_id, LAST, match.seq, OVER, ranks=places).result()


def games(database: Database, *persons: str) -> list[int]:
    return [sum(rating.games for rating in Ratings(database).of(person)) for person in persons]


def test_all_places_count(database: Database, match: Match):
    people = [somebody(database, name) for name in NAMES]
    end(database, match, begun(database, match, *people), 2, 1, 3)
    model = PlackettLuce()
    wanted = model.rate([[model.rating()] for _ in people], ranks=[2, 1, 3])
    found = [Ratings(database).of(person) for person in people]
    assert [(r.game, r.mu, r.sigma, r.games) for (r,) in found] == [
        ("magnate", rating.mu, rating.sigma, 1) for (rating,) in wanted
    ]
    second, first, third = (rating.points for (rating,) in found)
    assert first > second > third
    assert found[0][0].spread < 1000  # it is known better than at the beginning


def test_the_next_game_goes_on_from_the_last(database: Database, match: Match):
    people = [somebody(database, name) for name in NAMES[:2]]
    points = [1500]
    for _ in range(3):
        end(database, match, begun(database, match, *people), 1, 2)
        points.append(Ratings(database).of(people[0])[0].points)
    assert points == sorted(set(points))
    assert games(database, *people) == [3, 3]


def test_a_shared_place_moves_equals_alike(database: Database, match: Match):
    people = [somebody(database, name) for name in NAMES[:2]]
    end(database, match, begun(database, match, *people), 1, 1)
    (first,), (second,) = (Ratings(database).of(person) for person in people)
    assert first.mu == pytest.approx(second.mu)


def test_it_counts_only_if_everybody_wants_it(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno", rated=False)
    end(database, match, begun(database, match, anna, bruno), 1, 2)
    assert games(database, anna, bruno) == [0, 0]


def test_nobody_gets_out_of_a_game_that_has_begun(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    table_id = begun(database, match, anna, bruno)
    Profiles(database).choose(bruno, rated=False).result()
    end(database, match, table_id, 1, 2)
    assert games(database, anna, bruno) == [1, 1]


def test_nobody_gets_into_a_game_that_has_begun(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno", rated=False)
    table_id = begun(database, match, anna, bruno)
    Profiles(database).choose(bruno, rated=True).result()
    end(database, match, table_id, 1, 2)
    assert games(database, anna, bruno) == [0, 0]


def test_it_is_settled_when_the_last_seat_is_taken(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno", rated=False)
    table_id = begun(database, match, anna, None)
    Profiles(database).choose(bruno, rated=True).result()
    Tables(database).seat(table_id, [seat(1, bruno)], TurnState(to_move=(0,))).result()
    end(database, match, table_id, 2, 1)
    assert games(database, anna, bruno) == [1, 1]


@pytest.mark.parametrize("wants", [True, False])
def test_it_is_settled_again_for_whoever_takes_a_seat_left_before_the_game(
    database: Database, match: Match, wants: bool
):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    carla = somebody(database, "Carla", rated=wants)
    waiting = Match(match.game, CommittedStream(bytes(32)))
    table_id = begun(database, waiting, anna, bruno)
    Tables(database).seat(table_id, [seat(1)], TurnState()).result()
    assert Ratings(database).at_table(table_id)[0] is None
    Tables(database).seat(table_id, [seat(1, carla)], TurnState()).result()
    assert Ratings(database).at_table(table_id)[0] is wants


def test_a_change_of_mind_after_the_last_seat_is_taken_is_too_late(
    database: Database, match: Match
):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    table_id = begun(database, Match(match.game, CommittedStream(bytes(32))), anna, bruno)
    Profiles(database).choose(bruno, rated=False).result()
    Tables(database).seat(table_id, [seat(1, bruno, entropy="a")], TurnState()).result()
    assert Ratings(database).at_table(table_id)[0] is True


def test_a_seat_that_is_left_during_the_game_changes_nothing(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    table_id = begun(database, match, anna, bruno)
    Tables(database).seat(
        table_id, [seat(1, substitute="resigned")], TurnState(to_move=(0,))
    ).result()
    assert Ratings(database).at_table(table_id)[0] is True


@pytest.mark.parametrize("other", ["bot", "the same person"])
def test_bots_and_two_seats_of_one_person_do_not_count(
    database: Database, match: Match, other: str
):
    anna = somebody(database, "Anna")
    second = seat(1, bot="greedy") if other == "bot" else seat(1, anna)
    end(database, match, Tables(database).create(match, [seat(0, anna), second]).result(), 1, 2)
    assert games(database, anna) == [0]


@pytest.mark.parametrize("why", ["timed_out", "resigned"])
def test_a_person_replaced_by_the_substitute_is_last(database: Database, match: Match, why: str):
    people = [somebody(database, name) for name in NAMES]
    table_id = begun(database, match, *people)
    Tables(database).seat(
        table_id, [seat(0, people[0], substitute=why)], TurnState(to_move=(1,))
    ).result()
    end(database, match, table_id, 1, 2, 3)  # the substitute won
    (left,), (best,), (other,) = (Ratings(database).of(person) for person in people)
    assert best.mu > other.mu > left.mu
    assert [one["rank"] for one in Profiles(database).history(people[0])[0].seats] == [1, 2, 3]


def test_who_got_the_seat_back_has_reached_the_place(database: Database, match: Match):
    people = [somebody(database, name) for name in NAMES[:2]]
    table_id = begun(database, match, *people)
    for substitute in ("timed_out", None):
        Tables(database).seat(
            table_id, [seat(0, people[0], substitute=substitute)], TurnState(to_move=(1,))
        ).result()
    end(database, match, table_id, 1, 2)
    (first,), (second,) = (Ratings(database).of(person) for person in people)
    assert first.mu > second.mu


def test_an_end_that_is_stored_twice_counts_once(database: Database, match: Match):
    people = [somebody(database, name) for name in NAMES[:2]]
    table_id = begun(database, match, *people)
    end(database, match, table_id, 1, 2)
    with pytest.raises(WrongSequence):
        end(database, match, table_id, 1, 2)
    assert games(database, *people) == [1, 1]


def test_without_the_last_step_there_is_no_rating(database: Database, match: Match):
    people = [somebody(database, name) for name in NAMES[:2]]
    table_id = begun(database, match, *people)
    twice = Tables(database).append(table_id, [*LAST, Step(0, None)], match.seq, OVER, ranks=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        twice.result()
    assert games(database, *people) == [0, 0]
    assert Tables(database).load(table_id).finished is None


def test_a_guest_brings_ratings_to_the_account(database: Database, match: Match):
    anna, bruno = somebody(database, "Anna"), somebody(database, "Bruno")
    EmailVerifications(database).open_link(
        EmailVerifications(database).begin(anna, "anna@example.org").result().token,
        session_of(database, anna),
    ).result()
    guest = somebody(database, "Anna")
    end(database, match, begun(database, match, guest, bruno), 1, 2)
    before = Ratings(database).of(guest)
    claim = EmailVerifications(database).begin(guest, "anna@example.org").result().token
    assert (
        EmailVerifications(database).open_link(claim, session_of(database, guest)).result()
        is not None
    )
    assert Ratings(database).of(anna) == before
    assert Ratings(database).of(guest) == []


def test_who_turns_out_to_be_the_other_one_is_not_rated(database: Database, match: Match):
    anna, guest = somebody(database, "Anna"), somebody(database, "Anna")
    table_id = begun(database, match, anna, guest)
    for person in (anna, guest):
        claim = EmailVerifications(database).begin(person, "anna@example.org").result().token
        EmailVerifications(database).open_link(claim, session_of(database, person)).result()
    end(database, match, table_id, 1, 2)
    assert games(database, anna) == [0]


def test_the_same_on_postgresql(postgres: PostgresServer, match: Match):
    database = Database(postgres.new_url())
    people = [somebody(database, name) for name in NAMES]
    end(database, match, begun(database, match, *people), 2, 1, 3)
    assert games(database, *people) == [1, 1, 1]
    database.close()
