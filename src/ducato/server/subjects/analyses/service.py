"""Analyses of finished games, computed once each while nobody else needs the bots' threads.

The end of a game queues its analysis in the store. Each process that serves the database computes
one at a time, and leases it first (`server.subjects.analyses.storage`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from functools import partial

from ducato.bots.analysis import Analysis, Budget, Progress, pack
from ducato.bots.analysis.analyse import analysing
from ducato.bots.warmup import ADVICE
from ducato.server.kit.background import BackgroundService
from ducato.server.kit.database.errors import StoreError, UnknownTable
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.workers.bot_queue import Payer
from ducato.server.kit.workers.slow_work import Overloaded
from ducato.server.live.persistence import to_live_table
from ducato.server.services import Services
from ducato.server.subjects.analyses.live import AnalysisFollower
from ducato.server.subjects.analyses.storage import Analyses, AnalysisJob
from ducato.table.queries.hints import describe

log = logging.getLogger(__name__)

RENEWAL = 2.0
"""Seconds between two renewals of a lease, which also store the progress."""
ANALYST = Payer(person="analysis")
"""The payer of analyses: a share of its own in the queue, which nobody's bots have to pay for."""


class GameAnalyses(BackgroundService):
    """A service that computes the analyses that wait, one after another.

    Args:
        services: the services.
        seconds: the budget of each new analysis in processor seconds; with 0 none are made.
        games: the names of the games that readers' browsers can analyse.
    """

    name = "analyses"
    interval = 2.0
    everywhere = True

    def __init__(self, services: Services, seconds: float = 0, games: Collection[str] = ()) -> None:
        super().__init__()
        self._tables, self._workers = services.registry.shared.tables, services.workers
        self._seconds, self._analyses = seconds, Analyses(services.database, seconds, games)
        self._tables.at_end.append(self._analyses.queue)
        follower = AnalysisFollower(services.workers, self._analyses)
        shared = services.registry.shared
        shared.follow_analysis = follower.follow
        shared.analyse_latest = self._analyses.request_of

    async def run_once(self) -> None:
        """Compute all analyses that wait.

        Raises:
            StoreError: the store could not be read or written.
        """
        while self._seconds > 0:
            if not await self._workers.run_blocking(self._analyses.awaited):
                return
            job = await asyncio.wrap_future(self._analyses.acquire())
            if job is None:
                return
            await self._compute(job)

    async def _compute(self, job: AnalysisJob) -> None:
        """Compute an analysis and store it; if it is impossible, note and log that once."""
        try:
            found = await self._analysis(job)
        except asyncio.CancelledError:  # the server stops: another process, or a later one, goes on
            self._analyses.release(job)
            raise
        except UnknownTable:  # it was deleted meanwhile
            return
        except Overloaded:
            await asyncio.wrap_future(self._analyses.release(job))
            await asyncio.sleep(RENEWAL)
        except StoreError:
            raise  # the lease expires
        except Exception:
            log.exception("the game at table %s cannot be analysed", pseudonym(job.table_id))
            await asyncio.wrap_future(self._analyses.fail(job))
        else:
            if found is not None:
                packed = await self._workers.slow.run(pack, found)
                total = len(found.decisions) + len(found.events)
                await asyncio.wrap_future(self._analyses.finish(job, packed, total))

    async def _analysis(self, job: AnalysisJob) -> Analysis | None:
        """Return the analysis; None if another process has taken over."""
        stored = await self._workers.run_blocking(self._tables.load, job.table_id)
        table = await self._workers.slow.run(to_live_table, stored)
        progress = Progress()
        begin = partial(
            analysing,
            table.match,
            table.roster.people(),
            Budget(job.seconds),
            describe=partial(describe, table.match.game),
            progress=progress,
        )
        thought = asyncio.create_task(
            self._workers.think(begin, ANALYST, bot=ADVICE, game=table.match.game, idle=True),
            name="analysis",
        )
        try:
            while not (await asyncio.wait([thought], timeout=RENEWAL))[0]:
                renewal = self._analyses.renew(job, progress.done, progress.total)
                if not await asyncio.wrap_future(renewal):
                    return None
            return thought.result()
        finally:
            thought.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await thought
