"""Who looks at the table, and what they may do: what all parts of the scene share."""

from __future__ import annotations

from ducato.games.fantasy_market.parts import HEROES, LOOT_BOXES
from ducato.games.fantasy_market.state import ACTIONS, Edition, State


class Reader:
    """The table as one reader sees it.

    Attributes:
        state, edition, seat, legal: as for `scene`.
        wanted: for each kind of action and argument the legal action.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        self.state, self.edition, self.seat, self.legal = state, edition, seat, legal
        self.wanted: dict[tuple[str, ...], int] = {
            (ACTIONS.kind(action).name, *ACTIONS.arguments(action)): action for action in legal
        }

    def actions(self, *wanted: tuple[str, ...]) -> tuple[int, ...]:
        """Those of these actions, by kind and argument, that are legal now."""
        return tuple(self.wanted[name] for name in wanted if name in self.wanted)

    def numbers(self, *wanted: tuple[str, ...]) -> tuple[int, ...]:
        """These actions, legal or not."""
        return tuple(ACTIONS.number(":".join(name)) for name in wanted)

    def seats(self) -> list[int]:
        """All seats, the reader's first, then clockwise."""
        near, n = max(self.seat, 0), self.edition.players
        return [(near + turn) % n for turn in range(n)]

    def copy_number(self, tile: int, where: tuple[str, int]) -> int:
        """A number for a tile that lies on a sheet or in a shop.

        Tiles of a name are alike. They are numbered as they lie, heroes first, then the Thief, the
        shops, the market, so that the one which moves up from the market keeps its number.
        """
        kind, index = where
        state = self.state
        before = 0
        worn = [int(item) for hero in range(HEROES) for item in state.row("gear")[hero]]
        loot = [int(state.loot[box]) for box in range(LOOT_BOXES)]
        if kind == "gear":
            return worn[:index].count(tile)
        before += worn.count(tile)
        if kind == "loot":
            return before + loot[:index].count(tile)
        before += loot.count(tile)
        for seat in range(self.edition.players if kind == "market" else index):
            before += int(state.stock[seat, tile])
        return before
