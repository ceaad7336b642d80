"""Reasons why an action is illegal, each with the clause of the rules that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ducato.core import verbs
from ducato.core.i18n import IllegalReason, say


def no(key: str, clause: str, /, **arguments: object) -> IllegalReason:
    """Return the reason with the text ``no.<key>``."""
    return IllegalReason(say(f"no.{key}", **arguments), clause)


def no_decision(state: Any, edition: Any, clauses: Mapping[Any, str]) -> IllegalReason | None:
    """Return the reason why no seat may act now, or None if a seat is to move.

    The game is over (``no.over``), or chance is to move (``no.chance``).

    Args:
        state: the state.
        edition: the edition of the game.
        clauses: the clause that governs each phase.
    """
    player = verbs.current_player(state, edition)
    if player >= 0:
        return None
    return no("over" if player == verbs.TERMINAL else "chance", clauses[state.phase])
