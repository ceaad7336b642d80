"""Causes before associations: suspects are taken away from one seat, in the same deals.

Those who do something may win because of it, or do it because they win. So each suspect is
forbidden to one seat after the other, and what that seat then loses is divided by how often it did
the thing: what the thing is worth to whoever has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ducato.lab.diagnosis.finding import LEVEL, Finding, FindingSort, ordered
from ducato.lab.diagnosis.held import listed, openings
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import Conditions
from ducato.lab.studies.ban import costs_of, p_of
from ducato.lab.thing_shares import ThingShare
from ducato.runs.play.buffers import OPENING
from ducato.runs.play.things import actions_of
from ducato.runs.statistics import Estimate, adjusted, share

GRAVE = 0.4
"""A thing is too strong, or too weak, if both what its holders win beyond a fair share and what
they lose without it are at least this part of a fair share."""
LEAST_GAMES = 60
"""The number of deals for each suspect and seat below which no cause can be seen."""
MOST_GAMES = 600
"""The number of deals for each suspect and seat from which more would only take time."""
STRONG, WEAK, FIRST = 6, 3, 3
"""How many suspects are tried of those that go with winning, with losing, and of openings."""
SURE = 0.1
"""An excess is suspicious if its interval is so far from 0, in fair shares."""
SURELY = 0.2
"""The least that both of these surely are, in fair shares."""
AGAIN, CONFIRMED = 0.5, 4
"""What looks at least this part as grave is tried again, so many at most, with new deals: of many
things that are tried, the one that looks worst is mostly not so bad."""
NEW_DEALS = 2_000_003
"""What is added to the seed for them."""
SHADOW = 0.5
"""A thing is a shadow of another if it is worth less than this part when nobody has that one."""


@dataclass(frozen=True)
class Suspect:
    """A thing that may be too strong or too weak: how those fared that did it."""

    share: ThingShare

    @property
    def thing(self) -> str:
        """Its name."""
        return self.share.thing

    @property
    def first(self) -> bool:
        """Whether it is about the opening."""
        return self.share.period == OPENING


@dataclass(frozen=True)
class Trial:
    """The games in which suspects are taken away.

    Attributes:
        suspects: those that are tried.
        games: the number of deals for each of them and each seat.
        again: the number of new deals of all together in which the worst are tried again.
        total: the number of games of all together.
    """

    suspects: tuple[Suspect, ...]
    games: int
    again: int
    total: int


def suspects_of(games: Outcomes) -> list[Suspect]:
    """Return what may be too strong or too weak, the most suspicious first."""
    fair = 1 / games.game.players
    whole = [one for one in listed(games) if _suspicious(one, fair)]
    first = [one for one in openings(games) if _suspicious(one, fair, kinds=True)]
    strong = sorted((one for one in whole if one.excess.value > 0), key=lambda x: -x.excess.low)
    weak = sorted((one for one in whole if one.excess.value < 0), key=lambda x: x.excess.high)
    # What goes with winning whenever it is done is no matter of the opening.
    over = {one.thing: one.excess.value for one in whole}
    early = [one for one in first if one.excess.value > 1.5 * max(0.0, over.get(one.thing, 0.0))]
    early.sort(key=lambda one: -one.excess.low)
    chosen = [*strong[:STRONG], *early[:FIRST], *weak[:WEAK]]
    return [Suspect(one) for one in sorted(chosen, key=lambda one: -abs(one.excess.value))]


def _suspicious(one: ThingShare, fair: float, *, kinds: bool = False) -> bool:
    sure = min(abs(one.excess.low), abs(one.excess.high))
    single = one.sort in ("action", "component") or kinds
    return single and one.p is not None and one.p < LEVEL and sure >= SURE * fair


def trial_of(games: Outcomes, budget: int) -> Trial:
    """Return how suspects are tried within a number of games; the least suspicious are left out."""
    suspects, seats = suspects_of(games) if games.finished.any() else [], games.game.players
    most = min(MOST_GAMES, len(games))
    least = min(LEAST_GAMES, most)
    half = budget // 2
    suspects = suspects[: max(0, half // (seats * least))] if least else []
    each = min(most, half // (seats * max(1, len(suspects))))
    again = half // seats if suspects else 0
    return Trial(tuple(suspects), each, again, (len(suspects) * each + again) * seats)


def caused(games: Outcomes, trial: Trial, conditions: Conditions) -> list[Finding]:
    """Try the suspects; return those that are too strong or too weak, without their shadows.

    Args:
        games: the run whose suspects are tried.
        trial: the suspects and the number of games.
        conditions: how the games are played; their number is that of the trial.
    """
    if not trial.suspects:
        return []
    conditions = replace(conditions, games=trial.games, seed=games.seed, level=games.seats[0])
    fair = 1 / games.game.players
    first = _tried(games, trial.suspects, conditions)
    grave = sorted(
        (s for s in trial.suspects if _gravity(s, first[s.thing][0], fair) >= AGAIN * GRAVE),
        key=lambda suspect: -_gravity(suspect, first[suspect.thing][0], fair),
    )[:CONFIRMED]
    if not grave:
        return []
    number = max(2, trial.again // len({suspect.thing for suspect in grave}))
    anew = replace(conditions, games=number, seed=(games.seed + NEW_DEALS) % 2**62)
    second = _tried(games, grave, anew)
    judged = [_judged(suspect, *second[suspect.thing], fair) for suspect in grave]
    return _without_shadows(games, ordered(f for f in judged if f is not None), anew)


def _tried(
    games: Outcomes, suspects: Sequence[Suspect], conditions: Conditions
) -> dict[str, tuple[Estimate, float]]:
    """Return what it costs a seat to go without each thing, with its corrected p-value."""
    things = list(dict.fromkeys(suspect.thing for suspect in suspects))
    costs, _ = costs_of(games.game, things, conditions)
    corrected = adjusted([p_of(cost) for cost in costs])
    return {
        thing: (cost, float(p)) for thing, cost, p in zip(things, costs, corrected, strict=True)
    }


def _gravity(suspect: Suspect, cost: Estimate, fair: float) -> float:
    """Return how much too strong, or too weak, a thing seems to be, in fair shares."""
    one = suspect.share
    sign = 1 if one.excess.value > 0 else -1
    return min(sign * one.excess.value, sign * _worth(cost, one).value) / fair


def _judged(suspect: Suspect, cost: Estimate, p: float, fair: float) -> Finding | None:
    """Return what a suspect is guilty of, if anything."""
    one = suspect.share
    worth = _worth(cost, one)
    sign = 1 if one.excess.value > 0 else -1
    grave = _gravity(suspect, cost, fair)
    sure = min(sign * bound for found in (one.excess, worth) for bound in found[1:])
    if grave < GRAVE or p >= LEVEL or sure < SURELY * fair:
        return None
    sort: FindingSort = "strong" if sign > 0 else "weak"
    if suspect.first and sign > 0:
        sort = "opening"
    won = share(one.won * one.done, one.done)
    return Finding(sort, one.thing, won, fair, 1 + grave, p, "fault", worth)


def _worth(cost: Estimate, one: ThingShare) -> Estimate:
    """Return what a thing is worth to whoever has it: no more than all."""
    value, low, high = (max(-1.0, min(1.0, x / max(one.did, 1e-9))) for x in cost)
    return Estimate(value, low, high)


def _without_shadows(
    games: Outcomes, found: Sequence[Finding], conditions: Conditions
) -> list[Finding]:
    """Return findings without those that vanish when nobody has what a graver one is about."""
    kept: list[Finding] = []
    left = list(_apart(games, found))
    while left:
        first, *rest = left
        kept.append(first)
        if not rest:
            break
        costs, run = costs_of(
            games.game, [one.subject for one in rest], conditions, denied=[(-1, first.subject)]
        )
        shares = {one.thing: one for one in run.shares(_period(first))}
        left = []
        for finding, cost in zip(rest, costs, strict=True):
            one = shares.get(finding.subject)
            worth = _worth(cost, one) if one is not None and one.done else Estimate(0.0, 0.0, 0.0)
            assert finding.cause is not None
            if worth.value / finding.cause.value >= SHADOW and p_of(cost) < LEVEL:
                left.append(replace(finding, cause=worth))
    return kept


def _period(finding: Finding) -> int:
    return OPENING if finding.sort == "opening" else 3


def _apart(games: Outcomes, found: Iterable[Finding]) -> Iterable[Finding]:
    """Yield findings but those about actions that a graver one is about already, or a part."""
    seen: list[set[int]] = []
    for finding in found:
        actions = set(actions_of(games.game.game, finding.subject))
        if not any(actions <= other or other <= actions for other in seen):
            yield finding
        seen.append(actions)
