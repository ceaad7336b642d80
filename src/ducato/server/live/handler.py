"""The handling of the commands that `TableActor` takes from its inbox one after another.

A move goes through `CommandHandler._receive`: check and act (`LiveTable.receive`), store,
acknowledge; then, as time allows, every connection is brought up to date, the next player's first.
Only the actor's task awaits anything here; the methods that other tasks call do not await.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from ducato.core.errors import BadValue, BrokenGame, IllegalAction
from ducato.core.i18n import Message, say
from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.kit.process.logging import pseudonym
from ducato.server.kit.workers.bot_queue import Payer
from ducato.server.kit.workers.slow_work import REQUESTER, Overloaded
from ducato.server.live import persistence
from ducato.server.live.attendance import GRACE_AFTER_LEAVING, Attendance
from ducato.server.live.bot_player import BotPlayer
from ducato.server.live.broadcast import Broadcast
from ducato.server.live.connection import Connection
from ducato.server.live.inbox import (
    BotMove,
    ChangeRequested,
    Command,
    ConnectionClosed,
    ConnectionOpened,
    Inbox,
    MessageReceived,
    PersonMerged,
    PersonsDeleted,
    TableStopped,
    Tick,
    ViewsReady,
)
from ducato.server.live.shared import SharedByTables
from ducato.server.live.thoughts import ThoughtTasks
from ducato.server.live.timers import ClockTimer, Timers
from ducato.server.subjects.chat.live import TableChat
from ducato.server.subjects.moderation.blocks import Apart
from ducato.server.subjects.presence.live import SeatPresence
from ducato.table.changes import Change, Messages, Rejected
from ducato.table.protocol import CatchUp, ChatMessage, ClientMessage, Export, Request, SetLanguage
from ducato.table.table import LiveTable

log = logging.getLogger(__name__)
RETRY_SECONDS = 5.0
"""Seconds until a failed write is retried, and until a limit that pauses bots is checked again."""


class CommandHandler:
    """The handler of the commands of one table.

    The arguments are those of `TableActor`, with `inbox`, into which timers and bots put further
    commands, in place of `on_stop`.

    Attributes:
        welcomed: the connections that were welcomed and receive every broadcast.
        broadcast: the screens that wait for updates.
        thoughts: the tasks that answer the screens' questions to bots.
        bots: the chooser of the bots' moves.
    """

    def __init__(
        self,
        table: LiveTable,
        shared: SharedByTables,
        attendance: Attendance,
        inbox: Inbox,
    ) -> None:
        self.table, self._inbox = table, inbox
        workers, time = shared.workers, shared.time
        self._tables, self._workers, self._metrics = shared.tables, workers, shared.metrics
        self._time, self._pseudonym = time, pseudonym(table.id)
        self.welcomed: set[Connection] = set()
        # A count of changes: after an undo, the same number of steps may be another position.
        self._revision = 0
        self.attendance, self.presence, self._timers = attendance, SeatPresence(), Timers(inbox)
        self._clock_timer = ClockTimer(table, time, self._timers)
        self.broadcast = Broadcast(table, workers, time)
        self.thoughts = ThoughtTasks(workers, table, shared.follow_analysis)
        self.bots = BotPlayer(table, workers)
        self._chat = TableChat(table, shared)
        # The reason, already announced, why bots are paused though a player or the host is present.
        self._reason_shown: Message | None = None

    @property
    def busy(self) -> bool:
        """Whether the table must stay open, even without connections, for a bot or for the deal."""
        return self.bots.thinking or self._clock_timer.deal_at is not None

    def stop(self) -> None:
        """Cancel all work in progress except analysis, and end all welcomed connections."""
        self.broadcast.close()
        self.attendance.end()
        self.bots.cancel()
        self._timers.close()
        for connection in self.welcomed:
            connection.end()

    def disconnect(self, connection: Connection) -> None:
        """Forget a closed connection; after a player's or the host's, bots play on for a while."""
        self.welcomed.discard(connection)
        self.thoughts.cancel(connection)
        self.broadcast.drop(connection)
        self.presence.note_disconnect(connection)
        moment = asyncio.get_running_loop().time()
        if self.attendance.note_disconnect(self.table.roster, connection, moment):
            self._schedule_bot_check(GRACE_AFTER_LEAVING + 0.1)

    def allow_unattended(self) -> None:
        """Let bots play for `GRACE_AFTER_LEAVING` seconds even if nobody is connected."""
        moment = asyncio.get_running_loop().time()
        self.attendance.allow_unattended(self.table.roster, moment)
        self._schedule_bot_check(GRACE_AFTER_LEAVING + 0.1)

    async def handle(self, command: Command) -> None:
        """Carry out a command; drop it if it comes from a revoked connection."""
        match command:
            case MessageReceived(conn, _) | ConnectionOpened(conn) if conn.revoked:
                pass
            case ConnectionOpened(connection):
                await self._welcome(connection)
            case ConnectionClosed() | Tick():
                await self.tick()
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
            case ChangeRequested():
                await self._apply_change(command)

    async def _welcome(self, connection: Connection) -> None:
        self.bots.clear_failure()
        await self._note_arrival(connection)
        connection.assign_seats(self.table.roster)
        await self._send_welcome(connection)
        self.send_thinking(connection)
        await self.tick()

    async def _note_arrival(self, connection: Connection) -> None:
        """Record the arrival of a person who was invited to this table, a rematch."""
        person, run, now = connection.screen.person, self._workers.run, self._time.now()
        change = await run(self.table.arrive, person, now)
        try:
            if change is not None and person is not None:
                try:
                    await self._commit(change)
                except Apart:  # due to a block, the invitation has ended
                    change = await run(self.table.leave, person, now)
                    await self._commit(change)
                await self._announce(change)
        except StoreError as error:
            connection.send(self._not_stored(connection, None, error))

    async def _send_welcome(self, connection: Connection) -> None:
        now = self._time.now()
        connection.welcome(await self._workers.run(self.table.welcome, connection.screen, now))
        if not connection.closed:  # without a pause, so that a person who sees the table is here
            self.welcomed.add(connection)
        await self._chat.show(connection)

    async def _receive(self, connection: Connection, message: ClientMessage) -> None:
        REQUESTER.set(connection.payer.address)  # heavy work gives way to that of other addresses
        run = self._workers.slow.run if self.table.takes_long(message) else self._workers.run
        try:
            answer = await run(self.table.receive, connection.screen, message, self._time.now())
        except Overloaded:
            await self._answer_overloaded(connection, message)
            return
        for said in answer.messages:
            if said["type"] in ("rejected", "stale"):
                self._metrics.rejections.labels(said["type"]).inc()
        if answer.change is not None:
            try:
                await self._commit(answer.change)
            except StoreError as error:
                self._metrics.rejections.labels("not_stored").inc()
                request_id = message.id if isinstance(message, Request) else None
                connection.send(self._not_stored(connection, request_id, error))
                return
        connection.send(answer.messages)
        if isinstance(message, SetLanguage):
            await self._chat.show(connection)
            self.send_thinking(connection)
        if answer.thoughts:
            self.thoughts.begin(connection, answer.thoughts, answer.analysis_for)
        if answer.change is not None:
            await self._announce(answer.change)
        elif answer.table_changed:
            self.send_table()

    async def _answer_overloaded(self, connection: Connection, message: ClientMessage) -> None:
        """Answer a message although too much slow work is waiting.

        The answer to `CatchUp` is the current table; any other message is rejected.
        """
        if isinstance(message, CatchUp):  # the client needs at least the present position
            now = self._time.now()
            connection.send(await self._workers.run(self.table.welcome, connection.screen, now))
        else:
            request_id = message.id if isinstance(message, Export) else None
            connection.send([self.table.rejection(connection.screen, request_id, say("bad.busy"))])

    async def _receive_chat(self, connection: Connection, message: ChatMessage) -> None:
        try:
            await self._chat.handle(connection, message, self.welcomed)
        except StoreError as error:
            connection.send(self._not_stored(connection, message.id, error))

    async def _apply_change(self, request: ChangeRequested) -> None:
        try:
            change = await self._workers.run(request.make_change)
            await self._commit(change)
        except (BrokenGame, Rejected, BadValue, StoreError, Apart) as error:
            if not request.done.done():
                request.done.set_exception(error)
            return
        if not request.done.done():
            request.done.set_result(None)
        await self._announce(change)

    async def _delete_persons(self, persons: frozenset[str]) -> None:
        """Remove deleted people from the table; the store has done so already."""
        for person in persons:
            if self.table.roster.of(person):
                remove = partial(self.table.remove_person, person, self._time.now())
                await self._announce(await self._workers.run(remove))
        await self._chat.forget(persons, self.welcomed)

    async def _merge_person(self, old: str, new: str) -> None:
        """Replace a person with the one they were merged into, as the store has done already.

        Raises:
            TableStopped: the changed seats could not be stored.
        """
        self.attendance.merge(old, new)
        await self._chat.merge(old, new, self.welcomed)
        if self.table.roster.of(old):
            change = await self._workers.run(self.table.merge_person, old, new, self._time.now())
            try:
                await self._commit(change)
            except StoreError as error:  # reopened, the table is as in the store
                raise TableStopped from error
            await self._announce(change)
        await self.tick()

    async def _commit(self, change: Change) -> None:
        """Store a change, and cancel the running choice of a bot.

        Raises:
            StoreError, Apart: the change was not stored, and the table has been rolled back.
            TableStopped: it is unknown whether the change was stored.
        """
        try:
            with self._metrics.commits.time():
                await asyncio.wrap_future(persistence.write(self._tables, self.table.id, change))
        except (StoreError, Apart) as error:
            failure = getattr(error, "failure", None)
            if failure is StorageFailure.UNSURE:
                raise TableStopped from error
            if failure is StorageFailure.OTHER:
                log.exception("table %s could not be stored", self._pseudonym)
            await self._workers.run(self.table.rollback, change)
            raise
        self._metrics.changes.labels(persistence.metric_label(change)).inc()
        self._revision += 1
        self.bots.cancel()

    async def _announce(self, change: Change) -> None:
        """Announce a change, queue the broadcast of its steps, and set the timer of the clock."""
        self._clock_timer.set()
        news = self.table.message_of(change)
        if news == "table":
            self.send_table()
        elif news == "welcome":
            for connection in list(self.welcomed):
                connection.assign_seats(self.table.roster)
                await self._send_welcome(connection)
        if change.ranks is not None:
            await self._chat.show_all(self.welcomed)
        if change.announcement is not None:
            notice = change.announcement
            self._send_all(lambda connection: self.table.announcement(connection.screen, notice))
        self.broadcast.enqueue(self.welcomed, change.turn_state.to_move)

    def _send_all(self, messages: Callable[[Connection], Messages]) -> None:
        for connection in self.welcomed:
            connection.send(messages(connection))

    def send_table(self) -> None:
        """Send the table's seats, clock, votes and rematch to every welcomed connection."""
        self._send_all(lambda conn: self.table.table_update(conn.screen, self._time.now()))

    def _not_stored(
        self, connection: Connection, request_id: str | None, error: StoreError
    ) -> Messages:
        reason = say(f"store.{error.failure}")
        return [self.table.rejection(connection.screen, request_id, reason)]

    async def tick(self) -> None:
        """Update who is present, and carry out the deal or a time-out if one is due."""
        if self.presence.update(self.table.roster, self.welcomed, self._timers):
            self.send_table()
        due = self.table.deal if self._clock_timer.deal_is_due else self.table.time_out
        try:
            change = await self._workers.run(due, self._time.now())
        except BrokenGame:  # reported already
            self._send_all(lambda c: self.table.announcement(c.screen, say("rejected.fault")))
            self._clock_timer.set(at_least=12 * RETRY_SECONDS)
            return
        if change is not None:
            try:
                await self._commit(change)
            except StoreError:
                log.exception("the clock of table %s", self._pseudonym)
                self._clock_timer.set(at_least=RETRY_SECONDS)
                return
            self.allow_unattended()
            await self._announce(change)
        self._clock_timer.set()

    def start_bot(self) -> None:
        """Start the choice of the bot whose turn it is, if any, and tell the screens.

        Cancel a running choice if bots are paused.
        """
        moment = asyncio.get_running_loop().time()
        self.attendance.refresh(self.table.roster, self.welcomed, moment)
        if self.bots.start(self._revision, self._payer, self._inbox.post):
            for connection in self.welcomed:
                if not self.broadcast.is_pending(connection):
                    self.send_thinking(connection)

    def _payer(self) -> Payer | None:
        """Return the person whose budget bots use now; None if bots are paused.

        If they are paused although a player or the host is present, announce the reason, unless it
        has been announced already, and check again later.
        """
        moment = asyncio.get_running_loop().time()
        payer = self.attendance.payer(self.table.roster, self.welcomed, moment)
        reason = self.attendance.reason_against
        if reason is not None:
            if reason != self._reason_shown:
                self._send_all(lambda conn: self.table.announcement(conn.screen, reason))
            self._schedule_bot_check(RETRY_SECONDS)
        self._reason_shown = reason
        return payer

    def _schedule_bot_check(self, seconds: float) -> None:
        """Check again after some seconds whether bots are paused."""
        if not self._inbox.closed:
            self._timers.set("bots", seconds)

    def send_thinking(self, connection: Connection) -> None:
        """Tell a screen that a bot is choosing, if one is and the screen is up to date."""
        if self.bots.thinking and connection.screen.seq == self.table.match.seq:
            connection.send([{"type": "thinking", "seat": self.table.bot_to_move}])

    async def _play(self, move: BotMove) -> None:
        if move.revision != self._revision:
            return  # the table changed while the bot was thinking, as by an undo
        self.bots.note_choice()
        if move.action is None:
            await self._stand_in(move)
            return
        try:
            play, now = self.table.play, self._time.now()
            change = await self._workers.run(play, move.seat, move.action, now)
            await self._commit(change)
        except IllegalAction:
            log.exception("the bot at seat %d of table %s", move.seat, self._pseudonym)
            await self._stand_in(move)
        except BrokenGame:
            await self._stand_in(move, say("rejected.fault"))
        except StoreError as error:
            self._send_all(partial(self._not_stored, request_id=None, error=error))
            self.bots.retry(move, RETRY_SECONDS, self._inbox.post)
        else:
            await self._announce(change)

    async def _stand_in(self, move: BotMove, reason: Message | None = None) -> None:
        failed = reason or say("bot.failed", name=self.table.state.name_of(move.seat))
        self._send_all(lambda conn: [self.table.rejection(conn.screen, None, failed)])
        await self.bots.stand_in(move, self._inbox.post)
