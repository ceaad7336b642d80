"""How long a tap and a bot's turn take in an exported page on a device that is four times slower.

    python -m benchmarks.page.slow_device SITE [--taps N] [--games NAME ...]

SITE is the folder that ``ducato export`` has made. In each of its games one person plays against
bots of the third level, without motion. *Tap* is the time from a click on a choice to the first
frame after the board has changed; *bots* that from the end of the person's turn to the next one.
The browser slows the page's own thread only, not its workers, so the processor time of all its
processes for a tap after which no bot plays goes along, four times.
"""

from __future__ import annotations

import argparse
import http.server
import json
import os
import threading
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.page.loading import PATIENCE, Compressing, Lap
from playwright.sync_api import sync_playwright
from tests.support.chromium import CHROMIUM_FLAGS, find_chromium
from tests.support.live_server import WAITING

from ducato.core.game import Game, find_game

SLOWED = 4
LEVEL = 2
"""The third level."""
BEGIN = """async (asked) => {
  localStorage.setItem("ducato.speed", "off");
  const answer = await ducatoHost.request("/api/tables", { method: "POST", body: asked });
  ducatoHost.go((await answer.json()).url);
}"""
TAP = """async () => {
  const { state } = globalThis.ducato;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const { seq } = state.newest;
  const list = document.getElementById("all-actions");
  list.open = true;
  let choices = [];
  while (!choices.length) {
    await frame();
    choices = [...list.querySelectorAll("button:not(.explain)")].filter((one) => !one.disabled);
  }
  const began = performance.now();
  choices[0].click();
  while (state.newest.seq === seq) await frame();
  await frame();
  const shown = performance.now();
  if (state.newest.result || state.newest.legal.length) return [shown - began, null];
  while (!state.newest.result && !document.body.matches(".ready.my-turn")) await frame();
  return [shown - began, performance.now() - shown];
}"""
"""Makes a choice; returns the milliseconds until the board has changed, and of bots after it."""
OVER = "() => Boolean(globalThis.ducato.state.newest.result)"


def measure(page: Any, game: Game, taps: int) -> str:
    """Play a game; return its row of the table."""
    bot = {"kind": "bot", "bot": list(game.levels)[LEVEL]}
    seats = [{"kind": "person", "name": "Anna"}] + [bot] * (game.players[0] - 1)
    page.evaluate(BEGIN, json.dumps({"game": game.name, "seats": seats}))
    page.wait_for_selector(WAITING)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    tapped, waited, processor = [], [], []
    for _ in range(taps):
        lap = Lap()
        shown, bots = page.evaluate(TAP)
        tapped.append(shown)
        if bots is None:
            processor.append(lap.end()[1])
        else:
            waited.append(bots)
        if page.evaluate(OVER):
            break
    row = [game.name]
    for found in (tapped, waited):
        row += [f"{of(found):,.0f}" for of in (median, max) if found] or ["–", "–"]
        row.append(str(len(found)))
    row.append(f"{SLOWED * 1000 * median(processor):,.0f}" if processor else "–")
    return f"| {' | '.join(row)} |"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("site", type=Path)
    parser.add_argument("--taps", type=int, default=40)
    parser.add_argument("--games", nargs="*", default=[])
    asked = parser.parse_args()
    handler = partial(Compressing, directory=asked.site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    listed = json.loads((asked.site / "api" / "games.en.json").read_text("utf-8"))
    names = asked.games or [one["name"] for one in listed]
    side = "ms | Most | Number"
    print(f"| Title | Tap, {side} | Bots, {side} | Processor x 4 |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(CHROMIUM_FLAGS)
        )
        for name in names:
            page = chromium.new_page(viewport={"width": 1280, "height": 720})
            page.set_default_timeout(PATIENCE)
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
            page.wait_for_selector(".play-now")
            print(measure(page, find_game(name), asked.taps), f"load {os.getloadavg()[0]:.1f}")
            page.close()


if __name__ == "__main__":
    main()
