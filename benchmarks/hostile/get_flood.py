"""The requests that cost the server most."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from benchmarks.hostile.attacker import Report, long_table, meanwhile, throttle
from benchmarks.table_player import Person

CONNECTIONS = 40
PER_SECOND = 400
"""Requests a second at most, eight times what an address may send at the price of a page: more
only keep the processors of this machine busy with the attacker.
"""


@asynccontextmanager
async def get_flood(base: str, mallory: Person) -> AsyncIterator[Report]:
    """From one address, send costly requests on forty connections, as fast as they are answered."""
    path, steps = await long_table(base, mallory)
    paths = ["/api/games", f"{path}/record", "/static/js/pages/table.js", f"{path}/qr.svg"]
    report: Report = {"steps": steps}
    answers: Counter[str] = Counter()
    turn = throttle(PER_SECOND)

    async def ask(number: int) -> None:
        for nth in count(number):
            try:
                await _keep_asking(base, mallory, paths, nth, turn, answers)
            except (OSError, asyncio.IncompleteReadError):
                answers["cut"] += 1
                await turn()

    async with meanwhile(*map(ask, range(CONNECTIONS))):
        yield report
    report |= dict(sorted(answers.items()))


async def _keep_asking(
    base: str,
    person: Person,
    paths: list[str],
    nth: int,
    turn: Callable[[], Coroutine[Any, Any, None]],
    answers: Counter[str],
) -> None:
    """Request one path after the other, beginning with the nth, over one connection."""
    server = urlsplit(base)
    reader, writer = await asyncio.open_connection(server.hostname, server.port)
    head = "".join(f"{name}: {value}\r\n" for name, value in person.headers.items())
    try:
        while True:
            await turn()
            path, nth = paths[nth % len(paths)], nth + 1
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {server.netloc}\r\n{head}\r\n".encode())
            answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = answer.partition("content-length:")[2].partition("\r\n")[0]
            await reader.readexactly(int(length))
            answers[answer.split()[1]] += 1
    finally:
        writer.close()
