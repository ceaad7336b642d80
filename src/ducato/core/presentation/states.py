"""Facts about states that sentences and scenes need."""

from __future__ import annotations

from typing import Any, TypeVar

from ducato.core import verbs
from ducato.core.struct import Struct

State = TypeVar("State", bound=Struct)


def phase_name(state: Any) -> str:
    """Return the name of the state's phase; "" if the field `phase` is missing or has no names."""
    declared = state.fields.get("phase")
    if declared is None or declared.values is None:
        return ""
    return str(declared.values[state.phase])


def cards_in(state: Struct, zone: int) -> list[int]:
    """Return the cards in a zone, by number, as far as the state's reader sees them.

    The zones of the cards must be in the field ``zone``.
    """
    return [card for card, where in enumerate(state["zone"].tolist()) if where == zone]


def arrived(before: Struct, after: Struct, zone: int) -> list[int]:
    """Return the cards that a step brought into a zone and the reader's view."""
    already = set(cards_in(before, zone))
    return [card for card in cards_in(after, zone) if card not in already]


def applied(state: State, edition: Any, action: int) -> State:
    """Return the state after a legal action, to describe its effect; `state` is unchanged."""
    after = state.copy()
    verbs.apply_action(after, edition, action)
    return after
