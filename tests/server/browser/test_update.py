"""A page that stays open across an update of the server offers to be loaded again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.support.live_server import (
    ANNA,
    DESK,
    GREEDY,
    WAITING,
    LiveServer,
    OpenTable,
    create_table,
    expect,
    played,
)

from ducato.core.i18n import LANGUAGES
from ducato.server.kit.http import client_files
from ducato.server.kit.http.client_files import ClientFiles

if TYPE_CHECKING:
    from playwright.sync_api import Page

UPDATE = ".update"
UNCHANGED = "() => !document.body.dataset.marked"


Update = Callable[[str], None]


@pytest.fixture
def update(server: LiveServer, screen: Page, monkeypatch: pytest.MonkeyPatch) -> Update:
    """Return a function that starts the server again, with another version of its pages."""

    def updated(version: str) -> None:
        server.stop()
        screen.wait_for_selector("#connection:not([data-state=open])", state="attached")
        monkeypatch.setattr(ClientFiles, "version", version)
        server.start()
        screen.evaluate("dispatchEvent(new Event('online'))")
        screen.wait_for_selector("#connection[data-state=open]", state="attached")
        screen.wait_for_selector("body.ready")

    return updated


def test_the_version_changes_with_every_part_of_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(client_files, "CHECK_EVERY", -1)
    names = ["client/js/pages/a.js", "client/css/a.css", "server/templates/a.html"]
    names.append("client/locale/en.toml")
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one", "utf-8")
    files = ClientFiles(tmp_path / "client", tmp_path / "nowhere")
    known = {files.version}
    for name in names:
        (tmp_path / name).write_text("another", "utf-8")
        known.add(files.version)
        assert ClientFiles(tmp_path / "client", tmp_path / "nowhere").version == files.version
    assert len(known) == 5


def test_the_table_and_its_page_say_the_same_version(
    client: TestClient, sit: Any, table_at: Callable[..., str]
):
    address = table_at(client)
    version = ClientFiles().version
    assert version
    assert f'data-version="{version}"' in client.get(address).text
    with client.websocket_connect(f"{address}/socket") as session:
        assert session.receive_json()["version"] == version


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_an_older_version_offers_to_be_loaded_again(
    screen: Page, open_table: OpenTable, update: Update, language: str
):
    address = open_table(ANNA, GREEDY)
    screen.goto(f"{address}?lang={language}")
    screen.wait_for_selector(WAITING)
    update(ClientFiles().version)
    assert screen.locator(UPDATE).count() == 0, "a restart is no update"
    update("another")
    offer = screen.locator(UPDATE)
    expect(offer).to_be_visible()
    assert "update." not in (offer.text_content() or "")
    screen.evaluate("document.body.dataset.marked = 'yes'")
    offer.locator("button").last.click()
    expect(offer).to_have_count(0)
    assert screen.evaluate("document.body.dataset.marked") == "yes", "nothing happens unasked"
    update("a third")
    offer.locator("button.main").click()
    screen.wait_for_function(UNCHANGED)
    screen.wait_for_selector(WAITING)
    assert screen.locator(UPDATE).count() == 0


def test_the_offer_waits_for_the_end_of_a_move(screen: Page, open_table: OpenTable, update: Update):
    screen.set_viewport_size(DESK)
    open_table(ANNA, GREEDY)
    screen.locator("#show-table-menu").click()
    screen.locator("#table-menu button", has_text="Resign").click()
    question = screen.locator(".confirm")
    question.wait_for()
    update("another")
    assert screen.locator(UPDATE).count() == 0
    expect(question).to_be_visible()
    screen.keyboard.press("Escape")
    expect(screen.locator(UPDATE)).to_be_visible()


@pytest.mark.own_server
@pytest.mark.usefixtures("unbundled")
def test_a_part_that_is_gone_leads_to_the_same_offer(
    server: LiveServer, new_page: Callable[[], Page]
):
    page = new_page()
    page.route("**/js/analysis/chart.js", lambda route: route.fulfill(status=404, body=""))
    page.route("**/js/dialogs/replay_bar.js", lambda route: route.fulfill(status=404, body=""))
    page.goto(create_table(server, played("magnate", 2, 1), page))
    page.locator("#show-result").click()
    offer = page.locator(UPDATE)
    expect(offer).to_contain_text("could not be loaded")
    offer.locator("button").last.click()  # although the dialog keeps the rest from being clicked
    expect(offer).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#result[open]")).to_have_count(0)
    page.keyboard.press("l")
    expect(offer).to_be_visible()
    page.goto("about:blank")


def test_a_message_of_a_kind_that_is_not_known_is_ignored(screen: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    screen.evaluate("() => ducato.receive({ type: 'invented_later', version: 'x' })")
    assert screen.locator(UPDATE).count() == 0
