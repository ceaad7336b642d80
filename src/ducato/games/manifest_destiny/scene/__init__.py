"""The table of Manifest Destiny as areas and pieces: map, hand, turn, mats, market.

It is built from a state that is already redacted for its reader. A legal action is attached to the
piece that it chooses, such as a territory, a card in the hand, an advance or a product. All other
legal actions are buttons, opponents among them, so that they are named.
"""

from __future__ import annotations

from ducato.core.scene import Scene

from ..state import Edition, State
from .cards import hand_areas, hand_pieces
from .land import land_areas, land_pieces
from .market import market_areas, market_pieces
from .mats import mat_areas, mat_pieces
from .numbers import NUMBERS
from .reader import Reader
from .turn import turn_areas, turn_pieces


def scene(state: State, edition: Edition, seat: int, legal: list[int]) -> Scene:
    """Return the table for one reader: all its areas and pieces."""
    reader = Reader(state, edition, seat, legal)
    return Scene(
        [
            *land_areas(),
            *hand_areas(reader),
            *turn_areas(reader),
            *mat_areas(reader),
            *market_areas(reader),
        ],
        [
            *land_pieces(reader),
            *hand_pieces(reader),
            *turn_pieces(reader),
            *mat_pieces(reader),
            *market_pieces(reader),
        ],
        NUMBERS,
    )
