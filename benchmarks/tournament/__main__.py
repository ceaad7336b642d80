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
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.cluster.server import Workers
from benchmarks.tournament.holding import hold
from tests.support.live_server import LiveServer
from tests.support.postgres import new_database

from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import session_cookie
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.storage import People


def new_host(database: str, address: str = "http://localhost") -> str:
    """Create an account in a database, and return the cookie of its session at an address."""
    opened = Database(database)
    person, token = People(opened).welcome("Host").result()
    email = f"host-{secrets.token_hex(4)}@example.org"
    link = EmailVerifications(opened).begin(person.id, email).result().token
    done = EmailVerifications(opened).open_link(link, token).result()
    assert done is not None
    People(opened).rename(done.person.id, "Host").result()
    opened.close()
    cookie = session_cookie(address, done.token)
    return f"{cookie['name']}={cookie['value']}"


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
            session = given.session or new_host(database, base)
            return asyncio.run(hold(base, session, given.bots, given.rounds, wanted))
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
            rounds = hold(
                server.base, new_host(database, server.base), given.bots, given.rounds, wanted
            )
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
