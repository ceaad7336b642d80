"""Plant faults in copies of the games, and see which ones the lab names first.

    python -m benchmarks.lab.planted_faults --out FOLDER          all, in any number of goes
    python -m benchmarks.lab.planted_faults --out FOLDER --only builders --games 1000

A fault counts as named if one of the first three findings has its cause; of a sound control, there
must be no fault at all. FOLDER keeps the copies and what was found, so that a run that was stopped
goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from benchmarks.lab.planted.faults import FAULTS, SOUND, Fault
from benchmarks.lab.planted.planting import planted, register

from ducato.core.game import Game
from ducato.lab.diagnosis.causes import trial_of
from ducato.lab.diagnosis.diagnose import diagnose
from ducato.lab.run import Conditions, play

BUDGET = 3
"""How many games look for causes, for each of the run."""
FIRST = 3
"""How many findings a designer reads."""


def diagnosed(game: Game, fault: Fault, games: int) -> dict[str, Any]:
    """Return what the lab finds in a game with a fault: its faults, and the time they took."""
    began = time.process_time()
    loaded = game.load(fault.seats, fault.edition, **fault.options)
    run = play(loaded, games)
    trial = trial_of(run, BUDGET * games)
    against = None
    if fault.compared:
        sound = {**fault.options, "plant": 0, "plant_size": 0}
        against = play(game.load(fault.seats, fault.edition, **sound), games)
    findings = diagnose(run, trial, Conditions(), against=against)
    found = [f.to_dict() for f in findings if f.grade == "fault"]
    seconds = round(time.process_time() - began, 2)
    return {"key": fault.key, "kind": fault.kind, "found": found, "seconds": seconds}


def is_named(fault: Fault, found: list[dict[str, Any]]) -> bool:
    """Return whether the first findings have the cause of a fault."""
    return any(
        one["sort"] == sort and one["subject"].startswith(subject)
        for one in found[:FIRST]
        for sort, subject in fault.named
    )


def summary(rows: dict[str, dict[str, Any]]) -> str:
    """Return a table of the kinds of faults, and what was found in the sound controls."""
    kinds: dict[str, list[bool]] = defaultdict(list)
    lines = []
    for fault in FAULTS:
        if fault.key in rows:
            named = is_named(fault, rows[fault.key]["found"])
            kinds[fault.kind].append(named)
            if not named:
                first = [f"{f['sort']} {f['subject']}" for f in rows[fault.key]["found"][:FIRST]]
                lines.append(f"not named: {fault.kind}, {fault.key}: {', '.join(first) or '-'}")
    for kind, named in kinds.items():
        lines.append(f"| {kind} | {sum(named)} of {len(named)} |")
    some = sum(2 * sum(named) > len(named) for named in kinds.values())
    lines.append(f"{some} of {len(kinds)} kinds are named in most strengths")
    sound = [fault for fault in SOUND if fault.key in rows]
    wrong = [fault for fault in sound if rows[fault.key]["found"]]
    lines += [
        f"false: {fault.key}: {rows[fault.key]['found'][0]['sort']} "
        f"{rows[fault.key]['found'][0]['subject']}"
        for fault in wrong
    ]
    lines.append(f"{len(wrong)} of {len(sound)} sound controls have a finding")
    return "\n".join(lines)


def main() -> None:
    """Run what has not been run yet, and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--only", default="", help="the folder of one game")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    kept = given.out / f"found-{given.games}.jsonl"
    lines = kept.read_text("utf-8").splitlines() if kept.exists() else []
    rows = {row["key"]: row for row in map(json.loads, lines)}
    wanted = [f for f in [*SOUND, *FAULTS] if f.game.startswith(given.only)]
    names = dict.fromkeys(fault.game for fault in wanted)
    games = {name: planted(name, given.out / "copies") for name in names}
    register(list(games.values()))
    for fault in wanted:
        if fault.key not in rows:
            row = rows[fault.key] = diagnosed(games[fault.game], fault, given.games)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            first = [f"{f['sort']} {f['subject']}" for f in row["found"][:FIRST]]
            print(fault.kind, fault.key, first, row["seconds"], flush=True)
    print(summary(rows))


if __name__ == "__main__":
    main()
