"""The table of The Builders as areas and pieces: two rows in the middle, the seats around.

Every open site is an area of its own: its card shows the missing work. The reader's own sites stand
in a row, each with its crew beside it; those of the others lie sideways, the crew below.
"""

from __future__ import annotations

from ducato.core.presentation.viewer import Viewer
from ducato.core.scene import Scene
from ducato.games.builders.scene.market import market_areas, market_pieces
from ducato.games.builders.scene.numbers import NUMBERS
from ducato.games.builders.scene.seats import seat_areas, seat_pieces
from ducato.games.builders.state import ACTIONS, Edition, State

__all__ = ["scene"]


def scene(state: State, edition: Edition, seat: int, legal: list[int]) -> Scene:
    """Return everything that the reader sees; a spectator sees it from seat 0's side."""
    viewer = Viewer(state, edition, seat, legal, ACTIONS)
    near, *others = viewer.seats
    areas = [area for seat in others for area in seat_areas(viewer, seat)]
    areas += [*market_areas(viewer), *seat_areas(viewer, near)]
    pieces = [*market_pieces(viewer)]
    pieces += [piece for seat in (*others, near) for piece in seat_pieces(viewer, seat)]
    return Scene(areas, pieces, NUMBERS)
