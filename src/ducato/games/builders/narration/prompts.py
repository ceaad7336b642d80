"""Prompts: the next decision or chance step, or that the game is over."""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.prompts import phase_prompt

from ..state import Edition, Phase, State
from .words import actions, coins, crew_name, points


def prompt(state: State, edition: Edition, seat: int) -> Message:
    """Return the prompt for the reader `seat` (-1 for a spectator).

    In the last round, a decision comes with the reason why this round is the last.
    """
    phase = "buy" if state.phase == Phase.ACT and state.actions == 0 else ""
    message = phase_prompt(state, edition, seat, phase=phase, **_words(state, edition))
    if Phase.DRAFT <= state.phase < Phase.OVER and (state.trigger >= 0 or state.stuck):
        return say("prompt.last", prompt=message, why=last_round(state, edition))
    return message


def _words(state: State, edition: Edition) -> dict[str, Message]:
    """Return the crew member, numbers and prices that the prompt may mention."""
    if state.phase == Phase.CHOOSE_SITE:
        return {"crew": crew_name(edition, state.sender)}
    return {
        "actions": actions(state.actions),
        "coins": coins(state.coins[state.active]),
        "price": coins(edition.extra_action_price),
    }


def last_round(state: State, edition: Edition) -> Message:
    """Return the reason why this round is the last, and the seat that caused it, if one did.

    Some seat must have triggered the end, or all must be stuck [builders 6.1, 8.9, 8.21].
    """
    if state.trigger < 0:
        return say("last.stuck")
    seat = state.trigger
    if state.exhausted:
        return say("last.deck", seat=Seat(seat))
    return say("last.points", seat=Seat(seat), points=points(int(state.points[seat])))
