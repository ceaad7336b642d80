"""The actors: one task with an inbox for each live table, and the hall that finds them.

The way of a move is `TableActor._hear`: check and act (`LiveTable.receive`), store, fan out. The
event loop only carries messages: rules, texts, disk and bots run in threads. Every queue has a
bound: a full inbox makes its sockets wait, and a screen that does not keep up is let go; its client
comes back and catches up. Every task has an owner, which cancels it.

This module must not know sockets: a screen is heard and told through queues.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from ducato import bots
from ducato.core.errors import IllegalAction
from ducato.core.messages import say
from ducato.core.record import Record
from ducato.store import Store, StoredTable, StoreError, Trouble
from ducato.table.live import Change, LiveTable, Says
from ducato.table.messages import Heard, Request
from ducato.table.opening import reopen
from ducato.table.screens import Screen

log = logging.getLogger(__name__)

INBOX = 64
"""Messages that wait for one table before its sockets must wait."""
OUTBOX = 200
"""Messages that wait for one screen before it is let go; a busy table sends about five a second."""
BOT_THREADS = 2
RETRY_SECONDS = 5.0
"""After a bot's move could not be stored: a full disk is not emptied in less."""

Result = TypeVar("Result")


class Guest:
    """A screen at a table, and what is to be sent to it.

    Attributes:
        screen: what it shows.
        outbox: what to send, in order; None ends the connection.
    """

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.outbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

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
    """A screen is gone."""

    guest: Guest


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
    """The one task that touches a live table."""

    def __init__(self, table: LiveTable, hall: Hall) -> None:
        self.table, self.hall = table, hall
        self.inbox: asyncio.Queue[Letter] = asyncio.Queue(INBOX)
        self.visitors = (
            0  # counted at the door, so that nobody comes to a table that is being closed
        )
        self.guests: set[Guest] = set()
        self._turn = (
            0  # counts changes: after an undo the same number of steps may be another position
        )
        self._thinking: asyncio.Task[None] | None = None
        self._failed: int | None = (
            None  # the turn at which a bot failed: it is not asked again at once
        )
        self._bots: dict[int, bots.Bot] = {}
        self._task = asyncio.create_task(self._run(), name=f"table {table.id}")

    async def close(self) -> None:
        """Let every screen go and stop."""
        for guest in self.guests:
            guest.let_go()
        for task in (self._thinking, self._task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def post(self, letter: Letter) -> None:
        """Put a letter into the inbox; wait while it is full. A table that stopped needs none."""
        if not self._task.done():
            await self.inbox.put(letter)

    async def _run(self) -> None:
        try:
            self._wake_bot()
            while True:
                letter = await self.inbox.get()
                match letter:
                    case Arrived(guest):
                        await self._welcome(guest)
                    case Left(guest):
                        self.guests.discard(guest)
                        self.visitors -= 1
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
            self.hall.forget(self)
            while not self.inbox.empty():
                letter = self.inbox.get_nowait()
                if isinstance(letter, Arrived):
                    letter.guest.let_go()
            for guest in self.guests:
                guest.let_go()

    async def _welcome(self, guest: Guest) -> None:
        self._failed = None
        guest.tell(await self.hall.in_thread(self.table.welcome, guest.screen))
        if self._thinking is not None:
            guest.tell([{"type": "thinking", "seat": self.table.bot_to_move()}])
        self.guests.add(guest)

    async def _hear(self, guest: Guest, message: Heard) -> None:
        answer = await self.hall.in_thread(self.table.receive, guest.screen, message)
        if answer.change is not None:
            try:
                await self._store(answer.change)
            except StoreError as error:
                request_id = message.id if isinstance(message, Request) else None
                guest.tell(self._not_saved(guest, request_id, error))
                return
        guest.tell(answer.says)
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
            change = await self.hall.in_thread(self.table.play, chosen.seat, chosen.action)
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
        store, table = self.hall.store, self.table
        try:
            if change.removed:
                await self.hall.in_thread(store.truncate, table.id, change.kept)
            else:
                await self.hall.in_thread(
                    store.append, table.id, change.added, change.kept, finished=change.finished
                )
        except StoreError as error:
            if error.trouble is Trouble.OTHER:
                log.exception("table %s could not be stored", table.id)
            await self.hall.in_thread(table.take_back, change)
            raise
        self._turn += 1
        self._stop_thinking()

    async def _announce(self, change: Change) -> None:
        for guest in list(self.guests):
            guest.tell(await self.hall.in_thread(self.table.news, guest.screen, change))

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
            bot = await self._bot(seat)
            action = await self.hall.in_bot_thread(bot.choose, state, seat, seed)
        except Exception:
            log.exception("bot %s of table %s failed", self.table.seats[seat].bot, self.table.id)
            action = None
        await self.inbox.put(Chosen(turn, seat, action))

    async def _later(self, chosen: Chosen) -> None:
        await asyncio.sleep(RETRY_SECONDS)
        await self.inbox.put(chosen)

    async def _bot(self, seat: int) -> bots.Bot:
        if seat not in self._bots:
            name = self.table.seats[seat].bot or ""
            self._bots[seat] = await self.hall.in_bot_thread(bots.make, name, self.table.match.game)
        return self._bots[seat]

    def _stop_thinking(self) -> None:
        """Drop the thought about a position that is no more; its thread ends by itself, unheard."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None


class Hall:
    """All live tables of this server. A table is opened when somebody comes, closed when all left.

    Attributes:
        store: where they are kept.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._actors: dict[str, TableActor] = {}
        self._opening: dict[str, asyncio.Task[TableActor]] = {}
        self._threads = ThreadPoolExecutor(thread_name_prefix="table")
        # Bots have their own, so that nobody waits for a long thought of another table's.
        self._bot_threads = ThreadPoolExecutor(BOT_THREADS, thread_name_prefix="bot")

    async def enter(self, table_id: str, guest: Guest) -> TableActor:
        """Bring a screen to its table, which is opened if need be.

        Raises:
            UnknownTable: there is none of this id.
            StoreError, DucatoError: it cannot be opened.
        """
        actor = self._actors.get(table_id)
        while actor is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = asyncio.create_task(self._open(table_id))
                self._opening[table_id] = opening
                opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
            await asyncio.shield(opening)
            actor = self._actors.get(table_id)
        actor.visitors += 1
        await actor.post(Arrived(guest))
        return actor

    def forget(self, actor: TableActor) -> None:
        """This table's task ends; who comes next has it opened again."""
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]

    async def in_thread(self, function: Callable[..., Result], *args: Any, **named: Any) -> Result:
        """Run something that takes its time - rules, texts, disk - without holding the loop up."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, *args, **named))

    async def in_bot_thread(self, function: Callable[..., Result], *args: Any) -> Result:
        """Run a bot."""
        return await asyncio.get_running_loop().run_in_executor(self._bot_threads, function, *args)

    async def close(self) -> None:
        """Let everybody go. Nothing is lost: what was announced is in the store."""
        for actor in list(self._actors.values()):
            await actor.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._bot_threads.shutdown(wait=False, cancel_futures=True)

    async def _open(self, table_id: str) -> TableActor:
        table = await self.in_thread(lambda: reopened(self.store.load(table_id)))
        actor = TableActor(table, self)
        self._actors[table_id] = actor
        return actor


def reopened(stored: StoredTable) -> LiveTable:
    """The stored table, live again."""
    return reopen(
        stored.id,
        stored.game,
        stored.edition,
        stored.options,
        stored.rules_version,
        stored.seats,
        stored.seed,
        stored.steps,
    )
