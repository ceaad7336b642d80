"""Kill a server under load, again and again: is every acknowledged move there, once?

    python benchmarks/kill.py --times 20 --tables 8
    python benchmarks/kill.py --times 20 --tables 8 --postgres

Two players sit at each table, each at a socket of their own, and play as fast as they can. After a
random moment the server is killed (SIGKILL), the database is read, and the server is started again.
Checked, each time: every acknowledged move is stored, at its place; a move whose answer was lost is
asked for again with its old id and is applied once; every table replays by the rules and goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.postgres import new_database
from benchmarks.server import Server
from benchmarks.table_player import Player, new_table
from websockets.exceptions import WebSocketException

from ducato.store import Store
from ducato.web.hall import reopened

SEATS = [{"kind": "person", "name": "Anna"}, {"kind": "person", "name": "Bruno"}]
LONGEST = 1.5
"""Seconds of play between two kills, at most."""


@dataclass
class Table:
    """A table, and what is known of it from outside.

    Attributes:
        acknowledged: the accepted actions, by the number of steps before them.
        asked: the last request without an answer, if there is one.
    """

    path: str
    cookie: str
    acknowledged: dict[int, int] = field(default_factory=dict)
    asked: tuple[int, dict[str, Any]] | None = None


@dataclass
class Found:
    """What came of it all."""

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    applied: int = 0
    restarts: list[float] = field(default_factory=list)


async def play(base: str, table: Table, found: Found, rng: random.Random) -> None:
    """Play at a table until the line is lost, first asking again what has no answer."""
    players = [Player(base, table.path, table.cookie, seat) for seat in (0, 1)]
    lines = []
    try:
        for player in players:
            line = await player.connect()
            lines.append(line)
            while not player.view:
                await player.listen(line)
        if table.asked is not None:
            seat, request = table.asked
            await lines[seat].send(json.dumps(request))
            while True:
                message = players[seat].hear(await lines[seat].recv())
                if message.get("id") == request["id"]:
                    break
            settle(table, request, message, found)
        while True:
            mover = next((p for p in players if p.view["legal"]), None)
            if mover is None:
                if any(p.view["result"] for p in players):
                    return
                await asyncio.wait(
                    [
                        asyncio.ensure_future(p.listen(line))
                        for p, line in zip(players, lines, strict=True)
                    ]
                )
                continue
            line = lines[players.index(mover)]
            action = rng.choice(mover.view["legal"])["action"]
            request = {
                "type": "act",
                "id": f"{rng.getrandbits(64):x}",
                "seq": mover.view["seq"],
                "action": action,
            }
            table.asked = (players.index(mover), request)
            await line.send(json.dumps(request))
            while True:
                message = mover.hear(await line.recv())
                if message.get("id") == request["id"]:
                    break
            settle(table, request, message, found)
            until = message["seq"]
            for player, other in zip(players, lines, strict=True):
                while player.view["seq"] < until:
                    await player.listen(other)
    except (WebSocketException, OSError):
        return
    finally:
        for line in lines:
            line.transport.abort()


def settle(table: Table, request: dict[str, Any], message: dict[str, Any], found: Found) -> None:
    """Note the answer to a request."""
    table.asked = None
    if message["type"] == "accepted":
        table.acknowledged[request["seq"]] = request["action"]
        found.acknowledged += 1
    else:
        assert message["type"] in ("stale", "refused"), message  # too fast, perhaps


def check(database: str, tables: list[Table], found: Found) -> None:
    """Compare what was acknowledged with what is stored."""
    store = Store(database)
    for table in tables:
        stored = store.load(table.path.rpartition("/")[2])
        for seq, action in table.acknowledged.items():
            assert seq < len(stored.steps), f"{table.path}: move {seq} is lost"
            assert stored.steps[seq].action == action, f"{table.path}: move {seq} is another one"
        reopened(stored)  # raises, if the rules do not lead through these steps
        ids = list(stored.requests.values())
        assert len(ids) == len(set(ids)), f"{table.path}: a request was applied twice"
        if table.asked is not None:
            found.unanswered += 1
            found.applied += table.asked[1]["id"] in ids
    store.close()


def open_tables(base: str, number: int) -> list[Table]:
    """New tables, each of a person of its own."""
    return [Table(*new_table(base, "", game=GAME, seats=SEATS)) for _ in range(number)]


async def load(base: str, tables: list[Table], found: Found, rng: random.Random) -> None:
    """Play at all tables."""
    await asyncio.gather(*(play(base, table, found, rng) for table in tables))


def killed(database: str, times: int, number: int, seed: int = 0) -> Found:
    """Start a server and kill it so often.

    Raises:
        AssertionError: something was lost, or done twice.
    """
    rng, found = random.Random(seed), Found()
    server = Server(database, limits=False)
    tables = open_tables(server.base, number)
    try:
        for _ in range(times):
            playing = load(server.base, tables, found, rng)
            asyncio.run(_until_killed(playing, server, 0.3 + rng.random() * LONGEST))
            found.kills += 1
            check(database, tables, found)
            began = time.perf_counter()
            server = Server(database, server.port, limits=False)
            found.restarts.append(time.perf_counter() - began)
            if all(_over(database, table) for table in tables):
                tables = open_tables(server.base, number)
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
    store = Store(database)
    over = store.load(table.path.rpartition("/")[2]).finished is not None
    store.close()
    return over


GAME = "magnate"


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
        f"back after {restarts[len(restarts) // 2]:.1f} s"
    )


if __name__ == "__main__":
    main()
