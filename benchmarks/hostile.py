"""What one visitor can do to all others: a few people play, quietly at first, then under attack.

    python benchmarks/hostile.py                     # all attacks, one after the other
    python benchmarks/hostile.py bot_tables --seconds 20

Every attack is one function: a context in which it goes on, from one address, within what the
limits of rates allow. The people play Magnate against the gentle bot, each from an address of
their own. Reported are, for the quiet and for the hostile phase, the milliseconds from a move to
its acknowledgement and from there to the bot's answer (median and 95th percentile), the lag of the
event loop, and what the attacker got. All share the cores of this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.postgres import new_database
from benchmarks.server import Server
from benchmarks.table_player import Person, Player, new_table
from websockets.exceptions import ConnectionClosed

from ducato.core.game import load
from ducato.table.levels import most_simulations

PEOPLE = 4
PAUSE = 0.3
"""Seconds between two moves of a person; more often nobody moves."""
PATIENCE = 60.0
"""Seconds for an answer; what takes longer counts as so long."""
WARM = 5.0
"""Seconds that the server gets to load what was compiled; it is done once in its life."""

Told = dict[str, Any]
Attack = Callable[[str], AbstractAsyncContextManager[Told]]


@dataclass
class Phase:
    """What people waited for, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)

    def line(self, name: str, lag: float) -> str:
        """One line of the table."""
        times = [
            f"{1000 * part(waits):7.0f}"
            for waits in (self.acknowledged, self.answered)
            for part in (_median, _late)
        ]
        counts = f"{len(self.acknowledged):6} {len(self.answered):6}"
        return f"{name:8} {' '.join(times)} {counts} {lag:9.0f}"


HEAD = (
    f"{'phase':8} {'ack p50':>7} {'ack p95':>7} {'bot p50':>7} {'bot p95':>7} "
    f"{'acks':>6} {'bots':>6} {'lag p99':>9}  (ms)"
)


def _median(waits: list[float]) -> float:
    return sorted(waits)[len(waits) // 2] if waits else 0.0


def _late(waits: list[float]) -> float:
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * 0.95))] if waits else 0.0


async def play(base: str, until: float, phase: Phase, rng: random.Random) -> None:
    """Play against the gentle bot, game after game."""
    person = Person()
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "bot": "gentle"}]
    while time.perf_counter() < until:
        path = await asyncio.to_thread(new_table, base, person, game="magnate", seats=seats)
        player = Player(base, path, person, None, rng)
        async with await player.connect() as line:
            while not player.view:
                await player.listen(line)
            await _game(player, line, until, phase)
        phase.acknowledged += player.delays


async def _game(player: Player, line: Any, until: float, phase: Phase) -> None:
    while time.perf_counter() < until and player.view["result"] is None:
        if player.view["legal"]:
            await player.act(line, PATIENCE)
            await asyncio.sleep(PAUSE)
            player.hear(await line.recv())  # the steps that the move made
            continue
        waited = time.perf_counter()
        while not player.view["legal"] and player.view["result"] is None:
            try:
                async with asyncio.timeout(PATIENCE):
                    message = player.hear(await line.recv())
            except TimeoutError:
                phase.answered.append(PATIENCE)
                return
            if message["type"] == "steps":  # the bot has moved
                phase.answered.append(time.perf_counter() - waited)
                waited = time.perf_counter()


async def _phase(server: Server, seconds: float) -> Phase:
    phase, until = Phase(), time.perf_counter() + seconds
    people = (play(server.base, until, phase, random.Random(n)) for n in range(PEOPLE))
    await asyncio.gather(*people)
    return phase


# -- attacks


@asynccontextmanager
async def bot_tables(base: str) -> AsyncIterator[Told]:
    """One guest opens twenty tables of strong bots of the longest game, and watches them all."""
    mallory, told = Person(), {"opened": 0, "refused": 0, "watched": 0, "steps": 0}
    most = most_simulations(load("manifest-destiny", 5))
    seats = [{"kind": "bot", "bot": f"ismcts:sims={most}"}] * 5
    paths = []
    for _ in range(20):
        try:
            paths.append(
                await asyncio.to_thread(
                    new_table, base, mallory, game="manifest-destiny", seats=seats
                )
            )
            told["opened"] += 1
        except HTTPError:
            told["refused"] += 1
    watching = [asyncio.create_task(_watch(base, path, mallory, told)) for path in paths]
    await asyncio.sleep(1)
    try:
        yield told
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


async def _watch(base: str, path: str, person: Person, told: Told) -> None:
    player = Player(base, path, person, None)
    with contextlib.suppress(ConnectionClosed):
        async with await player.connect() as line:
            told["watched"] += 1
            async for text in line:
                told["steps"] += str(text).count('"actor"') if '"type":"steps"' in str(text) else 0


@asynccontextmanager
async def lobby_flood(base: str) -> AsyncIterator[Told]:
    """One address opens as many public tables as it may, as one guest and as ever new ones."""
    honest = Person()
    path = await asyncio.to_thread(_open_public, base, honest)
    address = Person().address
    told: Told = {"opened": 0, "refused": 0}
    mallory = Person(address=address)
    for number in range(200):
        if number % 2:
            mallory = Person(address=address)
        try:
            await asyncio.to_thread(_open_public, base, mallory)
            told["opened"] += 1
        except HTTPError:
            told["refused"] += 1
    asked = Request(f"{base}/api/tables", headers=Person().headers)
    listed = json.load(await asyncio.to_thread(urlopen, asked))
    told["listed"] = len(listed)
    told["honest table found"] = path.rpartition("/")[2] in {table["id"] for table in listed}
    yield told


def _open_public(base: str, person: Person) -> str:
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
    return new_table(base, person, game="magnate", seats=seats, public=True)


ATTACKS: dict[str, Attack] = {"bot_tables": bot_tables, "lobby_flood": lobby_flood}


async def measured(server: Server, attack: Attack, seconds: float) -> None:
    """Print what people wait for, without an attack and under it."""
    await _phase(server, WARM)
    server.lag()
    quiet = await _phase(server, seconds)
    print(HEAD, quiet.line("quiet", server.lag()[0]), sep="\n", flush=True)
    async with attack(server.base) as told:
        hostile = await _phase(server, seconds)
        print(hostile.line("hostile", server.lag()[0]), f"attacker: {told}", sep="\n", flush=True)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("attack", nargs="*", metavar="attack", help="all, if none is named")
    parser.add_argument("--seconds", type=float, default=30, help="of each phase")
    asked = parser.parse_args()
    for name in asked.attack or ATTACKS:
        print(f"\n{name}: {(ATTACKS[name].__doc__ or '').splitlines()[0]}", flush=True)
        with new_database(postgres=False) as url:
            server = Server(url)
            try:
                asyncio.run(measured(server, ATTACKS[name], asked.seconds))
            finally:
                server.stop()


if __name__ == "__main__":
    main()
