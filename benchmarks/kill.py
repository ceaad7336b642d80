"""Kill a server under load repeatedly, and check that every acknowledged move is stored once.

    python benchmarks/kill.py --times 20 --tables 8
    python benchmarks/kill.py --times 20 --tables 8 --postgres

The tables are of all games in turn, with the fewest and the most players in turn. Each seat has a
person of its own, at an address of its own, who plays as fast as the rate limits allow. After a
random moment the server is killed (SIGKILL), the database is read, and the server is started
again. Each time it is checked that every acknowledged move is stored, at its place; a move whose
answer was lost is sent again with its old id and is applied once; every table replays by the
rules and goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.server import Server
from benchmarks.table_player import TOOK_TOO_MUCH, Person, Player, table_of, tables_of_all_sizes
from tests.support.postgres import new_database
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from ducato.server.kit.database.engine import Database
from ducato.server.live.persistence import to_live_table
from ducato.server.subjects.tables.storage import Tables

LONGEST = 1.5
"""Seconds of play between two kills, at most."""
MOST_TRIES = 40
"""How often a refused move is sent again: rate limits refuse it a few times at most."""


@dataclass
class Table:
    """A table, and what is known of it from outside.

    Attributes:
        people: by seat.
        acknowledged: the accepted actions, by the number of steps before them.
        asked: the last request without an answer and its seat, if there is one.
    """

    path: str
    people: list[Person]
    acknowledged: dict[int, int] = field(default_factory=dict)
    asked: tuple[int, dict[str, Any]] | None = None


@dataclass
class Found:
    """The results of a run."""

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    applied: int = 0
    slowed: int = 0
    restarts: list[float] = field(default_factory=list)


async def play(base: str, table: Table, found: Found, rng: random.Random) -> bool:
    """Play at a table until the connection is lost, or the game is over; return whether it is.

    An unanswered request, if any, is repeated first.
    """
    players = [Player(base, table.path, person, n) for n, person in enumerate(table.people)]
    lines: list[ClientConnection] = []
    try:
        for player in players:
            line = await player.connect()
            lines.append(line)
            while not player.view:
                await player.listen(line)
        if table.asked is not None:
            seat, request = table.asked
            await _answered(players[seat], lines[seat], table, request, found)
        while True:
            mover = next((p for p in players if p.view["legal"]), None)
            if mover is None:
                if any(p.view["result"] for p in players):
                    return True
                await _listen_to_any(players, lines)
                continue
            request = {
                "type": "act",
                "id": f"{rng.getrandbits(64):x}",
                "seq": mover.view["seq"],
                "action": rng.choice(mover.view["legal"])["action"],
            }
            seat = players.index(mover)
            table.asked = (seat, request)
            until = await _answered(mover, lines[seat], table, request, found)
            for player, line in zip(players, lines, strict=True):
                while player.view["seq"] < until:
                    await player.listen(line)
    except (WebSocketException, OSError):
        return False
    finally:
        for line in lines:
            line.transport.abort()


async def _listen_to_any(players: list[Player], lines: list[ClientConnection]) -> None:
    """Receive a message on whichever connection gets one first."""
    hearing = [
        asyncio.ensure_future(player.listen(line))
        for player, line in zip(players, lines, strict=True)
    ]
    try:
        heard, _ = await asyncio.wait(hearing, return_when=asyncio.FIRST_COMPLETED)
        for one in heard:
            one.result()
    finally:
        for one in hearing:
            one.cancel()
        await asyncio.gather(*hearing, return_exceptions=True)


async def _answered(
    player: Player, line: ClientConnection, table: Table, request: dict[str, Any], found: Found
) -> int:
    """Send a request until the answer is not "slow down"; return the number of steps then."""
    for _ in range(MOST_TRIES):
        await line.send(json.dumps(request))
        message = player.hear(await line.recv())
        while message.get("id") != request["id"]:
            message = player.hear(await line.recv())
        if message["type"] != "rejected":
            break
        found.slowed += 1
        await asyncio.sleep(TOOK_TOO_MUCH)
    table.asked = None
    if message["type"] == "accepted":
        table.acknowledged[request["seq"]] = request["action"]
        found.acknowledged += 1
    else:
        assert message["type"] == "stale", message
    return int(message["seq"]) if "seq" in message else 0


def check(database: str, tables: list[Table], found: Found) -> None:
    """Compare the acknowledged moves with the stored ones."""
    opened = Database(database)
    for table in tables:
        stored = Tables(opened).load(table.path.rpartition("/")[2])
        for seq, action in table.acknowledged.items():
            assert seq < len(stored.steps), f"{table.path}: move {seq} is lost"
            assert stored.steps[seq].action == action, f"{table.path}: move {seq} is another one"
        to_live_table(stored)  # raises if the rules do not lead through these steps
        ids = list(stored.requests.values())
        assert len(ids) == len(set(ids)), f"{table.path}: a request was applied twice"
        if table.asked is not None:
            found.unanswered += 1
            found.applied += table.asked[1]["id"] in ids
    opened.close()


def open_tables(base: str, number: int) -> list[Table]:
    """Open this many tables, with new people."""
    tables = []
    for game, players in itertools.islice(tables_of_all_sizes(), number):
        people = [Person() for _ in range(players)]
        tables.append(Table(table_of(base, game, people), people))
    return tables


async def load(base: str, tables: list[Table], found: Found, rng: random.Random) -> None:
    """Play at all tables."""
    await asyncio.gather(*(play(base, table, found, rng) for table in tables))


def killed(database: str, times: int, number: int, seed: int = 0) -> Found:
    """Start a server and kill it this often.

    Raises:
        AssertionError: something was lost, or done twice.
    """
    rng, found = random.Random(seed), Found()
    server = Server(database)
    tables = open_tables(server.base, number)
    try:
        for _ in range(times):
            playing = load(server.base, tables, found, rng)
            asyncio.run(_until_killed(playing, server, 0.3 + rng.random() * LONGEST))
            found.kills += 1
            check(database, tables, found)
            began = time.perf_counter()
            server = Server(database, server.port)
            found.restarts.append(time.perf_counter() - began)
            over = [_over(database, table) for table in tables]
            fresh = iter(open_tables(server.base, sum(over)))
            tables = [
                next(fresh) if ended else table for table, ended in zip(tables, over, strict=True)
            ]
        playing = load(server.base, tables, found, rng)  # every table resumes
        asyncio.run(_until_killed(playing, server, 2.0))
        check(database, tables, found)
        assert all(table.asked is None or table.acknowledged for table in tables)
    finally:
        server.kill()
    return found


async def _until_killed(playing: Any, server: Server, seconds: float) -> None:
    task = asyncio.create_task(playing)
    await asyncio.sleep(seconds)
    server.process.kill()
    await asyncio.wait_for(task, 30)
    server.kill()


def _over(database: str, table: Table) -> bool:
    opened = Database(database)
    over = Tables(opened).load(table.path.rpartition("/")[2]).finished is not None
    opened.close()
    return over


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    wanted = parser.parse_args()
    with new_database(wanted.postgres) as url:
        found = killed(url, wanted.times, wanted.tables, wanted.seed)
    restarts = sorted(found.restarts)
    print(
        f"killed {found.kills} times: {found.acknowledged} moves acknowledged, none lost, none "
        f"twice; of {found.unanswered} without an answer {found.applied} were stored; "
        f"told to slow down {found.slowed} times; back after {restarts[len(restarts) // 2]:.1f} s"
    )


if __name__ == "__main__":
    main()
