"""Luck and play apart: what chance gave each seat, and what the choices cost.

From the first step to the result, the value of a game for a seat changes by

    result - prior = chance + own choices + others' choices + rest

- *chance* is the sum of the swings of all chance events. Each is what chance brought, compared with
  the mean of what it might have brought, so that on average it is 0: a control variate for the
  result, as in AIVAT (Burch et al., "AIVAT: A New Variance Reduction Technique for Agent Evaluation
  in Imperfect Information Games", AAAI 2018), of which this is the part that is chance.
- *own choices* is the sum of what the seat's choices cost it, compared with the judge's choice,
  and *others' choices* that of what the other seats' choices gave it.
- *rest* is what remains: cards that were hidden from the seat to move, and what the judge
  misjudges. With exact values and without hidden cards it is 0.

A choice that turned out better than the judge's counts for the seat that made it.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from ducato.bots.analysis.marks import Mark, mark_of
from ducato.bots.analysis.model import NORMAL, Analysis, Values


class Part(NamedTuple):
    """A part of the change of a seat's value, with the half width of a 95 % interval."""

    value: float
    margin: float


class Account(NamedTuple):
    """How a seat's value changed from the prior to the result.

    Attributes:
        seat: the seat.
        prior: its value before the first step.
        result: its share of the win.
        chance: what chance gave it.
        own: what its own choices gave it, usually below 0.
        others: what the choices of the others gave it.
        rest: what remains.
        decisions: the number of its decisions, without a resignation.
        lost: what its choices cost on average.
        marks: the number of its choices of each mark.
    """

    seat: int
    prior: Part
    result: float
    chance: Part
    own: Part
    others: Part
    rest: Part
    decisions: int
    lost: Part
    marks: dict[Mark, int]


def accounts(analysis: Analysis) -> list[Account]:
    """Return the account of each seat."""
    return [_account(analysis, seat) for seat in range(analysis.seats)]


def _account(analysis: Analysis, seat: int) -> Account:
    chance = _total([event.swing for event in analysis.events], seat)
    own = _total([one.cost for one in analysis.decisions if one.seat == seat], seat, -1)
    others = _total([one.cost for one in analysis.decisions if one.seat != seat], seat, -1)
    change = analysis.result[seat] - analysis.prior.means[seat]
    value = change - chance.value - own.value - others.value
    # The deal is part of the prior and of chance, with opposite signs: its error cancels out.
    later = [event.swing for event in analysis.events if not _is_deal(analysis, event.seq)]
    first = [analysis.decisions[0].before] if analysis.decisions else []
    doubt = [_total(later, seat), own, others, _total(first, seat)]
    rest = Part(value, sqrt(sum(part.margin**2 for part in doubt)))
    chosen = [one for one in analysis.decisions if one.seat == seat and one.action >= 0]
    lost = _total([one.cost for one in chosen], seat)
    number = max(1, len(chosen))
    marks = dict.fromkeys(Mark, 0)
    for one in chosen:
        marks[mark_of(one)] += 1
    return Account(
        seat,
        Part(analysis.prior.means[seat], analysis.prior.margin(seat)),
        analysis.result[seat],
        chance,
        own,
        others,
        rest,
        len(chosen),
        Part(lost.value / number, lost.margin / number),
        marks,
    )


def _is_deal(analysis: Analysis, seq: int) -> bool:
    """Return whether the chance event after so many steps comes before the first decision."""
    return not analysis.decisions or seq < analysis.decisions[0].seq


def _total(values: list[Values], seat: int, sign: int = 1) -> Part:
    total = sign * sum(one.means[seat] for one in values)
    return Part(total, NORMAL * sqrt(sum(one.errors[seat] ** 2 for one in values)))
