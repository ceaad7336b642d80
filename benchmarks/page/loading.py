"""How long an exported page takes to its first card, and what it loads.

    python -m benchmarks.page.loading SITE [--rounds N] [--game NAME]

SITE is the folder that ``ducato export`` has made. It is served over loopback, compressed as a web
server does. Each round begins with an empty cache: *first* is the time from the address to the
first card of a new game, with the click on *Play now* as soon as it can be made; *again* that of
the game's page in flight mode, once all files are kept. The processor's load goes with the figures.
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
from typing import Any

from tests.support.chromium import CHROMIUM_FLAGS, PageWeight, find_chromium
from tests.support.live_server import WAITING

KEPT = "() => document.documentElement.dataset.offline !== undefined"
PATIENCE = 120_000
"""Milliseconds for one thing on a busy machine."""
PLAIN = {".png", ".woff2", ".zip"}
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


def measure(browser: Any, address: str, game: str | None) -> tuple[float, float, float, int]:
    """Return the seconds to the first card, first and again, the bytes and the requests."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    weight = PageWeight(context.new_cdp_session(page))
    began = time.perf_counter()
    page.goto(address)
    card = f'[data-game="{game}"] .play-now' if game else ".play-now"
    page.locator(card).first.click()
    page.wait_for_selector(WAITING)
    first = time.perf_counter() - began
    found = weight.total, len(weight.received)
    page.wait_for_function(KEPT)
    context.set_offline(True)
    began = time.perf_counter()
    page.reload()
    page.wait_for_selector(WAITING)
    again = time.perf_counter() - began
    context.close()
    return first, again, *found


def main() -> None:
    """Run the command."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("site", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game")
    asked = parser.parse_args()
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Compressing, directory=asked.site)
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    files = [path for path in asked.site.rglob("*") if path.is_file()]
    whole = sum(
        path.stat().st_size if path.suffix in PLAIN else len(compressed(path)) for path in files
    )
    rounds = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(CHROMIUM_FLAGS)
        )
        for _ in range(asked.rounds):
            rounds.append(measure(browser, address, asked.game))
            first, again, _, requests = rounds[-1]
            load = os.getloadavg()[0]
            print(f"{first:.1f} s, again {again:.1f} s, {requests} requests of the page, "
                  f"load {load:.1f}", flush=True)  # fmt: skip
        browser.close()
    firsts, agains = ([one[side] for one in rounds] for side in (0, 1))
    print(f"median {median(firsts):.1f} s, again {median(agains):.1f} s; "
          f"least {min(firsts):.1f} s, again {min(agains):.1f} s; "
          f"all files {len(files)}, {whole / 1e6:.1f} MB compressed")  # fmt: skip


if __name__ == "__main__":
    main()
