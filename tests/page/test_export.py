"""An exported page in a browser: from any web server, without a network, after an update."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.chromium import CHROMIUM_FLAGS, find_chromium

from ducato.compile.wasm import has_linker
from ducato.core.game import find_game
from ducato.page import build

PATIENCE = 120_000
"""Milliseconds that a busy machine may take to load Python."""
PYODIDE = build.ROOT / "node_modules" / "pyodide"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(not PYODIDE.is_dir(), reason="npm has not installed pyodide"),
    pytest.mark.skipif(not has_linker(), reason="ziglang is not installed"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("export") / "below" / "site"
    out.parent.mkdir()
    build.export([find_game("magnate")], out, PYODIDE, lambda line: None)
    return out


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """Serve the folder above the page, so that the page is not at the root of its server."""
    handler = functools.partial(_Quiet, directory=site.parent)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/site/"
    server.shutdown()
    server.server_close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *given: Any) -> None:
        pass


@pytest.fixture
def page(served: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(CHROMIUM_FLAGS)
        )
        context = browser.new_context(locale="it-IT")
        context.set_default_timeout(PATIENCE)
        shown = context.new_page()
        shown.wrong = []  # type: ignore[attr-defined]
        shown.on("pageerror", lambda error: shown.wrong.append(str(error)))  # type: ignore[attr-defined]
        shown.on("requestfailed", lambda request: _note(shown, request))  # type: ignore[attr-defined]
        shown.goto(served)
        shown.wait_for_selector(".play-now")
        yield shown
        assert shown.wrong == []  # type: ignore[attr-defined]
        browser.close()


def _note(page: Any, request: Any) -> None:
    """Note a request that fails, unless a page that was left has dropped it."""
    if "ABORTED" not in request.failure:
        page.wrong.append(request.url)


STATE = """() => {
  const { state } = globalThis.ducato ?? {};
  return { seq: state?.newest?.seq ?? 0, legal: state?.newest?.legal.length ?? 0,
           over: Boolean(state?.newest?.result) };
}"""
DECIDE = """(seq) => {
  const { newest, playing, moving } = globalThis.ducato.state;
  if (newest.result || newest.seq > seq) return true;
  if (playing || moving || !newest.legal.length) return false;
  const list = document.getElementById("all-actions");
  list.open = true;
  [...list.querySelectorAll("button:not(.explain)")].find((one) => !one.disabled)?.click();
  return false;
}"""
"""Takes the first action of the list, and returns whether the game has gone on."""


def _play(page: Any, decisions: int) -> dict[str, Any]:
    """Take the first action of the list so many times, or until the game is over."""
    state: dict[str, Any] = page.evaluate(STATE)
    for _ in range(decisions):
        page.wait_for_function(DECIDE, arg=state["seq"], polling=100)
        state = page.evaluate(STATE)
        if state["over"]:
            break
    return state


def _begin(page: Any) -> None:
    page.evaluate("() => localStorage.setItem('ducato.speed', 'off')")
    page.click(".play-now")
    page.wait_for_selector(".can")


def test_a_game_is_played_to_its_end_without_a_network(page: Any):
    _begin(page)
    assert page.evaluate("() => document.documentElement.lang") == "it"
    _play(page, 3)
    page.wait_for_function("() => document.documentElement.dataset.offline !== undefined")
    page.context.set_offline(True)
    before = page.evaluate(STATE)["seq"]
    page.reload()
    page.wait_for_function("() => globalThis.ducato?.state.newest")
    assert page.evaluate(STATE)["seq"] >= before
    assert _play(page, 400)["over"]
    page.reload()
    page.wait_for_selector("#show-result:not([hidden])")
    page.goto(page.url.partition("index.html")[0])
    page.wait_for_selector(".open-tables li")


def test_a_hint_is_given(page: Any):
    _begin(page)
    page.keyboard.press("h")
    page.wait_for_selector("#advice:not([hidden]) ol, #advice:not([hidden]) li")


def test_games_move_to_another_browser_in_a_file(page: Any, served: str, tmp_path: Path):
    _begin(page)
    _play(page, 2)
    page.goto(served)
    with page.expect_download() as download:
        page.click("#export-games")
    file = tmp_path / "games.json"
    download.value.save_as(file)
    assert len(json.loads(file.read_text())["ducato_games"]) == 1
    page.on("dialog", lambda dialog: dialog.accept())
    page.click(".open-tables .remove")
    page.wait_for_function("() => !document.querySelector('.open-tables li')")
    page.set_input_files("#import-games", file)
    page.wait_for_selector(".open-tables li")
    file.write_text(file.read_text().replace("Magnate", "").replace("magnate", "nothing"))
    page.set_input_files("#import-games", file)
    page.wait_for_selector("#kept-message .wrong")


def test_a_new_version_replaces_the_old_one_and_keeps_games(page: Any, served: str, site: Path):
    _begin(page)
    page.wait_for_function("() => document.documentElement.dataset.offline !== undefined")
    old = site.with_name("old")
    shutil.copytree(site, old)
    try:
        css = site / "static" / "css" / "page.css"
        css.write_text(css.read_text() + ":root{--newer:1}")
        (site / "service-worker.js").unlink()
        (site / build.MARK).unlink()
        build._service_worker(site)
        page.goto(served)  # still the old one, which finds the new one and lets it wait
        page.wait_for_selector(".update button.main")
        newer = "() => getComputedStyle(document.documentElement).getPropertyValue('--newer')"
        assert page.evaluate(newer) == ""
        page.click(".update button.main")
        page.wait_for_function(f"() => ({newer})() === '1'")
        page.wait_for_selector(".open-tables li")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector(".open-tables li")
    finally:
        shutil.rmtree(site)
        old.rename(site)
