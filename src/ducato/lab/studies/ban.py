"""Restricted play: what it costs one seat to go without an action, all else being equal.

The causal twin of `thing_shares.ThingShare`, after Jaffe, Miller, Andersen, Liu, Karlin and
Popović, "Evaluating Competitive Game Balance with Restricted Play" (AIIDE 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import Conditions, StudyResult
from ducato.runs.extras import needed
from ducato.runs.play.things import actions_of, matching_things
from ducato.runs.statistics import Z95, Estimate, adjusted, mean, p_value

if TYPE_CHECKING:
    import polars as pl

DEFAULT = Conditions()


@dataclass(frozen=True)
class Restriction:
    """What one restriction costs.

    Attributes:
        what: the name of the thing that one seat may not do.
        used: the share of seats that do it when they may; None for several things together.
        cost: by how much the seat's share of wins falls, in the same deals; negative if the seat
            wins more without.
        p: the p-value of the cost, corrected for the number of restrictions.
    """

    what: str
    used: Estimate | None
    cost: Estimate
    p: float


@dataclass(frozen=True)
class Restrictions(StudyResult):
    """The result of a study of restricted play, from the highest cost to the lowest."""

    game: str
    players: int
    edition: str
    conditions: Conditions
    restrictions: list[Restriction]

    @property
    def frame(self) -> pl.DataFrame:
        """A table with a row for each restriction."""
        rows = [
            {
                "what": r.what,
                **dict(zip(("used", "used_low", "used_high"), r.used or [None] * 3, strict=True)),
                "cost": r.cost.value,
                "low": r.cost.low,
                "high": r.cost.high,
                "p": r.p,
            }
            for r in self.restrictions
        ]
        frame: pl.DataFrame = needed("polars", "lab").DataFrame(rows)
        return frame


def ban(
    game: LoadedGame,
    what: Sequence[str],
    conditions: Conditions = DEFAULT,
    *,
    together: bool = False,
) -> Restrictions:
    """Measure what it costs a seat to go without something.

    Every seat in turn is restricted, in the same deals in which it is then free.

    Args:
        game: the loaded game.
        what: patterns of things: ``build:*`` are all actions of a kind, one by one, ``build`` the
            kind itself, ``card=the-mill`` everything that names the card.
        conditions: how the games are played; so many for each restriction and seat.
        together: whether each pattern is one restriction, rather than each thing that matches it.

    Raises:
        UnknownName: nothing matches a pattern, or there is no such player.
        BadValue: nothing else is left.
    """
    things = [
        thing
        for pattern in what
        for thing in ([pattern] if together else matching_things(game.game, pattern))
    ]
    for thing in things:
        if len(actions_of(game.game, thing)) == len(game.actions):
            raise BadValue("what", thing, "something that leaves other actions")
    costs, run = costs_of(game, things, conditions)
    shares = {share.thing: share for share in run.shares()}
    found = [
        (thing, shares[thing].used if thing in shares else None, cost, p_of(cost))
        for thing, cost in zip(things, costs, strict=True)
    ]
    corrected = adjusted([p for *_, p in found])
    rows = [
        Restriction(thing, used, cost, float(p))
        for (thing, used, cost, _), p in zip(found, corrected, strict=True)
    ]
    rows.sort(key=lambda row: -row.cost.value)
    return Restrictions(game.name, game.players, game.edition_name, conditions, rows)


def costs_of(
    game: LoadedGame,
    things: Sequence[str],
    conditions: Conditions,
    *,
    denied: Sequence[tuple[int, str]] = (),
) -> tuple[list[Estimate], Outcomes]:
    """Return what it costs a seat to go without each thing, and the run in which all are free.

    Args:
        game: the loaded game.
        things: names of things, or patterns that are forbidden at once.
        conditions: how the games are played; so many for each thing and seat.
        denied: pairs of a seat (-1 for all) and what it may not do in any of the games.
    """
    places = [(thing, seat) for thing in things for seat in range(game.players)]
    runs = [
        conditions.plan(game, denied),
        *(conditions.plan(game, [*denied, (seat, thing)]) for thing, seat in places),
    ]
    # Of each run only the wins are kept: there may be thousands of runs.
    free = np.full((conditions.games, game.players), np.nan)
    without = np.full((len(things), game.players, conditions.games), np.nan)
    unrestricted: list[Outcomes] = []
    for index, run in conditions.run_each(runs):
        if index == 0:
            free[run.finished] = run.wins
            unrestricted.append(run)
        else:
            number, seat = divmod(index - 1, game.players)
            without[number, seat, run.finished] = run.wins[:, seat]
    return [_cost(free, restricted.T) for restricted in without], unrestricted[0]


def p_of(cost: Estimate) -> float:
    """Return the p-value of a cost, not corrected."""
    error = (cost.high - cost.low) / 2 / Z95
    return p_value(cost.value / error) if error else 1.0


def _cost(free: NDArray[np.float64], restricted: NDArray[np.float64]) -> Estimate:
    """Return by how much the share of wins of a restricted seat falls, over all seats.

    The seats' differences in one deal are not independent, so their mean counts as one number.

    Args:
        free: the share of the win by game and seat; not a number in games that did not end.
        restricted: the same for each seat where it is restricted.
    """
    fall = free - restricted
    fall = fall[np.isfinite(fall).all(axis=1)]
    found = mean(fall.mean(axis=1))
    # Where every deal gives the same there would be no interval at all.
    half = hypot(found.high - found.value, Z95 * 0.5 / max(1, len(fall)))
    return Estimate(found.value, found.value - half, found.value + half)
