"""Small changes to the rules are noticed: a sample of the mutants of `benchmarks/mutate.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.mutate import LIST, Report, equivalents, sample
from benchmarks.mutation.mutants import Mutant, instrumented, mutants_of, rule_modules

ROOT = Path(__file__).parents[2]
SIZE = 12
GAMES = sorted(path.parent.name.replace("_", "-") for path in ROOT.glob(f"tests/games/*/{LIST}"))
SOURCE = '''
def pay(state: State, price: int) -> int:
    """Pay 1."""
    if state.gold < price:
        return 0
    state.gold -= price
    return 1
'''


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_of_a_sample_survives(game: str):
    command = [sys.executable, "-m", "benchmarks.mutate", game, "--sample", str(SIZE)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert f"{SIZE} mutants" in found.stdout


@pytest.fixture
def mutants(tmp_path: Path) -> list[Mutant]:
    path = tmp_path / "bank.py"
    path.write_text(SOURCE)
    return list(mutants_of("bank", path))


def test_each_statement_is_changed_in_many_ways(mutants: list[Mutant]):
    changes = [(m.before, m.after) for m in mutants]
    assert len(changes) == len(set(changes))
    assert set(changes) == {
        ("if state.gold < price:", "if True:"),
        ("if state.gold < price:", "if False:"),
        ("if state.gold < price:", "if state.gold <= price:"),
        ("if state.gold < price:", "if state.gold >= price:"),
        ("return 0", "pass"),
        ("return 0", "return 1"),
        ("return 0", "return -1"),
        ("state.gold -= price", "pass"),
        ("state.gold -= price", "state.gold = price"),
        ("state.gold -= price", "state.gold += price"),
        ("return 1", "return 2"),
        ("return 1", "return 0"),
    }


def test_mutants_that_are_plainly_equal_are_one(tmp_path: Path):
    path = tmp_path / "bank.py"
    path.write_text("def pay(state):\n    if state.gold > 0:\n        state.gold -= 1\n")
    assert [m.after for m in mutants_of("bank", path)] == [
        "if True:",
        "if False:",
        "if state.gold >= 0:",
        "if state.gold <= 0:",
        "if state.gold > 1:",
        "pass",
        "state.gold = 1",
        "state.gold += 1",
        "state.gold -= 2",
    ]


def test_a_mutant_keeps_its_name_when_lines_move(mutants: list[Mutant], tmp_path: Path):
    (tmp_path / "bank.py").write_text("# A comment.\n" + SOURCE)
    moved = list(mutants_of("bank", tmp_path / "bank.py"))
    assert [m.key for m in moved] == [m.key for m in mutants]
    assert moved[0].line == mutants[0].line + 1


def test_equal_statements_of_a_function_are_numbered(tmp_path: Path):
    path = tmp_path / "bank.py"
    path.write_text("def twice(state):\n    state.n += 1\n    state.n += 1\n")
    dropped = [m.number for m in mutants_of("bank", path) if m.after == "pass"]
    assert dropped == [1, 2]


def test_the_lines_that_are_reached_are_noted(tmp_path: Path):
    path = tmp_path / "bank.py"
    path.write_text(SOURCE)
    ((name, code),) = instrumented(path)
    reached: set[int] = set()
    pay = type(mutants_of)(code, {"__reached__": reached}, name)
    assert pay(type("Purse", (), {"gold": 3})(), 5) == 0
    assert reached == {3, 4, 5}


def test_what_only_bots_and_the_lab_go_by_is_not_mutated(tmp_path: Path):
    for name in ("rules/__init__", "rules/income", "rules/cards/deck", "bot/features", "measures"):
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.touch()
    assert list(rule_modules(tmp_path)) == ["__init__", "cards.deck", "income"]


def test_a_sample_is_drawn_by_the_names_of_mutants(mutants: list[Mutant]):
    drawn = sample(mutants, 4, 1)
    assert drawn == sample(mutants[::-1], 4, 1)
    assert drawn != sample(mutants, 4, 2)
    assert set(drawn) <= set(sample(mutants, 5, 1))


def test_a_survivor_a_refuted_entry_and_a_missing_mutant_are_found(mutants: list[Mutant]):
    dead, alive, listed = mutants[:3]
    outcomes = [(dead, "test_pay"), (alive, None), (listed, None)]
    report = Report("bank", outcomes, {listed.key: "no matter"})
    assert (report.survivors, report.refuted, report.sound) == ([alive], [], False)
    assert report.counts()["all"] == {"killed": 1, "equivalent": 1, "survived": 1}
    assert Report("bank", [outcomes[0], outcomes[2]], {listed.key: "no matter"}).sound
    assert Report("bank", outcomes, {dead.key: "wrong"}).refuted == [(dead, "test_pay")]
    assert not Report("bank", outcomes[:1], {}, [alive.key]).sound


def test_an_entry_may_list_several_changes_but_none_twice(tmp_path: Path):
    entry = '[[mutant]]\nwhere = "bank.pay"\nbefore = "a"\nafter = ["b", "c"]\nreason = "d"\n'
    path = tmp_path / LIST
    assert equivalents(path) == {}
    path.write_text(entry)
    assert equivalents(path) == {("bank.pay", "a", after, 1): "d" for after in "bc"}
    path.write_text(entry + entry)
    with pytest.raises(SystemExit, match="twice"):
        equivalents(path)
