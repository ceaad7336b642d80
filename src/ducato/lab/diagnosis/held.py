"""Findings about things: what goes with winning, what nobody chooses, what is hardly possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ducato.lab.diagnosis.finding import LEVEL, Finding, FindingSort
from ducato.lab.metrics import DEAD, LEAST_EXPECTED
from ducato.lab.outcomes import Outcomes
from ducato.lab.thing_shares import ThingShare
from ducato.runs.play.buffers import OPENING, WHOLE_GAME
from ducato.runs.play.lab_settings import lab_settings
from ducato.runs.statistics import share

LEAST_EXCESS = 0.03
"""The smallest excess of wins that is worth a sentence."""
DOMINANT = 0.95
"""A dominant option is chosen in at least this share of the decisions in which it is possible."""
HARDLY = 0.02
"""A kind of action that is possible for fewer seats, in a whole game, is hardly ever possible."""
LESS_OFTEN = 0.2
"""An option is found if it is possible so many times as often as in the game to compare with."""


def listed(games: Outcomes, period: int = WHOLE_GAME) -> list[ThingShare]:
    """Return the shares of all but what ``lab.toml`` leaves out.

    Two things that the same seats did are one: the first stays, an action before a component.
    """
    left_out = lab_settings(games.game.game).leave_out
    found: dict[tuple[int, float], ThingShare] = {}
    for one in sorted(games.shares(period), key=lambda x: x.sort != "action"):
        if one.thing.split(":")[0] not in left_out:
            found.setdefault((one.done, one.won) if one.done else (-1, len(found)), one)
    return sorted(found.values(), key=lambda one: -one.excess.value)


def associations(games: Outcomes) -> Iterable[Finding]:
    """Return the things that the winning do more, or less, than their positions explain."""
    for one in listed(games):
        if one.sort in ("kind", "group") or one.p is None or one.p >= LEVEL:
            continue
        if abs(one.excess.value) >= LEAST_EXCESS:
            sort: FindingSort = "winning" if one.excess.value > 0 else "losing"
            # The bound that is nearer to 0: a large excess of a rare thing says less.
            sure = min(abs(one.excess.low), abs(one.excess.high))
            yield Finding(sort, one.thing, one.excess, one.won, sure, one.p)


def choice_findings(games: Outcomes, against: Outcomes | None = None) -> Iterable[Finding]:
    """Return the options that are never chosen, or always, or hardly ever possible.

    Args:
        games: the run.
        against: a run of the game as it should be, to compare with, if there is one.
    """
    yield from _hardly(games, against)
    if set(games.seats) == {"random"}:
        return
    for one in listed(games):
        if one.sort != "action" or one.expected < LEAST_EXPECTED:
            continue
        chosen = share(one.chosen, one.available)
        by_chance = one.expected / one.available
        if one.chosen <= DEAD * one.expected:
            yield Finding("dead", one.thing, chosen, by_chance, 0.1 + by_chance / 10, grade="look")
        elif chosen.low >= DOMINANT and by_chance <= 0.5:
            yield Finding(
                "dominant", one.thing, chosen, by_chance, 0.15 + by_chance / 10, grade="look"
            )


def _possible(games: Outcomes) -> Mapping[str, float]:
    return {one.thing: one.could for one in games.shares()}


def _hardly(games: Outcomes, against: Outcomes | None) -> Iterable[Finding]:
    """Return what hardly any seat could ever do, and what far fewer could than should."""
    now, left_out = _possible(games), lab_settings(games.game.game).leave_out
    before = _possible(against) if against is not None else {}
    things = games.things
    seats = float(games.finished.sum()) * games.game.players
    for name, sort in zip(things.names, things.sorts, strict=True):
        if name.split(":")[0] in left_out:
            continue
        could = now.get(name, 0.0)
        whole_kind = sort == "kind" or (sort == "action" and ":" not in name)
        usual = before.get(name)
        if usual is not None and usual > 5 * HARDLY and could < LESS_OFTEN * usual:
            value = share(could * seats, seats)
            weight = (4 if whole_kind else 2) + (1 - could / usual)
            yield Finding("rare", name, value, usual, weight, grade="fault")
        elif whole_kind and could < HARDLY and name in now:
            yield Finding("rare", name, share(could * seats, seats), None, 2 + could, grade="fault")


def openings(games: Outcomes) -> list[ThingShare]:
    """Return what seats did in their openings, from the highest excess to the lowest."""
    return listed(games, OPENING)
