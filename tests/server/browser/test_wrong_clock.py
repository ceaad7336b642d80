"""Times on a page go by the server's clock: that of the reader's device may be wrong."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from benchmarks.tournament.__main__ import new_host
from tests.server.subjects.tournaments.test_tournaments import CUP
from tests.support.live_server import ANNA, LiveServer, expect

from ducato.server.kit.http.sessions import session_cookie

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOUR = 3_600_000
SHIFTED = """{
    const Real = Date;
    const shift = %d;
    globalThis.Date = class extends Real {
        constructor(...given) {
            if (given.length) super(...given);
            else super(Real.now() + shift);
        }
        static now() {
            return Real.now() + shift;
        }
    };
}"""


@pytest.fixture(params=[0, 30, -30], ids=lambda hours: f"{hours} hours")
def reader(new_screen: Callable[[], Page], request: pytest.FixtureRequest) -> Page:
    """Open a page whose clock is wrong by so many hours."""
    screen = new_screen()
    screen.context.add_init_script(SHIFTED % (request.param * HOUR))
    return screen


def post(page: Page, address: str, data: dict[str, Any]) -> Any:
    answer = page.request.post(address, data=data)
    assert answer.ok, answer.text()
    return answer.json()


def test_the_first_page_shows_the_time_that_is_left(reader: Page, server: LiveServer):
    wanted = {
        "game": "magnate",
        "seats": [ANNA, {"kind": "bot", "bot": "random"}],
        "options": {"reshuffles": 0},
        "time_control": {"kind": "correspondence", "days": 1},
    }
    made = post(reader, f"{server.address}/api/tables", wanted)
    reader.goto(f"{server.address}{made['url']}")
    reader.wait_for_selector("body.ready.my-turn")
    reader.goto(server.address)
    facts = reader.locator(".table-words small").filter(has_text="your turn")
    expect(facts).to_have_text(re.compile(r"(23:59:\d\d|1 d 0 h) · moves: \d+ · this minute$"))


def test_a_tournament_says_how_long_until_it_starts(reader: Page, server: LiveServer):
    _, _, token = new_host(server.url).partition("=")
    reader.context.add_cookies([session_cookie(server.address, token)])
    starts = int(time.time() * 1000) + 5 * HOUR // 2
    made = post(reader, f"{server.address}/api/tournaments", {**CUP, "starts": starts})
    reader.goto(f"{server.address}{made['url']}")
    expect(reader.locator("#facts")).to_contain_text("(in 2 hours)")
    reader.goto(f"{server.address}/tournaments")
    expect(reader.locator("#current")).to_contain_text("(in 2 hours)")
