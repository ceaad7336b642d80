"""Load of many players at many tables: the time of a move and the limits of the server.

    python benchmarks/load.py --players 2000 --tables 500 --rate 300 --seconds 60
    python benchmarks/load.py --players 600 --tables 100 --rate 60 --seconds 60 --all-games
    python benchmarks/load.py --game builders --players 60 --tables 30 --rate 20
    python benchmarks/load.py --players 40 --tables 10 --rate 20 --seconds 5 --bots 2

At each table sit two people playing Magnate or, with ``--game`` or ``--all-games``, people playing
these games in turn, with the fewest and the most players in turn; the other players watch. Each is
a person of their own, at an address of their own, and all rate limits hold. The given number of
moves a second is requested in all, at tables drawn by chance among those where a player can move.
With ``--bots``, a search bot plays against another at that many more tables, all the time.

It reports: seconds from a move to its acknowledgement (median, 95th and 99th percentile), moves
acknowledged a second, how far behind the pages of the players to move were, the lag of the server's
event loop (99th percentile), the milliseconds of processor time of all its processes for a move
with its updates, and its memory for each connection, first idle ones at tables that are open
already, then all. Everything runs on this machine and over the loopback; server and players share
its cores.
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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.cluster.server import Workers
from benchmarks.server import Server
from benchmarks.table_player import Person, Player, new_table, table_of, tables_of_all_sizes
from tests.support.postgres import new_database
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

THINKER = {"kind": "bot", "bot": "ismcts:sims=2000"}
WARM = 5
"""Seconds for bots to load their compiled code; it is done once in a server's life."""
AT_ONCE = 32
"""Connections that are opened at the same time."""


@dataclass
class Measured:
    """The results; times in milliseconds, memory in bytes."""

    players: int
    tables: int
    asked_per_second: float
    seconds: float
    acknowledged: int
    acknowledged_per_second: float
    ack_p50: float
    ack_p95: float
    ack_p99: float
    ack_most: float
    loop_lag_p99: float
    loop_lag_most: float
    no_table_ready: int
    messages_heard: int
    processor_ms_per_move: float
    idle_connection: float
    connection_in_all: float
    stale_or_rejected: int


class Seat:
    """A connected player, and a task that receives messages."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.line: ClientConnection | None = None
        self.answers: dict[str, asyncio.Future[str]] = {}

    async def come(self) -> None:
        """Connect, and receive messages from now on."""
        self.line = await self.player.connect()
        while not self.player.view:
            await self.player.listen(self.line)
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self.line is not None
        with contextlib.suppress(ConnectionClosed):
            async for text in self.line:
                # Drawing a message takes time in a browser, not here: of a long one, only what is
                # needed to go on is read.
                if self.player.seat is None:
                    self.player.heard += 1
                    continue
                message = self.player.hear(text)
                waiting = self.answers.pop(str(message.get("id")), None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message["type"])

    def choose(self, rng: random.Random) -> dict[str, Any]:
        """Return the next request, and allow no more until a newer view arrives."""
        view = self.player.view
        action = rng.choice(view["legal"])["action"]
        self.player.view = {**view, "legal": []}
        request_id = f"{rng.getrandbits(64):x}"
        return {"type": "act", "id": request_id, "seq": view["seq"], "action": action}

    async def act(self, request: dict[str, Any]) -> str:
        """Send a request and return the type of the answer."""
        assert self.line is not None
        done = self.answers[request["id"]] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        await self.line.send(json.dumps(request))
        kind = await done
        self.player.delays.append(time.perf_counter() - began)
        return kind

    async def leave(self) -> None:
        """Close the connection."""
        if self.line is not None:
            self.task.cancel()
            self.line.transport.abort()


async def measured(
    server: Server | Workers,
    players: int,
    tables: int,
    rate: float,
    seconds: float,
    bots: int,
    seed: int,
    games: tuple[str, ...],
) -> Measured:
    """Play on a running server; if no game is named, all are played."""
    rng = random.Random(seed)
    companions = [
        (game, [Person() for _ in range(number)])
        for game, number in itertools.islice(tables_of_all_sizes(*games), tables)
    ]
    paths = [
        await asyncio.to_thread(table_of, server.base, game, people) for game, people in companions
    ]
    openers = [Person() for _ in range(bots)]
    thinking = [
        await asyncio.to_thread(new_table, server.base, opener, game="magnate", seats=[THINKER] * 2)
        for opener in openers
    ]
    bare = server.memory()
    seats = [
        Seat(Player(server.base, path, person, seat, random.Random(rng.random())))
        for path, (_, people) in zip(paths, companions, strict=True)
        for seat, person in enumerate(people)
    ][:players]
    spectators = [
        Seat(Player(server.base, paths[n % tables], Person(), None))
        for n in range(players - len(seats))
    ]
    await _come(seats)
    # At its first spectator, a table makes what it keeps for all of them.
    await _come(spectators[:tables])
    await asyncio.sleep(1)
    before = server.memory()
    await _come(spectators[tables:])
    await asyncio.sleep(1)
    after = server.memory()
    onlookers = [
        Seat(Player(server.base, path, opener, None))
        for path, opener in zip(thinking, openers, strict=True)
    ]
    await _come(onlookers)
    if bots:
        await asyncio.sleep(WARM)
    server.lag()
    spent = server.processor_seconds()
    kinds, idle = await _play(seats, rng, rate, seconds)
    spent = server.processor_seconds() - spent
    lag, most = server.lag()
    everybody = [*seats, *spectators, *onlookers]
    delays = sorted(1000 * delay for seat in seats for delay in seat.player.delays)
    heard = sum(seat.player.heard for seat in everybody)
    await asyncio.gather(*(seat.leave() for seat in everybody))
    accepted = kinds.count("accepted")
    return Measured(
        players,
        tables,
        rate,
        seconds,
        accepted,
        accepted / seconds,
        *(delays[min(len(delays) - 1, int(len(delays) * part))] for part in (0.5, 0.95, 0.99, 1)),
        lag,
        most,
        idle,
        heard,
        1000 * spent / max(1, accepted),
        (after - before) / max(1, len(spectators) - tables),
        (after - bare) / players,
        len(kinds) - accepted,
    )


async def _play(
    seats: list[Seat], rng: random.Random, rate: float, seconds: float
) -> tuple[list[str], int]:
    """Make `rate` moves a second.

    Return the answers, and how often no table was ready for a move.
    """
    answers: list[asyncio.Task[str]] = []
    began, idle, number = time.perf_counter(), 0, 0
    while (passed := time.perf_counter() - began) < seconds:
        while number < passed * rate:
            number += 1
            ready = [seat for seat in rng.sample(seats, min(40, len(seats))) if _can(seat)]
            if not ready:
                idle += 1
                continue
            answers.append(asyncio.create_task(ready[0].act(ready[0].choose(rng))))
        await asyncio.sleep(0.002)
    return await asyncio.wait_for(asyncio.gather(*answers), 60), idle


def _can(seat: Seat) -> bool:
    return bool(seat.player.view["legal"])


async def _come(seats: list[Seat]) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(seat: Seat) -> None:
        async with gate:
            await seat.come()

    await asyncio.gather(*(one(seat) for seat in seats))


def run(
    database: str,
    players: int,
    tables: int,
    rate: float,
    seconds: float,
    bots: int = 0,
    seed: int = 0,
    games: tuple[str, ...] = ("magnate",),
    *,
    workers: int = 1,
) -> Measured:
    """Start a server, play on it, stop it."""
    server = Server(database) if workers == 1 else Workers(database, workers)
    try:
        return asyncio.run(measured(server, players, tables, rate, seconds, bots, seed, games))
    finally:
        server.stop()


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--bots", type=int, default=0, help="tables where two bots think")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--workers", type=int, default=1, help="more need --postgres")
    played = parser.add_mutually_exclusive_group()
    played.add_argument("--game", action="append", help="may be repeated; Magnate if not given")
    played.add_argument("--all-games", action="store_true")
    wanted = parser.parse_args()
    with new_database(wanted.postgres) as url:
        found = run(
            url,
            wanted.players,
            wanted.tables,
            wanted.rate,
            wanted.seconds,
            wanted.bots,
            wanted.seed,
            () if wanted.all_games else tuple(wanted.game or ["magnate"]),
            workers=wanted.workers,
        )
    print(json.dumps({k: round(v, 2) for k, v in asdict(found).items()}, indent=1))


if __name__ == "__main__":
    main()
