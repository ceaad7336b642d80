"""Search spaces: the options that a search may change, and the values that it may try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from ducato.core.editions.parameter import Parameter
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import Game
from ducato.lab.studies.value_ranges import values_of
from ducato.runs.play.lab_settings import player_counts


@dataclass(frozen=True)
class Free:
    """An option that a search may change.

    Attributes:
        name: its name, with an ``@`` and numbers of players if it is free for these only.
        values: the possible values, in their order.
        ordered: whether they are numbers, of which near ones have similar effects.
        by_factor: whether multiples are worth trying rather than sums.
    """

    name: str
    values: tuple[Any, ...]
    ordered: bool
    by_factor: bool = False

    def suggest(self, trial: Any) -> Any:
        """Return the value that an Optuna trial suggests."""
        if not self.ordered:
            return trial.suggest_categorical(self.name, list(self.values))
        low, high = self.values[0], self.values[-1]
        if self.by_factor and low > 0:
            near = trial.suggest_int(self.name, low, high, log=True)
            return min(self.values, key=lambda value: abs(value - near))
        return self.values[trial.suggest_int(self.name, 0, len(self.values) - 1)]

    def as_parameter(self, value: Any) -> Any:
        """Return the parameter of a trial that stands for the value nearest to this one."""
        if not self.ordered:
            return value
        near = min(self.values, key=lambda known: abs(known - value))
        by_factor = self.by_factor and self.values[0] > 0
        return near if by_factor else self.values.index(near)


def search_space(
    game: Game, free: Sequence[str], players: Sequence[int], fixed: Mapping[str, Any]
) -> list[Free]:
    """Return the options that a search may change.

    Args:
        game: the game.
        free: names, patterns such as ``tiles.*.attack``, or names with values such as
            ``ace_price=1..5``. ``ace_price@4-5`` is free for these numbers of players only, and
            goes before what is free for all. If there are none, all tunable parameters are free but
            those whose default depends on the number of players, if there are several: one value
            could not replace it. Cells of tables are free only if they are named.
        players: the numbers of players for which one edition is sought.
        fixed: options that keep their value.

    Raises:
        UnknownName: nothing matches a name.
        BadValue: a range is not possible, only one value is left, or an option is free and fixed.
    """
    found: dict[str, Free] = {}
    for pattern in free:
        key, equals, given = pattern.partition("=")
        name, at, some = key.partition("@")
        if at and not set(player_counts(game, some)) <= set(players):
            raise BadValue(key, some, f"numbers of players among {', '.join(map(str, players))}")
        names = [known for known in game.adjustable if fnmatchcase(known, name)]
        if not names:
            raise UnknownName(f"option of {game.name}", name, game.parameters)
        for one in names:
            parameter = game.adjustable[one]
            values = values_of(game, one, given) if equals else _values(parameter)
            found[one + at + some] = _free(parameter, values, at + some)
    for name in {name.partition("@")[0] for name in found} & fixed.keys():
        raise BadValue(name, fixed[name], "either free or fixed with --set, not both")
    if not free:
        for name, parameter in game.parameters.items():
            depends = len(players) > 1 and parameter.by_players
            if parameter.tunable and not depends and name not in fixed:
                found[name] = _free(parameter, _values(parameter))
    if not found:
        raise BadValue("--free", "", f"given: {game.name} has no parameter that is tunable")
    return list(found.values())


def for_players(game: Game, values: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return the options for this number of players, from the values of free ones by name."""
    found = {name: value for name, value in values.items() if "@" not in name}
    for name, value in values.items():
        option, at, some = name.partition("@")
        if at and players in player_counts(game, some):
            found[option] = value
    return found


def neighbour(free: Sequence[Free], values: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Return the values with one or two of them changed: a number by a step or two, else at will.

    Optuna's sampler finds the region of the best editions, and steps from the best one find their
    way on from there: every second trial is one.
    """
    rng = np.random.default_rng(seed)
    found = dict(values)
    for index in rng.choice(len(free), size=min(len(free), int(rng.integers(1, 3))), replace=False):
        one = free[index]
        at = one.values.index(found[one.name])
        if one.ordered:
            steps = [s for s in (-2, -1, 1, 2) if 0 <= at + s < len(one.values)]
            found[one.name] = one.values[at + steps[rng.integers(len(steps))]]
        else:
            others = [value for value in one.values if value != found[one.name]]
            found[one.name] = others[rng.integers(len(others))]
    return found


def _free(parameter: Parameter, values: list[Any], players: str = "") -> Free:
    ordered = parameter.range is not None
    kept = tuple(sorted(set(values)) if ordered else dict.fromkeys(values))
    if len(kept) < 2:
        raise BadValue(parameter.name, values, "free to take at least two values")
    return Free(parameter.name + players, kept, ordered, parameter.scale == "log")


def _values(parameter: Parameter) -> list[Any]:
    """Return the values worth trying, in steps from the default."""
    if parameter.range is None:
        return list(parameter.choices) or [False, True]
    low, high = parameter.range
    first = low + (int(parameter.default) - low) % parameter.step
    return list(range(first, high + 1, parameter.step))
