"""Findings about seats: who wins too much, who seldom plays, and whom ties favour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.lab.diagnosis.finding import LEVEL, Finding, FindingSort, Grade, odds_ratio
from ducato.lab.outcomes import Outcomes
from ducato.runs.statistics import Z95, Estimate, adjusted, mean, p_value, share

LEAST_GAP = 0.015
"""The smallest difference of a share of wins from a fair one that is worth a sentence."""
FAULTS: dict[str, tuple[float, float]] = {"order": (0.4, 2.0), "seat": (0.6, 1.5)}
"""A position or a seat whose odds of winning are outside these multiples of fair odds is a fault.
Greedy players exaggerate what a position is worth, above all if there are many; of a seat, nothing
should be worth anything."""
DUEL = 1.5
"""The multiple for a position of two players."""
SELDOM = 0.75
"""A seat with less than this part of the turns, or decisions, of the others is skipped."""
DEALS = 40
"""The number of deals in which the beginnings of seats are compared."""
RICHER = 1.15
"""A seat is said to begin with more if it has so many times what the others have on average."""
AGREES, LEAST_TIES = 0.97, 20
"""A series decides the ranks if it agrees with nearly all of them; and the number of its ties from
which they are judged."""
ALWAYS = 0.9
"""The share of the ties that go to one side from which they are not broken by chance."""


def seat_findings(games: Outcomes) -> Iterable[Finding]:
    """Return the positions in the order of play, and the seats, that fare differently.

    Shares of seats are compared at equal positions, so that a fixed first player is not found
    twice.
    """
    if not games.finished.any():
        return
    fair = 1 / games.game.players
    wins = games.wins_in_order
    richer = _richer(games.game)
    found = _gravest(_tested(games, "order", wins, np.full(wins.shape, fair), fair, richer))
    expected = wins.mean(axis=0)
    order = games.rows.order[games.finished] - 1
    if not (order == order[0]).all():  # else the seat and the position are the same
        found += _gravest(_tested(games, "seat", games.wins, expected[order], fair, richer))
    yield from found
    yield from _skipped(games, by_decisions=not richer)
    if not any(finding.grade == "fault" for finding in found):  # equal seats have equal ties
        yield from _ties(games)


def _gravest(found: Iterable[Finding]) -> list[Finding]:
    """Return findings with one fault: where one wins too much, others win too little for it."""
    every = sorted(found, key=lambda finding: -finding.weight)
    return [replace(one, grade="look") if n else one for n, one in enumerate(every)]


def _tested(
    games: Outcomes,
    sort: FindingSort,
    wins: Any,
    expected: Any,
    fair: float,
    richer: Mapping[int, tuple[str, ...]],
) -> Iterable[Finding]:
    excess = (wins - expected).mean(axis=0)
    # Never below what a fair game would have: a few games that all end alike prove nothing.
    spread = np.maximum((wins - expected).std(axis=0, ddof=1), sqrt(fair * (1 - fair)))
    error = spread / sqrt(len(wins))
    corrected = adjusted([p_value(float(z)) for z in excess / error])
    order = games.rows.order[games.finished]
    fixed = bool((order == order[0]).all())
    details = richer if sort == "seat" or fixed else {}
    for number, (gap, e, p) in enumerate(zip(excess, error, corrected, strict=True)):
        if len(excess) == 2 and number != excess.argmax():
            continue  # what one of two players has, the other has not
        if p < LEVEL and abs(gap) >= LEAST_GAP:
            value = fair + float(gap)
            estimate = Estimate(value, value - Z95 * float(e), value + Z95 * float(e))
            grade = _grade(sort, value, fair)
            weight = abs(float(gap)) / fair + (2.0 if grade == "fault" else 0.0)
            seat = int(np.flatnonzero(order[0] == number + 1)[0]) if sort == "order" else number
            found = (sort, str(number + 1), estimate, fair, weight, float(p), grade)
            yield Finding(*found, details=details.get(seat, ()) if gap > 0 else ())


def _grade(sort: FindingSort, value: float, fair: float) -> Grade:
    low, high = FAULTS[sort]
    if sort == "order" and fair == 0.5:
        high = DUEL
    return "fault" if not low < odds_ratio(value, fair) < high else "look"


def _richer(game: LoadedGame) -> dict[int, tuple[str, ...]]:
    """Return for each seat that begins with more the series, what it has, and what others have."""
    names = game.game.names("Series")
    if not names:
        return {}
    begun = np.zeros((DEALS, game.players, len(names)), np.int64)
    for deal in range(DEALS):
        state, rng = game.State(), new_rng("beginnings", deal)
        verbs.setup(state, game.edition)
        while verbs.current_player(state, game.edition) == verbs.CHANCE:
            outcome = below(rng, verbs.chance_outcomes(state, game.edition))
            verbs.apply_action(state, game.edition, outcome)
        for seat in range(game.players):
            verbs.series(state, game.edition, seat, begun[deal, seat])
    means = begun.mean(axis=0)
    found: dict[int, tuple[str, ...]] = {}
    for seat in range(game.players):
        others = np.delete(means, seat, axis=0).mean(axis=0)
        for index, name in enumerate(names):
            own, rest = float(means[seat, index]), float(others[index])
            apart = begun[:, seat, index] - np.delete(begun[..., index], seat, axis=1).mean(axis=1)
            if own > RICHER * max(0.0, rest) and mean(apart).low > 0 and seat not in found:
                found[seat] = (name, f"{own:g}", f"{rest:g}")
    return found


def _skipped(games: Outcomes, *, by_decisions: bool = True) -> Iterable[Finding]:
    """Return the seats that have far fewer turns, or decisions, than the others at their table.

    A seat whose turns are passed for it need not have fewer: where nobody acts in between, two
    turns of another seat are one. Decisions say nothing where a seat begins with more, which gives
    it more to decide.
    """
    if games.finished.sum() < 2:
        return
    rows = [games.rows.turns] + [games.rows.decided] * by_decisions
    counts = [one[games.finished].astype(float) for one in rows]
    for seat in range(games.game.players):
        parts = [_part_of(numbers, seat) for numbers in counts]
        part = min(parts, key=lambda one: one.value)
        if part.high < SELDOM:
            yield Finding("skipped", str(seat + 1), part, 1.0, 4.0 - part.value, grade="fault")


def _part_of(numbers: NDArray[Any], seat: int) -> Estimate:
    """Return how many times a seat has what the others have on average, at the same table."""
    others = np.delete(numbers, seat, axis=1).mean(axis=1)
    return mean(numbers[:, seat] / np.maximum(1.0, others))


def _ties(games: Outcomes) -> Iterable[Finding]:
    """Return whether seats that are equal in what decides the game are told apart by the seat."""
    ranks = games.rows.ranks[games.finished]
    series = games.rows.series[games.finished]
    pairs = list(combinations(range(games.game.players), 2))
    if not series.shape[2] or not len(ranks):
        return
    ahead = np.concatenate([ranks[:, b] - ranks[:, a] for a, b in pairs])  # > 0: the lower seat
    gaps = np.concatenate([series[:, a] - series[:, b] for a, b in pairs])
    index = int(np.argmax([_agreement(ahead, gaps[:, i]) for i in range(series.shape[2])]))
    if _agreement(ahead, gaps[:, index]) < AGREES:
        return
    tied = (gaps[:, index] == 0) & (ahead != 0)
    for other in range(series.shape[2]):  # by another number, as the rules may say
        told = tied & (gaps[:, other] != 0)
        if told.sum() and max(_agreement(s * ahead[told], gaps[told, other]) for s in (1, -1)) > (
            AGREES
        ):
            tied &= gaps[:, other] == 0
    favoured, n = int((ahead[tied] > 0).sum()), int(tied.sum())
    value = share(max(favoured, n - favoured), n)
    if n >= LEAST_TIES and value.low > ALWAYS - 0.1 and value.value >= ALWAYS:
        side = "lower" if 2 * favoured > n else "higher"
        name = games.series_names[index]
        yield Finding("tie_seat", side, value, 0.5, 2.5, grade="fault", details=(name, str(n)))


def _agreement(ahead: NDArray[Any], gaps: NDArray[Any]) -> float:
    """Return in which share of the pairs that differ in both the greater number is ahead."""
    both = (ahead != 0) & (gaps != 0)
    return float((np.sign(ahead[both]) == np.sign(gaps[both])).mean()) if both.any() else 0.0
