"""The parts of Manifest Destiny made of paper: cards, advances, tokens of the five players."""

from __future__ import annotations

from ducato.core.presentation.print_parts import PrintPart, parts_of, tokens
from ducato.core.scene import SEAT_TONES, Face

from .component_list import MOST_PLAYERS, component_list
from .state import Edition

CONTROL_TOKENS = 25
"""The tokens of each player, as of the set-up [2.1]."""
SORTS = {"progressions": "tiles", "breakthroughs": "tiles", "products": ""}


def print_parts(edition: Edition) -> list[PrintPart]:
    """Return all cards, the advances, and each player's tokens and cities."""
    cards = parts_of(
        component_list(edition), backs={"cards": Face(tone="ink", back=True)}, sorts=SORTS
    )
    pieces = [
        token
        for tone in SEAT_TONES[:MOST_PLAYERS]
        for token in (
            tokens("tokens", Face(tone=tone), CONTROL_TOKENS),
            tokens("cities", Face(glyphs=("city",), tone=tone), 6, kind="marker"),
        )
    ]
    return cards + pieces
