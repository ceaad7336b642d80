"""Today in the room of a game: the position, the game of the day, and its results."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from benchmarks.tournament.__main__ import new_host
from tests.server.browser.test_access import axe, findings, small_targets
from tests.support.live_server import DESK, PHONE, WAITING, LiveServer, expect, in_thread

from ducato.server.kit.database.engine import Database
from ducato.server.subjects.daily.storage import DailyAttempts, EndedGame, begin
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.days import end_of, today
from ducato.table.setup.create import TableRequest

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]
SHORT = {"reshuffles": 0, "hand_size": 1}


@pytest.fixture(autouse=True)
def quick_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games of the day be short, against a bot that chooses at random."""
    model = "ducato.server.subjects.daily.model"
    monkeypatch.setattr(f"{model}.level_of", lambda game: "random")
    monkeypatch.setattr(f"{model}.TableRequest", partial(TableRequest, options=SHORT))


def log_in(page: Page, server: LiveServer) -> None:
    name, _, value = new_host(server.url, server.address).partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.address}])


def note_results(url: str, table_id: str) -> None:
    """Note a result of the game of the day for its player, and the same one for somebody else."""
    database = Database(url)
    attempts = DailyAttempts(database)
    other = People(database).welcome("Bruno").result()[0].id
    key = (table_id, other, today(), "magnate", "game")
    database.write(lambda rows: begin(rows, *key)).result()
    with database.reading() as rows:
        own = rows.exec_driver_sql("SELECT person FROM daily_attempts WHERE kind = 'game'")
        people = [row.person for row in own]
    for person in people:
        at = EndedGame(today(), "magnate", person, table_id, end_of(today()) - 1)
        attempts.note(at, 1, [("districts", 3), ("sum", 21), ("tokens", 4)]).result()
    database.close()


@pytest.mark.own_server
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_today_is_played_and_its_results_are_seen(
    screen: Page, server: LiveServer, axe: str, size: dict[str, int]
):
    screen.set_viewport_size(size)  # type: ignore[arg-type]
    room = f"{server.address}/games/magnate?lang=en"
    screen.goto(room)
    today_part = screen.locator("#today")
    expect(today_part).to_contain_text("Log in to play")
    expect(today_part).to_contain_text("Solved by 0 of 0")
    assert findings(screen, axe) == []
    today_part.get_by_role("button", name="Solve it").press("Enter")
    screen.wait_for_selector(WAITING)
    expect(screen.locator(".exercise")).to_contain_text("one choice is far better")
    log_in(screen, server)
    screen.goto(room)
    today_part.get_by_role("button", name="Play").press("Enter")
    screen.wait_for_selector(WAITING)
    table_id = screen.url.rpartition("/")[2].partition("?")[0]
    strip = screen.locator("#table-status")
    expect(strip).to_contain_text("the same deal for everybody")
    expect(screen.locator("#ask-hint")).to_be_hidden()
    in_thread(lambda: note_results(server.url, table_id))
    strip.get_by_role("link").press("Enter")
    screen.wait_for_url("**/games/magnate#today")
    results = today_part.locator(".daily-results")
    expect(results.locator("tbody tr")).to_have_count(2)
    expect(results.locator(".own")).to_contain_text("Host")
    expect(results.get_by_role("link", name="Replay the game of Host")).to_be_visible()
    for summary in today_part.locator("summary").all():
        summary.press("Enter")
    expect(today_part).to_contain_text("Fingerprint of tomorrow’s seed")
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert screen.evaluate(wide) <= 0
