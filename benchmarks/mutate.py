"""Mutation testing: whether the tests that state a rule notice each small change to the rules.

    python -m benchmarks.mutate magnate
    python -m benchmarks.mutate magnate --where building.pay
    python -m benchmarks.mutate magnate --sample 30 --seed 1 --json

Every function in the game's ``rules/``, except what only bots and the lab go by, is changed in one
small thing at a time: a comparison, an operator, a number, a condition, a bound, a dropped
statement. Each such mutant must make a test fail whose docstring cites a clause of the rulebook.
Recorded games, random games and comparisons of compiled with interpreted rules do not count. Rules
run interpreted.

A mutant that behaves as the rules do is listed in ``tests/games/<game>/equivalent_mutants.toml``
with the reason:

    [[mutant]]
    where = "income.roll"
    before = "state.phase = Phase.TAX"
    after = "pass"  # or a list of several
    number = 2  # if the statement stands several times in the function, and this is not the first
    reason = "..."

Survivors are named on standard error as soon as they are found. The program exits with 1 if a
mutant survives that is not listed, if a listed one is killed, and if a listed one does not exist.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.mutation.mutants import Mutant, mutants_of, rule_modules

ROOT = Path(__file__).parents[1]
LIST = "equivalent_mutants.toml"
FATES = ("killed", "equivalent", "survived")
Key = tuple[str, str, str, int]


@dataclass
class Report:
    """What became of the mutants of a game.

    Attributes:
        outcomes: each mutant with the test that killed it, or None.
        equivalent: the reasons of the listed mutants.
        missing: listed mutants that no longer exist.
        tests: the number of tests that took part.
    """

    game: str
    outcomes: list[tuple[Mutant, str | None]]
    equivalent: dict[Key, str]
    missing: list[Key] = field(default_factory=list)
    tests: int = 0

    @property
    def survivors(self) -> list[Mutant]:
        """Return the mutants that survived and are not listed."""
        return [m for m, test in self.outcomes if test is None and m.key not in self.equivalent]

    @property
    def refuted(self) -> list[tuple[Mutant, str]]:
        """Return the listed mutants that a test killed, with the test."""
        return [(m, test) for m, test in self.outcomes if test and m.key in self.equivalent]

    @property
    def sound(self) -> bool:
        """Return whether each mutant is either killed or listed."""
        return not (self.survivors or self.refuted or self.missing)

    def counts(self) -> dict[str, dict[str, int]]:
        """Return the numbers of mutants of each module and of all: killed, equivalent, survived."""
        found: dict[str, Counter[str]] = {}
        for mutant, test in self.outcomes:
            fate = "equivalent" if mutant.key in self.equivalent else "survived"
            found.setdefault(mutant.module, Counter())["killed" if test else fate] += 1
        found["all"] = sum(found.values(), Counter())
        return {module: {fate: count[fate] for fate in FATES} for module, count in found.items()}


def equivalents(path: Path) -> dict[Key, str]:
    """Return the listed equivalent mutants with the reason of each."""
    listed = tomllib.loads(path.read_text("utf-8"))["mutant"] if path.exists() else []
    found: dict[Key, str] = {}
    for entry in listed:
        for after in [entry["after"]] if isinstance(entry["after"], str) else entry["after"]:
            key = entry["where"], entry["before"], after, entry.get("number", 1)
            if key in found:
                raise SystemExit(f"{path}: {key} is listed twice")
            found[key] = entry["reason"]
    return found


def sample(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """Return some of the mutants: nearly the same ones as long as the rules change little."""

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(repr((seed, mutant.key)).encode()).digest()

    return sorted(sorted(mutants, key=lot)[:size], key=lambda m: (m.where, m.line))


def mutate(game: str, where: str = "", size: int = 0, seed: int = 0, jobs: int = 1) -> Report:
    """Try the mutants of a game: all, those of one function or module, or a sample."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # before the first import of numba
    from benchmarks.mutation.trials import Subject, Trials, hold_trials

    from ducato.core.game import all_games

    package = all_games()[game].package
    folder = package.rpartition(".")[2]
    modules = rule_modules(ROOT / "src" / Path(*package.split(".")))
    every = [mutant for name, path in modules.items() for mutant in mutants_of(name, path)]
    listed = equivalents(ROOT / "tests" / "games" / folder / LIST)
    chosen = [m for m in every if f"{m.where}.".startswith(f"{where}." if where else "")]
    if not chosen:
        raise SystemExit(f"{game} has no rule {where}; a rule is named as in {every[0].where}")

    def announce(mutant: Mutant, reached: bool) -> None:
        if mutant.key not in listed:
            sys.stderr.write(f"{'survived' if reached else 'reached by no test'}: {mutant}\n")
            sys.stderr.flush()

    subject, drawn = Subject(game, package, modules), sample(chosen, size, seed) if size else chosen
    trials = Trials(subject, drawn, jobs, announce)
    hold_trials(trials)
    missing = sorted(set(listed) - {m.key for m in every})
    return Report(game, trials.outcomes, listed, missing, len(trials.suite.items))


def as_json(report: Report) -> dict[str, Any]:
    """Return the report as an object of JSON."""
    return {
        "game": report.game,
        "tests": report.tests,
        "modules": report.counts(),
        "survived": [str(mutant) for mutant in report.survivors],
        "refuted": [f"{mutant} by {test}" for mutant, test in report.refuted],
        "missing": [list(key) for key in report.missing],
    }


def show(report: Report) -> None:
    """Print the numbers of each module, then what is wrong."""
    print(f"{report.game}: {len(report.outcomes)} mutants, {report.tests} tests that state a rule")
    for module, count in report.counts().items():
        total, (killed, equivalent, survived) = sum(count.values()), count.values()
        numbers = f"{total:5} mutants {killed:5} killed {killed / total:7.1%}"
        print(f"  {module:28} {numbers} {equivalent:4} equivalent {survived:4} survived")
    for mutant in report.survivors:
        print(f"survived: {mutant}")
    for mutant, test in report.refuted:
        print(f"listed as equivalent, but killed by {test}: {mutant}")
    for where, before, after, number in report.missing:
        print(f"listed as equivalent, but not found: {where} ({number}): {before}  ->  {after}")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("game", help="the game's name")
    parser.add_argument("--where", default="", help="one module or function, as in building.pay")
    parser.add_argument("--sample", type=int, default=0, help="mutants to draw; all if not given")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--jobs", type=int, default=1, help="mutants to try at a time")
    parser.add_argument("--json", action="store_true", help="print one object")
    given = parser.parse_args()
    report = mutate(given.game, given.where, given.sample, given.seed, given.jobs)
    if given.json:
        json.dump(as_json(report), sys.stdout, indent=2)
        print()
    else:
        show(report)
    return 0 if report.sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
