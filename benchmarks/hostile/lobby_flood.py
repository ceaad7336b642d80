"""Public tables, as many as one address may open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from benchmarks.hostile.attacker import Report, meanwhile, throttle
from benchmarks.table_player import Person, new_table

FIRST = 200
PER_SECOND = 10
"""Tables requested a second, after the first `FIRST` at once."""
HONEST = "198.51.100.7"
"""The address of another person, who is waiting for a player."""


@asynccontextmanager
async def lobby_flood(base: str, mallory: Person) -> AsyncIterator[Report]:
    """From one address, open all public tables allowed, as one guest and as ever new ones."""
    honest = Person(address=HONEST)
    path = await asyncio.to_thread(_open_public, base, honest)
    report: Report = {"opened": 0, "rejected": 0}
    for number in range(FIRST):
        await _flood(base, mallory, number, report)
    async with meanwhile(_go_on(base, mallory, report)):
        yield report
    asked = Request(f"{base}/api/tables", headers=honest.headers)
    listed = await asyncio.to_thread(_read, asked)
    report["listed"] = len(listed)
    report["honest table found"] = path.rpartition("/")[2] in {table["id"] for table in listed}


async def _go_on(base: str, mallory: Person, report: Report) -> None:
    turn, number = throttle(PER_SECOND), 0
    while True:
        await turn()
        await _flood(base, mallory, number, report)
        number += 1


async def _flood(base: str, mallory: Person, number: int, report: Report) -> None:
    guest = mallory if number % 2 else Person(address=mallory.address)
    try:
        await asyncio.to_thread(_open_public, base, guest)
        report["opened"] += 1
    except HTTPError:
        report["rejected"] += 1


def _open_public(base: str, person: Person) -> str:
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
    return new_table(base, person, game="magnate", seats=seats, public=True)


def _read(asked: Request) -> list[dict[str, str]]:
    with urlopen(asked, timeout=60) as answer:
        listed: list[dict[str, str]] = json.load(answer)
    return listed
