"""Commands in processes of their own: the cache is never stale, and never in the way."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.plugins.installed import SOUND, install

from ducato.compile.cache import SUFFIX, read

pytestmark = [pytest.mark.compiled, pytest.mark.slow]
MODULE = SOUND.replace("-", "_")
GAMES = 200
LIKE_OTHERS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""The start of a command for which the permissions of files count, though its user is root."""


def simulated(site: Path, cache: Path | None, *before: str) -> tuple[Any, str]:
    """Return what a simulation finds, except times, and what it says on standard error.

    Args:
        site: the folder of the package.
        cache: the cache folder; None to run the rules interpreted.
        before: the command that starts the process, if any.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(site), *sys.path]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "DUCATO_CACHE": str(cache),
        "NUMBA_DISABLE_JIT": "1" if cache is None else "0",
    }
    command = "from ducato.cli import main; main()"
    done = subprocess.run(
        [*before, sys.executable, "-c", command, "simulate", SOUND, f"--games={GAMES}", "--json"],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return {name: found[name] for name in ("wins", "mean_decisions", "unfinished")}, done.stderr


def kernels(cache: Path) -> set[Path]:
    return set(cache.rglob(f"*{SUFFIX}"))


# -------------------------------------------------------------------------- after an author's edit


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """An author's game that uses a module beside its package, which reads a file of data."""
    site = tmp_path / "site"
    site.mkdir()
    install(site, [SOUND])
    (site / "shared_rules.py").write_text(
        "from pathlib import Path\n\n"
        "from ducato.core.verbs import rule\n\n"
        "LEAD = int(Path(__file__).with_name('lead.numbers').read_text())\n\n\n"
        "@rule\n"
        "def strength(card: int) -> int:\n"
        "    return card + 0\n\n\n"
        "@rule\n"
        "def next_lead(winner: int, players: int) -> int:\n"
        "    return (winner + LEAD) % players\n"
    )
    (site / "lead.numbers").write_text("0")
    rules = site / MODULE / "rules.py"
    edit(rules, "from .state", "from shared_rules import next_lead, strength\n\nfrom .state")
    edit(rules, "else card > state.best", "else strength(card) > strength(state.best)")
    edit(rules, "+= edition.worth", "+= edition.worth + BONUS * winner")
    edit(rules, "import CARDS,", "import BONUS, CARDS,")
    edit(site / MODULE / "state.py", "DEAL, PLAY, OVER =", "BONUS = 0\nDEAL, PLAY, OVER =")
    edit(rules, "state.mover = winner", "state.mover = next_lead(winner, edition.players)")
    return site


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    os.utime(path, (1, 1))  # neither its date nor, mostly, its size may matter


def test_whatever_an_author_edits_the_next_command_plays_it(site, tmp_path):
    cache, package = tmp_path / "cache", site / MODULE
    results = [simulated(site, cache)[0]]
    assert results == [simulated(site, None)[0]]
    edits = [
        (package / "rules.py", "BONUS * winner", "2 + BONUS * winner - winner"),
        (package / "state.py", "BONUS = 0", "BONUS = 3"),
        (site / "shared_rules.py", "card + 0", "card % 3"),
        (site / "lead.numbers", "0", "1"),
        (package / "data" / "editions.toml", "default = 2,", "default = 1,"),
    ]
    for path, old, new in edits:
        edit(path, old, new)
        results.append(simulated(site, cache)[0])
        assert results[-1] == simulated(site, None)[0], path
        assert results[-1] != results[-2], path


def test_what_is_no_part_of_the_rules_compiles_nothing_anew(site, tmp_path):
    cache, package = tmp_path / "cache", site / MODULE
    before = simulated(site, cache)[0]
    kept = kernels(cache)
    for path in (site / "shared_rules.py", *package.rglob("*.py")):
        path.write_text(f"# a comment\n{path.read_text('utf-8')}", "utf-8")
    edit(package / "rules.py", "A card for the seat", "One card for the seat")
    edit(package / "data" / "names.csv", "the|One", "the|First")
    edit(package / "narration.py", "def prompt", "def another() -> None: ...\n\n\ndef prompt")
    moved = shutil.move(site, tmp_path / "elsewhere")
    assert simulated(Path(moved), cache) == (before, "")
    assert kernels(cache) == kept


# ----------------------------------------------------------------- whatever is wrong with the cache


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> tuple[Path, Path, Any]:
    """A package, a cache with its kernels, and what a simulation finds."""
    site, cache = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("cache")
    install(site, [SOUND])
    return site, cache, simulated(site, cache)[0]


def with_contents(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """Return damage that changes the contents of all files."""

    def damage(cache: Path) -> None:
        for path in kernels(cache):
            path.write_bytes(change(path.read_bytes()))

    return damage


def folders_instead_of_files(cache: Path) -> None:
    for path in kernels(cache):
        path.unlink()
        path.mkdir()


def what_a_killed_process_leaves(cache: Path) -> None:
    for path in kernels(cache):
        path.rename(path.with_suffix(".partial"))
        path.with_suffix(".lock").write_bytes(b"")


def a_link_to_nowhere(cache: Path) -> None:
    shutil.rmtree(cache)
    cache.symlink_to(cache.with_name("nowhere"))


def a_file(cache: Path) -> None:
    shutil.rmtree(cache)
    cache.write_bytes(b"a file")


MENDED: dict[str, Callable[[Path], None]] = {
    "empty": with_contents(lambda _: b""),
    "cut": with_contents(lambda whole: whole[: len(whole) // 2]),
    "noise": with_contents(lambda whole: bytes(reversed(whole))),
    "of another program": with_contents(lambda _: b"\x7fELF" * 100),
    "half written": what_a_killed_process_leaves,
    "missing": shutil.rmtree,
}
UNUSABLE: dict[str, Callable[[Path], None]] = {
    "folders in place of files": folders_instead_of_files,
    "a file in place of the folder": a_file,
    "a link to nowhere": a_link_to_nowhere,
}


@pytest.mark.parametrize("damage", MENDED.values(), ids=MENDED)
def test_a_damaged_cache_is_mended(damage, filled, tmp_path):
    site, whole, expected = filled
    cache = Path(shutil.copytree(whole, tmp_path / "cache"))
    damage(cache)
    found, said = simulated(site, cache)
    assert found == expected
    assert all(line.startswith("ducato: compiling ") for line in said.splitlines())
    assert {path.name for path in kernels(cache)} == {path.name for path in kernels(whole)}
    assert all(read(path) for path in kernels(cache))


@pytest.mark.parametrize("damage", UNUSABLE.values(), ids=UNUSABLE)
def test_a_cache_that_cannot_be_used_is_named_and_gone_without(damage, filled, tmp_path):
    site, whole, expected = filled
    cache = Path(shutil.copytree(whole, tmp_path / "cache"))
    damage(cache)
    found, said = simulated(site, cache)
    assert found == expected
    assert only_the_cache_is_named(said)


def only_the_cache_is_named(words: str) -> bool:
    """Return whether standard error says once what to do about the cache, and blames nobody."""
    about, *others = sorted(words.splitlines(), key=lambda line: "DUCATO_CACHE" not in line)
    assert about.startswith("ducato: compiled rules cannot be kept"), words
    return all(line.startswith("ducato: compiling ") for line in others)


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
@pytest.mark.parametrize("where", ["read only", "not to be entered"])
def test_a_cache_that_is_not_to_be_written(where, filled, tmp_path):
    """A cache that is read only has all that is needed, so nothing is said."""
    before = LIKE_OTHERS if os.geteuid() == 0 else ()
    if before and shutil.which(before[0]) is None:
        pytest.skip("permissions do not count for root")
    site, whole, expected = filled
    cache = Path(shutil.copytree(whole, tmp_path / "cache"))
    folders = [cache, *(path for path in cache.rglob("*") if path.is_dir())]
    for folder in reversed(folders):
        folder.chmod(0o555 if where == "read only" else 0)
    try:
        found, said = simulated(site, cache, *before)
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert found == expected
    assert said == "" if where == "read only" else only_the_cache_is_named(said)
