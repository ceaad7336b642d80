"""Ratings over time: what each rated game did to the ratings of its players.

A row is written in the transaction that stores the new rating. Its key is the person and the table,
so that no game can be counted twice.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, row_values

SCALE = 60
"""Points per unit of openskill, whose initial 25 become 1500 points."""
OF_CHANGE = schema.rating_changes.c
MOST_CHANGES = 400
"""Default maximum number of rated games to return for each game."""


def points_of(mu: float) -> int:
    """Return a strength in points."""
    return round(mu * SCALE)


def spread_of(sigma: float) -> int:
    """Return the half-width of the 95 % interval of a strength, in points."""
    return round(2 * sigma * SCALE)


def score_of(mu: float, sigma: float) -> int:
    """Return the strength in points that a person has at least, with about 97.5 % probability."""
    return round((mu - 2 * sigma) * SCALE)


class InPoints:
    """The points of a strength and of its standard deviation, for a class with both."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        """The strength in points; after the game, of a change."""
        return points_of(self.mu)

    @property
    def spread(self) -> int:
        """The half-width of the 95 % interval, in points."""
        return spread_of(self.sigma)


@dataclass(frozen=True)
class RatingChange(InPoints):
    """What a rated game did to the rating of one of its players.

    Attributes:
        game: the name of the game.
        at: the time at which it ended, in milliseconds since 1970.
        number: the number of the person's rated games at this game so far, this one included.
        mu_before, sigma_before: the strength and its standard deviation before, in units of
            openskill.
        mu, sigma: the same after the game.
    """

    game: str
    at: int
    number: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float

    @property
    def points_before(self) -> int:
        """The strength before the game, in points."""
        return points_of(self.mu_before)

    @property
    def spread_before(self) -> int:
        """The half-width of the 95 % interval before the game, in points."""
        return spread_of(self.sigma_before)


class RatingHistory(Storage):
    """The ratings over time in one database."""

    def of(self, person: str, limit: int = MOST_CHANGES) -> dict[str, list[RatingChange]]:
        """Return the latest changes of a person's ratings by game, each list in its order.

        Args:
            person: the player.
            limit: the maximum number of changes for each game.
        """
        latest = func.row_number().over(
            partition_by=OF_CHANGE.game, order_by=OF_CHANGE.number.desc()
        )
        columns = [OF_CHANGE[name] for name in RatingChange.__annotations__]
        found = select(*columns, latest.label("back")).where(OF_CHANGE.person == person).subquery()
        query = (
            select(*(found.c[name] for name in RatingChange.__annotations__))
            .where(found.c.back <= limit)
            .order_by(found.c.game, found.c.number)
        )
        changes: dict[str, list[RatingChange]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(query):
                changes.setdefault(row.game, []).append(RatingChange(**row_values(row)))
        return changes


def replace(connection: Connection, account: str, game: str, guest: str) -> None:
    """Replace an account's history at a game by that of a guest, whose rating it takes over."""
    here = OF_CHANGE.game == game
    connection.execute(delete(schema.rating_changes).where(here & (OF_CHANGE.person == account)))
    moved = update(schema.rating_changes).where(here & (OF_CHANGE.person == guest))
    connection.execute(moved.values(person=account))


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete the histories of these people."""
    connection.execute(delete(schema.rating_changes).where(OF_CHANGE.person.in_(persons)))
