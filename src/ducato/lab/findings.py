"""Findings: what a run says about a game, in order of weight, corrected for their number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

import numpy as np

from ducato.lab.lift import Lift
from ducato.lab.metrics import DEAD, LEAST_EXPECTED, Target, metric_of, miss, targets_of
from ducato.lab.outcomes import Outcomes
from ducato.runs.play.buffers import Column
from ducato.runs.play.lab_settings import lab_settings
from ducato.runs.statistics import Z95, Estimate, adjusted, p_value, share

LEVEL = 0.01
"""The corrected p-value below which something is a finding."""
LEAST_GAP = 0.015
"""The smallest difference of a share of wins from a fair one that is worth a sentence."""
LEAST_LIFT = 0.04
"""The smallest lift that is worth a sentence."""
DOMINANT = 0.95
"""A dominant option is chosen in at least this share of the decisions in which it is possible."""
MOST_TIES, EARLY, MOST_FORCED = 0.2, 0.4, 0.35
"""Limits from which ties are frequent, games are decided early, and decisions are few."""


FindingSort = Literal[
    "order", "seat", "strong", "weak", "dead", "dominant", "target", "ties", "early", "forced"
]
"""The sorts of findings; the sentence of each is the text ``finding.<sort>`` of the lab."""


@dataclass(frozen=True)
class Finding:
    """One finding.

    Attributes:
        sort: what it is about.
        subject: the position or seat, counted from 1, or the name of the thing or metric.
        value: the estimate: a share of wins, a lift, a share of decisions, or a metric.
        fair: the value that would be fair or wanted; None if there is none.
        weight: the findings are listed from the highest weight to the lowest.
        p: the corrected p-value; 0 where no test applies.
    """

    sort: FindingSort
    subject: str
    value: Estimate
    fair: float | None
    weight: float
    p: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as a dictionary that can be written as JSON."""
        return {
            "sort": self.sort,
            "subject": self.subject,
            "value": self.value._asdict(),
            "fair": self.fair,
            "weight": self.weight,
            "p": self.p,
        }


def findings(games: Outcomes, targets: Mapping[str, Target] | None = None) -> list[Finding]:
    """Return the findings of a run, the weightiest first.

    Args:
        games: the run.
        targets: the wanted ranges, by the name of the metric; by default those in ``lab.toml``.
    """
    wanted = targets_of(games.game.game, games.game.players) if targets is None else targets
    found = [
        *_unfair(games),
        *_lifts(games),
        *_options(games),
        *_drama(games),
        *_targets(games, wanted),
    ]
    return sorted(found, key=lambda finding: -finding.weight)


def _unfair(games: Outcomes) -> Iterable[Finding]:
    """Return the positions in the order of play, and the seats, that win too much or too little.

    Shares of seats are compared at equal positions, so that a fixed first player is not found
    twice.
    """
    fair = 1 / games.game.players
    wins = games.wins_in_order
    yield from _tested("order", wins, np.full(wins.shape, fair), fair)
    expected = wins.mean(axis=0)
    order = games.rows.order[games.finished] - 1
    if not (order == order[0]).all():  # else the seat and the position are the same
        yield from _tested("seat", games.wins, expected[order], fair)


def _tested(sort: FindingSort, wins: Any, expected: Any, fair: float) -> Iterable[Finding]:
    excess = (wins - expected).mean(axis=0)
    # Never below what a fair game would have: a few games that all end alike prove nothing.
    spread = np.maximum((wins - expected).std(axis=0, ddof=1), sqrt(fair * (1 - fair)))
    error = spread / sqrt(len(wins))
    corrected = adjusted([p_value(float(z)) for z in excess / error])
    for number, (gap, e, p) in enumerate(zip(excess, error, corrected, strict=True)):
        if len(excess) == 2 and number != excess.argmax():
            continue  # what one of two players has, the other has not
        if p < LEVEL and abs(gap) >= LEAST_GAP:
            value = fair + float(gap)
            estimate = Estimate(value, value - Z95 * float(e), value + Z95 * float(e))
            yield Finding(sort, str(number + 1), estimate, fair, 3 * abs(float(gap)), float(p))


def _listed(games: Outcomes) -> list[Lift]:
    """Return the lifts of everything but what ``lab.toml`` leaves out."""
    left_out = lab_settings(games.game.game).leave_out
    return [lift for lift in games.lift() if lift.thing.split(":")[0] not in left_out]


def _lifts(games: Outcomes) -> Iterable[Finding]:
    """Return the things that the winning do more, or less, than those who could and do not."""
    seen: set[tuple[int, int, float]] = set()
    for lift in _listed(games):
        numbers = (lift.done, lift.passed, lift.lift.value)
        if lift.sort in ("kind", "group") or numbers in seen:
            continue  # a component that only one action names is the same thing once more
        seen.add(numbers)
        if lift.p is not None and lift.p < LEVEL and abs(lift.lift.value) >= LEAST_LIFT:
            sort: FindingSort = "strong" if lift.lift.value > 0 else "weak"
            # The bound that is nearer to 0: a large lift of a rare thing says less.
            sure = min(abs(lift.lift.low), abs(lift.lift.high))
            yield Finding(sort, lift.thing, lift.lift, None, sure, lift.p)


def _options(games: Outcomes) -> Iterable[Finding]:
    """Return the options that are never chosen, or always, by players who choose at all."""
    if set(games.seats) == {"random"}:
        return
    for lift in _listed(games):
        if lift.sort != "action" or lift.expected < LEAST_EXPECTED:
            continue
        chosen = share(lift.chosen, lift.available)
        by_chance = lift.expected / lift.available
        if lift.chosen <= DEAD * lift.expected:
            yield Finding("dead", lift.thing, chosen, by_chance, 0.1 + by_chance / 10)
        elif chosen.low >= DOMINANT and by_chance <= 0.5:
            yield Finding("dominant", lift.thing, chosen, by_chance, 0.15 + by_chance / 10)


def _drama(games: Outcomes) -> Iterable[Finding]:
    """Return frequent ties, early decisions and too many forced actions, of enough games."""
    if games.finished.sum() < LEAST_EXPECTED:
        return
    limits: dict[FindingSort, float] = {"ties": MOST_TIES, "forced": MOST_FORCED}
    for name, limit in limits.items():
        value = metric_of(games.game.game, name).of(games)
        if value.low > limit:
            yield Finding(name, name, value, limit, value.value - limit)
    settled = metric_of(games.game.game, "settled").of(games)
    if games.column(Column.DECISIONS).mean() > 1 and settled.high < EARLY:
        yield Finding("early", "settled", settled, EARLY, EARLY - settled.value)


def _targets(games: Outcomes, targets: Mapping[str, Target]) -> Iterable[Finding]:
    for name, target in targets.items():
        value = metric_of(games.game.game, name).of(games)
        low, high = target
        off = miss(value, target)
        if all(miss(value._replace(value=bound), target) for bound in (value.low, value.high)):
            nearest = low if value.value < low else high
            scale = abs(nearest) or 1.0
            yield Finding("target", name, value, nearest, 0.5 + min(1.0, off / scale))


def agreement(finding: Finding, others: Sequence[Outcomes]) -> list[Estimate | None]:
    """Return what other runs, of other levels of skill, say about the subject of a finding.

    None stands for a run that says nothing of it.
    """
    found: list[Estimate | None] = []
    for games in others:
        value: Estimate | None = None
        if finding.sort == "order":
            value = games.by_order()[int(finding.subject) - 1]
        elif finding.sort == "seat":
            value = games.by_seat()[int(finding.subject) - 1]
        elif finding.sort in ("strong", "weak"):
            value = next(
                (
                    lift.lift
                    for lift in games.lift()
                    if lift.thing == finding.subject and lift.p is not None
                ),
                None,
            )
        elif finding.sort in ("target", "ties", "forced", "early"):
            value = metric_of(games.game.game, finding.subject).of(games)
        elif finding.sort in ("dead", "dominant"):
            value = next(
                (share(x.chosen, x.available) for x in games.lift() if x.thing == finding.subject),
                None,
            )
        found.append(value)
    return found
