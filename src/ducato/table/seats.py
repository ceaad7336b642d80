"""Who sits at a table: persons and bots, and how both are called.

This module must not know the match or the messages about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ducato.core.errors import BadValue

LONGEST_NAME = 40
BOT_NAMES = ("Cosimo", "Isabel", "Ottavia", "Diego", "Lucrezia", "Rodrigo", "Fiammetta", "Leonor")
"""For bots without a name; people of a duchy, since "greedy" is no name to play against."""


@dataclass(frozen=True)
class Seat:
    """One place at the table.

    Attributes:
        seat: its number, from 0.
        name: how the player is called.
        bot: name of the bot that plays here, as in `ducato.bots.make`; None for a person.
    """

    seat: int
    name: str
    bot: str | None = None

    @property
    def kind(self) -> str:
        """The word of the protocol: "person" or "bot"."""
        return "person" if self.bot is None else "bot"

    def to_dict(self) -> dict[str, Any]:
        """As in the protocol, and as it is stored."""
        return {**asdict(self), "kind": self.kind}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Seat:
        """What `to_dict` gave."""
        return cls(data["seat"], data["name"], data["bot"])


def person(seat: int, name: str) -> Seat:
    """A person, with a tidied name.

    Raises:
        BadValue: nothing is left of the name, or it is too long.
    """
    tidy = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not 1 <= len(tidy) <= LONGEST_NAME:
        raise BadValue("name", name, f"1 to {LONGEST_NAME} characters")
    return Seat(seat, tidy)


def bot(seat: int, name: str, taken: Sequence[str] = ()) -> Seat:
    """A bot, called differently from the players in `taken`."""
    free = [called for called in BOT_NAMES if called not in taken]
    return Seat(seat, free[0] if free else f"#{seat + 1}", name)


def persons(seats: Sequence[Seat]) -> tuple[int, ...]:
    """The numbers of the seats where people sit."""
    return tuple(s.seat for s in seats if s.bot is None)
