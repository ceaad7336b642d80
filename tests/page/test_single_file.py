"""A page as a single file: opened from a disk, without a web server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.exported import NEEDS, PYODIDE, STATE, begin, browsing, play

from ducato.core.game import find_game
from ducato.page import build, single_file
from ducato.page.errors import NotExported


def made(folder: Path, size: int = 1, title: str = "harbour") -> Path:
    """Return a file that is made from a small folder."""
    site, script = folder / "site", folder / "script.js"
    site.mkdir()
    (site / "index.html").write_text("x" * size)
    script.write_text("begin()")
    single_file.write_single_file(site, script, title, folder / "harbour.html")
    return folder / "harbour.html"


def test_an_earlier_file_is_replaced_and_nothing_else(tmp_path: Path):
    file = made(tmp_path)
    single_file.check_target(file)
    (tmp_path / "letter.html").write_text("<!doctype html>")
    for other in ("letter.html", "site"):
        with pytest.raises(NotExported, match="name a"):
            single_file.check_target(tmp_path / other)


def test_a_file_that_would_be_too_large_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(single_file, "MOST_BYTES", 100)
    with pytest.raises(NotExported, match="fewer games"):
        made(tmp_path)
    assert not (tmp_path / "harbour.html").exists()


def test_a_title_is_no_markup(tmp_path: Path):
    text = made(tmp_path, title="</title><script>bad()</script> & {more}").read_text()
    assert "<title>&lt;/title&gt;&lt;script&gt;bad()&lt;/script&gt; &amp; {more}</title>" in text


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("single") / "magnate.html"
    build.export_file([find_game("magnate")], out, PYODIDE, lambda line: None)
    return out


class TestInABrowser:
    """A file from a disk; what it is may not matter to the game."""

    pytestmark = NEEDS

    def test_a_file_is_played_and_goes_on_after_it_was_closed(self, chromium: Any, file: Path):
        assert file.stat().st_size < single_file.MOST_BYTES
        with browsing(chromium, locale="es-ES", offline=True) as context:
            page = context.new_page()
            # On a busy machine the bots move on after the reload only, and this tells of it.
            recap = page.locator(".recap")
            page.add_locator_handler(recap, lambda: recap.locator(".main").click())
            page.goto(file.as_uri())
            begin(page)
            seq = play(page, 2)["seq"]
            page.reload()
            page.wait_for_function("() => globalThis.ducato?.state.newest")
            assert page.evaluate(STATE)["seq"] >= seq
            page.click("#ask-hint")  # the bots' kernels are in the file as well
            page.wait_for_selector("#advice:not([hidden])")
            page.click("#tab-rules")
            page.frame_locator("iframe").locator("h1").wait_for(state="attached")
            page.goto(file.as_uri())
            page.wait_for_selector(".open-tables li")
