"""What seats remember of a few cards that return to the deck, against a careful player."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from tests.support.careful import CarefulPlayer

from ducato.core.cards import move_card
from ducato.core.chance import new_rng
from ducato.core.memory.dealing import Work
from ducato.core.memory.journal import CARD, NUMBERS, note_move
from ducato.core.struct import EVERYBODY, NOBODY, UNKNOWN, Row, Struct, cards, field
from ducato.core.visibility import SPECTATOR, deal_playout, redact, resample

SEATS, NAMES = 3, "abcdef"
TABLE, DECK, HAND, ASIDE = 0, 1, 2, 5
SEES = (EVERYBODY, NOBODY, 0, 1, 2, 0, 1, 2)


class Returning(Struct):
    """Six cards on the table, in the deck, in hands and laid aside face down."""

    zone: Row = cards(
        NAMES,
        ["table", "deck", *(f"{zone}:{seat}" for zone in ("hand", "aside") for seat in range(3))],
        sees=SEES,
        remembered=True,
    )
    held: Row = field("i1", len(SEES))
    shown: Row = field("i1", len(NAMES))
    journal: Row = field("i1", 40, NUMBERS)
    noted: int = field("i2")
    reader: int = field("i1")
    dealing: Row = field("i1", len(Work), len(NAMES))


def begin(deck: int) -> Returning:
    state = Returning()
    for card in range(len(NAMES)):
        state.zone[card] = DECK if card < deck else TABLE
        state.held[state.zone[card]] += 1
    return state


def move(state: Returning, card: int, zone: int) -> None:
    note_move(state, card, zone, 0)
    move_card(state, card, zone)


def played(seed: int, kinds: str, steps: int) -> tuple[Returning, list[CarefulPlayer]]:
    """Move cards at random: draw, play, return, steal, lay aside (by first letters)."""
    choice = random.Random(seed)
    state = begin(choice.randint(3, len(NAMES)))
    watchers = [CarefulPlayer(seat, state) for seat in (*range(SEATS), SPECTATOR)]
    for _ in range(steps):
        before, kind, seat = state.copy(), choice.choice(kinds), choice.randrange(SEATS)
        source = {"d": (DECK,), "r": (TABLE,)}.get(kind, range(HAND, HAND + SEATS))
        lying = [card for card, zone in enumerate(state.zone) if zone in source]
        if not lying:
            continue
        card = choice.choice(lying)
        owner = state.zone[card] - HAND
        match kind:
            case "d":
                move(state, card, HAND + seat)
            case "r":
                move(state, card, DECK)
            case "p":
                move(state, card, TABLE)
            case "l":
                move(state, card, ASIDE + owner)
            case "s" if seat != owner:
                move(state, card, HAND + seat)
        for one in watchers:
            one.watch(before, state)
    return state, watchers


def worlds(state: Returning, seat: int) -> Iterator[list[int]]:
    seen = list(redact(state, seat).zone)
    hidden = [card for card, zone in enumerate(seen) if zone == UNKNOWN]
    for zones in set(permutations(state.zone[card] for card in hidden)):
        world = seen.copy()
        for card, zone in zip(hidden, zones, strict=True):
            world[card] = zone
        yield world


@pytest.mark.parametrize("kinds", ["dddprr", "dddplrr"])
def test_no_dealt_world_is_impossible(kinds: str):
    for seed in range(60):
        state, watchers = played(seed, kinds, 11)
        for one in watchers:
            rng = new_rng("memory", seed, one.seat)
            assert not one.contradicts(state)
            for _ in range(6):
                world = resample(state, one.seat, rng)
                assert redact(world, one.seat) == redact(state, one.seat)
                assert not one.contradicts(world), (seed, one.seat, list(world.zone))


def test_worlds_stay_possible_when_cards_change_hands():
    """Almost all: when several cards have moved unseen, limits of single hands are not enough."""
    wrong = 0
    for seed in range(80):
        state, watchers = played(seed, "dddpsrr", 9)
        for one in watchers:
            world = resample(state, one.seat, new_rng("thefts", seed, one.seat))
            wrong += one.contradicts(world)
    assert wrong == 0


def test_every_course_of_draws_is_equally_likely():
    deals, most = 600, 0
    for seed in range(6):
        state, watchers = played(seed, "ddr", 8)
        for one in watchers:
            ways = {tuple(world): one.courses(world) for world in worlds(state, one.seat)}
            ways = {world: n for world, n in ways.items() if n}
            rng, all_ways = new_rng("courses", seed, one.seat), sum(ways.values())
            found = Counter(tuple(resample(state, one.seat, rng).zone) for _ in range(deals))
            assert set(found) <= set(ways)
            expected = {world: deals * n / all_ways for world, n in ways.items()}
            chi_square = sum((found[w] - n) ** 2 / n for w, n in expected.items())
            freedom = len(ways) - 1
            assert chi_square < freedom + 6 * (2 * freedom) ** 0.5 + 10, (seed, one.seat)
            most = max(most, len(ways))
    assert most > 10


def test_a_card_put_back_is_not_in_a_hand_that_has_drawn_nothing_since():
    state = begin(4)
    move(state, 0, HAND)
    move(state, 1, HAND + 1)
    move(state, 0, DECK)
    places = {resample(state, 0, new_rng(n)).zone[0] for n in range(30)}
    assert places == {DECK}
    assert {resample(state, 2, new_rng(n)).zone[0] for n in range(60)} == {DECK, HAND + 1}
    move(state, 2, HAND + 1)
    assert {resample(state, 0, new_rng(n)).zone[0] for n in range(60)} == {DECK, HAND + 1}


def test_a_card_known_in_a_hand_stays_with_those_between_whom_one_moved_unseen():
    state = begin(6)
    for card, seat in ((0, 0), (0, 1), (1, 1), (2, 2)):
        move(state, card, HAND + seat)
    move(state, 1, HAND + 2)
    places = Counter(resample(state, 0, new_rng(n)).zone[0] for n in range(60))
    assert set(places) == {HAND + 1, HAND + 2}


def test_a_card_shown_in_a_hand_leaves_the_other_cards_of_the_hand_to_deal():
    state = begin(6)
    for card, zone in ((0, HAND + 1), (1, HAND + 1), (2, HAND), (2, DECK)):
        move(state, card, zone)
    state.shown[1] = 1
    worlds = [resample(state, 0, new_rng(n)).zone for n in range(60)]
    assert {world[1] for world in worlds} == {HAND + 1}
    assert {world[2] for world in worlds} == {DECK}


def test_the_oldest_moves_are_forgotten_when_there_are_too_many():
    state = begin(4)
    move(state, 3, HAND + 2)
    for _ in range(60):
        move(state, 0, HAND)
        move(state, 1, HAND + 1)
        move(state, 0, DECK)
        move(state, 1, DECK)
    move(state, 2, HAND)
    assert 0 < state.noted <= len(state.row("journal"))
    assert {resample(state, 0, new_rng(n)).zone[0] for n in range(60)} == {DECK}
    assert {resample(state, 2, new_rng(n)).zone[3] for n in range(9)} == {HAND + 2}


def test_a_redacted_journal_names_only_cards_that_the_reader_saw_move():
    state = begin(6)
    for card, zone in ((0, HAND), (1, HAND + 1), (0, HAND + 1), (2, HAND + 2), (2, TABLE)):
        move(state, card, zone)
    for seat, named in ((0, {0, 2}), (1, {0, 1, 2}), (2, {2}), (SPECTATOR, {2})):
        seen = redact(state, seat)
        assert set(seen.row("journal")[: seen.noted, CARD]) - {UNKNOWN} == named
    assert not redact(redact(state, 0), 1).row("journal").any()


def test_nothing_is_noted_in_a_world_that_is_only_played_out():
    state = begin(4)
    move(state, 0, HAND)
    world = redact(state, 1)
    deal_playout(world, new_rng(1))
    assert UNKNOWN not in list(world.zone)
    move(world, world.zone.tolist().index(DECK), HAND)
    assert world.noted == state.noted == 1
