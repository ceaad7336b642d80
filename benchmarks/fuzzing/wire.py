"""HTTP and WebSocket on the level of bytes, so that invalid data can be sent.

A library refuses to send a broken frame or header; this sends whatever it is given. It knows
neither what is asked nor what is answered.
"""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import dataclass

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
    """Nothing was answered, neither words nor an end of the line."""


@dataclass(frozen=True)
class Reply:
    """What HTTP answered; names of headers in small letters."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def cookie(self) -> str | None:
        """The token of a session that was given."""
        found = self.headers.get("set-cookie", "")
        return found.partition(";")[0].partition("=")[2] if found.startswith("session=") else None


class Line:
    """A connection for HTTP, made anew whenever the other side has ended it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes, *, head: bool = False) -> Reply | None:
        """The answer to one request; None if the line was ended instead.

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
        """The same for a request that may be broken: perhaps its end is awaited, for ever."""
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
        while status == 100:  # "go on": the answer is still to come
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
        code: of the end; None if the line just ended.
        reason: in the server's words.
    """

    def __init__(self, code: int | None, reason: str = "") -> None:
        self.code, self.reason = code, reason
        super().__init__(f"closed with {code}: {reason}")


class Socket:
    """A WebSocket whose frames are ours to break."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int, path: str, headers: str = "") -> Socket:
        """Connect.

        Raises:
            Closed: the server did not want to.
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
        """Send a frame; `first` is its first byte, if that is to be another one."""
        self.send_raw(frame(data, FINAL | kind if first is None else first))

    def send_raw(self, data: bytes) -> None:
        """Send bytes."""
        if not self._writer.is_closing():
            self._writer.write(data)

    async def hear(self) -> bytes:
        """The next text.

        Raises:
            Closed: there will be no more.
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
        """Say that nothing more will come, in the middle of whatever was said."""
        if self._writer.can_write_eof() and not self._writer.is_closing():
            self._writer.write_eof()

    def close(self) -> None:
        """End the connection, without a word."""
        self._writer.close()


def frame(data: bytes, first: int, *, masked: bool = True) -> bytes:
    """A frame as clients send them."""
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
    """Status and headers of an answer; cookies are joined."""
    first, *rest = top.decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in rest:
        name, _, value = line.partition(":")
        if name:
            headers.setdefault(name.lower(), value.strip())
    return int(first.split()[1]), headers


def broken_frames(rng: random.Random, data: bytes) -> dict[str, bytes]:
    """Return frames that break the protocol beneath the messages, and some unusual sound ones."""
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
