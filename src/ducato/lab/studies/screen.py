"""Which numbers matter: what each option does alone to the metrics that a search aims at.

Each option is set a step down, a step up, or to its other choices, in the same deals; its effect
is the greatest sure change of a metric, in the units in which the search counts distances.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ducato.core.errors import ConflictingOptions
from ducato.lab.run import Conditions
from ducato.lab.studies.space import Free
from ducato.runs.executors import Executor
from ducato.runs.play.chunk import TooLong
from ducato.runs.statistics import Z95, Estimate, adjusted, p_value

if TYPE_CHECKING:
    from ducato.lab.studies.aims import TuningTask

STEP = 0.25
"""A step is this part of the way to the end of the range, at least one value."""


@dataclass(frozen=True)
class Sensitivity:
    """What an option does alone.

    Attributes:
        name: the name of the option.
        effect: its greatest effect on a metric that is sure, in units of distance: the bound of the
            interval that is nearer to 0.
        metric: that metric.
        value: the value that the option then has.
        change: by how much the metric changes then, deal by deal.
        p: the p-value of that change, corrected for the number of all that were measured.
    """

    name: str
    effect: float
    metric: str
    value: Any
    change: Estimate
    p: float


def screen(
    search: TuningTask,
    free: Sequence[Free],
    base: Mapping[str, Mapping[str, Estimate]],
    conditions: Conditions,
    by: Executor,
) -> list[Sensitivity]:
    """Return what each option does alone, from the greatest effect to the least.

    Args:
        search: what is sought.
        free: the options.
        base: the metrics of the edition that the search begins with.
        conditions: how the games are played.
        by: what plays them.
    """
    games, seed = conditions.games, conditions.seed
    before = search.runs({}, games, seed, by)
    scales = {
        (key, aim.name): aim.scale(base[key][aim.name]) for key in before for aim in search.aims
    }
    found: list[Sensitivity] = []
    for one in free:
        best: Sensitivity | None = None
        for value in _values(one, search.value_of(one.name)):
            try:
                after = search.runs({one.name: value}, games, seed, by)
            except (ConflictingOptions, TooLong):
                continue
            for key, changes in search.changes(before, after).items():
                for metric, change in changes.items():
                    sure = min(abs(change.low), abs(change.high)) if _sure(change) else 0.0
                    effect = sure / scales[key, metric]
                    if best is None or effect > best.effect:
                        p = _p(change)
                        best = Sensitivity(one.name, effect, metric, value, change, p)
        if best is not None:
            found.append(best)
    corrected = adjusted([one.p for one in found])
    found = [
        Sensitivity(one.name, one.effect, one.metric, one.value, one.change, float(p))
        for one, p in zip(found, corrected, strict=True)
    ]
    return sorted(found, key=lambda one: -one.effect)


def _sure(change: Estimate) -> bool:
    return change.low > 0 or change.high < 0


def _p(change: Estimate) -> float:
    error = (change.high - change.low) / 2 / Z95
    return p_value(change.value / error) if error else float(change.value == 0)


def _values(one: Free, present: Any) -> list[Any]:
    """Return the values that are tried: a step on either side, or all other choices."""
    if not one.ordered:
        return [value for value in one.values if value != present]
    at = min(range(len(one.values)), key=lambda i: abs(one.values[i] - present))
    last = len(one.values) - 1
    near = {
        max(0, at - max(1, round(STEP * at))),
        min(last, at + max(1, round(STEP * (last - at)))),
    }
    return [one.values[i] for i in sorted(near) if one.values[i] != present]
