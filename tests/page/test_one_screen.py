"""What one person, or several at one screen, can do in an exported page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.conditions import until
from tests.support.exported import NEEDS, STATE, begin, browsing, play
from tests.support.live_server import WAITING, played

from ducato.page import build

pytestmark = NEEDS
AXE = build.ROOT / "node_modules" / "axe-core" / "axe.min.js"
FINDINGS = """async () => {
  const options = { resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}"""
TWO = """async () => {
  const seats = ["Anna", "Bruno"].map((name) => ({ kind: "person", name }));
  const body = JSON.stringify({ game: "magnate", seats });
  const answer = await ducatoHost.request("/api/tables", { method: "POST", body });
  ducatoHost.go((await answer.json()).url);
}"""
VIEWED = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("ducato-view"));
  const kept = name && (await caches.open(name)).match(new URL("view.json", location.href));
  const { messages } = JSON.parse((await (await kept)?.text()) ?? "{}");
  return messages?.[0].view.seq === globalThis.ducato.state.newest.seq;
}"""
"""What is kept of the table is what it shows."""
SCHEME = "() => getComputedStyle(document.documentElement).colorScheme"
DENIED = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };"
FULL = """IDBObjectStore.prototype.put = () => {
  throw new DOMException("no", "QuotaExceededError");
};"""


def findings(page: Any) -> list[str]:
    """Return all that axe finds on a page."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(FINDINGS)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Any, served: str, scheme: str):
    page.evaluate("scheme => localStorage.setItem('ducato.theme', scheme)", scheme)
    page.reload()
    page.wait_for_selector(".play-now")
    assert findings(page) == []
    begin(page)
    assert findings(page) == []
    assert page.evaluate(SCHEME) == scheme
    page.evaluate("() => document.documentElement.removeAttribute('data-theme')")
    assert page.evaluate(SCHEME) == "dark"  # a table where nothing else is chosen
    page.goto(served)
    page.wait_for_selector(".open-tables li")
    assert findings(page) == []
    page.goto(f"{served}index.html?table=none")
    page.wait_for_selector(".problem")
    assert findings(page) == []


def test_the_screen_is_passed_on_and_covered_after_a_reload(page: Any):
    page.evaluate(TWO)
    ready = page.locator("#pass-screen button")
    ready.wait_for()
    page.evaluate("() => localStorage.setItem('ducato.speed', 'off')")
    page.reload()
    ready.click()
    page.wait_for_selector("#pass-screen", state="hidden")
    seat = page.evaluate("() => ducato.state.newest.seat")
    while not page.locator("#pass-screen[open]").count():
        play(page, 1)
        page.wait_for_function(
            "() => document.querySelector('#pass-screen[open]') || ducato.state.newest.legal.length"
        )
    ready.click()
    page.wait_for_selector("#pass-screen", state="hidden")
    assert page.evaluate("() => ducato.state.newest.seat") == 1 - seat


def test_the_board_is_there_before_python(chromium: Any, served: str):
    with browsing(chromium, service_workers="block", locale="es-ES") as context:
        page = context.new_page()
        page.goto(served)
        begin(page)
        play(page, 1)
        until(lambda: page.evaluate(VIEWED))  # a promise counts as true where a page polls
        seq = page.evaluate(STATE)["seq"]
        context.route("**/memory.bin", lambda route: None)
        page.reload()
        page.wait_for_selector(WAITING)
        assert page.evaluate(STATE)["seq"] == seq
        assert page.evaluate("() => document.documentElement.dataset.ready") is None
        page.close()


def test_a_record_of_a_server_is_opened_verified_changed_and_played_on(page: Any, tmp_path: Path):
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(played("magnate", 2, 1).to_lines()) + "\n", "utf-8")
    page.set_input_files("#import-games", file)
    page.click(".open-tables li > a")
    page.click("#show-result")
    page.evaluate("() => document.querySelector('#result a[href*=verify]').click()")
    page.wait_for_selector("#verdict h2")
    assert page.locator("#verdict .wrong").count() == 0
    page.go_back()
    page.evaluate("() => { location.hash = '#step=10'; }")
    page.click("#tab-room-study")
    page.click(".study > button")
    page.click(".position summary")
    page.locator(".position details[open] .stepper button").last.click()
    page.click(".position .main:not([disabled])")
    page.click("[role=menuitem]")
    page.wait_for_selector(".can")
    assert page.evaluate("() => ducato.state.table.status") == "playing"


@pytest.mark.parametrize(("fault", "word"), [(DENIED, "doesn’t let"), (FULL, "full")])
def test_a_game_that_cannot_be_kept_goes_on(
    chromium: Any, served: str, site: Path, fault: str, word: str
):
    """It is told in a sentence."""
    script = (site / "static" / "js" / "page" / "worker.js").read_text("utf-8")
    with browsing(chromium, service_workers="block", locale="en-GB") as context:
        context.route(
            "**/page/worker.js",
            lambda route: route.fulfill(body=fault + script, content_type="text/javascript"),
        )
        page = context.new_page()
        page.goto(served)
        page.click(".play-now")
        page.wait_for_selector("#warning")
        assert word in page.inner_text("#warning")
