"""Ratings of people at games: Weng and Lin's Bayesian ratings, as computed by openskill.

Whether a game is rated is decided as soon as all its seats are taken, and again if one of them is
left and taken by another person before the game. So a losing player cannot opt out. The rules are:

- A table is rated if each seat is held by a different person at that time and all of them want
  their games to count. A bot's strength is a setting, and two seats of one person prove nothing.
- When the game is over, all ranks count, not only the first. Players who resigned, ran out of time
  and did not return, or deleted their accounts share the last rank: the substitute who played on
  earned the points, and leaving must never be better than staying.

A strength is estimated as `mu` with the standard deviation `sigma`. Both are displayed on a larger
scale, where everyone begins at 1500.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, insert, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, now, row_values
from ducato.server.subjects.ratings import history, leaderboards
from ducato.server.subjects.ratings.history import InPoints

MODEL = PlackettLuce()
OF_RATING, OF_PERSON = schema.ratings.c, schema.persons.c
OF_SEAT, OF_TABLE = schema.seats.c, schema.tables.c


@dataclass(frozen=True)
class Rating(InPoints):
    """The rating of a person at a game: an estimate of their strength.

    Attributes:
        game: the name of the game.
        mu: the most likely strength, in units of openskill.
        sigma: the standard deviation of the strength.
        games: the number of rated games.
    """

    game: str
    mu: float
    sigma: float
    games: int


class Ratings(Storage):
    """The ratings of one database."""

    def of(self, person: str) -> list[Rating]:
        """Return the ratings of a person, ordered by the name of the game."""
        columns = OF_RATING.game, OF_RATING.mu, OF_RATING.sigma, OF_RATING.games
        query = select(*columns).where(OF_RATING.person == person).order_by(OF_RATING.game)
        return [Rating(**row_values(row)) for row in self._rows(query)]

    def at_table(
        self, table_id: str
    ) -> tuple[bool | None, dict[int, tuple[Rating | None, str | None]]]:
        """Return whether a table is rated, and the public data of its players.

        Returns:
            Whether the table is rated, None if that is undecided; and a dictionary from seats to
            the player's rating at this game and the id of their public page. Each is None if the
            player does not show it or has none; players who show neither are left out.
        """
        query = (
            select(OF_SEAT.seat, OF_PERSON.shown, OF_PERSON.public_id, *schema.ratings.c)
            .join_from(schema.seats, schema.tables)
            .join(schema.persons, OF_PERSON.id == OF_SEAT.person)
            .outerjoin(
                schema.ratings,
                (OF_RATING.person == OF_PERSON.id) & (OF_RATING.game == OF_TABLE.game),
            )
            .where(
                (OF_SEAT.table_id == table_id)
                & (OF_PERSON.shown | OF_PERSON.public_id.is_not(None))
            )
            .order_by(OF_SEAT.seat)
        )
        with self._database.reading() as connection:
            rated = connection.scalar(select(OF_TABLE.rated).where(OF_TABLE.id == table_id))
            rows = connection.execute(query).all()
        return rated, {row.seat: (_seen(row), row.public_id) for row in rows}


def _seen(row: Any) -> Rating | None:
    if not row.shown or row.game is None:
        return None
    return Rating(row.game, row.mu, row.sigma, row.games)


def decide(connection: Connection, table_id: str) -> None:
    """Decide whether a table is rated, if all seats are taken and it is undecided.

    If a seat is opened before the game, the table is undecided again: a newcomer may take it.
    """
    table = connection.execute(
        select(OF_TABLE.rated, OF_TABLE.begun).where(OF_TABLE.id == table_id)
    ).one()
    if table.begun and table.rated is not None:
        return
    seats = connection.execute(
        select(OF_SEAT.bot, OF_SEAT.person, OF_PERSON.rated)
        .outerjoin_from(schema.seats, schema.persons)
        .where(OF_SEAT.table_id == table_id)
    ).all()
    persons = {seat.person for seat in seats}
    if any(seat.bot is None and seat.person is None for seat in seats):
        rated = None
    elif table.rated is None:
        rated = len(persons) == len(seats) > 1 and all(seat.rated for seat in seats)
    else:
        return
    connection.execute(update(schema.tables).where(OF_TABLE.id == table_id).values(rated=rated))


def settle(connection: Connection, table_id: str, ranks: Sequence[int]) -> None:
    """Store the ranks of a finished game and, if it is rated, the new ratings.

    Args:
        connection: a connection in the transaction that ends the game, so ratings change only once.
        table_id: the id of the table.
        ranks: the rank of each seat, 1 for the best; several seats may share a rank.
    """
    for seat, rank in enumerate(ranks):
        this = (OF_SEAT.table_id == table_id) & (OF_SEAT.seat == seat)
        connection.execute(update(schema.seats).where(this).values(rank=rank))
    table = connection.execute(
        select(OF_TABLE.game, OF_TABLE.rated, OF_TABLE.finished).where(OF_TABLE.id == table_id)
    ).one()
    seats = connection.execute(
        select(OF_SEAT.person, OF_SEAT.substitute)
        .where(OF_SEAT.table_id == table_id)
        .order_by(OF_SEAT.seat)
    ).all()
    persons = [seat.person for seat in seats]
    known_persons = [person for person in persons if person is not None]
    # A guest may have turned out to be another player of this game.
    if not table.rated or len(set(known_persons)) < len(known_persons):
        return
    # Lock these people against other processes, always in the same order to avoid deadlocks.
    held = select(OF_PERSON.id).where(OF_PERSON.id.in_(known_persons)).order_by(OF_PERSON.id)
    connection.execute(held.with_for_update()).all()
    known = {
        row.person: row
        for row in connection.execute(
            select(schema.ratings).where(
                OF_RATING.person.in_(known_persons) & (OF_RATING.game == table.game)
            )
        )
    }
    last = len(ranks) + 1
    rated_ranks: list[float] = [
        last if seat.substitute is not None else rank
        for seat, rank in zip(seats, ranks, strict=True)
    ]
    # Deleted players count as unrated.
    teams = [
        [MODEL.rating(known[p].mu, known[p].sigma) if p in known else MODEL.rating()]
        for p in persons
    ]
    rated = MODEL.rate(teams, ranks=rated_ranks)
    for person, (old,), (rating,) in zip(persons, teams, rated, strict=True):
        if person is None:
            continue
        games = known[person].games + 1 if person in known else 1
        values = {"mu": rating.mu, "sigma": rating.sigma, "games": games}
        this = (OF_RATING.person == person) & (OF_RATING.game == table.game)
        done = connection.execute(update(schema.ratings).where(this).values(values))
        if done.rowcount == 0:
            row = {"person": person, "game": table.game, **values}
            connection.execute(insert(schema.ratings).values(row))
        change = {
            "person": person,
            "table_id": table_id,
            "game": table.game,
            # An abandoned game is rated without an end, before it is deleted.
            "at": table.finished or now(),
            "number": games,
            "mu_before": old.mu,
            "sigma_before": old.sigma,
            "mu": rating.mu,
            "sigma": rating.sigma,
        }
        connection.execute(insert(schema.rating_changes).values(change))


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer a guest's ratings to an account; of two at a game, keep the one with more games.

    If both have the same number, keep the account's. The history of a rating goes with it, so that
    it always ends at the rating.
    """
    for row in connection.execute(select(schema.ratings).where(OF_RATING.person == guest)).all():
        this = (OF_RATING.person == account) & (OF_RATING.game == row.game)
        games = connection.scalar(select(OF_RATING.games).where(this))
        if games is None or games < row.games:
            connection.execute(delete(schema.ratings).where(this))
            values = {**row_values(row), "person": account}
            connection.execute(insert(schema.ratings).values(values))
            history.replace(connection, account, row.game, guest)
    connection.execute(delete(schema.ratings).where(OF_RATING.person == guest))
    history.forget(connection, [guest])
    leaderboards.merge(connection, guest, account)


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete the ratings of these people, with their history and their ranks in seasons."""
    connection.execute(delete(schema.ratings).where(OF_RATING.person.in_(persons)))
    history.forget(connection, persons)
    leaderboards.forget(connection, persons)
