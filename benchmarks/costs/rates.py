"""Processor time of a whole server for a move, by game, rate and spectators, beside a floor.

    python -m benchmarks.costs.rates
    python -m benchmarks.costs.rates --against ../other/checkout --games magnate --spectators 0 2

At eight tables with the fewest people who can play, all in English, people move at random. With
`--against`, the server of another checkout plays beside it, and the two take turns. `0` is the rate
at which all tables move as soon as their screens are up to date. For each case it prints medians of
the milliseconds a move took, and their ratio.

The floor is a server that, for each move, commits one row of 300 bytes to SQLite and writes as many
bytes to each screen as the first server did, without HTTP, frames or rules.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from benchmarks.costs.spectators import Party, nanoseconds
from benchmarks.server import PROGRAM, started
from tests.support.postgres import new_database

from ducato.core.game import all_games

TABLES = 8
WARM = 4
FLOOR = """
import asyncio, json, sqlite3, sys, uvloop
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, move BLOB)")
screens = []
async def serve(reader, writer):
    screens.append(writer)
    while line := await reader.readline():
        size, number = json.loads(line)
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO moves (move) VALUES (?)", (bytes(300),))
        database.execute("COMMIT")
        for screen in screens[:number]:
            screen.write(bytes(size - 1) + b"!")
    screens.remove(writer)
async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print("http://127.0.0.1:%d" % server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
uvloop.run(main())
"""


async def paced(parties: list[Party], rate: float, moves: int) -> None:
    """Make moves at all tables, so many a second in all, or without a pause if it is 0."""

    async def one(number: int, party: Party) -> None:
        begun = time.perf_counter() + (number / rate if rate else 0)
        for made in range(moves):
            if rate:
                due = begun + made * len(parties) / rate
                await asyncio.sleep(max(0, due - time.perf_counter()))
            await party.play(1)

    await asyncio.gather(*(one(number, party) for number, party in enumerate(parties)))


async def floor(pid: int, base: str, size: int, screens: int, rate: float, moves: int) -> float:
    """Return the nanoseconds that a move takes the floor, with messages of this size."""
    host, port = base.removeprefix("http://").split(":")
    lines = [await asyncio.open_connection(host, int(port)) for _ in range(screens)]
    await asyncio.sleep(0.1)
    before = nanoseconds(pid)
    for _ in range(moves):
        lines[0][1].write(json.dumps([size, screens]).encode() + b"\n")
        for reader, _ in lines:
            await reader.readuntil(b"!")
        await asyncio.sleep(1 / rate if rate else 0)
    spent = nanoseconds(pid) - before
    for _, writer in lines:
        writer.close()
    await asyncio.gather(*(writer.wait_closed() for _, writer in lines))
    return spent / moves


async def measure(
    servers: dict[str, tuple[int, str]], game: str, rate: float, spectators: int, pairs: int
) -> tuple[dict[str, list[float]], int]:
    """Return the milliseconds of a move in each turn, and the bytes a screen is sent for it."""
    took: dict[str, list[float]] = {name: [] for name in servers}
    parties = {
        name: [Party(base, game, spectators, seed) for seed in range(TABLES)]
        for name, (_, base) in servers.items()
    }
    for of_server in parties.values():
        await asyncio.gather(*(party.come() for party in of_server))
        await paced(of_server, 0, WARM)
    heard = sum(party.heard for party in parties["this"])
    moves = 1 if 0 < rate < 50 else 3
    for _ in range(pairs):
        for name, of_server in parties.items():
            before = nanoseconds(servers[name][0])
            await paced(of_server, rate, moves)
            spent = nanoseconds(servers[name][0]) - before
            took[name].append(spent / moves / TABLES / 1e6)
    players, made = all_games()[game].players[0], pairs * moves * TABLES
    size = (sum(party.heard for party in parties["this"]) - heard) // (players * made)
    for of_server in parties.values():
        await asyncio.gather(*(party.leave() for party in of_server))
    return took, size


async def table(servers: dict[str, tuple[int, str]], args: argparse.Namespace) -> None:
    """Print a row for each game, rate and number of spectators."""
    names = [name for name in servers if name != "floor"]
    print("| game | moves a second | spectators | floor |", " | ".join(names), "| ratio |")
    print("|---|---:|---:|---:|" + "---:|" * (len(names) + 1))
    for game in args.games:
        for rate in args.rates:
            for spectators in args.spectators:
                ours = {name: servers[name] for name in names}
                took, size = await measure(ours, game, rate, spectators, args.pairs)
                screens = all_games()[game].players[0] + spectators
                least = await floor(*servers["floor"], size, screens, rate, 10 if rate else 200)
                found = " | ".join(f"{median(took[name]):.2f}" for name in names)
                of_pairs = [
                    new / old for new, old in zip(took["this"], took[names[-1]], strict=True)
                ]
                print(
                    f"| {game} | {rate or 'all'} | {spectators} | {least / 1e6:.2f} | {found} "
                    f"| {median(of_pairs):.2f} |",
                    flush=True,
                )


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", default=list(all_games()))
    parser.add_argument("--rates", type=float, nargs="+", default=[10, 100, 0])
    parser.add_argument("--spectators", type=int, nargs="+", default=[0, 2, 10])
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--against", type=Path, help="a checkout with an environment in .venv")
    args = parser.parse_args()
    pythons = {"this": sys.executable}
    if args.against is not None:
        pythons["other"] = str(args.against.absolute() / ".venv/bin/python")
    with contextlib.ExitStack() as stack:
        servers = {}
        for name, python in {**pythons, "floor": sys.executable}.items():
            url = stack.enter_context(new_database(False))
            program = [PROGRAM, url, "0", "unlimited"]
            if name == "floor":
                program = [FLOOR, url.removeprefix("sqlite:///") + ".floor"]
            process, base = started([python, "-c", *program], compiled=False, stdin=subprocess.PIPE)
            stack.callback(process.wait, 20)
            stop = signal.SIGKILL if name == "floor" else signal.SIGINT
            stack.callback(process.send_signal, stop)
            servers[name] = process.pid, base
        asyncio.run(table(servers, args))


if __name__ == "__main__":
    main()
