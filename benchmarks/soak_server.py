"""Thousands of tables opened, played and left at one server, whose memory must not grow.

    python benchmarks/soak_server.py --tables 5000
    python benchmarks/soak_server.py --tables 500 --moves 2 --step 100

A real server runs in a subprocess. At each table sit people who come for this one table, as many
as the game takes at least or at most, each at a socket and an address of their own, so that all
limits hold. They make some moves, one of them resigns, another connection is opened for a last
look, and all leave. One table in `WHOLE` is played to the end of a short game. After every
``--step`` tables, when all have left, one line says how much memory the server has (resident, MB)
and how many objects of tables are left in it; both must stay where they are. It exits with 1 if
they do not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.server import Server
from benchmarks.table_player import (
    TOOK_TOO_MUCH,
    Person,
    Player,
    new_table,
    table_of,
    tables_of_all_sizes,
)
from tests.support.postgres import new_database
from websockets.asyncio.client import ClientConnection

from ducato.server.live.attendance import GRACE_AFTER_LEAVING

AT_ONCE = 6
"""Tables with people at the same time; more would only wait for each other."""
WHOLE = 50
"""One table in this many is played to its end, by two people at one screen."""
SHORT: dict[str, Any] = {"game": "magnate", "options": {"reshuffles": 0}}
"""The game of those tables: some hundred moves."""
LEAVE_WITHIN = GRACE_AFTER_LEAVING + 60
"""Seconds for the server to close tables that all have left: a bot that plays on for one who
resigned makes its moves first."""
MOST_GROWTH = 0.05
"""Share by which its memory may exceed the level where it has settled."""


@dataclass
class Soaked:
    """The results.

    Attributes:
        points: resident bytes, by the number of tables so far.
        left: objects of tables in memory after all had left, the most at any point.
        moves: moves that were acknowledged.
        over: games that were played to the end or resigned.
        slowed: moves that exceeded the rate limit and were sent again a moment later.
        rejected: moves that were not accepted.
        pauses: the longest lag of the event loop at each point, in milliseconds.
    """

    points: dict[int, int] = field(default_factory=dict)
    left: int = 0
    moves: int = 0
    over: int = 0
    slowed: int = 0
    rejected: int = 0
    pauses: list[float] = field(default_factory=list)

    def growth(self, settled: int) -> float:
        """Return by what share memory exceeds its level after `settled` tables, at most."""
        level = next(size for tables, size in self.points.items() if tables >= settled)
        later = [size for tables, size in self.points.items() if tables > settled]
        return max(later, default=level) / level - 1


@dataclass
class Seat:
    """A person at a table.

    Attributes:
        player: the client that keeps the view.
        line: the socket.
    """

    player: Player
    line: ClientConnection
    over: bool = False

    @property
    def can_move(self) -> bool:
        """Whether this person is to choose."""
        return bool(self.player.view.get("legal"))

    async def hear(self) -> dict[str, Any]:
        """Receive one message."""
        message = await self.player.listen(self.line)
        self.over = self.over or self.player.view.get("result") is not None
        return message

    async def ask(self, **request: Any) -> str:
        """Send a request and return the type of the answer."""
        request_id = f"{self.player.rng.getrandbits(64):x}"
        await self.line.send(json.dumps({**request, "id": request_id}))
        while True:
            message = await self.hear()
            if message.get("id") == request_id:
                return str(message["type"])


class Soak:
    """People who play at a server.

    Args:
        server: where they play.
        moves: at each table before one of them resigns.
        seed: of all random choices.
    """

    def __init__(self, server: Server, moves: int, seed: int) -> None:
        self._server, self._moves = server, moves
        self._rng = random.Random(seed)
        self._tables: Iterator[tuple[str, int]] = tables_of_all_sizes()
        self._numbers = itertools.count(1)
        self.found = Soaked()

    async def step(self, tables: int) -> None:
        """Play at this many more tables, then measure what is left of them."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one() -> None:
            async with gate:
                await self._table()

        await asyncio.gather(*(one() for _ in range(tables)))
        end = time.monotonic() + LEAVE_WITHIN
        while any(self._server.live()) and time.monotonic() < end:  # noqa: ASYNC110 (a process)
            await asyncio.sleep(0.2)
        done = max(self.found.points, default=0) + tables
        self.found.points[done] = self._server.memory()
        self.found.left = max(self.found.left, *self._server.live())
        self.found.pauses.append(self._server.lag()[1])

    async def _table(self) -> None:
        base, number = self._server.base, next(self._numbers)
        game, players = next(self._tables)
        if number % WHOLE == 0:
            people = [Person()]
            seats = [{"kind": "person", "name": name} for name in ("Anna", "Bruno")]
            path = await asyncio.to_thread(new_table, base, people[0], seats=seats, **SHORT)
            shown: list[int | None] = [0, 1]
            people *= 2
        else:
            people = [Person() for _ in range(players)]
            path = await asyncio.to_thread(table_of, base, game, people)
            shown = [None] * players
        async with contextlib.AsyncExitStack() as stack:
            there = [await self._come(stack, path, *one) for one in zip(people, shown, strict=True)]
            await self._play(there, self._moves if number % WHOLE else 10**6)
            giving_up = self._rng.choice(there)
            if not giving_up.over:
                await giving_up.ask(type="resign")
            self.found.over += 1
        async with contextlib.AsyncExitStack() as stack:  # one more look at the table
            seat = await self._come(stack, path, people[0], None)
            await seat.ask(type="export")

    async def _come(
        self, stack: contextlib.AsyncExitStack, path: str, person: Person, seat: int | None
    ) -> Seat:
        player = Player(self._server.base, path, person, seat, random.Random(self._rng.random()))
        line = await player.connect()
        stack.push_async_callback(line.close)
        come = Seat(player, line)
        while not player.view:
            await come.hear()
        return come

    async def _play(self, there: list[Seat], moves: int) -> None:
        """Move for any seat that may; between two moves receive what happened at all seats."""
        for _ in range(moves):
            while not any(seat.can_move or seat.over for seat in there):
                hearing = [asyncio.create_task(seat.hear()) for seat in there]
                done, waiting = await asyncio.wait(hearing, return_when="FIRST_COMPLETED")
                for task in waiting:
                    task.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)
                for task in done:
                    task.result()
            mover = next((seat for seat in there if seat.can_move and not seat.over), None)
            if mover is None:
                return
            view = mover.player.view
            action = mover.player.rng.choice(view["legal"])["action"]
            mover.player.view = {**view, "legal": []}
            move = {"type": "act", "seq": view["seq"], "action": action}
            while (kind := await mover.ask(**move)) == "rejected":
                self.found.slowed += 1  # a whole game in a second exceeds the limit
                await asyncio.sleep(TOOK_TOO_MUCH)
            if kind == "accepted":
                self.found.moves += 1
            else:
                self.found.rejected += 1


def run(
    database: str, tables: int, moves: int, step: int, seed: int = 0, *, compiled: bool = True
) -> Iterator[Soaked]:
    """Start a server, play at this many tables, stop it; yield the results so far."""
    server = Server(database, compiled=compiled, warm=compiled)
    try:
        while compiled and not server.is_warm():  # the compiler needs memory, too
            time.sleep(1)
        soak = Soak(server, moves, seed)
        with asyncio.Runner() as runner:
            for begun in range(0, tables, step):
                runner.run(soak.step(min(step, tables - begun)))
                yield soak.found
    finally:
        server.stop()


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--moves", type=int, default=10, help="at each table")
    parser.add_argument("--step", type=int, default=100, help="tables between two lines")
    parser.add_argument("--settled", type=int, default=200, help="tables until memory settles")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    given = parser.parse_args()
    found = Soaked()
    if given.tables <= given.settled:
        parser.error("memory needs more tables to settle")
    with new_database(given.postgres) as url:
        begun = time.monotonic()
        for found in run(url, given.tables, given.moves, given.step, given.seed):
            tables, size = list(found.points.items())[-1]
            print(
                f"{time.monotonic() - begun:7.0f} s {tables:6} tables {found.moves:8} moves "
                f"{size / 1e6:7.1f} MB, {found.left} objects left, lag {found.pauses[-1]:.0f} ms",
                flush=True,
            )
    growth = found.growth(given.settled)
    print(f"{found.slowed} moves slowed down by the rate limit, {found.rejected} not accepted")
    print(f"memory at most {100 * growth:.1f} % above its level after {given.settled} tables")
    return int(found.left > 0 or growth > MOST_GROWTH)


if __name__ == "__main__":
    raise SystemExit(main())
