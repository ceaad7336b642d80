"""The viewer of a scene: where they sit, and which actions a click on a piece may mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from ducato.core.actions import ActionTable


class Viewer:
    """A table as one player or spectator sees it, shared by all parts of their scene.

    Attributes:
        state, edition, seat, legal: the arguments of `Presentation.scene`.
        near: the seat whose side is nearest: the viewer's own, or seat 0 for a spectator.
        seats: all seats clockwise, from `near`.
    """

    def __init__(
        self, state: Any, edition: Any, seat: int, legal: list[int], table: ActionTable
    ) -> None:
        self.state, self.edition, self.seat, self.legal = state, edition, seat, legal
        self.near = max(seat, 0)
        self.seats = [(self.near + turn) % edition.players for turn in range(edition.players)]
        self._table, self._legal = table, frozenset(legal)

    @cached_property
    def _lying(self) -> dict[int, list[int]]:
        found = defaultdict[int, list[int]](list)
        for card, zone in enumerate(self.state["zone"].tolist()):
            found[zone].append(card)
        return found

    def cards_in(self, zone: int) -> list[int]:
        """Return the cards that the viewer knows to be in a zone, by number.

        The zones of the cards must be in the field ``zone``.
        """
        return self._lying.get(zone, [])

    def role(self, seat: int) -> str:
        """Return the role of a seat's areas: "mine" for the viewer's own, else "others"."""
        return "mine" if seat == self.seat else "others"

    def legal_among(self, actions: Iterable[int]) -> tuple[int, ...]:
        """Return those of the actions that are legal for the viewer now."""
        return tuple([action for action in actions if action in self._legal]) if self.legal else ()

    def actions(self, value: str, *kinds: str) -> tuple[int, ...]:
        """Return the legal actions of these kinds whose first argument has this value."""
        return self.legal_among(self.potential(value, *kinds)) if self.legal else ()

    def potential(self, value: str, *kinds: str) -> tuple[int, ...]:
        """Return the actions of these kinds whose first argument has this value, legal or not."""
        return _with_first(self._table, value, kinds)


@lru_cache(maxsize=10_000)
def _with_first(table: ActionTable, value: str, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """Return the actions of these kinds, in their order, whose first argument has this value."""
    return tuple(
        action
        for kind in kinds
        for action in range(table.offset(kind), table.offset(kind) + table.kinds[kind].size)
        if table.arguments(action)[:1] == (value,)
    )
