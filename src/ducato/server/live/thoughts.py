"""Bots' answers to the questions from a table's screens: hints, charts and analyses.

Each screen has one question at a time; a new one replaces it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from ducato.bots.warmup import ADVICE
from ducato.core.game import note_fault
from ducato.core.i18n import say
from ducato.server.kit.http.locale import server_text
from ducato.server.kit.workers.pools import Workers
from ducato.server.live.connection import Connection
from ducato.table.changes import Thought
from ducato.table.protocol import ShowChart
from ducato.table.table import LiveTable

OFF, HERE = "off", "here"
"""The states of an analysis that will not come, and of one that the screen is to compute."""
Follow = Callable[[LiveTable, Connection, ShowChart], Awaitable[None]]
"""Sends a screen that has asked for it the analysis of a table's game once it is there."""


class ThoughtTasks:
    """The tasks that answer the questions from the screens of one table.

    Args:
        workers: the threads in which bots think.
        table: the table.
        follow: sends a screen the analysis of the game.
    """

    def __init__(self, workers: Workers, table: LiveTable, follow: Follow) -> None:
        self._workers, self._table, self._follow = workers, table, follow
        self._tasks: dict[Connection, asyncio.Task[None]] = {}

    def begin(
        self,
        connection: Connection,
        thoughts: Iterable[Thought],
        analysis_for: ShowChart | None = None,
    ) -> None:
        """Start running thoughts for a screen, one after another, and send it the result of each.

        Thoughts in progress for the same screen are cancelled. If the connection has ended, nothing
        is started.

        Args:
            connection: the screen's connection.
            thoughts: the thoughts.
            analysis_for: the message by which the screen asked for the analysis of the game,
                which follows as soon as it is there; None if it did not.
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
        self, connection: Connection, thoughts: Iterable[Thought], analysis_for: ShowChart | None
    ) -> None:
        try:
            for thought in thoughts:
                await send_thought(self._workers, self._table, connection, thought)
            if analysis_for is not None:
                await self._follow(self._table, connection, analysis_for)
        except Exception as error:
            note_fault(self._table.match.game.game, error)
            reason = server_text(say("lost.fault"), connection.screen.language)
            connection.send([{"type": "rejected", "id": None, "reason": reason, "clause": None}])


async def send_thought(
    workers: Workers, table: LiveTable, connection: Connection, thought: Thought
) -> None:
    """Run a thought about a table's game, and send its result to a screen."""
    messages = await workers.think(thought, connection.payer, bot=ADVICE, game=table.match.game)
    connection.send(messages)


async def no_analysis(_: LiveTable, connection: Connection, asked: ShowChart) -> None:
    """Tell a screen that there are no analyses here."""
    connection.send([analysis_state(asked.id, OFF)])


def analysis_state(request_id: str, state: str, done: int = 0, total: int = 0) -> dict[str, Any]:
    """Return the message that tells how far an analysis is."""
    return {"type": "analysis", "id": request_id, "state": state, "done": done, "total": total}
