"""The setup, the turns, drawing, and the two piles [magnate 2, 3.9, 5.1 to 5.3]."""

from __future__ import annotations

from ducato.core.cards import move_card, nth_card
from ducato.core.memory.journal import note_move
from ducato.core.verbs import rule

from ..state import (
    CARDS,
    DISTRICTS,
    EXCUSE_DISTRICT,
    SEATS,
    Edition,
    Ending,
    FirstPlayer,
    Kind,
    Phase,
    Reshuffle,
    State,
    Zone,
)


@rule
def move_hidden(state: State, card: int, zone: int) -> None:
    """Move a card from or into a hidden zone, and note it for those who remember.

    Up to the first reshuffle, nobody remembers more than the number of cards in each zone.
    """
    if state.reshuffled > 0:
        note_move(state, card, zone, 0)
    move_card(state, card, zone)


@rule
def setup(state: State, edition: Edition) -> None:
    """Sort the cards into their piles, from which chance then deals [magnate 2.1 to 2.4]."""
    state.held[Zone.BOX] = CARDS
    for card in range(CARDS):
        if edition.in_play[card]:
            move_card(state, card, Zone.DECK)
        elif edition.lays[card]:
            move_card(state, card, Zone.PAWN_PILE)
        elif edition.kind[card] == Kind.CROWN:
            move_card(state, card, Zone.CROWN_PILE)
        elif edition.kind[card] == Kind.EXCUSE:
            move_card(state, card, Zone.DISTRICT)
            state.pawn[EXCUSE_DISTRICT] = card
    for district in range(DISTRICTS):
        if district != EXCUSE_DISTRICT:
            state.pawn[district] = -1
        for seat in range(SEATS):
            state.last[seat, district] = -1
            state.chosen[seat, district] = -1
    state.card = -1
    state.district = -1
    state.phase = Phase.LAY_DISTRICTS


@rule
def lay_district(state: State, edition: Edition, outcome: int) -> None:
    """Lay the next card of the row beside the Excuse: a Pawn, or a Court [magnate 2.1, 7.1]."""
    laid = state.held[Zone.DISTRICT] - 1
    district = laid if laid < EXCUSE_DISTRICT else laid + 1
    card = nth_card(state.zone, Zone.PAWN_PILE, outcome)
    move_card(state, card, Zone.DISTRICT)
    state.pawn[district] = card
    if state.held[Zone.PAWN_PILE] == 0:
        state.phase = Phase.DEAL_CROWNS


@rule
def deal_crown(state: State, edition: Edition, outcome: int) -> None:
    """Deal a Crown and a token of its suit to seat 0 or 1, alternately [magnate 2.2]."""
    seat = 1 if state.held[Zone.CROWNS] > state.held[Zone.CROWNS + 1] else 0
    card = nth_card(state.zone, Zone.CROWN_PILE, outcome)
    move_card(state, card, Zone.CROWNS + seat)
    for k in range(edition.suit_count[card]):
        state.tokens[seat, edition.suit_of[card, k]] += 1
    if state.held[Zone.CROWNS + 1] == edition.crowns_each:
        state.phase = Phase.DEAL_HANDS


@rule
def deal_card(state: State, edition: Edition, outcome: int) -> None:
    """Deal a hidden card to seat 0 or 1, alternately [magnate 2.3].

    After the last one, chance chooses the first player, or seat 0 begins [magnate 8.19].
    """
    seat = 1 if state.held[Zone.HAND] > state.held[Zone.HAND + 1] else 0
    move_hidden(state, nth_card(state.zone, Zone.DECK, outcome), Zone.HAND + seat)
    if state.held[Zone.HAND + 1] == edition.hand_size:
        if edition.first_player == FirstPlayer.FIRST_SEAT:
            begin_turn(state, 0)
        else:
            state.phase = Phase.CHOOSE_FIRST


@rule
def begin_turn(state: State, seat: int) -> None:
    """Begin a seat's turn, which starts with the dice [magnate 3.1]."""
    state.active = seat
    state.chooser = seat
    state.turns += 1
    state.played = 0
    state.new = 0
    state.finished = 0
    state.taxed = 0
    state.phase = Phase.ROLL


@rule
def end_turn(state: State, edition: Edition) -> None:
    """Go on to the draw; with no card to draw, go on to the next turn [magnate 3.9, 5.2].

    The discards become the pile if needed. After the last turn, the game is over.
    """
    if state.last_turns > 0:
        state.last_turns -= 1
        if state.last_turns == 0:
            state.phase = Phase.OVER
        else:
            begin_turn(state, 1 - state.active)
        return
    if state.held[Zone.DECK] == 0:
        reshuffle(state, edition)
    if state.held[Zone.DECK] > 0:
        state.phase = Phase.DRAW
        return
    # The pile is gone and cannot be renewed. This turn already counts as the first of the last two
    # turns, unless the edition starts them at the first draw that fails [magnate 8.2, 8.7].
    state.last_turns = 2 if edition.ending == Ending.FAILED_DRAW else 1
    begin_turn(state, 1 - state.active)


@rule
def draw_card(state: State, edition: Edition, outcome: int) -> None:
    """Draw a card, then begin the other seat's turn [magnate 3.9].

    The last card of the last pile starts the two last turns, unless the edition starts them at the
    first draw that fails [magnate 5.2, 8.2].
    """
    move_hidden(state, nth_card(state.zone, Zone.DECK, outcome), Zone.HAND + state.active)
    if state.held[Zone.DECK] == 0:
        may_renew = state.reshuffled < edition.reshuffles
        if may_renew and edition.reshuffle == Reshuffle.AT_ONCE:
            reshuffle(state, edition)
            may_renew = False
        if state.held[Zone.DECK] == 0 and not may_renew and edition.ending != Ending.FAILED_DRAW:
            state.last_turns = 2
    begin_turn(state, 1 - state.active)


@rule
def reshuffle(state: State, edition: Edition) -> None:
    """Turn the discards into a new pile, unless the edition's limit is reached [magnate 5.1].

    With open discards, everyone now knows all hands by elimination. The hands are marked as shown,
    so that later resampling produces no world that a careful player could rule out.
    """
    if state.reshuffled == edition.reshuffles:
        return
    state.reshuffled += 1
    for zone in range(Zone.DISCARD, Zone.HAND):  # not by card, which would tell hidden ones apart
        for card in range(CARDS):
            if state.zone[card] == zone:
                move_hidden(state, card, Zone.DECK)
    if not edition.closed_discards:
        for card in range(CARDS):
            if Zone.HAND <= state.zone[card] < Zone.HAND + SEATS:
                state.shown[card] = (1 << SEATS) - 1
