"""The bot player of a table, which has bots choose moves and posts the moves to the actor.

A choice belongs to a revision of the table. When the table changes, a running choice is cancelled,
and the actor drops a move chosen at an earlier revision.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from ducato import bots
from ducato.core.game import LoadedGame, note_fault
from ducato.core.struct import Struct
from ducato.server.kit.workers.bot_queue import NOBODY, Payer
from ducato.server.kit.workers.pools import Workers
from ducato.server.live.inbox import BotMove, Command
from ducato.server.live.table_bots import TableBots, ThinkingAhead
from ducato.table.setup.levels import STAND_IN
from ducato.table.table import LiveTable

Post = Callable[[Command], Coroutine[Any, Any, None]]
"""A function that puts a command into the actor's inbox, waiting while it is full."""


class BotPlayer:
    """The chooser of moves for the bots of one table.

    Args:
        table: the table at which the bots play.
        workers: the threads in which the bots think.
    """

    def __init__(self, table: LiveTable, workers: Workers) -> None:
        self._table, self._workers = table, workers
        self._task: asyncio.Task[None] | None = None
        self._failed: int | None = None  # the revision at which a bot failed
        self._bots = TableBots(table.match.game)
        self._thinking_ahead = ThinkingAhead(table, workers, self._bots)

    @property
    def thinking(self) -> bool:
        """Whether a move is being chosen or delivered, or waits to be delivered again."""
        return self._task is not None

    def start(self, revision: int, payer: Callable[[], Payer | None], post: Post) -> bool:
        """Start the choice of the bot whose turn it is, if any; else one may think ahead.

        Cancel a running choice if bots are paused. Start none while one is running, or at a
        revision at which a bot has failed.

        Args:
            revision: the table's revision.
            payer: returns the person whose budget the bot uses, or None if bots are paused; not
                called for a move that a lesson prescribes.
            post: delivers the `BotMove`.

        Returns:
            Whether a choice has been started by this call.
        """
        seat = self._table.bot_to_move
        self._thinking_ahead.start(revision)
        if seat is None or self._failed == revision:
            return False
        # A move that a lesson prescribes costs nobody anything.
        who = NOBODY if self._table.scripted(seat) is not None else payer()
        if who is None:
            if self._task is not None and not self._task.done():
                self.cancel()
            return False
        if self._task is not None:
            return False
        state, seed = self._table.bot_request(seat)
        self._task = asyncio.create_task(self._choose(revision, seat, state, seed, who, post))
        return True

    def cancel(self) -> None:
        """Cancel the running choice and thinking ahead; a search stops after its current slice."""
        self._thinking_ahead.cancel()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def close(self) -> None:
        """Cancel the running choice and thinking ahead, and wait until both have ended."""
        await self._thinking_ahead.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def note_choice(self) -> None:
        """Note that the chosen move has reached the actor, so that no choice is running."""
        self._task = None

    def clear_failure(self) -> None:
        """Forget that a bot has failed, so that it is asked again."""
        self._failed = None

    def retry(self, move: BotMove, seconds: float, post: Post) -> None:
        """Deliver a move again after some seconds, because it could not be stored."""

        async def later() -> None:
            await asyncio.sleep(seconds)
            await post(move)

        self._task = asyncio.create_task(later())

    async def stand_in(self, move: BotMove, post: Post) -> None:
        """Make a stand-in choice for a bot that failed (see `bots.stand_ins`).

        Do nothing if a bot has already failed at the move's revision.
        """
        if self._failed == move.revision:
            return  # the bot is asked again when a connection opens
        self._failed = move.revision
        state, seed = self._table.bot_request(move.seat)
        game = self._table.match.game
        try:
            choosing = partial(_stand_in, game, state, move.seat, seed)
            action = await self._workers.think(choosing, bot=STAND_IN, game=game)
        except Exception as error:
            note_fault(game.game, error)
            return
        self._task = asyncio.create_task(post(BotMove(move.revision, move.seat, action)))

    async def _choose(
        self, revision: int, seat: int, state: Struct, seed: int, payer: Payer, post: Post
    ) -> None:
        name = self._table.roster.bot_for(seat) or ""
        action: int | None = None
        try:
            action = self._table.scripted(seat)
            if action is None:
                game = self._table.match.game
                choosing = partial(self._bots.choosing, name, state, seat, seed)
                action = await self._workers.think(choosing, payer, bot=name, game=game)
        except Exception as error:
            note_fault(self._table.match.game.game, error)
            action = None
        await post(BotMove(revision, seat, action))


def _stand_in(game: LoadedGame, state: Struct, seat: int, seed: int) -> bots.Thinking[int]:
    yield from ()  # all in one slice
    return bots.stand_in(game, state, seat, seed)
