"""What a search for an edition aims at: metrics, and what is wanted of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from ducato.core.errors import BadValue
from ducato.core.game import Game
from ducato.lab.metrics import Target, checked_range, metric_of, miss
from ducato.runs.play.lab_settings import lab_settings, player_counts
from ducato.runs.statistics import Estimate

SAME = 0.05
"""What is to stay the same may change by this part of itself."""
NEAR = 0.25
"""A change that is wanted may be more, or less, by this part of itself."""


@dataclass(frozen=True)
class Aim:
    """A metric and what is wanted of it.

    Attributes:
        name: the name of the metric.
        target: the wanted range; None to make it as small or as large as possible.
        better: 1 or -1 without a range: whether more or less is better.
        players: the numbers of players at whose tables it is wanted; all if there are none.
        change: by which part of what it was it should change, 0 to stay the same; None if what it
            was does not matter.
    """

    name: str
    target: Target | None
    better: int = 0
    players: tuple[int, ...] = ()
    change: float | None = None

    def distance(self, estimate: Estimate, scale: float, base: Estimate | None = None) -> float:
        """Return how far an estimate is from what is wanted, in units of `scale`.

        Args:
            estimate: the metric.
            scale: the unit.
            base: what it was, in the same deals; for aims that are relative to that.
        """
        if self.change is not None and base is not None:
            return miss(estimate, self.around(base)) / scale
        if self.target is None:
            return -self.better * estimate.value / scale
        return miss(estimate, self.target) / scale

    def around(self, base: Estimate) -> Target:
        """Return the range that is wanted, given what the metric was."""
        change = self.change or 0.0
        middle, most = base.value * (1 + change), (abs(change) * NEAR or SAME) * abs(base.value)
        return middle - most, middle + most

    def scale(self, base: Estimate) -> float:
        """Return the unit of distance: half the range, or the value that the search begins with."""
        low, high = self.target or (-inf, inf)
        if self.change is not None:
            low, high = self.around(base)
        if 0 < high - low < inf:
            return (high - low) / 2
        bound = next((abs(x) for x in (low, high) if 0 < abs(x) < inf), 0.0)
        return bound or max(abs(base.value), 0.01)


def aims_of(game: Game, given: str | None) -> list[Aim]:
    """Return what ``--target balance,minutes=45..60`` asks for; by default the game's targets.

    ``minutes@4=45..60`` is wanted at tables with 4 players only. ``minutes=-20%`` wants a fifth
    less than now, and ``settled=same`` no change.

    Raises:
        UnknownName: there is no such metric.
        BadValue: a range is not possible, or one is needed.
        WrongPlayers: the game cannot be played by so many.
    """
    wanted = given.split(",") if given else []
    if not given:
        wanted = [f"{key}={low}..{high}" for key, (low, high) in lab_settings(game).targets.items()]
        if not wanted:
            raise BadValue("--target", "", f"given: {game.name} has no targets in its lab.toml")
    found = []
    for part in wanted:
        key, equals, words = part.partition("=")
        name, at, some = key.partition("@")
        metric = metric_of(game, name)
        players = tuple(player_counts(game, some)) if at else ()
        if equals and (change := _change(words)) is not None:
            found.append(Aim(name, None, players=players, change=change))
        elif equals:
            found.append(Aim(name, _range(name, words), players=players))
        elif metric.better:
            found.append(Aim(name, None, metric.better, players))
        else:
            expected = (
                f"given with a range such as {name}=LOW..HIGH, or {name}=-20% or {name}=same: "
                "neither way is better"
            )
            raise BadValue("--target", name, expected)
    return found


def _change(words: str) -> float | None:
    """Return the change that is wanted, as a part of what there is; None for a range."""
    if words == "same":
        return 0.0
    found = re.fullmatch(r"([+-]\d+(?:\.\d+)?)\s*%", words)
    return float(found[1]) / 100 if found else None


def _range(name: str, words: str) -> Target:
    bounds = re.fullmatch(r"(-?[\d.]+)?\.\.(-?[\d.]+)?", words)
    try:
        if bounds is None or not any(bounds.groups()):
            raise ValueError
        low, high = (float(x) if x else None for x in bounds.groups())
    except ValueError:
        expected = "low..high, low.. or ..high, such as 45..60, a change such as -20%, or same"
        raise BadValue(f"target {name}", words, expected) from None
    return checked_range(name, -inf if low is None else low, inf if high is None else high)
