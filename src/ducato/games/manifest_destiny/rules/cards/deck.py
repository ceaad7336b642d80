"""The decks of the three eras: drawing, Think Tank, transition and recycling.

Clauses [manifest-destiny 2.3, 6.2, 6.3, 7.3] of `rulebook`. A deck has no order; each draw picks
one of its cards at random.
"""

from __future__ import annotations

from ducato.core.cards import nth_card
from ducato.core.memory.journal import note_move
from ducato.core.verbs import rule

from ...state import YES, Edition, State
from ...state.choices import CardBacks, ThinkTank, TransitionCards, TransitionEnds
from ...state.tables import BATCHES, CARDS, ERAS, ROWS, SEATS, UNSURE, Advance, Phase, Stage, Zone
from ..tokens import owns


@rule
def move_card(state: State, card: int, zone: int) -> None:
    """Move a card into another zone, update the counts, and forget which seats know it."""
    source, batch = state.zone[card], state.batch[card]
    row = batch if state.held[batch, source] > 0 else UNSURE
    state.held[row, source] -= 1
    hidden = zone == Zone.DECK or zone >= Zone.HAND
    if hidden or source == Zone.DECK or source >= Zone.HAND:
        note_move(state, card, zone, 0 if row == UNSURE else row + 1)
    state.held[row if hidden else batch, zone] += 1
    state.zone[card] = zone
    state.shown[card] = 0


@rule
def move_unseen(state: State, edition: Edition, card: int, zone: int, seers: int) -> None:
    """Move a card face down between hidden zones: it may be any card of its old zone (A59).

    Seats that do not see it therefore no longer know the cards left behind. If the backs show the
    era of the deck, cards of other decks stay known. If only one card can have moved, it stays
    known.

    Args:
        state: the state, which is changed.
        edition: the edition; its `card_backs` says whether the backs show the era.
        card: the card, which lies in a hand or in the deck.
        zone: the new zone.
        seers: a mask of the seats that see the card and so still know the others.
    """
    source, batch = state.zone[card], state.batch[card]
    knew = state.shown[card]
    if edition.card_backs == CardBacks.ALIKE:
        forget_decks(state, source)
    move_card(state, card, zone)
    owner = 1 << (zone - Zone.HAND) % SEATS if zone >= Zone.HAND else 0
    alone = True
    for other in range(CARDS):
        if state.zone[other] == source:
            if edition.card_backs == CardBacks.ALIKE or state.batch[other] == batch:
                alone = False
                state.shown[other] &= seers | owner
    state.shown[card] = ((knew if alone else 0) | seers) & ~owner


@rule
def forget_decks(state: State, zone: int) -> None:
    """Count the cards of a zone as cards of an unknown deck if they came from several decks."""
    several = 0
    total = 0
    for row in range(ROWS):
        if state.held[row, zone] > 0:
            several += 1
            total += state.held[row, zone]
    if several > 1:
        for row in range(BATCHES):
            state.held[row, zone] = 0
        state.held[UNSURE, zone] = total


@rule
def cards_in(state: State, zone: int) -> int:
    """Return the number of cards in a zone, which is public."""
    total = 0
    for row in range(ROWS):
        total += state.held[row, zone]
    return total


@rule
def is_playable(state: State, edition: Edition, card: int) -> bool:
    """Return whether a card belongs to the present era or, in transition, to the previous one.

    A ruling may leave out the previous one [manifest-destiny 6.2] (A54).
    """
    if (edition.eras[card] >> state.era) & 1:
        return True
    if state.transition and edition.transition_cards != TransitionCards.NEW:
        return bool((edition.eras[card] >> (state.era - 1)) & 1)
    return False


@rule
def take_from_deck(state: State, edition: Edition, outcome: int, zone: int) -> None:
    """Draw a card into a zone; the first of a new deck begins its era [manifest-destiny 6.2]."""
    move_unseen(state, edition, nth_card(state.zone, Zone.DECK, outcome), zone, 0)
    if state.deck_era > state.era:
        state.era = state.deck_era
        state.transition = 1
        if state.stage == Stage.CARDS:
            state.era_began = 1


@rule
def renew_deck(state: State, edition: Edition) -> None:
    """Replace an empty deck with that of the next era, or record that the last one is exhausted."""
    if cards_in(state, Zone.DECK) > 0:
        return
    if state.deck_era == ERAS:
        state.exhausted = 1
        return
    state.deck_era += 1
    batch = state.deck_era - 1
    for card in range(CARDS):
        if state.zone[card] == Zone.ASIDE:
            if state.batch[card] == batch:
                move_card(state, card, Zone.DECK)
        elif state.zone[card] == Zone.RECYCLED:
            if (edition.eras[card] >> state.deck_era) & 1:
                state.held[state.batch[card], Zone.RECYCLED] -= 1
                state.held[batch, Zone.RECYCLED] += 1
                state.batch[card] = batch
                move_card(state, card, Zone.DECK)


@rule
def clear_table(state: State, edition: Edition) -> None:
    """Remove played cards from the table: those for a later era's deck wait, the others are gone.

    [manifest-destiny 5.3, 6.3] (A51).
    """
    for card in range(CARDS):
        if Zone.TABLE <= state.zone[card] < Zone.HAND:
            later = edition.eras[card] >> (state.deck_era + 1)
            move_card(state, card, Zone.RECYCLED if later else Zone.GONE)


@rule
def end_transition(state: State, edition: Edition) -> None:
    """Move the marker off the space between two eras as a Card Play phase ends.

    A ruling may keep it there if the era began in this phase.

    [manifest-destiny 6.2] (A5).
    """
    if edition.transition_ends != TransitionEnds.NEXT_PHASE or not state.era_began:
        state.transition = 0
    state.era_began = 0


@rule
def start_draws(state: State, seat: int, number: int, back: int) -> None:
    """Let a seat draw a number of cards, then go on with the phase `back`."""
    state.drawer = seat
    state.to_draw = number
    state.back = back
    state.phase = Phase.DRAWING


@rule
def start_group_draw(state: State, edition: Edition, back: int) -> None:
    """Let each player draw a card, in turn order, before any exchange [manifest-destiny 7.3].

    The game then goes on with the phase `back`.
    """
    state.to_draw = edition.players
    state.group = 1
    state.back = back
    state.phase = Phase.DRAWING


@rule
def next_draw(state: State, edition: Edition) -> None:
    """Begin the next draw, or end the draws; they end early if no card is left (A45)."""
    if state.to_draw > 0 and cards_in(state, Zone.DECK) > 0:
        if state.group:
            state.drawer = state.order[edition.players - state.to_draw]
        state.phase = Phase.DRAW
    elif state.group:
        state.to_draw = 0
        state.phase = Phase.THINKING
    else:
        end_draws(state)


@rule
def end_draws(state: State) -> None:
    state.to_draw = 0
    state.group = 0
    state.drawer = -1
    state.chooser = state.active
    state.phase = state.back


@rule
def outcomes_draw(state: State, edition: Edition) -> int:
    """Return the number of cards in the deck, for a draw or an exchange."""
    return cards_in(state, Zone.DECK)


@rule
def apply_draw(state: State, edition: Edition, outcome: int) -> None:
    """Draw a card, which an owner of Think Tank may then exchange."""
    seat = state.drawer
    thinks = owns(state, seat, Advance.THINK_TANK) and not (state.exchanged >> seat) & 1
    take_from_deck(state, edition, outcome, Zone.FRESH + seat if thinks else Zone.HAND + seat)
    renew_deck(state, edition)
    state.to_draw -= 1
    state.phase = Phase.DRAWING if state.group or not thinks else Phase.THINKING


@rule
def next_thought(state: State, edition: Edition) -> None:
    """Ask the next owner of Think Tank whether to exchange the card just drawn.

    If the deck is empty, the card is kept; if no owner has such a card, the game goes on.

    [manifest-destiny 7.3] (W4, A22).
    """
    for turn in range(edition.players):
        seat = state.order[turn]
        if cards_in(state, Zone.FRESH + seat) > 0:
            state.drawer = seat
            if cards_in(state, Zone.DECK) > 0:
                state.chooser = seat
                state.phase = Phase.THINK
                return
            keep(state)
    if state.group:
        end_draws(state)
    else:
        state.phase = Phase.DRAWING


@rule
def keep(state: State) -> None:
    seat = state.drawer
    move_card(state, nth_card(state.zone, Zone.FRESH + seat, 0), Zone.HAND + seat)
    state.phase = Phase.THINKING


@rule
def apply_think(state: State, edition: Edition, action: int) -> None:
    """Exchange the card just drawn, or keep it [manifest-destiny 7.3]."""
    if action == YES:
        state.phase = Phase.REDRAW
    else:
        keep(state)


@rule
def apply_redraw(state: State, edition: Edition, outcome: int) -> None:
    """Take another card instead of the one just drawn, which goes back into the deck.

    A ruling allows it once in each turn [manifest-destiny 7.3] (A22).
    """
    seat = state.drawer
    if edition.think_tank == ThinkTank.ONCE_A_TURN:
        state.exchanged |= 1 << seat
    rejected = nth_card(state.zone, Zone.FRESH + seat, 0)
    take_from_deck(state, edition, outcome, Zone.HAND + seat)
    move_card(state, rejected, Zone.DECK)
    state.phase = Phase.THINKING
