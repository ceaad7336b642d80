"""Screens that ask and never read."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from urllib.parse import urlsplit

from benchmarks.hostile.attacker import Told, long_table, meanwhile, pace
from benchmarks.table_player import Person
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

SCREENS = 10
EXPORTS = 1.9
"""Records asked for in a second, at all screens together: just within what a person may."""
TAKES = 4096
"""Bytes that the attacker's side of a connection takes before it takes no more."""
TCP_ESTABLISHED = 1
"""The first byte that Linux tells about a connection."""


@asynccontextmanager
async def deaf_screens(base: str, mallory: Person) -> AsyncIterator[Told]:
    """One guest asks for the record of a long game at ten screens, and never reads an answer."""
    path, steps = await long_table(base, mallory)
    told: Told = {"steps": steps, "asked": 0}
    async with AsyncExitStack() as stack:
        sockets = [await asyncio.to_thread(_deaf, base) for _ in range(SCREENS)]
        lines = [
            await stack.enter_async_context(
                connect(
                    f"{base.replace('http', 'ws')}{path}/socket?lang=en",
                    sock=one,
                    additional_headers=mallory.headers,
                    compression=None,
                    ping_interval=None,
                    close_timeout=0.1,
                    max_size=None,
                    max_queue=1,  # it stops reading when this is full
                )
            )
            for one in sockets
        ]

        async def ask() -> None:
            turn = pace(EXPORTS)
            for number in count():
                await turn()
                try:
                    request = {"type": "export", "id": f"{number}"}
                    await lines[number % SCREENS].send(json.dumps(request))
                    told["asked"] += 1
                except ConnectionClosed:
                    continue

        async with meanwhile(ask()):
            yield told
        told["connected"] = sum(
            one.fileno() >= 0
            and one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == TCP_ESTABLISHED
            for one in sockets
        )


def _deaf(base: str) -> socket.socket:
    server, made = urlsplit(base), socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, TAKES)
    made.connect((server.hostname, server.port))
    made.setblocking(False)
    return made
