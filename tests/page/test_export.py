"""An exported page in a browser: from any web server, without a network, after an update."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.support.exported import NEEDS, STATE, begin, play

from ducato.page import build

pytestmark = [*NEEDS, pytest.mark.slow]


def test_a_game_is_played_to_its_end_without_a_network(page: Any):
    begin(page)
    assert page.evaluate("() => document.documentElement.lang") == "it"
    play(page, 3)
    page.wait_for_function("() => document.documentElement.dataset.offline !== undefined")
    page.context.set_offline(True)
    before = page.evaluate(STATE)["seq"]
    page.reload()
    page.wait_for_function("() => globalThis.ducato?.state.newest")
    assert page.evaluate(STATE)["seq"] >= before
    assert play(page, 400)["over"]
    page.reload()
    page.wait_for_selector("#show-result:not([hidden])")
    page.goto(page.url.partition("index.html")[0])
    page.wait_for_selector(".open-tables li")


def test_a_hint_is_given(page: Any):
    begin(page)
    page.keyboard.press("h")
    page.wait_for_selector("#advice:not([hidden]) ol, #advice:not([hidden]) li")


def test_games_move_to_another_browser_in_a_file(page: Any, served: str, tmp_path: Path):
    begin(page)
    play(page, 2)
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
    begin(page)
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
