"""The queue of messages to one screen, bounded in messages and in bytes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from ducato.server.kit.process.connections import OutgoingMessage

OUTBOX = 200
"""Maximum number of messages waiting for one screen; a busy table sends about five a second."""
OUTBOX_BYTES = 1_000_000
"""Maximum number of bytes waiting for one screen. The longest message, a record, has some 100,000;
a message that waits alone may be of any length."""
SEND_TIMEOUT = 30.0
"""Seconds allowed for sending one message; the whole state of a table takes ten seconds over the
slowest line in use."""
END_TIMEOUT = 2.0
"""Seconds allowed for the message being sent when a connection is ended."""


class Outbox:
    """The messages waiting for one screen.

    Messages are kept encoded, so that their bytes can be counted.

    Attributes:
        write_at_once: writes a message unless it would have to wait, and returns whether it has.
    """

    __slots__ = ("_arrived", "_bytes", "_deadline", "_ended", "_waiting", "write_at_once")

    def __init__(self) -> None:
        self._waiting: deque[OutgoingMessage] = deque()
        self._bytes, self._ended = 0, False
        self._arrived = asyncio.Event()
        self._deadline: asyncio.Timeout | None = None
        self.write_at_once: Callable[[OutgoingMessage], bool] = lambda message: False

    @property
    def full(self) -> bool:
        """Whether more messages or bytes wait than are allowed."""
        waiting = len(self._waiting)
        return waiting > OUTBOX or (waiting > 1 and self._bytes > OUTBOX_BYTES)

    def put(self, messages: Iterable[OutgoingMessage]) -> None:
        """Write messages at once if none waits before them, else queue them; none after `end`."""
        if self._ended:
            return
        for message in messages:
            if not self._waiting and self._deadline is None and self.write_at_once(message):
                continue
            self._waiting.append(message)
            self._bytes += len(message)
            self._arrived.set()

    def end(self) -> None:
        """Drop the waiting messages; a message being sent gets `END_TIMEOUT` more seconds."""
        self._ended = True
        self._waiting.clear()
        self._bytes = 0
        self._arrived.set()
        if self._deadline is not None and not self._deadline.expired():
            self._deadline.reschedule(asyncio.get_running_loop().time() + END_TIMEOUT)

    async def get(self) -> OutgoingMessage | None:
        """Wait for the next message and return it; return None after `end`."""
        while not self._waiting:
            if self._ended:
                return None
            self._arrived.clear()
            await self._arrived.wait()
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message

    async def send(self, write: Callable[[OutgoingMessage], Awaitable[None]]) -> None:
        """Write one message after another, until `end` is called.

        Raises:
            TimeoutError: the client did not accept a message within `SEND_TIMEOUT` seconds, or
                within `END_TIMEOUT` seconds after `end`.
        """
        while (message := await self.get()) is not None:
            async with asyncio.timeout(SEND_TIMEOUT) as self._deadline:
                await write(message)
            self._deadline = None
            del message  # else an idle connection would hold the last one, often a whole view
