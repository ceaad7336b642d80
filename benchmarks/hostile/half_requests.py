"""Connections that stay open: requests that are never finished, and idle sockets."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from benchmarks.hostile.attacker import Report, meanwhile, throttle
from benchmarks.table_player import Person, Player, new_table
from websockets.exceptions import ConnectionClosed, WebSocketException

HALVES = 1100
"""Requests begun, at a server that may open 1024 descriptors."""
IDLE = 400
"""Sockets attempted, more than an address may have."""
PER_SECOND = 200
"""Connections opened again a second, of those that were cut off."""
DESCRIPTORS = 2 * (HALVES + IDLE)


@asynccontextmanager
async def half_requests(base: str, mallory: Person) -> AsyncIterator[Report]:
    """From one address, begin 1,100 requests, end none, open all sockets allowed; begin again."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
    path = await asyncio.to_thread(new_table, base, mallory, game="magnate", seats=seats)
    report: Report = {
        "begun": 0,
        "cut": 0,
        "rejected": 0,
        "halves": 0,
        "sockets": 0,
        "most sockets": 0,
    }
    turn = throttle(PER_SECOND)

    async def half() -> None:
        first = True
        while True:
            if not first:
                await turn()
            first = False
            await _half(base, mallory, report)

    async def idle() -> None:
        while True:
            await turn()
            await _idle(base, path, mallory.address, report)
            await asyncio.sleep(IDLE / 5)  # an address may open five a second

    jobs = [half() for _ in range(HALVES)] + [idle() for _ in range(IDLE)]
    async with meanwhile(*jobs):
        yield report
        there = {key: report[key] for key in ("halves", "sockets")}
    report |= there  # at the end, before they were closed


async def _half(base: str, person: Person, report: Report) -> None:
    server = urlsplit(base)
    try:
        reader, writer = await asyncio.open_connection(server.hostname, server.port)
    except OSError:
        report["rejected"] += 1
        return
    report["begun"] += 1
    report["halves"] += 1
    try:
        writer.write(f"GET / HTTP/1.1\r\nHost: {server.netloc}\r\n".encode())
        await reader.read()
        report["cut"] += 1
    except OSError:
        report["cut"] += 1
    finally:
        report["halves"] -= 1
        writer.close()


async def _idle(base: str, path: str, address: str, report: Report) -> None:
    """Watch as an anonymous visitor, who may have more connections than one guest."""
    player = Player(base, path, Person(address=address), None)
    try:
        async with await player.connect() as line:
            report["sockets"] += 1
            report["most sockets"] = max(report["most sockets"], report["sockets"])
            try:
                async for _ in line:
                    pass
            except ConnectionClosed:
                pass
            finally:
                report["sockets"] -= 1
    except (OSError, TimeoutError, WebSocketException):
        report["rejected"] += 1
