"""``ducato lab``: the commands, their output, and what they answer to bad input."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path

import msgspec
import pytest
from tests.planted import GAME
from tests.support.commands import runner

from ducato.cli import options
from ducato.lab import run
from ducato.lab.report.report_data import ReportData
from ducato.runs.play.chunk import Chunk, ChunkResults

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("planted")]


@pytest.fixture
def lab(capsys, monkeypatch):
    """Return a function that runs a command; it returns exit code, output and error output."""
    return runner(capsys, monkeypatch, "lab")


def test_a_report_prints_its_verdict_and_writes_everything(lab, tmp_path: Path):
    out = tmp_path / "out"
    code, printed, _ = lab(
        *("report", "planted", "--players", "2-3", "--set", "strong=3", "--games", 600),
        *("--out", out, "--csv", "--parquet"),
    )
    assert code == 0
    assert "Planted: greedy play" in printed
    assert "Chosen almost whenever possible." in printed
    assert "2 players: Take: Good 3" in printed
    assert (out / "report.html").read_text().count("<article") == 2
    measured = msgspec.json.decode((out / "balance.json").read_bytes(), type=ReportData)
    assert measured.game == "planted"
    assert len(measured.tables) == 2
    tables = {str(p.relative_to(out)) for p in (out / "tables").rglob("*.*")}
    assert "tables/fair-2/greedy/games.parquet" in tables
    assert "tables/fair-3/random/curves.csv" in tables
    assert len(tables) == 2 * 2 * 3 * 2


def test_a_report_as_json_names_levels_findings_and_metrics(lab, tmp_path: Path):
    code, printed, _ = lab(
        *("report", "planted", "--players", 2, "--level", "greedy", "--games", 600),
        *("--set", "first_bonus=4", "--json", "--out", tmp_path / "out"),
    )
    found = json.loads(printed)
    (table,) = found["tables"]
    assert code == 0
    assert (table["findings"][0]["sort"], table["findings"][0]["subject"]) == ("order", "1")
    assert table["levels"]["greedy"]["metrics"]["rounds"]["value"] == 8
    assert len(table["levels"]["greedy"]["by_order"]) == 2


def test_a_report_says_how_many_findings_it_leaves_out_and_prints_them_if_asked(
    lab, tmp_path: Path, monkeypatch
):
    monkeypatch.setattr("ducato.lab.report.verdict.MOST", 1)
    arguments = ("report", "planted", "--players", 2, "--games", 600, "--set", "strong=3")
    arguments += ("--set", "first_bonus=4", "--level", "greedy", "--out", tmp_path / "out")
    _, cut, _ = lab(*arguments)
    _, whole, _ = lab(*arguments, "--resume", "--all")
    lines = [line for line in cut.splitlines() if line.startswith("  ")]
    (hidden,) = [line for line in lines if line.startswith("  ... and ")]
    every = [line for line in whole.splitlines() if line.startswith("  ")]
    assert hidden == f"  ... and {len(every) - len(lines) + 1} more"
    assert lines[:1] == every[:1]
    assert len(set(every)) == len(every) > 2
    assert "--resume --all" in cut
    assert "  ... and " not in whole


def test_until_plays_as_many_games_as_the_interval_needs(lab, tmp_path: Path):
    arguments = ("report", "planted", "--players", 2, "--level", "random", "--json")
    _, printed, _ = lab(*arguments, "--until", "interval=2%", "--out", tmp_path / "out")
    level = json.loads(printed)["tables"][0]["levels"]["random"]
    first = level["by_order"][0]
    assert level["games"] == 4000
    assert 0.01 < (first["high"] - first["low"]) / 2 < 0.02


def test_a_folder_holds_one_run_which_is_resumed_only_if_asked(lab, tmp_path: Path):
    out = tmp_path / "out"
    arguments = ("report", "planted", "--players", 2, "--games", 100, "--out", out)
    assert lab(*arguments)[0] == 0
    before = {p: p.read_bytes() for p in out.rglob("*") if p.is_file()}
    code, _, error = lab(*arguments)
    assert code == 2
    assert "--resume continues it" in error
    code, _, error = lab(*arguments, "--seed", 1, "--resume")
    assert code == 2
    assert "another run (its seed differ" in error
    assert {p: p.read_bytes() for p in out.rglob("*") if p.is_file()} == before
    assert lab(*arguments, "--resume")[0] == 0
    assert {p: p.read_bytes() for p in out.rglob("*") if p.is_file()} == before


def test_a_folder_with_other_files_is_left_alone(lab, tmp_path: Path):
    (tmp_path / "thesis.txt").write_text("years of work")
    code, _, error = lab("report", "planted", "--games", 10, "--out", tmp_path)
    assert code == 2
    assert "holds other files" in error
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_that_cannot_be_written_is_named(lab, tmp_path: Path):
    (tmp_path / "file").write_text("")
    code, _, error = lab("report", "planted", "--games", 10, "--out", tmp_path / "file" / "out")
    assert code == 2
    assert "cannot be written" in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("report", "chess", "--out", "x"), "no game is called 'chess'"),
        (("report", "planted", "--players", "2-x", "--out", "x"), "a number, a range such as 2-5"),
        (("report", "planted", "--players", "7", "--out", "x"), "cannot be played by 7"),
        (("report", "planted", "--edition", "new", "--out", "x"), "choose from: fair"),
        (("report", "planted", "--level", "master", "--out", "x"), "random, softmax, greedy"),
        (("report", "planted", "--level", "ismcts:seconds=1", "--out", "x"), "a search with sims"),
        (("report", "planted", "--until", "1%", "--out", "x"), "interval=W%"),
        (("report", "planted", "--until", "interval=0%", "--out", "x"), "interval=W%"),
        (("sweep", "planted", "--set", "rounds=5..2"), "the lower number first"),
        (("sweep", "planted", "--set", "rounds=1..99"), "from 1 to 20"),
        (("sweep", "planted", "--set", "length=1..2"), "choose from: rounds"),
        (("sweep", "planted", "--set", "rounds"), "KEY=VALUE"),
        (("sweep", "planted", "--set", "rounds=1", "--metric", "fun"), "choose from: balance"),
        (("sweep", "planted", "--set", "edition=new"), "choose from: fair"),
        (("compare", "planted", "--b", "edition=new"), "choose from: fair"),
        (("compare", "planted", "--b", "strong=99"), "from 0 to 9"),
        (("ban", "planted", "--what", "take:good-99"), "take:good-9"),
        (("ban", "planted", "--what", "burn:*"), "take, rest"),
        (("ban", "planted", "--what", "burn:*"), "`ducato lab things planted` lists all"),
        (("things", "planted", "take:good-99"), "take:good-9"),
        (("ban", "planted", "--what", "burn:*", "--out", "x"), "take, rest"),
        (("sweep", "planted", "--set", "rounds=1", "--metric", "fun", "--out", "x"), "balance"),
        (("compare", "planted", "--b", "", "--games", "10000001", "--out", "x"), "or fewer"),
        (("compare", "planted", "--b", "", "--seed", str(2**63), "--out", "x"), "to 9223372036"),
        (("compare", "planted", "--b", "strong=1,Strong=2", "--out", "x"), "the only value of"),
        (
            ("sweep", "planted", "--set", "rounds=1", "--set", "rounds=2"),
            "only value of rounds",
        ),
        (("ban", "planted", "--what", "rest", "--resume"), "--out, the folder to continue"),
    ],
)
def test_bad_input_is_answered_by_one_sentence(
    lab, tmp_path: Path, monkeypatch, arguments: tuple[str, ...], words: str
):
    monkeypatch.chdir(tmp_path)
    code, printed, error = lab(*arguments)
    assert code == 2
    assert printed == ""
    assert words in error
    assert len(error.splitlines()) == 1
    assert not (tmp_path / "x").exists()


def test_a_cluster_is_looked_for_before_the_folder_is_made(lab, tmp_path: Path):
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as other:
        free = f"127.0.0.1:{other.getsockname()[1]}"
    out = tmp_path / "out"
    code, _, error = lab("compare", "planted", "--b", "strong=1", "--ray", free, "--out", out)
    assert code == 2
    assert "no Ray cluster at" in error
    assert not out.exists()


@pytest.mark.parametrize(("method", "option"), [("write_csv", "--csv"), ("write_parquet", "")])
def test_a_full_disk_under_a_report_is_one_sentence(
    lab, tmp_path: Path, monkeypatch, method: str, option: str
):
    import polars as pl

    arguments = ["report", "planted", "--players", 2, "--games", 20, "--out", tmp_path / "out"]
    assert lab(*arguments)[0] == 0

    def full(*_: object, **__: object) -> None:
        raise pl.exceptions.ComputeError("parquet: No space left on device (os error 28)")

    monkeypatch.setattr(pl.DataFrame, method, full)
    code, _, error = lab(*arguments, "--resume", option or "--parquet")
    assert code == 2
    assert "cannot be written (No space left on device); finished pieces are kept" in error
    assert error.count("\n") == 1


def test_the_limits_of_the_commands_are_those_of_the_lab():
    assert (options.MOST_GAMES, options.SEEDS) == (run.MOST_GAMES, run.SEEDS)


def test_a_sweep_is_a_table_with_a_row_for_each_value(lab, tmp_path: Path):
    arguments = ("sweep", "planted", "--set", "rounds=2..4", "--metric", "rounds,balance")
    code, printed, _ = lab(*arguments, "--games", 100, "--out", tmp_path / "out")
    assert code == 0
    rows = [line.split("│")[1:-1] for line in printed.splitlines() if line.startswith("│")]
    assert [(row[0].strip(), row[1].strip()) for row in rows] == [
        ("2", "2 ±0"),
        ("3", "3 ±0"),
        ("4", "4 ±0"),
        ("3", "+1 (+1 to +1)"),
        ("4", "+2 (+2 to +2)"),
    ]
    assert (tmp_path / "out" / "sweep.csv").exists()
    code, printed, _ = lab(*arguments, "--games", 100, "--json")
    assert len(json.loads(printed)["settings"]) == 3


def test_a_comparison_marks_what_differs(lab):
    arguments = ("compare", "planted", "--b", "first_bonus=4", "--games", 500)
    code, printed, _ = lab(*arguments)
    assert code == 0
    (row,) = [line for line in printed.splitlines() if line.startswith("│ first_player")]
    assert row.rstrip().endswith("│ * │")
    assert json.loads(lab(*arguments, "--json")[1])["b"] == "fair, first_bonus=4"


def test_a_ban_says_what_it_costs(lab):
    arguments = ("ban", "planted", "--set", "strong=5", "--what", "take:good-3", "--games", 500)
    code, printed, _ = lab(*arguments)
    assert code == 0
    (row,) = [line for line in printed.splitlines() if line.startswith("│ take:good-3")]
    assert float(row.split("│")[4]) > 5
    assert json.loads(lab(*arguments, "--json")[1])["restrictions"][0]["what"] == "take:good-3"


def test_the_things_of_a_game_are_listed_by_sort_with_their_names_at_the_table(lab):
    code, printed, _ = lab("things", "builders")
    assert code == 0
    lines = [[x.strip() for x in line.split("│")[1:-1]] for line in printed.splitlines()]
    assert ["open:watchtower", "Open: Watchtower"] in lines
    assert ["building=watchtower", "Watchtower"] in lines
    heads = [x.split()[1] for x in printed.splitlines() if x.startswith("┃")]
    assert heads == ["kind", "component", "action"]


def test_things_are_found_by_a_pattern_or_a_part_of_either_name(lab):
    def names(*arguments: str) -> set[str]:
        found = json.loads(lab("things", *arguments, "--json")[1])["things"]
        return {thing["name"] for thing in found}

    assert names("planted", "take:good-1*") == {"take:good-1", "take:good-10", "take:good-11"}
    assert "building=watchtower" in names("builders", "torre di guardia")
    assert names("planted") > {"take", "rest", "take:good-3"}


@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGINT, 130), (getattr(signal, "SIGTERM", signal.SIGINT), 143)]
)
def test_a_stopped_run_says_how_to_go_on_if_something_is_kept(
    lab, tmp_path: Path, monkeypatch, how: signal.Signals, code: int
):
    original, played = run.play_piece, []

    def stopped(piece: Chunk) -> ChunkResults:
        if len(played) == 3:
            signal.raise_signal(how)
        played.append(piece)
        return original(piece)

    monkeypatch.setattr(run, "play_piece", stopped)
    monkeypatch.setattr(run, "PIECE", 20)
    arguments = ("compare", "planted", "--b", "first_bonus=4", "--games", 60)
    words = "ducato: stopped; finished pieces are kept: repeat the command with --resume\n"
    # Compiled before, which is told on standard error.
    run.compiled(run.plan_run(GAME.load(2), 60, ["greedy"] * 2))()
    played.clear()
    assert lab(*arguments, "--out", tmp_path / "out") == (code, "", words)
    played.clear()
    assert lab(*arguments) == (code, "", "ducato: stopped\n")
    monkeypatch.undo()
    monkeypatch.setattr(run, "PIECE", 20)
    assert lab(*arguments, f"--out={tmp_path / 'out'}", "--resume")[0] == 0
