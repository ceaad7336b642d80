"""The page of a workbench in a browser: a number edited there, and a file that is broken."""

from __future__ import annotations

from playwright.sync_api import FrameLocator, Locator, Page, expect
from tests.support.live_server import PATIENCE
from tests.workbench.test_supervision import Followed, followed  # noqa: F401  # a fixture

HAND = "[data-piece^='card:']"


def hand(table: FrameLocator) -> Locator:
    return table.locator(HAND)


def test_a_number_edited_on_the_page_is_dealt_and_a_broken_file_is_told(
    page: Page,
    followed: Followed,  # noqa: F811
) -> None:
    def generation(number: int) -> None:
        followed.until(lambda: followed.supervisor.generation == number)

    generation(1)
    page.set_viewport_size({"width": 1600, "height": 900})
    page.goto(f"{followed.url}/workbench?key={followed.supervisor.key}")
    table, text = page.frame_locator("#table"), page.locator("#text")
    expect(hand(table)).to_have_count(3, timeout=PATIENCE)
    expect(page.locator("#file")).to_have_value("data/editions.toml")
    expect(page.locator("#wrong")).to_be_hidden()

    sound = text.input_value()
    assert "default = 3" in sound
    text.fill(sound.replace("default = 3", "default = 4"))
    page.locator("#save").click()
    expect(page.locator("#save")).to_be_disabled(timeout=PATIENCE)
    generation(2)
    expect(page.locator("#status")).to_contain_text("The same deal", timeout=PATIENCE)
    expect(hand(table)).to_have_count(4, timeout=PATIENCE)

    text.fill(text.input_value().replace("[edition.standard]", "[edition.standard"))
    page.keyboard.press("Control+s")
    followed.until(lambda: followed.supervisor.wrong is not None)
    wrong = page.locator("#wrong")
    expect(wrong).to_be_visible(timeout=PATIENCE)
    expect(wrong).to_contain_text("editions.toml")
    expect(wrong).to_contain_text("line")
    expect(hand(table)).to_have_count(4)

    text.fill(text.input_value().replace("[edition.standard", "[edition.standard]"))
    page.keyboard.press("Control+s")
    generation(3)
    expect(wrong).to_be_hidden(timeout=PATIENCE)
