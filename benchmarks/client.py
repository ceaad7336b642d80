"""The speed of the table in the browser, for each game with the most players.

Measured in the system's Chromium, motion on unless said otherwise:

- weight: requests and bytes over HTTP until nothing more is fetched, and bytes over the socket
  until a choice can be made, with an empty cache
- playable: from asking for the address until a choice can be made, on a simulated slow 4G (150 ms
  round trip, 1.6 Mbit/s down, 750 kbit/s up: Lighthouse's), empty cache, middle of a game
- update to painted: from a message's arrival to the first frame after it, at a CPU slowed 6 times,
  motion off, middle of a game
- frames over 50 ms while pieces travel and dice roll, at a CPU slowed 6 times; the longest of them

    python -m benchmarks.client [--game NAME] [--moves 60]

With `--moves 0` it measures the loading only.

It prints a table in Markdown. It knows no game.
"""

from __future__ import annotations

import argparse
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.support.chromium import CHROMIUM_FLAGS, PageWeight, find_chromium
from tests.support.live_server import SPEED, LiveServer, played

from ducato.bots import make
from ducato.core.game import all_games, load
from ducato.core.match import Match
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import session_cookie
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat, bot

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWED = 6
WINDOW = {"width": 1366, "height": 768}
CLOCK = """
window.painted = [];
window.frames = [];
const NativeSocket = WebSocket;
const channel = new MessageChannel();
let since = [];
channel.port1.onmessage = () => {
  const now = performance.now();
  for (const start of since) painted.push(now - start);
  since = [];
};
window.WebSocket = class extends NativeSocket {
  set onmessage(hear) {
    super.onmessage = (event) => {
      const start = performance.now();
      hear(event);
      const isText = typeof event.data === "string";
      if (isText && event.data.includes('"steps"')) requestAnimationFrame(() => {
        since.push(start);
        channel.port2.postMessage(null);
      });
    };
  }
};
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) frames.push(duration);
}).observe({ type: "long-animation-frame" });
addEventListener("DOMContentLoaded", () => {
  const look = () => {
    const { classList } = document.body;
    if (!window.playable && classList.contains("ready") && classList.contains("my-turn"))
      window.playable = performance.now();
  };
  new MutationObserver(look).observe(document.body, { attributes: true });
});
"""
PLAY = """(moves) => {
  painted.length = frames.length = 0;
  let n = 0;
  const turn = setInterval(() => {
    const over = document.querySelector("#result[open]");
    if (over || n === moves) {
      clearInterval(turn);
      setTimeout(() => { window.played = true; }, 1500);
    } else if (document.body.matches(".ready.my-turn")) {
      n += 1;
      const choices = [...document.querySelectorAll(".can > .act, #buttons .action")];
      choices[(n * 7 + 3) % choices.length]?.click();
      const items = [...document.querySelectorAll("[role=menuitem]")];
      items[n % (items.length || 1)]?.click();
    }
  }, 150);
}"""
"""Make the choices in the page itself, since requests from outside would count as its own work."""
READY = "body.ready.my-turn, #result[open]"


def seated(server: LiveServer, match: Match) -> tuple[str, str]:
    """Store a match as a table of the player to move against bots; return its URL and session."""
    mover = max(0, match.position.current_player())
    database = Database(server.url)
    anna, token = People(database).welcome("Anna").result()
    seats = [
        (TableSeat(n, name, person=anna.id) if n == mover else bot(n, "greedy")).to_row()
        for n, name in enumerate(match.names)
    ]
    table = Tables(database).create(match, seats).result()
    database.close()
    return f"{server.address}/table/{table}", token


@contextmanager
def visit(browser: Browser, table: tuple[str, str], speed: str) -> Iterator[tuple[str, Page, Any]]:
    """Open a fresh profile with the session, and a clock on each page; yield URL, page, tools."""
    address, token = table
    with browser.new_context(viewport=WINDOW) as context:  # type: ignore[arg-type]
        context.add_cookies([session_cookie(address, token)])
        context.add_init_script(SPEED % speed)
        context.add_init_script(CLOCK)
        page = context.new_page()
        yield address, page, context.new_cdp_session(page)


def weight(browser: Browser, table: tuple[str, str]) -> tuple[int, float, float, float]:
    """Return the requests and the kilobytes of a first load.

    These are without fonts and art, with them, and by the socket.
    """
    told = 0

    def hear(event: dict[str, Any]) -> None:
        nonlocal told
        response = event["response"]
        text = response["opcode"] == 1  # else it is packed, and given here in Base64
        told += (
            len(response["payloadData"].encode())
            if text
            else len(b64decode(response["payloadData"]))
        )

    with visit(browser, table, "off") as (address, page, tools):
        http = PageWeight(tools)
        tools.on("Network.webSocketFrameReceived", hear)
        page.goto(address)
        page.wait_for_selector(READY)
        by_socket = told
        page.wait_for_load_state("networkidle")
    return len(http.received), http.lean / 1000, http.total / 1000, by_socket / 1000


def playable(browser: Browser, table: tuple[str, str]) -> float:
    """Return the seconds until the first choice on a slow line."""
    with visit(browser, table, "off") as (address, page, tools):
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", SLOW_4G)
        page.goto(address)
        page.wait_for_function("() => window.playable")
        return float(page.evaluate("window.playable")) / 1000


def moves(
    browser: Browser, table: tuple[str, str], speed: str, number: int
) -> tuple[list[float], list[float]]:
    """Return the milliseconds from each update to its paint, and of each frame over 50."""
    with visit(browser, table, speed) as (address, page, tools):
        page.goto(address)
        page.wait_for_selector(READY)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.wait_for_timeout(500)
        page.evaluate(PLAY, number)
        while not page.evaluate("window.played"):
            page.wait_for_timeout(1000)
        return page.evaluate("painted"), page.evaluate("frames")


def quantile(values: list[float], share: float) -> float:
    """Return the value below which this share of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def compile_bots(game: str, players: int) -> None:
    """Have a bot choose once, since its first choice waits for the compiler."""
    loaded = load(game, players)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    make("greedy", loaded).choose(state.state, state.current_player(), 0)


def measured(browser: Browser, server: LiveServer, game: str, number: int) -> str:
    """Return one line of the report."""
    players = all_games()[game].players[-1]
    compile_bots(game, players)
    match = played(game, players, 0.5)
    requests, lean, whole, socket = weight(browser, seated(server, match))
    first = sorted(playable(browser, seated(server, match)) for _ in range(3))[1]
    loading = (
        f"| {all_games()[game].name}, {players} seats "
        f"| {requests} | {lean:.0f} | {whole:.0f} | {socket:.0f} | {first:.2f} |"
    )
    if number == 0:
        return loading
    updates, _ = moves(browser, seated(server, match), "off", number)
    _, frames = moves(browser, seated(server, match), "normal", number // 4)
    return (
        f"{loading} {quantile(updates, 0.5):.0f} | {quantile(updates, 0.95):.0f} | {len(updates)} "
        f"| {len(frames)} | {max(frames, default=0):.0f} |"
    )


@contextmanager
def running() -> Iterator[tuple[Browser, LiveServer]]:
    """Start Chromium and a server with an empty database, and stop both in the end."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(f"sqlite:///{Path(folder) / 'tables.sqlite3'}")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        try:
            yield browser, server
        finally:
            browser.close()
            server.stop()


def main() -> None:
    """Run the measurements and print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=[*all_games()], action="append")
    parser.add_argument("--moves", type=int, default=60)
    asked = parser.parse_args()
    print(
        "| | requests | first load, kB: without fonts and art | with them | first message, kB "
        "| playable, s | update to painted, ms: median | 95 % | updates | frames over 50 ms "
        "| longest, ms |\n"
        "|---|" + "---:|" * 10
    )
    with running() as (browser, server):
        for game in asked.game or all_games():
            print(measured(browser, server, game, asked.moves), flush=True)


if __name__ == "__main__":
    main()
