"""Exercises from people's own games, found in quiet hours from stored analyses."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from ducato.bots.analysis import unpack
from ducato.bots.analysis.exercise import Exercise
from ducato.bots.analysis.exercise_finding import mistakes
from ducato.bots.warmup import ADVICE
from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.errors import StoreError, UnknownTable
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.workers.bot_queue import Payer
from ducato.server.kit.workers.slow_work import Overloaded
from ducato.server.live.persistence import to_live_table
from ducato.server.services import Services
from ducato.server.subjects.analyses.storage import Analyses
from ducato.server.subjects.exercises.storage import Exercises
from ducato.server.subjects.tables.storage import Tables
from ducato.table.queries.hints import describe

log = logging.getLogger(__name__)

FINDER = Payer(person="exercises")
"""The payer of the search, which has a share of its own in the queue of bots."""


class OwnExercises(BackgroundService):
    """A service that searches the analyses of games for exercises, one after another.

    It thinks only while no bot, hint or analysis waits for a thread.
    """

    name = "exercises"
    interval = 20.0

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._tables, self._workers = Tables(services.database), services.workers
        self._analyses, self._exercises = Analyses(services.database), Exercises(services.database)

    async def run_once(self) -> None:
        """Search all analyses that were not searched yet.

        Raises:
            StoreError: the store could not be read or written.
        """
        run = self._workers.run_blocking
        while (table_id := await run(self._exercises.unsearched)) is not None:
            game, found = "", list[tuple[str, Exercise]]()
            try:
                game, found = await self._search(table_id)
            except UnknownTable:  # it was deleted meanwhile, with its analysis
                continue
            except (StoreError, Overloaded):
                return  # later
            except Exception:
                log.exception("no exercises can be found at table %s", pseudonym(table_id))
            await asyncio.wrap_future(self._exercises.add(table_id, game, found))

    async def _search(self, table_id: str) -> tuple[str, list[tuple[str, Exercise]]]:
        run = self._workers.run_blocking
        stored = await run(self._tables.load, table_id)
        state = await run(self._analyses.find, table_id)
        table = await self._workers.slow.run(to_live_table, stored)
        if state is None or state.result is None:
            return stored.game, []
        analysis = await self._workers.slow.run(unpack, state.result)
        players = {seat.seat: seat.person for seat in table.roster.seats if seat.person}
        begin = partial(
            mistakes, table.match, analysis, tuple(players), partial(describe, table.match.game)
        )
        found = await self._workers.think(
            begin, FINDER, bot=ADVICE, game=table.match.game, idle=True
        )
        return stored.game, [(players[one.seat], one) for one in found]
