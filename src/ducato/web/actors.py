"""The actor of a live table: one task with an inbox, the only one that touches the table.

The way of a move is `TableActor._hear`: check and act (`LiveTable.receive`), store, fan out. The
event loop only carries messages: rules, texts, disk and bots run in threads. Every queue has a
bound: a full inbox makes its sockets wait, and a screen that does not keep up is let go; its client
comes back and catches up. Every task has an owner, which cancels it.

This module must not know sockets: a screen is heard and told through queues.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ducato import bots
from ducato.core.errors import IllegalAction
from ducato.core.messages import say
from ducato.core.record import Record
from ducato.store import Store, StoreError, Trouble
from ducato.table.live import Change, LiveTable, Says, Thought
from ducato.table.messages import Heard, Request
from ducato.table.screens import Screen
from ducato.web.threads import Threads

log = logging.getLogger(__name__)

INBOX = 64
"""Messages that wait for one table before its sockets must wait."""
OUTBOX = 200
"""Messages that wait for one screen before it is let go; a busy table sends about five a second."""
RETRY_SECONDS = 5.0
"""After a bot's move could not be stored: a full disk is not emptied in less."""


class Guest:
    """A screen at a table, and what is to be sent to it.

    Attributes:
        screen: what it shows.
        outbox: what to send, in order; None ends the connection.
        gone: whether the connection has ended.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.outbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.gone = False

    def tell(self, says: Says) -> None:
        """Queue messages for this screen; one that lags too far behind is let go."""
        for message in says:
            self.outbox.put_nowait(message)
        if self.outbox.qsize() > OUTBOX:
            self.let_go()

    def let_go(self) -> None:
        """End the connection."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


@dataclass(frozen=True)
class Arrived:
    """A screen is there."""

    guest: Guest


@dataclass(frozen=True)
class Left:
    """A screen is gone: maybe it was the last one."""


@dataclass(frozen=True)
class Said:
    """A screen says something."""

    guest: Guest
    message: Heard


@dataclass(frozen=True)
class Chosen:
    """A bot has chosen, at the position after `turn` changes of the table; None if it failed."""

    turn: int
    seat: int
    action: int | None


Letter = Arrived | Left | Said | Chosen


class TableActor:
    """The one task that touches a live table.

    Args:
        table: the table; nobody else may use it.
        store: where it is kept.
        threads: where work is done.
        forget: called when the task ends; who comes next has the table opened again.

    Attributes:
        inbox: what is still to be done, in order.
        guests: the screens that were welcomed and are told everything.
        visitors: how many connections there are, also those not yet welcomed.
    """

    def __init__(
        self,
        table: LiveTable,
        store: Store,
        threads: Threads,
        forget: Callable[[TableActor], None],
    ) -> None:
        self.table = table
        self._kept_in, self._threads, self._forget = store, threads, forget
        self.inbox: asyncio.Queue[Letter] = asyncio.Queue(INBOX)
        self.guests: set[Guest] = set()
        # Counted at the door, so that nobody comes to a table that is being closed.
        self.visitors = 0
        # Counts changes: after an undo, the same number of steps may be another position.
        self._turn = 0
        self._thinking: asyncio.Task[None] | None = None
        # What bots think for people: a screen has one question at a time.
        self._pondering: dict[Guest, asyncio.Task[None]] = {}
        # The turn at which a bot failed: it is not asked again at once.
        self._failed: int | None = None
        self._bots: dict[int, bots.Bot] = {}
        self._task = asyncio.create_task(self._run(), name=f"table {table.id}")

    async def close(self) -> None:
        """Let every screen go and stop."""
        for guest in self.guests:
            guest.let_go()
        for task in (self._thinking, *self._pondering.values(), self._task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def post(self, letter: Letter) -> None:
        """Put a letter into the inbox; wait while it is full. A table that stopped needs none."""
        if not self._task.done():
            await self.inbox.put(letter)

    def leave(self, guest: Guest) -> None:
        """A screen is gone. It does not wait, since its own task may be cancelled already."""
        guest.gone = True
        self.guests.discard(guest)
        self._ponder(guest, ())
        self.visitors -= 1
        if not self.inbox.full():  # else there are letters enough to wake the task
            self.inbox.put_nowait(Left())

    async def _run(self) -> None:
        try:
            self._wake_bot()
            while True:
                letter = await self.inbox.get()
                match letter:
                    case Arrived(guest):
                        await self._welcome(guest)
                    case Left():
                        pass
                    case Said(guest, message):
                        await self._hear(guest, message)
                    case Chosen():
                        await self._play(letter)
                self._wake_bot()
                if self.visitors == 0 and self._thinking is None and self.inbox.empty():
                    return
        except Exception:
            log.exception("table %s stopped; it will be opened again from the store", self.table.id)
        finally:
            self._forget(self)
            while not self.inbox.empty():
                letter = self.inbox.get_nowait()
                if isinstance(letter, Arrived):
                    letter.guest.let_go()
            for guest in self.guests:
                guest.let_go()

    async def _welcome(self, guest: Guest) -> None:
        self._failed = None
        guest.tell(await self._threads.run(self.table.welcome, guest.screen))
        if self._thinking is not None:
            guest.tell([{"type": "thinking", "seat": self.table.bot_to_move()}])
        if not guest.gone:
            self.guests.add(guest)

    async def _hear(self, guest: Guest, message: Heard) -> None:
        answer = await self._threads.run(self.table.receive, guest.screen, message)
        if answer.change is not None:
            try:
                await self._store(answer.change)
            except StoreError as error:
                request_id = message.id if isinstance(message, Request) else None
                guest.tell(self._not_saved(guest, request_id, error))
                return
        guest.tell(answer.says)
        if answer.thoughts:
            self._ponder(guest, answer.thoughts)
        if answer.change is not None:
            await self._announce(answer.change)

    async def _play(self, chosen: Chosen) -> None:
        if chosen.turn != self._turn:
            return  # somebody took a move back while the bot was thinking
        self._thinking = None
        if chosen.action is None:
            self._give_up(chosen)
            return
        try:
            change = await self._threads.run(self.table.play, chosen.seat, chosen.action)
            await self._store(change)
        except IllegalAction:
            log.exception("bot %s of table %s", self.table.seats[chosen.seat].bot, self.table.id)
            self._give_up(chosen)
        except StoreError as error:
            self._tell_all(partial(self._not_saved, request_id=None, error=error))
            self._thinking = asyncio.create_task(self._later(chosen))
        else:
            await self._announce(change)

    def _give_up(self, chosen: Chosen) -> None:
        """A bot could not choose. It is asked again when somebody comes."""
        self._failed = chosen.turn
        failed = say("bot.failed", name=self.table.called(chosen.seat))
        self._tell_all(lambda guest: [self.table.refusal(guest.screen, None, failed)])

    async def _store(self, change: Change) -> None:
        """Commit; if that fails, the table is as before, and the error goes on."""
        store, table = self._kept_in, self.table
        try:
            if change.removed:
                await self._threads.run(store.truncate, table.id, change.kept)
            else:
                await self._threads.run(
                    store.append, table.id, change.added, change.kept, finished=change.finished
                )
        except StoreError as error:
            if error.trouble is Trouble.OTHER:
                log.exception("table %s could not be stored", table.id)
            await self._threads.run(table.take_back, change)
            raise
        self._turn += 1
        self._stop_thinking()

    async def _announce(self, change: Change) -> None:
        for guest in list(self.guests):
            guest.tell(await self._threads.run(self.table.news, guest.screen, change))

    def _tell_all(self, says: Callable[[Guest], Says]) -> None:
        for guest in self.guests:
            guest.tell(says(guest))

    def _not_saved(self, guest: Guest, request_id: str | None, error: StoreError) -> Says:
        return [self.table.refusal(guest.screen, request_id, say(f"store.{error.trouble}"))]

    # -- bots

    def _wake_bot(self) -> None:
        seat = self.table.bot_to_move()
        if seat is None or self._thinking is not None or self._failed == self._turn:
            return
        self._tell_all(lambda _: [{"type": "thinking", "seat": seat}])
        state, seed = self.table.question(seat)
        self._thinking = asyncio.create_task(self._think(self._turn, seat, state, seed))

    async def _think(self, turn: int, seat: int, state: Record, seed: int) -> None:
        action: int | None = None
        try:
            action = self.table.scripted(seat)
            if action is None:
                bot = await self._bot(seat)
                action = await self._threads.run_bot(bot.choose, state, seat, seed)
        except Exception:
            log.exception("bot %s of table %s failed", self.table.seats[seat].bot, self.table.id)
            action = None
        await self.post(Chosen(turn, seat, action))

    async def _later(self, chosen: Chosen) -> None:
        await asyncio.sleep(RETRY_SECONDS)
        await self.post(chosen)

    async def _bot(self, seat: int) -> bots.Bot:
        if seat not in self._bots:
            name = self.table.seats[seat].bot or ""
            self._bots[seat] = await self._threads.run_bot(bots.make, name, self.table.match.game)
        return self._bots[seat]

    # -- questions that take a bot's time

    def _ponder(self, guest: Guest, thoughts: Iterable[Thought]) -> None:
        """Think these for a screen, and nothing else any more that it asked before."""
        before = self._pondering.pop(guest, None)
        if before is not None:
            before.cancel()
        if thoughts and not guest.gone:
            self._pondering[guest] = asyncio.create_task(self._tell_thoughts(guest, thoughts))

    async def _tell_thoughts(self, guest: Guest, thoughts: Iterable[Thought]) -> None:
        try:
            for thought in thoughts:
                guest.tell(await self._threads.run_bot(thought))
        except Exception:
            log.exception("a bot of table %s could not answer", self.table.id)

    def _stop_thinking(self) -> None:
        """Drop the thought about a position that is no more; its thread ends by itself, unheard."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
