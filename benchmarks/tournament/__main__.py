"""A tournament of programs, as they would play it from outside: entry, games, standings.

    python -m benchmarks.tournament [--bots 64] [--rounds 6] [--game magnate] [--set reshuffles=0]
    python -m benchmarks.tournament --bots 64 --workers 2 --restart-every 30
    python -m benchmarks.tournament --server URL --session COOKIE | --database URL

Each program has an account and an address of its own. It enters a Swiss tournament over HTTP, asks
for its table, plays random legal actions there over the WebSocket, and goes on until the tournament
is over. If the connection or the server ends, it asks again: the server may be restarted while the
tournament runs. At the end, the standings are compared with points and Buchholz sums that are
computed here from the results of the boards.

Without `--server`, a server is started in this process with a database of its own; or, with
`--workers`, one of several processes on PostgreSQL. All of these are replaced in turn, again and
again, if `--restart-every` says after how many seconds. The tournament needs a host with an
account: with `--server`, `--session` is the session cookie of one (`name=value`), or `--database`
the database in which to create one.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import statistics
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError

from benchmarks.cluster.server import Workers
from benchmarks.table_player import Person
from benchmarks.tournament.programs import POLL, Program, ask
from tests.support.live_server import LiveServer
from tests.support.postgres import new_database

from ducato.store import Store
from ducato.web.support.sessions import PLAIN_COOKIE

EPSILON = 1e-6
"""Largest difference of two sums that count as equal."""


def new_host(database: str) -> str:
    """Create an account in a database, and return the cookie of its session."""
    store = Store(database)
    person, token = store.people.welcome("Host").result()
    email = f"host-{secrets.token_hex(4)}@example.org"
    link = store.people.begin_email_verification(person.id, email).result()
    store.people.verify_email(link, token).result()
    store.close()
    return f"{PLAIN_COOKIE}={token}"


def new_programs(base: str, tournament: str, number: int, seed: int) -> list[Program]:
    """Create programs, each with an owner of its own."""
    found = []
    for n in range(number):
        owner = Person()
        owner.post(f"{base}/api/me", {"name": f"Owner {n + 1}"})
        made = owner.post(f"{base}/api/bot-accounts", {"name": f"Argo {n + 1}"})
        found.append(Program(base, tournament, made["token"], owner.address, seed + n))
    return found


async def play(
    base: str, session: str, bots: int, rounds: int, wanted: dict[str, Any], seed: int = 1
) -> dict[str, Any]:
    """Hold a tournament, and return what was measured.

    Raises:
        AssertionError: the standings are wrong.
    """
    host = {"Cookie": session}
    request = {
        "name": "Programs",
        "format": "swiss",
        "rounds": rounds,
        "time_control": {"kind": "real_time", "minutes": 30, "increment": 5},
        "most_entrants": max(4, bots),
        **wanted,
    }
    made = await asyncio.to_thread(ask, f"{base}/api/tournaments", host, request)
    path = f"{base}/api/tournaments/{made['id']}"
    programs = await asyncio.to_thread(new_programs, base, made["id"], bots, seed)
    begun = time.perf_counter()
    tasks = [asyncio.create_task(program.run()) for program in programs]
    try:
        while True:
            with suppress(URLError, OSError, TimeoutError):
                entries = await asyncio.to_thread(ask, path, host)
                if len(entries["entrants"]) == bots:
                    await asyncio.to_thread(ask, f"{path}/start", host, {})
                    break
            await asyncio.sleep(POLL)
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
    taken = time.perf_counter() - begun
    export = await asyncio.to_thread(ask, f"{path}/export", {})
    check(export, bots, rounds)
    moves = sorted(one for program in programs for one in program.moves)
    return {
        "url": f"{base}{made['url']}",
        "bots": bots,
        "rounds": len(export["rounds"]),
        "boards": sum(len(one["boards"]) for one in export["rounds"]),
        "seconds": round(taken, 1),
        "moves": len(moves),
        "move_median_ms": round(1000 * statistics.median(moves), 1),
        "move_p99_ms": round(1000 * moves[int(len(moves) * 0.99)], 1),
        "repeated": sum(program.lost for program in programs),
    }


def check(export: dict[str, Any], bots: int, rounds: int) -> None:
    """Compare the standings with points and Buchholz sums of one's own.

    Raises:
        AssertionError: something differs, or a round is not as it must be.
    """
    tournament = export["tournament"]
    assert tournament["status"] == "finished", tournament["status"]
    assert len(export["rounds"]) == rounds
    points = dict.fromkeys(range(1, bots + 1), 0.0)
    opponents: dict[int, list[int]] = {number: [] for number in points}
    for one in export["rounds"]:
        seated = [seat["entrant"] for board in one["boards"] for seat in board["seats"]]
        assert sorted(seated) == sorted(points), "not everybody has a board in each round"
        for board in one["boards"]:
            assert board["status"] in ("over", "bye")
            seats = board["seats"]
            if board["status"] == "bye":
                points[seats[0]["entrant"]] += 1
                continue
            first, second = seats
            opponents[first["entrant"]].append(second["entrant"])
            opponents[second["entrant"]].append(first["entrant"])
            for mine, other in ((first, second), (second, first)):
                lost = mine["forfeit"] or (not other["forfeit"] and mine["rank"] > other["rank"])
                tied = mine["rank"] == other["rank"] and not other["forfeit"]
                points[mine["entrant"]] += 0 if lost else 0.5 if tied else 1
    column = tournament["tie_breaks"].index("buchholz")
    for entrant in tournament["entrants"]:
        number = entrant["number"]
        assert entrant["points"] == points[number], entrant
        met = [points[other] for other in opponents[number]]
        met += [points[number]] * (rounds - len(met))
        assert abs(entrant["tie_breaks"][column] - sum(met)) < EPSILON, entrant
        assert len(set(opponents[number])) == len(opponents[number]) or bots <= rounds, entrant
    ordered = [entrant["points"] for entrant in tournament["entrants"]]
    assert ordered == sorted(ordered, reverse=True)


def replace_workers(server: Workers, every: float, over: threading.Event) -> int:
    """Replace all workers of a server in turn until the tournament is over; return how often."""
    times = 0
    while not over.wait(every):
        before = set(server.pids())
        server.restart()
        while not over.wait(1):
            if server.has_replaced(before):
                times += 1
                break
    return times


def held(given: argparse.Namespace, wanted: dict[str, Any]) -> dict[str, Any]:
    """Hold the tournament on the server that is named, or on one in this process."""
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"sqlite:///{Path(folder) / 'tables.sqlite3'}"
        server = None if given.server else LiveServer(database)
        base = given.server.rstrip("/") if given.server else server.address  # type: ignore[union-attr]
        try:
            session = given.session or new_host(database)
            return asyncio.run(play(base, session, given.bots, given.rounds, wanted))
        finally:
            if server is not None:
                server.stop()


def held_by_workers(given: argparse.Namespace, wanted: dict[str, Any]) -> dict[str, Any]:
    """Hold the tournament on a server of several processes."""
    with new_database(True) as database, ThreadPoolExecutor(1) as thread:
        server, over = Workers(database, given.workers), threading.Event()
        try:
            server.wait_until_complete()
            every = given.restart_every or float("inf")
            replacing = thread.submit(replace_workers, server, every, over)
            rounds = play(server.base, new_host(database), given.bots, given.rounds, wanted)
            found = asyncio.run(rounds)
            over.set()
            return {**found, "replaced": replacing.result()}
        finally:
            over.set()
            server.stop()


def main() -> None:
    """Hold the tournament and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bots", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--game", default="magnate")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=NUMBER")
    parser.add_argument("--server", help="address of a server that is running")
    parser.add_argument("--session", help="session cookie of an account there, as name=value")
    parser.add_argument("--database", help="database in which to create an account for the host")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--restart-every", type=float, help="seconds between rolling restarts")
    given = parser.parse_args()
    options = {name: int(value) for name, _, value in (one.partition("=") for one in given.set)}
    wanted = {"game": given.game, "options": options}
    found = held_by_workers(given, wanted) if given.workers > 1 else held(given, wanted)
    for name, value in found.items():
        print(f"{name:16} {value}")


if __name__ == "__main__":
    main()
