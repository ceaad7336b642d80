"""The same deal with the same moves, under rules that have just been edited.

Chance comes from the seed of the table. Moves are made again by their names, as far as the new
rules allow; there the game goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, select, update

from ducato.core.chance import CommittedStream
from ducato.core.editions.values import values_hash
from ducato.core.errors import FAULTS, DucatoError, IllegalAction
from ducato.core.game import Game, LoadedGame
from ducato.core.game.unavailable import reason
from ducato.core.match import Match, Step
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.tables.model import StoredTable
from ducato.server.subjects.tables.rows import forget_snapshot, insert_steps, keep_values, table_row
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat, contributions

FIXED = ("id", "game", "players", "created", "seed", "commitment")
"""The columns of a table that no edit changes."""


@dataclass(frozen=True)
class Replayed:
    """How far the moves of a table could be made again.

    Attributes:
        table: the id of the table.
        kept: how many moves were made again.
        moves: how many moves there were.
        action: the name of the move that could not; empty if all could.
        problem: the key of the sentence that says why; empty if all could.
        details: what the rules said, if they failed.
    """

    table: str
    kept: int
    moves: int
    action: str = ""
    problem: str = ""
    details: str = ""


def replay_all(database: Database, game: Game, names: Sequence[str]) -> list[Replayed]:
    """Make the moves of all tables of a game again, and store what comes out.

    Args:
        database: the database, which no server uses now.
        game: the game with its present rules.
        names: the names of the actions that the stored numbers mean.
    """
    with database.reading() as connection:
        of_game = schema.tables.c.game == game.name
        ids = connection.execute(select(schema.tables.c.id).where(of_game)).scalars().all()
    tables, found = Tables(database), []
    for table_id in ids:
        stored = tables.load(table_id)
        try:
            match, replayed = play_again(game, stored, names)
        except DucatoError as error:
            moves = sum(step.actor >= 0 for step in stored.steps)
            found.append(Replayed(table_id, 0, moves, problem="fails", details=str(error)))
            continue
        database.write(partial(_store, table_id=table_id, match=match)).result()
        found.append(replayed)
    return found


def play_again(game: Game, stored: StoredTable, names: Sequence[str]) -> tuple[Match, Replayed]:
    """Return a stored game, played again under the present rules as far as these allow.

    Raises:
        DucatoError: it cannot even begin.
    """
    seats = [TableSeat.from_row(row) for row in stored.seats]
    drawn = contributions(seats) if stored.begun else {}
    stream = CommittedStream(stored.seed, drawn) if drawn else CommittedStream(stored.seed)
    match = Match(_loaded(game, stored), stream, [seat.name for seat in seats])
    steps = [step for step in stored.steps if step.actor >= 0]
    if not stored.begun:
        return match, Replayed(stored.id, 0, 0)
    kept = 0
    try:
        match.run_chance()
        for kept, step in enumerate(steps):
            name = names[step.action] if 0 <= step.action < len(names) else ""
            problem = _repeat(match, step, name)
            if problem:
                return match, Replayed(stored.id, kept, len(steps), name, problem)
    except FAULTS as error:
        failed = names[steps[kept].action] if steps else ""
        return match, Replayed(stored.id, kept, len(steps), failed, "fails", reason(error))
    return match, Replayed(stored.id, len(steps), len(steps))


def _loaded(game: Game, stored: StoredTable) -> LoadedGame:
    """Return the game as a table has it, with those options that are still possible."""
    edition = stored.edition if stored.edition in game.editions else None
    try:
        return game.load(stored.players, edition, **stored.options)
    except DucatoError:
        return game.load(stored.players, edition)


def _repeat(match: Match, step: Step, name: str) -> str:
    """Make a move again; return the key of the sentence that says why not, or "" if it was made."""
    if match.is_over():
        return "over"
    if step.action < 0:
        match.resign(step.actor)
        return ""
    if not match.may_choose(step.actor):
        return "turn"
    try:
        action = match.game.actions.index(name)
    except (KeyError, ValueError, DucatoError):
        return "unknown"
    try:
        with match.atomic():
            match.act(action, step.actor)
            match.run_chance()
    except IllegalAction:
        return "illegal"
    return ""


def _store(connection: Connection, table_id: str, match: Match) -> None:
    """Replace the steps of a table, and what follows from them."""
    values = match.game.recorded_values()
    key = values_hash(values)
    keep_values(connection, key, values)
    row: dict[str, Any] = table_row(table_id, match, key, now())
    row |= {"to_move": match.seats_to_move(), "due": None}
    changed = {name: value for name, value in row.items() if name not in FIXED}
    of_table = schema.tables.c.id == table_id
    connection.execute(update(schema.tables).where(of_table).values(**changed))
    connection.execute(delete(schema.steps).where(schema.steps.c.table_id == table_id))
    forget_snapshot(connection, table_id, 0)
    insert_steps(connection, table_id, match.steps, 0, None)


def action_names(game: Game) -> list[str]:
    """Return the names of a game's actions, in the order of their numbers."""
    actions = game.module("state").ACTIONS
    return [actions.name(number) for number in range(len(actions))]


def latest_table(database: Database, game: str) -> str | None:
    """Return the id of the table of a game that was opened last; None if there is none."""
    tables = schema.tables.c
    query = select(tables.id).where(tables.game == game).order_by(tables.created.desc()).limit(1)
    with database.reading() as connection:
        found: str | None = connection.execute(query).scalar()
    return found
