"""What commands print, into any stream and at any width: nothing is cut, and nothing is lost."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ducato import cli
from ducato.cli.output import print_json, print_table

ROWS = [["Königin 🍃 [b]:gem:", "12.3 % ±0.4"], ["Ωmega → 雷", "7"]]
CALLED = [sys.executable, "-c", "from ducato.cli import main; main()"]


def called(monkeypatch, *arguments: str) -> int | str | None:
    """Run the command line in this process; return the exit code."""
    monkeypatch.setattr(sys, "argv", ["ducato", *arguments])
    try:
        cli.main()
    except SystemExit as stopped:
        return stopped.code
    return 0


@pytest.fixture
def tables(monkeypatch):
    """Let `ducato games` print a table with names of any script."""
    monkeypatch.setattr(
        "ducato.cli.games.print_table", lambda *_, **__: print_table(["a", "b"], ROWS)
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8", "utf-16"])
def test_a_table_is_printed_in_any_encoding(monkeypatch, tables, encoding: str):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding, newline="\n"))
    assert called(monkeypatch, "games") == 0
    text = written.getvalue().decode(encoding)
    assert "mega" in text
    assert "12.3 %" in text
    assert "nigin " in text
    assert "[b]:gem:" in text


def test_half_a_character_of_a_file_name_is_printed(monkeypatch):
    monkeypatch.setattr(
        "ducato.cli.games.print_table", lambda *_, **__: print_table(["a"], [["\udcff"]])
    )
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    assert called(monkeypatch, "games") == 0


@pytest.mark.parametrize("width", ["0", "-1", "", "wide", "²", "5", "1", "99999999999", "0120"])
def test_no_width_takes_anything_away(monkeypatch, capsys, tables, width: str):
    monkeypatch.setenv("COLUMNS", width)
    monkeypatch.setenv("LINES", width)
    assert called(monkeypatch, "games") == 0
    shown = [line.split("│")[1:] for line in capsys.readouterr().out.splitlines() if "│" in line]
    whole = ["".join(row[column].strip() for row in shown) for column in range(2)]
    for column in range(2):
        given = "".join(row[column] for row in ROWS)
        assert whole[column].replace(" ", "") == given.replace(" ", "")


def test_forced_colours_do_not_make_a_file_a_window(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("COLUMNS", raising=False)
    print_table(["a"], [["x" * 300]])
    assert "x" * 300 in capsys.readouterr().out


@pytest.mark.parametrize("closed", [("stdout",), ("stderr",), ("stdin", "stdout", "stderr")])
@pytest.mark.parametrize(("arguments", "code"), [(["games"], 0), (["--version"], 0), (["no"], 2)])
def test_streams_may_be_closed(monkeypatch, closed: tuple[str], arguments: list[str], code: int):
    with monkeypatch.context() as patched:
        for name in closed:
            patched.setattr(sys, name, None)
        assert called(patched, *arguments) == code
        for name in closed:
            getattr(sys, name).close()


@pytest.mark.slow
def test_a_reader_that_has_seen_enough_is_told_nothing():
    command = subprocess.Popen(
        [*CALLED, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    command.stdout.close()
    assert (command.stderr.read(), command.wait()) == ("", 1)
    command.stderr.close()


@pytest.mark.parametrize("arguments", [["games"], ["--version"], ["--help"]])
def test_an_output_that_can_only_be_read_is_one_line(monkeypatch, capsys, arguments: list[str]):
    with Path(os.devnull).open("rb") as only_read:
        stream = os.fdopen(os.dup(only_read.fileno()), "wb", buffering=0)
    with io.TextIOWrapper(stream, "utf-8", write_through=True) as output:
        monkeypatch.setattr(sys, "stdout", output)
        assert called(monkeypatch, *arguments) == 2
    assert capsys.readouterr().err.startswith("ducato: the output cannot be written")


def test_what_json_lacks_is_null(capsys):
    print_json({"a": float("inf"), "b": [float("nan"), 1.5], "c": {"d": (-float("inf"), 2)}})
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found == {"a": None, "b": [None, 1.5], "c": {"d": [None, 2]}}
