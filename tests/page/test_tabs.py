"""Two tabs of one page: only one plays a table, and the other says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.exported import NEEDS, STATE, begin, browsing, play

pytestmark = NEEDS
TAKE_FIRST = """() => {
  const { newest, playing, moving } = globalThis.ducato.state;
  if (playing || moving || !newest.legal.length) return false;
  const list = document.getElementById("all-actions");
  list.open = true;
  const [first] = [...list.querySelectorAll("button:not(.explain)")].filter((one) => !one.disabled);
  first?.click();
  return Boolean(first);
}"""
"""Takes the first action of the list; returns whether there was one."""


def test_only_one_tab_plays_a_table_and_another_may_take_it(page: Any):
    begin(page)
    play(page, 1)
    other = page.context.new_page()
    other.goto(page.url)
    words = other.locator(".problem")
    words.wait_for()
    assert "scheda" in words.inner_text()
    play(page, 1)  # the first tab is not disturbed
    seq = page.evaluate(STATE)["seq"]
    words.get_by_role("button").click()
    other.wait_for_function("() => globalThis.ducato?.state.newest")
    assert other.evaluate(STATE)["seq"] >= seq
    page.wait_for_selector(".problem")
    assert play(other, 2)["seq"] > seq


def test_a_tab_that_is_left_lets_its_table_go(page: Any):
    begin(page)
    other = page.context.new_page()
    address = page.url
    page.close()
    other.goto(address)
    other.wait_for_function("() => globalThis.ducato?.state.newest")


def test_without_locks_a_tab_does_not_write_over_another(chromium: Any, served: str, site: Path):
    """What is kept tells that another tab was faster."""
    script = (site / "static" / "js" / "page" / "worker.js").read_text("utf-8")
    script = f"Object.defineProperty(navigator, 'locks', {{ value: undefined }});{script}"
    with browsing(chromium, service_workers="block") as context:
        context.route(
            "**/page/worker.js",
            lambda route: route.fulfill(body=script, content_type="text/javascript"),
        )
        page, other = context.new_page(), context.new_page()
        page.goto(served)
        begin(page)
        other.goto(page.url)
        other.wait_for_function("() => globalThis.ducato?.state.newest")
        seq = play(other, 2)["seq"]
        page.wait_for_function(TAKE_FIRST, polling=100)
        page.wait_for_selector(".problem")
        other.reload()
        other.wait_for_function("() => globalThis.ducato?.state.newest")
        assert other.evaluate(STATE)["seq"] >= seq
