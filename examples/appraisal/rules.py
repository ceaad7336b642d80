"""Rules: everybody gets a card, then bids or passes; the highest bidder gets the lot."""

from typing import Any

from ducato.core.cards import move_card, nth_card
from ducato.core.verbs import CHANCE, TERMINAL, rank_by, rule

from .state import BID, BOX, DEAL, DECK, HAND, LOT, OVER, SIZE, A


@rule
def setup(state: Any, edition: Any) -> None:
    state.leader = -1
    state.held[BOX] = SIZE - edition.cards
    state.held[DECK] = edition.cards
    for card in range(edition.cards):
        state.zone[card] = DECK


@rule
def current_player(state: Any, edition: Any) -> int:
    if state.phase == DEAL:
        return CHANCE
    return TERMINAL if state.phase == OVER else state.mover


@rule
def chance_outcomes(state: Any, edition: Any) -> int:
    return state.held[DECK]


@rule
def legal_actions(state: Any, edition: Any, out: Any) -> int:
    n = 0
    for coins in range(state.bid + 1, edition.highest_bid + 1):
        out[n] = A.BID + coins - 1
        n += 1
    out[n] = A.PASS
    return n + 1


@rule
def apply_action(state: Any, edition: Any, action: int) -> None:
    if state.phase == DEAL:
        move_card(state, nth_card(state.zone, DECK, action), HAND + state.mover)
        state.mover = (state.mover + 1) % edition.players
        if state.held[HAND + edition.players - 1] == 1:
            state.phase = BID
        return
    if action == A.PASS:
        state.out |= 1 << state.mover
    else:
        state.bid = action - A.BID + 1
        state.leader = state.mover
    go_on(state, edition)


@rule
def go_on(state: Any, edition: Any) -> None:
    """Ask the next player who is in, or hand the lot over if nobody else is."""
    for step in range(1, edition.players + 1):
        seat = (state.mover + step) % edition.players
        if not (state.out >> seat) & 1 and seat != state.leader:
            state.mover = seat
            return
    worth = show_cards(state)
    if state.leader >= 0:
        state.gain[state.leader] = worth - state.bid
    state.phase = OVER


@rule
def show_cards(state: Any) -> int:
    """Lay all cards on the table, and return what the lot is worth."""
    worth = 0
    for card in range(SIZE):
        if state.zone[card] >= HAND:
            worth += card + 1
            move_card(state, card, LOT)
    return worth


@rule
def ranking(state: Any, edition: Any, out: Any) -> None:
    rank_by(state.gain, out)
