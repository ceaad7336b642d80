"""Ranges of values, as ``ducato lab sweep`` reads them."""

from __future__ import annotations

import pytest
from tests.planted import GAME

from ducato.core.errors import BadValue, UnknownName
from ducato.lab.studies.value_ranges import MOST, grid, values_of


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("3", [3]),
        ("1..4", [1, 2, 3, 4]),
        ("1..8..3", [1, 4, 7]),
        ("1,5,2..3", [1, 5, 2, 3]),
        ("20..20", [20]),
    ],
)
def test_a_range_is_a_list_of_numbers(given: str, expected: list[int]):
    assert values_of(GAME, "rounds", given) == expected


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "a whole number from 1 to 20"),
        ("0..4", "a whole number from 1 to 20"),
        ("1..21", "a whole number from 1 to 20"),
        ("4..1", "the lower number first"),
        ("1..4..0", "a step of 1 or more"),
        ("1..4..x", "a step of 1 or more"),
        ("a..b", "a whole number from 1 to 20"),
        ("*", "a range such as 1..9"),
    ],
)
def test_an_impossible_range_is_refused_with_what_would_be_right(given: str, why: str):
    with pytest.raises(BadValue, match=why):
        values_of(GAME, "rounds", given)


def test_an_unknown_option_is_refused_with_those_that_exist():
    with pytest.raises(UnknownName, match="rich_seat"):
        values_of(GAME, "seats", "1..2")


def test_a_grid_is_every_combination():
    found = grid(GAME, {"rounds": "1..2", "strong": "0,3"})
    assert found == [
        {"rounds": 1, "strong": 0},
        {"rounds": 1, "strong": 3},
        {"rounds": 2, "strong": 0},
        {"rounds": 2, "strong": 3},
    ]


def test_a_grid_that_would_take_for_ever_is_refused():
    with pytest.raises(BadValue, match=f"at most {MOST}"):
        grid(GAME, {"rounds": "1..20", "seat_bonus": "0..20", "strong": "0..9"})
