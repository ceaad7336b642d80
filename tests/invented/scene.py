"""The invented game on the table: one area, the cards that the reader sees."""

from __future__ import annotations

from typing import Any

from ducato.core.i18n import Name, say
from ducato.core.scene import Area, Face, Piece, Scene

from .state import NAMES


def scene(state: Any, edition: Any, seat: int, legal: list[int]) -> Scene:
    """Return all cards of a known zone."""
    pieces = [
        Piece(
            f"card:{name}",
            "card",
            "table",
            Face(str(card + 1)),
            say("card", card=Name(name)),
            actions=tuple(a for a in legal if a == card),
        )
        for card, name in enumerate(NAMES)
        if state.zone[card] >= 0
    ]
    return Scene([Area("table", "row", "")], pieces)
