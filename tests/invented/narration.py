"""The invented game in words."""

from __future__ import annotations

from typing import Any

from ducato.core.i18n import IllegalReason, Message, Name, Seat, say

from .state import NAMES, OVER


def prompt(state: Any, edition: Any, seat: int) -> Message:
    """Return what is asked of a seat."""
    return say("over") if state.phase == OVER else say("prompt", seat=Seat(state.mover))


def describe_action(state: Any, edition: Any, action: int) -> Message:
    """Return an action as an order."""
    return say("play", card=Name(NAMES[action]))


def action_hint(state: Any, edition: Any, action: int) -> Message | None:
    """Nothing needs a hint."""
    return None


def describe_step(
    before: Any, action: int | None, after: Any, edition: Any, actor: int, seat: int
) -> list[Message]:
    """Return what happened."""
    if action is None:
        return []
    return [say("played", seat=Seat(actor), card=Name(NAMES[action]))]


def result(state: Any, edition: Any) -> Any:
    """Return the end screen."""
    return say("over"), [], []


def explain_illegal(state: Any, edition: Any, action: int) -> IllegalReason:
    """Only cards of the hand are played."""
    return IllegalReason(say("no", card=Name(NAMES[action])), "1.2")
