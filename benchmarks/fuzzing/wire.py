"""HTTP and WebSocket on the level of bytes, so that invalid data can be sent.

A library refuses to send a broken frame or header; this module sends whatever it is given. It
knows neither the requests nor the answers.
"""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import dataclass

from ducato.server.kit.http.sessions import PLAIN_COOKIE

PATIENCE = 30.0
"""Seconds for an answer; the machine may be busy."""
SHORT = 0.1
"""Seconds for the answer to a request that may have no end."""
HUGE = 20_000
"""Bytes of a frame that is too long to be answered."""
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL = 0x80
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Silent(Exception):
    """Nothing arrived, neither an answer nor the end of the connection."""


@dataclass(frozen=True)
class Reply:
    """An HTTP response; names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def cookie(self) -> str | None:
        """The name and value of the session cookie that was set, as a request sends them back."""
        found = self.headers.get("set-cookie", "")
        return found.partition(";")[0] if found.startswith(PLAIN_COOKIE) else None


class Line:
    """An HTTP connection, reopened whenever the other side has ended it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes, *, head: bool = False) -> Reply | None:
        """Return the response to one request; None if the connection was ended instead.

        Raises:
            Silent: nothing came.
        """
        for again in (True, False):
            kept = self._ends is not None
            try:
                async with asyncio.timeout(PATIENCE):
                    reply = await self._ask(request, head)
            except TimeoutError:
                self.close()
                raise Silent from None
            except OSError:
                reply = None
            if reply is None:
                self.close()
            if reply is not None or not (kept and again):
                return reply
        return None

    async def ask_once(self, request: bytes, *, head: bool = False) -> Reply | None:
        """Do the same for a request that may be broken: the server may wait forever for its end."""
        try:
            async with asyncio.timeout(SHORT):
                return await self._ask(request, head)
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            return None
        finally:
            self.close()

    def close(self) -> None:
        """End the connection."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None

    async def _ask(self, request: bytes, head: bool) -> Reply | None:
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._ends
        writer.write(request)
        status = 100
        while status == 100:  # 100 (Continue): the response is still to come
            try:
                status, headers = parsed(await reader.readuntil(b"\r\n\r\n"))
            except asyncio.IncompleteReadError:
                return None
        body = b""
        if not head and status not in (101, 204, 304):
            if headers.get("transfer-encoding") == "chunked":
                while size := int(await reader.readline(), 16):
                    body += (await reader.readexactly(size + 2))[:-2]
                await reader.readline()
            elif "content-length" in headers:
                body = await reader.readexactly(int(headers["content-length"]))
            else:
                body = await reader.read()
                headers["connection"] = "close"
        if headers.get("connection") == "close" or status == 101:
            self.close()
        return Reply(status, headers, body)


class Closed(Exception):
    """The server ended a socket.

    Attributes:
        code: of the close frame, or the status of a refused handshake; None if there was neither.
        reason: in the server's words.
    """

    def __init__(self, code: int | None, reason: str = "") -> None:
        self.code, self.reason = code, reason
        super().__init__(f"closed with {code}: {reason}")


class Socket:
    """A WebSocket on which broken frames can be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int, path: str, headers: str = "") -> Socket:
        """Connect.

        Raises:
            Closed: the server refused.
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\n"
            f"Sec-WebSocket-Version: 13\r\n{headers}\r\n".encode()
        )
        async with asyncio.timeout(PATIENCE):
            status, _ = parsed(await reader.readuntil(b"\r\n\r\n"))
        if status != 101:
            writer.close()
            raise Closed(status, "not upgraded")
        return cls(reader, writer)

    def send(self, data: bytes, kind: int = TEXT, first: int | None = None) -> None:
        """Send a frame; `first` replaces its first byte if given."""
        self.send_raw(frame(data, FINAL | kind if first is None else first))

    def send_raw(self, data: bytes) -> None:
        """Send bytes."""
        if not self._writer.is_closing():
            self._writer.write(data)

    async def hear(self) -> bytes:
        """Return the next text.

        Raises:
            Closed: nothing more will arrive.
            Silent: nothing came.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._hear()
        except TimeoutError:
            raise Silent from None
        except (asyncio.IncompleteReadError, OSError):
            raise Closed(None) from None

    async def _hear(self) -> bytes:
        while True:
            first, size = await self._reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2))
            elif size == 127:
                size = int.from_bytes(await self._reader.readexactly(8))
            data = await self._reader.readexactly(size)
            if first & 15 == CLOSE:
                code = int.from_bytes(data[:2]) if data else None
                self.close()
                raise Closed(code, data[2:].decode("utf-8", "replace"))
            if first & 15 in (TEXT, BINARY):
                return data

    def end_of_words(self) -> None:
        """Signal the end of the data, even in the middle of a message."""
        if self._writer.can_write_eof() and not self._writer.is_closing():
            self._writer.write_eof()

    def close(self) -> None:
        """End the connection without a close frame."""
        self._writer.close()


def frame(data: bytes, first: int, *, masked: bool = True) -> bytes:
    """Return a frame as clients send them."""
    size = len(data)
    mark = 0x80 if masked else 0
    if size < 126:
        head = bytes([first, mark | size])
    elif size < 2**16:
        head = bytes([first, mark | 126]) + size.to_bytes(2)
    else:
        head = bytes([first, mark | 127]) + size.to_bytes(8)
    if not masked:
        return head + data
    mask = os.urandom(4)
    key = (mask * (size // 4 + 1))[:size]
    hidden = int.from_bytes(data) ^ int.from_bytes(key)
    return head + mask + hidden.to_bytes(size)


def parsed(top: bytes) -> tuple[int, dict[str, str]]:
    """Return status and headers of a response; of repeated headers the first is kept."""
    first, *rest = top.decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in rest:
        name, _, value = line.partition(":")
        if name:
            headers.setdefault(name.lower(), value.strip())
    return int(first.split()[1]), headers


def broken_frames(rng: random.Random, data: bytes) -> dict[str, bytes]:
    """Return frames that break the protocol beneath the messages, and some unusual valid ones."""
    return {
        "unmasked": frame(data, 0x81, masked=False),
        "reserved bits": frame(data, 0x81 | rng.choice([0x10, 0x20, 0x40])),
        "reserved opcode": frame(data, 0x80 | rng.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])),
        "long control": frame(b"x" * 200, 0x80 | rng.choice([CLOSE, PING, PONG])),
        "control in parts": frame(b"x", rng.choice([CLOSE, PING, PONG])),
        "no beginning": frame(data, 0x80),
        "no end": frame(data, 0x01) + frame(data, 0x81),
        "in parts": frame(data[:5], 0x01) + frame(b"p", 0x89) + frame(data[5:], 0x80),
        "too long": frame(b"[" * HUGE, 0x81),
        "said to be long": b"\x81\xff" + rng.randbytes(8) + b"abcd" + data,
        "no text": frame(rng.randbytes(40) + b"\xff", 0x81),
        "cut": frame(data + b"     ", 0x81)[: rng.randrange(1, 6)],
        "noise": rng.randbytes(rng.randrange(1, 300)),
        "close": frame(rng.choice([b"", b"\x03", b"\x03\xe8", b"\x00\x00", b"\x03\xed",
                                   b"\x0f\xa0\xff", b"\xff\xff"]), 0x88),
        "empty": frame(b"", 0x81),
    }  # fmt: skip
