"""The chat of one table: each line is stored first, then sent to every screen that may read it.

`table.chat_rules` decides who may read what.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection as Transaction

from ducato.core.i18n import say
from ducato.server.kit.http.locale import server_text
from ducato.server.kit.http.rate_limits import limit_rate
from ducato.server.live.connection import Connection
from ducato.server.live.shared import SharedByTables
from ducato.server.subjects.chat.storage import SHOWN, ChatLines
from ducato.server.subjects.moderation.blocks import MOST, Blocks, blocks_between
from ducato.server.subjects.moderation.storage import Moderation
from ducato.table.changes import Rejected
from ducato.table.chat_rules import (
    ChatLine,
    Silence,
    known_phrase,
    may_read,
    shown,
    tidy_text,
    whole,
)
from ducato.table.protocol import Block, Chat, ChatMessage, Mute
from ducato.table.table import LiveTable

CHAT_OF_PERSON = limit_rate("chat-of-person", 1 / 3, 8)  # nobody types faster for long

SILENCE_MAX_AGE = 30.0
"""Seconds after which it is read again whom a reader has muted or blocked at other tables."""


class TableChat:
    """The chat of an open table.

    Args:
        table: the table to which the chat belongs.
        shared: what all tables share.
    """

    def __init__(self, table: LiveTable, shared: SharedByTables) -> None:
        database = shared.tables.database
        self._table, self._chat, self._workers = table, ChatLines(database), shared.workers
        self._after_block, self._database = shared.after_block, database
        self._moderation = Moderation(database)
        self._lines: deque[ChatLine] | None = None
        # Whose lines each reader does not read, and when that was read.
        self._muted: dict[str, tuple[Silence, float]] = {}
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
        silence = await self._silence(connection)
        lines = [self._renamed(line) for line in await self._read()]
        plays = bool(self._seats(connection))
        connection.send(whole(lines, connection.screen, silence, plays=plays, over=self._over))

    async def show_all(self, connections: Iterable[Connection]) -> None:
        """Send every screen those of the latest `SHOWN` lines that it may read.

        At the end of a game these include the spectators' lines, hidden from players until then.
        """
        for connection in list(connections):
            await self.show(connection)

    async def handle(
        self, connection: Connection, message: ChatMessage, connections: Iterable[Connection]
    ) -> None:
        """Carry out and answer a chat message: store and announce a line, or mute or block.

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
            elif isinstance(message, Mute):
                await self._mute(connection, message)
                connection.send([accepted])
                await self.show(connection)
            else:
                await self._block(connection, message)
                connection.send([accepted])
                # Only to the screens of who blocks: the other person must not notice anything.
                own = [c for c in connections if c.screen.person == connection.screen.person]
                await self.show_all(own)
            self._done.append(request)
        except Rejected as refused:
            reason = refused.reason
            assert not isinstance(reason, str)
            said = server_text(reason, connection.screen.language)
            connection.send([self._table.rejection(connection.screen, message.id, said)])

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

    def _renamed(self, line: ChatLine) -> ChatLine:
        """Return a line with the name that its author has at the table, if they play."""
        seats = self._table.roster.of(line.person)
        return replace(line, name=self._table.state.name_of(seats[0])) if seats else line

    @property
    def _over(self) -> bool:
        return self._table.status == "over"

    def _seats(self, connection: Connection) -> tuple[int, ...]:
        """Return all seats of the screen's person, even those not shown on this screen."""
        return self._table.roster.of(connection.screen.person)

    def _may_read(self, line: ChatLine, connection: Connection) -> bool:
        """Return whether a screen may read a line; who is silent for it must have been read."""
        silence, _ = self._muted.get(connection.screen.person or "", (Silence(), 0.0))
        return may_read(line, silence, plays=bool(self._seats(connection)), over=self._over)

    async def _say(
        self, connection: Connection, message: Chat, connections: Iterable[Connection]
    ) -> ChatLine | None:
        """Store and return a new line; return None if the message was stored before.

        The mutes of `connections` are read first, so that a stored line can always be announced.

        Raises:
            Rejected: the person may not speak, or the text or phrase is not valid.
            StoreError: the store could not be read or written.
        """
        screen = connection.screen
        if screen.person is None or not self.is_enabled:
            raise Rejected(say("rejected.silent"))
        reason = await self._workers.run_blocking(self._moderation.reason_against, screen.person)
        if reason is not None:
            raise Rejected(reason)
        text = None if message.text is None else tidy_text(message.text)
        phrase = None if message.phrase is None else known_phrase(message.phrase)
        if (text is None) == (phrase is None):
            raise Rejected(say("rejected.phrase"))
        seats, seat = self._seats(connection), None
        if seats:
            seat = screen.shown if screen.shown in seats else seats[0]
        name = None if seat is None else self._table.state.name_of(seat)
        lines = await self._read()
        author = screen.person
        readers = {c.screen.person for c in connections if c.screen.person is not None}
        for reader in list(connections):
            await self._silence(reader)
        found: list[Any] = []

        def find_blocks(transaction: Transaction) -> None:
            found.extend(blocks_between(transaction, author, readers))

        written = self._chat.say(
            self._table.id,
            screen.person,
            seat,
            name,
            text=text,
            phrase=phrase,
            request=message.id,
            also=find_blocks,
        )
        line = await asyncio.wrap_future(written)
        for block in found:
            self._note_block(block.person, block.blocked, block.at)
        if lines and line.number <= lines[-1].number:
            return None
        lines.append(line)
        return line

    def _note_block(self, person: str, blocked: str, since: int) -> None:
        """Note a block in what was read of both people before, as if it had been read again."""
        for reader, other in ((person, blocked), (blocked, person)):
            if reader in self._muted:
                silence, read = self._muted[reader]
                if reader == person:
                    silence = replace(silence, blocked=silence.blocked | {other})
                else:
                    silence = replace(silence, blockers={**silence.blockers, other: since})
                self._muted[reader] = silence, read

    def _announce(self, line: ChatLine, connections: Iterable[Connection]) -> None:
        for connection in connections:
            if self._may_read(line, connection):
                silence, _ = self._muted.get(connection.screen.person or "", (Silence(), 0.0))
                connection.send(
                    [{"type": "chat_line", "line": shown(line, connection.screen, silence)}]
                )

    async def _mute(self, connection: Connection, message: Mute) -> None:
        person = connection.screen.person
        author = await self._author(connection, message.line)
        if person is None or author is None:
            raise Rejected(say("rejected.mute"))
        self._muted.pop(person, None)  # they may have muted others at another table
        # Read them before storing: afterwards nothing may fail.
        silence = await self._silence(connection)
        await asyncio.wrap_future(self._chat.mute(person, author, message.on))
        muted = silence.muted | {author} if message.on else silence.muted - {author}
        self._muted[person] = (replace(silence, muted=muted), time.monotonic())

    async def _block(self, connection: Connection, message: Block) -> None:
        """Block the author of a line, or the player of a seat.

        Raises:
            Rejected: there is no such line or player, or the person has blocked too many others.
            StoreError: the store could not be read or written.
        """
        person, roster = connection.screen.person, self._table.roster
        other = None
        if message.line is not None:
            other = await self._author(connection, message.line)
        elif message.seat is not None and message.seat < len(roster.seats):
            other = roster.seats[message.seat].person
        if person is None or other is None or other == person:
            raise Rejected(say("rejected.mute"))
        seats = roster.of(other)
        known = [line.name for line in await self._read() if line.person == other]
        name = self._table.state.name_of(seats[0]) if seats else known[-1]
        # Read them before storing: afterwards nothing may fail.
        silence = await self._silence(connection)
        if not await asyncio.wrap_future(Blocks(self._database).add(person, other, name)):
            raise Rejected(say("rejected.blocks", n=MOST))
        silence = replace(silence, blocked=silence.blocked | {other})
        self._muted[person] = (silence, time.monotonic())
        self._muted.pop(other, None)
        self._after_block(person, other)

    async def _author(self, connection: Connection, number: int) -> str | None:
        """Return the id of another person who wrote a line that a screen may read, or None."""
        lines = await self._read()
        await self._silence(connection)
        return next(
            (
                line.person
                for line in lines
                if line.number == number
                and self._may_read(line, connection)
                and line.person != connection.screen.person
            ),
            None,
        )

    async def _read(self) -> deque[ChatLine]:
        if self._lines is None:
            found = await self._workers.run_blocking(self._chat.lines, self._table.id)
            self._lines = deque(found, SHOWN)
        return self._lines

    async def _silence(self, connection: Connection) -> Silence:
        """Return whose lines a reader does not read, as it was `SILENCE_MAX_AGE` ago at most."""
        person = connection.screen.person
        if person is None:
            return Silence()
        silence, since = self._muted.get(person, (None, 0.0))
        if silence is None or time.monotonic() - since > SILENCE_MAX_AGE:
            since = time.monotonic()
            silence = await self._workers.run_blocking(self._read_silence, person)
            self._muted[person] = (silence, since)
        return silence

    def _read_silence(self, person: str) -> Silence:
        blocks = Blocks(self._database)
        return Silence(
            frozenset(self._chat.muted_by(person)),
            frozenset(blocks.blocked_by(person)),
            blocks.blockers_of(person),
        )
