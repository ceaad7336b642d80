"""The components in the page of the rules: their list, their search, their order and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.plugins.installed import SOUND, found_in, install
from tests.support.live_server import DESK, PHONE, LiveServer

from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES
from ducato.server.subjects.games.rulebook import components_section

if TYPE_CHECKING:
    from playwright.sync_api import Page

SECTION = 'id="components"'
NUMBER = {"builders": 84, "fantasy-market": 92, "magnate": 45, "manifest-destiny": 168}
FAULTY = "def component_list(edition):\n    raise RuntimeError('lost the cards')\n"


def listed(client: TestClient, game: str, query: str = "") -> dict[str, Any]:
    answer = client.get(f"/api/games/{game}/components{query}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NUMBER)
def test_the_page_has_every_component_without_scripts(client: TestClient, game: str, language: str):
    page = client.get(f"/rules/{game}?lang={language}").text
    groups = listed(client, game, f"?lang={language}")["groups"]
    components = [one for group in groups for one in group["components"]]
    assert len(components) == NUMBER[game]
    rows = dict(re.findall(r'<tr id="([\w-]+)" role="row">(.*?)</tr>', page, re.DOTALL))
    assert list(rows) == [one["id"] for one in components]
    for one in components:
        texts = re.findall(r"<(?:td|a)\b[^>]*>([^<]*)<", rows[one["id"]])
        assert [text.replace("&#39;", "'").replace("&amp;", "&") for text in texts[1:]] == [
            one["name"],
            *map(str, one["cells"]),
        ]


def test_numbers_are_those_of_the_edition(client: TestClient):
    def ace(query: str) -> list[Any]:
        components = listed(client, "magnate", query)["groups"][0]["components"]
        (found,) = (one for one in components if one["id"] == "card-ace-of-moons")
        cells: list[Any] = found["cells"]
        return cells

    assert ace("?lang=en") == ace("?lang=en&edition=current") == ["Ace", 1, "Moons", 3, 2]
    assert ace("?lang=it&edition=spanish")[3] == 1
    page = client.get("/rules/magnate?edition=spanish").text
    assert '<option value="spanish" selected>' in page
    assert 'data-edition="spanish"' in page


@pytest.mark.parametrize(
    "path",
    ["/rules/magnate?edition=", "/rules/magnate?edition=of-1900", "/api/games/chess/components",
     "/api/games/magnate/components?edition=of-1900"],
)  # fmt: skip
def test_what_does_not_exist_is_not_found(client: TestClient, path: str):
    assert client.get(path).status_code == 404
    assert client.get("/rules/magnate").status_code == 200


def test_the_table_does_not_load_texts_about_components(client: TestClient):
    assert "components.count" in client.get("/strings/en.json").json()
    assert "components.count" not in client.get("/strings/en/table.json").json()


# --------------------------------------------------------------------- games of other packages


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Path]:
    """Install a game with a rulebook, and return its package."""
    folder = tmp_path / "plugins"
    folder.mkdir()
    install(folder, [SOUND])
    package = folder / SOUND.replace("-", "_")
    (package / "rulebook").mkdir()
    (package / "rulebook" / "en.md").write_text("# Rules\n\n## 1. Play\n\nPlay.\n", "utf-8")
    for _ in found_in(folder):
        components_section.cache_clear()
        yield package


def test_a_game_that_declares_nothing_lists_its_cards(plugin: Path, client: TestClient):
    assert SECTION in client.get(f"/rules/{SOUND}").text
    (cards,) = listed(client, SOUND)["groups"]
    names = [one["name"] for one in cards["components"]]
    assert (cards["title"], names[:3]) == ("Cards", ["One", "Two", "Three"])


def test_a_faulty_list_does_not_harm_the_rules(plugin: Path, client: TestClient):
    (plugin / "component_list.py").write_text(FAULTY, "utf-8")
    page = client.get(f"/rules/{SOUND}")
    assert page.status_code == 200
    assert SECTION not in page.text
    assert listed(client, SOUND)["groups"] == []
    assert SECTION in client.get("/rules/magnate").text


# -------------------------------------------------------------------------------- in the browser

ROWS = "#components tbody tr:visible"


def open_rules(page: Page, server: LiveServer, game: str, rest: str = "?lang=en") -> None:
    page.goto(f"{server.address}/rules/{game}{rest}")
    page.wait_for_selector("#component-search:visible")


def names(page: Page) -> list[str]:
    return page.locator(f"{ROWS} th").all_inner_texts()


SEARCHES = {
    "cathed": ["Cathedral"],
    "  CATHÉDRAL ": ["Cathedral"],
    "machine 1 crane": ["Crane", "Crane"],
    "crane 9": [],
}


def test_search_finds_names_kinds_and_numbers(screen: Page, server: LiveServer):
    open_rules(screen, server, "builders")
    count = screen.locator("#component-count")
    assert count.get_attribute("role") == "status"
    for words, found in SEARCHES.items():
        assert count.inner_text() == "84 of 84"
        screen.get_by_label("Search by name").fill(words)
        assert names(screen) == found
        assert screen.locator("#components .group:visible").count() == bool(found)
        assert count.inner_text() == (f"{len(found)} of 84" if found else "Nothing found")
        screen.keyboard.press("Escape")
        assert len(names(screen)) == 84


def test_headers_sort_by_keyboard(screen: Page, server: LiveServer):
    open_rules(screen, server, "builders")
    header = screen.locator("#components .group").first.locator("thead th").nth(1)
    header.get_by_role("button", name="Points").focus()
    points = "#components .group:first-of-type tbody td[data-column=Points]"
    for order, first, last in (("ascending", "0", "8"), ("descending", "8", "0")):
        screen.keyboard.press("Enter")
        assert header.get_attribute("aria-sort") == order
        texts = screen.locator(points).all_inner_texts()
        assert (texts[0], texts[-1]) == (first, last)
    assert screen.locator("[aria-sort]").count() == 1
    screen.keyboard.press("Shift+Tab")
    screen.keyboard.press("Space")
    assert screen.locator("[aria-sort]").inner_text() == "Name"
    assert names(screen)[:2] == sorted(names(screen)[:34])[:2]


def test_an_address_leads_to_a_component(screen: Page, server: LiveServer):
    screen.set_viewport_size(DESK)
    open_rules(screen, server, "manifest-destiny", "?lang=en#region-texas")
    row = screen.locator("tr:target")
    row.locator(".land").wait_for()
    box = row.bounding_box()
    assert box is not None
    assert 0 < box["y"] < DESK["height"]
    screen.get_by_label("Search by name").fill("spy")
    assert names(screen) == ["Spy", "President"]
    screen.evaluate("location.hash = 'advance-computers'")
    screen.locator("tr:target:visible").wait_for()
    assert screen.locator("tr:target th").inner_text() == "Computers"
    assert len(names(screen)) == NUMBER["manifest-destiny"]
    screen.locator("tr:target a").click()
    assert screen.url.endswith("#advance-computers")


def test_an_edition_is_chosen_by_form(screen: Page, server: LiveServer):
    open_rules(screen, server, "manifest-destiny")
    screen.get_by_label("Edition").select_option("swift")
    screen.get_by_role("button", name="Show", exact=True).click()
    screen.wait_for_url("**/rules/manifest-destiny?edition=swift#components")
    row = screen.locator("#advance-steamships")
    row.scroll_into_view_if_needed()
    row.locator(".drawing").wait_for()
    assert "35" in row.locator("td").all_inner_texts()
    assert "$35" in (row.locator(".drawing").text_content() or "")


@pytest.mark.parametrize("game", sorted(all_games()))
def test_components_are_drawn_near_the_view_and_fit_a_phone(
    screen: Page, server: LiveServer, game: str
):
    screen.set_viewport_size(PHONE)
    open_rules(screen, server, game, "?lang=es")
    assert screen.locator("#components .drawing").count() == 0
    for group in screen.locator("#components .group").all():
        row = group.locator("tbody tr").last
        row.scroll_into_view_if_needed()
        row.locator(".drawing").first.wait_for()
        drawn, name = row.locator(".drawing").first.bounding_box(), row.locator("th").bounding_box()
        assert drawn is not None
        assert name is not None
        assert drawn["x"] + drawn["width"] <= name["x"] + 1
    assert screen.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert screen.locator("#components .drawing").count() < NUMBER[game]
