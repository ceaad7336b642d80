"""Rules: take a card from the market, build one from the hand, or earn; most points win."""

from typing import Any

from ducato.core.cards import cards_in, move_card, nth_card
from ducato.core.struct import EVERYBODY
from ducato.core.verbs import CHANCE, TERMINAL, rank_by, rule

from .state import BUILT, DEAL, DECK, HAND, MARKET, OVER, SIZE, TURN, A


@rule
def setup(state: Any, edition: Any) -> None:
    state.held[DECK] = SIZE
    for seat in range(edition.players):
        state.coins[seat] = edition.start_coins + seat * edition.later_coins


@rule
def current_player(state: Any, edition: Any) -> int:
    if state.phase == DEAL:
        return CHANCE
    return TERMINAL if state.phase == OVER else state.mover


@rule
def rounds_played(state: Any, edition: Any) -> int:
    return state.turns // edition.players


@rule
def chance_outcomes(state: Any, edition: Any) -> int:
    return state.held[DECK]


@rule
def legal_actions(state: Any, edition: Any, out: Any) -> int:
    n, hand = 0, HAND + state.mover
    if state.held[hand] < edition.hand_limit:
        n = cards_in(state.zone, MARKET, out)
    for card in range(SIZE):
        if state.zone[card] == hand and edition.price[card] <= state.coins[state.mover]:
            out[n] = A.BUILD + card
            n += 1
    out[n] = A.EARN
    return n + 1


@rule
def apply_action(state: Any, edition: Any, action: int) -> None:
    if state.phase == DEAL:
        move_card(state, nth_card(state.zone, DECK, action), wanting(state, edition))
        state.phase = DEAL if wanting(state, edition) >= 0 else TURN
        return
    seat = state.mover
    if action == A.EARN:
        state.coins[seat] += edition.wage + state.income[seat]
    elif action < A.BUILD:
        move_card(state, action - A.TAKE, HAND + seat)
        state.shown[action - A.TAKE] = EVERYBODY
    else:
        build(state, edition, action - A.BUILD)
    end_turn(state, edition)


@rule
def wanting(state: Any, edition: Any) -> int:
    """Return the zone that gets the next card of the deck, or -1."""
    if state.held[DECK] == 0:
        return -1
    for seat in range(edition.players):
        if state.turns == 0 and state.held[HAND + seat] < edition.hand_size:
            return HAND + seat
    return MARKET if state.held[MARKET] < edition.market_size else -1


@rule
def build(state: Any, edition: Any, card: int) -> None:
    seat = state.mover
    state.coins[seat] -= edition.price[card]
    state.points[seat] += edition.points[card]
    state.income[seat] += edition.income[card]
    move_card(state, card, BUILT + seat)


@rule
def end_turn(state: Any, edition: Any) -> None:
    """Go on with the next seat; the game ends with the round in which somebody has enough."""
    state.turns += 1
    state.mover = (state.mover + 1) % edition.players
    enough = state.turns == edition.rounds * edition.players
    for seat in range(edition.players):
        if state.points[seat] >= edition.end_points:
            enough = True
    if enough and state.mover == 0:
        state.phase = OVER
    elif wanting(state, edition) >= 0:
        state.phase = DEAL


@rule
def ranking(state: Any, edition: Any, out: Any) -> None:
    rank_by(state.points, out)
