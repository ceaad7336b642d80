"""A server's page on the reader's device: at the server, and when the server has gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.exported import NEEDS, PATIENCE
from tests.support.live_server import WAITING, LiveServer

from ducato.server.subjects.games.here import ExportedPage

pytestmark = [*NEEDS, pytest.mark.slow]
KEPT = "() => document.documentElement.dataset.offline !== undefined"


@pytest.fixture
def server(site: Path, tmp_path: Path) -> Iterator[LiveServer]:
    server = LiveServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}", page=ExportedPage(site))
    yield server
    server.stop()


def test_a_game_goes_on_here_when_the_server_has_gone(chromium: Any, server: LiveServer):
    """Nothing of the page is loaded before it is wanted; then it needs no server."""
    with chromium.new_context(locale="es-ES") as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(server.address)
        page.wait_for_selector("[data-game=magnate] .on-device")
        assert page.locator(".on-device").count() == 1
        assert not any("/here/" in one for one in asked)
        page.click("[data-game=magnate] .on-device")
        page.wait_for_selector(WAITING)
        assert page.evaluate("() => document.documentElement.lang") == "es"
        page.wait_for_function(KEPT)
        page.goto(server.address)
        page.click("[data-game=magnate] .play-now")
        page.wait_for_selector(WAITING)
        server.stop()
        page.wait_for_selector(".meanwhile")
        page.click(".meanwhile a")
        page.wait_for_selector(WAITING)
        page.reload()
        page.wait_for_selector(WAITING)
        server.start()
