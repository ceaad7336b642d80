"""Prompts: the seat to move and its task, worded for one reader."""

from __future__ import annotations

from typing import Any

from ducato.core import verbs
from ducato.core.i18n import Message, Name, Seat, say
from ducato.core.presentation.prompts import phase_prompt
from ducato.core.presentation.states import phase_name

from ..rules.turn.homes import can_settle
from ..state import ACTIONS, A, Edition, State
from ..state.tables import BREAKTHROUGH_IDS, PRODUCTS, TERRITORIES, Phase
from .words import card_name, event_words, territory_name, units_of


def prompt(state: State, edition: Edition, seat: int) -> Message:
    """Return the prompt for the reader `seat`: the next task, a chance step, or the end.

    The task is addressed to the seat to move; for other readers it names that seat.
    """
    words = _words(state)
    if seat != state.chooser:
        return phase_prompt(state, edition, seat, **words)
    more, phase = "", phase_name(state)
    if state.phase == Phase.PLAY:
        more = "" if _can_play(state, edition) else ".none"
    elif state.phase == Phase.BID:
        more, words["homes"] = ".homes", _homes(state, edition)
    elif state.phase in (Phase.OPPOSE, Phase.RESPOND):
        more = ".against" if state.chain_length == 1 and state.victim >= 0 else ".played"
        words |= _played(state, edition)
    elif state.phase in (Phase.TARGET, Phase.CHOOSE):
        more, words["texts"] = ".text", event_words(edition, state.card)
    return phase_prompt(state, edition, seat, phase=phase + more, **words)


def _homes(state: State, edition: Edition) -> list[Message]:
    """Return the homes to choose from, each with its products."""
    homes = [n for n in range(TERRITORIES) if can_settle(state, edition, n)]
    made = [[p for p in range(PRODUCTS) for _ in range(edition.produces[n, p])] for n in homes]
    return [
        say("home", territory=territory_name(n), products=units_of(products))
        for n, products in zip(homes, made, strict=True)
    ]


def _played(state: State, edition: Edition) -> dict[str, Any]:
    """Return who played the card that may be answered, against whom, and its text."""
    last = int(state.chain_length) - 1
    return {
        "by": Seat(int(state.chain_seat[last])),
        "victim": Seat(max(0, int(state.victim))),
        "texts": event_words(edition, int(state.chain[last])),
    }


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
