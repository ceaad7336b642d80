"""Parameters: the numbers, switches and words of a rulebook, and their possible values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from ducato.core.editions import data_files
from ducato.core.errors import BadValue, UnknownName

ENTRIES = (
    "default", "range", "choices", "unit", "clause", "by_players", "step", "scale", "tunable",
)  # fmt: skip
"""The keys of a parameter's declaration."""
SCALES = ("linear", "log")
"""The possible scales of an int."""


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
        clause: the clause of the rules that states the value; empty if none is declared.
        by_players: other defaults, by the number of players.
        step: the difference between two ints worth trying, for the lab.
        scale: "linear", or "log" if the lab should try multiples rather than sums.
        tunable: whether the lab may change the value to improve the game.
    """

    name: str
    default: int | bool | str
    range: tuple[int, int] | None
    choices: tuple[str, ...]
    unit: str
    clause: str
    by_players: dict[str, int | bool | str] = field(default_factory=dict)
    step: int = 1
    scale: str = "linear"
    tunable: bool = True

    @classmethod
    def declared(cls, name: str, given: dict[str, Any], default: int | bool | str) -> Parameter:
        """Return the parameter that the entry `given` of ``editions.toml`` declares.

        Raises:
            BadValue: a part of the declaration is missing or impossible.
            UnknownName: the declaration has an unknown key.
        """
        for key in given:
            if key not in ENTRIES:
                raise UnknownName(f"entry of the parameter {name}", key, ENTRIES)
        span = tuple(given["range"]) if "range" in given else None
        declared = cls(
            name,
            default,
            span,
            tuple(given.get("choices", ())),
            given.get("unit", ""),
            given.get("clause", ""),
            given.get("by_players", {}),
            given.get("step", 1),
            given.get("scale", "linear"),
            given.get("tunable", True),
        )
        if not (declared.choices or isinstance(default, bool)):
            if span is None or len(span) != 2 or not span[0] <= span[1]:
                raise BadValue(f"range of {name}", span, "[smallest, largest], both whole numbers")
        if declared.scale not in SCALES:
            raise BadValue(f"scale of {name}", declared.scale, f"one of {', '.join(SCALES)}")
        if declared.step < 1:
            raise BadValue(f"step of {name}", declared.step, "a whole number from 1")
        return declared

    @property
    def code(self) -> str:
        """NumPy's code of the narrowest signed integer type that holds every possible value."""
        low, high = self.range or (0, max(1, len(self.choices) - 1))
        for width in (1, 2, 4):
            if -(limit := 1 << 8 * width - 1) <= low and high < limit:
                return f"i{width}"
        return "i8"

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


@cache
def parameters(package: str) -> Mapping[str, Parameter]:
    """Return the parameters declared in a package's ``data/editions.toml``, by name.

    Raises:
        BadValue: a declaration is incomplete or impossible.
    """
    found = {}
    for name, given in data_files.read_toml(package, "editions.toml").get("parameter", {}).items():
        if not isinstance(given, dict) or "default" not in given:
            raise BadValue(f"declaration of {name}", given, "a table with a default")
        found[name] = Parameter.declared(name, given, given["default"])
    return MappingProxyType(found)
