"""The attempts at the positions and the games of days in the database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, case, func, select, update

from ducato.core.i18n import say
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, insert_if_new, now
from ducato.server.kit.errors import ApiError
from ducato.server.kit.filling import filled
from ducato.server.subjects.daily.model import DailyResult, Figures
from ducato.server.subjects.moderation.blocks import all_blocked_with
from ducato.server.subjects.tables.days import end_of

POSITION, GAME = "position", "game"
OF_DAILY, OF_ATTEMPT = schema.daily_attempts.c, schema.exercise_attempts.c
OF_PERSON, OF_TABLE = schema.persons.c, schema.tables.c


class AlreadyBegun(ApiError):
    """An error raised if a person has begun the position or the game of a day already."""

    def __init__(self) -> None:
        super().__init__(409, say("bad.daily_begun"))


class OwnAttempt(NamedTuple):
    """A person's own attempt.

    Attributes:
        table_id: the table; None once it is deleted.
        finished: when the game ended; None before, and for positions.
        rank: the rank at the table, 0 if resigned; None before the end, and for positions.
        solved: whether the position was solved; None before the answer, and for games.
    """

    table_id: str | None
    finished: int | None
    rank: int | None
    solved: bool | None


class EndedGame(NamedTuple):
    """A game of a day that has ended, and whose result was not noted yet."""

    day: str
    game: str
    person: str
    table_id: str
    finished: int


class DailyCounts(NamedTuple):
    """How many people began the game, finished it in time, answered the position, solved it."""

    begun: int
    finished: int
    answered: int
    solved: int


class DailyAttempts(Storage):
    """The attempts of one database."""

    def own(self, day: str, game: str, person: str) -> dict[str, OwnAttempt]:
        """Return a person's attempts of a day at a game, by kind."""
        query = (
            select(
                OF_DAILY.kind,
                OF_DAILY.table_id,
                func.coalesce(OF_DAILY.finished, OF_TABLE.finished).label("finished"),
                OF_DAILY.rank,
                OF_ATTEMPT.solved,
            )
            .outerjoin_from(schema.daily_attempts, schema.tables)
            .outerjoin(schema.exercise_attempts, OF_ATTEMPT.table_id == OF_DAILY.table_id)
            .where(_of_day(day, game), OF_DAILY.person == person)
        )
        rows = self._rows(query)
        return {kind: OwnAttempt(*row) for kind, *row in rows}

    def ended(self, days: Collection[str], person: str | None = None) -> list[EndedGame]:
        """Return the games of these days, all or a person's, that have ended and were not noted."""
        columns = [OF_DAILY[name] for name in EndedGame._fields[:-1]] + [OF_TABLE.finished]
        query = (
            select(*columns)
            .join_from(schema.daily_attempts, schema.tables)
            .where(OF_DAILY.day.in_(days), OF_DAILY.kind == GAME)
            .where(OF_DAILY.finished.is_(None), OF_TABLE.finished.is_not(None))
        )
        if person is not None:
            query = query.where(OF_DAILY.person == person)
        return [EndedGame(*row) for row in self._rows(query)]

    @in_transaction
    def note(self, connection: Connection, one: EndedGame, rank: int, figures: Figures) -> None:
        """Note the result of a game that has ended."""
        this = (
            _of_day(one.day, one.game) & (OF_DAILY.kind == GAME) & (OF_DAILY.person == one.person)
        )
        values = {"finished": one.finished, "rank": rank, "figures": figures}
        connection.execute(update(schema.daily_attempts).where(this).values(values))

    def results(self, day: str, game: str) -> list[DailyResult]:
        """Return the results of those who finished the game of a day before it was over."""
        query = (
            select(
                OF_DAILY.person,
                OF_PERSON.name,
                OF_PERSON.public_id,
                OF_DAILY.table_id,
                OF_DAILY.rank,
                OF_DAILY.figures,
            )
            .join_from(schema.daily_attempts, schema.persons)
            .where(_of_day(day, game), OF_PERSON.leaving.is_(None), _in_time(day))
        )
        return [
            filled(
                DailyResult,
                row,
                at_table=row.rank,
                figures=[(name, number) for name, number in row.figures],
            )
            for row in self._rows(query)
        ]

    def counts(self, day: str, game: str) -> DailyCounts:
        """Return how many people took part in a day, including those who did not finish."""

        def number(which: Any) -> Any:
            return func.coalesce(func.sum(case((which, 1), else_=0)), 0)

        query = (
            select(
                number(OF_DAILY.kind == GAME),
                number(_in_time(day)),
                number((OF_DAILY.kind == POSITION) & OF_ATTEMPT.solved.is_not(None)),
                number((OF_DAILY.kind == POSITION) & OF_ATTEMPT.solved.is_(True)),
            )
            .outerjoin_from(
                schema.daily_attempts,
                schema.exercise_attempts,
                OF_ATTEMPT.table_id == OF_DAILY.table_id,
            )
            .where(_of_day(day, game))
        )
        with self._database.reading() as connection:
            return DailyCounts(*map(int, connection.execute(query).one()))

    def blocked_with(self, person: str) -> set[str]:
        """Return all people whom a person has blocked, or who have blocked them."""
        with self._database.reading() as connection:
            return all_blocked_with(connection, person)


def begin(
    connection: Connection, table_id: str, person: str, day: str, game: str, kind: str
) -> None:
    """Note in the transaction that stores a table that it is a person's attempt of a day.

    Raises:
        AlreadyBegun: they have one.
    """
    key = {"day": day, "game": game, "kind": kind, "person": person}
    row = {**key, "table_id": table_id, "begun": now()}
    insert_if_new(connection, schema.daily_attempts, row)
    this = _of_day(day, game) & (OF_DAILY.kind == kind) & (OF_DAILY.person == person)
    if connection.scalar(select(OF_DAILY.table_id).where(this)) != table_id:
        raise AlreadyBegun


def _of_day(day: str, game: str) -> Any:
    return (OF_DAILY.day == day) & (OF_DAILY.game == game)


def _in_time(day: str) -> Any:
    """Return the condition that a game was finished, not resigned, before the day was over."""
    return (OF_DAILY.kind == GAME) & (OF_DAILY.rank > 0) & (OF_DAILY.finished < end_of(day))
