"""The checks find every fault of a list, name it rightly, and say what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.checks.sabotage import SABOTAGES, Sabotage, spoilt
from tests.checks.sabotaged_texts import SABOTAGES as TEXTS
from tests.plugins.installed import INVENTED

from ducato.checks import CheckPlan, CheckResult, Checks, Fault, run
from ducato.core.game.folder import game_from
from ducato.table.game_checks import ALL, found_in

PLAN = CheckPlan(seeds=range(2))
EVERY = [*SABOTAGES, *TEXTS]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Do not compile: `test_compiled.py` does."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def found_by(check: str, results: Iterable[CheckResult], words: str) -> Fault:
    """Return the finding of a check, without running those that come after it."""
    findings: list[Fault] = []
    for result in results:
        findings += result.findings
        for finding in result.findings:
            if finding.check == check and words in finding.problem:
                return finding
    return pytest.fail("\n".join(map(str, findings)) or "nothing was found", pytrace=False)


def alone(check: str) -> list[Checks]:
    """Return the check without others, except the one that imports all modules of a game."""
    return [
        replace(
            group,
            of_game=tuple(
                one for one in group.of_game if one.__name__ in (check, "modules_are_complete")
            ),
            of_play=tuple(one for one in group.of_play if one.__name__ == check),
        )
        for group in ALL
    ]


@pytest.mark.parametrize("sabotage", EVERY, ids=lambda sabotage: sabotage.name)
def test_its_check_finds_a_fault(sabotage: Sabotage, tmp_path):
    with spoilt(tmp_path, sabotage) as package:
        results = run(game_from(package), alone(sabotage.check), PLAN)
        finding = found_by(sabotage.check, results, sabotage.words)
    assert finding.warning == sabotage.warning
    assert (finding.file or "").partition(":")[0] == sabotage.file or not sabotage.file
    assert finding.advice


@pytest.mark.slow
@pytest.mark.parametrize("sabotage", EVERY, ids=lambda sabotage: sabotage.name)
def test_no_earlier_check_takes_a_fault_for_another(sabotage: Sabotage, tmp_path):
    """Of all checks that come across a fault, the first reports it."""
    with spoilt(tmp_path, sabotage) as package:
        assert found_by(sabotage.check, run(game_from(package), ALL, PLAN), sabotage.words)


@pytest.mark.compiled
def test_the_sound_game_passes():
    results = list(run(game_from(INVENTED), ALL, PLAN))
    assert [r.check for r in results if r.status == "skipped"] == ["compiled_agrees"]
    assert not found_in(results)


@pytest.mark.compiled
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_the_sound_game_passes_however_its_files_were_saved(encoding: str, tmp_path):
    def save(package: Path) -> None:
        for path in package.rglob("*.*"):
            if path.suffix in (".csv", ".toml", ".md"):
                text = path.read_text("utf-8")
                text = text.replace(",", ";") if path.suffix == ".csv" else text
                path.write_bytes(text.replace("\n", "\r\n").encode(encoding))

    with spoilt(tmp_path, Sabotage(f"saved-{encoding}", (save,), "", "")) as package:
        findings = found_in(run(game_from(package), ALL, PLAN))
    assert not findings, "\n".join(map(str, findings))


EXAMPLES = [
    path.parent for path in (Path(__file__).parents[2] / "examples").glob("*/pyproject.toml")
]


@pytest.mark.compiled
@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_the_examples_pass(folder: Path):
    errors = [f for f in found_in(run(game_from(folder), ALL, PLAN)) if not f.warning]
    assert not errors, "\n".join(map(str, errors))


def test_there_are_many_ways_to_spoil_a_game():
    assert len({sabotage.name for sabotage in EVERY}) == len(EVERY) >= 25
