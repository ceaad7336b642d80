"""What is remembered of the cards that come back with the new draw pile [magnate 5.1]."""

from __future__ import annotations

from ducato.core.chance import below, new_rng
from ducato.core.game import load
from ducato.core.position import Position
from ducato.core.visibility import SPECTATOR, resample
from ducato.games.magnate.state import Zone


def cards_in(state, zone: int) -> set[int]:
    return {card for card, where in enumerate(state.zone) if where == zone}


def reshuffled(seed: int, **options: bool) -> tuple[Position, set[int]]:
    """Play at random up to the first reshuffle; return also what seat 0 has sold until then."""
    position, rng = load("magnate", 2, **options).new_initial_state(), new_rng("pile", seed)
    sold = set[int]()
    while position.state.reshuffled == 0:
        sold = cards_in(position.state, Zone.SOLD)
        choices = position.legal_actions() or [o for o, _ in position.chance_outcomes()]
        position.apply_action(choices[below(rng, len(choices))])
    return position, sold


def test_what_a_seat_sold_face_down_is_in_no_hand_that_has_drawn_nothing_since():
    """A card sold face down is known to who sold it [magnate 8.13]."""
    rng = new_rng("sold")
    for seed in range(3):
        position, sold = reshuffled(seed, closed_discards=True)
        assert sold
        for _ in range(10):
            world = resample(position.state, 0, rng)
            assert not sold & cards_in(world, Zone.HAND + 1)


def test_spectators_know_which_cards_both_hands_have_together():
    rng, worlds = new_rng("hands"), set()
    position, _ = reshuffled(1)
    hands = cards_in(position.state, Zone.HAND) | cards_in(position.state, Zone.HAND + 1)
    for _ in range(10):
        world = resample(position.state, SPECTATOR, rng)
        assert cards_in(world, Zone.HAND) | cards_in(world, Zone.HAND + 1) == hands
        worlds.add(tuple(world.zone))
    assert len(worlds) > 1
