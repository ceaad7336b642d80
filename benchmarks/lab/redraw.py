"""The seconds from an edit of a game to the table that the workbench has drawn again.

    python -m benchmarks.lab.redraw builders manifest-destiny

Each edit adds a comment to ``data/editions.toml`` of an installed game, which is put back at the
end. The page asks for its state and for the table, with two seconds between two edits, in which the
lab measures.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from urllib.request import Request, urlopen

from ducato.core.game import all_games
from ducato.core.game.discovery import preload
from ducato.server.listening import listen
from ducato.workbench.desk import COOKIE
from ducato.workbench.supervision import LOOK_EVERY, Workbench
from ducato.workbench.target import Target

BETWEEN = 2.0
"""Seconds between two edits."""


def redrawn(name: str, edits: int) -> list[float]:
    """Return the seconds of each edit of a game."""
    target, found = Target.of(name), list[float]()
    file = target.folder / "data/editions.toml"
    text, listening = file.read_text("utf-8"), listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"

    def get(path: str, body: bytes | None = None) -> bytes:
        port = listening.getsockname()[1]
        headers = {"Content-Type": "application/json",
                   "Cookie": f"{COOKIE}-{port}={workbench.key}"}  # fmt: skip
        with urlopen(Request(url + path, body, headers)) as answer:
            return bytes(answer.read())

    with tempfile.TemporaryDirectory() as data, closing(listening):
        workbench = Workbench(target, Path(data), listening)

        def until(reached: Callable[[], bool]) -> None:
            while not reached():
                workbench.look()
                time.sleep(LOOK_EVERY / 5)

        try:
            workbench.look()
            preload(target.given)
            until(lambda: workbench.generation == 1)
            wanted = json.dumps(json.loads(get("/workbench/state"))["request"]).encode()
            table = json.loads(get("/api/tables", wanted))["url"]
            for number in range(edits):
                began, next_one = time.monotonic(), workbench.generation + 1
                file.write_text(f"{text}\n# {number}\n", "utf-8")
                until(lambda next_one=next_one: workbench.generation == next_one)  # type: ignore[misc]
                get("/workbench/state")
                get(table)
                found.append(time.monotonic() - began)
                rest = time.monotonic() + BETWEEN
                until(lambda rest=rest: time.monotonic() > rest)  # type: ignore[misc]
        finally:
            file.write_text(text, "utf-8")
            workbench.close()
    return found


def main() -> None:
    """Measure some games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*all_games()])
    parser.add_argument("--edits", type=int, default=9)
    args = parser.parse_args()
    for name in args.games:
        seconds = redrawn(name, args.edits)
        print(f"{name}: median {median(seconds):.2f} s, at most {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
