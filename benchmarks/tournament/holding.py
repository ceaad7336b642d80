"""A tournament of programs on a server that is running, and its standings computed once more."""

from __future__ import annotations

import asyncio
import statistics
import time
from contextlib import suppress
from typing import Any
from urllib.error import URLError

from benchmarks.table_player import Person
from benchmarks.tournament.programs import POLL, Program, ask

EPSILON = 1e-6
"""Largest difference of two sums that count as equal."""


def new_programs(base: str, tournament: str, number: int, seed: int) -> list[Program]:
    """Create programs, each with an owner of its own."""
    found = []
    for n in range(number):
        owner = Person()
        owner.post(f"{base}/api/me", {"name": f"Owner {n + 1}"})
        made = owner.post(f"{base}/api/bot-accounts", {"name": f"Argo {n + 1}"})
        found.append(Program(base, tournament, made["token"], owner.address, seed + n))
    return found


async def hold(
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
