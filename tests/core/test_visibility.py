"""Secrecy on a record of a few cards: what is blanked, and that the rest is dealt again evenly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from ducato.core.chance import new_rng
from ducato.core.record import EVERYBODY, NOBODY, UNKNOWN, Record, Row, cards, field
from ducato.core.visibility import SPECTATOR, redact, resample

DECK, LEFT, RIGHT, TABLE = range(4)


class Deal(Record):
    """Five cards in a deck, two hands and on the table; and two dice under cups, seat 0's."""

    gold: int = field("i1")
    place: Row = cards(
        "abcde", ["deck", "left", "right", "table"], held="held", shown="shown",
        sees=(NOBODY, 0, 1, EVERYBODY),
    )  # fmt: skip
    held: Row = field("i1", 4)
    shown: Row = field("i1", 5)
    die: Row = cards("xy", ["cup", "out"], held="cups", shown="peeked", sees=(0, EVERYBODY))
    cups: Row = field("i1", 2)
    peeked: Row = field("i1", 2)


def deal(*places: int, shown: tuple[int, ...] = (0,) * 5) -> Deal:
    record = Deal()
    record.gold = 7
    record.row("place")[:] = places
    record.row("shown")[:] = shown
    for where in range(4):
        record.held[where] = places.count(where)
    record.cups[0] = 1
    record.die[1] = 1
    record.cups[1] = 1
    return record


USUAL = (DECK, DECK, LEFT, RIGHT, TABLE)


@pytest.mark.parametrize(
    ("seat", "seen"),
    [
        (0, [UNKNOWN, UNKNOWN, LEFT, UNKNOWN, TABLE]),
        (1, [UNKNOWN, UNKNOWN, UNKNOWN, RIGHT, TABLE]),
        (SPECTATOR, [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, TABLE]),
    ],
)
def test_a_seat_sees_its_own_hand_and_the_table(seat: int, seen: list[int]):
    record = deal(*USUAL)
    redacted = redact(record, seat)
    assert list(redacted.place) == seen
    assert list(redacted.held) == [2, 1, 1, 1]
    assert redacted.gold == 7
    assert record == deal(*USUAL)


def test_a_shown_card_is_seen_by_those_it_was_shown_to():
    record = deal(*USUAL, shown=(0b10, 0, 0b10, 0b01, 0))
    assert list(redact(record, 0).place) == [UNKNOWN, UNKNOWN, LEFT, RIGHT, TABLE]
    assert list(redact(record, 1).place) == [DECK, UNKNOWN, LEFT, RIGHT, TABLE]
    assert list(redact(record, SPECTATOR).place) == [UNKNOWN] * 4 + [TABLE]


def test_who_knows_a_hidden_card_is_hidden_too():
    """Else seat 0 would see that seat 1 knows the first card of the deck."""
    record = deal(*USUAL, shown=(0b10, 0, 0, 0, 0))
    assert redact(record, 0) == redact(deal(*USUAL), 0)


def test_the_owner_learns_who_was_shown_his_card():
    record = deal(*USUAL, shown=(0, 0, 0b10, 0, 0))
    assert list(redact(record, 0).shown) == [0, 0, 0b10, 0, 0]


def test_every_kind_of_cards_is_blanked():
    record = deal(*USUAL)
    assert list(redact(record, 0).die) == [0, 1]
    assert list(redact(record, 1).die) == [UNKNOWN, 1]


def test_redacting_twice_changes_nothing():
    for seat in (0, 1, SPECTATOR):
        once = redact(deal(*USUAL), seat)
        assert redact(once, seat) == once


def test_worlds_have_the_same_view_and_their_counts():
    rng = new_rng("worlds")
    record = deal(*USUAL, shown=(0, 0b01, 0, 0, 0))
    for seat in (0, 1, SPECTATOR):
        for _ in range(50):
            world = resample(record, seat, rng)
            assert redact(world, seat) == redact(record, seat)
            assert sorted(world.place) == sorted(USUAL)


def test_a_known_card_stays_where_it_is():
    rng = new_rng("known")
    record = deal(*USUAL, shown=(0b01, 0, 0, 0, 0))
    worlds = {tuple(resample(record, 0, rng).place) for _ in range(60)}
    assert worlds == {(DECK, DECK, LEFT, RIGHT, TABLE), (DECK, RIGHT, LEFT, DECK, TABLE)}


@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_all_worlds_are_equally_likely(seat: int):
    rng, record, times = new_rng("even", seat), deal(*USUAL), 6000
    hidden = [c for c in range(5) if redact(record, seat).place[c] == UNKNOWN]
    possible = set()
    for order in permutations([USUAL[c] for c in hidden]):
        world = list(USUAL)
        for card, place in zip(hidden, order, strict=True):
            world[card] = place
        possible.add(tuple(world))
    seen = Counter(tuple(resample(record, seat, rng).place) for _ in range(times))
    assert set(seen) == possible
    expected = times / len(possible)
    statistic = sum((n - expected) ** 2 / expected for n in seen.values())
    assert statistic < {3: 21, 12: 43}[len(possible)]  # once in 30,000 times


def test_a_redacted_state_can_be_dealt_from():
    """A bot gets nothing else."""
    rng = new_rng("again")
    for seat in (0, 1):
        seen = redact(deal(*USUAL), seat)
        world = resample(seen, seat, rng)
        assert sorted(world.place) == sorted(USUAL)
        assert redact(world, seat) == seen


def test_the_same_generator_deals_the_same_world():
    record = deal(*USUAL)
    assert resample(record, 0, new_rng(3)) == resample(record, 0, new_rng(3))
