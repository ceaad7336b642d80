"""The documentation's site: a game is played in its pages."""

from __future__ import annotations

import functools
import http.server
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.exported import NEEDS, Quiet, browsing
from tests.support.live_server import WAITING

from ducato.page.build import ROOT

pytestmark = [*NEEDS, pytest.mark.slow]
pytest.importorskip("mkdocs")


@pytest.fixture
def docs(site: Path, tmp_path: Path) -> Iterator[str]:
    built = tmp_path / "docs"
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(built)]
    there = {**os.environ, "DUCATO_PAGE": str(site), "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(command, check=True, cwd=ROOT, env=there)
    handler = functools.partial(Quiet, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/docs"
    server.shutdown()
    server.server_close()


def test_a_game_is_played_in_the_documents(chromium: Any, docs: str):
    """Nothing of it is loaded before the button is pressed; other games have no button."""
    with browsing(chromium) as context:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{docs}/options/builders.html")
        assert page.locator(".play-here").count() == 0
        for name in ("options/magnate.html", "tutorial-play.html"):
            page.goto(f"{docs}/{name}")
            page.wait_for_selector(".play-here button")
        assert not any("/play/" in one for one in asked)
        page.click(".play-here button")
        page.frame_locator("iframe").locator(WAITING).first.wait_for()
        assert all(one.startswith((docs, "data:", "blob:")) for one in asked)
