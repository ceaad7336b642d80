"""The two rows of cards and their decks [builders 2.1, 2.3, 2.6, 4.4, 4.5, 8.9, 8.10]."""

from __future__ import annotations

from ducato.core.cards import move_card, nth_card
from ducato.core.verbs import rule

from ..state import FIRST_CONSTRUCTION, MATERIAL_COUNT, Edition, EmptyDeck, Phase, State, Zone


@rule
def lay_in_row(state: State, card: int, row: int, spot: int) -> None:
    """Put a card into a row at the position `spot`."""
    move_card(state, card, row)
    state.spot[card] = spot


@rule
def leave_row(state: State, card: int, zone: int) -> int:
    """Move a card from a row to a zone; return the position that becomes free."""
    spot = state.spot[card]
    state.spot[card] = 0
    move_card(state, card, zone)
    return spot


@rule
def lay_card(
    state: State, edition: Edition, outcome: int, deck: int, following: int, row: int
) -> bool:
    """Lay a card from the deck in the row or, if that is full, face up on the deck.

    Args:
        state: the state, changed in place.
        edition: the edition of the game.
        outcome: the number of the card among those in the deck.
        deck: the zone of the deck.
        following: the zone of the open card on the deck.
        row: the zone of the row.

    Returns:
        whether the row and, if the edition has one, the open card are complete.
    """
    card = nth_card(state.zone, deck, outcome)
    if state.held[row] < edition.row_size:
        lay_in_row(state, card, row, state.held[row])
    else:
        move_card(state, card, following)
    return state.held[row] == edition.row_size and state.held[following] == edition.show_next_card


@rule
def close_gap(
    state: State, edition: Edition, spot: int, deck: int, following: int, row: int, draw: int
) -> None:
    """Fill the gap at `spot` with the open card on the deck, if any [builders 4.4, 4.5].

    Unless the deck is empty, go on to the phase `draw`, in which chance draws the next open card,
    or the card for the gap if the edition shows no next card. A gap that no card can fill stays
    and, with `LAST_ROUND`, makes this round the last one [builders 8.9].
    """
    if edition.show_next_card and state.held[following] > 0:
        lay_in_row(state, nth_card(state.zone, following, 0), row, spot)
    elif edition.show_next_card or state.held[deck] == 0:
        if edition.empty_deck == EmptyDeck.LAST_ROUND and state.trigger < 0:
            state.trigger = state.active
            state.exhausted = 1
    if state.held[deck] > 0:
        state.gap = spot
        state.phase = draw


@rule
def draw_card(
    state: State, edition: Edition, outcome: int, deck: int, following: int, row: int
) -> None:
    """Turn up the next card of a deck, or fill the gap with it if none is shown [builders 8.10]."""
    card = nth_card(state.zone, deck, outcome)
    if edition.show_next_card:
        move_card(state, card, following)
    else:
        lay_in_row(state, card, row, state.gap)
    state.gap = -1
    state.phase = Phase.ACT


@rule
def open_site(state: State, edition: Edition, site: int) -> None:
    """Spend one action to take a building or machine from the row as a site [builders 4.4]."""
    card = FIRST_CONSTRUCTION + site
    spot = leave_row(state, card, Zone.SITE + state.active)
    for material in range(MATERIAL_COUNT):
        state.need[site, material] = edition.materials[site, material]
    state.actions -= 1
    close_gap(
        state,
        edition,
        spot,
        Zone.BUILDING_DECK,
        Zone.NEXT_BUILDING,
        Zone.BUILDING_ROW,
        Phase.DRAW_BUILDING,
    )


@rule
def recruit(state: State, edition: Edition, worker: int) -> None:
    """Spend one action to take a worker from the row into the free crew [builders 4.5]."""
    spot = leave_row(state, worker, Zone.CREW + state.active)
    state.actions -= 1
    close_gap(
        state,
        edition,
        spot,
        Zone.WORKER_DECK,
        Zone.NEXT_WORKER,
        Zone.WORKER_ROW,
        Phase.DRAW_WORKER,
    )
