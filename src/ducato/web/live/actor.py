"""The actor of a live table: one task with an inbox, the only one that touches the table.

The way of a move is `TableActor._receive`: check and act (`LiveTable.receive`), store, acknowledge;
then, as time allows, every connection is sent what it has not seen, the next player first. The
event loop only carries messages: rules, texts, disk and bots run in threads. Every queue is
bounded: a full inbox makes its sockets wait, and a connection that does not keep up is closed; its
client reconnects and catches up. Every task has an owner, which cancels it.

This module must not know sockets: connections are queues.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from ducato.core.errors import BadValue, DucatoError, IllegalAction
from ducato.core.i18n import Message, say
from ducato.store import StorageFailure, Store, StoreError
from ducato.table.changes import Change, Messages, Rejected
from ducato.table.protocol import (
    CatchUp,
    ChatMessage,
    ClientMessage,
    Export,
    Request,
    SetLanguage,
)
from ducato.table.table import LiveTable
from ducato.web.live import persistence
from ducato.web.live.analysis import AnalysisQueue
from ducato.web.live.attendance import LATELY, Attendance
from ducato.web.live.bot_player import BotPlayer
from ducato.web.live.broadcast import Broadcast
from ducato.web.live.chat import TableChat
from ducato.web.live.connection import Connection
from ducato.web.live.inbox import (
    BotMove,
    Call,
    Command,
    Joined,
    Left,
    MessageReceived,
    PersonMerged,
    PersonsDeleted,
    Tick,
    ViewsReady,
)
from ducato.web.live.presence import AWAY_AFTER, Presence
from ducato.web.live.timers import Timers
from ducato.web.support.game_time import GameTime
from ducato.web.support.logging import pseudonym
from ducato.web.support.metrics import Metrics
from ducato.web.support.workers.bot_queue import Payer
from ducato.web.support.workers.heavy import Overloaded
from ducato.web.support.workers.pools import Workers

log = logging.getLogger(__name__)

INBOX = 64
"""Commands that wait for one table before its sockets must wait."""
FULL_SECONDS = 0.1
"""Seconds until the next try to wake a table whose inbox is full."""
RETRY_SECONDS = 5.0
"""Seconds until a bot's move that could not be stored is retried; no full disk recovers sooner."""
GRACE = 3.0
"""Seconds for which the deal waits for contributions to the chance once all players are there: a
page that was just opened over a slow line sends its own in less."""


class TableStopped(DucatoError):
    """The table's actor crashed; the next request reopens the table from the store."""


class TableActor:
    """The one task that touches a live table.

    Args:
        table: the table; nothing else may use it.
        store: where it is stored.
        workers: where work is done.
        metrics: what is counted.
        attendance: for whom bots play here.
        time: of the table's clock.
        forget: called when the task ends; the next request reopens the table.

    Attributes:
        inbox: the commands that wait, in order.
        connections: all that have opened, also before they are welcomed.
        welcomed: those that were welcomed and receive every broadcast.
        ref_count: connections and requests that keep the table open.
    """

    def __init__(
        self,
        table: LiveTable,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        attendance: Attendance,
        time: GameTime,
        forget: Callable[[TableActor], None],
    ) -> None:
        self.table = table
        self._store, self._workers, self._forget = store, workers, forget
        self._metrics, self._time, self._pseudonym = metrics, time, pseudonym(table.id)
        self.inbox: asyncio.Queue[Command] = asyncio.Queue(INBOX)
        self.connections: set[Connection] = set()
        self.welcomed: set[Connection] = set()
        # Counted before `Joined` is posted, so that nobody joins a table that is being closed.
        self.ref_count = 0
        # Counts changes: after an undo, the same number of steps may be another position.
        self._revision = 0
        self._attendance, self._presence, self._timers = attendance, Presence(), Timers()
        self._broadcast = Broadcast(table, workers, time)
        self._analysis = AnalysisQueue(workers, table.match.game)
        self._bots = BotPlayer(table, workers)
        self._chat = TableChat(table, store, workers)
        # The reason, already announced, for which bots rest although somebody is there.
        self._reason_shown: Message | None = None
        # When the game begins whoever has not contributed, in loop time; None if it has begun.
        self._deal_at: float | None = None
        self._task = asyncio.create_task(self._run(), name=f"table {table.id}")

    # -- called from other tasks

    async def post(self, command: Command) -> None:
        """Put a command into the inbox, waiting while it is full; a stopped table drops it."""
        if not self._task.done():
            await self.inbox.put(command)

    async def ask(self, what: Callable[[], Change]) -> None:
        """Have a change made and stored that no client's message asks for.

        Raises:
            Rejected, BadValue: the table rejects it.
            StoreError: it cannot be stored.
            TableStopped: the table stopped because of it, or before it.
        """
        call = Call(what, asyncio.get_running_loop().create_future())
        await self.post(call)
        if self._task.done() and not call.done.done():
            raise TableStopped
        await call.done

    def leave(self, connection: Connection) -> None:
        """Remove a connection that has ended. Its task may be cancelled, so this cannot wait."""
        connection.closed = True
        self.connections.discard(connection)
        self.welcomed.discard(connection)
        self._analysis.drop(connection)
        self._broadcast.drop(connection)
        self.ref_count -= 1
        self._presence.left(connection)
        moment = asyncio.get_running_loop().time()
        if self._attendance.left(self.table.roster, connection, moment):
            self._check_bots_in(LATELY + 0.1)
        self._wake(Left())

    @property
    def attended(self) -> bool:
        """Whether a player, or the person who opened the table, is connected."""
        roster, counts = self.table.roster, self._attendance.counts
        return any(counts(roster, connection.screen.person) for connection in self.welcomed)

    def excuse(self) -> None:
        """Let bots play for a while although nobody is connected."""
        moment = asyncio.get_running_loop().time()
        self._attendance.excuse(self.table.roster, moment)
        self._check_bots_in(LATELY + 0.1)

    def announce_rematch(self, table_id: str | None) -> None:
        """Announce the table of the rematch, or that there is none any more."""
        self.table.state.rematch = table_id
        self._send_table()

    async def close(self) -> None:
        """Close every connection and stop."""
        for connection in self.welcomed:
            connection.let_go()
        await self._analysis.close()
        await self._bots.close()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    # -- the loop

    def _wake(self, command: Command) -> None:
        if self._task.done():
            return
        if self.inbox.full():  # none of what is in it need check the clock
            asyncio.get_running_loop().call_later(FULL_SECONDS, self._wake, command)
        else:
            self.inbox.put_nowait(command)

    async def _run(self) -> None:
        command: Command | None = None
        try:
            await self._tick()
            self._wake_bot()
            while True:
                command = None
                command = await self.inbox.get()
                # Views that are being rendered would be outdated by the command: those that are not
                # begun give way to it, and are rendered later, from what it changed.
                for connection in await self._broadcast.finish():
                    self._send_thinking(connection)
                await self._do(command)
                self._wake_bot()
                if self.inbox.empty():
                    self._broadcast.begin(partial(self._wake, ViewsReady()))
                busy = self._bots.thinking or self._deal_at is not None
                if self.ref_count == 0 and not busy and self.inbox.empty():
                    return
        except Exception:
            log.exception("table %s stopped; it will be opened again", self._pseudonym)
        finally:
            self._forget(self)
            self._broadcast.close()
            self._attendance.end()
            self._bots.cancel()
            self._timers.close()
            # Nobody may wait for ever for an answer, also not to the command that failed.
            unread = [self.inbox.get_nowait() for _ in range(self.inbox.qsize())]
            for left in (command, *unread):
                match left:
                    case Joined(connection):
                        connection.let_go()
                    case Call(_, done) if not done.done():
                        done.set_exception(TableStopped())
            for connection in self.welcomed:
                connection.let_go()

    async def _do(self, command: Command) -> None:
        match command:
            case Joined(connection) | MessageReceived(connection, _) if connection.dismissed:
                pass
            case Joined(connection):
                await self._welcome(connection)
            case Left() | Tick():
                await self._tick()
            case ViewsReady():
                pass
            case MessageReceived(connection, message):
                if isinstance(message, ChatMessage):
                    await self._receive_chat(connection, message)
                else:
                    await self._receive(connection, message)
            case BotMove():
                await self._play(command)
            case PersonsDeleted(persons):
                await self._delete_persons(persons)
            case PersonMerged(old, new):
                await self._merge_person(old, new)
            case Call():
                await self._call(command)

    # -- connections

    async def _welcome(self, connection: Connection) -> None:
        self._bots.forgive()
        await self._note_arrival(connection)
        self._assign_seats(connection)
        await self._send_welcome(connection)
        self._send_thinking(connection)
        if not connection.closed:
            self.welcomed.add(connection)
        await self._tick()

    async def _note_arrival(self, connection: Connection) -> None:
        """Let somebody take over their seat who was invited to a rematch."""
        arrive = partial(self.table.arrive, connection.screen.person, self._time.now())
        change = await self._workers.run(arrive)
        if change is not None:
            try:
                await self._commit(change)
            except StoreError as error:
                connection.send(self._not_stored(connection, None, error))
            else:
                await self._announce(change)

    def _assign_seats(self, connection: Connection) -> None:
        """Show a connection the seats of its person, or the one that it asked for."""
        own, only = self.table.roster.of(connection.screen.person), connection.only
        seats = own if only is None else tuple(seat for seat in own if seat == only)
        if seats != connection.screen.seats:
            connection.screen.sit(seats)

    async def _send_welcome(self, connection: Connection) -> None:
        now = self._time.now()
        connection.send(await self._workers.run(self.table.welcome, connection.screen, now))
        await self._chat.show(connection)

    # -- messages

    async def _receive(self, connection: Connection, message: ClientMessage) -> None:
        # Heavy work gives way to other tables; this one waits for it either way.
        run = self._workers.heavy.run if self.table.takes_long(message) else self._workers.run
        try:
            answer = await run(self.table.receive, connection.screen, message, self._time.now())
        except Overloaded:
            await self._defer(connection, message)
            return
        for said in answer.messages:
            if said["type"] in ("rejected", "stale"):
                self._metrics.rejections.labels(said["type"]).inc()
        if answer.change is not None:
            try:
                await self._commit(answer.change)
            except StoreError as error:
                request_id = message.id if isinstance(message, Request) else None
                self._metrics.rejections.labels("not_stored").inc()
                connection.send(self._not_stored(connection, request_id, error))
                return
        connection.send(answer.messages)
        if isinstance(message, SetLanguage):
            await self._chat.show(connection)
            self._send_thinking(connection)
        if answer.thoughts:
            self._analysis.begin(connection, answer.thoughts)
        if answer.change is not None:
            await self._announce(answer.change)
        elif answer.table_changed:
            self._send_table()

    async def _defer(self, connection: Connection, message: ClientMessage) -> None:
        """Reject a message because too much heavy work is waiting."""
        if isinstance(message, CatchUp):  # the client needs at least the present position
            now = self._time.now()
            connection.send(await self._workers.run(self.table.welcome, connection.screen, now))
        else:
            request_id = message.id if isinstance(message, Export) else None
            rejection = self.table.rejection(connection.screen, request_id, say("bad.busy"))
            connection.send([rejection])

    async def _receive_chat(self, connection: Connection, message: ChatMessage) -> None:
        try:
            await self._chat.hear(connection, message, self.welcomed)
        except StoreError as error:
            connection.send(self._not_stored(connection, message.id, error))

    async def _call(self, call: Call) -> None:
        try:
            change = await self._workers.run(call.what)
            await self._commit(change)
        except (Rejected, BadValue, StoreError) as error:
            if not call.done.done():
                call.done.set_exception(error)
            return
        if not call.done.done():
            call.done.set_result(None)
        await self._announce(change)

    async def _delete_persons(self, persons: frozenset[str]) -> None:
        """Remove deleted persons from the table; the store has done so already."""
        for person in persons:
            if self.table.roster.of(person):
                remove = partial(self.table.remove_person, person, self._time.now())
                await self._announce(await self._workers.run(remove))
        await self._chat.forget(persons, self.welcomed)

    async def _merge_person(self, old: str, new: str) -> None:
        """Know a person as another one; the store does so already."""
        self._attendance.merge(old, new)
        await self._chat.merge(old, new, self.welcomed)
        if self.table.roster.of(old):
            change = await self._workers.run(self.table.merge_person, old, new, self._time.now())
            try:
                await self._commit(change)
            except StoreError as error:  # reopened, the table is as in the store
                raise TableStopped from error
            await self._announce(change)
        await self._tick()

    # -- changes

    async def _commit(self, change: Change) -> None:
        """Store a change; if that fails, roll the table back.

        Raises:
            StoreError: it could not be stored.
            TableStopped: only the store knows whether it was stored.
        """
        try:
            with self._metrics.commits.time():
                await asyncio.wrap_future(persistence.write(self._store, self.table.id, change))
        except StoreError as error:
            if error.failure is StorageFailure.UNSURE:
                raise TableStopped from error
            if error.failure is StorageFailure.OTHER:
                log.exception("table %s could not be stored", self._pseudonym)
            await self._workers.run(self.table.rollback, change)
            raise
        self._metrics.changes.labels(persistence.kind_of(change)).inc()
        self._revision += 1
        self._bots.cancel()

    async def _announce(self, change: Change) -> None:
        """Let everybody know of a change; its steps are broadcast, the next player first."""
        self._set_alarm()
        if change.contributed and not change.begins:
            self._send_table()
        elif change.begins or change.seats or not (change.added or change.removed):
            for connection in list(self.welcomed):
                self._assign_seats(connection)
                await self._send_welcome(connection)
        if change.ranks is not None:
            await self._chat.show_all(self.welcomed)
        if change.announcement is not None:
            notice = change.announcement
            self._send_all(lambda connection: self.table.announcement(connection.screen, notice))
        self._broadcast.are_for(self.welcomed, change.turn_state.to_move)

    def _send_all(self, messages: Callable[[Connection], Messages]) -> None:
        for connection in self.welcomed:
            connection.send(messages(connection))

    def _send_table(self) -> None:
        now = self._time.now()
        self._send_all(lambda connection: self.table.table_update(connection.screen, now))

    def _not_stored(
        self, connection: Connection, request_id: str | None, error: StoreError
    ) -> Messages:
        reason = say(f"store.{error.failure}")
        return [self.table.rejection(connection.screen, request_id, reason)]

    # -- time

    async def _tick(self) -> None:
        """Update who is present, and do what is due: the deal, or what follows a clock run out."""
        self._update_presence()
        deals = self._deal_at is not None and self._deal_at <= asyncio.get_running_loop().time()
        what = self.table.deal if deals else self.table.time_out
        change = await self._workers.run(what, self._time.now())
        if change is not None:
            try:
                await self._commit(change)
            except StoreError:
                log.exception("the clock of table %s", self._pseudonym)
                self._set_alarm(RETRY_SECONDS)
                return
            self.excuse()
            await self._announce(change)
        self._set_alarm()

    def _update_presence(self) -> None:
        changed, again = self._presence.update(self.table.roster, self.welcomed)
        if again:
            self._timers.set("presence", AWAY_AFTER + 0.1, self._wake)
        else:
            self._timers.cancel("presence")
        if changed:
            self._send_table()

    def _set_alarm(self, at_least: float = 0.0) -> None:
        """Wake when the deal is due, or a clock runs out, but not within `at_least` seconds."""
        self._timers.cancel("clock")
        moment, due = asyncio.get_running_loop().time(), self.table.clock.due
        if not self.table.state.awaits_entropy:
            self._deal_at = None
        elif self._deal_at is None:
            self._deal_at = moment + GRACE
        if self._deal_at is not None:  # no clock runs before the game has begun
            seconds = self._deal_at - moment
        elif due is not None:
            seconds = (due - self._time.now()) / 1000
        else:
            return
        self._timers.set("clock", max(at_least, seconds) + 0.01, self._wake)

    # -- bots

    def _wake_bot(self) -> None:
        if self._bots.start(self._revision, self._payer, self.post):
            for connection in self.welcomed:
                if not self._broadcast.behind(connection):
                    self._send_thinking(connection)

    def _payer(self) -> Payer | None:
        """Return whose budget bots use now; None if they rest, and then say why, once."""
        moment = asyncio.get_running_loop().time()
        payer = self._attendance.payer(self.table.roster, self.welcomed, moment)
        reason = self._attendance.reason_against
        if reason is not None:
            if reason != self._reason_shown:
                self._send_all(lambda conn: self.table.announcement(conn.screen, reason))
            self._check_bots_in(RETRY_SECONDS)
        self._reason_shown = reason
        return payer

    def _check_bots_in(self, seconds: float) -> None:
        """See again whether bots are to play."""
        if not self._task.done():  # else the timer would keep the table in memory
            self._timers.set("bots", seconds, self._wake)

    def _send_thinking(self, connection: Connection) -> None:
        if self._bots.thinking and connection.screen.seq == self.table.match.seq:
            connection.send([{"type": "thinking", "seat": self.table.bot_to_move}])

    async def _play(self, move: BotMove) -> None:
        if move.revision != self._revision:
            return  # the table has changed while the bot was thinking, as by an undo
        self._bots.finished()
        if move.action is None:
            await self._stand_in(move)
            return
        try:
            play = partial(self.table.play, move.seat, move.action, self._time.now())
            change = await self._workers.run(play)
            await self._commit(change)
        except IllegalAction:
            name = self.table.roster.bot_for(move.seat)
            log.exception("bot %s of table %s", name, self._pseudonym)
            await self._stand_in(move)
        except StoreError as error:
            self._send_all(partial(self._not_stored, request_id=None, error=error))
            self._bots.retry(move, RETRY_SECONDS, self.post)
        else:
            await self._announce(change)

    async def _stand_in(self, move: BotMove) -> None:
        failed = say("bot.failed", name=self.table.state.name_of(move.seat))
        self._send_all(lambda conn: [self.table.rejection(conn.screen, None, failed)])
        await self._bots.stand_in(move, self.post)
