"""Who is brought together: never twice, ever further away, and nobody for ever alone."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ducato.server.subjects.matchmaking.opponents import (
    ANYBODY_AFTER,
    FIRST_DISTANCE,
    Waiting,
    accepted_distance,
    matched,
)
from ducato.server.subjects.moderation.blocks import Pair

NOW = 1_000_000
PLAYERS = st.integers(2, 5)
PEOPLE = st.lists(st.tuples(st.floats(0, 3000), st.integers(NOW - 100_000, NOW)), max_size=14).map(
    lambda them: [waiting(number, *one) for number, one in enumerate(them)]
)


def waiting(number: int, points: float = 1500, since: int = NOW) -> Waiting:
    return Waiting(f"p{number}", f"Player {number}", points, since)


def pair(one: int, other: int) -> Pair:
    return frozenset((f"p{one}", f"p{other}"))


PAIRS = st.sets(st.tuples(st.integers(0, 13), st.integers(0, 13)).map(lambda two: pair(*two)))


@given(PEOPLE, PLAYERS, PAIRS, PAIRS)
@settings(max_examples=200)
def test_every_table_is_full_and_nobody_sits_twice(
    people: list[Waiting], players: int, recent: set[Pair], blocked: set[Pair]
):
    tables = matched(people, players, NOW, recent=recent, blocked=blocked)
    seated = [one.person for table in tables for one in table]
    assert len(seated) == len(set(seated))
    assert all(len(table) == players for table in tables)
    for table in tables:
        for one, other in combinations(table, 2):
            assert frozenset((one.person, other.person)) not in blocked


@given(PEOPLE, PLAYERS)
@settings(max_examples=200)
def test_ratings_differ_no_more_than_the_longest_wait_accepts(people: list[Waiting], players: int):
    for table in matched(people, players, NOW):
        reach = max(accepted_distance((NOW - one.since) / 1000) for one in table)
        points = [one.points for one in table]
        assert max(points) - min(points) <= reach


@given(PEOPLE, PLAYERS, PAIRS)
@settings(max_examples=200)
def test_nobody_waits_for_ever_where_enough_wait(
    people: list[Waiting], players: int, recent: set[Pair]
):
    later = NOW + round(ANYBODY_AFTER * 1000)
    tables = matched(people, players, later, recent=recent)
    assert len(tables) == len(people) // players


@given(st.lists(st.floats(0, 200), min_size=2))
def test_the_accepted_distance_grows(waits: list[float]):
    distances = [accepted_distance(waited) for waited in sorted(waits)]
    assert all(one <= other for one, other in pairwise(distances))
    assert distances[0] >= FIRST_DISTANCE


def test_in_the_end_anybody_is_accepted():
    assert accepted_distance(ANYBODY_AFTER) == math.inf
    far = [waiting(0, 0), waiting(1, 3000)]
    assert matched(far, 2, NOW) == []
    assert matched(far, 2, NOW + 60_000) == [far]


def test_the_nearest_rating_is_chosen():
    one, near, far = waiting(0, 1500, NOW - 2), waiting(1, 1520, NOW), waiting(2, 1600, NOW - 1)
    assert matched([far, near, one], 2, NOW) == [[one, near]]


def test_recent_opponents_are_avoided_where_others_wait():
    one, known, new = waiting(0, since=NOW - 1), waiting(1), waiting(2, 1600)
    recent = {pair(0, 1)}
    assert matched([one, known, new], 2, NOW, recent=recent) == [[one, new]]
    assert matched([one, known], 2, NOW, recent=recent) == [[one, known]]


@pytest.mark.parametrize("players", [2, 3])
def test_who_is_blocked_does_not_keep_others_waiting(players: int):
    people = [waiting(number, since=NOW - 10 + number) for number in range(players + 1)]
    (table,) = matched(people, players, NOW, blocked={pair(0, 1)})
    assert people[0] in table
    assert people[1] not in table
