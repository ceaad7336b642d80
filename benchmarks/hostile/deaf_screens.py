"""Clients that send requests and never read the answers.

The system itself buffers up to some megabytes for each connection (`tcp_wmem`); only when these
buffers are full does the server wait for the client, and cut it off half a minute later. Within
the limits of one guest that takes minutes: a short phase ends with all clients connected.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from urllib.parse import urlsplit

from benchmarks.hostile.attacker import Report, long_table, meanwhile, throttle
from benchmarks.table_player import Person
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

SCREENS = 10
STEPS = 60
"""Steps that are requested again: as many as the server sends one by one, each with its view."""
ASKS = 4
"""Requests a second, over all connections: one in `RECORDS` is for the record, which costs as
much as ten messages; the others cost four, which is just within the twenty allowed to a person.
"""
RECORDS = 8
TAKES = 4096
"""Receive buffer of the attacker's side of a connection, in bytes."""
TCP_ESTABLISHED = 1
"""The first byte of Linux's `TCP_INFO` while a connection is established."""


@asynccontextmanager
async def deaf_screens(base: str, mallory: Person) -> AsyncIterator[Report]:
    """As one guest, request a long game and its record on ten connections; never read an answer."""
    path, steps = await long_table(base, mallory)
    report: Report = {"steps": steps, "asked": 0}
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
            turn = throttle(ASKS)
            for number in count():
                await turn()
                record = {"type": "export", "id": f"{number}"}
                again = {"type": "catch_up", "seq": max(0, steps - STEPS)}
                try:
                    question = again if number % RECORDS else record
                    await lines[number % SCREENS].send(json.dumps(question))
                    report["asked"] += 1
                except ConnectionClosed:
                    continue

        async with meanwhile(ask()):
            yield report
        report["connected"] = sum(
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
