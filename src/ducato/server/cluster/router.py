"""The router: it accepts connections and passes each to the worker of the table it asks for.

It looks at the first bytes of a connection without consuming them, and passes on the descriptor, so
that no byte is relayed and every worker serves its clients by itself.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
from collections.abc import Callable, Mapping

from ducato.server.cluster.channel import pass_on
from ducato.server.cluster.shards import shard_of, worker_of

log = logging.getLogger(__name__)

MOST_BYTES = 256
"""Number of bytes of a request that are looked at; a table's id comes much earlier."""
PATIENCE = 1.0
"""Seconds for which the beginning of a request is awaited; then any worker gets the connection, and
closes it if no request comes."""
LOOK_AGAIN = 0.01
"""Seconds until an incomplete beginning is looked at again."""
MOST_WAITING = 512
"""Maximum number of connections whose beginning is awaited; further ones are passed on unseen."""
NO_WORKER = 5.0
"""Seconds for which a connection is kept while no worker is ready."""
PAUSE = 0.1
"""Seconds until the next connection is accepted if there are no descriptors left."""


class Router:
    """The router of one server.

    Args:
        listening: the socket that listens at the public port.
        channels: returns the channels of the workers that are ready, by their number.
    """

    def __init__(
        self, listening: socket.socket, channels: Callable[[], Mapping[int, socket.socket]]
    ) -> None:
        self._listening, self._channels = listening, channels
        self._turn = itertools.count()
        self._waiting: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Accept and pass on connections until cancelled."""
        loop = asyncio.get_running_loop()
        self._listening.setblocking(False)
        while True:
            try:
                connection, _ = await loop.sock_accept(self._listening)
            except OSError as error:
                log.error("no connection can be accepted: %s", error)
                await asyncio.sleep(PAUSE)
                continue
            if len(self._waiting) >= MOST_WAITING and self._pass(connection, b""):
                connection.close()
                continue
            task = asyncio.create_task(self._route(connection))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _route(self, connection: socket.socket) -> None:
        with connection:  # a worker has its own descriptor
            head = await self._beginning(connection)
            until = asyncio.get_running_loop().time() + NO_WORKER
            while head is not None and not self._pass(connection, head):
                if asyncio.get_running_loop().time() > until:
                    return
                await asyncio.sleep(PAUSE)

    async def _beginning(self, connection: socket.socket) -> bytes | None:
        """Return the first bytes, which stay unread; None if the client has gone."""
        head = b""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    await _readable(connection)
                    try:
                        head = connection.recv(MOST_BYTES, socket.MSG_PEEK)
                    except BlockingIOError:
                        continue
                    if not head:
                        return None
                    if len(head) == MOST_BYTES or b"\n" in head or shard_of(head):
                        return head
                    await asyncio.sleep(LOOK_AGAIN)
        except TimeoutError:
            return head
        except OSError:
            return None

    def _pass(self, connection: socket.socket, head: bytes) -> bool:
        """Pass a connection to the best worker that takes it. Return False if none does."""
        channels, shard = dict(self._channels()), shard_of(head)
        while channels:
            numbers = sorted(channels)
            best = worker_of(shard, numbers) if shard else numbers[next(self._turn) % len(numbers)]
            if pass_on(channels.pop(best), connection):
                return True
        return False


async def _readable(connection: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(connection, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(connection)
