"""The reader of a scene and their legal actions, which all parts of the scene share."""

from __future__ import annotations

from ducato.games.fantasy_market.parts import HEROES
from ducato.games.fantasy_market.state import ACTIONS, Edition, State


class Reader:
    """The table as one reader sees it.

    Attributes:
        state, edition, seat, legal: the arguments of `scene`.
        wanted: the legal actions, by kind and arguments.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        self.state, self.edition, self.seat, self.legal = state, edition, seat, legal
        self.wanted: dict[tuple[str, ...], int] = {
            (ACTIONS.kind(action).name, *ACTIONS.arguments(action)): action for action in legal
        }
        self._worn: list[int] = state.row("gear")[:HEROES].ravel().tolist()
        self._loot: list[int] = state.row("loot").tolist()
        self._stock: list[list[int]] = state.row("stock").tolist()

    def actions(self, *wanted: tuple[str, ...]) -> tuple[int, ...]:
        """Return the numbers of the legal ones among these actions, given by kind and arguments."""
        return tuple(self.wanted[name] for name in wanted if name in self.wanted)

    def numbers(self, *wanted: tuple[str, ...]) -> tuple[int, ...]:
        """Return the numbers of these actions, given by kind and arguments, legal or not."""
        return tuple(ACTIONS.index(":".join(name)) for name in wanted)

    def seats(self) -> list[int]:
        """Return all seats clockwise, from the reader's, or from seat 0 for a spectator."""
        near, n = max(self.seat, 0), self.edition.players
        return [(near + turn) % n for turn in range(n)]

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
