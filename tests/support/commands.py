"""Running a command of ducato in the process of a test."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from ducato import cli

Command = Callable[..., tuple[int, str, str]]
"""A function that runs a command; it returns exit code, output and error output."""


def runner(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> Command:
    """Return a function that runs the command with this name, given its arguments."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["ducato", name, *map(str, arguments)])
        monkeypatch.setenv("COLUMNS", "200")
        capsys.readouterr()
        try:
            cli.main()
            code = 0
        except SystemExit as stopped:
            code = stopped.code if isinstance(stopped.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return run


def rejected(outcome: tuple[int, str, str], *words: str) -> None:
    """Assert that a command ended with exit code 2 and one sentence with these words."""
    code, out, err = outcome
    assert (code, out) == (2, ""), outcome
    assert err.count("\n") == 1
    assert all(word in err for word in words), err
