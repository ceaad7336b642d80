"""The bots of one table, which keep what they have searched from one choice to the next, and their
thinking ahead while a person is to move, on a machine of one's own.

The bot with the next turn grows its tree. Its choice goes on from there if neither chance nor
hidden cards come between.
"""

from __future__ import annotations

import asyncio
import threading
from functools import partial

from ducato import bots
from ducato.bots import is_quick
from ducato.bots.thinking import Result
from ducato.core.game import LoadedGame, note_fault
from ducato.core.struct import Struct
from ducato.server.kit.workers.pools import Workers
from ducato.table.table import LiveTable


class TableBots:
    """The bots of one table by name, made when they are first needed.

    The slices of their thoughts may run in any thread, but one after another: a thought that was
    cancelled goes on to the end of its slice, when the next one may already have begun.

    Args:
        game: the game played at the table.
    """

    def __init__(self, game: LoadedGame) -> None:
        self._game, self._lock = game, threading.Lock()
        self._made: dict[str, bots.Bot] = {}

    def choosing(self, name: str, state: Struct, seat: int, seed: int) -> bots.Thinking[int]:
        """Choose an action for a seat with the bot of this name; see `Bot.choose`."""
        return self._one_by_one(bots.choosing(self._bot(name), state, seat, seed))

    def thinking_ahead(self, name: str, state: Struct, seat: int, seed: int) -> bots.Thinking[None]:
        """Have the bot of this name think for a seat while another one is to move."""
        return self._one_by_one(bots.thinking_ahead(self._bot(name), state, seat, seed))

    def _bot(self, name: str) -> bots.Bot:
        with self._lock:
            if name not in self._made:
                self._made[name] = bots.make(name, self._game)
            return self._made[name]

    def _one_by_one(self, thinking: bots.Thinking[Result]) -> bots.Thinking[Result]:
        while True:
            with self._lock:
                try:
                    next(thinking)
                except StopIteration as end:
                    result: Result = end.value
                    return result
            yield


class ThinkingAhead:
    """The thinking ahead of one table's bots, one at a time and once at each revision.

    Args:
        table: the table at which the bots play.
        workers: the threads in which they think.
        bots: the table's bots.
    """

    def __init__(self, table: LiveTable, workers: Workers, bots: TableBots) -> None:
        self._table, self._workers, self._bots = table, workers, bots
        self._task: asyncio.Task[None] | None = None
        self._revision: int | None = None

    def start(self, revision: int) -> None:
        """Have the next bot think ahead, if a person is to move; end such thoughts out of date.

        It uses nobody's budget: the machine has time for it.
        """
        if self._revision == revision:
            return
        self.cancel()
        seat = self._next_bot() if self._workers.think_ahead else None
        if seat is not None:
            self._revision = revision
            self._task = asyncio.create_task(self._think_ahead(seat))

    def cancel(self) -> None:
        """End the thought, if any, after its current slice."""
        if self._task is not None:
            self._task.cancel()
            self._task = self._revision = None

    async def close(self) -> None:
        """End the thought, if any, and wait until its task has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _next_bot(self) -> int | None:
        """Return the first seat after those to move that has a bot worth waiting for."""
        state = self._table.state
        movers, seats = state.seats_to_move, len(state.roster.seats)
        if not movers or state.bot_to_move is not None:
            return None
        for step in range(1, seats):
            seat = (movers[-1] + step) % seats
            name = state.roster.bot_for(seat)
            if name is not None and not is_quick(name):
                return seat
        return None

    async def _think_ahead(self, seat: int) -> None:
        game = self._table.match.game
        name = self._table.roster.bot_for(seat) or ""
        state, seed = self._table.bot_request(seat)
        thinking = partial(self._bots.thinking_ahead, name, state, seat, seed)
        try:
            await self._workers.think(thinking, bot=name, game=game)
        except Exception as error:
            note_fault(game.game, error)
