"""The reader of a scene, and what several parts of it are made from."""

from __future__ import annotations

from ducato.core.presentation.viewer import Viewer

from ..state import ACTIONS, Edition, State
from .goods import goods_on_table
from .tiles import printed


class Reader(Viewer):
    """The table as one reader sees it.

    Attributes:
        values: the edition as bytes, by which its unchanging contents are cached.
        phase: the phase of the game.
        tiles: the contents of each tile.
        goods: the tiles on the table.
        at: the square of each pawn, -1 outside.
        gold: the gold of each seat.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        super().__init__(state, edition, seat, legal, ACTIONS)
        self.values = edition.tobytes()
        self.phase = state.phase
        self.tiles = printed(self.values)
        self.goods = goods_on_table(state)
        self.at: list[int] = state.at.tolist()
        self.gold: list[int] = state.gold.tolist()
