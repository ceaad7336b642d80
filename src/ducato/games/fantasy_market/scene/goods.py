"""The item tiles on the table, with numbers that tell equal tiles apart."""

from __future__ import annotations

from typing import NamedTuple

from ducato.games.fantasy_market.parts import TILE_COUNT
from ducato.games.fantasy_market.state import State


class Copy(NamedTuple):
    """A tile, as an index of `TILES`, and its number among tiles of its name."""

    tile: int
    number: int


class Pile(NamedTuple):
    """The `count` tiles of one name on the market; `number` is that of the first one."""

    tile: int
    number: int
    count: int


class Goods:
    """All tiles, numbered by location: heroes first, then the Thief, the shops and the market.

    Tiles of one name are alike. Thus numbered, a tile keeps its number when it leaves the market.

    Attributes:
        gear: for each hero, the tile in each box, None for an empty box.
        loot: the tile in each of the Thief's boxes, None for an empty box.
        stock: for each seat, the tiles in its shop, in the order of `TILES`.
        market: the piles of tiles on the market, in the order of `TILES`.
    """

    def __init__(self, state: State, players: int) -> None:
        self._used = [0] * TILE_COUNT
        self.gear = [[*map(self._boxed, boxes)] for boxes in state.row("gear").tolist()]
        self.loot = [*map(self._boxed, state.row("loot").tolist())]
        self.stock = [self._stocked(shop) for shop in state.row("stock")[:players].tolist()]
        self.market = [
            Pile(tile, self._used[tile], count)
            for tile, count in enumerate(state.row("market").tolist())
            if count
        ]

    def _boxed(self, tile: int) -> Copy | None:
        """Return the tile in a box, numbered, or None if there is none."""
        return None if tile < 0 else self._numbered(tile)

    def _stocked(self, shop: list[int]) -> list[Copy]:
        """Return the tiles in a shop, numbered, from the number of each."""
        present = [(tile, count) for tile, count in enumerate(shop) if count]
        return [self._numbered(tile) for tile, count in present for _ in range(count)]

    def _numbered(self, tile: int) -> Copy:
        copy = Copy(tile, self._used[tile])
        self._used[tile] += 1
        return copy
