"""Tables of strong bots, as many as one guest may open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.error import HTTPError

from benchmarks.hostile.attacker import Report, meanwhile
from benchmarks.table_player import Person, Player, new_table
from websockets.exceptions import ConnectionClosed

from ducato.core.game import load
from ducato.table.setup.levels import most_simulations

TABLES = 20


@asynccontextmanager
async def bot_tables(base: str, mallory: Person) -> AsyncIterator[Report]:
    """As one guest, open twenty tables of strong bots of the longest game, and watch them all."""
    report = {"opened": 0, "rejected": 0, "watched": 0, "steps": 0}
    most = most_simulations(load("manifest-destiny", 5))
    seats = [{"kind": "bot", "bot": f"ismcts:sims={most}"}] * 5
    paths = []
    for _ in range(TABLES):
        try:
            paths.append(
                await asyncio.to_thread(
                    new_table, base, mallory, game="manifest-destiny", seats=seats
                )
            )
            report["opened"] += 1
        except HTTPError:
            report["rejected"] += 1
    async with meanwhile(*(_watch(base, path, mallory, report) for path in paths)):
        await asyncio.sleep(1)
        yield report


async def _watch(base: str, path: str, person: Person, report: Report) -> None:
    player = Player(base, path, person, None)
    with suppress(ConnectionClosed):
        async with await player.connect() as line:
            report["watched"] += 1
            async for text in line:
                if '"type":"steps"' in str(text):
                    report["steps"] += str(text).count('"actor"')
