"""The command line: every command, one JSON object, exit code 2 and no traceback."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

import ducato
from ducato import cli
from ducato.core.chance import CommittedStream, new_rng
from ducato.core.game import all_games, available_games
from ducato.core.match import Match
from ducato.lab.tournament import BotResult, TournamentResult
from ducato.server.kit.database.engine import Database

GAME = min(all_games())
COMMANDS = ("games", "play", "serve", "simulate", "match", "replay", "bench")
CALLED = "from ducato.cli import main; main()"
HELP_SECONDS = 0.5  # promised
SLACK = 2  # how much slower another machine may be


def ducato_(capsys, monkeypatch, *arguments: object) -> tuple[int, str, str]:
    """Run the command line in this process; return exit code, standard output and error output."""
    monkeypatch.setattr(sys, "argv", ["ducato", *map(str, arguments)])
    capsys.readouterr()
    try:
        cli.main()
        code = 0
    except SystemExit as stopped:
        code = stopped.code if isinstance(stopped.code, int) else int(stopped.code is not None)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments: ducato_(capsys, monkeypatch, *arguments)


def one_object(outcome: tuple[int, str, str]) -> dict:
    """Return the JSON object that is the whole standard output."""
    code, out, _ = outcome
    assert code == 0, outcome
    assert out.count("\n") == 1
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def record(tmp_path_factory) -> Path:
    """Write a sound record of a whole game."""
    match = Match(ducato.load(GAME), CommittedStream(new_rng("cli").tobytes()))
    match.run_chance()
    while not match.is_over():
        match.act(match.position.legal_actions()[0])
        match.run_chance()
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    path.write_text("\n".join(match.to_lines()) + "\n", "utf-8")
    return path


# ---------------------------------------------------------------------------------------- help


def test_help_lists_every_command(run):
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    for command in COMMANDS:
        assert f"\n  {command} " in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run, command: str):
    code, out, _ = run(command, "--help")
    assert code == 0
    assert "Usage" in out


def test_it_tells_its_version(run):
    assert run("--version") == (0, f"ducato {ducato.__version__}\n", "")


def test_without_arguments_it_helps(run):
    code, out, err = run()
    assert code in (0, 2)
    assert "simulate" in out + err


@pytest.mark.slow
@pytest.mark.parametrize("start", [["-m", "ducato"], ["-m", "ducato.cli"], ["-c", CALLED]])
def test_help_is_quick(start: list[str]):
    """Measured in processor time, so that a busy machine does not fail it."""
    seconds = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *start, "--help"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert statistics.median(seconds) < SLACK * HELP_SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("module", ["ducato", "ducato.cli"])
def test_it_runs_as_a_module(module: str):
    done = subprocess.run(
        [sys.executable, "-m", module, "games", "--json"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert [g["name"] for g in json.loads(done.stdout)["games"]] == list(all_games())
    wrong = subprocess.run([sys.executable, "-m", module, "fly"], check=False, capture_output=True)
    assert wrong.returncode == 2


def test_help_imports_nothing_heavy():
    """Imports decide how quick it is, on any machine."""
    code = (
        "import sys; sys.argv = ['ducato', '--help']\n"
        "from ducato.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted(set(sys.modules) & {'numba', 'fastapi', 'sqlalchemy', 'babel'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == ""


# -------------------------------------------------------------------------------------- results


def test_games(run):
    found = one_object(run("games", "--json"))
    assert [g["name"] for g in found["games"]] == list(all_games())
    for listed in found["games"]:
        game = all_games()[listed["name"]]
        assert listed["players"] == list(game.players)
        assert listed["editions"] == game.editions
        assert listed["rules_versions"] == list(game.rules)
        assert listed["options"] == sorted(game.parameters)
        assert listed["title"]
    code, out, _ = run("games")
    assert code == 0
    assert GAME in out


def test_the_list_of_games_is_aligned_left(run):
    _, out, _ = run("games")
    cells = [line.split("│")[1:-1] for line in out.splitlines() if line.startswith("│")]
    assert len(cells) == len(all_games())
    assert all(cell[0] == " " != cell[1] for row in cells for cell in row)


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize(
    "bots",
    [("ismcts:sims=200", "greedy"),
     ("ismcts:sims=100:playout=random", "ismcts:sims=100:playout=greedy")],
)  # fmt: skip
def test_names_of_bots_are_never_cut(run, monkeypatch, columns: int, bots: tuple[str, str]):
    shares = {"wins_by_seat": [0.5, 0.5], "wins_by_order": [0.5, 0.5]}
    always, intervals = (0.0, 1.0), {key: [(0.0, 1.0)] * 2 for key in shares}
    results = [BotResult(b, 1000, 1.0, always, **shares, intervals95=intervals,
                         seconds_per_decision=0.1234, cpu_seconds_per_decision=0.1234)
               for b in bots]  # fmt: skip
    found = TournamentResult(GAME, "official", {}, 2, 0, 1000, 0, 1.0, 1.0, 9.0, 9.0, results)
    monkeypatch.setattr("ducato.lab.tournament.tournament", lambda *_, **__: found)
    monkeypatch.setenv("COLUMNS", str(columns))
    code, out, _ = run("match", GAME, "--bots", "random,random")
    assert code == 0
    assert "…" not in out
    assert all(len(line) <= columns for line in out.splitlines()[1:])
    first = (line.split("│")[1] for line in out.splitlines() if line.startswith("│"))
    names = "".join(cell.strip() for cell in first)
    assert [names.count(bot) for bot in bots] == [5, 5]
    if columns == 80 and "greedy" in bots:  # as documented: there is room
        assert [out.count(f"│ {bot} ") for bot in bots] == [5, 5]


@pytest.mark.compiled
def test_simulate(run):
    found = one_object(run("simulate", GAME, "--games", 30, "--seed", 5, "--json"))
    assert list(found) == [
        "game", "edition", "options", "players", "player", "seed", "games", "unfinished",
        "seconds", "cpu_seconds", "games_per_second", "decisions_per_second",
        "games_per_cpu_second", "decisions_per_cpu_second", "wins", "wins_by_order", "intervals95",
        "mean_returns", "mean_decisions", "mean_rounds",
    ]  # fmt: skip
    assert (found["game"], found["games"]) == (GAME, 30)
    again = one_object(run("simulate", GAME, "--games", 30, "--seed", 5, "--json"))
    assert again["wins"] == found["wins"]
    code, out, _ = run("simulate", GAME, "--games", 30)
    assert code == 0
    assert "30 games of" in out
    assert "s of processor time" in out
    for row in ("seat 1", "seat 2", "1st to decide", "2nd to decide"):
        (line,) = (line for line in out.splitlines() if row in line)
        assert re.search(r"\d %.* \d+\.\d to \d+\.\d %", line)


@pytest.mark.compiled
def test_what_was_simulated_is_told(run):
    code, out, _ = run("simulate", "builders", "--games", 3, "--set", "end_points=12")
    assert code == 0
    assert out.startswith(
        "3 games of builders (official, end_points=12) with 2 players, all random\n"
    )
    _, out, _ = run("match", "builders", "--games", 2, "--bots", "random,greedy",
                    "--set", "end_points=12")  # fmt: skip
    assert out.startswith("2 games of builders (official, end_points=12) with 2 players\n")


@pytest.mark.compiled
def test_simulate_with_everything_set(run):
    game = all_games()[GAME]
    edition = game.editions[-1]
    name, parameter = next((n, p) for n, p in game.parameters.items() if p.range)
    found = one_object(
        run("simulate", GAME, "--games", 5, "--players", game.players[-1], "--edition", edition,
            "--set", f"{name}={parameter.default}", "--seed", 1, "--jobs", 1,
            "--player", "guided", "--json")
    )  # fmt: skip
    assert (found["edition"], found["players"]) == (edition, game.players[-1])


@pytest.mark.compiled
def test_match(run):
    bots = ("random", "greedy")
    found = one_object(run("match", GAME, "--bots", ",".join(bots), "--games", 2, "--json"))
    assert list(found) == [
        "game", "edition", "options", "players", "seed", "games", "unfinished", "seconds",
        "cpu_seconds", "games_per_second", "games_per_cpu_second", "bots",
    ]  # fmt: skip
    assert [b["name"] for b in found["bots"]] == list(bots)
    assert list(found["bots"][0]) == [
        "name", "wins", "win_rate", "interval95", "wins_by_seat", "wins_by_order", "intervals95",
        "seconds_per_decision", "cpu_seconds_per_decision",
    ]  # fmt: skip
    code, out, _ = run("match", GAME, "--bots", "random,random", "--games", 2)
    assert code == 0
    assert "2 games of" in out
    assert "1st to decide" in out


def options_of(found: dict) -> list[str]:
    """Return the command-line options that give the same result again."""
    options = [f"--set={name}={value}" for name, value in found["options"].items()]
    basis = [f"--{key}={found[key]}" for key in ("edition", "players", "seed", "games")]
    return [found["game"], *basis, *options, "--json"]


def everything_set() -> list[str]:
    game = all_games()["fantasy-market"]
    return [
        game.name, "--edition", game.editions[-1], "--players", "3", "--seed", "7", "--games", "3",
        "--set", "player_start_gold=2", "--set", "First_Player_Rotation=per_turn", "--json",
    ]  # fmt: skip


@pytest.mark.compiled
def test_a_simulation_can_be_repeated_from_its_answer(run):
    found = one_object(run("simulate", *everything_set(), "--player", "greedy"))
    assert found["options"] == {"player_start_gold": 2, "first_player_rotation": "per_turn"}
    again = one_object(run("simulate", *options_of(found), "--player", found["player"]))
    timed = {key for key in found if "second" in key}
    assert {k: v for k, v in found.items() if k not in timed} == {
        k: v for k, v in again.items() if k not in timed
    }


@pytest.mark.compiled
def test_a_match_can_be_repeated_from_its_answer(run):
    found = one_object(run("match", *everything_set(), "--bots", "greedy,random"))
    bots = ",".join(bot["name"] for bot in found["bots"])
    again = one_object(run("match", *options_of(found), "--bots", bots))
    for key in ("game", "edition", "options", "players", "seed", "games", "unfinished"):
        assert again[key] == found[key]
    for bot, same in zip(found["bots"], again["bots"], strict=True):
        for key in ("name", "wins", "win_rate", "wins_by_seat", "wins_by_order", "intervals95"):
            assert same[key] == bot[key]


def test_a_wrong_number_of_players_is_told_with_the_right_ones(run):
    code, out, err = run("simulate", "fantasy-market", "--players", 9)
    assert (code, out) == (2, "")
    assert "fantasy-market cannot be played by 9; choose from 2, 3, " in err


def test_bench(run, monkeypatch):
    """The measurement is tested with the lab; this tests that the command reports it."""
    from ducato.lab import bench

    speed = bench.Speed(GAME, 2, 256, 1.0, 2e4, 5e6, 6e3, 0.1, 3e4, 2e4)
    monkeypatch.setattr(bench, "measure", lambda loaded: speed)
    found = one_object(run("bench", GAME, "--json"))
    assert found == {"bench": [speed.to_dict()]}
    code, out, _ = run("bench")
    assert code == 0
    assert "games per second" in out


def test_replay(run, record):
    found = one_object(run("replay", record, "--json"))
    assert found["game"] == GAME
    assert found["over"]
    assert found["chance_verified"]
    assert found["steps"] > 50
    assert 1 in found["ranks"]
    lasts = {
        "en": "The record is sound: {} steps, every chance outcome matches the committed seed.",
        "it": "Il file della partita è integro: {} passi; tutti gli esiti derivano dal seme "
        "corrispondente all’impronta.",
        "es": "El archivo de la partida está íntegro: {} pasos; todos los resultados derivan de la "
        "semilla que coincide con la huella.",
    }
    for language, last in lasts.items():
        code, out, _ = run("replay", record, "--lang", language)
        assert code == 0
        assert out.splitlines()[-1] == last.format(found["steps"])
        assert len(out.splitlines()) > 50


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_replay_before_the_seed_is_disclosed(run, tmp_path, language: str):
    match = Match(ducato.load(GAME), CommittedStream(new_rng("cli").tobytes()))
    match.run_chance()
    file = tmp_path / "running.jsonl"
    file.write_text("\n".join(match.to_lines()) + "\n", "utf-8")
    code, out, _ = run("replay", file, "--lang", language)
    assert code == 0
    last = {
        "en": "the seed is not disclosed yet",
        "it": "il seme non è ancora stato svelato",
        "es": "la semilla aún no se ha revelado",
    }
    assert last[language] in out.splitlines()[-1]


# --------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "chess"], GAME),
        (["match", "chess", "--bots", "random"], GAME),
        (["bench", "chess"], GAME),
        (["play", "chess"], GAME),
        (["simulate", GAME, "--edition", "lost"], all_games()[GAME].editions[0]),
        (["simulate", GAME, "--players", "99"], str(all_games()[GAME].players[0])),
        (["simulate", GAME, "--set", "speed=3"], next(iter(all_games()[GAME].parameters))),
        (["simulate", GAME, "--set", "speed"], "KEY=VALUE"),
        (["simulate", GAME, "--player", "clever"], "random, guided, greedy"),
        (["match", GAME, "--bots", "clever"], "random, greedy, ismcts"),
        (["match", GAME, "--bots", "ismcts:speed=1"], "sims, seconds, playout"),
        (["match", GAME, "--bots", "random,random,random,random,random,random,random"], "at most"),
        (["replay", "/nowhere/at/all.jsonl"], "cannot be read"),
        (["simulate", GAME, "--games", "0"], "--games"),
        (["simulate", GAME, "--games", "many"], "--games"),
        (["simulate", GAME, "--speed", "3"], "--speed"),
        (["simulate"], "GAME"),
        (["fly"], "fly"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_a_wrong_name_gets_the_right_ones(run, arguments: list[str], words: str, as_json: bool):
    if as_json and arguments[0] not in ("play", "fly"):
        arguments = [*arguments, "--json"]
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert words in err
    assert "Traceback" not in err


def test_every_value_of_an_option_is_checked(run):
    for name, parameter in all_games()[GAME].parameters.items():
        code, _, err = run("simulate", GAME, "--set", f"{name}=nonsense")
        assert code == 2
        assert name in err
        assert all(choice in err for choice in parameter.choices)


def test_an_unknown_language(run, record):
    code, _, err = run("replay", record, "--lang", "xx")
    assert code == 2
    assert "en, it, es" in err


@pytest.mark.parametrize(
    ("missing", "extra", "arguments"),
    [
        ("polars", "lab", ["lab", "report"]),
        ("polars", "lab", ["lab", "sweep", "--set", "ace_price=1..2"]),
        ("polars", "lab", ["lab", "ban", "--what", "build:*"]),
        ("polars", "lab", ["lab", "compare", "--b", "ace_price=2"]),
        ("polars", "lab", ["lab", "tune", "--target", "minutes=1..2"]),
        ("optuna", "lab", ["lab", "tune", "--target", "minutes=1..2"]),
        ("polars", "lab", ["ladder", "--bots", "random,greedy"]),
        ("ray", "cluster", ["lab", "report", "--ray", "auto"]),
    ],
)
def test_an_extra_is_asked_for_before_the_work(
    run, monkeypatch, tmp_path: Path, missing: str, extra: str, arguments: list[str]
):
    monkeypatch.setattr("ducato.lab.run.run_each", None)  # nothing is played
    monkeypatch.setattr("ducato.lab.studies.ladder.ladder", None)
    monkeypatch.setitem(sys.modules, missing, None)
    at = 2 if arguments[0] == "lab" else 1
    code, out, err = run(*arguments[:at], "magnate", *arguments[at:], "--out", tmp_path / "run")
    assert (code, out) == (2, "")
    wanted = f"this needs {missing}, which is not installed: pip install 'ducato[{extra}]'"
    assert err == f"ducato: {wanted}\n"
    assert not (tmp_path / "run").exists()


def test_a_record_that_cannot_be_read_has_no_line(run, tmp_path):
    for file, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        code, out, err = run("replay", file)
        assert (code, out) == (2, "")
        assert err.startswith(f"ducato: {file} cannot be read: {why}")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_record_is_read_however_it_was_saved(run, record, tmp_path, encoding: str):
    match = Match.from_lines(record.read_text("utf-8").splitlines())
    match.names[0] = "Ada\u2028Anna"  # which `str.splitlines` takes for the end of a line
    saved = tmp_path / "saved.jsonl"
    text = "\r\n".join([*match.to_lines(), "", ""])
    saved.write_bytes(text.encode(encoding))
    assert one_object(run("replay", saved, "--json"))["chance_verified"]


@pytest.fixture
def standard_input(monkeypatch):
    """Return a function that gives standard input these bytes."""

    def give(raw: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), "ascii"))

    return give


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_record_comes_from_standard_input(run, record, standard_input, encoding: str):
    standard_input(record.read_text("utf-8").encode(encoding))
    found = one_object(run("replay", "-", "--json"))
    assert (found["record"], found["chance_verified"]) == ("-", True)


@pytest.mark.parametrize("command", [["replay"], ["lab", "record"]])
def test_what_is_wrong_with_standard_input_is_one_line(run, standard_input, command: list[str]):
    for raw, words in ((b"", "line 1"), (b"\xff\x00", "standard input cannot be read: line 1")):
        standard_input(raw)
        code, out, err = run(*command, "-")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert words in err


def test_an_unfinished_record_from_standard_input_is_not_analysed(run, record, standard_input):
    standard_input(b"\n".join(record.read_bytes().splitlines()[:9]))
    code, _, err = run("lab", "record", "-")
    assert code == 2
    assert "the record of a finished game" in err


def test_where_an_analysis_goes_is_asked_before_the_work(run, record, tmp_path, monkeypatch):
    monkeypatch.setattr("ducato.cli.lab.record._analysed", None)  # nothing is analysed
    for out, words in ((tmp_path / "none" / "a.json", "folder that exists"), (tmp_path, "folder")):
        code, _, err = run("lab", "record", record, "--out", out)
        assert (code, err.count("\n")) == (2, 1)
        assert words in err


@pytest.mark.parametrize("damage", ["edit", "delete", "cut", "junk", "binary", "empty"])
def test_a_damaged_record_names_the_line(run, record, tmp_path, damage: str):
    lines = record.read_text("utf-8").splitlines()
    line = 12
    if damage == "edit":
        lines[11] = lines[11].replace('"check": "', '"check": "0')
    elif damage == "delete":
        del lines[11]
    elif damage == "cut":
        lines = [*lines[:11], lines[11][:8]]
    elif damage == "junk":
        lines[11] = "not a line of a record"
    else:
        lines, line = [], 1
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join(lines), "utf-8")
    if damage == "binary":
        broken.write_bytes(b"\xff\xfe\x00")
    for extra in ([], ["--json"]):
        code, out, err = run("replay", broken, *extra)
        assert (code, out) == (2, "")
        assert f"line {line}: " in err
        assert "Traceback" not in err


@pytest.mark.slow
def test_no_traceback_reaches_a_user_of_the_real_command():
    done = subprocess.run(
        [sys.executable, "-c", "from ducato.cli import main; main()", "simulate", "chess"],
        capture_output=True, text=True, check=False, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("ducato: no game is called 'chess'")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_numba_that_cannot_be_imported_is_no_fault_of_a_game():
    done = subprocess.run(
        [sys.executable, "-c", CALLED, "simulate", GAME, "--games", "2"],
        capture_output=True, text=True, check=False,
        env={**os.environ, "NUMBA_NUM_THREADS": "0", "NUMBA_DISABLE_JIT": "0"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "ducato: rules cannot be compiled, since Numba does not start (Number of threads"
    )
    assert done.stderr.count("\n") == 1


def test_an_interruption_is_not_an_accident(run, monkeypatch):
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "app", interrupted)
    assert run("games") == (130, "", "ducato: stopped\n")


def test_a_command_that_is_interrupted_says_so(run, monkeypatch):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ducato.lab.tournament.tournament", interrupted)
    assert run("match", GAME, "--bots", "random") == (130, "", "ducato: stopped\n")


@pytest.mark.skipif(not hasattr(signal, "SIGTERM"), reason="has no SIGTERM")
def test_a_command_that_is_terminated_ends_as_if_interrupted(run, monkeypatch):
    before = signal.getsignal(signal.SIGTERM)
    tournament = "ducato.lab.tournament.tournament"
    monkeypatch.setattr(tournament, lambda *_, **__: signal.raise_signal(signal.SIGTERM))
    assert run("match", GAME, "--bots", "random") == (143, "", "ducato: stopped\n")
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no /dev/full")
@pytest.mark.parametrize("arguments", [["games"], ["games", "--json"], ["--help"]])
def test_a_full_disk_behind_standard_output_is_one_line(arguments: list[str]):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ducato", *arguments],
            check=False, stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("ducato: what is written to is full (No space left on device")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "not enough memory"),
        (OSError(errno.ENOSPC, "full", "/cache/x"), "is full (No space left on device: /cache/x)"),
        (sqlite3.DatabaseError("file is not a database"), "a database cannot be used"),
        (BrokenProcessPool("a process ended abruptly"), r"fewer of them (jobs)"),
        (RuntimeError("disk I/O error (os error 28)"), "make room"),
    ],
)
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_failure_of_the_machine_is_no_fault_of_a_game(
    run, monkeypatch, error: Exception, words: str, wrapped: bool
):
    def fail(*_: object, **__: object) -> None:
        if wrapped:
            raise ValueError("of a library") from error
        raise error

    monkeypatch.setattr("ducato.lab.tournament.tournament", fail)
    code, out, err = run("match", GAME, "--bots", "random")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert "the game" not in err
    assert GAME in available_games()


def test_a_deleted_folder_is_no_fault_of_the_installation(run, monkeypatch, tmp_path: Path):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr("ducato.lab.tournament.tournament", lambda *_, **__: os.getcwd())
    code, _, err = run("match", GAME, "--bots", "random")
    assert (code, err.count("\n")) == (2, 1)
    assert "does not exist any more: go to another one" in err


def test_a_backup_is_made_and_restored(run, tmp_path: Path):
    data, copy = ["--data", str(tmp_path / "data")], str(tmp_path / "copy.sqlite3")
    Database(f"sqlite:///{tmp_path / 'data' / 'ducato.sqlite3'}").close()
    code, out, _ = run("backup", copy, *data)
    assert code == 0
    assert "copy.sqlite3" in out
    code, _, err = run("backup", copy, *data)
    assert code == 2
    assert "something is there already" in err
    other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    assert run("restore", copy, "--database", other)[0] == 0
    code, _, err = run("restore", str(tmp_path / "nothing"), "--database", other)
    assert code == 2
    assert "it cannot be read: check its name" in err
    assert run("backup", copy, "--database", "nonsense")[0] == 2


@pytest.mark.parametrize("folder", ["none", "empty"])
def test_without_a_database_nothing_is_backed_up(run, tmp_path: Path, folder: str):
    (tmp_path / "empty").mkdir()
    code, out, err = run("backup", tmp_path / "copy", "--data", tmp_path / folder)
    assert (code, out) == (2, "")
    assert f"there is no database {tmp_path / folder / 'ducato.sqlite3'}: nothing was copied" in err
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["empty"]
