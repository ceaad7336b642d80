"""Parameters: the numbers, switches and words of a rulebook, and their possible values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ducato.core.errors import BadValue


@dataclass(frozen=True)
class Parameter:
    """A number, switch or word of a rulebook, as declared in ``data/editions.toml``.

    Attributes:
        name: the parameter's name on the command line, in lower case; for an adjustable cell of a
            table, a dotted name.
        default: an int, a bool, or one of `choices`.
        range: the smallest and the largest possible int, or None if the value is not an int.
        choices: the possible words; empty if the value is not a word.
        unit: the unit of an int, such as "tokens"; empty if none is declared.
        clause: the clause of the rules that states the value.
        by_players: other defaults, by the number of players.
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
        """Return the parameter that the entry `given` of ``editions.toml`` declares."""
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
            BadValue: the value is not possible; the error says what is expected.
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
        """Return the value as the edition struct stores it: a choice as its index in `choices`."""
        return self.choices.index(str(value)) if self.choices else int(value)
