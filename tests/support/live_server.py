"""A server at a real port, and functions that play at its tables in a browser.

The server runs in a thread of this process, at a free port of the loopback interface and with its
own folder. Clicks go to visible, uncovered elements, and keys to the element with the focus.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from tests.support.short import short

from ducato.core.chance import CommittedStream
from ducato.core.game import load
from ducato.core.match import Match
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.locale import COOKIE as LANGUAGE_COOKIE
from ducato.server.kit.http.sessions import session_cookie
from ducato.server.kit.process.connections import ConnectionTracker
from ducato.server.listening import listen
from ducato.server.serve import Server, configured
from ducato.server.subjects.games.here import ExportedPage
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.table.time_control import TurnState

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

GREEDY = {"kind": "bot", "bot": "greedy"}
ANNA = {"kind": "person", "name": "Anna"}
BRUNO = {"kind": "person", "name": "Bruno"}
WAITING = "body.ready.my-turn, #result[open], #pass-screen[open]"
CHOICES = ".can > .act, #buttons .action"
SEQ = "ducato.state.newest.seq"
"""The number of steps that a page knows."""
ANSWERED = """seq => ducato.state.newest.seq !== seq ||
    document.querySelector("[role=menu]:popover-open")"""
"""A choice has been made, or a menu asks for more."""
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1600, "height": 900}
PATIENCE = 60_000
"""Milliseconds for one thing; nothing takes a hundredth of it, but cores may be busy."""
SPEED = "if (location.protocol === 'http:') localStorage.setItem('ducato.speed', '%s')"
THEME = SPEED.replace("speed", "theme")
ATTEMPTS = 12
"""How many times a choice is looked for, since those on the screen may go before the click."""
ANALYSIS = 1.0
"""Processor seconds for the analysis of a finished game."""
MOST_MOVES = 400
"""Far more than a short game takes; then something goes round in circles."""


OpenTable = Callable[..., str]
"""Asks for a table and goes there; its address."""


Result = TypeVar("Result")


def in_thread(work: Callable[[], Result]) -> Result:
    """Call a function in another thread: a browser may have an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def run_in_thread(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in an event loop in another thread."""
    return in_thread(lambda: asyncio.run(work))


class LiveServer:
    """A server that can be stopped, and started again at the same port and folder."""

    def __init__(
        self,
        url: str,
        tracker: ConnectionTracker | None = None,
        page: ExportedPage | None = None,
    ) -> None:
        self.url, self.tracker, self._page = url, tracker or ConnectionTracker(), page
        self._port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        listening = listen("127.0.0.1", self._port)
        self._port = listening.getsockname()[1]
        # A compiler in this process would hold up all who need a kernel, for a minute.
        self.app = create_app(
            Database(self.url), analysis_seconds=ANALYSIS, page=self._page, compile_apart=True
        )
        config = configured(self.app, self.tracker)
        config.timeout_graceful_shutdown = 1
        self._server = Server(config, self.tracker, self.address, False)
        self._thread = threading.Thread(target=self._server.run, args=([listening],))
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


def language_cookie(address: str, language: str) -> dict[str, str]:
    """Return the cookie with which a browser asks a server for a language."""
    name = f"{LANGUAGE_COOKIE}-{urlsplit(address).port}"
    return {"name": name, "value": language, "url": address}


def expect(page_or_part: Page | Locator) -> Any:
    """Return Playwright's `expect`, imported late since Playwright may not be installed."""
    from playwright.sync_api import expect as patiently

    patiently.set_options(timeout=PATIENCE)
    return patiently(page_or_part)


def box(part: Locator) -> dict[str, float]:
    """Return where a part of a page is, which must be visible."""
    found = part.bounding_box()
    assert found is not None, part
    return dict(found)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes overlap."""
    return all(
        one[at] < other[at] + other[length] and other[at] < one[at] + one[length]
        for at, length in (("x", "width"), ("y", "height"))
    )


def open_tabs_of(page: Page, choice: Locator) -> None:
    """Click the tabs that open the areas around a choice, the outermost first."""
    around = "xpath=ancestor::*[contains(@class, 'area') and @hidden]"
    for area in [one.get_attribute("id") for one in choice.locator(around).all()]:
        page.locator(f"[aria-controls='{area}']").click()


def click_something(page: Page, rng: random.Random) -> bool:
    """Make a choice with the mouse, or with a finger on a page that has touch.

    Return False if the game is over.

    A choice that has gone meanwhile is replaced by another.
    """
    from playwright.sync_api import TimeoutError  # late: it may not be installed

    for _ in range(ATTEMPTS):
        page.wait_for_selector(WAITING)
        if page.locator("#result[open]").count():
            return False
        page.wait_for_selector("#skip", state="hidden")
        page.wait_for_selector(CHOICES, state="attached")
        with suppress(TimeoutError):
            _click_choice(page, rng, PATIENCE / ATTEMPTS)
            return True
    raise AssertionError("no choice stays long enough to be clicked")


def _click_choice(page: Page, rng: random.Random, timeout: float) -> None:
    touch = page.evaluate("navigator.maxTouchPoints > 0")
    choices = page.locator(CHOICES)
    choice = choices.nth(rng.randrange(max(1, choices.count())))
    open_tabs_of(page, choice)
    seq = page.evaluate(SEQ)
    # A region is clicked on its own shape, where its legend is if it has one.
    land = choice.locator("xpath=..").locator(".land, .spot").last
    on_map = "xpath=ancestor::*[contains(@class, 'layout-map')]"
    if land.count():
        (land.tap if touch else land.click)(timeout=timeout)
    else:
        # What crowds on a map is covered in part; the nearest to the pointer is meant. Where cards
        # overlap, this corner of each is in view.
        crowded = choice.locator(on_map).count() > 0
        where = None if crowded else {"x": 8.0, "y": 8.0}
        press = choice.tap if touch else choice.click
        press(position=where, force=crowded, timeout=timeout)
    page.wait_for_function(ANSWERED, arg=seq, timeout=timeout)
    items = page.locator("[role=menu]:popover-open [role=menuitem]")
    if items.count():
        item = items.nth(rng.randrange(items.count()))
        (item.tap if touch else item.click)(timeout=timeout)


def focus_settles(page: Page) -> None:
    """Wait until the focus has moved, which happens shortly after the table is drawn."""
    page.evaluate(
        "() => new Promise((settled) => requestAnimationFrame(() => setTimeout(settled)))"
    )


def frames(page: Page, number: int = 3) -> None:
    """Wait until the page has been drawn so many times: events that came before are handled."""
    page.evaluate(
        """async (number) => {
            for (let n = 0; n < number; n += 1) await new Promise(requestAnimationFrame);
        }""",
        number,
    )


def focused(page: Page) -> str:
    """Return what has the focus: a choice to be made, or something else."""
    found: str = page.evaluate(
        """() => {
            const here = document.activeElement;
            const kinds = [["pass screen", "#pass-screen button"], ["menu", ".menu button"],
              ["choice", ".act, #buttons .action"], ["result", "#result *"]];
            return kinds.find(([, path]) => here.matches(path))?.[0] ?? "other";
        }"""
    )
    return found


def played(game: str, players: int, share: float, prefers: str = "") -> Match:
    """Return a match between random players at the start (0), in progress, or over (1).

    The first one makes an action whose string begins with what they prefer, where there is one.
    """
    loaded = load(game, players, **short(game))
    names = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"][:players]

    def play(most: int) -> Match:
        match = Match(loaded, CommittedStream(bytes(32)), names)
        rng = random.Random(11)
        match.run_chance()
        while not match.is_over() and match.seq < most:
            legal = match.position.legal_actions()
            if prefers and match.position.current_player() == 0:
                string = match.position.action_to_string
                legal = [one for one in legal if string(one).startswith(prefers)] or legal
            match.act(rng.choice(legal))
            match.run_chance()
        return match

    return play(int(share * play(10**6).seq))


def create_table(server: LiveServer, match: Match, page: Page, bot: str | None = None) -> str:
    """Create a table with this match and return its address.

    This browser has all seats or, if a bot is given, the first one.
    """
    database = Database(server.url)
    person, token = People(database).welcome("Anna").result()
    seats = [
        TableSeat(n, name, bot=bot) if n and bot else TableSeat(n, name, person=person.id)
        for n, name in enumerate(match.names)
    ]
    turn = TurnState(tuple(match.seats_to_move()))
    table_id = (
        Tables(database).create(match, [seat.to_row() for seat in seats], turn_state=turn).result()
    )
    database.close()
    page.context.add_cookies([session_cookie(server.address, token)])
    seat = 0 if bot else max(0, match.position.current_player())
    return f"{server.address}/table/{table_id}?seat={seat}"
