"""The chat of one table: each line is stored first, then sent to every screen that may read it.

`table.chat` decides who may read what.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import replace

from ducato.core.i18n import say
from ducato.core.table_data import ChatLine
from ducato.store import Store
from ducato.store.chat import SHOWN
from ducato.table.changes import Rejected
from ducato.table.chat import known_phrase, may_read, shown, tidy_text, whole
from ducato.table.protocol import Chat, ChatMessage, Mute
from ducato.table.table import LiveTable
from ducato.web.live.connection import Connection
from ducato.web.support.workers.pools import Workers


class TableChat:
    """The chat of an open table.

    Args:
        table: the table to which the chat belongs.
        store: the store that keeps the lines.
        workers: the threads that read the store.
    """

    def __init__(self, table: LiveTable, store: Store, workers: Workers) -> None:
        self._table, self._store, self._workers = table, store.chat, workers
        self._lines: deque[ChatLine] | None = None
        self._muted: dict[str, set[str]] = {}
        # Recent requests: a client that got no answer repeats its request with the same id.
        self._done: deque[tuple[str | None, str]] = deque(maxlen=SHOWN)

    @property
    def is_enabled(self) -> bool:
        """Whether there is a chat, because more than one person plays or may still join."""
        seats = [seat for seat in self._table.roster.seats if seat.bot is None]
        return len({seat.person or seat.seat for seat in seats}) > 1

    async def show(self, connection: Connection) -> None:
        """Send a screen those of the latest `SHOWN` lines that it may read.

        Send nothing if there is no chat.
        """
        if not self.is_enabled:
            return
        muted, lines = await self._muted_by(connection), await self._read()
        plays = bool(self._seats(connection))
        connection.send(whole(lines, connection.screen, muted, plays=plays, over=self._over))

    async def show_all(self, connections: Iterable[Connection]) -> None:
        """Send every screen those of the latest `SHOWN` lines that it may read.

        At the end of a game these include the spectators' lines, hidden from players until then.
        """
        for connection in list(connections):
            await self.show(connection)

    async def handle(
        self, connection: Connection, message: ChatMessage, connections: Iterable[Connection]
    ) -> None:
        """Carry out and answer a chat message: store and announce a line, or change a mute.

        A repetition of a recent message is answered again, but has no other effect.

        Args:
            connection: the sender's connection.
            message: the message.
            connections: the connections to which a line is announced.

        Raises:
            StoreError: the store could not be read or written; the message has not been answered,
                and nothing was announced.
        """
        accepted = {"type": "accepted", "id": message.id, "seq": self._table.match.seq}
        request = (connection.screen.person, message.id)
        if request in self._done:
            connection.send([accepted])
            return
        try:
            if isinstance(message, Chat):
                line = await self._say(connection, message, connections)
                connection.send([accepted])
                if line is not None:
                    self._announce(line, connections)
            else:
                await self._mute(connection, message)
                connection.send([accepted])
                await self.show(connection)
            self._done.append(request)
        except Rejected as refused:
            reason = refused.reason
            assert not isinstance(reason, str)
            connection.send([self._table.rejection(connection.screen, message.id, reason)])

    async def forget(self, persons: Collection[str], connections: Iterable[Connection]) -> None:
        """Drop the lines of these people, which the store no longer keeps.

        If there were any, all screens get the chat again.
        """
        if self._lines is None:
            return
        gone = [line for line in self._lines if line.person in persons]
        for line in gone:
            self._lines.remove(line)
        if gone:
            await self.show_all(connections)

    async def merge(self, old: str, new: str, connections: Iterable[Connection]) -> None:
        """Replace a person with another in the lines and requests kept here.

        The mutes are forgotten, and read from the store again when needed. If the person has
        written lines, all screens get the chat again.
        """
        self._muted.clear()
        for number, (person, request) in enumerate(self._done):
            if person == old:
                self._done[number] = (new, request)
        said = [n for n, line in enumerate(self._lines or ()) if line.person == old]
        for number in said:
            assert self._lines is not None
            self._lines[number] = replace(self._lines[number], person=new)
        if said:
            await self.show_all(connections)

    @property
    def _over(self) -> bool:
        return self._table.status == "over"

    def _seats(self, connection: Connection) -> tuple[int, ...]:
        """Return all seats of the screen's person, even those not shown on this screen."""
        return self._table.roster.of(connection.screen.person)

    def _may_read(self, line: ChatLine, connection: Connection) -> bool:
        return may_read(line, plays=bool(self._seats(connection)), over=self._over)

    async def _say(
        self, connection: Connection, message: Chat, connections: Iterable[Connection]
    ) -> ChatLine | None:
        """Store and return a new line; return None if the message was stored before.

        The mutes of `connections` are read first, so that a stored line can always be announced.

        Raises:
            Rejected: the person may not speak, or the text or phrase is not valid.
            StoreError: the store could not be read or written.
            StoreError: the store could not be read or written.
        """
        screen = connection.screen
        if screen.person is None or not self.is_enabled:
            raise Rejected(say("rejected.silent"))
        text = None if message.text is None else tidy_text(message.text)
        phrase = None if message.phrase is None else known_phrase(message.phrase)
        if (text is None) == (phrase is None):
            raise Rejected(say("rejected.phrase"))
        seats, seat = self._seats(connection), None
        if seats:
            seat = screen.shown if screen.shown in seats else seats[0]
        name = None if seat is None else self._table.state.name_of(seat)
        lines = await self._read()
        for reader in list(connections):
            await self._muted_by(reader)
        written = self._store.say(
            self._table.id,
            screen.person,
            seat,
            name,
            text=text,
            phrase=phrase,
            request=message.id,
        )
        line = await asyncio.wrap_future(written)
        if lines and line.number <= lines[-1].number:
            return None
        lines.append(line)
        return line

    def _announce(self, line: ChatLine, connections: Iterable[Connection]) -> None:
        for connection in connections:
            if self._may_read(line, connection):
                muted = self._muted.get(connection.screen.person or "", set())
                connection.send(
                    [{"type": "chat_line", "line": shown(line, connection.screen, muted)}]
                )

    async def _mute(self, connection: Connection, message: Mute) -> None:
        person = connection.screen.person
        meant = [
            line.person
            for line in await self._read()
            if line.number == message.line and self._may_read(line, connection)
        ]
        if person is None or not meant or meant[0] in (None, person):
            raise Rejected(say("rejected.mute"))
        assert meant[0] is not None
        self._muted.pop(person, None)  # they may have muted others at another table
        # Read them before storing: afterwards nothing may fail.
        muted = await self._muted_by(connection)
        await asyncio.wrap_future(self._store.mute(person, meant[0], message.on))
        if message.on:
            muted.add(meant[0])
        else:
            muted.discard(meant[0])

    async def _read(self) -> deque[ChatLine]:
        if self._lines is None:
            found = await self._workers.run_blocking(self._store.lines, self._table.id)
            self._lines = deque(found, SHOWN)
        return self._lines

    async def _muted_by(self, connection: Connection) -> set[str]:
        person = connection.screen.person
        if person is None:
            return set()
        if person not in self._muted:
            self._muted[person] = await self._workers.run_blocking(self._store.muted_by, person)
        return self._muted[person]
