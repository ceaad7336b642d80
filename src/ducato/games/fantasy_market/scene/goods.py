"""The item tiles on the table, with numbers that tell equal tiles apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ..parts import BOXES, HEROES, SEATS, TILE_COUNT
from ..state import State
from .kept import KEPT_GOODS


class Copy(NamedTuple):
    """A tile, as an index of `TILES`, and its number among tiles of its name."""

    tile: int
    number: int


class Pile(NamedTuple):
    """The `size` tiles of one name on the market; `number` is that of the first one."""

    tile: int
    number: int
    size: int


@dataclass(frozen=True, eq=False, slots=True)
class Goods:
    """All tiles, numbered by location: heroes first, then the Thief, the shops and the market.

    Tiles of one name are alike. Thus numbered, a tile keeps its number when it leaves the market.
    Equal ones are one object, by which groups of pieces are cached.

    Attributes:
        gear: for each hero, the tile in each box, None for an empty box.
        loot: the tile in each of the Thief's boxes, None for an empty box.
        stock: for each seat, the tiles in its shop, in the order of `TILES`.
        market: the piles of tiles on the market, in the order of `TILES`.
    """

    gear: tuple[tuple[Copy | None, ...], ...]
    loot: tuple[Copy | None, ...]
    stock: tuple[tuple[Copy, ...], ...]
    market: tuple[Pile, ...]


def goods_on_table(state: State) -> Goods:
    """Return all tiles, which everybody sees."""
    return _goods(*(state[name].tobytes() for name in ("gear", "loot", "stock", "market")))


@lru_cache(KEPT_GOODS)
def _goods(gear: bytes, loot: bytes, stock: bytes, market: bytes) -> Goods:
    """Return all tiles, from the fields of the state as bytes."""
    used = [0] * TILE_COUNT

    def numbers(field: bytes, *shape: int) -> list[Any]:
        return memoryview(field).cast("b", shape).tolist()

    def numbered(tile: int) -> Copy:
        used[tile] += 1
        return Copy(tile, used[tile] - 1)

    def boxed(tiles: list[int]) -> tuple[Copy | None, ...]:
        return tuple(numbered(tile) if tile >= 0 else None for tile in tiles)

    def stocked(counts: list[int]) -> tuple[Copy, ...]:
        return tuple(numbered(tile) for tile, n in enumerate(counts) for _ in range(n))

    return Goods(
        tuple(boxed(tiles) for tiles in numbers(gear, HEROES, BOXES)),
        boxed(numbers(loot, len(loot))),
        tuple(stocked(shop) for shop in numbers(stock, SEATS, TILE_COUNT)),
        tuple(Pile(tile, used[tile], n) for tile, n in enumerate(market) if n),
    )
