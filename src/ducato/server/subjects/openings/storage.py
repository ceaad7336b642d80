"""The first steps of finished games, from which openings are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from ducato.core.match import Step
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage

OF_TABLE, OF_SEAT, OF_STEP = schema.tables.c, schema.seats.c, schema.steps.c
OF_VALUES = schema.edition_values.c
MOST_OWN, MOST_OTHERS = 50, 100
"""Default numbers of a person's games and of all games to return."""
FIRST_STEPS = 120
"""The number of steps of a game to return."""
LAST = 1_000
"""The rank of a seat that a substitute took over."""


@dataclass(frozen=True)
class OpeningGame:
    """A finished game, with its first steps.

    Attributes:
        values: all values of the edition and the options with which it was played.
        steps: the first `FIRST_STEPS` steps.
    """

    players: int
    edition: str
    options: dict[str, Any]
    values: dict[str, Any]
    steps: list[Step]


@dataclass(frozen=True)
class OpeningSeat:
    """A seat of a finished game.

    Attributes:
        table: the id of the table.
        seat: the number of the seat.
        own: whether it is that of the person in question.
        rank: the final rank, and `LAST` if a substitute took the seat over.
    """

    table: str
    seat: int
    own: bool
    rank: int


class OpeningGames(Storage):
    """The finished games in one database, as far as openings need them."""

    def seats(
        self,
        person: str,
        game: str,
        rules_version: int,
        lesson: bytes | None = None,
        *,
        most_own: int = MOST_OWN,
        most_others: int = MOST_OTHERS,
    ) -> list[OpeningSeat]:
        """Return the seats of a person's latest finished games, and of the latest games of all.

        A table where the person held several seats is left out, as is one that is not yet over.

        Args:
            person: the person.
            game: the name of the game.
            rules_version: the version of the rules by which it was played.
            lesson: the seed of the game's lesson, whose tables are left out; None without one.
            most_own: the maximum number of the person's games.
            most_others: the maximum number of the latest games, by any players.
        """
        mine = OF_SEAT.person == person
        own = select(OF_SEAT.table_id).where(mine).group_by(OF_SEAT.table_id)
        which = (
            (OF_TABLE.game == game)
            & (OF_TABLE.rules_version == rules_version)
            & OF_TABLE.finished.is_not(None)
            & OF_TABLE.branch_of.is_(None)
            & OF_TABLE.id.not_in(own.having(func.count() > 1))
        )
        if lesson is not None:
            which &= OF_TABLE.seed != lesson
        latest = select(OF_TABLE.id).order_by(OF_TABLE.finished.desc(), OF_TABLE.id)
        with self._database.reading() as connection:
            tables = {
                *connection.scalars(latest.where(which & OF_TABLE.id.in_(own)).limit(most_own)),
                *connection.scalars(latest.where(which).limit(most_others)),
            }
            rows = connection.execute(
                select(OF_SEAT.table_id, OF_SEAT.seat, OF_SEAT.person, OF_SEAT.rank)
                .add_columns(OF_SEAT.substitute)
                .where(OF_SEAT.table_id.in_(tables) & OF_SEAT.rank.is_not(None))
                .order_by(OF_SEAT.table_id, OF_SEAT.seat)
            ).all()
        return [
            OpeningSeat(
                row.table_id,
                row.seat,
                row.person == person,
                row.rank if row.substitute is None else LAST,
            )
            for row in rows
        ]

    def game(self, table_id: str) -> OpeningGame | None:
        """Return a game with its first steps; None if there is no such table."""
        with self._database.reading() as connection:
            row = connection.execute(
                select(OF_TABLE.players, OF_TABLE.edition, OF_TABLE.options, OF_VALUES.contents)
                .join(schema.edition_values, OF_VALUES.hash == OF_TABLE.values_hash)
                .where(OF_TABLE.id == table_id)
            ).one_or_none()
            if row is None:
                return None
            steps = connection.execute(
                select(OF_STEP.actor, OF_STEP.action)
                .where((OF_STEP.table_id == table_id) & (OF_STEP.seq <= FIRST_STEPS))
                .order_by(OF_STEP.seq)
            )
            return OpeningGame(
                row.players, row.edition, row.options, row.contents, [Step(*one) for one in steps]
            )
