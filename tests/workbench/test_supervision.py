"""The processes of a workbench: an edit is served by a process that has never seen the game."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import run
from textwrap import dedent
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.support.live_server import in_thread

from ducato.core.game import all_games
from ducato.server.listening import listen
from ducato.workbench.supervision import Workbench
from ducato.workbench.target import Target

PATIENCE = 60.0


class Followed:
    """A workbench whose parent looks when the test says so."""

    def __init__(self, package: Path, data: Path) -> None:
        self.listening = listen("127.0.0.1", 0)
        port = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.package, self.lines = package, list[str]()
        self.supervisor = Workbench(Target.of(str(package)), data, self.listening, compiled=False)

    def until(self, reached: Callable[[], bool]) -> None:
        """Let the parent look until something is reached."""
        end = time.monotonic() + PATIENCE
        while not reached():
            self.lines += in_thread(self.supervisor.look)
            assert time.monotonic() < end, "not reached"

    def get(self, path: str) -> bytes:
        port = self.listening.getsockname()[1]
        cookie = {"Cookie": f"ducato-dev-{port}={self.supervisor.key}"}
        with urlopen(Request(self.url + path, headers=cookie), timeout=PATIENCE) as answer:
            return bytes(answer.read())

    def post(self, path: str, body: Any) -> Any:
        kind = {"Content-Type": "application/json"}
        request = Request(self.url + path, json.dumps(body).encode(), kind)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def state(self) -> Any:
        return json.loads(self.get("/workbench/state"))

    def edit(self, name: str, before: str, after: str) -> None:
        path = self.package / name
        text = path.read_text("utf-8")
        assert before in text
        path.write_text(text.replace(before, after), "utf-8")

    def close(self) -> None:
        self.supervisor.close()
        self.listening.close()


@pytest.fixture
def followed(package: Path, tmp_path: Path) -> Iterator[Followed]:
    (tmp_path / "served").mkdir()
    found = Followed(package, tmp_path / "served")
    yield found
    found.close()


def test_each_edit_is_served_as_it_is_and_a_broken_one_is_told(followed: Followed):
    parent = followed.supervisor
    followed.until(lambda: parent.generation == 1)
    address = followed.post("/api/tables", followed.state()["request"])["url"]
    followed.edit("data/editions.toml", "default = 3", "default = 4")
    followed.until(lambda: parent.generation == 2)
    assert b"<main" in followed.get(address)
    (replayed,) = followed.state()["replayed"]
    assert replayed.startswith("The same deal with the same moves")
    assert followed.lines == ["data/editions.toml: drawn again"]

    followed.edit("data/editions.toml", "[edition.standard]", "[edition.standard")
    followed.until(lambda: parent.wrong is not None)
    assert "editions.toml" in followed.state()["wrong"]
    assert "line" in followed.state()["wrong"]
    assert parent.generation == 2

    followed.edit("data/editions.toml", "[edition.standard", "[edition.standard]")
    followed.until(lambda: parent.generation == 3)
    assert followed.state()["wrong"] is None


def test_a_game_that_is_broken_from_the_start_is_told_and_mended(followed: Followed):
    followed.edit("rules.py", "def apply_action(", "def apply_action((")
    followed.until(lambda: followed.supervisor.generation == 1)
    state = followed.state()
    assert state["table"] is None
    assert "rules.py, line " in state["wrong"]
    assert followed.lines == [state["wrong"]]
    followed.edit("rules.py", "def apply_action((", "def apply_action(")
    followed.until(lambda: followed.supervisor.generation == 2)
    assert followed.state()["request"]["game"].startswith("caravan")


def test_a_file_of_the_same_size_and_second_is_never_stale(followed: Followed, monkeypatch):
    """Python's own cache takes such a file for the one before."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    parent, init = followed.supervisor, followed.package / "__init__.py"
    followed.edit("__init__.py", "(2, 3, 4)", "(2, 3)")
    second = init.stat().st_mtime_ns // 10**9 * 10**9
    os.utime(init, ns=(second, second))
    followed.until(lambda: parent.generation == 1)
    followed.edit("__init__.py", "(2, 3)", "(2, 4)")
    os.utime(init, ns=(second + 1, second + 1))
    followed.until(lambda: parent.generation == 2)
    games = json.loads(followed.get("/api/games"))
    (game,) = (one for one in games if one["name"].startswith("caravan"))
    assert game["players"] == [2, 4]


def test_games_that_are_not_edited_are_loaded_once_and_for_all():
    """And nothing of the one that is, which each process must read anew."""
    edited, *others = sorted(all_games().values(), key=lambda game: game.name)
    listed = f"""
        import sys
        from ducato.core.game.discovery import preload
        preload({edited.name!r})
        print([name for name in {[one.package for one in (edited, *others)]} if
               name + ".scene" in sys.modules or name + ".rules" in sys.modules])
    """
    done = run([sys.executable, "-c", dedent(listed)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([one.package for one in others])
