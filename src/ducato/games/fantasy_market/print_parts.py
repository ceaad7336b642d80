"""The parts of Fantasy Market made of paper: items, encounter and action cards, pawns, gold."""

from __future__ import annotations

from ducato.core.presentation.print_parts import PrintPart, parts_of, tokens
from ducato.core.scene import Face

from .component_list import component_list
from .parts import ENCOUNTERS, JOBS, TILES
from .scene.cards import BACK
from .state import Edition

GOLD = {"1": 40, "5": 20}
"""How many coins there are of each value."""
ENCOUNTER_DECKS = {"monsters": "encounters", "treasures": "encounters"}


def print_parts(edition: Edition) -> list[PrintPart]:
    """Return all items, cards and pawns as often as the edition has them, coins, the hourglass."""
    copies = dict(zip((f"tile:{one}" for one in TILES), edition.tile_copies, strict=True))
    for number, name in zip(edition.encounter_copies, ENCOUNTERS, strict=True):
        copies |= {f"monster:{name}": number, f"encounter:{name}": number}
    copies |= dict(zip((f"card:{one}" for one in JOBS), edition.copies, strict=True))
    backs = {
        "action-cards": Face(glyphs=BACK, tone="ink", back=True),
        "encounters": Face(glyphs=("monster",), tone="red", back=True),
    }
    parts = parts_of(
        component_list(edition),
        backs=backs,
        decks=ENCOUNTER_DECKS,
        copies={name: int(number) for name, number in copies.items()},
    )
    coins = [
        tokens("gold", Face(corner=value, tone="yellow" if value == "5" else "grey"), number)
        for value, number in GOLD.items()
    ]
    return [*parts, *coins, tokens("hourglass", Face(glyphs=("hourglass",), tone="red"), 1)]
