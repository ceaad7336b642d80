"""The parts of The Builders made of paper: two decks of cards, and coins."""

from __future__ import annotations

from ducato.core.presentation.print_parts import PrintPart, parts_of, tokens
from ducato.core.scene import Face

from .component_list import component_list
from .scene.market import DECK_TONES, DECKS
from .state import Edition

COINS = {"1": 25, "5": 15}
"""How many coins there are of each value [1.3]."""


def print_parts(edition: Edition) -> list[PrintPart]:
    """Return all cards and coins, and the marker of the first player."""
    backs = {
        deck: Face(glyphs=(sign,), tone=DECK_TONES[deck], back=True) for deck, sign in DECKS.items()
    }
    coins = [
        tokens("coins", Face(corner=value, tone="yellow" if value == "5" else "grey"), number)
        for value, number in COINS.items()
    ]
    cards = parts_of(component_list(edition), backs=backs, decks={"machines": "buildings"})
    return cards + coins + [tokens("first", Face(glyphs=("marker",), tone="wood"), 1)]
