"""Parameters: the numbers and switches of a rulebook, and their possible values.

This module must not know games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ducato.core.errors import BadValue


@dataclass(frozen=True)
class Parameter:
    """One number or switch of a rulebook, from ``data/editions.toml``.

    Attributes:
        name: the name on the command line, in lower case.
        default: an int, a bool, or one of `choices`.
        range: the least and the greatest value of an int, else None.
        choices: the possible words, else empty.
        unit: the unit of an int, such as "tokens".
        clause: the clause of the rules that states it.
        by_players: defaults for particular numbers of players.
    """

    name: str
    default: int | bool | str
    range: tuple[int, int] | None
    choices: tuple[str, ...]
    unit: str
    clause: str
    by_players: dict[str, int | bool | str] = field(default_factory=dict)

    @classmethod
    def declared(cls, name: str, given: dict[str, Any], default: int | bool | str) -> Parameter:
        """Return the parameter declared by an entry of ``editions.toml``, with this default."""
        return cls(
            name,
            default,
            tuple(given["range"]) if "range" in given else None,
            tuple(given.get("choices", ())),
            given.get("unit", ""),
            given["clause"],
            given.get("by_players", {}),
        )

    def default_for(self, players: int) -> int | bool | str:
        """Return the default for this number of players."""
        return self.by_players.get(str(players), self.default)

    def check(self, value: object) -> int | bool | str:
        """Return the value, converted from command line text if needed.

        Raises:
            BadValue: it is not possible; the error says what is expected.
        """
        if self.choices:
            if value in self.choices:
                return str(value)
            raise BadValue(self.name, value, f"one of {', '.join(self.choices)}")
        if isinstance(self.default, bool):
            known = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}
            word = str(value).lower()
            if word in known:
                return known[word]
            raise BadValue(self.name, value, "true or false")
        assert self.range is not None
        low, high = self.range
        try:
            number = int(str(value))
        except ValueError:
            number = low - 1
        if isinstance(value, bool) or not low <= number <= high:
            raise BadValue(self.name, value, f"a whole number from {low} to {high} ({self.unit})")
        return number

    def as_number(self, value: int | bool | str) -> int:
        """Return the value as stored in the edition struct: a choice by its position."""
        return self.choices.index(str(value)) if self.choices else int(value)
