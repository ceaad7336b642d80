"""The tracker of a server's connections, which aborts slow ones and those above the limits.

A connection costs a descriptor and memory from its first moment, long before there is a request
that could be refused. So a connection is aborted if it does not send the head of a request in time,
or does not accept the data sent to it. When there are too many connections, the oldest of those
without a request are aborted first, since a real client sends its request at once.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Container
from contextlib import suppress
from functools import cached_property
from typing import Any

from starlette.requests import HTTPConnection
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from ducato.server.kit.http.rate_limits import Limits, address_of, limit_number

CONNECTIONS_OF_ADDRESS = limit_number("connections-of-address", 500)
"""The limit on connections from one address, enough for a school where fifty people have a few tabs
each."""
WAITING_CONNECTIONS_OF_ADDRESS = limit_number("waiting-connections-of-address", 50)
"""The limit on connections from one address that have sent no request; a browser opens six at
once."""

log = logging.getLogger(__name__)

HEAD_TIMEOUT = 10.0
"""Seconds allowed for the whole head of a request; a browser sends it in one packet."""
WRITE_TIMEOUT = 30.0
"""Seconds within which a client must accept some of the data waiting to be sent to it."""
CHECK_INTERVAL = 1.0
"""Seconds between two checks for connections that are too slow."""
RESERVED_DESCRIPTORS = 128
"""Number of descriptors reserved for the database, files, the log and mail."""
MOST_DESCRIPTORS = 1 << 20
"""Maximum number of descriptors requested from the system, far more than one process can use."""
MIN_CONNECTIONS = 32
"""Minimum value of the two limits for the whole server, on its connections and on those without a
request, however few descriptors there are."""
LOG_INTERVAL = 60.0
"""Minimum number of seconds between two log entries about missing descriptors."""
ABORT, WRITE = "ducato.abort", "ducato.write"
"""The keys in a WebSocket's scope for the functions that abort its connection and write to it."""


class OutgoingMessage:
    """A message to WebSockets, whose forms are made once for all that it is sent to.

    Args:
        text: the message, in JSON.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def packed(self) -> bytes:
        """The message, compressed."""
        return zlib.compress(self.text)

    @cached_property
    def text_frame(self) -> bytes:
        """The message as one frame of text."""
        return Frame(Opcode.TEXT, self.text).serialize(mask=False)

    @cached_property
    def packed_frame(self) -> bytes:
        """The compressed message as one binary frame."""
        return Frame(Opcode.BINARY, self.packed).serialize(mask=False)


class ConnectionTracker:
    """A tracker of all connections of one server.

    Args:
        proxies: the addresses of proxies, to which the limits per address do not apply.
        most: the maximum number of connections; a quarter of them may be without a request.
        limits: the limits of the server, for the connections of one address.

    Attributes:
        aborted: the number of connections aborted, by reason: "address" or "descriptors" if there
            were too many, "head" or "write" if it was slow.
    """

    def __init__(
        self,
        proxies: Container[str] = (),
        most: int = sys.maxsize,
        limits: Limits | None = None,
    ) -> None:
        self._proxies, self._most = proxies, most
        self._limits = limits or Limits()
        self._most_waiting = max(MIN_CONNECTIONS, most // 4)
        self._address: dict[asyncio.Transport, str | None] = {}
        # Connections without a request, with the time since which one is awaited; oldest first.
        self._waiting: OrderedDict[asyncio.Transport, float] = OrderedDict()
        # The bytes not yet accepted by the client, and the time at which they last became fewer.
        self._paused: dict[asyncio.Transport, tuple[int, float]] = {}
        self._logged = -LOG_INTERVAL
        self.aborted: Counter[str] = Counter()

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._address)

    def add(self, transport: asyncio.Transport) -> None:
        """Add a connection; if there are now too many, abort one.

        If its address or its network has too many, abort the new one; if they have too many
        without a request, the oldest of the address; if the server has too many of either kind,
        the oldest of all those without a request.
        """
        address, limits = self._address_of(transport), self._limits
        crowded = not limits.has_room(CONNECTIONS_OF_ADDRESS, address)
        many_wait = not limits.has_room(WAITING_CONNECTIONS_OF_ADDRESS, address)
        self._address[transport] = address
        limits.hold(CONNECTIONS_OF_ADDRESS, address)
        _limit_unsent(transport)
        self.request_awaited(transport)
        if crowded:
            self._abort(transport, "address")
        elif many_wait:
            oldest = next(one for one in self._waiting if self._address[one] == address)
            self._abort(oldest, "address")
        elif len(self._address) > self._most or len(self._waiting) > self._most_waiting:
            self._log_exhaustion()
            self._abort(next(iter(self._waiting)), "descriptors")

    def remove(self, transport: asyncio.Transport) -> None:
        """Remove a connection that has ended; removing it again has no effect."""
        self.request_received(transport)
        self._paused.pop(transport, None)
        if transport in self._address:
            self._limits.release(CONNECTIONS_OF_ADDRESS, self._address.pop(transport))

    def request_awaited(self, transport: asyncio.Transport) -> None:
        """Note that the head of a request is awaited from a connection, if not yet noted."""
        if transport in self._waiting or transport not in self._address:
            return
        self._waiting[transport] = _time()
        self._limits.hold(WAITING_CONNECTIONS_OF_ADDRESS, self._address[transport])

    def request_received(self, transport: asyncio.Transport) -> None:
        """Note that no head of a request is awaited from a connection any more."""
        if self._waiting.pop(transport, None) is not None:
            self._limits.release(WAITING_CONNECTIONS_OF_ADDRESS, self._address[transport])

    def writing_paused(self, transport: asyncio.Transport) -> None:
        """Note that writing is paused because the client does not accept the data sent to it."""
        self._paused[transport] = transport.get_write_buffer_size(), _time()

    def writing_resumed(self, transport: asyncio.Transport) -> None:
        """Note that writing goes on because the client accepts data again."""
        self._paused.pop(transport, None)

    async def watch(self) -> None:
        """Abort slow connections every `CHECK_INTERVAL` seconds, until cancelled."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            self.abort_slow()

    def abort_slow(self) -> None:
        """Abort the connections that have exceeded `HEAD_TIMEOUT` or `WRITE_TIMEOUT`."""
        time = _time()
        while self._waiting:
            transport, since = next(iter(self._waiting.items()))
            if time - since < HEAD_TIMEOUT:
                break
            self._abort(transport, "head")
        for transport, (size, since) in list(self._paused.items()):
            left = transport.get_write_buffer_size()
            if left < size:
                self._paused[transport] = left, time
            elif time - since >= WRITE_TIMEOUT:
                self._abort(transport, "write")

    def _abort(self, transport: asyncio.Transport, reason: str) -> None:
        self.aborted[reason] += 1
        self.remove(transport)
        transport.abort()

    def _log_exhaustion(self) -> None:
        if _time() - self._logged >= LOG_INTERVAL:
            self._logged = _time()
            log.error(
                "no descriptors left for more connections: %d are open; see `ulimit -n`",
                len(self._address),
            )

    def _address_of(self, transport: asyncio.Transport) -> str | None:
        """Return the address of a connection's client; None for this machine and proxies."""
        peer = transport.get_extra_info("peername")
        host = peer[0] if isinstance(peer, tuple) and peer else ""
        if host in self._proxies:
            return None
        return address_of(HTTPConnection({"type": "http", "client": (host, 0)}))


class _Watched:
    """A mixin with the reports to the tracker that uvicorn's two protocols have in common."""

    tracker: ConnectionTracker
    transport: asyncio.Transport

    def connection_lost(self, exc: Exception | None) -> None:
        if isinstance(exc, TimeoutError):  # by `_limit_unsent`
            self.tracker.aborted["write"] += 1
        self.tracker.remove(self.transport)
        super().connection_lost(exc)  # type: ignore[misc]

    def pause_writing(self) -> None:
        self.tracker.writing_paused(self.transport)
        super().pause_writing()  # type: ignore[misc]

    def resume_writing(self) -> None:
        self.tracker.writing_resumed(self.transport)
        super().resume_writing()  # type: ignore[misc]


def protocols(tracker: ConnectionTracker) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return uvicorn's protocols for HTTP and for WebSockets, changed to report to a tracker."""

    class WatchedHttp(_Watched, AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._upgraded = False
            tracker.add(transport)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if not self._upgraded and (self.cycle is None or self.cycle.response_complete):
                tracker.request_awaited(self.transport)
            else:
                tracker.request_received(self.transport)

        def handle_websocket_upgrade(self, *event: Any) -> None:
            self._upgraded = True
            super().handle_websocket_upgrade(*event)

    class WatchedWebSocket(_Watched, WebSocketsSansIOProtocol):
        def handle_connect(self, event: Any) -> None:
            super().handle_connect(event)
            # The application starts later; a refused handshake has no scope.
            with suppress(AttributeError):
                scope: Any = self.scope
                scope[ABORT], scope[WRITE] = self.transport.abort, self.write_frame

        def write_frame(self, frame: bytes) -> bool:
            ready = self.writable.is_set() and self.conn.state is State.OPEN
            if not ready or self.transport.is_closing():
                return False
            self.transport.write(frame)
            return True

    WatchedHttp.tracker = WatchedWebSocket.tracker = tracker
    return WatchedHttp, WatchedWebSocket


def _limit_unsent(transport: asyncio.Transport) -> None:
    """Have the system end a connection whose client accepts nothing for `WRITE_TIMEOUT` seconds.

    The system itself takes some megabytes for a client that does not read, long before writing is
    paused. Only Linux has this limit.
    """
    connection = transport.get_extra_info("socket")
    if hasattr(socket, "TCP_USER_TIMEOUT") and connection is not None:
        with suppress(OSError):  # it has gone already, or is no TCP
            milliseconds = int(1000 * WRITE_TIMEOUT)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)


def abort(connection: HTTPConnection) -> None:
    """End a WebSocket at once, discarding unsent data; do nothing if it is not tracked."""
    abort_transport = connection.scope.get(ABORT)
    if abort_transport is not None:
        abort_transport()


def frame_writer(connection: HTTPConnection) -> Callable[[bytes], bool] | None:
    """Return what writes a frame to a WebSocket, past the application; None if it is not tracked.

    It returns whether the frame was written: not if the client does not keep up or the connection
    is closing.
    """
    write: Callable[[bytes], bool] | None = connection.scope.get(WRITE)
    return write


def raise_descriptor_limit() -> int:
    """Raise this process's limit of descriptors as far as allowed, up to `MOST_DESCRIPTORS`.

    Returns:
        The limit afterwards; `sys.maxsize` if there is none.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return sys.maxsize
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    with suppress(ValueError, OSError):  # macOS allows less than it claims
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def most_connections(descriptors: int) -> int:
    """Return the maximum number of connections for a number of descriptors."""
    return max(MIN_CONNECTIONS, descriptors - RESERVED_DESCRIPTORS)


def _time() -> float:
    return asyncio.get_running_loop().time()
