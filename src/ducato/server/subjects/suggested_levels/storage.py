"""The finished games that a person played against bots."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage

OF_TABLE, OF_SEAT = schema.tables.c, schema.seats.c
LATEST = 50
"""Default number of games to return."""


@dataclass(frozen=True)
class BotGame:
    """A finished game of one person against bots, perhaps with other people.

    Attributes:
        players: the number of seats.
        rank: the rank of the person's seat, 1 for the best; several seats may share a rank.
        left: whether a substitute finished the game for the person, who resigned or ran out of
            time.
        bots: the name and the rank of each bot, ordered by seat.
    """

    players: int
    rank: int
    left: bool
    bots: tuple[tuple[str, int], ...]


class BotGames(Storage):
    """The games against bots in one database."""

    def of(
        self,
        person: str,
        game: str,
        rules_version: int,
        *,
        lesson: bytes | None = None,
        limit: int = LATEST,
    ) -> list[BotGame]:
        """Return a person's finished games against bots, the last finished first.

        Tables where the person held several seats are left out.

        Args:
            person: the player.
            game: the name of the game.
            rules_version: the version of the rules by which it was played.
            lesson: the seed of the game's lesson, whose tables are left out; None without a lesson.
            limit: the maximum number of games to return.
        """
        own_seats = (
            select(OF_SEAT.table_id)
            .where(OF_SEAT.person == person)
            .group_by(OF_SEAT.table_id)
            .having(func.count() == 1)
        )
        bot_seats = (
            select(OF_SEAT.seat)
            .where((OF_SEAT.table_id == OF_TABLE.id) & OF_SEAT.bot.is_not(None))
            .exists()
        )
        which = (
            (OF_TABLE.game == game)
            & (OF_TABLE.rules_version == rules_version)
            & OF_TABLE.finished.is_not(None)
            & OF_TABLE.branch_of.is_(None)
            & OF_TABLE.id.in_(own_seats)
            & bot_seats
        )
        if lesson is not None:
            which &= OF_TABLE.seed != lesson
        query = (
            select(OF_TABLE.id, OF_TABLE.players)
            .where(which)
            .order_by(OF_TABLE.finished.desc(), OF_TABLE.id)
            .limit(limit)
        )
        columns = OF_SEAT.table_id, OF_SEAT.person, OF_SEAT.bot, OF_SEAT.substitute, OF_SEAT.rank
        with self._database.reading() as connection:
            players = {row.id: row.players for row in connection.execute(query)}
            seats = connection.execute(
                select(*columns)
                .where(OF_SEAT.table_id.in_(list(players)) & OF_SEAT.rank.is_not(None))
                .order_by(OF_SEAT.table_id, OF_SEAT.seat)
            ).all()
        own = {seat.table_id: seat for seat in seats if seat.person == person}
        bots: dict[str, list[tuple[str, int]]] = {table_id: [] for table_id in players}
        for seat in seats:
            if seat.bot is not None:
                bots[seat.table_id].append((seat.bot, seat.rank))
        return [
            BotGame(count, own[key].rank, own[key].substitute is not None, tuple(bots[key]))
            for key, count in players.items()
            if key in own
        ]
