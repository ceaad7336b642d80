"""The action table of a game: kinds with ranges, stable numbers, names and JSON forms.

A table is a list of kinds; each kind takes one argument for each of its ranges. Actions are
numbered kind by kind and, within a kind, with the last argument varying fastest; the numbers change
only if the table does. The same number identifies an action in a button, a log entry, a bot's
choice and a tensor index.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from ducato.core.errors import BadValue, UnknownName
from ducato.core.struct import Row, numbers


@dataclass(frozen=True)
class Kind:
    """One kind of action.

    Attributes:
        name: the verb of the rulebook, such as "build".
        ranges: the name of each argument with the names of its values, in order.
        secret: whether the arguments stay hidden from the other seats when the action is done.
        numbers: for each argument, the ints that stand for its values; see `ActionTable.parts`.
    """

    name: str
    ranges: tuple[tuple[str, tuple[str, ...]], ...]
    secret: bool = False
    numbers: tuple[Sequence[int], ...] = ()

    @property
    def size(self) -> int:
        """The number of actions of this kind."""
        return prod(len(values) for _, values in self.ranges)


def kind(name: str, *, secret: bool = False, **ranges: Sequence[str] | range) -> Kind:
    """Return a kind of action; the values in a `range` are named by their digits."""
    named = tuple((arg, tuple(str(v) for v in values)) for arg, values in ranges.items())
    numbers = (v if isinstance(v, range) else range(len(v)) for v in ranges.values())
    return Kind(name, named, secret, tuple(numbers))


class ActionTable:
    """All actions of a game.

    Example:
        >>> table = ActionTable(kind("build", card=["the-mill", "the-cave"]), kind("end"))
        >>> len(table), table.encode("build", card="the-cave"), table.name(1), table.decode(2)
        (3, 1, 'build:the-cave', {'kind': 'end'})
        >>> table.numbers.END, table.parts(1)
        (2, ('build', 1))
        >>> table
        ActionTable(build: 2, end: 1)
    """

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = {k.name: k for k in kinds}
        self._offset: dict[str, int] = {}
        self._all: list[tuple[Kind, tuple[str, ...]]] = []
        self._parts: list[tuple[Any, ...]] = []
        for k in kinds:
            self._offset[k.name] = len(self._all)
            self._all += [(k, values) for values in product(*(names for _, names in k.ranges))]
            self._parts += [(k.name, *numbers) for numbers in product(*k.numbers)]
        self._indices = {self.name(number): number for number in range(len(self))}

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        sizes = (f"{name}: {k.size}" for name, k in self.kinds.items())
        return f"{type(self).__name__}({', '.join(sizes)})"

    def buffer(self) -> Row:
        """Return room, as in an array field, enough for the legal actions of any position.

        Actions have the same integer type as chance outcomes, so that a kernel calls each rule with
        one type of action and compiles it only once.
        """
        return numbers("i8", len(self))

    def offset(self, kind: str) -> int:
        """Return the number of the first action of a kind."""
        return self._offset[kind]

    @cached_property
    def numbers(self) -> Any:
        """The number of the first action of each kind, as a named tuple of constants for the rules.

        The names are those of the kinds in capitals: with ``A = ACTIONS.numbers``, the action
        ``build:the-cave`` is ``A.BUILD + 1`` if the cave is card 1.
        """
        numbers = {name.upper().replace("-", "_"): first for name, first in self._offset.items()}
        named: Any = namedtuple("ActionNumbers", numbers)  # type: ignore[misc]
        return named(**numbers)

    def parts(self, action: int) -> tuple[Any, ...]:
        """Return the name of an action's kind, followed by its arguments as ints.

        An argument with named values is given by its index among them, and one from a `range` by
        the number itself. The tuple can be matched: ``case ("build", card)``.
        """
        return self._parts[action]

    def kind(self, action: int) -> Kind:
        """Return the kind of an action."""
        return self._all[action][0]

    def name(self, action: int) -> str:
        """Return the name of an action, such as ``build:the-mill``."""
        k, values = self._all[action]
        return ":".join((k.name, *values))

    def index(self, name: object) -> int:
        """Return the number of the action with this name.

        Raises:
            UnknownName: there is no such action; the error lists the actions of the same kind, or
                all kinds if there is no such kind.
        """
        number = self._indices.get(name) if isinstance(name, str) else None
        if number is None:
            prefix = str(name).split(":")[0]
            same = [n for n in self._indices if n.split(":")[0] == prefix]
            raise UnknownName("action", name, same or self.kinds)
        return number

    def encode(self, kind: str, **arguments: object) -> int:
        """Return the number of the action with this kind and these arguments.

        Raises:
            UnknownName: there is no such kind, or an argument has no such value.
            BadValue: the arguments are not those of the kind.
        """
        if kind not in self.kinds:
            raise UnknownName("kind of action", kind, self.kinds)
        ranges = self.kinds[kind].ranges
        if set(arguments) != {arg for arg, _ in ranges}:
            raise BadValue(
                f"arguments of {kind!r}", sorted(arguments), f"{[arg for arg, _ in ranges]}"
            )
        for arg, values in ranges:
            if str(arguments[arg]) not in values:
                raise UnknownName(arg, arguments[arg], values)
        return self._indices[":".join((kind, *(str(arguments[arg]) for arg, _ in ranges)))]

    def decode(self, action: object) -> dict[str, str]:
        """Return the JSON form of an action: its kind and its arguments.

        Raises:
            BadValue: `action` is not an int, or not the number of an action.
        """
        if not isinstance(action, int) or isinstance(action, bool) or not 0 <= action < len(self):
            raise BadValue("action", action, f"a whole number from 0 to {len(self) - 1}")
        k, values = self._all[action]
        return {"kind": k.name, **dict(zip((arg for arg, _ in k.ranges), values, strict=True))}

    def arguments(self, action: int) -> tuple[Any, ...]:
        """Return the values of an action's arguments, as names, in order."""
        return self._all[action][1]
