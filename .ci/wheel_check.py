"""Check that what is installed from the wheel works without the sources.

Build the wheel, install it with the server's lock into an empty environment, and, from an empty
folder, try the command line, run the server, play a whole game against a bot over HTTP and the
socket, and look for everything that is not Python: pages, styles, rules, texts. Print how long each
part took. `make wheel-check` runs it.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import HTTPCookieProcessor, Request, build_opener
from zipfile import ZipFile

from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
LANGUAGES = ("en", "it", "es")
PLAYED = "magnate"
MOST = 50_000
"""Bytes of the script of a table, bundled and compressed."""
PATIENCE = 60
"""Seconds for one thing on a busy machine."""
PAUSE = 2
"""Seconds after which the server takes moves again that came too quickly."""


@contextmanager
def part(what: str) -> Iterator[None]:
    """Say how long a part takes."""
    start = time.monotonic()
    yield
    print(f"wheel-check: {what}: {time.monotonic() - start:.1f} s", flush=True)


def run(*command: object, **named: Any) -> str:
    """Run a program; its standard output."""
    done = subprocess.run(
        [str(word) for word in command], check=True, text=True, stdout=subprocess.PIPE, **named
    )
    return done.stdout


def install(folder: Path) -> Path:
    """The Python of a new environment with the wheel and the server's lock, and nothing else."""
    with part("build"):
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
        (wheel,) = folder.glob("*.whl")
        bundles = [name for name in ZipFile(wheel).namelist() if "/client/bundles/js/" in name]
        assert len(bundles) >= 7, bundles
    with part("install"):
        run(sys.executable, "-m", "venv", folder / "env")
        python = folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, "--require-hashes", "-r", ROOT / "requirements.lock")
        run(*pip, "--no-deps", "--no-index", wheel)
    return python


class Visitor:
    """Somebody with a browser's cookies."""

    def __init__(self, address: str) -> None:
        self.address, self.jar = address, CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> bytes:
        with self._opener.open(self.address + path, timeout=PATIENCE) as answer:
            found: bytes = answer.read()
        assert found, path
        return found

    def post(self, path: str, content: dict[str, Any]) -> Any:
        kind = {"Content-Type": "application/json"}
        request = Request(self.address + path, json.dumps(content).encode(), kind)
        with self._opener.open(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def play(self, table: str) -> dict[str, Any]:
        """Play a game to its end with random moves; its result."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        address = f"ws{self.address.removeprefix('http')}{table}/socket"
        view: dict[str, Any] = {"result": None}
        rng, asked, slowed = random.Random(1), -1, set[int]()
        with connect(
            address, additional_headers={"Cookie": cookies}, origin=self.address
        ) as socket:
            while view["result"] is None:
                message = json.loads(socket.recv(timeout=PATIENCE))
                assert message["type"] not in ("refused", "malformed"), message
                news = message["steps"][-1] if message["type"] == "steps" else message
                if message["type"] == "rejected":  # one move too many in a short time: once more
                    assert view["seq"] not in slowed, message
                    slowed.add(view["seq"])
                    time.sleep(PAUSE)
                    news, asked = {"view": view}, -1
                view = news.get("view", view)
                if "view" in news and view["legal"] and view["seq"] != asked:
                    asked = view["seq"]
                    action = rng.choice(view["legal"])["action"]
                    move = {"id": secrets.token_hex(8), "seq": asked, "action": action}
                    socket.send(json.dumps({"type": "act", **move}))
        result: dict[str, Any] = view["result"]
        return result


def look_around(visitor: Visitor, games: list[str]) -> None:
    """Ask for everything that a browser fetches."""
    for path in ("/", "/verify", "/static/favicon.svg", "/static/js/pages/lobby.js"):
        visitor.get(path)
    assert b"modulepreload" not in visitor.get("/")  # a bundle, and not its modules
    assert len(gzip.compress(visitor.get("/static/js/pages/table.js"))) < MOST
    for style in (ROOT / "src" / "ducato" / "client" / "css" / "pages").iterdir():
        visitor.get(f"/static/css/pages/{style.name}")
    for language in LANGUAGES:
        visitor.get(f"/strings/{language}.json")
        offered = json.loads(visitor.get(f"/api/games?lang={language}"))
        assert [game["name"] for game in offered] == games
        assert all(game["unavailable"] is None and game["rules"] for game in offered)
        for name in games:
            visitor.get(f"/rules/{name}?lang={language}")
    for game in offered:
        visitor.get(f"/games/{game['name']}/glyphs.svg")
        if game["lesson"]:
            lesson = visitor.post("/api/lessons", {"game": game["name"], "name": "Anna"})
            visitor.get(lesson["url"])


def check_server(python: Path, here: Path, games: list[str], environment: dict[str, str]) -> None:
    """Start the server, look around, play, and stop it."""
    server = subprocess.Popen(
        [python, "-m", "ducato", "serve", "--port", "0", "--data", here / "data"],
        cwd=here, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if "http://" in word)
        visitor = Visitor(address)
        with part("every page and file"):
            look_around(visitor, games)
        with part(f"a game of {PLAYED} against a bot"):
            short = ROOT / "tests" / "games" / PLAYED / "short.toml"
            seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "bot": "random"}]
            options = tomllib.loads(short.read_text("utf-8"))
            table = visitor.post(
                "/api/tables", {"game": PLAYED, "seats": seats, "options": options}
            )["url"]
            assert visitor.play(table)["headline"]
            (here / "game.jsonl").write_bytes(visitor.get(f"{table}/record"))
        server.send_signal(signal.SIGTERM)
        # uvicorn ends the process by the signal that asked for it, after all is in order.
        assert server.wait(PATIENCE) in (0, -signal.SIGTERM), server.returncode
    finally:
        server.kill()
        server.wait()


def main() -> None:
    """Check it all."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        here = folder / "away"
        here.mkdir()
        python = install(folder)
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(here), "DUCATO_CACHE": str(here / "cache"),
        }  # fmt: skip
        there = {"cwd": here, "env": environment}
        with part("the command line"):
            home = run(python, "-c", "import ducato; print(ducato.__file__)", **there).strip()
            assert Path(home).is_relative_to(folder), home
            found = json.loads(run(python, "-m", "ducato", "games", "--json", **there))
            games = [game["name"] for game in found["games"]]
            sources = (ROOT / "src" / "ducato" / "games").glob("*/__init__.py")
            assert games == sorted(path.parent.name.replace("_", "-") for path in sources), games
            assert found["unavailable"] == []
        with part("a short simulation, compiled"):
            ducato = python.with_name("ducato" + python.suffix)
            played = run(ducato, "simulate", games[0], "--games", 500, "--json", **there)
            assert json.loads(played)["games"] == 500
        check_server(python, here, games, environment)
        with part("its record"):
            told = run(ducato, "replay", here / "game.jsonl", "--json", **there)
            assert json.loads(told)["chance_verified"]
    print("wheel-check: what is installed plays")


if __name__ == "__main__":
    main()
