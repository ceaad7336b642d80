"""The setup: decks, coins, rows, the starting seat, apprentices [builders 2, 8.16]."""

from __future__ import annotations

from ducato.core.cards import move_card, nth_card
from ducato.core.verbs import rule

from ..state import (
    APPRENTICES,
    CARDS,
    COINS,
    CREW,
    WORKERS,
    Apprentices,
    Edition,
    Phase,
    State,
    UndealtApprentices,
    Zone,
)
from .market import lay_card
from .money import earn
from .turn import begin_turn


@rule
def setup(state: State, edition: Edition) -> None:
    """Sort the cards into decks and apprentices, and pay the starting coins [builders 2]."""
    state.held[Zone.BOX] = CARDS
    for card in range(CARDS):
        if card < APPRENTICES:
            move_card(state, card, Zone.APPRENTICES)
        elif card < WORKERS:
            move_card(state, card, Zone.WORKER_DECK)
        else:
            move_card(state, card, Zone.BUILDING_DECK)
    for crew in range(CREW):
        state.working[crew] = -1
    state.sender = -1
    state.trigger = -1
    state.gap = -1
    state.bank = COINS if edition.bank_limit else 0
    for seat in range(edition.players):
        earn(state, edition, seat, edition.start_coins)
    state.phase = Phase.LAY_BUILDINGS


@rule
def lay_building(state: State, edition: Edition, outcome: int) -> None:
    """Lay a building in the row or face up on the deck [builders 2.1, 2.6].

    After the last one, chance chooses the starting seat.
    """
    if lay_card(state, edition, outcome, Zone.BUILDING_DECK, Zone.NEXT_BUILDING, Zone.BUILDING_ROW):
        state.phase = Phase.CHOOSE_FIRST


@rule
def choose_first(state: State, edition: Edition, seat: int) -> None:
    """Set the starting seat, which is also the first to get an apprentice [builders 2.5]."""
    state.first = seat
    state.active = seat
    next_apprentice(state, edition)


@rule
def next_apprentice(state: State, edition: Edition) -> None:
    """Go on to the next seat that gets an apprentice, or to laying the workers [builders 2.2].

    In the latter case the remaining apprentices go into the workers' deck, or out of the game
    [builders 8.16].
    """
    dealt = APPRENTICES - state.held[Zone.APPRENTICES]
    if dealt < edition.players * edition.start_apprentices:
        state.active = (state.first + dealt) % edition.players
        drafted = edition.apprentices == Apprentices.DRAFTED
        state.phase = Phase.DRAFT if drafted else Phase.DEAL_APPRENTICES
        return
    removed = edition.undealt_apprentices == UndealtApprentices.REMOVED
    rest = Zone.BOX if removed else Zone.WORKER_DECK
    for card in range(APPRENTICES):
        if state.zone[card] == Zone.APPRENTICES:
            move_card(state, card, rest)
    state.active = state.first
    state.phase = Phase.LAY_WORKERS


@rule
def deal_apprentice(state: State, edition: Edition, outcome: int) -> None:
    draft_apprentice(state, edition, nth_card(state.zone, Zone.APPRENTICES, outcome))


@rule
def draft_apprentice(state: State, edition: Edition, card: int) -> None:
    """Add an apprentice to the active seat's crew, then go on to the next [builders 2.2]."""
    move_card(state, card, Zone.CREW + state.active)
    next_apprentice(state, edition)


@rule
def lay_worker(state: State, edition: Edition, outcome: int) -> None:
    """Lay a worker in the row or face up on the deck [builders 2.3, 2.6].

    After the last one, the first turn begins.
    """
    if lay_card(state, edition, outcome, Zone.WORKER_DECK, Zone.NEXT_WORKER, Zone.WORKER_ROW):
        begin_turn(state, edition, state.first)
