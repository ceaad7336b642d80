"""The favourite openings of people, counted from stored games (`lab.opening_counts`).

Games are replayed in the thread for slow work, one at a time, so that others who wait for it are
served in between. What was counted of a game is kept, since a finished game does not change.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict

from ducato.core.errors import FAULTS, DucatoError
from ducato.core.game import Game, restore
from ducato.lab.opening_counts import Favourite, Opening, favourites, openings_of
from ducato.server.services import Services
from ducato.server.subjects.openings.storage import OpeningGames, OpeningSeat
from ducato.table.setup.lessons import lesson_of

MOST_KEPT = 2_000
"""The maximum number of games whose openings are kept, about 5 kB each."""


class Openings:
    """The openings of stored games."""

    def __init__(self, services: Services) -> None:
        self._workers = services.workers
        self._games = OpeningGames(services.database)
        self._kept: OrderedDict[str, list[Opening]] = OrderedDict()
        self._counting = asyncio.Lock()

    async def of(self, person: str, game: Game) -> list[Favourite]:
        """Return what a person does more often than others in the opening of a game.

        Raises:
            Overloaded: too much slow work is waiting.
        """
        lesson = lesson_of(game)
        seats = await self._workers.run_blocking(
            self._games.seats,
            person,
            game.name,
            game.rules_version,
            None if lesson is None else lesson.seed,
        )
        if not any(seat.own for seat in seats):
            return []
        tables: dict[str, list[OpeningSeat]] = defaultdict(list)
        for seat in seats:
            tables[seat.table].append(seat)
        own: list[tuple[Opening, float]] = []
        others: list[Opening] = []
        for table_id, here in tables.items():
            found = await self._openings(table_id, game)
            for seat in here:
                if seat.seat >= len(found):
                    continue
                if seat.own:
                    own.append((found[seat.seat], _result(seat, here)))
                else:
                    others.append(found[seat.seat])
        return await self._workers.slow.run(favourites, game, own, others)

    async def _openings(self, table_id: str, game: Game) -> list[Opening]:
        """Return the openings at a table; none if it cannot be replayed any more."""
        async with self._counting:  # a second request finds what the first has counted
            found = self._kept.get(table_id)
            if found is None:
                found = await self._workers.slow.run(self._replayed, table_id, game)
                self._kept[table_id] = found
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            else:
                self._kept.move_to_end(table_id)
        return found

    def _replayed(self, table_id: str, game: Game) -> list[Opening]:
        stored = self._games.game(table_id)
        if stored is None:
            return []
        try:
            loaded = restore(
                game,
                stored.players,
                stored.edition,
                stored.options,
                rules_version=game.rules_version,
                values=stored.values,
            )
            return openings_of(loaded, stored.steps)
        except (*FAULTS, DucatoError):
            return []


def _result(seat: OpeningSeat, seats: list[OpeningSeat]) -> float:
    """Return the share of the opponents whom a seat has beaten; one on the same rank counts half.

    A game without an opponent counts as half.
    """
    ranks = [other.rank for other in seats if other.seat != seat.seat]
    points = sum(1.0 if seat.rank < rank else 0.5 if seat.rank == rank else 0.0 for rank in ranks)
    return points / len(ranks) if ranks else 0.5
