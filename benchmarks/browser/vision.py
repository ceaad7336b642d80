"""Screenshots of a table as people with colour vision deficiencies see it, one for each kind.

    python -m benchmarks.browser.vision fantasy-market 4 /tmp/seen

The game is laid out half way through a game of random players. Nothing is measured here; a test
asserts that tone is never the only mark (tests/server/browser/test_access.py).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.support.chromium import CHROMIUM_FLAGS, find_chromium
from tests.support.live_server import DESK, SPEED, WAITING, LiveServer, create_table, played

DEFICIENCIES = ["none", "deuteranopia", "protanopia", "tritanopia", "achromatopsia"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(f"sqlite:///{folder}/tables.sqlite3")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        try:
            page = browser.new_page(viewport=DESK)
            page.context.add_init_script(SPEED % "off")
            page.goto(create_table(server, played(asked.game, asked.players, 0.5), page))
            page.wait_for_selector(WAITING)
            if page.locator("#pass-screen[open]").count():
                page.locator("#pass-screen-ready").click()
                page.wait_for_selector("body.ready.my-turn")
            tools = page.context.new_cdp_session(page)
            for kind in DEFICIENCIES:
                tools.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
                page.screenshot(path=asked.out / f"{asked.game}-{asked.players}-{kind}.png")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
