"""The example that verifies the chance of a record without using ducato."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ducato.core.chance import CommittedStream, below, new_rng
from ducato.core.game import all_games
from ducato.core.game_record import GameRecord
from ducato.core.match import Match

ROOT = Path(__file__).parents[1]
VERIFY = ROOT / "examples" / "verify.py"
EXAMPLE = ROOT / "docs" / "examples" / "magnate.jsonl"


def verified(path: Path) -> str:
    """Run it on a record; return its output."""
    done = subprocess.run(
        [sys.executable, "-I", VERIFY, path], capture_output=True, text=True, check=False
    )
    assert done.returncode == (0 if done.stdout else 1)
    return (done.stdout or done.stderr).strip()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_record_comes_from_standard_input(encoding: str):
    done = subprocess.run(
        [sys.executable, "-I", VERIFY, "-"],
        input=EXAMPLE.read_text("utf-8").encode(encoding),
        capture_output=True,
        check=False,
    )
    assert done.stdout.decode().strip() == verified(EXAMPLE)


@pytest.fixture
def written(tmp_path: Path):
    """Write lines with matching checksums, as a forger would."""

    def write(entries: list[dict]) -> Path:
        path = tmp_path / "forged.jsonl"
        path.write_text("\n".join(GameRecord(entries).to_lines()) + "\n", "utf-8")
        return path

    return write


@pytest.fixture
def entries() -> list[dict]:
    lines = [json.loads(line) for line in EXAMPLE.read_text("utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key != "check"} for line in lines]


def test_it_is_short_and_needs_nothing_of_ducato():
    text = VERIFY.read_text("utf-8")
    assert len(text.splitlines()) <= 65
    imports = {line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))}
    assert imports <= sys.stdlib_module_names


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_game_can_be_checked(game, tmp_path):
    rng = new_rng("verify")
    match = Match(
        game.load(),
        CommittedStream(bytes(range(32))),
        ["Zoë", "Ñuño", "李", "x", "y"][: game.load().players],
    )
    match.run_chance()
    while not match.is_over():
        legal = match.position.legal_actions()
        match.act(legal[below(rng, len(legal))])
        match.run_chance()
    path = tmp_path / "record.jsonl"
    path.write_text("\n".join(match.to_lines()) + "\n", "utf-8")
    outcomes = sum(step.actor < 0 for step in match.steps)
    assert verified(path).startswith(f"All {outcomes} outcomes are those of the seed")
    assert verified(path).endswith(f"{match.stream.commitment}.")


def test_the_record_of_the_documentation_is_sound():
    assert verified(EXAMPLE).startswith("All 146 outcomes")


def test_a_changed_outcome_is_named(entries, written):
    at = [n for n, entry in enumerate(entries) if entry.get("of", 1) > 1][20]
    entries[at]["chance"] = (entries[at]["chance"] + 1) % entries[at]["of"]
    assert verified(written(entries)).startswith(f"line {at + 1}: the outcome")


@pytest.mark.parametrize("of", [1, 0, -1, 2**80, None])
def test_a_wrong_number_of_outcomes_is_named(entries, written, of):
    at = [n for n, entry in enumerate(entries) if entry.get("chance", 0) > 0][20]
    entries[at]["of"] = of
    if of is None:
        del entries[at]["of"]
    assert verified(written(entries)).startswith(f"line {at + 1}: the outcome")


def test_an_outcome_taken_away_is_noticed(entries, written):
    at = [n for n, entry in enumerate(entries) if entry.get("chance", 0) > 0][20]
    del entries[at]
    assert "the outcome is not the one" in verified(written(entries))


def test_a_changed_seed_is_noticed(entries, written):
    entries[-1]["seed"] = "00" * 32
    assert verified(written(entries)).startswith("line 1: the seed")


def test_a_changed_commitment_is_noticed(entries, written):
    entries[0]["commitment"] = "00" * 32
    assert verified(written(entries)).startswith("line 1: the seed")


def test_an_edited_line_is_named(tmp_path):
    lines = EXAMPLE.read_text("utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if '"seat": 0' in line)
    lines[at] = lines[at].replace('"seat": 0', '"seat": 1')
    path = tmp_path / "edited.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    assert verified(path).startswith(f"line {at + 1}: this line was edited")


def test_a_game_that_is_not_over_has_no_seed(entries, written):
    assert verified(written(entries[:-1])).startswith("line 1: the seed")


A, B = "0a" * 32, "0b" * 32


@pytest.mark.parametrize(
    "given",
    [
        {"0": f"{A},1:{B}"},
        {"00": A},
        {"0": A, "00": B},
        {"2": A},
        {"-1": A},
        {"0": A.upper()},
        {"0": "0a" * 31},
        {"0": 7},
    ],
)
def test_what_is_no_contribution_of_a_seat_is_noticed(entries, written, given):
    entries[0].update(ducato=2, contributions=given)
    assert verified(written(entries)).startswith("line 1: a contribution is not")


@pytest.mark.parametrize(("form", "given"), [(1, {"0": A}), (2, {}), (3, {}), (3, {"0": A})])
def test_a_format_that_does_not_fit_is_noticed(entries, written, form, given):
    entries[0].update(ducato=form, contributions=given)
    assert verified(written(entries)).startswith("line 1: this format")


def test_a_record_without_outcomes_proves_nothing(entries, written):
    kept = [entry for entry in entries if "chance" not in entry]
    assert verified(written(kept)).startswith("there is no outcome")


@pytest.mark.parametrize("ranks", [[1], [1, 2, 3], [2, 2]])
def test_ranks_of_other_players_are_noticed(entries, written, ranks):
    entries[-1]["ranks"] = ranks
    assert "not the ranks of all players" in verified(written(entries))
