"""How long a person waits for bots in the browser, for each game, at normal speed.

Measured in the system's Chromium, against a server with gentle bots, which hardly think: what a bot
thinks is shown as it comes, so a slower bot's thinking time would add to these figures.

- turn: from the first sentence about a bot's turn until the first one about the next player's, or
  until everything is shown and it is the reader's turn; the dice of the reader's turn included
- round: from the first sentence after the reader's move until it is the reader's turn again
- clickable: from the message that makes it the reader's turn until a choice of it can be clicked

    python -m benchmarks.browser.beats [--game NAME] [--turns 30]

It prints a table in Markdown. It knows no game.
"""

from __future__ import annotations

import argparse
from typing import Any

from benchmarks.client import READY, compile_bots, quantile, running, seated, visit
from playwright.sync_api import Browser
from tests.support.live_server import LiveServer, played

from ducato.core.game import all_games

WATCH = """
window.turns = [];
window.rounds = [];
window.clickable = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  if (this.closest(".kind-die")) window.rolled = true;
  return animate.apply(this, how);
};
addEventListener("DOMContentLoaded", () => {
  let line = null, began = 0, start = 0, told = 0;
  const now = () => performance.now();
  const end = () => {
    if (line !== null) turns.push({ time: now() - began, dice: window.rolled });
    line = null;
    window.rolled = false;
  };
  const log = document.getElementById("log-list");
  new MutationObserver((changes) => {
    const fresh = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const node of fresh) {
      if (!node.dataset?.seq || document.body.matches(".ready.my-turn")) continue;
      const seat = /by-(\\d|chance)/.exec(node.className)?.[1];
      const own = String(ducato.state.shown?.seat);
      if (seat === own) continue;
      if (!start) start = now();
      if (seat === "chance" ? line === null : seat !== line) {
        if (line !== "chance") end();
        if (line === null) began = now();
        line = seat;
      }
    }
  }).observe(log, { childList: true });
  new MutationObserver(() => {
    const { classList } = document.body;
    if (start && classList.contains("ready") && classList.contains("my-turn")) {
      end();
      rounds.push(now() - start);
      start = 0;
    }
  }).observe(document.body, { attributes: true, subtree: true, attributeFilter: ["class"] });
  const look = () => {
    const { newest, shown } = ducato.state;
    if (newest?.legal.length && newest !== look.last && shown !== newest) told = now();
    look.last = newest;
    if (told && shown.legal.some((action) => newest.legal.includes(action))) {
      clickable.push(now() - told);
      told = 0;
    }
    setTimeout(look, 5);
  };
  addEventListener("load", () => setTimeout(look, 500));
});
"""
PLAY = """() => {
  let n = 0;
  setInterval(() => {
    if (!document.body.matches(".ready.my-turn") || document.querySelector("#result[open]")) return;
    n += 1;
    const choices = [...document.querySelectorAll(".can > .act, #buttons .action")];
    choices[(n * 7 + 3) % choices.length]?.click();
    const items = [...document.querySelectorAll("[role=menuitem]")];
    items[n % (items.length || 1)]?.click();
  }, 20);
}"""
"""Make the choices in the page itself, at once when it is the reader's turn."""
MOST_SECONDS = 400


def watched(
    browser: Browser, server: LiveServer, game: str, players: int, turns: int
) -> dict[str, Any]:
    """Return the measured times in milliseconds, from games of this many players."""
    found: dict[str, Any] = {"turns": [], "rounds": [], "clickable": []}
    while len(found["turns"]) < turns:
        table = seated(server, played(game, players, 0.3))
        with visit(browser, table, "normal") as (address, page, _):
            page.add_init_script(WATCH)
            page.goto(address)
            page.wait_for_selector(READY)
            page.evaluate(PLAY)
            for _ in range(MOST_SECONDS):
                page.wait_for_timeout(1000)
                enough = page.evaluate("turns.length") + len(found["turns"]) >= turns
                if enough or page.locator("#result[open]").count():
                    break
            for name, times in found.items():
                times += page.evaluate(name)
    return found


def row(browser: Browser, server: LiveServer, game: str, turns: int) -> str:
    """Return one line of the report."""
    seats = [n for n in all_games()[game].players if n <= 4]
    compile_bots(game, seats[-1])
    found = watched(browser, server, game, seats[-1], turns)
    plain = [turn["time"] for turn in found["turns"] if not turn["dice"]]
    dice = [turn["time"] for turn in found["turns"] if turn["dice"]]
    cells = [
        f"{quantile(times, 0.5) / 1000:.2f}, {quantile(times, 0.95) / 1000:.2f} (n = {len(times)})"
        if times
        else ""
        for times in (plain, dice, found["rounds"], found["clickable"])
    ]
    return f"| {game}, {seats[-1]} seats | " + " | ".join(cells) + " |"


def main() -> None:
    """Run the measurements and print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=[*all_games()], action="append")
    parser.add_argument("--turns", type=int, default=30)
    asked = parser.parse_args()
    print(
        "| median, p95 in s | turn without dice | turn with dice | round | clickable |\n|---|"
        + "---:|" * 4
    )
    with running() as (browser, server):
        for game in asked.game or all_games():
            print(row(browser, server, game, asked.turns), flush=True)


if __name__ == "__main__":
    main()
