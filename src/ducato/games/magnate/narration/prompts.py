"""Prompts: the next decision or chance step, or that the game is over."""

from __future__ import annotations

from ducato.core import verbs
from ducato.core.i18n import Message, Name, Seat, say
from ducato.core.presentation.prompts import addressee, phase_prompt

from ..state import ACTIONS, A, Edition, Phase, State, Zone
from .words import card_name, count


def prompt(state: State, edition: Edition, seat: int) -> Message:
    """Return the prompt for the reader `seat` (-1 for a spectator); it says if a turn is a last."""
    phase = ""
    if state.phase == Phase.ACT:
        phase = f"act.{_card(state)}"
        if seat == state.active:
            phase += _besides(state, edition)
    message = phase_prompt(state, edition, seat, phase=phase, **_words(state))
    if state.phase == Phase.OVER or not state.last_turns:
        return message
    key = f"prompt.last.{addressee(seat, state.active)}"
    return say(key, prompt=message, seat=Seat(state.active))


def _card(state: State) -> str:
    """Return what there is to be done with cards, as the prompt's key names it.

    It is "more" once a card has been played in this turn, "none" if the hand is empty, and
    otherwise "card".
    """
    if state.played:
        return "more"
    return "card" if state.held[Zone.HAND + state.active] else "none"


def _besides(state: State, edition: Edition) -> str:
    """Return the acts that are possible besides the card's, as the prompt's key names them."""
    out = ACTIONS.buffer()
    legal = out[: verbs.legal_actions(state, edition, out)]
    trade = any(A.TRADE <= action < A.DEVELOP for action in legal)
    develop = any(A.DEVELOP <= action < A.DISTRICT for action in legal)
    return "_trade" * trade + "_develop" * develop


def _words(state: State) -> dict[str, Seat | Name | Message]:
    """Return the active seat, the card that it decides about and the tokens still due."""
    words: dict[str, Seat | Name | Message] = {"seat": Seat(state.active)}
    if state.phase in (Phase.PAY, Phase.CHOOSE_DISTRICT, Phase.CHOOSE_INCOME):
        words |= {"card": card_name(state.card), "due": count(state.due)}
    return words
