"""A server's page on the reader's device: at the server, and when the server has gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.conditions import until
from tests.support.exported import NEEDS, PATIENCE
from tests.support.live_server import WAITING, LiveServer, create_table, played

from ducato.bots.thinking import Thinking
from ducato.core.game import LoadedGame
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.server.subjects.analyses.storage import Analyses
from ducato.server.subjects.games.here import ExportedPage
from ducato.table.queries.hints import Advice, Opinion, describe

pytestmark = [*NEEDS, pytest.mark.slow]
KEPT = "() => document.documentElement.dataset.offline !== undefined"


SENTENCE = re.compile(r"Il bot sceglierebbe: .+\. Così vincerebbe \d+ partite su 100\.")
TEXT = "() => document.querySelector('#advice > p')?.textContent ?? ''"
CHOICES = "() => document.querySelectorAll('#advice .choice').length"
DAMAGE = """
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message) {
    post.call(this, { ...message, text: "{}" });
  };
"""


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


def test_own_games_are_analysed_on_the_readers_device(chromium: Any, server: LiveServer):
    """The server has nothing to do; if the device fails, it does as it always did."""
    analyses = Analyses(server.app.state.services.database)
    with chromium.new_context(locale="it-IT") as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        address = create_table(server, played("magnate", 2, 1), page, "random")
        table = address.rpartition("/")[2].partition("?")[0]
        page.goto(address)
        # On a busy machine it might not begin in time.
        page.wait_for_function("() => globalThis.ducato?.adviser")
        page.evaluate("() => ducato.adviser.begin('magnate')")
        page.wait_for_function("() => ducato.adviser.ready")
        page.click("#show-result")
        page.wait_for_selector("#chart progress[value]")
        assert analyses.find(table) is None
        page.add_init_script(DAMAGE)
        page.reload()
        page.click("#show-result")
        until(lambda: analyses.find(table) is not None)
        assert wrong == []


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the server advise without a search, and note the seats for which it does."""
    seats: list[int] = []

    class FirstChoice:
        """An adviser that knows one choice, the first."""

        def __init__(self, game: LoadedGame) -> None:
            self.game = game

        def advising(self, state: Struct, seat: int, seed: int) -> Thinking[Opinion]:
            seats.append(seat)
            yield
            first = Position(self.game, state).legal_actions()[0]
            label = describe(self.game, state, first)
            return Opinion([Advice(first, 1, 99, 1)], {first: label}, [], None)

    monkeypatch.setattr("ducato.table.state.Adviser", FirstChoice)
    monkeypatch.setattr("ducato.server.live.thoughts.ADVICE", "random")  # it is not compiled
    return seats


def test_hints_come_from_the_readers_device(chromium: Any, server: LiveServer, asked: list[int]):
    """The first is the server's; if the device fails, so are later ones, without a word."""
    with chromium.new_context(locale="it-IT") as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        requests: list[str] = []
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(create_table(server, played("magnate", 2, 0.5), page, "random"))
        page.wait_for_selector(WAITING)
        assert not any("/here/" in one for one in requests)
        page.click("#ask-hint")
        page.wait_for_function(f"() => ({CHOICES})() === 1")
        first = page.evaluate(TEXT)
        assert len(asked) == 1
        page.wait_for_function("() => ducato.adviser.ready")
        page.click("#ask-hint")
        page.wait_for_function(f"() => ({CHOICES})() > 1")
        later = page.evaluate(TEXT)
        assert len(asked) == 1
        assert SENTENCE.fullmatch(first)
        assert SENTENCE.fullmatch(later)
        page.click("#advice .close")
        page.evaluate(f"() => {{ {DAMAGE} }}")
        page.click("#ask-hint")
        page.wait_for_function(f"() => ({CHOICES})() === 1")
        assert page.evaluate(TEXT) == first
        assert len(asked) == 2
        assert page.evaluate("() => ducato.adviser.ready") is False
        assert wrong == []
