"""Bots' answers to the questions from a table's screens: hints, charts and analyses.

Each screen has one question at a time; a new one replaces it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

from ducato.bots.analysis import unpack
from ducato.bots.warmup import ADVICE
from ducato.core.game import note_fault
from ducato.core.i18n import say
from ducato.server.kit.workers.pools import Workers
from ducato.server.live.connection import Connection
from ducato.server.store import Store
from ducato.server.subjects.analyses.storage import (
    DONE,
    FAILED,
    WAITING,
    AnalysisState,
    TooManyAnalyses,
)
from ducato.table.changes import Thought
from ducato.table.table import LiveTable
from ducato.table.views.texts import table_text

GLANCE = 1.0
"""Seconds between two looks at how far an analysis is, for a screen that waits for it."""
ROOM = 10.0
"""Seconds after which an analysis is requested again if too many of its players' are waiting."""
OFF = "off"
"""The state of an analysis that is not there and will not come."""


class AnalysisTasks:
    """The tasks that answer the questions from the screens of one table.

    Args:
        workers: the threads in which bots think.
        table: the table; its game and its analysis are used.
        store: the store that holds the analyses.
    """

    def __init__(self, workers: Workers, table: LiveTable, store: Store) -> None:
        self._workers, self._table, self._analyses = workers, table, store.analyses
        self._game = table.match.game
        self._tasks: dict[Connection, asyncio.Task[None]] = {}

    def begin(
        self,
        connection: Connection,
        thoughts: Iterable[Thought],
        analysis_for: str | None = None,
    ) -> None:
        """Start running thoughts for a screen, one after another, and send it the result of each.

        Thoughts in progress for the same screen are cancelled. If the connection has ended, nothing
        is started.

        Args:
            connection: the screen's connection.
            thoughts: the thoughts.
            analysis_for: the id of the message by which the screen asked for the analysis of the
                game, which follows as soon as it is there; None if it did not.
        """
        self.cancel(connection)
        if not connection.closed:
            answer = self._answer(connection, thoughts, analysis_for)
            self._tasks[connection] = asyncio.create_task(answer)

    def cancel(self, connection: Connection) -> None:
        """Cancel the thoughts in progress for a screen, if any."""
        before = self._tasks.pop(connection, None)
        if before is not None:
            before.cancel()

    async def close(self) -> None:
        """Cancel the thoughts for all screens, and wait until their tasks have ended."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _answer(
        self, connection: Connection, thoughts: Iterable[Thought], analysis_for: str | None
    ) -> None:
        try:
            for thought in thoughts:
                await self._send(connection, thought)
            if analysis_for is not None:
                await self._follow(connection, analysis_for)
        except Exception as error:
            note_fault(self._game.game, error)
            reason = table_text(say("lost.fault"), connection.screen.language)
            connection.send([{"type": "rejected", "id": None, "reason": reason, "clause": None}])

    async def _send(self, connection: Connection, thought: Thought) -> None:
        messages = await self._workers.think(thought, connection.payer, bot=ADVICE, game=self._game)
        connection.send(messages)

    async def _follow(self, connection: Connection, request_id: str) -> None:
        """Tell a screen how far the analysis of the game is, and send it once it is there."""
        shown: AnalysisState | None = None
        while self._table.state.analysis is None:
            found = await self._workers.run_blocking(self._analyses.progress, self._table.id)
            if found is None:
                try:
                    if await asyncio.wrap_future(self._analyses.request(self._table.id)):
                        continue
                except TooManyAnalyses:  # it is queued as soon as there is room
                    connection.send([_state(request_id, WAITING)])
                    await asyncio.sleep(ROOM)
                    continue
                connection.send([_state(request_id, OFF)])
                return
            if found.state == DONE and await self._load():
                break
            if found != shown:
                state = FAILED if found.state == DONE else found.state
                connection.send([_state(request_id, state, found.done, found.total)])
                shown = found
            if found.state in (DONE, FAILED):
                return
            await asyncio.sleep(GLANCE)
        show = partial(self._table.show_analysis, request_id, connection.screen.language)
        await self._send(connection, show)

    async def _load(self) -> bool:
        """Give the table its analysis. Return False if it has an unknown format."""
        found = await self._workers.run_blocking(self._analyses.find, self._table.id)
        if found is None or found.result is None:
            return False
        try:
            self._table.set_analysis(await self._workers.slow.run(unpack, found.result))
        except (ValueError, TypeError, KeyError):
            return False
        return True


def _state(request_id: str, state: str, done: int = 0, total: int = 0) -> dict[str, Any]:
    return {"type": "analysis", "id": request_id, "state": state, "done": done, "total": total}
