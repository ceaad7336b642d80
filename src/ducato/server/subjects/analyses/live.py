"""The analysis of a finished game at its table: sent to the screens that wait for it."""

from __future__ import annotations

import asyncio
from functools import partial

from ducato.bots.analysis import unpack
from ducato.server.kit.workers.pools import Workers
from ducato.server.live.connection import Connection
from ducato.server.live.thoughts import HERE, OFF, analysis_state, send_thought
from ducato.server.subjects.analyses.storage import (
    DONE,
    FAILED,
    WAITING,
    Analyses,
    AnalysisState,
    TooManyAnalyses,
)
from ducato.table.protocol import ShowChart
from ducato.table.table import LiveTable

GLANCE = 1.0
"""Seconds between two looks at how far an analysis is, for a screen that waits for it."""
ROOM = 10.0
"""Seconds after which an analysis is requested again if too many of its players' are waiting."""


class AnalysisFollower:
    """What sends analyses to the screens that wait for them.

    Args:
        workers: the threads in which bots think.
        analyses: the analyses.
    """

    def __init__(self, workers: Workers, analyses: Analyses) -> None:
        self._workers, self._analyses = workers, analyses

    async def follow(self, table: LiveTable, connection: Connection, asked: ShowChart) -> None:
        """Tell a screen how far the analysis of the game is, and send it once it is there."""
        request_id = asked.id
        shown: AnalysisState | None = None
        while table.state.analysis is None:
            found = await self._workers.run_blocking(self._analyses.progress, table.id)
            if found is None:
                if asked.here:
                    connection.send([analysis_state(request_id, HERE)])
                    return
                try:
                    if await asyncio.wrap_future(self._analyses.request(table.id)):
                        continue
                except TooManyAnalyses:  # it is queued as soon as there is room
                    connection.send([analysis_state(request_id, WAITING)])
                    await asyncio.sleep(ROOM)
                    continue
                connection.send([analysis_state(request_id, OFF)])
                return
            if found.state == DONE and await self._load(table):
                break
            if found != shown:
                state = FAILED if found.state == DONE else found.state
                connection.send([analysis_state(request_id, state, found.done, found.total)])
                shown = found
            if found.state in (DONE, FAILED):
                return
            await asyncio.sleep(GLANCE)
        show = partial(table.show_analysis, request_id, connection.screen.language)
        await send_thought(self._workers, table, connection, show)

    async def _load(self, table: LiveTable) -> bool:
        """Give the table its analysis. Return False if it has an unknown format."""
        found = await self._workers.run_blocking(self._analyses.find, table.id)
        if found is None or found.result is None:
            return False
        try:
            table.set_analysis(await self._workers.slow.run(unpack, found.result))
        except (ValueError, TypeError, KeyError):
            return False
        return True
