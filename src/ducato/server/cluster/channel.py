"""The channel between the supervisor and a worker: a pair of Unix sockets.

The supervisor sends one byte at a time: `CONNECTION` with the descriptor of an accepted connection,
or `END`. A worker answers with `READY` and its process id among those that share the database.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass

CONNECTION, END = b"c", b"e"
READY = struct.Struct("!cI")


@dataclass(frozen=True)
class WorkerPart:
    """What a worker needs to know of the whole.

    Attributes:
        number: its number, from 1.
        url: the URL of the whole server on this machine.
        channel: the worker's end of the channel.
    """

    number: int
    url: str
    channel: socket.socket


def pass_on(channel: socket.socket, connection: socket.socket) -> bool:
    """Send a connection to a worker. Return False if the worker does not take it."""
    try:
        socket.send_fds(channel, [CONNECTION], [connection.fileno()])
    except OSError:  # it has ended, or too much is waiting for it
        return False
    return True


def send_end(channel: socket.socket) -> bool:
    """Tell a worker to end after the connections sent before. Return False if it cannot hear."""
    try:
        channel.send(END)
    except OSError:
        return False
    return True


class Receiver:
    """The worker's end of the channel.

    Args:
        channel: the worker's socket.
        take: called with every connection.
        end: called when no more connections will come.
    """

    def __init__(
        self,
        channel: socket.socket,
        take: Callable[[socket.socket], None],
        end: Callable[[], None],
    ) -> None:
        self._channel, self._take, self._end = channel, take, end
        self._loop = asyncio.get_running_loop()
        channel.setblocking(False)
        self._loop.add_reader(channel, self._receive)

    def ready(self, process: int) -> None:
        """Tell the supervisor that connections are welcome, and the id of this process."""
        self._channel.send(READY.pack(b"r", process))

    def close(self) -> None:
        """Take no more connections."""
        self._loop.remove_reader(self._channel)

    def _receive(self) -> None:
        # One byte at a time, so that each comes with its own descriptor.
        try:
            said, descriptors, _, _ = socket.recv_fds(self._channel, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            said, descriptors = b"", []
        for descriptor in descriptors:
            connection = socket.socket(fileno=descriptor)
            connection.setblocking(False)
            self._take(connection)
        if said != CONNECTION:  # the end, or the supervisor's own
            self.close()
            self._end()
