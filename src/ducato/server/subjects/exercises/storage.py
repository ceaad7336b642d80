"""Exercises in the database: which comes next, attempts, ratings, and those from own games."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from ducato.bots.analysis.exercise import Exercise, pack_exercise, unpack_exercise
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.subjects.exercises.model import Strength, due_after, rated, strength_of
from ducato.server.subjects.tables.days import today
from ducato.table.state import DAILY

NEAREST = 5
"""The next exercise is one of so many that are as difficult as the person is good."""
OF_EXERCISE, OF_ATTEMPT = schema.exercises.c, schema.exercise_attempts.c
OF_SOLVER, OF_ANALYSIS = schema.solver_ratings.c, schema.analyses.c
OF_TABLE = schema.tables.c


class ExerciseAttempt(NamedTuple):
    """An attempt of a person at an exercise, at a table of its own; see the schema."""

    table_id: str
    person: str
    exercise: str
    game: str
    action: int | None
    solved: bool | None
    streak: int
    due: int | None


class OwnExercise(NamedTuple):
    """An exercise from a person's own game: the table, and the exercise."""

    table_id: str
    exercise: Exercise


@dataclass(frozen=True)
class AttemptExport:
    """An attempt at an exercise, as in the export of a person's data."""

    exercise: str
    game: str
    created: int
    solved: bool | None
    due: int | None


class Exercises(Storage):
    """The exercises of one database."""

    def following(self, person: str, game: str, shipped: Mapping[str, int]) -> str | None:
        """Return the next exercise of a person; None if there is none.

        What is due comes first, of the person's own mistakes and of exercises once missed; then new
        ones, as difficult as the person is good; then what is due next.

        Args:
            person: the person.
            game: the game.
            shipped: the rating of each exercise that the game ships.
        """
        mine = (OF_EXERCISE.person == person) & (OF_EXERCISE.game == game)
        of_person = (OF_ATTEMPT.person == person) & (OF_ATTEMPT.game == game)
        with self._database.reading() as connection:
            own = list(connection.scalars(select(OF_EXERCISE.id).where(mine)))
            attempts = select(OF_ATTEMPT.exercise, OF_ATTEMPT.action, OF_ATTEMPT.due)
            rows = connection.execute(
                attempts.where(of_person).order_by(OF_ATTEMPT.created, OF_ATTEMPT.table_id)
            ).all()
            solver = _solver(connection, person, game)
            ratings = _ratings(connection, game)
        latest = {row.exercise: row for row in rows if row.action is not None}
        known = {*own, *shipped}
        due = [
            (row.due, name) for name, row in latest.items() if row.due is not None and name in known
        ]
        waiting = sorted(one for one in due if one[0] <= now())
        waiting += [(0, name) for name in own if name not in latest]
        if waiting:
            return str(waiting[0][1])
        fresh = [name for name in shipped if name not in latest]
        strengths = {name: ratings.get(name) or strength_of(shipped[name]) for name in fresh}
        fresh.sort(key=lambda name: (abs(strengths[name].mu - solver.mu), name))
        if fresh:
            return secrets.choice(fresh[:NEAREST])
        return str(min(due)[1]) if due else next(iter(sorted(known)), None)

    def begin(
        self, connection: Connection, table_id: str, person: str, game: str, exercise: str
    ) -> None:
        """Note in a transaction that a table is an attempt of a person at an exercise."""
        row = {
            "table_id": table_id,
            "person": person,
            "exercise": exercise,
            "game": game,
            "created": now(),
            "streak": 0,
        }
        connection.execute(insert(schema.exercise_attempts).values(row))

    def attempt(self, table_id: str) -> ExerciseAttempt | None:
        """Return the attempt at a table, or None."""
        columns = [OF_ATTEMPT[name] for name in ExerciseAttempt._fields]
        with self._database.reading() as connection:
            row = connection.execute(select(*columns).where(OF_ATTEMPT.table_id == table_id))
            found = row.one_or_none()
        return None if found is None else ExerciseAttempt(*found)

    def own(self, exercise: str) -> OwnExercise | None:
        """Return an exercise from somebody's own game, or None."""
        query = select(OF_EXERCISE.table_id, OF_EXERCISE.packed).where(OF_EXERCISE.id == exercise)
        row = self._row(query)
        if row is None or row.packed is None:
            return None
        return OwnExercise(row.table_id, unpack_exercise(json.loads(row.packed)))

    def solver(self, person: str, game: str) -> Strength:
        """Return how good a person is at the exercises of a game."""
        with self._database.reading() as connection:
            return _solver(connection, person, game)

    @in_transaction
    def answer(
        self, connection: Connection, at: ExerciseAttempt, action: int, elo: int, *, solved: bool
    ) -> ExerciseAttempt:
        """Note the choice of an attempt, once. The first attempt of each person counts for ratings.

        Args:
            connection: the connection.
            at: the attempt.
            action: the choice.
            elo: the rating that bots gave the exercise; 0 if there is none.
            solved: whether it was the best choice.
        """
        this = OF_ATTEMPT.table_id == at.table_id
        row = connection.execute(
            select(OF_ATTEMPT.action, OF_ATTEMPT.solved, OF_ATTEMPT.streak, OF_ATTEMPT.due)
            .where(this)
            .with_for_update()
        ).one()
        if row.action is not None:
            return at._replace(action=row.action, solved=row.solved, streak=row.streak, due=row.due)
        before = connection.execute(
            select(OF_ATTEMPT.solved, OF_ATTEMPT.streak, OF_ATTEMPT.due)
            .where(
                OF_ATTEMPT.person == at.person,
                OF_ATTEMPT.exercise == at.exercise,
                OF_ATTEMPT.action.is_not(None),
            )
            .order_by(OF_ATTEMPT.created.desc())
            .limit(1)
        ).one_or_none()
        own = connection.scalar(
            select(func.count()).where(
                OF_EXERCISE.id == at.exercise, OF_EXERCISE.packed.is_not(None)
            )
        )
        streak = (before.streak + 1 if before else 1) if solved else 0
        # What was never missed need not come back.
        again = not solved or own or (before is not None and before.due is not None)
        due = due_after(now(), streak) if again else None
        found = at._replace(action=action, solved=solved, streak=streak, due=due)
        connection.execute(
            update(schema.exercise_attempts)
            .where(this)
            .values(action=action, solved=solved, streak=streak, due=due)
        )
        if before is None:
            _rate(connection, found, elo)
        return found

    def unsearched(self) -> str | None:
        """Return a table whose analysis was not yet searched for exercises, or None.

        A game of the day waits until its day is over: an exercise would give away its seed.
        """
        query = (
            select(OF_ANALYSIS.table_id)
            .join(schema.tables, OF_TABLE.id == OF_ANALYSIS.table_id)
            .where(OF_ANALYSIS.result.is_not(None), OF_ANALYSIS.searched.is_(False))
            .where(OF_TABLE.branch_of.is_distinct_from(f"{DAILY}{today()}"))
        )
        found: str | None = self._value(query.order_by(OF_ANALYSIS.created).limit(1))
        return found

    @in_transaction
    def add(
        self,
        connection: Connection,
        table_id: str,
        game: str,
        found: Sequence[tuple[str, Exercise]],
    ) -> None:
        """Store what the search of an analysis has found: whose mistakes, and the exercises."""
        analysis = OF_ANALYSIS.table_id == table_id
        unsearched = analysis & OF_ANALYSIS.searched.is_(False)
        done = update(schema.analyses).where(unsearched).values(searched=True)
        if connection.execute(done).rowcount == 0:
            return
        start = Strength()
        for person, one in found:
            row = {
                "id": f"{table_id}.{one.seq}",
                "game": game,
                "mu": start.mu,
                "sigma": start.sigma,
                "attempts": 0,
                "table_id": table_id,
                "person": person,
                "packed": json.dumps(pack_exercise(one), ensure_ascii=False),
            }
            connection.execute(insert(schema.exercises).values(row))


def _strength(row: Row[Any] | None, otherwise: Strength) -> Strength:
    return otherwise if row is None else Strength(row.mu, row.sigma, row.attempts)


def _solver(connection: Connection, person: str, game: str) -> Strength:
    this = (OF_SOLVER.person == person) & (OF_SOLVER.game == game)
    row = connection.execute(select(schema.solver_ratings).where(this)).one_or_none()
    return _strength(row, Strength())


def _ratings(connection: Connection, game: str) -> dict[str, Strength]:
    rows = connection.execute(select(schema.exercises).where(OF_EXERCISE.game == game))
    return {row.id: _strength(row, Strength()) for row in rows}


def _rate(connection: Connection, at: ExerciseAttempt, elo: int) -> None:
    """Change the ratings of a person and of an exercise."""
    row = connection.execute(
        select(schema.exercises).where(OF_EXERCISE.id == at.exercise)
    ).one_or_none()
    old = _solver(connection, at.person, at.game), _strength(row, strength_of(elo))
    solver, exercise = rated(old[0], old[1], solved=bool(at.solved))
    after = {"mu": exercise.mu, "sigma": exercise.sigma, "attempts": exercise.attempts}
    if row is None:
        new = insert(schema.exercises).values(id=at.exercise, game=at.game, **after)
        connection.execute(new)
    else:
        changed = update(schema.exercises).where(OF_EXERCISE.id == at.exercise)
        connection.execute(changed.values(after))
    after = {"mu": solver.mu, "sigma": solver.sigma, "attempts": solver.attempts}
    this = (OF_SOLVER.person == at.person) & (OF_SOLVER.game == at.game)
    changed = update(schema.solver_ratings).where(this).values(after)
    if connection.execute(changed).rowcount == 0:
        own = insert(schema.solver_ratings).values(person=at.person, game=at.game, **after)
        connection.execute(own)


def export(connection: Connection, person: str) -> list[AttemptExport]:
    """Return the attempts of a person."""
    query = select(schema.exercise_attempts).where(OF_ATTEMPT.person == person)
    return [
        AttemptExport(row.exercise, row.game, row.created, row.solved, row.due)
        for row in connection.execute(query.order_by(OF_ATTEMPT.created, OF_ATTEMPT.table_id))
    ]


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete what is stored about these people."""
    connection.execute(delete(schema.exercise_attempts).where(OF_ATTEMPT.person.in_(persons)))
    connection.execute(delete(schema.solver_ratings).where(OF_SOLVER.person.in_(persons)))
    connection.execute(delete(schema.exercises).where(OF_EXERCISE.person.in_(persons)))


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer what a guest has to an account, which keeps ratings of its own."""
    for table in (schema.exercise_attempts, schema.exercises):
        own = update(table).where(table.c.person == guest)
        connection.execute(own.values(person=account))
    rated_at = select(OF_SOLVER.game).where(OF_SOLVER.person == account)
    games = list(connection.scalars(rated_at))
    other = (OF_SOLVER.person == guest) & OF_SOLVER.game.not_in(games)
    connection.execute(update(schema.solver_ratings).where(other).values(person=account))
    connection.execute(delete(schema.solver_ratings).where(OF_SOLVER.person == guest))


def forget_table(connection: Connection, table_id: str) -> None:
    """Delete what refers to a table that is deleted."""
    of_game = select(OF_EXERCISE.id).where(OF_EXERCISE.table_id == table_id)
    this = or_(OF_ATTEMPT.table_id == table_id, OF_ATTEMPT.exercise.in_(of_game))
    connection.execute(delete(schema.exercise_attempts).where(this))
    connection.execute(delete(schema.exercises).where(OF_EXERCISE.table_id == table_id))
