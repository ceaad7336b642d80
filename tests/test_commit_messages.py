"""The form of commit messages, as the hook checks it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HOOK = Path(__file__).parents[1] / ".ci" / "commit_message.py"


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("Core: refuse a game that lacks a verb\n\nElse it failed later.\n", None),
        ("Magnate: pay taxes before the harvest\n", None),
        ("Server, client: pass the seat on\n", None),
        ("Merge branch 'main'\n", None),
        ("Core: " + "x" * 66 + "\n", None),
        ("Core: " + "x" * 67 + "\n", "73 characters"),
        ("Where the story begins is what the log says\n", "begins with the part"),
        ("core: refuse\n", "begins with the part"),
        ("Core: Refuse\n", "begins with the part"),
        ("Core: refused a game\n", "'refused' is no imperative"),
        ("Core: refuses a game\n", "'refuses' is no imperative"),
        ("Table: a hint is given\n", "'a' is no imperative"),
        ("Core: refuse a game.\n", "full stop"),
        ("\n", "begins with the part"),
    ],
)
def test_the_first_line(tmp_path: Path, message: str, wrong: str | None):
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text(message, "utf-8")
    done = subprocess.run(
        [sys.executable, str(HOOK), str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == (wrong is not None)
    assert (wrong or "") in done.stderr
