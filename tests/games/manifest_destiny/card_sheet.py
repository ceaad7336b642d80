"""The cards as the specification prints them, and a state as plain numbers and lists."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from ducato.core.struct import MEMORY_FIELDS, Struct
from ducato.games.manifest_destiny.state.tables import PRODUCT_IDS, PROGRESSION_IDS, Zone, slug

from .specification import specified

ANY_PRODUCT = -1
"""Stands for the product that the player of card 14 names."""


@dataclass(frozen=True)
class Printed:
    """What is printed on a card.

    Attributes:
        eras: its eras.
        destiny, leader, response: its class and its types; half: whether it is event or product;
            mute: whether it is only a Leader, which nobody can answer.
        discounts: the discount on each Progression.
        products: what it pays out.
        program: the operations of its event.
        aimed: whether its player names an opponent.
    """

    eras: frozenset[int]
    destiny: bool
    leader: bool
    response: bool
    half: bool
    mute: bool
    discounts: dict[int, int]
    products: list[int]
    program: list[str]
    aimed: bool


def _printed(row: dict[str, str], program: str, effect: str) -> Printed:
    discounts = [item.rsplit(" ", 1) for item in row["discounts"].split("; ") if item]
    products = [slug(name) for name in row["products"].split(" + ") if name]
    return Printed(
        eras=frozenset(int(era) for era in row["eras"].split("/")),
        destiny=row["class"] == "destiny",
        leader="leader" in row["types"],
        response="response" in row["types"],
        half="|" in row["types"],
        mute="event" not in row["types"],
        discounts={PROGRESSION_IDS.index(slug(name)): int(less) for name, less in discounts},
        products=[ANY_PRODUCT if p == "choice" else PRODUCT_IDS.index(p) for p in products],
        program=[words for words in program.split("; ") if words],
        aimed=re.search(r"choose an? (opponent|player)\b(?!')", effect) is not None,
    )


CARDS = [
    _printed(row, specified("card_effects", "no")[number]["program"], effect["effect"])
    for (number, row), effect in zip(
        specified("cards", "no").items(), specified("card_effects", "no").values(), strict=True
    )
]
"""The 64 cards; the numbers are one less than printed."""


class View(SimpleNamespace):
    """A copy of a state's fields as numbers and lists.

    A model of a rule changes a view as the rulebook says; every other field must stay as it was.
    """

    @classmethod
    def of(cls, state: Struct) -> View:
        """Return a view of a state."""
        names = [name for name in state.fields if name not in MEMORY_FIELDS]
        return cls(**{name: state.row(name).tolist() for name in names})

    def differences(self, other: View) -> dict[str, tuple[Any, Any]]:
        """Return the values of the fields that are not equal in two views."""
        mine, theirs = vars(self), vars(other)
        return {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}

    def cards(self, zone: int) -> list[int]:
        """Return the cards in a zone by number."""
        return [card for card, where in enumerate(self.zone) if where == zone]

    def hand(self, seat: int) -> list[int]:
        """Return the cards in a hand by number."""
        return self.cards(Zone.HAND + seat)

    def owns(self, seat: int, advance: int) -> bool:
        """Return whether a seat owns an advance."""
        return bool(self.advances[seat] & 1 << advance)

    def after(self, turn: int, players: int) -> list[int]:
        """Return all seats in turn order, from a place in it onwards."""
        return [self.order[(turn + n) % players] for n in range(players)]
