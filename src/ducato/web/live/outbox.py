"""The queue of messages to one screen, bounded in messages and in bytes.

This module must not know sockets.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from ducato.table.changes import Messages

OUTBOX = 200
"""Messages that wait for one screen before it is let go; a busy table sends about five a second."""
OUTBOX_BYTES = 1_000_000
"""Bytes that wait for one screen before it is let go. The longest message, a record, has some
100,000; one that waits alone may be of any length."""
SEND_WITHIN = 30.0
"""Seconds for one message: a whole table takes ten on the slowest line that anybody plays on."""
LET_GO_WITHIN = 2.0
"""Seconds for the message that is just being sent when a screen is let go."""


class Outbox:
    """The messages that wait for one screen.

    Messages wait as the bytes that are sent, so that they can be weighed.
    """

    __slots__ = ("_arrived", "_bytes", "_deadline", "_ended", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._bytes, self._ended = 0, False
        self._arrived = asyncio.Event()
        self._deadline: asyncio.Timeout | None = None

    @property
    def full(self) -> bool:
        """Whether more waits than the other side will ever read in time."""
        waiting = len(self._waiting)
        return waiting > OUTBOX or (waiting > 1 and self._bytes > OUTBOX_BYTES)

    def put(self, says: Messages) -> None:
        """Queue messages; none are taken any more after `end`."""
        if self._ended:
            return
        for message in says:
            self._waiting.append(msgspec.json.encode(message))
            self._bytes += len(self._waiting[-1])
        self._arrived.set()

    def end(self) -> None:
        """Send nothing more; what is just being sent gets a last moment."""
        self._ended = True
        self._waiting.clear()
        self._bytes = 0
        self._arrived.set()
        if self._deadline is not None and not self._deadline.expired():
            self._deadline.reschedule(asyncio.get_running_loop().time() + LET_GO_WITHIN)

    async def get(self) -> bytes | None:
        """Return the next message as soon as there is one; None after the end."""
        while not self._waiting:
            if self._ended:
                return None
            self._arrived.clear()
            await self._arrived.wait()
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message

    async def send(self, write: Callable[[str], Awaitable[None]]) -> None:
        """Write one message after the other, until the end.

        Raises:
            TimeoutError: the other side did not take a message in time.
        """
        while (message := await self.get()) is not None:
            async with asyncio.timeout(SEND_WITHIN) as self._deadline:
                await write(message.decode())
            self._deadline = None
            del message  # else an idle connection would hold the last one, a whole view as a rule
