"""A page whose person has changed in another tab says so, whatever page it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.support.live_server import LiveServer, expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

WORDS = "You are not logged in here any more as the person for whom this page was loaded."
PAGES = ("/", "/account", "/people", "/tournaments", "/leaderboards", "/table/{table}")


def become(screen: Page, server: LiveServer, name: str) -> None:
    answer = screen.request.post(f"{server.address}/api/me", data={"name": name})
    assert answer.ok, answer.text()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_finds_another_person(screen: Page, server: LiveServer, path: str):
    wanted = {"game": "magnate", "seats": [{"kind": "open"}, {"kind": "open"}]}
    made = screen.request.post(f"{server.address}/api/tables", data=wanted)
    become(screen, server, "Anna")
    screen.goto(f"{server.address}{path.format(table=made.json()['id'])}")
    screen.wait_for_load_state("networkidle")
    changed = screen.locator("#person-changed")
    screen.context.clear_cookies()
    become(screen, server, "Bruno")
    expect(changed).to_have_count(0)
    screen.evaluate("dispatchEvent(new Event('focus'))")
    expect(changed).to_contain_text(WORDS)
