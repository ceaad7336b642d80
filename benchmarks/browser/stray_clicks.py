"""Whether a stray click makes a move: a monkey that hurries others and clicks twice.

Against bots, at normal speed, with a mouse: while others' moves are shown it clicks anywhere on the
table, and in each of its own turns it clicks twice on a card in hand and on a piece of the board.
Then one choice is made on purpose. Counted are the moves that came from the monkey's clicks though
no menu had offered them and they could not be undone; none is asked for.

    python -m benchmarks.browser.stray_clicks [--game NAME] [--turns 1000] [--seed 1]

It prints a table in Markdown, and after each table to the error output how far it has come and what
was clicked for each such move. It knows no game.
"""

from __future__ import annotations

import argparse
import random
import sys
from contextlib import suppress
from dataclasses import dataclass, field

from benchmarks.client import READY, compile_bots, running, seated, visit
from playwright.sync_api import Browser, Page, TimeoutError
from tests.support.live_server import ANSWERED, SEQ, LiveServer, played

from ducato.core.game import all_games

WATCH = """
(() => {
    window.stray = [];
    window.onPurpose = false;
    let clicked = null;
    addEventListener("click", ({ target }) => { clicked = target; }, true);
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
        const { type, careful } = typeof text === "string" ? JSON.parse(text) : {};
        const offered = clicked?.closest?.(".menu");
        if (type === "act" && !onPurpose && !careful && !offered) stray.push(clicked.outerHTML);
        return send.call(this, text);
    };
})();
"""
"""Note what was clicked for each move that nobody made on purpose."""
CHOOSE = """(n) => {
    window.onPurpose = true;
    const choices = [...document.querySelectorAll(".can > .act, #buttons .action")];
    choices[n % choices.length]?.click();
}"""
CHOOSE_ITEM = """(n) => {
    const items = [...document.querySelectorAll(".menu [role=menuitem]")];
    items[n % items.length]?.click();
    window.onPurpose = false;
}"""
TARGETS = ".role-hand [data-piece], #board .can"
CORNERS = """(targets) => [...document.querySelectorAll(targets)].map((node) => {
    const { x, y } = node.getBoundingClientRect();
    return [x, y];
})"""
WAIT = 400
"""Milliseconds within which a choice that was made is answered."""
MOST = 40
"""Turns at one table, so that it is soon known how far the monkey has come."""


@dataclass
class Clicks:
    """What the monkey did: turns, clicks, and the moves that nobody wanted."""

    turns: int = 0
    clicks: int = 0
    stray: list[str] = field(default_factory=list)


def monkey(page: Page, rng: random.Random, turns: int) -> Clicks:
    """Play so many turns at a table on which `WATCH` runs, or up to the end of the game."""
    done = Clicks()
    size = page.viewport_size or {"width": 1280, "height": 720}
    while done.turns < turns:
        while not page.evaluate(f"() => document.querySelector('{READY}') !== null"):
            press = page.mouse.dblclick if rng.random() < 0.3 else page.mouse.click
            press(rng.uniform(0, size["width"] * 0.75), rng.uniform(60, size["height"]))
            done.clicks += 1
        if page.locator("#result[open]").count():
            break
        for _ in range(2):
            if corners := page.evaluate(CORNERS, TARGETS):
                x, y = rng.choice(corners)
                page.mouse.dblclick(x + 8, y + 8)
                done.clicks += 2
            page.keyboard.press("Escape")
        if page.locator(READY).count():
            chosen, seq = rng.randrange(1000), page.evaluate(SEQ)
            page.evaluate(CHOOSE, chosen)
            with suppress(TimeoutError):
                page.wait_for_function(ANSWERED, arg=seq, timeout=WAIT)
            page.evaluate(CHOOSE_ITEM, chosen)
            done.turns += 1
    done.stray = page.evaluate("stray")
    return done


def row(browser: Browser, server: LiveServer, game: str, turns: int, seed: int) -> str:
    """Return one line of the report."""
    players = all_games()[game].players[0]
    compile_bots(game, players)
    rng, total = random.Random(seed), Clicks()
    while total.turns < turns:
        table = seated(server, played(game, players, 0.1))
        with visit(browser, table, "normal") as (address, page, _):
            page.add_init_script(WATCH)
            page.goto(address)
            page.wait_for_selector(READY)
            done = monkey(page, rng, min(MOST, turns - total.turns))
        total.turns += done.turns
        total.clicks += done.clicks
        total.stray += done.stray
        print(f"{game}: {total.turns} turns", *done.stray, sep="\n", file=sys.stderr, flush=True)
    return f"| {game} | {total.turns} | {total.clicks} | {len(total.stray)} |"


def main() -> None:
    """Run the monkey and print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=[*all_games()], action="append")
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("| | turns | stray clicks | moves |\n|---|---:|---:|---:|")
    with running() as (browser, server):
        for game in asked.game or all_games():
            print(row(browser, server, game, asked.turns, asked.seed), flush=True)


if __name__ == "__main__":
    main()
