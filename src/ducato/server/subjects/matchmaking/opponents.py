"""The choice of opponents among the people who wait for them.

The longer a person waits, the further away an opponent's rating may be; in the end it may be any.
Of two people, the one who has waited longer decides, so nobody waits for ever where enough others
wait. Recent opponents are avoided where there are others, and people of whom one has blocked the
other are never brought together.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ducato.server.subjects.moderation.blocks import Pair

FIRST_DISTANCE = 150.0
"""Accepted difference of ratings at first, in points: the better one wins two games of three."""
POINTS_PER_SECOND = 15.0
"""Points by which the accepted difference grows with each second of waiting."""
ANYBODY_AFTER = 60.0
"""Seconds of waiting after which any rating is accepted."""


@dataclass(frozen=True)
class Waiting:
    """A person who waits for opponents.

    Attributes:
        person: the person's id.
        name: the name to show at the table.
        points: the rating at the game, in points.
        since: the time at which the wait began, in milliseconds since 1970.
    """

    person: str
    name: str
    points: float
    since: int


def accepted_distance(waited: float) -> float:
    """Return the difference of ratings that a person accepts, in points.

    Args:
        waited: the seconds for which the person has waited.

    Example:
        >>> accepted_distance(0), accepted_distance(10), accepted_distance(60)
        (150.0, 300.0, inf)
    """
    if waited >= ANYBODY_AFTER:
        return math.inf
    return FIRST_DISTANCE + POINTS_PER_SECOND * max(0.0, waited)


def matched(
    waiting: Iterable[Waiting],
    players: int,
    moment: int,
    *,
    recent: Collection[Pair] = (),
    blocked: Collection[Pair] = (),
) -> list[list[Waiting]]:
    """Return the tables to open now, each as a list of its players, who wait longest first.

    Args:
        waiting: the people who wait for the same kind of table.
        players: the number of players at a table.
        moment: the current time, in milliseconds since 1970.
        recent: pairs of people who have played together lately.
        blocked: pairs of people of whom one has blocked the other.
    """
    left = sorted(waiting, key=lambda one: (one.since, one.person))
    tables = []
    while len(left) >= players:
        anchor, *others = left
        reach = accepted_distance((moment - anchor.since) / 1000)
        chosen = _opponents(anchor, others, players - 1, reach, recent, blocked)
        if chosen is None:
            left.remove(anchor)
            continue
        tables.append([anchor, *chosen])
        left = [one for one in others if one not in chosen]
    return tables


def _opponents(
    anchor: Waiting,
    others: Sequence[Waiting],
    number: int,
    reach: float,
    recent: Collection[Pair],
    blocked: Collection[Pair],
) -> list[Waiting] | None:
    """Return the best opponents for a person; None if there are not enough.

    No two players' ratings, including the person's own, differ by more than `reach`.
    """

    def cost(one: Waiting) -> tuple[bool, float, int, str]:
        distance = abs(one.points - anchor.points)
        return _pair(anchor, one) in recent, distance, one.since, one.person

    chosen: list[Waiting] = []
    for one in sorted(others, key=cost):
        table = [anchor, *chosen]
        if all(
            abs(one.points - other.points) <= reach and _pair(one, other) not in blocked
            for other in table
        ):
            chosen.append(one)
        if len(chosen) == number:
            return chosen
    return None


def _pair(one: Waiting, other: Waiting) -> Pair:
    return frozenset((one.person, other.person))
