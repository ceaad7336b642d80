"""The table of Fantasy Market as areas and pieces.

It is built from a state that is already redacted for its reader. The client draws all pieces; only
the backdrop of the village square is drawn here (`scene.backdrop`).
"""

from __future__ import annotations

from ducato.core.scene import Scene

from ..state import Edition, State
from .cards import card_pieces
from .notes import known_cards, note_area, note_pieces
from .numbers import NUMBERS
from .reader import Reader
from .seats import seat_areas, seat_pieces
from .sheet import SHEET_AREAS, sheet_pieces
from .stalls import MARKET_AREAS, market_pieces
from .town import town_area, town_pieces

__all__ = ["scene"]


def scene(state: State, edition: Edition, seat: int, legal: list[int]) -> Scene:
    """Return everything that the reader sees; their panel comes first, or seat 0's."""
    reader = Reader(state, edition, seat, legal)
    notes = known_cards(reader)
    return Scene(
        [
            town_area(reader.values),
            *SHEET_AREAS,
            *MARKET_AREAS,
            *seat_areas(reader),
            *(note_area(kind, seat) for kind in notes),
        ],
        [
            *town_pieces(reader),
            *sheet_pieces(reader),
            *market_pieces(reader),
            *seat_pieces(reader),
            *card_pieces(reader),
            *(piece for kind, cards in notes.items() for piece in note_pieces(kind, cards)),
        ],
        NUMBERS,
    )
