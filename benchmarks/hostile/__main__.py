"""The command: runs the attacks in turn and prints how long other people had to wait."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import benchmarks.hostile
from benchmarks.hostile.attacker import Attack, Attacker, Report, run_attack
from benchmarks.hostile.bot_tables import bot_tables
from benchmarks.hostile.deaf_screens import deaf_screens
from benchmarks.hostile.get_flood import get_flood
from benchmarks.hostile.half_requests import half_requests
from benchmarks.hostile.lobby_flood import lobby_flood
from benchmarks.hostile.people import BOTS_AT, Phase, late, one_game, phase_of
from benchmarks.server import Server
from benchmarks.table_player import Person
from tests.support.postgres import new_database

ATTACKS: dict[str, Attack] = {
    "lobby_flood": lobby_flood,
    "get_flood": get_flood,
    "deaf_screens": deaf_screens,
    "half_requests": half_requests,
    "bot_tables": bot_tables,  # last, since its bots play on for a while
}
DESCRIPTORS = 1024
"""Descriptors that the server may open: the usual default of the system."""
ATTACKER = "203.0.113.{}"
"""The address of each attacker, in another block than those of all others."""
WARM_WITHIN = 400.0
"""Seconds for everything that bots need to be compiled."""
SETTLE = 2.0
"""Seconds for the server to notice that an attacker is gone."""
FEWEST_MOVES = 200
"""Acknowledgements below which their 95th percentile says little."""
MOST_RATIO = 2.0
"""Highest ratio of acknowledgement times with and without an attack."""
MOST_ANSWER = 1000.0
"""Milliseconds for an answer of the greedy bot under attack."""
MOST_FAILED = 0.05
"""Share of all visitors who may get no answer."""


@dataclass
class Row:
    """One line of the report.

    Attributes:
        name: of the attack, or of the phase without one.
        phase: what people waited for.
        lag: of the event loop, the 99th percentile in milliseconds.
        memory: of the server before and after, in bytes.
        report: the attacker's own results.
    """

    name: str
    phase: Phase = field(default_factory=Phase)
    lag: float = 0.0
    memory: tuple[int, int] = (0, 0)
    report: Report = field(default_factory=dict)

    def ratio(self, quiet: Phase) -> float:
        """Return the ratio of acknowledgement times under attack and without it."""
        usual = late(quiet.acknowledged)
        return late(self.phase.acknowledged) / usual if usual else float("inf")

    def is_harmful(self, quiet: Phase) -> bool:
        """Return whether people wait too long, or in vain."""
        phase = self.phase
        return (
            not phase.acknowledged
            or not phase.answered
            or self.ratio(quiet) > MOST_RATIO
            or late(phase.answered) > MOST_ANSWER
            or phase.failed > MOST_FAILED * len(phase.visited)
        )

    def line(self, quiet: Phase) -> str:
        """Return the line as text."""
        phase = self.phase
        waits = (phase.acknowledged, phase.answered, phase.visited)
        times = " ".join(f"{late(wait, part):7.1f}" for wait in waits for part in (0.5, 0.95))
        counts = " ".join(f"{len(wait):6}" for wait in waits)
        before, after = (size / 1e6 for size in self.memory)
        verdict = "HARM" if self.is_harmful(quiet) else "ok"
        if len(phase.acknowledged) < FEWEST_MOVES:
            verdict += ", but too few moves"
        return (
            f"{self.name:14} {times} {counts} {phase.failed:6} {self.lag:7.1f} "
            f"{before:6.1f} {after:6.1f} {self.ratio(quiet):6.2f} {verdict}"
        )


HEAD = (
    f"{'':14} {'ack p50':>7} {'ack p95':>7} {'bot p50':>7} {'bot p95':>7} {'new p50':>7} "
    f"{'new p95':>7} {'acks':>6} {'bots':>6} {'visits':>6} {'failed':>6} {'lag p99':>7} "
    f"{'MB':>6} {'MB':>6} {'ratio':>6}"
)


def warm_up(server: Server) -> None:
    """Wait until everything is compiled, and play a little in each game used."""
    end = time.monotonic() + WARM_WITHIN
    while not server.is_warm():
        if time.monotonic() > end:
            raise RuntimeError("bots are not compiled in time")
        time.sleep(0.5)

    async def answer(game: str) -> None:
        until, phase = time.perf_counter() + WARM_WITHIN, Phase()
        await one_game(server.base, Person(), game, until, phase, random.Random(0), answers=3)

    async def all_games() -> None:
        for game in BOTS_AT:
            await answer(game)
        await phase_of(server.base, SETTLE)

    asyncio.run(all_games())


def watched(server: Server, row: Row, seconds: float) -> None:
    """Have people wait for this many seconds, and record their waits in the row."""
    before = row.memory[0] or server.memory()
    server.lag()
    row.phase.add(asyncio.run(phase_of(server.base, seconds)))
    row.lag = max(row.lag, server.lag()[0])
    row.memory = before, server.memory()


def measured(names: Sequence[str], seconds: float) -> bool:
    """Print the waits without an attack and under each; return whether an attack did harm."""
    quiet, rows = Row("quiet"), []
    with new_database(postgres=False) as url:
        server = Server(url, warm=True, descriptors=DESCRIPTORS)
        try:
            warm_up(server)
            for number, name in enumerate(names, 1):
                watched(server, quiet, seconds)
                row = Row(name, memory=(server.memory(), 0))
                attacker = Attacker(name, server.base, ATTACKER.format(number))
                with attacker.going_on():
                    watched(server, row, seconds)
                row.report = attacker.report
                rows.append(row)
                print(f"{name}: {row.report}", flush=True)
                time.sleep(SETTLE)
        finally:
            server.stop()
    print(HEAD, *(row.line(quiet.phase) for row in (quiet, *rows)), sep="\n", flush=True)
    return any(row.is_harmful(quiet.phase) for row in rows)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hostile",
        description=benchmarks.hostile.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "attack", nargs="*", choices=[*ATTACKS, "all"], default="all", help="all, if none is named"
    )
    parser.add_argument("--seconds", type=float, default=30, help="of each phase")
    parser.add_argument("--attacker", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    names = list(ATTACKS) if "all" in asked.attack else asked.attack
    if asked.attacker is not None:
        run_attack(ATTACKS[names[0]], *asked.attacker)
        return 0
    return int(measured(names, asked.seconds))


if __name__ == "__main__":
    sys.exit(main())
