"""Other players' answers to an event: Opposition and Response [manifest-destiny 6.12, 6.13] (W1).

A seat is asked for an answer if, by public knowledge alone, it could hold a card that answers, so
the question reveals nothing.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.choices import Opposition, Responses
from ...state.tables import PROGRESSIONS, UNSURE, Card, Phase, Type, Verdict, Zone
from .deck import is_playable
from .playing import FREE_OF_CIVIL_WAR, FREE_OF_SPY, NOTHING, ONLY_PAYOUT, grant_discounts, lay_open

PRESIDENT, LINCOLN = int(Card.PRESIDENT), int(Card.LINCOLN)


@rule
def opposing_card(card: int) -> int:
    """Return the card that opposes a card, -1 if none does [manifest-destiny 6.12]."""
    if card == Card.SPY:
        return PRESIDENT
    if card == Card.CIVIL_WAR:
        return LINCOLN
    return -1


@rule
def may_hold(state: State, edition: Edition, seat: int, card: int) -> bool:
    """Return whether, by public knowledge, the seat could hold the card and play it now."""
    zone = state.zone[card]
    hidden = zone < 0 or zone == Zone.DECK or zone >= Zone.HAND
    hand = Zone.HAND + seat
    held = state.held[state.batch[card], hand] > 0 or state.held[UNSURE, hand] > 0
    return hidden and held and is_playable(state, edition, card)


@rule
def ask_next(state: State, edition: Edition) -> None:
    """Ask the next seat that could hold an answer; if there is none, settle the event (W1).

    The victim's Opposition comes first, then the Response of all but the last card's player, in
    turn order after the active player.
    """
    if state.answering == 0:
        state.answering = 1
        opposing = opposing_card(state.card)
        if opposing >= 0 and state.victim >= 0:
            if may_hold(state, edition, state.victim, opposing):
                state.chooser = state.victim
                state.phase = Phase.OPPOSE
                return
    last = state.chain_seat[state.chain_length - 1]
    for turn in range(edition.players):
        seat = state.order[(state.part + 1 + turn) % edition.players]
        if seat == last or (state.asked >> seat) & 1:
            continue
        if may_hold(state, edition, seat, Card.PRESIDENT) or may_hold(
            state, edition, seat, Card.SUPREME_COURT
        ):
            state.chooser = seat
            state.phase = Phase.RESPOND
            return
    close_window(state, edition)


@rule
def legal_oppose(state: State, edition: Edition, out: Any) -> int:
    """List the card in the victim's hand that opposes the event, and passing."""
    card = opposing_card(state.card)
    if state.zone[card] != Zone.HAND + state.chooser:
        out[0] = A.DONE
        return 1
    out[0] = A.CARD + card
    out[1] = A.DONE
    return 2


@rule
def legal_respond(state: State, edition: Edition, out: Any) -> int:
    """List the cards in the hand that cancel the last card, and passing."""
    n = 0
    for card in range(Card.SUPREME_COURT, Card.PRESIDENT + 1):
        if state.zone[card] == Zone.HAND + state.chooser and is_playable(state, edition, card):
            out[n] = A.CARD + card
            n += 1
    out[n] = A.DONE
    return n + 1


@rule
def apply_oppose(state: State, edition: Edition, action: int) -> None:
    """Oppose the event with a card, or decline to [manifest-destiny 6.12]."""
    if action != A.DONE:
        state.opposed = 1
        answer(state, edition, action - A.CARD)
    state.phase = Phase.ASK


@rule
def apply_respond(state: State, edition: Edition, action: int) -> None:
    """Cancel the last card, or decline to; then the next seat is asked [manifest-destiny 6.13]."""
    if action == A.DONE:
        state.asked |= 1 << state.chooser
    else:
        answer(state, edition, action - A.CARD)
    state.phase = Phase.ASK


@rule
def answer(state: State, edition: Edition, card: int) -> None:
    """Answer with a card, which can itself be answered [manifest-destiny 6.12, 6.13]."""
    seat = state.chooser
    lay_open(state, edition, seat, card)
    if card == Card.LINCOLN:
        grant_discounts(state, edition, seat, card)
        state.immune[seat] |= FREE_OF_CIVIL_WAR
    elif card == Card.PRESIDENT:
        state.immune[seat] |= FREE_OF_SPY
    state.chain[state.chain_length] = card
    state.chain_seat[state.chain_length] = seat
    state.chain_length += 1
    state.asked = 0


@rule
def gives_discounts(edition: Edition, card: int) -> bool:
    for progression in range(PROGRESSIONS):
        if edition.card_discount[card, progression]:
            return True
    return False


@rule
def close_window(state: State, edition: Edition) -> None:
    """Settle the answers: each cancels the card before it, and the last stands.

    An event stopped by its victim's Opposition rebounds on its player, unless a ruling only cancels
    it (A11, A12, A13).
    """
    answers = state.chain_length - 1
    if answers % 2 == 1:
        state.verdict = Verdict.CANCELLED
        if state.opposed and edition.opposition != Opposition.CANCEL:
            hero = state.hero
            state.hero = state.victim
            state.victim = hero
            state.verdict = Verdict.REBOUNDS
        elif (
            edition.type[state.card] == Type.DESTINY and edition.responses != Responses.PAYOUTS_TOO
        ):
            state.half = ONLY_PAYOUT
            state.verdict = Verdict.EVENT_CANCELLED
        else:
            state.half = NOTHING
            if gives_discounts(edition, state.card):
                state.verdict = Verdict.EVENT_CANCELLED
    elif answers > 0:
        state.verdict = Verdict.STANDS
    state.chain_length = 0
    state.opposed = 0
    state.asked = 0
    state.answering = 0
    state.chooser = state.active
    state.phase = Phase.RESOLVE
