"""Connections without end: requests that are never finished, and sockets where nothing is said."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from benchmarks.hostile.attacker import Told, meanwhile, pace
from benchmarks.table_player import Person, Player, new_table
from websockets.exceptions import ConnectionClosed, WebSocketException

HALVES = 1100
"""Requests begun, at a server that may have 1024 descriptors."""
IDLE = 400
"""Sockets tried, more than an address may have."""
PER_SECOND = 200
"""Connections opened again, of those that were cut off."""
DESCRIPTORS = 2 * (HALVES + IDLE)


@asynccontextmanager
async def half_requests(base: str, mallory: Person) -> AsyncIterator[Told]:
    """One visitor begins 1,100 requests and ends none, has all sockets it may, and begins again."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
    path = await asyncio.to_thread(new_table, base, mallory, game="magnate", seats=seats)
    told: Told = {"begun": 0, "cut": 0, "refused": 0, "halves": 0, "sockets": 0, "most sockets": 0}
    turn = pace(PER_SECOND)

    async def half() -> None:
        first = True
        while True:
            if not first:
                await turn()
            first = False
            await _half(base, mallory, told)

    async def idle() -> None:
        while True:
            await turn()
            await _idle(base, path, mallory.address, told)
            await asyncio.sleep(IDLE / 5)  # an address may open five a second

    jobs = [half() for _ in range(HALVES)] + [idle() for _ in range(IDLE)]
    async with meanwhile(*jobs):
        yield told
        there = {key: told[key] for key in ("halves", "sockets")}
    told |= there  # at the end, before they were closed


async def _half(base: str, person: Person, told: Told) -> None:
    server = urlsplit(base)
    try:
        reader, writer = await asyncio.open_connection(server.hostname, server.port)
    except OSError:
        told["refused"] += 1
        return
    told["begun"] += 1
    told["halves"] += 1
    try:
        writer.write(f"GET / HTTP/1.1\r\nHost: {server.netloc}\r\n".encode())
        await reader.read()
        told["cut"] += 1
    except OSError:
        told["cut"] += 1
    finally:
        told["halves"] -= 1
        writer.close()


async def _idle(base: str, path: str, address: str, told: Told) -> None:
    """Watch as somebody unknown, of whom there may be more than of one guest."""
    player = Player(base, path, Person(address=address), None)
    try:
        async with await player.connect() as line:
            told["sockets"] += 1
            told["most sockets"] = max(told["most sockets"], told["sockets"])
            try:
                async for _ in line:
                    pass
            except ConnectionClosed:
                pass
            finally:
                told["sockets"] -= 1
    except (OSError, TimeoutError, WebSocketException):
        told["refused"] += 1
