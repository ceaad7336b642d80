"""Analyses that the reader's device makes of games at a server: kept in the browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.support.conditions import until
from tests.support.live_server import DESK, LiveServer, create_table, expect, played

from ducato.server.subjects.games.here import CATALOG, MARK, ExportedPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEQ = 10
PARTS = {part: [0, 0] for part in ("chance", "own", "others", "rest", "lost")}
MARKS = {"good": 0, "inaccuracy": 0, "mistake": 0, "blunder": 1}
DECISION = {"seq": SEQ, "seat": 0, "taken": 1, "wins": [40, 60], "margin": 1, "lost": 12}
DECISION |= {"lost_margin": 1, "mark": "blunder", "judged": True}
FOUND = {
    "type": "analysis",
    "id": "own",
    "state": "done",
    "bot": "b",
    "seconds": 1,
    "simulations": 1,
    "moments": [],
    "accounts": [{"seat": n, "from": 50, "to": 0, "decisions": 1} for n in range(2)],
    "decisions": [DECISION],
}
for account in FOUND["accounts"]:  # type: ignore[attr-defined]
    account |= {**PARTS, "marks": MARKS}
CHOICE = {"action": 2, "wins": 52, "margin": 1, "visits": 9, "text": "Sell the vineyard"}
DETAILS = {**DECISION, "type": "decision", "id": "own", "choices": [CHOICE], "line": []}
DETAILS |= {"grounds": None, "pieces": {"taken": [], "line": []}}
WORKER = f"""
const say = (message) => postMessage({{ kind: "message", message }});
onmessage = ({{ data }}) => {{
  if (data.kind === "study") postMessage({{ kind: "studied", text: "kept" }});
  else if (JSON.parse(data.text).type === "chart") say({json.dumps(FOUND)});
  else say({json.dumps(DETAILS)});
}};
"""
KEPT = "async () => (await indexedDB.databases()).map(({ name }) => name)"


@pytest.fixture
def server(url: str, client_bundles: Path | None, tmp_path: Path) -> Iterator[LiveServer]:
    """Send a page along whose worker has an analysis at hand."""
    files = {MARK: "{}", CATALOG: '[{"name": "magnate"}]', "static/js/page/worker.js": WORKER}
    for name, text in files.items():
        path = tmp_path / "page" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    server = LiveServer(url, page=ExportedPage(tmp_path / "page"))
    yield server
    server.stop()


def test_a_later_visit_shows_the_analysis_at_once(screen: Page, server: LiveServer):
    """Nothing is computed, nor Python begun; it goes with the person."""
    begun: list[str] = []
    screen.on("request", lambda request: begun.append(request.url))
    screen.set_viewport_size(DESK)  # type: ignore[arg-type]
    address = create_table(server, played("magnate", 2, 1), screen, "random")
    screen.goto(f"{address}#step={SEQ}")
    better = screen.locator(".choice-card .better b")
    expect(better).to_contain_text("Sell the vineyard")
    assert [url for url in begun if "/here/" in url]
    begun.clear()
    screen.reload()
    expect(better).to_contain_text("Sell the vineyard")
    assert not [url for url in begun if "/here/" in url]
    screen.context.clear_cookies()
    screen.goto(f"{server.address}/account")
    until(lambda: screen.evaluate(KEPT) == [])
