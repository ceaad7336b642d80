"""The rules of the invented game, in the compiled subset."""

from __future__ import annotations

from typing import Any

from ducato.core.cards import move_card, nth_card
from ducato.core.verbs import CHANCE, TERMINAL, rule

from .state import CARDS, DEAL, DECK, HAND, OVER, PLAY, TRICK, WON


@rule
def setup(state: Any, edition: Any) -> None:
    state.held[DECK] = CARDS
    state.best = -1


@rule
def current_player(state: Any, edition: Any) -> int:
    if state.phase == DEAL:
        return CHANCE
    if state.phase == OVER:
        return TERMINAL
    return state.mover


@rule
def chance_outcomes(state: Any, edition: Any) -> int:
    return state.held[DECK]


@rule
def legal_actions(state: Any, edition: Any, out: Any) -> int:
    n = 0
    for card in range(CARDS):
        if state.zone[card] == HAND + state.mover:
            out[n] = card
            n += 1
    return n


@rule
def apply_action(state: Any, edition: Any, action: int) -> None:
    if state.phase == DEAL:
        deal(state, edition, action)
    else:
        play(state, edition, action)


@rule
def deal(state: Any, edition: Any, outcome: int) -> None:
    """A card for the seat whose turn it is to get one."""
    move_card(state, nth_card(state.zone, DECK, outcome), HAND + state.mover)
    state.mover = (state.mover + 1) % edition.players
    if state.held[HAND + edition.players - 1] == edition.hand_size:
        state.phase = PLAY


@rule
def play(state: Any, edition: Any, card: int) -> None:
    """A card to the trick; when all have played, the best takes it."""
    move_card(state, card, TRICK)
    better = card < state.best if edition.lowest else card > state.best
    if state.best < 0 or better:
        state.best = card
        state.taker = state.mover
    state.played += 1
    if state.played < edition.players:
        state.mover = (state.mover + 1) % edition.players
        return
    winner = state.taker
    for other in range(CARDS):
        if state.zone[other] == TRICK:
            move_card(state, other, WON + winner)
    state.points[winner] += edition.worth
    state.mover = winner
    state.played = 0
    state.best = -1
    state.tricks += 1
    if state.tricks == edition.hand_size:
        state.phase = OVER


@rule
def ranking(state: Any, edition: Any, out: Any) -> None:
    for seat in range(edition.players):
        out[seat] = 1
        for other in range(edition.players):
            if state.points[other] > state.points[seat]:
                out[seat] += 1


@rule
def rounds_played(state: Any, edition: Any) -> int:
    return state.tricks
