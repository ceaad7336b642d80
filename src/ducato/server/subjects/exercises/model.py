"""The order and the ratings of exercises, without a database.

An exercise plays against who tries it: its rating says how difficult it is. A mistake comes back
after a day; each time it is solved, it stays away longer.
"""

from __future__ import annotations

from dataclasses import dataclass

from ducato.core.game.measured_ratings import ANCHOR_ELO
from ducato.server.subjects.ratings.history import SCALE, InPoints
from ducato.server.subjects.ratings.model import MODEL

DAY = 24 * 3600 * 1000
AFTER = (1, 3, 7, 21, 60)
"""Days after which an exercise comes back that was solved so many times since the last mistake."""
ANCHOR_POINTS = 1500
"""The points of an exercise that the bot of the anchor's rating solves half of the time."""
SIGMA = MODEL.sigma / 2
"""The standard deviation of an exercise that only bots have tried."""


@dataclass(frozen=True)
class Strength(InPoints):
    """How difficult an exercise is, or how good a person at exercises, in units of openskill."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    attempts: int = 0


def strength_of(elo: int) -> Strength:
    """Return how difficult an exercise is for people, from what bots made of it; 0 if unknown."""
    if elo == 0:
        return Strength()
    return Strength((ANCHOR_POINTS + elo - ANCHOR_ELO) / SCALE, SIGMA)


def rated(solver: Strength, exercise: Strength, *, solved: bool) -> tuple[Strength, Strength]:
    """Return the strengths of a person and of an exercise after an attempt."""
    teams = [[MODEL.rating(one.mu, one.sigma)] for one in (solver, exercise)]
    (person,), (other,) = MODEL.rate(teams, ranks=[1, 2] if solved else [2, 1])
    return (
        Strength(person.mu, person.sigma, solver.attempts + 1),
        Strength(other.mu, other.sigma, exercise.attempts + 1),
    )


def due_after(now: int, streak: int) -> int:
    """Return when an exercise comes back that was solved `streak` times since the last mistake."""
    return now + AFTER[min(streak, len(AFTER) - 1)] * DAY
