"""How much the table moves by itself while a whole game is played in the browser.

For each game, against gentle bots, the layout shifts that the browser itself counts
(https://web.dev/articles/cls): the share of the window that moved times how far it moved. Pieces
that travel are animations and do not count; whatever makes room for them does. At the speed `off`
a game takes far less time, but what others do between two choices is drawn once.

- worst: the largest sum within five seconds
- whole: the sum over the whole game; 0.1 is asked at a desk, 0.25 on phones
- clicks: how much of it came within half a second after a click, which browsers leave out of what
  they call CLS

    python -m benchmarks.browser.steadiness [--game NAME] [--size desk] [--speed fast] [--show]

It prints a table in Markdown, and with `--show` what moved. It knows no game.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from typing import Any

from benchmarks.browser.legibility import SIZES
from benchmarks.client import running
from playwright.sync_api import Browser
from tests.support.live_server import (
    MOST_MOVES,
    SPEED,
    LiveServer,
    click_something,
    create_table,
    played,
)

from ducato.core.game import all_games

WATCH = """
window.shifts = [];
const named = (node) => {
  const at = node?.nodeType === 1 ? node : node?.parentElement;
  const known = at?.closest("[data-piece], [data-area], [id]");
  return known ? known.dataset.piece ?? known.dataset.area ?? known.id : "?";
};
const moved = ({ node, previousRect: a, currentRect: b }) =>
  `${named(node)} ${node?.className ?? ""}: ` + [a, b].map((one) =>
    [one.x, one.y, one.width, one.height].map(Math.round)).join(" > ");
new PerformanceObserver((list) => {
  for (const { startTime, value, hadRecentInput, sources } of list.getEntries())
    shifts.push([startTime, value, hadRecentInput,
      sources.map(({ node }) => named(node)), sources.map(moved)]);
}).observe({ type: "layout-shift", buffered: true });
"""
PHONE = 600
"""Pixels: the shorter side of a screen that is touched is less."""
LONGEST, PAUSE = 5_000, 1_000
"""Milliseconds that a window of shifts lasts at most, and without a shift."""


class Asked(argparse.Namespace):
    """What is measured and how."""

    game: list[str] | None
    size: list[str] | None
    show: bool
    speed: str


def worst_window(shifts: list[tuple[float, float]]) -> float:
    """Return the largest sum of shifts, given as times and values, in one window."""
    worst = total = 0.0
    start = last = -float(LONGEST)
    for time, value in shifts:
        if time - last > PAUSE or time - start > LONGEST:
            start, total = time, 0.0
        total, last = total + value, time
        worst = max(worst, total)
    return worst


def row(browser: Browser, server: LiveServer, game: str, size: str, asked: Asked) -> str:
    """Play a game and return one line of the report."""
    width, height = SIZES[size]
    touch = min(width, height) < PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
    )
    context.add_init_script(SPEED % asked.speed)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(create_table(server, played(game, all_games()[game].players[0], 0), page, "random"))
    rng = random.Random(3)
    moves = 0
    while moves < MOST_MOVES and click_something(page, rng):
        moves += 1
    shifts: list[Any] = page.evaluate("shifts")
    context.close()
    all_of_them = [(time, value) for time, value, *_ in shifts]
    whole, clicks = sum(value for _, value in all_of_them), sum(s[1] for s in shifts if s[2])
    if asked.show:
        moved: Counter[str] = Counter()
        for _, value, clicked, nodes, _ in shifts:
            for node in {f"{'after a click: ' if clicked else ''}{node}" for node in nodes}:
                moved[node] += round(value * 10_000)
        for node, value in moved.most_common(20):
            print(f"  {game} {size}: {node} in shifts of {value / 10_000:.4f} in all")
        for _, value, clicked, _, parts in sorted(shifts, key=lambda one: -one[1])[:12]:
            print(f"  {value:.4f}{' after a click' if clicked else ''}:", *parts, sep="\n    ")
    cells = f"{worst_window(all_of_them):.3f} | {whole:.3f} | {clicks:.3f} | {moves}"
    return f"| {game}, {size} | {cells} |"


def main() -> None:
    """Run the measurements and print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=[*all_games()], action="append")
    parser.add_argument("--size", choices=[*SIZES], action="append")
    parser.add_argument("--show", action="store_true", help="print what moved")
    parser.add_argument("--speed", choices=["normal", "fast", "off"], default="normal")
    asked = parser.parse_args(namespace=Asked())
    print("| table, window | worst | whole | clicks | choices |\n|---|" + "---:|" * 4)
    with running() as (browser, server):
        for game in asked.game or all_games():
            for size in asked.size or ["desk"]:
                print(row(browser, server, game, size, asked), flush=True)


if __name__ == "__main__":
    main()
