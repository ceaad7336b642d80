"""Ranges of values on the command line, such as ``ace_price=1..9`` or ``tie=shared,stock``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from ducato.core.editions.parameter import Parameter
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import Game

MOST = 1000
"""The maximum number of combinations of values in a sweep."""


def parameter_of(game: Game, name: str) -> Parameter:
    """Return a parameter or an adjustable cell of a game.

    Raises:
        UnknownName: there is none of this name.
    """
    known = game.adjustable
    if name not in known:
        raise UnknownName(f"option of {game.name}", name, known)
    return known[name]


def values_of(game: Game, name: str, given: str) -> list[Any]:
    """Return the values that a range or a list describes.

    ``1..9`` is every step of the parameter from 1 to 9, ``1..9..2`` every second number, ``1,3,9``
    these numbers, ``*`` all words of a choice, or both positions of a switch.

    Raises:
        UnknownName: the game has no such option.
        BadValue: a value is not possible, or the range is empty.
    """
    parameter = parameter_of(game, name)
    if given == "*":
        if not parameter.choices and not isinstance(parameter.default, bool):
            raise BadValue(name, given, "a range such as 1..9; * is for words and switches")
        return list(parameter.choices) or [False, True]
    found: list[Any] = []
    for part in given.split(","):
        low, dots, rest = part.partition("..")
        if not dots:
            found.append(parameter.check(part))
            continue
        high, _, step = rest.partition("..")
        if parameter.range is None:
            raise BadValue(name, given, "a list of values joined by commas, or * for all")
        first, last = int(parameter.check(low)), int(parameter.check(high))
        by = _step(name, step) if step else parameter.step
        if last < first:
            raise BadValue(name, part, "low..high, the lower number first")
        found.extend(range(first, last + 1, by))
    return found


def _step(name: str, given: str) -> int:
    if not re.fullmatch("[0-9]+", given) or int(given) < 1:
        raise BadValue(name, f"..{given}", "a step of 1 or more")
    return int(given)


def grid(game: Game, given: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return all combinations of the values of several options.

    Raises:
        UnknownName, BadValue: see `values_of`; or there are more than `MOST` combinations.
    """
    columns: Sequence[list[Any]] = [values_of(game, n, words) for n, words in given.items()]
    size = 1
    for column in columns:
        size *= len(column)
    if size > MOST:
        raise BadValue("number of combinations", size, f"at most {MOST}")
    return [dict(zip(given, values, strict=True)) for values in product(*columns)]
