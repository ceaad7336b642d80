"""Processor time of a whole server for a move, by the number of spectators who watch it.

    python -m benchmarks.costs.spectators
    python -m benchmarks.costs.spectators --against ../other/checkout --game builders --pairs 15

There is one table for each number of spectators, with the fewest people who can play, all in
English. With `--against`, the server of another checkout plays beside it, and the two take turns
every few moves. For each number it prints the median of the milliseconds a move took in these
turns, and what one more spectator costs, in microseconds, beside the table without any.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import selectors
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from benchmarks.server import PROGRAM, started
from benchmarks.table_player import Person, Player, table_of
from tests.support.postgres import new_database
from websockets.asyncio.client import ClientConnection

from ducato.core.game import all_games

STEPS = b'{"type":"steps"'
WARM = 10
PATIENCE = 60.0
"""Seconds within which the spectators must have heard of a move."""


class Spectators:
    """Spectators who count the steps that they are sent, and read nothing."""

    def __init__(self, base: str, path: str, number: int) -> None:
        self._selector, self._heard = selectors.DefaultSelector(), dict[socket.socket, int]()
        where = urlsplit(base)
        for _ in range(number):
            line = socket.create_connection((where.hostname, where.port), 60)
            line.sendall(
                f"GET {path}/socket?lang=en HTTP/1.1\r\nHost: {where.netloc}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                f"X-Forwarded-For: {Person().address}\r\n\r\n".encode()
            )
            told = b""
            while b'{"type":"welcome"' not in told:
                told += line.recv(1 << 18)
            line.setblocking(False)
            self._heard[line] = 0
            self._selector.register(line, selectors.EVENT_READ)

    def leave(self) -> None:
        """Close all connections."""
        for line in self._heard:
            line.close()

    def wait(self, steps: int) -> None:
        """Wait until all have been sent so many messages with steps since the start."""
        end = time.monotonic() + PATIENCE
        while min(self._heard.values(), default=steps) < steps:
            for key, _ in self._selector.select(1):
                assert isinstance(key.fileobj, socket.socket)
                with contextlib.suppress(BlockingIOError):
                    self._heard[key.fileobj] += key.fileobj.recv(1 << 18).count(STEPS)
            if time.monotonic() > end:
                raise TimeoutError(f"a spectator was sent {min(self._heard.values())} of {steps}")


class Party:
    """A table of a server, with players who move at random and with spectators."""

    def __init__(self, base: str, game: str, spectators: int, seed: int) -> None:
        people = [Person() for _ in range(all_games()[game].players[0])]
        path, rng = table_of(base, game, people), random.Random(seed)
        self._players = [
            Player(base, path, person, n, random.Random(rng.random()))
            for n, person in enumerate(people)
        ]
        self._made, self._seats = 0, (base, path, spectators)

    async def come(self) -> None:
        """Connect all."""
        self._lines: list[ClientConnection] = [await one.connect() for one in self._players]
        await asyncio.gather(*map(_begin, self._players, self._lines))
        self._spectators = await asyncio.to_thread(Spectators, *self._seats)

    @property
    def heard(self) -> int:
        """The characters that the players were sent."""
        return sum(player.size for player in self._players)

    async def leave(self) -> None:
        """Close all connections."""
        await asyncio.gather(*(line.close() for line in self._lines))
        self._spectators.leave()

    async def play(self, moves: int) -> None:
        """Make some moves, each when everybody has been sent the one before."""
        for _ in range(moves):
            mover = next(n for n, player in enumerate(self._players) if player.view["legal"])
            answer = await self._players[mover].act(self._lines[mover])
            for player, line in zip(self._players, self._lines, strict=True):
                while player.view["seq"] < answer["seq"]:
                    await player.listen(line)
            self._made += 1
            await asyncio.to_thread(self._spectators.wait, self._made)


async def _begin(player: Player, line: ClientConnection) -> None:
    while not player.view or not player.view["to_move"]:
        await player.listen(line)


def nanoseconds(pid: int) -> int:
    """Return the processor time of all threads of a process; Linux only."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


async def measure(
    servers: dict[str, tuple[int, str]], game: str, numbers: list[int], pairs: int, moves: int
) -> None:
    """Print the table."""
    bare: dict[str, float] = {}
    print("| spectators | server | ms a move | microseconds a spectator |\n|---:|---|---:|---:|")
    for number in numbers:
        parties = {name: Party(base, game, number, 1) for name, (_, base) in servers.items()}
        for party in parties.values():
            await party.come()
            await party.play(WARM)
        took: dict[str, list[float]] = {name: [] for name in servers}
        for _ in range(pairs):
            for name, party in parties.items():
                before = nanoseconds(servers[name][0])
                await party.play(moves)
                took[name].append((nanoseconds(servers[name][0]) - before) / moves)
        for name, found in took.items():
            cost = median(found)
            bare.setdefault(name, cost)
            each = f"{(cost - bare[name]) / number / 1000:.1f}" if number else ""
            print(f"| {number} | {name} | {cost / 1e6:.2f} | {each} |", flush=True)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=all_games(), default="magnate")
    parser.add_argument("--spectators", type=int, nargs="+", default=[0, 2, 10, 1000])
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--moves", type=int, default=5)
    parser.add_argument("--against", type=Path, help="a checkout with an environment in .venv")
    args = parser.parse_args()
    pythons = {"this": Path(sys.executable)}
    if args.against is not None:
        pythons["other"] = args.against.absolute() / ".venv/bin/python"
    with contextlib.ExitStack() as stack:
        servers = {}
        for name, python in pythons.items():
            url = stack.enter_context(new_database(False))
            command = [str(python), "-c", PROGRAM, url, "0"]
            process, base = started(command, compiled=False, stdin=subprocess.PIPE)
            stack.callback(process.wait, 20)
            stack.callback(process.send_signal, signal.SIGINT)
            servers[name] = process.pid, base
        asyncio.run(measure(servers, args.game, args.spectators, args.pairs, args.moves))


if __name__ == "__main__":
    main()
