"""What a player knew of a hand is unknown after a card left it unseen [manifest-destiny 6.9, 11.1].

Looked at across steps: what a seat sees before and after, not only inside one position.
"""

from __future__ import annotations

from collections import Counter

import pytest

from ducato.core.chance import below, new_rng
from ducato.core.game import load
from ducato.core.struct import UNKNOWN
from ducato.core.visibility import SPECTATOR, redact, resample
from ducato.games.manifest_destiny.rules.cards.deck import clear_table
from ducato.games.manifest_destiny.state.tables import CARD_IDS, UNSURE, Phase, Stage, Zone

from .conservation import conserved
from .manifest_table import Table


def number(card: str) -> int:
    return CARD_IDS.index(card)


def seen(table: Table, seat: int) -> bytes:
    """Return all that a seat can see."""
    return redact(table.state, seat).tobytes()


def spied(*kept: str, **options: str) -> Table:
    """Seat 0 has stolen King Cotton from seat 1, and holds these cards too."""
    t = Table(**options).give(0, "storytelling").hand(1, "king-cotton").hand(0, "spy", *kept)
    t.do("card:spy", "player:2").unanswered().do(0)
    assert t.where("king-cotton") == Zone.HAND
    return t


def zone_for(table: Table, seat: int, card: str) -> int:
    return int(redact(table.state, seat).zone[number(card)])


def test_the_victim_of_spy_knows_what_was_taken():
    """[manifest-destiny 11.1]."""
    t = spied("congress")
    assert zone_for(t, 1, "king-cotton") == Zone.HAND
    assert zone_for(t, 2, "king-cotton") == UNKNOWN


@pytest.mark.parametrize("reader", [1, 2, 3, 4, SPECTATOR])
def test_nobody_can_tell_which_card_was_discarded_face_down(reader):
    """Not even who knew one of them [manifest-destiny 6.9]."""
    ways = []
    for card in ("king-cotton", "congress"):
        t = spied("congress")
        t.do("discard", f"card:{card}")
        ways.append(seen(t, reader))
    assert ways[0] == ways[1]


def test_who_discards_knows_it():
    """[manifest-destiny 6.9]."""
    t = spied("congress").do("discard", "card:king-cotton")
    assert zone_for(t, 0, "king-cotton") == Zone.DISCARDED
    assert zone_for(t, 0, "congress") == Zone.HAND


def test_the_only_card_of_a_hand_is_known_where_it_goes():
    """What follows publicly stays known [manifest-destiny 6.9]."""
    t = spied().do("discard", "card:king-cotton")
    assert zone_for(t, 1, "king-cotton") == Zone.DISCARDED
    assert zone_for(t, 2, "king-cotton") == UNKNOWN


def test_a_further_theft_hides_what_an_earlier_one_showed():
    """[manifest-destiny 11.1]."""
    """Seat 2 steals from seat 0 what seat 0 stole from seat 1, or another card."""
    ways = {reader: set() for reader in (1, 3, SPECTATOR)}
    for outcome in (0, 1):
        t = spied("congress", "monroe-doctrine").put("spy", Zone.HAND + 2)
        t.state.active = t.state.chooser = 2
        t.state.part, t.state.immune[0] = 2, 0
        t.do("card:spy", "player:1").unanswered()
        assert t.phase == Phase.STEAL
        t.do(outcome)
        for reader, different in ways.items():
            different.add(seen(t, reader))
        known = [c for c in range(64) if redact(t.state, 2).zone[c] == Zone.HAND]
        assert not known  # the thief knew none of them before
    assert {reader: len(different) for reader, different in ways.items()} == {
        1: 1,
        3: 1,
        SPECTATOR: 1,
    }


def test_the_thief_still_knows_what_is_left():
    """[manifest-destiny 11.1]."""
    """The thief sees which card is taken, so the other one is where it was."""
    t = Table().hand(1, "king-cotton", "congress").hand(0, "spy")
    t.state.shown[number("king-cotton")] = 1  # seat 0 knows it
    t.do("card:spy", "player:2").unanswered()
    held = sorted((number("king-cotton"), number("congress")))
    t.do(held.index(number("congress")))
    assert zone_for(t, 0, "king-cotton") == Zone.HAND + 1
    assert zone_for(t, 1, "congress") == Zone.HAND


@pytest.mark.option("card_backs")
def test_cards_of_another_deck_stay_known():
    """If the backs tell of which era's deck the moved card was (A59) [manifest-destiny 16.1]."""
    for backs, known in (("eras", Zone.HAND), ("alike", UNKNOWN)):
        t = spied("congress", "samuel-morse", card_backs=backs)
        t.put("black-gold", Zone.HAND)  # of the second deck
        t.do("discard", "card:black-gold")
        assert zone_for(t, 1, "king-cotton") == known


@pytest.mark.parametrize(("backs", "ways"), [("alike", 1), ("eras", 2)])
def test_from_which_deck_a_card_was_is_seen_by_its_back_only(backs, ways):
    """A59: of a hand from two decks one card is discarded [manifest-destiny 16.1]."""
    seen_by = {reader: set() for reader in (1, 2, SPECTATOR)}
    for card in ("congress", "black-gold"):
        t = Table(card_backs=backs).give(0, "storytelling").hand(0, "congress", "black-gold")
        t.do("discard", f"card:{card}")
        for reader, different in seen_by.items():
            different.add(seen(t, reader))
    assert [len(different) for different in seen_by.values()] == [ways] * 3


def test_cards_that_are_not_told_apart_are_dealt_evenly():
    """Three cards of one deck and one of another, of which one was stolen
    [manifest-destiny 16.1].
    """
    first = ("congress", "king-cotton", "samuel-morse")
    t = Table().hand(1, *first, "black-gold").hand(0, "spy")
    for number_ in range(64):  # nothing else is hidden
        if t.state.zone[number_] == Zone.DECK:
            t.put(CARD_IDS[number_], Zone.GONE)
    t.do("card:spy", "player:2").unanswered().do(0)
    rng, found = new_rng("evenly"), Counter()
    for _ in range(2000):
        world = resample(t.state, 2, rng)
        taken = [card for card in range(64) if world.zone[card] == Zone.HAND]
        assert len(taken) == 1
        found[CARD_IDS[taken[0]]] += 1
    assert sorted(found) == sorted([*first, "black-gold"])
    assert all(400 < n < 600 for n in found.values()), found


def test_a_played_card_is_of_a_deck_again():
    """Once it lies open everybody knows what it is [manifest-destiny 6.1]."""
    t = Table().give(0, "storytelling").hand(0, "congress", "black-gold", "king-cotton")
    t.do("discard", "card:black-gold")
    assert t.state.held[UNSURE, Zone.HAND] == 2
    t.do("card:congress").unanswered()
    assert t.state.held[0, Zone.TABLE] == 1
    assert conserved(t.state, t.state, t.edition, 0, 0) or t.phase == Phase.DRAW


def test_of_cards_that_lie_open_nothing_is_noted():
    """Everybody has seen where they came from [manifest-destiny 5.3]."""
    t = Table().hand(0, "congress").do("card:congress").unanswered()
    noted = int(t.state.noted)
    clear_table(t.state, t.edition)
    assert t.where("congress") < Zone.TABLE
    assert t.state.noted == noted > 0


def test_worlds_are_dealt_in_which_either_card_was_discarded():
    """Resampling follows what is known [manifest-destiny 6.9]."""
    t, rng = spied("congress").do("discard", "card:king-cotton"), new_rng("worlds")
    zones = {int(resample(t.state, 1, rng).zone[number("king-cotton")]) for _ in range(200)}
    assert {int(Zone.DISCARDED), int(Zone.HAND)} <= zones


def test_everybody_still_has_the_first_card_that_all_were_dealt():
    """A Destiny card of Era 1, before the deck was complete [manifest-destiny 2.3]."""
    position, rng = load("manifest-destiny", 5).new_initial_state(), new_rng("first cards")
    first = {card for card, zone in enumerate(position.state.zone) if zone == Zone.DECK}
    while position.is_chance_node():
        position.apply_action(below(rng, len(position.chance_outcomes())))
    for _ in range(20):
        world = resample(position.state, 0, rng)
        hands = {world.zone[card] for card in first}
        assert hands >= {Zone.HAND + seat for seat in range(5)}


def test_a_card_put_back_by_think_tank_is_in_no_older_hand():
    """[manifest-destiny 7.3]."""
    t = Table(stage=Stage.INVESTMENT).hand(1, "congress", "king-cotton", "spy")
    t.give(0, "think-tank").tokens(0, 1).do("purchase:card", 3)
    back = next(card for card in range(64) if t.state.zone[card] == Zone.FRESH)
    t.do("answer:yes", 0)
    rng = new_rng("put back")
    assert {resample(t.state, 0, rng).zone[back] for _ in range(60)} == {Zone.DECK}
    assert {resample(t.state, 2, rng).zone[back] for _ in range(200)} > {Zone.HAND, Zone.DECK}
