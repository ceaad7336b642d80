"""An attack in its own process at a lower priority, started and stopped from here."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.table_player import Person, Player, new_table

NICENESS = 5
"""A remote attacker has its own processors; here it must not get as much time as the server."""
PREPARE_WITHIN = 120.0
"""Seconds for an attack's preparations."""
LONGEST = 600.0
"""Seconds after which it ends by itself, even if the parent process is gone."""

Report = dict[str, Any]
Attack = Callable[[str, Person], AbstractAsyncContextManager[Report]]


class Attacker:
    """A process that runs an attack.

    Args:
        name: of the attack.
        base: address of the server.
        address: where the attacker comes from.

    Attributes:
        report: the results, when the attack is over.
    """

    def __init__(self, name: str, base: str, address: str) -> None:
        self.report: Report = {}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.hostile", "--attacker", base, address, name],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Wait until the attack has begun; end it afterwards."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            if self._process.stdout.readline() != "begun\n":
                raise RuntimeError("the attack did not begin")
            yield
            self._process.stdin.close()
            self.report = json.loads(self._process.stdout.readline())
        finally:
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()


def run_attack(attack: Attack, base: str, address: str) -> None:
    """Run an attack in this process until standard input ends, and print its report."""
    os.nice(NICENESS)

    async def go_on() -> Report:
        async with asyncio.timeout(PREPARE_WITHIN + LONGEST):
            async with attack(base, Person(address=address)) as report:
                print("begun", flush=True)
                waiting = asyncio.to_thread(sys.stdin.read)
                await asyncio.wait([asyncio.create_task(waiting)], timeout=LONGEST)
        return report

    report = asyncio.run(go_on())
    print(json.dumps(report), flush=True)


@asynccontextmanager
async def meanwhile(*jobs: Coroutine[Any, Any, None]) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Run these coroutines in the background until the block ends."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end


async def long_table(base: str, person: Person, within: float = 90.0) -> tuple[str, int]:
    """Have bots play the longest game to its end, or for some time; return its path and steps."""
    seats = [{"kind": "bot", "bot": "random"}] * 5
    path = await asyncio.to_thread(new_table, base, person, game="manifest-destiny", seats=seats)
    player, end = Player(base, path, person, None), time.monotonic() + within
    async with await player.connect() as line:
        while not player.view or (player.view["result"] is None and time.monotonic() < end):
            async with asyncio.timeout(within):
                await player.listen(line)
    return path, int(player.view["seq"])


def throttle(per_second: float) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return a function that waits for the next turn, of which there are so many a second."""
    turn = time.monotonic()

    async def wait() -> None:
        nonlocal turn
        turn = max(turn + 1 / per_second, time.monotonic() - 1)
        await asyncio.sleep(turn - time.monotonic())

    return wait
