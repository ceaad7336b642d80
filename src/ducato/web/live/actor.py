"""The actor of a live table: one task with an inbox, the only one that touches the table.

The way of a move is `TableActor._hear`: check and act (`LiveTable.receive`), store, answer; then,
as time allows, every screen is told what it has not heard, the one that is to move first. The
event loop only carries messages: rules, texts, disk and bots run in threads. Every queue has a
bound: a full inbox makes its sockets wait, and a screen that does not keep up is let go; its client
comes back and catches up. Every task has an owner, which cancels it.

This module must not know sockets: a screen is heard and told through queues.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from ducato import bots
from ducato.core.errors import BadValue, DucatoError, IllegalAction
from ducato.core.game import LoadedGame
from ducato.core.i18n import Message, say
from ducato.core.struct import Struct
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
from ducato.table.setup.levels import STAND_IN
from ducato.table.table import LiveTable
from ducato.web.live.analysis import AnalysisQueue
from ducato.web.live.attendance import LATELY, Attendance
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
from ducato.web.support.game_time import GameTime
from ducato.web.support.logging import pseudonym
from ducato.web.support.metrics import Metrics
from ducato.web.support.workers.bot_queue import NOBODY, Payer
from ducato.web.support.workers.heavy import Overloaded
from ducato.web.support.workers.pools import Workers

log = logging.getLogger(__name__)

INBOX = 64
"""Messages that wait for one table before its sockets must wait."""
FULL_SECONDS = 0.1
"""After a full inbox until the next try to wake the table."""
RETRY_SECONDS = 5.0
"""After a bot's move could not be stored: a full disk is not emptied in less."""
AWAY_AFTER = 20.0
"""Seconds without a connection after which somebody counts as away: a page is reloaded in less."""
GRACE = 3.0
"""Seconds from everybody's having come for which the deal waits for contributions to the chance:
a page that has just been opened over a slow line sends its own in less."""


class TableStopped(DucatoError):
    """A table stopped over a fault of ours; for who asks next it is opened again."""


class TableActor:
    """The one task that touches a live table.

    Args:
        table: the table; nobody else may use it.
        store: where it is kept.
        workers: where work is done.
        metrics: what is counted.
        attendance: for whom bots play here.
        time: by which its clock goes.
        forget: called when the task ends; who comes next has the table opened again.

    Attributes:
        inbox: what is still to be done, in order.
        connections: those that came, also before they are welcomed.
        welcomed: the connections that were welcomed and are told everything.
        ref_count: how many connections there are, also those not yet welcomed.
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
        self._kept_in, self._workers, self._forget = store, workers, forget
        self._metrics, self._time, self._pseudonym = metrics, time, pseudonym(table.id)
        self._attendance = attendance
        self.inbox: asyncio.Queue[Command] = asyncio.Queue(INBOX)
        self.connections: set[Connection] = set()
        self.welcomed: set[Connection] = set()
        # Counted at the door, so that nobody comes to a table that is being closed.
        self.ref_count = 0
        self._broadcast = Broadcast(table, workers, time)
        # Counts changes: after an undo, the same number of steps may be another position.
        self._revision = 0
        self._thinking: asyncio.Task[None] | None = None
        self._analysis = AnalysisQueue(workers, table.match.game)
        # The turn at which a bot failed: it is not asked again at once.
        self._failed: int | None = None
        self._bots: dict[str, bots.Bot] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._next_look: asyncio.TimerHandle | None = None
        self._rest: asyncio.TimerHandle | None = None
        self._reason_shown: Message | None = None  # bots rest although somebody is there
        self._chat = TableChat(table, store, workers)
        self._left: dict[int, float] = {}  # when the last screen of a seat went, by loop time
        # When the game begins whoever is silent, by loop time; None when that is not to come.
        self._deal_at: float | None = None
        self._task = asyncio.create_task(self._run(), name=f"table {table.id}")

    async def close(self) -> None:
        """Let every screen go and stop."""
        for connection in self.welcomed:
            connection.let_go()
        await self._analysis.close()
        for task in (self._thinking, self._task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def post(self, command: Command) -> None:
        """Put a command into the inbox; wait while it is full. A table that stopped needs none."""
        if not self._task.done():
            await self.inbox.put(command)

    async def ask(self, what: Callable[[], Change]) -> None:
        """Have something done at the table that does not come from a screen there, and stored.

        Raises:
            Rejected, BadValue: the table does not do it.
            StoreError: it cannot be stored.
            TableStopped: the table stopped over it, or before it came to it.
        """
        asked = Call(what, asyncio.get_running_loop().create_future())
        await self.post(asked)
        if self._task.done() and not asked.done.done():
            raise TableStopped
        await asked.done

    def leave(self, connection: Connection) -> None:
        """A screen is gone. It does not wait, since its own task may be cancelled already."""
        connection.gone = True
        self.connections.discard(connection)
        self.welcomed.discard(connection)
        self._analysis.drop(connection)
        self._broadcast.drop(connection)
        self.ref_count -= 1
        moment = asyncio.get_running_loop().time()
        for seat in connection.screen.seats:
            self._left[seat] = moment
        if self._attendance.left(self.table.roster, connection, moment):
            self._look_again_in(LATELY + 0.1)
        self._wake(Left())

    @property
    def attended(self) -> bool:
        """Whether somebody is there who has a seat or opened the table."""
        roster, counts = self.table.roster, self._attendance.counts
        return any(counts(roster, connection.screen.person) for connection in self.welcomed)

    def excuse(self) -> None:
        """Let bots play for a while although nobody is there."""
        moment = asyncio.get_running_loop().time()
        self._attendance.excuse(self.table.roster, moment)
        self._look_again_in(LATELY + 0.1)

    def _wake(self, command: Command) -> None:
        if self._task.done():
            return
        if self.inbox.full():  # what is in it may have no look at the clock
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
                for connection in await self._broadcast.finish():
                    self._tell_thinking(connection)
                await self._do(command)
                self._wake_bot()
                if self.inbox.empty():
                    self._broadcast.begin(partial(self._wake, ViewsReady()))
                busy = self._thinking is not None or self._deal_at is not None
                if self.ref_count == 0 and not busy and self.inbox.empty():
                    return
        except Exception:
            log.exception(
                "table %s stopped; it will be opened again from the store", self._pseudonym
            )
        finally:
            self._forget(self)
            self._broadcast.close()
            self._attendance.end()
            self._stop_thinking()
            # What waits in the event loop would keep the table in memory until it is due.
            for timer in (self._alarm, self._next_look, self._rest):
                if timer is not None:
                    timer.cancel()
            # Also the one that was being done: nobody may wait for ever.
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
                    await self._speak(connection, message)
                else:
                    await self._hear(connection, message)
            case BotMove():
                await self._play(command)
            case PersonsDeleted(persons):
                await self._part_with(persons)
            case PersonMerged(old, new):
                await self._merge(old, new)
            case Call():
                await self._answer(command)

    # -- connections

    async def _welcome(self, connection: Connection) -> None:
        self._failed = None
        await self._note_coming(connection)
        self._sit_down(connection)
        connection.tell(
            await self._workers.run(self.table.welcome, connection.screen, self._time.now())
        )
        await self._chat.show(connection)
        self._tell_thinking(connection)
        if not connection.gone:
            self.welcomed.add(connection)
        await self._tick()

    async def _note_coming(self, connection: Connection) -> None:
        """Whoever was invited to play again, and was waited for, is there now."""
        come = partial(self.table.arrive, connection.screen.person, self._time.now())
        change = await self._workers.run(come)
        if change is not None:
            try:
                await self._store(change)
            except StoreError as error:
                connection.tell(self._not_saved(connection, None, error))
            else:
                await self._announce(change)

    def _sit_down(self, connection: Connection) -> None:
        """Give a screen the seats of its person."""
        own = self.table.roster.of(connection.screen.person)
        seats = (
            own
            if connection.only is None
            else tuple(seat for seat in own if seat == connection.only)
        )
        if seats != connection.screen.seats:
            connection.screen.sit(seats)

    async def _hear(self, connection: Connection, message: ClientMessage) -> None:
        # What takes long gives way to other tables; this one waits for it either way.
        run = self._workers.heavy.run if self.table.takes_long(message) else self._workers.run
        try:
            answer = await run(self.table.receive, connection.screen, message, self._time.now())
        except Overloaded:
            if isinstance(message, CatchUp):  # the present at least, since it must know that
                now = self._time.now()
                connection.tell(await self._workers.run(self.table.welcome, connection.screen, now))
                return
            request_id = message.id if isinstance(message, Export) else None
            connection.tell([self.table.rejection(connection.screen, request_id, say("bad.busy"))])
            return
        for said in answer.messages:
            if said["type"] in ("rejected", "stale"):
                self._metrics.refusals.add(said["type"])
        if answer.change is not None:
            try:
                await self._store(answer.change)
            except StoreError as error:
                request_id = message.id if isinstance(message, Request) else None
                self._metrics.refusals.add("not_stored")
                connection.tell(self._not_saved(connection, request_id, error))
                return
        connection.tell(answer.messages)
        if isinstance(message, SetLanguage):
            await self._chat.show(connection)
            self._tell_thinking(connection)
        if answer.thoughts:
            self._analysis.begin(connection, answer.thoughts)
        if answer.change is not None:
            await self._announce(answer.change)
        elif answer.table_changed:
            self._tell_table()

    async def _speak(self, connection: Connection, message: ChatMessage) -> None:
        try:
            await self._chat.hear(connection, message, self.welcomed)
        except StoreError as error:
            connection.tell(self._not_saved(connection, message.id, error))

    async def _answer(self, asked: Call) -> None:
        try:
            change = await self._workers.run(asked.what)
            await self._store(change)
        except (Rejected, BadValue, StoreError) as error:
            if not asked.done.done():
                asked.done.set_exception(error)
            return
        if not asked.done.done():
            asked.done.set_result(None)
        await self._announce(change)

    async def _part_with(self, persons: frozenset[str]) -> None:
        """Forget who is not known any more, as the store has."""
        for person in persons:
            if self.table.roster.of(person):
                await self._announce(
                    await self._workers.run(self.table.remove_person, person, self._time.now())
                )
        await self._chat.forget(persons, self.welcomed)

    async def _merge(self, old: str, new: str) -> None:
        """Know somebody as somebody else, as the store does already."""
        self._attendance.merge(old, new)
        await self._chat.merge(old, new, self.welcomed)
        if self.table.roster.of(old):
            change = await self._workers.run(self.table.merge_person, old, new, self._time.now())
            try:
                await self._store(change)
            except StoreError as error:  # opened again, the table is as in the store
                raise TableStopped from error
            await self._announce(change)
        await self._tick()

    async def _store(self, change: Change) -> None:
        """Commit; if that fails, the table is as before, and the error goes on."""
        store, table = self._kept_in, self.table
        rows = [seat.to_row() for seat in (*change.seats, *change.contributed)]
        try:
            if change.removed:
                written = store.truncate(table.id, change.kept, change.seq, change.turn_state)
            elif change.added or change.begins:
                written = store.append(
                    table.id,
                    change.added,
                    change.kept,
                    change.turn_state,
                    ranks=change.ranks,
                    seats=rows,
                    request=None if change.request is None or change.begins else change.request[1],
                    snapshot=change.snapshot,
                )
            else:
                written = store.seat(table.id, rows, change.turn_state)
            with self._metrics.commits.timed():
                await asyncio.wrap_future(written)
        except StoreError as error:
            if error.failure is StorageFailure.UNSURE:  # only the store knows where the game is now
                raise TableStopped from error
            if error.failure is StorageFailure.OTHER:
                log.exception("table %s could not be stored", self._pseudonym)
            await self._workers.run(table.rollback, change)
            raise
        kind = "undo" if change.removed else "move" if change.added else "seat"
        self._metrics.moves.add(kind)
        self._revision += 1
        self._stop_thinking()

    async def _announce(self, change: Change) -> None:
        """Let everybody know, who is to move first; what is told to whom is made one by one."""
        self._set_alarm()
        if change.contributed and not change.begins:
            self._tell_table()
        elif change.begins or change.seats or not (change.added or change.removed):
            for connection in list(self.welcomed):
                self._sit_down(connection)
                connection.tell(
                    await self._workers.run(self.table.welcome, connection.screen, self._time.now())
                )
                await self._chat.show(connection)
        if change.ranks is not None:
            await self._chat.show_all(self.welcomed)
        if change.announcement is not None:
            notice = change.announcement
            self._tell_all(lambda connection: self.table.announcement(connection.screen, notice))
        self._broadcast.are_for(self.welcomed, change.turn_state.to_move)

    def _tell_all(self, says: Callable[[Connection], Messages]) -> None:
        for connection in self.welcomed:
            connection.tell(says(connection))

    def _tell_table(self) -> None:
        self._tell_all(
            lambda connection: self.table.table_update(connection.screen, self._time.now())
        )

    def _not_saved(
        self, connection: Connection, request_id: str | None, error: StoreError
    ) -> Messages:
        return [self.table.rejection(connection.screen, request_id, say(f"store.{error.failure}"))]

    def tell_rematch(self, table_id: str | None) -> None:
        """They play again at another table, or do not any more."""
        self.table.state.rematch = table_id
        self._tell_table()

    # -- time

    async def _tick(self) -> None:
        """See who is there, whose time is over, and whether the game is to begin."""
        self._look_around()
        deals = self._deal_at is not None and self._deal_at <= asyncio.get_running_loop().time()
        what = self.table.deal if deals else self.table.time_out
        change = await self._workers.run(what, self._time.now())
        if change is not None:
            try:
                await self._store(change)
            except StoreError:
                log.exception("the clock of table %s", self._pseudonym)
                self._set_alarm(RETRY_SECONDS)
                return
            self.excuse()
            await self._announce(change)
        self._set_alarm()

    def _look_around(self) -> None:
        """Note whose people are there; somebody who was away for a moment still counts as there."""
        time = asyncio.get_running_loop().time()
        here = {seat for connection in self.welcomed for seat in connection.screen.seats}
        there = {
            seat
            for seat in self.table.roster.present - here
            if time - self._left.get(seat, time) < AWAY_AFTER
        }
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None
        if there:
            self._next_look = self._wake_in(AWAY_AFTER + 0.1)
        if here | there != self.table.roster.present:
            self.table.roster.present = here | there
            self._tell_table()

    def _set_alarm(self, at_least: float = 0.0) -> None:
        """Wake when a clock will have run out, or the deal is due, not within so many seconds."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        time, due = asyncio.get_running_loop().time(), self.table.clock.due
        if not self.table.state.awaits_entropy:
            self._deal_at = None
        elif self._deal_at is None:
            self._deal_at = time + GRACE
        if self._deal_at is not None:  # no clock runs before the game has begun
            self._alarm = self._wake_in(max(at_least, self._deal_at - time) + 0.01)
        elif due is not None:
            self._alarm = self._wake_in(max(at_least, (due - self._time.now()) / 1000) + 0.01)

    def _wake_in(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._wake, Tick())

    # -- bots

    def _wake_bot(self) -> None:
        seat = self.table.bot_to_move
        if seat is None or self._failed == self._revision:
            return
        payer: Payer | None = NOBODY
        if self.table.scripted(seat) is None:
            payer = self._payer()
        if payer is None:
            if self._thinking is not None and not self._thinking.done():
                self._stop_thinking()
            return
        if self._thinking is not None:
            return
        state, seed = self.table.bot_request(seat)
        self._thinking = asyncio.create_task(self._think(self._revision, seat, state, seed, payer))
        for connection in self.welcomed:
            if not self._broadcast.behind(connection):
                self._tell_thinking(connection)

    def _payer(self) -> Payer | None:
        """For whom a bot is to move now; None if bots rest, and then people are told why, once."""
        moment = asyncio.get_running_loop().time()
        payer = self._attendance.payer(self.table.roster, self.welcomed, moment)
        refusal = self._attendance.refusal
        if refusal is not None:
            if refusal != self._reason_shown:
                self._tell_all(
                    lambda connection: self.table.announcement(connection.screen, refusal)
                )
            self._look_again_in(RETRY_SECONDS)
        self._reason_shown = refusal
        return payer

    def _look_again_in(self, seconds: float) -> None:
        """See again whether bots are to play, once."""
        if self._rest is not None:
            self._rest.cancel()
        if not self._task.done():  # else the timer alone would keep the table in memory
            self._rest = self._wake_in(seconds)

    def _tell_thinking(self, connection: Connection) -> None:
        if self._thinking is not None and connection.screen.seq == self.table.match.seq:
            connection.tell([{"type": "thinking", "seat": self.table.bot_to_move}])

    async def _think(self, turn: int, seat: int, state: Struct, seed: int, payer: Payer) -> None:
        action: int | None = None
        name = self.table.roster.bot_for(seat) or ""
        try:
            action = self.table.scripted(seat)
            if action is None:
                game = self.table.match.game
                choosing = partial(_choosing, self._bots, name, game, state, seat, seed)
                action = await self._workers.think(choosing, payer, bot=name, game=game)
        except Exception:
            log.exception("bot %s of table %s failed", name, self._pseudonym)
            action = None
        await self.post(BotMove(turn, seat, action))

    async def _play(self, chosen: BotMove) -> None:
        if chosen.turn != self._revision:
            return  # somebody took a move back while the bot was thinking
        self._thinking = None
        if chosen.action is None:
            await self._stand_in(chosen)
            return
        try:
            change = await self._workers.run(
                self.table.play, chosen.seat, chosen.action, self._time.now()
            )
            await self._store(change)
        except IllegalAction:
            name = self.table.roster.bot_for(chosen.seat)
            log.exception("bot %s of table %s", name, self._pseudonym)
            await self._stand_in(chosen)
        except StoreError as error:
            self._tell_all(partial(self._not_saved, request_id=None, error=error))
            self._thinking = asyncio.create_task(self._later(chosen))
        else:
            await self._announce(change)

    async def _stand_in(self, chosen: BotMove) -> None:
        """A bot could not choose: the simplest one chooses in its place."""
        failed = say("bot.failed", name=self.table.state.name_of(chosen.seat))
        self._tell_all(lambda connection: [self.table.rejection(connection.screen, None, failed)])
        if self._failed == chosen.turn:
            return  # not even that one could; it is asked again when somebody comes
        self._failed = chosen.turn
        state, seed = self.table.bot_request(chosen.seat)
        game = self.table.match.game
        try:
            standing_in = partial(_standing_in, game, state, chosen.seat, seed)
            action = await self._workers.think(standing_in, bot=STAND_IN, game=game)
        except Exception:
            log.exception("nothing can stand in at table %s", self._pseudonym)
            return
        self._thinking = asyncio.create_task(self.post(BotMove(chosen.turn, chosen.seat, action)))

    async def _later(self, chosen: BotMove) -> None:
        await asyncio.sleep(RETRY_SECONDS)
        await self.post(chosen)

    def _stop_thinking(self) -> None:
        """Drop the thought about a position that is no more; it ends after a slice."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None


def _choosing(
    made: dict[str, bots.Bot], name: str, game: LoadedGame, state: Struct, seat: int, seed: int
) -> bots.Thinking[int]:
    """Choose with a bot, which is kept for the next time."""
    if name not in made:
        made[name] = bots.make(name, game)
    return (yield from bots.choosing(made[name], state, seat, seed))


def _standing_in(game: LoadedGame, state: Struct, seat: int, seed: int) -> bots.Thinking[int]:
    yield from ()  # a thought of one slice
    return bots.stand_in(game, state, seat, seed)
