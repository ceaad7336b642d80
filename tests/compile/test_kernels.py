"""Kernels: compiled and interpreted alike, nothing allocated, and a cache that is never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from tests.support.compiled import COMPILING
from tests.support.conditions import until

from ducato.compile import announcements, kernels
from ducato.compile.announcements import announcing_compilation
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.errors import MachineFault
from ducato.core.struct import Row, Struct, field
from ducato.core.verbs import rule

PACKAGE = Path(kernels.__file__).parents[1]
pytestmark = pytest.mark.compiled
compiled = pytest.mark.skipif(not COMPILING, reason="about compiled code")


class Purse(Struct):
    """A record to compile for."""

    owner: int = field("i1")
    coins: Row = field("i2", 3)


class Box(Struct):
    """Another one."""

    owner: int = field("i1")


@rule
def earn(purse, amount: int) -> None:
    for i in range(3):
        purse.coins[i] += amount


@rule
def by_array(n: int) -> int:
    return np.zeros(n, np.int64).sum()


@rule
def by_list(n: int) -> int:
    values = [n, n + 1]
    return values[n % 2]


@kernel
def all_earn(purses, rng, most):
    """Everybody earns a random amount; the sum."""
    total = 0
    for i in range(len(purses)):
        amount = below(rng, most)
        earn(purses[i], amount)
        total += 3 * amount
    return total


@kernel
def needs_an_array(n):
    """Calls a rule that allocates an array."""
    return by_array(n)


@kernel
def needs_a_list(n):
    """Calls a rule that allocates a list."""
    return by_list(n)


def test_compiled_and_interpreted_agree():
    one, other = Batch.zeros(Purse, 5), Batch.zeros(Purse, 5)
    assert all_earn(one, new_rng(1), 9) == all_earn.interpreted(other, new_rng(1), 9) > 0
    assert (one.array == other.array).all()
    assert one.array["coins"].sum() > 0


def test_a_kernel_keeps_its_name_and_docstring():
    assert (all_earn.__name__, all_earn.__doc__) == (
        "all_earn", "Everybody earns a random amount; the sum."
    )  # fmt: skip


def test_without_the_compiler_it_runs_interpreted(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(kernels, "_dispatcher", None)
    assert needs_an_array(3) == 0


def test_a_missing_numba_is_no_fault_of_a_game(invented, monkeypatch):
    from ducato.core.game.discovery import REGISTRY, blaming

    monkeypatch.setitem(sys.modules, "numba", None)
    never_called = kernels.Kernel(lambda: None)
    with pytest.raises(MachineFault, match=r"Numba does not start .*anew"), blaming(invented):
        never_called.dispatcher(())
    assert invented.name not in REGISTRY


@compiled
@pytest.mark.parametrize("guilty", [needs_an_array, needs_a_list], ids=lambda k: k.__name__)
def test_a_rule_that_allocates_does_not_compile(guilty):
    with pytest.raises(Exception, match=r"(?i)nrt|returning of array"):
        guilty(4)


@compiled
def test_a_long_compilation_is_announced(monkeypatch, capfd):
    from numba.core import event

    monkeypatch.setattr(announcements, "PATIENCE", 0.0)
    with announcing_compilation("something"), event.trigger_event("numba:compile"):
        text = until(lambda: capfd.readouterr().err)
    assert text.startswith("ducato: compiling something (once;")


WITHOUT = """
    import sys
    from types import SimpleNamespace

    {taken}
    import script; script.main()
"""
TAKEN = {
    "a module": "sys.modules['numba._dynfunc'] = None",
    "a function": "compiler._dynfunc = SimpleNamespace()",
    "a method": "compiler.RuleLibrary._get_module_for_linking = property()",
    "an attribute": "compiler.RuleLibrary._linking_libraries = property(fset=lambda *_: None)",
}
"""Ways to lose what `compile.compiler` uses, while Numba itself stays whole."""
COMPILER = "from ducato.compile import compiler"


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("what", TAKEN)
def test_without_a_private_part_of_numba_rules_compile_in_its_own_way(copy, what: str):
    before = "import numba; del numba._dynfunc" if what == "a module" else COMPILER
    taken = f"{before}; {TAKEN[what]}"
    (copy / "without.py").write_text(textwrap.dedent(WITHOUT).format(taken=taken))
    said = errors(copy, "without.py")
    assert said.startswith("rules compile slowly with numba ")
    assert "Traceback" not in said


ANNOUNCED = """
    from ducato.compile import announcements
    announcements.PATIENCE = 0.0
    import script; script.main()
"""


@compiled
@pytest.mark.slow
def test_what_comes_from_the_cache_is_not_announced(copy):
    (copy / "announced.py").write_text(textwrap.dedent(ANNOUNCED))
    first, second = (errors(copy, "announced.py") for _ in range(2))
    assert "ducato: compiling asked (once;" in first
    assert second == ""


def test_a_short_one_is_not(capfd):
    with announcing_compilation("something"):
        pass
    assert capfd.readouterr().err == ""


# ---------------------------------------------------------------------------- several processes


HOLDING = """
    import ducato
    import script
    from ducato.compile import cache, kernel_cache

    def held(path):
        lock = real(path)
        print("held", flush=True)
        input()
        return lock

    real, kernel_cache.lock = kernel_cache.lock, held
    script.main()
"""


@compiled
@pytest.mark.slow
def test_only_one_process_at_a_time_compiles_a_kernel(copy):
    (copy / "holding.py").write_text(textwrap.dedent(HOLDING))
    with started(copy, "holding.py") as first:
        assert first.stdout.readline() == "held\n"
        with started(copy, "script.py") as second:
            said = second.stderr.readline()
            assert said == "ducato: waiting for another process to compile asked ...\n"
            assert not list((copy / "cache").rglob("*.nb?"))
            first.communicate("\n")
            assert second.communicate()[0].split() == ["-1", "1"]


# ------------------------------------------------------------------------------- a stale cache

SCRIPT = """
import sys
from ducato.core import verbs
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
import ducato

@kernel
def asked(states, editions):
    return verbs.current_player(states[0], editions[0])

def ask(game):
    found = asked(Batch.of(game.State()), Batch.of(game.edition))
    compiled = asked.dispatcher((game.State, type(game.edition)))
    assert compiled.signatures
    return found, sum(compiled.stats.cache_hits.values())

def main():
    first = ask(ducato.load(min(ducato.all_games())))
    if len(sys.argv) > 1:
        import outside
        first = ask(outside.GAME.load())
    print(*first)

if __name__ == "__main__":
    main()
"""


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy of the package and a script that asks compiled rules who is to move at first."""
    shutil.copytree(
        PACKAGE,
        tmp_path / "ducato",
        ignore=shutil.ignore_patterns("__pycache__", "server", "client", "locale"),
    )
    shutil.copytree(
        Path(__file__).parents[1] / "invented", tmp_path / "outside",
        ignore=shutil.ignore_patterns("__pycache__"),
    )  # fmt: skip
    (tmp_path / "script.py").write_text(textwrap.dedent(SCRIPT))
    return tmp_path


def started(copy: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a script of the copy."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy),
        "DUCATO_CACHE": str(copy / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_DISABLE_JIT": "0",
    }
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, *arguments],
        env=environment, cwd=copy, stdin=pipe, stdout=pipe, stderr=pipe, text=True,
    )  # fmt: skip


def run(copy: Path, *arguments: str) -> list[int]:
    """Return the numbers that the script of the copy prints."""
    script = started(copy, "script.py", *arguments)
    said, complaints = script.communicate()
    assert script.returncode == 0, complaints
    return [int(word) for word in said.split()]


def errors(copy: Path, name: str) -> str:
    """Return what a script of the copy says on standard error."""
    script = started(copy, name)
    complaints = script.communicate()[1]
    assert script.returncode == 0, complaints
    return complaints


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    os.utime(path, (1, 1))  # an old date and, mostly, another size: neither may matter


@compiled
@pytest.mark.slow
def test_a_changed_rule_is_never_run_from_the_cache(copy):
    assert run(copy) == [-1, 0]
    assert run(copy)[1] > 0, "the second time it comes from the cache"
    folder = min((copy / "ducato" / "games").glob("*/rules/__init__.py"))
    edit(folder, "        return CHANCE", "        return 1 + 5")
    assert run(copy)[0] == 6
    edit(folder, "        return 1 + 5", "        return CHANCE")
    assert run(copy)[0] == -1


@compiled
@pytest.mark.slow
def test_a_changed_constant_of_core_is_seen_too(copy):
    assert run(copy)[0] == -1
    edit(copy / "ducato" / "core" / "verbs.py", "CHANCE = -1", "CHANCE = -7")
    assert run(copy)[0] == -7


@compiled
@pytest.mark.slow
def test_a_changed_rule_of_another_package_is_seen_too(copy):
    """Even if the kernel ran for another game first."""
    assert run(copy, "outside")[0] == -1
    edit(copy / "outside" / "rules.py", "        return CHANCE", "        return 5")
    assert run(copy, "outside")[0] == 5
