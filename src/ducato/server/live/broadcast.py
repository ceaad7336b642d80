"""The broadcast of a table, which renders the messages for each screen as time allows.

Most of a server's time goes into views, so they wait behind moves: work that has not started
gives way and is queued again. The players to move are served first, spectators last.

The messages themselves are made in `table.updates`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future
from functools import partial

from ducato.server.kit.process.connections import OutgoingMessage
from ducato.server.kit.process.game_time import GameTime
from ducato.server.kit.workers.pools import LATER, SOON, Workers
from ducato.server.live.connection import Connection, encoded
from ducato.table.table import LiveTable

BRIEF_ABOVE = 16
"""Number of waiting pieces of work above which updates are brief: only the last step has a view."""
BATCH_SIZE = 4
"""Maximum number of screens with different updates in one piece of work; a move, being more urgent,
waits for no more than that."""
SENT_AT_ONCE = 128
"""Maximum number of screens to which updates are sent before the event loop does other work; this
takes it 2 ms."""


class Broadcast:
    """The screens of one table that wait for updates, and the updates being rendered.

    Args:
        table: the table whose changes are broadcast.
        workers: the threads that render the messages.
        time: the time source for the table's clock.
    """

    def __init__(self, table: LiveTable, workers: Workers, time: GameTime) -> None:
        self._table, self._workers, self._time = table, workers, time
        # Screens that are not up to date; a dict, for its order.
        self._pending: dict[Connection, None] = {}
        # The screens whose updates are being rendered, and the future of these updates.
        self._rendering: tuple[list[Connection], Future[list[list[OutgoingMessage]]]] | None = None

    def is_pending(self, connection: Connection) -> bool:
        """Return whether an update is queued for this screen."""
        return connection in self._pending

    def enqueue(self, connections: Iterable[Connection], to_move: Collection[int]) -> None:
        """Queue updates for these screens: first for the seats to move, last for spectators.

        Screens that were already waiting are sorted in, too: otherwise spectators, whom a busy
        server updates late, would keep the players of the next move waiting.

        Args:
            connections: the screens.
            to_move: the seats to move.
        """
        movers = frozenset(to_move)

        def sort_key(connection: Connection) -> tuple[bool, bool]:
            seats = connection.screen.seats
            return movers.isdisjoint(seats), not seats

        self._pending = dict.fromkeys(sorted({*self._pending, *connections}, key=sort_key))

    def drop(self, connection: Connection) -> None:
        """Drop the queued update, if any, of a screen that has disconnected."""
        self._pending.pop(connection, None)

    def begin(self, on_done: Callable[[], None]) -> None:
        """Start rendering the updates for some of the waiting screens, players before spectators.

        Do nothing if updates are being rendered already, or no screen waits.

        Args:
            on_done: called in the event loop when rendering has ended or was cancelled.
        """
        if self._rendering is not None or not self._pending:
            return
        plays = bool(next(iter(self._pending)).screen.seats)
        connections = self._next(plays=plays)
        for connection in connections:
            del self._pending[connection]
        brief = self._workers.backlog > BRIEF_ABOVE
        work = self._workers.submit(
            partial(self._make, connections, brief), SOON if plays else LATER
        )
        loop = asyncio.get_running_loop()
        work.add_done_callback(lambda _: loop.call_soon_threadsafe(on_done))
        self._rendering = connections, work

    async def finish(self) -> list[Connection]:
        """Wait for the updates being rendered and send them.

        If their rendering has not begun, it is cancelled, and the updates are queued again.

        Returns:
            The screens to which updates were sent; an empty list if none were sent.
        """
        if self._rendering is None:
            return []
        (connections, work), self._rendering = self._rendering, None
        if work.cancel():
            self._pending = {**dict.fromkeys(connections), **self._pending}
            return []
        made = work.result() if work.done() else await asyncio.wrap_future(work)
        for number, (connection, messages) in enumerate(zip(connections, made, strict=True), 1):
            connection.send_encoded(messages)
            if number % SENT_AT_ONCE == 0:
                await asyncio.sleep(0)
        return connections

    def close(self) -> None:
        """Drop all queued updates, and cancel the rendering of others unless it has begun."""
        self._pending.clear()
        if self._rendering is not None:
            self._rendering[1].cancel()
            self._rendering = None

    def _next(self, *, plays: bool) -> list[Connection]:
        """Return waiting screens, of players or of spectators, whose updates are made next."""
        found: list[Connection] = []
        different = set[object]()
        alike = not self._table.match.is_over()  # else they differ in what they say of the table
        for connection in self._pending:
            if bool(connection.screen.seats) != plays:
                continue
            different.add((alike and connection.screen.spectator_key) or connection)
            if len(different) > BATCH_SIZE:
                break
            found.append(connection)
        return found

    def _make(self, connections: Sequence[Connection], brief: bool) -> list[list[OutgoingMessage]]:
        """Return the encoded messages for each screen; those for many are encoded once."""
        screens = [connection.screen for connection in connections]
        made = self._table.updates_of_all(screens, self._time.now(), brief=brief)
        different = {id(messages): messages for messages in made}
        written = {number: encoded(messages) for number, messages in different.items()}
        return [written[id(messages)] for messages in made]
