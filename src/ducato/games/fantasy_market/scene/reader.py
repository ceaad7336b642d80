"""The reader of a scene, and numbers that tell equal tiles apart."""

from __future__ import annotations

from ducato.core.presentation.viewer import Viewer
from ducato.games.fantasy_market.parts import HEROES
from ducato.games.fantasy_market.state import ACTIONS, Edition, State


class Reader(Viewer):
    """The table as one reader sees it."""

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        super().__init__(state, edition, seat, legal, ACTIONS)
        self._worn: list[int] = state.row("gear")[:HEROES].ravel().tolist()
        self._loot: list[int] = state.row("loot").tolist()
        self._stock: list[list[int]] = state.row("stock").tolist()

    def copy_number(self, tile: int, where: tuple[str, int]) -> int:
        """Return a number for a tile, or for the first of equal tiles in a shop or the market.

        Tiles of one name are alike. They are numbered by location, heroes first, then the Thief,
        the shops and the market, so that a tile keeps its number when it leaves the market.

        Args:
            tile: the tile, as an index of `TILES`.
            where: the location and an index: "gear" with the box among all boxes of all heroes,
                "loot" with the box, "stock" with the seat, or "market" with any number.
        """
        kind, index = where
        if kind == "gear":
            return self._worn[:index].count(tile)
        before = self._worn.count(tile)
        if kind == "loot":
            return before + self._loot[:index].count(tile)
        before += self._loot.count(tile)
        shops = self.edition.players if kind == "market" else index
        return before + sum(shop[tile] for shop in self._stock[:shops])
