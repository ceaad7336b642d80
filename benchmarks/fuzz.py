"""A fuzzer for the server: valid and invalid requests and messages, in large numbers.

    python -m benchmarks.fuzz --requests 10000 --messages 20000 --seconds 600 --seed 1
        [--limits] [--postgres]

A server of its own listens at the loopback. It gets HTTP requests of every route, some made by
schemathesis from the description of the interface and the others by our own changes of it, and
messages at tables of all games (`benchmarks.fuzzing`). Nothing may be answered by 5xx, not at all,
or other than the protocol says; no socket may end but for a frame that is none; no traceback may be
written; what was refused must have changed nothing. Limits of rates are off, since they would
answer most of it; `--limits` leaves them on.

It prints the counts, and what is wrong with what was sent; then it exits with 1. The same seed
draws the same; only names that the server gives, and what bots do meanwhile, may differ.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.fuzzing.findings import Books, Findings
from benchmarks.fuzzing.http import Asker, say
from benchmarks.fuzzing.plans import PLANS
from benchmarks.fuzzing.tables import Table
from benchmarks.fuzzing.wire import Line
from benchmarks.server import ROOT, Server
from tests.support.postgres import new_database

AT_ONCE = 4
"""Tables that are fuzzed beside each other."""
MESSAGES_OF_TABLE = 1200
BY_SCHEMATHESIS = 0.02
"""Its share of the requests: it takes ten times as long for one as our own changes do."""
ALARMING = ("Traceback", "ERROR", "CRITICAL")
Short = Callable[[str], dict[str, Any]]


def routes_of(app: Any) -> list[tuple[str, set[str]]]:
    """Path and methods of everything that an application answers."""
    from ducato.web.app import ROUTERS

    found = []
    for route in [*app.routes, *(route for router in ROUTERS for route in router.routes)]:
        path = getattr(route, "path", "")
        if path == "/static":
            found += [
                (f"/static/{name}", {"GET"})
                for name in ("css/base.css", "js/pages/{word}.js", "{x}")
            ]
        else:
            found.append((path or "/", set(getattr(route, "methods", None) or {"GET"})))
    return found


def short(game: str) -> dict[str, Any]:
    """The options with which a game is soon over; its own tests say them."""
    path = ROOT / "tests" / "games" / game.replace("-", "_") / "short.toml"
    return tomllib.loads(path.read_text("utf-8"))


async def fuzz_tables(
    port: int, books: Books, findings: Findings, number: int, seed: int, desk: asyncio.Lock,
    until: float, *, each: int = MESSAGES_OF_TABLE, at_once: int = AT_ONCE, limited: bool = False,
) -> None:  # fmt: skip
    """Say so much at tables of all games, several beside each other."""
    line = Line(port)
    games = json.loads((await say(line, "GET", "/api/games")).body)
    line.close()
    left = number
    kinds = [(game, plan) for plan in PLANS for game in games]

    async def worker(which: int) -> None:
        nonlocal left
        turn = which
        while left > 0 and not findings.enough and time.monotonic() < until:
            rng = random.Random(f"{seed}, table {turn}")
            game, plan = kinds[turn % len(kinds)]
            turn += at_once
            table = Table(port, books, findings, rng, game, plan, short(game["name"]), limited)
            async with desk:
                await table.open()
            said = 0
            while said < each and left > 0 and not findings.enough and time.monotonic() < until:
                done = await table.burst()
                said += done
                left -= done
            await table.close()

    async with asyncio.TaskGroup() as group:
        for which in range(at_once):
            group.create_task(worker(which))


async def run(
    port: int, database: str, app: Any, findings: Findings, requests: int, number: int, seed: int,
    seconds: float, **named: Any,
) -> None:  # fmt: skip
    """Both kinds beside each other."""
    until = time.monotonic() + seconds
    books, desk, line = Books(database), asyncio.Lock(), Line(port)
    description = json.loads((await say(line, "GET", "/api/openapi.json")).body)
    line.close()
    asker = Asker(
        port, routes_of(app), description, books, findings, random.Random(f"{seed}, requests"), desk
    )
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(asker.run(requests, until))
            group.create_task(
                fuzz_tables(port, books, findings, number, seed, desk, until, **named)
            )
    finally:
        books.close()


def by_schemathesis(base: str, findings: Findings, number: int, seed: int, until: float) -> None:
    """So many requests that schemathesis makes from the description, right ones and wrong ones."""
    import hypothesis
    import requests
    import schemathesis
    from schemathesis.checks import (
        content_type_conformance,
        not_a_server_error,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error, status_code_conformance, content_type_conformance,
        response_schema_conformance,
    ]  # fmt: skip
    schema = schemathesis.openapi.from_url(f"{base}/api/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations()]
    modes = list(schemathesis.GenerationMode)
    each = max(1, number // (len(operations) * len(modes)))
    anna = requests.post(f"{base}/api/me", json={"name": "Anna"}, timeout=30)
    bot = requests.post(
        f"{base}/api/bot-accounts", json={"name": "Argo"}, cookies=anna.cookies, timeout=30
    ).json()
    faces = [
        {},
        {"Cookie": f"session={anna.cookies['session']}"},
        {"Authorization": f"Bearer {bot['token']}"},
        {"Authorization": "Bearer root"},
    ]
    session, sent = requests.Session(), 0
    for operation in operations:
        for mode in modes:

            @hypothesis.seed(seed)
            @hypothesis.settings(
                max_examples=each, database=None, deadline=None,
                suppress_health_check=list(hypothesis.HealthCheck),
                phases=[hypothesis.Phase.generate], verbosity=hypothesis.Verbosity.quiet,
            )  # fmt: skip
            @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: Any) -> None:
                nonlocal sent
                if time.monotonic() > until or findings.enough:
                    return
                session.cookies.clear()
                sent += 1
                face = faces[sent % len(faces)]
                answer = case.call(base_url=base, session=session, headers=face)
                kind = f"{case.method} {case.path}"
                findings.count("schemathesis", kind, str(answer.status_code))
                try:
                    case.validate_response(answer, checks=checks)
                except Exception as wrong:
                    findings.demand(False, f"schemathesis: {wrong}", case.as_curl_command(face))
                findings.listen(kind)

            # Nothing wrong can be made of what has no arguments.
            with suppress(hypothesis.errors.Unsatisfiable):
                ask()


class Log:
    """What a server writes while it runs, read bit by bit."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._path, self._read = path, 0

    def __call__(self) -> str:
        """What is alarming in what was written since the last call."""
        size = os.stat(self._path).st_size
        if size == self._read:
            return ""
        text = self._file.read().decode("utf-8", "replace")
        self._read = size
        return text[-4000:] if any(word in text for word in ALARMING) else ""

    def close(self) -> None:
        """Read no more."""
        self._file.close()


def main() -> int:
    """The command line."""
    from ducato.store import Store
    from ducato.web import create_app

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limits", action="store_true", help="leave the limits of rates on")
    parser.add_argument("--postgres", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, new_database(given.postgres) as url:
        log_path = Path(folder) / "log"
        app = create_app(Store(f"sqlite:///{Path(folder) / 'routes.sqlite3'}"))
        server = Server(url, limits=given.limits, log=log_path)
        log = Log(log_path)
        findings = Findings(log)
        start = time.monotonic()
        drawn = int(given.requests * BY_SCHEMATHESIS)
        try:
            until = start + given.seconds
            by_schemathesis(server.base, findings, drawn, given.seed, until)
            asyncio.run(
                run(
                    server.port, url, app, findings, given.requests - drawn, given.messages,
                    given.seed, until - time.monotonic(), limited=given.limits,
                )
            )  # fmt: skip
            findings.demand(server.process.poll() is None, "the server has ended", None)
        finally:
            server.stop()
            findings.listen("the end")
            log.close()
            seconds = time.monotonic() - start
            for part in findings.counts:
                print(findings.table(part), end="\n\n")
            sent = sum(map(findings.total, ("schemathesis", "HTTP", "sockets", "frames")))
            print(f"seed {given.seed}: {sent:,} in {seconds:.0f} s, {len(findings.found)} findings")
            for found in findings.found:
                sys.stdout.write(f"\n!! {found}\n")
    return 1 if findings.found else 0


if __name__ == "__main__":
    raise SystemExit(main())
