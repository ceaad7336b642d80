"""People who play over the network, each in a browser of their own; lines fail, servers restart.

No game is named here, so a new one is played as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.live_server import ANNA, DESK, GREEDY, MOST_MOVES, LiveServer, click_something
from tests.support.short import short

from ducato.core.game import all_games
from ducato.core.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

OPEN = {"kind": "open"}
SMALL_PHONE = {"width": 360, "height": 640}
QUIET = 4
"""Moves between two incidents."""
RECAP = "dialog.recap[open]"
TURN = """(own) => {
    const { newest, table } = globalThis.ducato?.state ?? {};
    if (!newest || !table) return null;
    const sheet = document.querySelector("dialog.recap[open], #result[open]");
    if (sheet) return [sheet.id === "result" ? -1 : own];
    const seat = newest.to_move.find((one) => table.seats[one].kind === "person");
    if (newest.result || seat === undefined) return null;
    return seat !== own || document.body.matches(".ready.my-turn") ? [seat] : null;
}"""
"""The seat of the person who can choose, as this page knows, and -1 when the game is over."""
SOCKETS = """(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        if (window.breaks && JSON.parse(data).type === "act") {
            if (window.breaks === "after") send.call(this, data);
            window.breaks = "";
            window.line = "broken";
            return this.close();
        }
        return send.call(this, data);
    };
})()"""
"""Break the line at the next move: before the server gets it, or before its answer arrives."""


THREE = [name for name, game in all_games().items() if 3 in game.players]
OTHER_LANGUAGE = {game: ("it", "es")[n % 2] for n, game in enumerate(all_games())}
TWO = [name for name in all_games() if name not in THREE]


@pytest.mark.own_server
@pytest.mark.parametrize("game", all_games())
def test_two_people_each_at_a_browser(
    new_screen: Callable[..., Page], server: LiveServer, game: str
):
    """Two people play to the end, one by touch, and a bot where the game has a seat for it."""
    anna, bruno = new_screen(), new_screen(has_touch=True)
    address = seat_both(anna, bruno, server, game, [GREEDY] if game in THREE else [])
    other = OTHER_LANGUAGE[game]
    play(anna, bruno, server, other)
    for person in (anna, bruno):
        person.wait_for_selector("#result[open]")
    assert scores(anna) == scores(bruno)
    assert anna.locator("html").get_attribute("lang") == "en"
    assert bruno.locator("html").get_attribute("lang") == other
    record = anna.request.get(f"{address}/record").text().splitlines()
    ranks = Match.from_lines(record).ranks()
    assert [int(text.split()[0]) for text in scores(anna)[0]] == sorted(ranks)


@pytest.mark.own_server
@pytest.mark.parametrize("game", TWO)
def test_a_person_and_a_bot(new_screen: Callable[[], Page], server: LiveServer, game: str):
    """One person plays where a bot has no seat beside two people; not to the end."""
    anna = new_screen()
    opens(anna, server, game, [ANNA, GREEDY])
    play(anna, anna, server, "it")
    assert anna.locator("html").get_attribute("lang") == "it"


def play(anna: Page, bruno: Page, server: LiveServer, other: str) -> None:
    """Play until all incidents have happened; two people play to the end."""
    happens = happenings(anna, bruno, server, other)
    rng = random.Random(11)
    for _ in range(MOST_MOVES):
        mover, event = whose_turn(anna, bruno), next(happens, None)
        if mover is None or (event is None and anna is bruno):
            break
        (event or click_something)(mover, rng)
    assert event is None, "the game was over before all had happened"


def opens(anna: Page, server: LiveServer, game: str, seats: list[dict[str, str]]) -> None:
    """Have Anna open a table and go there."""
    anna.set_viewport_size(DESK)
    anna.context.add_init_script(SOCKETS)
    wanted = {"game": game, "seats": seats, "options": short(game)}
    answer = anna.request.post(f"{server.address}/api/tables", data=wanted)
    assert answer.ok, answer.text()
    anna.goto(f"{server.address}{answer.json()['url']}")


def seat_both(
    anna: Page, bruno: Page, server: LiveServer, game: str, bots: list[dict[str, str]]
) -> str:
    """Have Anna open a table and Bruno sit down by the link she sends; return its address."""
    opens(anna, server, game, [ANNA, OPEN, *bots])
    address = anna.locator("#table-status .share input").input_value()
    bruno.set_viewport_size(SMALL_PHONE)
    bruno.context.add_init_script(SOCKETS)
    bruno.goto(address)
    bruno.locator("form.join-form input").fill("Bruno")
    bruno.locator("form.join-form button").click()
    for person in (bruno, anna):
        person.wait_for_selector("#table-status", state="hidden")
    bruno.wait_for_load_state("networkidle")  # a recap may come late
    return address


def whose_turn(anna: Page, bruno: Page) -> Page | None:
    """Return the page that can choose now; None when the game is over."""
    for own, person in cycle(enumerate((anna, bruno))):  # a page may not have heard of a move yet
        (seat,) = person.wait_for_function(TURN, arg=own).json_value()
        if seat < 0:
            return None
        if seat == own and not read_on(person):
            return person
    raise AssertionError("unreachable")


def read_on(page: Page) -> bool:
    """Close the recap of what happened in the player's absence; return whether it was open."""
    recap = page.locator(RECAP)
    if not recap.count():
        return False
    recap.locator("button.main").click()
    return True


Event = Callable[["Page", random.Random], Any]


def happenings(anna: Page, bruno: Page, server: LiveServer, other: str) -> Iterator[Event]:
    """Yield the incidents in the course of a game, with quiet moves between them.

    In the last one Bruno chooses the `other` language.
    """

    def broken(kind: str) -> Event:
        def happen(mover: Page, rng: random.Random) -> None:
            """Break the line with a move on its way, and keep it down for a moment."""
            mover.evaluate("kind => { window.breaks = kind; window.line = ''; }", kind)
            click_something(mover, rng)
            mover.context.set_offline(True)
            mover.wait_for_function("() => window.line === 'broken'")
            mover.wait_for_selector("#connection[data-state=lost]")
            assert not mover.locator("body.ready").count()
            mover.context.set_offline(False)
            mover.wait_for_selector("#connection[data-state=open]", state="attached")
            assert mover.evaluate("window.line") == "broken"  # it is the same page

        return happen

    def restarted(mover: Page, rng: random.Random) -> None:
        for person in (anna, bruno):
            person.evaluate("window.line = 'kept'")
        server.stop()
        for person in (anna, bruno):
            person.wait_for_selector("#connection[data-state=lost]")
        server.start()
        for person in (anna, bruno):
            person.wait_for_selector("#connection[data-state=open]", state="attached")
            assert person.evaluate("window.line") == "kept"

    def reloaded(mover: Page, rng: random.Random) -> None:
        prompt = bruno.inner_text("#prompt")
        bruno.reload()
        bruno.wait_for_load_state("networkidle")
        bruno.wait_for_function(
            "words => document.getElementById('prompt').textContent === words", arg=prompt
        )

    def translated(mover: Page, rng: random.Random) -> None:
        prompt = bruno.inner_text("#prompt")
        read_on(bruno)
        bruno.get_by_role("button", name="Settings").click()
        bruno.locator("#language").select_option(other)
        bruno.wait_for_selector(f"html[lang={other}]")
        bruno.wait_for_function(
            "words => document.getElementById('prompt').textContent !== words", arg=prompt
        )
        bruno.keyboard.press("Escape")

    for event in (broken("before"), restarted, reloaded, broken("after"), translated):
        yield from [click_something] * QUIET
        yield event


def scores(page: Page) -> tuple[list[str], list[str]]:
    """Return the names by place, and the table's numbers, the same in every language."""
    result = page.locator("#result")
    ranking = result.locator(".ranking li").all_inner_texts()
    numbers = result.locator("tbody td").all_inner_texts()
    return ranking, [number.replace(",", ".") for number in numbers]


@pytest.mark.parametrize("game", all_games())
def test_a_table_that_waits_says_so(screen: Page, server: LiveServer, game: str):
    """No one is asked to move, no hand is shown, and an open seat is named as such."""
    players = all_games()[game].players[-1]
    seats = [{"kind": "person", "name": "Anna"}, *[{"kind": "open"}] * (players - 1)]
    wanted = {"game": game, "seats": seats}
    answer = screen.request.post(f"{server.address}/api/tables", data=wanted)
    screen.goto(f"{server.address}{answer.json()['url']}")
    screen.wait_for_selector("#table-status .share")
    screen.locator("#prompt", has_text="every seat is taken").wait_for()
    assert screen.locator(".seat .seat-name", has_text="Open seat").count() == players - 1
    assert screen.locator("body.my-turn").count() == 0
    assert screen.locator(".can").count() == 0
    assert screen.locator(".seat[aria-current]").count() == 0
