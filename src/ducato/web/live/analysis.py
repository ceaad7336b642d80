"""Bots' answers to the questions from a table's screens, such as requests for a hint.

Each screen has one question at a time; a new one replaces it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ducato.bots.warmup import ADVICE
from ducato.core.game import LoadedGame, note_fault
from ducato.core.i18n import say
from ducato.table.changes import Thought
from ducato.table.views.texts import table_text
from ducato.web.live.connection import Connection
from ducato.web.support.workers.pools import Workers


class AnalysisTasks:
    """The tasks that answer the questions from the screens of one table.

    Args:
        workers: the threads in which bots think.
        game: the game played at the table.
    """

    def __init__(self, workers: Workers, game: LoadedGame) -> None:
        self._workers, self._game = workers, game
        self._tasks: dict[Connection, asyncio.Task[None]] = {}

    def begin(self, connection: Connection, thoughts: Iterable[Thought]) -> None:
        """Start running thoughts for a screen, one after another, and send it the result of each.

        Thoughts in progress for the same screen are cancelled. If the connection has ended, nothing
        is started.
        """
        self.cancel(connection)
        if not connection.closed:
            self._tasks[connection] = asyncio.create_task(self._send(connection, thoughts))

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

    async def _send(self, connection: Connection, thoughts: Iterable[Thought]) -> None:
        try:
            for thought in thoughts:
                messages = await self._workers.think(
                    thought, connection.payer, bot=ADVICE, game=self._game
                )
                connection.send(messages)
        except Exception as error:
            note_fault(self._game.game, error)
            reason = table_text(say("lost.fault"), connection.screen.language)
            connection.send([{"type": "rejected", "id": None, "reason": reason, "clause": None}])
