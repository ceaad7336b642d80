"""The parts of Magnate made of paper: the deck, the other cards, and tokens in six suits."""

from __future__ import annotations

from ducato.core.presentation.print_parts import PrintPart, parts_of, tokens
from ducato.core.scene import Face

from .component_list import component_list
from .scene.pieces import TONES
from .state import SUITS, Edition

TOKENS = 12
"""The tokens of each suit; the game has always enough, and this is more than two players hold."""


def print_parts(edition: Edition) -> list[PrintPart]:
    """Return all cards, with one back, and the tokens."""
    cards = parts_of(component_list(edition), backs={"cards": Face(tone="ink", back=True)})
    return cards + [
        tokens("tokens", Face(glyphs=(suit,), tone=TONES[suit]), TOKENS) for suit in SUITS
    ]
