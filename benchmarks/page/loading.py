"""How long an exported page takes to its first card, and what it loads.

    python -m benchmarks.page.loading SITE [SITE …] [--rounds N] [--game NAME]

SITE is the folder that ``ducato export`` has made; several are measured in turn. It is served over
loopback, compressed as a web server does. Each round begins with an empty cache: *first* is the
time from the address to the first card of a new game, with the click on *Play now* as soon as it
can be made; *again* that of the game's page in flight mode, once all files are kept. The processor
time is that of all processes of the browser; it depends less on what else the machine does, whose
load goes with the figures.
"""

from __future__ import annotations

import argparse
import gzip
import http.server
import os
import threading
import time
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.suite import processor_time
from tests.support.chromium import CHROMIUM_FLAGS, PageWeight, find_chromium
from tests.support.live_server import WAITING

KEPT = "() => document.documentElement.dataset.offline !== undefined"
PATIENCE = 120_000
"""Milliseconds for one thing on a busy machine."""
PLAIN = {".bin", ".png", ".woff2", ".zip"}
"""The kinds of files that are compressed already."""


@cache
def compressed(path: Path) -> bytes:
    """Return a file as a server sends it."""
    return gzip.compress(path.read_bytes(), 9)


class Compressing(http.server.SimpleHTTPRequestHandler):
    """A server of files that compresses what it sends."""

    def do_GET(self) -> None:  # the name is the library's
        """Send a file."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file() or path.suffix in PLAIN:
            super().do_GET()
            return
        content = compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *given: Any) -> None:
        """Say nothing."""


class Lap:
    """The seconds since it was made, and those of the processor for all processes below this."""

    def __init__(self) -> None:
        self._began, self._before = time.perf_counter(), processor_time()[1]

    def end(self) -> tuple[float, float]:
        """Return both."""
        return time.perf_counter() - self._began, processor_time()[1] - self._before


class Round(NamedTuple):
    """What one round took: seconds, seconds of the processor, and what the page asked for."""

    first: float
    first_processor: float
    again: float
    again_processor: float
    requests: int


def measure(browser: Any, address: str, game: str | None) -> Round:
    """Measure one round."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    weight = PageWeight(context.new_cdp_session(page))
    lap = Lap()
    page.goto(address)
    card = f'[data-game="{game}"] .play-now' if game else ".play-now"
    page.locator(card).first.click()
    page.wait_for_selector(WAITING)
    first = lap.end()
    requests = len(weight.received)
    page.wait_for_function(KEPT)
    context.set_offline(True)
    lap = Lap()
    page.reload()
    page.wait_for_selector(WAITING)
    again = lap.end()
    context.close()
    return Round(*first, *again, requests)


def main() -> None:
    """Run the command."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("sites", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game")
    asked = parser.parse_args()
    addresses: dict[Path, str] = {}
    for site in asked.sites:
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(Compressing, directory=site)
        )
        threading.Thread(target=server.serve_forever, daemon=True).start()
        addresses[site] = f"http://127.0.0.1:{server.server_address[1]}/"
    rounds: dict[Path, list[Round]] = {site: [] for site in addresses}
    with sync_playwright() as playwright:
        for _ in range(asked.rounds):
            for site, address in addresses.items():
                # A browser of its own: it would remember what it has compiled.
                browser = playwright.chromium.launch(
                    executable_path=find_chromium(), args=list(CHROMIUM_FLAGS)
                )
                found = measure(browser, address, asked.game)
                browser.close()
                rounds[site].append(found)
                print(f"{site.name}: {_seconds(found)}, {found.requests} requests of the page, "
                      f"load {os.getloadavg()[0]:.1f}", flush=True)  # fmt: skip
    for site, found_here in rounds.items():
        files = [path for path in site.rglob("*") if path.is_file()]
        whole = sum(
            path.stat().st_size if path.suffix in PLAIN else len(compressed(path)) for path in files
        )
        middle = Round(*(median(column) for column in zip(*found_here, strict=True)))
        print(f"{site.name}: median {_seconds(middle)}; "
              f"all files {len(files)}, {whole / 1e6:.1f} MB compressed")  # fmt: skip


def _seconds(found: Round) -> str:
    return (
        f"first {found.first:.1f} s (processor {found.first_processor:.1f} s), "
        f"again {found.again:.1f} s (processor {found.again_processor:.1f} s)"
    )


if __name__ == "__main__":
    main()
