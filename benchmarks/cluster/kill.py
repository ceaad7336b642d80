"""Kill workers under load repeatedly, and check that every acknowledged move is stored once.

    python -m benchmarks.cluster.kill --times 20 --tables 8
    python -m benchmarks.cluster.kill --times 5 --tables 8 --restart

It is `benchmarks/kill.py` for a server of several workers on PostgreSQL. After a random moment one
of the workers is killed (SIGKILL); play goes on at the others. Each time it is measured how long it
takes until every table that was served by it is live again, that is, until its players are welcomed
by another worker, and it is checked that every acknowledged move is stored, once and at its place.
With ``--restart``, all workers are replaced in turn (SIGHUP) instead.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.cluster.server import Workers
from benchmarks.kill import LONGEST, Found, Table, check, open_tables, play
from benchmarks.table_player import Player
from tests.support.postgres import new_database
from websockets.exceptions import WebSocketException

from ducato.server.kit.database.engine import Database
from ducato.server.subjects.tables.storage import Tables

RECONNECT = 0.1
"""Seconds between two attempts of a player to connect."""
LIVE_AGAIN = 30.0
"""Seconds after which a table must be live again; far more than it takes."""
BEGIN, CUT_OFF = 2.0, 1.0
"""Seconds until all players have connected, and until all have noticed that they are cut off."""
PLAY_ON = 0.5
"""Seconds for which play goes on after all tables are live again."""


@dataclass
class Round:
    """One round of play.

    Attributes:
        tables: the tables.
        lost: when each table was lost last, by its path, unless it is live again.
        times: the seconds until a lost table was live again.
    """

    tables: list[Table]
    lost: dict[str, float] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)


async def keep_playing(
    base: str, table: Table, now: Round, found: Found, rng: random.Random
) -> None:
    """Play at a table, connecting again whenever the connection is lost."""
    while True:
        await play(base, table, found, rng)
        now.lost.setdefault(table.path, time.perf_counter())
        live = partial(_is_live, base, table)
        await _until(live, RECONNECT)
        now.times.append(time.perf_counter() - now.lost.pop(table.path))


async def _until(what: Callable[[], Awaitable[bool]], pause: float) -> None:
    """Wait until something holds, looking again after each pause."""
    for attempt in itertools.count():
        if attempt:
            await asyncio.sleep(pause)
        if await what():
            return


async def _is_live(base: str, table: Table) -> bool:
    """Return whether a player is welcomed at a table."""
    player = Player(base, table.path, table.people[0], 0, contributed=True)
    try:
        line = await player.connect()
        try:
            while not player.view:
                await player.listen(line)
        finally:
            line.transport.abort()
    except (WebSocketException, OSError):
        return False
    return True


async def one_round(
    server: Workers, tables: list[Table], found: Found, rng: random.Random, restart: bool
) -> list[float]:
    """Play, kill a worker, play on. Return the seconds until each lost table was live again."""
    now = Round(tables)
    playing = [
        asyncio.create_task(keep_playing(server.base, table, now, found, rng)) for table in tables
    ]
    await asyncio.sleep(BEGIN + rng.random() * LONGEST)
    over = set(now.lost)  # finished games
    now.times.clear()
    pids = set(server.pids())

    async def replaced() -> bool:
        return server.has_replaced(pids)

    async def all_live() -> bool:
        return not set(now.lost) - over

    if restart:
        server.restart()
        async with asyncio.timeout(6 * LIVE_AGAIN):
            await _until(replaced, 0.1)
    else:
        os.kill(rng.choice(sorted(pids)), signal.SIGKILL)
        await asyncio.sleep(CUT_OFF)
    async with asyncio.timeout(LIVE_AGAIN):
        await _until(all_live, 0.02)
    await asyncio.sleep(PLAY_ON)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return now.times


def killed(
    database: str, workers: int, times: int, number: int, seed: int = 0, *, restart: bool = False
) -> tuple[Found, list[float]]:
    """Start a server and kill one of its workers this often.

    Return what was found, and the seconds until each lost table was live again.

    Raises:
        AssertionError: something was lost, or done twice.
    """
    rng, found, taken_over = random.Random(seed), Found(), []
    server = Workers(database, workers, Path("/dev/null"))
    try:
        tables = open_tables(server.base, number)
        for _ in range(times):
            server.wait_until_complete()
            taken_over += asyncio.run(one_round(server, tables, found, rng, restart))
            found.kills += 1
            check(database, tables, found)
            opened = Database(database)
            over = [
                Tables(opened).load(table.path.rpartition("/")[2]).finished is not None
                for table in tables
            ]
            opened.close()
            fresh = iter(open_tables(server.base, sum(over)))
            tables = [
                next(fresh) if ended else table for table, ended in zip(tables, over, strict=True)
            ]
    finally:
        server.stop()
    return found, taken_over


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--restart", action="store_true", help="replace all workers, kill none")
    wanted = parser.parse_args()
    with new_database(postgres=True) as url:
        found, times = killed(
            url,
            wanted.workers,
            wanted.times,
            wanted.tables,
            wanted.seed,
            restart=wanted.restart,
        )
    times.sort()
    print(
        f"{found.kills} rounds: {found.acknowledged} moves acknowledged, none lost, none twice; of "
        f"{found.unanswered} without an answer {found.applied} were stored; {len(times)} tables "
        f"lost their worker and were live again after {times[len(times) // 2]:.2f} s (median), "
        f"{times[-1]:.2f} s (most)"
        if times
        else f"{found.kills} rounds: no table lost its worker"
    )


if __name__ == "__main__":
    main()
