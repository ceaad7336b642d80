"""Secrecy on a record of a few cards: what is blanked, and that the rest is dealt again evenly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from ducato.core.chance import new_rng
from ducato.core.struct import EVERYBODY, NOBODY, UNKNOWN, Row, Struct, cards, field
from ducato.core.visibility import SPECTATOR, redact, resample

DECK, LEFT, RIGHT, TABLE = range(4)


class Deal(Struct):
    """Five cards in a deck, two hands and on the table; and two dice under cups, seat 0's."""

    gold: int = field("i1")
    zone: Row = cards(
        "abcde", ["deck", "left", "right", "table"], held="held", shown="shown",
        sees=(NOBODY, 0, 1, EVERYBODY),
    )  # fmt: skip
    held: Row = field("i1", 4)
    shown: Row = field("i1", 5)
    die: Row = cards("xy", ["cup", "out"], held="cups", shown="peeked", sees=(0, EVERYBODY))
    cups: Row = field("i1", 2)
    peeked: Row = field("i1", 2)


def deal(*zones: int, shown: tuple[int, ...] = (0,) * 5) -> Deal:
    record = Deal()
    record.gold = 7
    record.row("zone")[:] = zones
    record.row("shown")[:] = shown
    for where in range(4):
        record.held[where] = zones.count(where)
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
    assert list(redacted.zone) == seen
    assert list(redacted.held) == [2, 1, 1, 1]
    assert redacted.gold == 7
    assert record == deal(*USUAL)


def test_a_shown_card_is_seen_by_those_it_was_shown_to():
    record = deal(*USUAL, shown=(0b10, 0, 0b10, 0b01, 0))
    assert list(redact(record, 0).zone) == [UNKNOWN, UNKNOWN, LEFT, RIGHT, TABLE]
    assert list(redact(record, 1).zone) == [DECK, UNKNOWN, LEFT, RIGHT, TABLE]
    assert list(redact(record, SPECTATOR).zone) == [UNKNOWN] * 4 + [TABLE]


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
            assert sorted(world.zone) == sorted(USUAL)


def test_a_known_card_stays_where_it_is():
    rng = new_rng("known")
    record = deal(*USUAL, shown=(0b01, 0, 0, 0, 0))
    worlds = {tuple(resample(record, 0, rng).zone) for _ in range(60)}
    assert worlds == {(DECK, DECK, LEFT, RIGHT, TABLE), (DECK, RIGHT, LEFT, DECK, TABLE)}


@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_all_worlds_are_equally_likely(seat: int):
    rng, record, times = new_rng("even", seat), deal(*USUAL), 6000
    hidden = [c for c in range(5) if redact(record, seat).zone[c] == UNKNOWN]
    possible = set()
    for order in permutations([USUAL[c] for c in hidden]):
        world = list(USUAL)
        for card, zone in zip(hidden, order, strict=True):
            world[card] = zone
        possible.add(tuple(world))
    seen = Counter(tuple(resample(record, seat, rng).zone) for _ in range(times))
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
        assert sorted(world.zone) == sorted(USUAL)
        assert redact(world, seat) == seen


def test_the_same_generator_deals_the_same_world():
    record = deal(*USUAL)
    assert resample(record, 0, new_rng(3)) == resample(record, 0, new_rng(3))


class Eras(Struct):
    """Five cards in a deck and two hands; "d" and "e" are known to have come later."""

    zone: Row = cards(
        "abcde", ["deck", "left", "right", "table"], held="held", shown="shown",
        sees=(NOBODY, 0, 1, EVERYBODY), classes=("era",),
    )  # fmt: skip
    held: Row = field("i1", 2, 4)
    shown: Row = field("i1", 5)
    era: Row = field("i1", 5)


def test_public_classes_are_dealt_among_themselves():
    record, rng = Eras(), new_rng("eras")
    record.row("zone")[:] = (DECK, LEFT, RIGHT, RIGHT, DECK)
    record.row("era")[:] = (0, 0, 0, 1, 1)
    for card, zone in enumerate(record.zone):
        record.held[record.era[card], zone] += 1
    for seat in (0, 1, SPECTATOR):
        assert list(redact(record, seat).era) == [0, 0, 0, 1, 1]
        for _ in range(20):
            assert redact(resample(record, seat, rng), seat) == redact(record, seat)
    worlds = {tuple(resample(record, 0, rng).zone) for _ in range(100)}
    early = {(DECK, LEFT, RIGHT), (RIGHT, LEFT, DECK)}
    late = {(RIGHT, DECK), (DECK, RIGHT)}
    assert worlds == {(*one, *other) for one in early for other in late}


class Passed(Struct):
    """Four cards in a deck and three hands; each seat has a row of what it knows of them."""

    zone: Row = cards(
        "abcd", ["deck", "first", "second", "third"], held="held", shown="shown",
        sees=(NOBODY, 0, 1, 2), classes=("card_class", "zone_class"),
    )  # fmt: skip
    held: Row = field("i1", 4)
    shown: Row = field("i1", 4)
    card_class: Row = field("i1", 4, 4)
    zone_class: Row = field("i1", 4, 4)


def test_a_seat_deals_by_its_own_classes_and_sees_no_others():
    """The third seat saw "a" and "b" before they were taken, the second one "a" alone."""
    record, rng = Passed(), new_rng("passed")
    record.row("zone")[:] = (1, 2, 3, 0)
    record.row("held")[:] = 1
    record.row("card_class")[1:3] = [[1, 0, 0, 0], [1, 1, 0, 0]]
    record.row("zone_class")[1:3] = [[0, 1, 0, 0], [0, 1, 1, 0]]
    seen = redact(record, 2)
    assert seen.row("card_class").tolist() == [[0] * 4, [0] * 4, [1, 1, 0, 0], [0] * 4]
    assert not redact(record, SPECTATOR).row("zone_class").any()
    worlds = {tuple(resample(record, 2, rng).zone) for _ in range(50)}
    assert worlds == {(1, 2, 3, 0), (2, 1, 3, 0)}
    worlds = {tuple(resample(record, 1, rng).zone) for _ in range(50)}
    assert worlds == {(1, 2, 3, 0), (1, 2, 0, 3)}
    assert len({tuple(resample(record, SPECTATOR, rng).zone) for _ in range(500)}) == 24
