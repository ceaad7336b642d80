"""Questions that take a bot's time: a screen has one at a time, and the latest counts.

This module must not know what is asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from ducato.core.game import LoadedGame
from ducato.table.changes import Thought
from ducato.table.setup.levels import SEARCH
from ducato.web.live.connection import Connection
from ducato.web.support.workers.pools import Workers

log = logging.getLogger(__name__)


class AnalysisQueue:
    """What bots think for the screens of one table.

    Args:
        workers: where they think.
        game: that is played there.
    """

    def __init__(self, workers: Workers, game: LoadedGame) -> None:
        self._workers, self._game = workers, game
        self._tasks: dict[Connection, asyncio.Task[None]] = {}

    def begin(self, connection: Connection, thoughts: Iterable[Thought]) -> None:
        """Think these for a screen, one after the other, in place of its earlier questions."""
        self.drop(connection)
        if not connection.closed:
            self._tasks[connection] = asyncio.create_task(self._send(connection, thoughts))

    def drop(self, connection: Connection) -> None:
        """Cancel what is being thought for a screen, if anything."""
        before = self._tasks.pop(connection, None)
        if before is not None:
            before.cancel()

    async def close(self) -> None:
        """Stop thinking."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _send(self, connection: Connection, thoughts: Iterable[Thought]) -> None:
        try:
            for thought in thoughts:
                told = await self._workers.think(
                    thought, connection.payer, bot=SEARCH, game=self._game
                )
                connection.send(told)
        except Exception:
            log.exception("a bot could not answer")
