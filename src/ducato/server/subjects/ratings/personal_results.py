"""Results of finished games: a person's own by game, and those between two people.

A seat that a substitute took over counts as last, as for ratings. Tables where a person held
several seats are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Float, and_, case, cast, func, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, row_values

OF_TABLE, OF_PERSON = schema.tables.c, schema.persons.c
LAST = 1_000
"""The rank of seats that a substitute took over: after that of any other seat."""
MOST_OPPONENTS = 20
"""Default number of opponents to return."""


@dataclass(frozen=True)
class GameResults:
    """A person's results at a game.

    Attributes:
        game: the name of the game.
        played: the number of finished games.
        won: the number of those with the first rank, alone or shared.
        beaten: the mean share of the opponents who finished behind; one on the same rank counts
            half.
    """

    game: str
    played: int
    won: int
    beaten: float


@dataclass(frozen=True)
class Duel:
    """The results of one person against another at a game.

    Attributes:
        game: the name of the game.
        two: whether the two played alone; otherwise with others.
        ahead: the number of games in which the person finished ahead of the other.
        level: the number of those in which both had the same rank.
        behind: the number of those in which the other finished ahead.
    """

    game: str
    two: bool
    ahead: int
    level: int
    behind: int


@dataclass(frozen=True)
class OpponentResults:
    """An opponent, with the results of all games together.

    Attributes:
        name: the name on their public page, or else that at the last table.
        public_id: the id of their public page, None without one.
        played: the number of finished games.
        ahead, level, behind: how many of those the person finished ahead of the opponent, on the
            same rank, and behind.
    """

    name: str
    public_id: str | None
    played: int
    ahead: int
    level: int
    behind: int


class PersonalResults(Storage):
    """The results in one database."""

    def by_game(self, person: str) -> list[GameResults]:
        """Return a person's results at each game, the most played first."""
        own, other = _seat("own"), _seat("other")
        behind = case((other.c.rank > own.c.rank, 1.0), (other.c.rank == own.c.rank, 0.5), else_=0)
        beaten = (
            select(own.c.table_id, own.c.rank, func.avg(cast(behind, Float)).label("beaten"))
            .join_from(own, other, and_(other.c.table_id == own.c.table_id, other.c.n != own.c.n))
            .where((own.c.person == person) & own.c.table_id.in_(_once(person)))
            .group_by(own.c.table_id, own.c.rank)
            .subquery()
        )
        query = (
            select(
                OF_TABLE.game,
                func.count().label("played"),
                func.sum(case((beaten.c.rank == 1, 1), else_=0)).label("won"),
                func.avg(beaten.c.beaten).label("beaten"),
            )
            .join_from(beaten, schema.tables, OF_TABLE.id == beaten.c.table_id)
            .group_by(OF_TABLE.game)
            .order_by(func.count().desc(), OF_TABLE.game)
        )
        return [GameResults(**row_values(row)) for row in self._rows(query)]

    def between(self, person: str, other: str) -> list[Duel]:
        """Return the results of a person against another one, by game and the most played first."""
        own, theirs = _seat("own"), _seat("theirs")
        two = OF_TABLE.players == 2
        query = (
            select(OF_TABLE.game, two.label("two"), *_compared(own, theirs))
            .join_from(own, theirs, own.c.table_id == theirs.c.table_id)
            .join(schema.tables, OF_TABLE.id == own.c.table_id)
            .where(
                (own.c.person == person)
                & (theirs.c.person == other)
                & own.c.table_id.in_(_once(person))
                & own.c.table_id.in_(_once(other))
            )
            .group_by(OF_TABLE.game, two)
            .order_by(func.count().desc(), OF_TABLE.game, two.desc())
        )
        return [
            Duel(row.game, bool(row.two), row.ahead, row.level, row.behind)
            for row in self._rows(query)
        ]

    def opponents(self, person: str, limit: int = MOST_OPPONENTS) -> list[OpponentResults]:
        """Return the people whom a person met most often, with the results against them.

        Somebody without a public page who has changed their name counts as another person under
        each name: the names at tables alone do not show that it is the same one.
        """
        own, other = _seat("own"), _seat("other")
        hidden = OF_PERSON.public_id.is_(None)
        at_table = case((hidden, other.c.name), else_="")
        query = (
            select(
                func.max(case((hidden, other.c.name), else_=OF_PERSON.name)).label("name"),
                OF_PERSON.public_id,
                func.count().label("played"),
                *_compared(own, other),
            )
            .join_from(own, other, and_(other.c.table_id == own.c.table_id, other.c.n != own.c.n))
            .join(schema.persons, OF_PERSON.id == other.c.person)
            .where((own.c.person == person) & own.c.table_id.in_(_once(person)))
            .group_by(other.c.person, OF_PERSON.public_id, at_table)
            .order_by(func.count().desc(), func.max(OF_TABLE.finished).desc())
            .join(schema.tables, OF_TABLE.id == own.c.table_id)
            .limit(limit)
        )
        return [OpponentResults(**row_values(row)) for row in self._rows(query)]


def _seat(name: str) -> Any:
    """Return a subquery for the ranked seats of finished games, with substituted ones last."""
    seat = schema.seats.c
    rank = case((seat.substitute.is_not(None), LAST), else_=seat.rank)
    return (
        select(seat.table_id, seat.seat.label("n"), seat.person, seat.name, rank.label("rank"))
        .join(schema.tables, OF_TABLE.id == seat.table_id)
        .where(
            seat.rank.is_not(None) & OF_TABLE.finished.is_not(None) & OF_TABLE.branch_of.is_(None)
        )
        .subquery(name)
    )


def _once(person: str) -> Any:
    """Return the query for the ids of the tables where a person has one seat."""
    seat = schema.seats.c
    return (
        select(seat.table_id)
        .where(seat.person == person)
        .group_by(seat.table_id)
        .having(func.count() == 1)
    )


def _compared(own: Any, other: Any) -> list[Any]:
    """Return the columns that count how often a seat was ahead of another, level and behind."""
    return [
        func.sum(case((which, 1), else_=0)).label(name)
        for name, which in (
            ("ahead", own.c.rank < other.c.rank),
            ("level", own.c.rank == other.c.rank),
            ("behind", own.c.rank > other.c.rank),
        )
    ]
