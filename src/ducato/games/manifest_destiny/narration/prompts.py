"""Prompts: the seat to move and its task, worded for one reader."""

from __future__ import annotations

from typing import Any

from ducato.core import verbs
from ducato.core.i18n import Message, Name, Seat, say
from ducato.core.presentation.prompts import phase_prompt
from ducato.core.presentation.states import phase_name

from ..state import ACTIONS, A, Edition, State
from ..state.tables import BREAKTHROUGH_IDS, Phase
from .words import card_name


def prompt(state: State, edition: Edition, seat: int) -> Message:
    """Return the prompt for the reader `seat`: the next task, a chance step, or the end.

    The task is addressed to the seat to move; for other readers it names that seat.
    """
    unable = state.phase == Phase.PLAY and seat == state.chooser and not _can_play(state, edition)
    return phase_prompt(state, edition, seat, phase="play.none" if unable else "", **_words(state))


def _can_play(state: State, edition: Edition) -> bool:
    """Return whether the seat to move, whose hand must be known, can play a card."""
    out = ACTIONS.buffer()
    legal = out[: verbs.legal_actions(state, edition, out)]
    return any(A.CARD <= action < A.ADVANCE for action in legal)


def task(state: State) -> Message:
    """Return the task of the seat to move, as a sentence addressed to it."""
    return say(f"prompt.{phase_name(state)}.you", **_words(state))


def _words(state: State) -> dict[str, Any]:
    """Return the card, the Breakthrough and the active seat that a prompt may mention."""
    words: dict[str, Any] = {"card": say("nothing"), "advance": say("nothing")}
    words["active"] = Seat(max(0, int(state.active)))
    if state.chain_length:
        words["card"] = card_name(int(state.chain[state.chain_length - 1]))
    elif state.card >= 0:
        words["card"] = card_name(state.card)
    if state.breakthrough >= 0:
        words["advance"] = Name(BREAKTHROUGH_IDS[state.breakthrough])
    return words
