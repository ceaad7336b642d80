"""Rules: everybody plays a card, the best one takes all coins, and everybody draws."""

from typing import Any

from ducato.core.cards import cards_in, move_card, nth_card
from ducato.core.verbs import CHANCE, TERMINAL, rank_by, rule

from .state import DEAL, DECK, HAND, OVER, PLAY, RANKS, SIZE, TAKEN, TRICK, TRUMP


@rule
def setup(state: Any, edition: Any) -> None:
    state.held[DECK] = SIZE


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
    return cards_in(state.zone, HAND + state.mover, out)


@rule
def apply_action(state: Any, edition: Any, action: int) -> None:
    if state.phase == DEAL:
        draw(state, edition, action)
    else:
        play(state, edition, action)


@rule
def draw(state: Any, edition: Any, outcome: int) -> None:
    move_card(state, nth_card(state.zone, DECK, outcome), HAND + state.mover)
    state.mover = (state.mover + 1) % edition.players
    if state.held[DECK] == 0 or state.held[HAND + state.mover] == edition.hand_size:
        state.phase = PLAY


@rule
def play(state: Any, edition: Any, card: int) -> None:
    move_card(state, card, TRICK + state.mover)
    state.mover = (state.mover + 1) % edition.players
    if state.mover == state.leader:
        take(state, edition)


@rule
def played(state: Any, seat: int) -> int:
    """Return the card that a seat has played to this trick, or -1."""
    return nth_card(state.zone, TRICK + seat, 0)


@rule
def beats(card: int, best: int) -> bool:
    if card // RANKS == best // RANKS:
        return card > best
    return card // RANKS == TRUMP


@rule
def best_seat(state: Any, edition: Any) -> int:
    """Return the seat with the best card of the trick so far."""
    best = state.leader
    for turn in range(1, edition.players):
        seat = (state.leader + turn) % edition.players
        if played(state, seat) >= 0 and beats(played(state, seat), played(state, best)):
            best = seat
    return best


@rule
def take(state: Any, edition: Any) -> None:
    """Give the coins of the trick to its winner, who leads the next one."""
    winner = best_seat(state, edition)
    for seat in range(edition.players):
        card = played(state, seat)
        state.coins[winner] += card % RANKS + 1
        move_card(state, card, TAKEN)
    state.leader = state.mover = winner
    if state.held[DECK] > 0:
        state.phase = DEAL
    elif state.held[HAND + winner] == 0:
        state.phase = OVER


@rule
def ranking(state: Any, edition: Any, out: Any) -> None:
    rank_by(state.coins, out)
