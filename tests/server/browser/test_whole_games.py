"""Every game, from its first choice to its result: by keyboard or by accessibility tree.

No game is named here, so a new one is played as well. Which input goes with which language, and
which is used to the end, changes from game to game; with the other one a game only begins. By mouse
and by touch, two people play every game to its end in `test_online`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from tests.support.keyboard_play import by_keyboard
from tests.support.live_server import (
    ANNA,
    ANSWERED,
    BRUNO,
    DESK,
    GREEDY,
    MOST_MOVES,
    SEQ,
    WAITING,
    LiveServer,
    OpenTable,
    language_cookie,
)

from ducato.core.game import all_games

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

LANGUAGES = ("en", "it", "es")
BEGINNING = 10
"""The number of choices in games that are not played to their ends."""
Turn = Callable[["Page", random.Random], bool]


def by_tree(page: Page, rng: random.Random) -> bool:
    """Make one choice by roles and names only; return False if the game is over."""
    page.wait_for_selector(WAITING)  # the page would announce it; a script cannot hear
    dialog = page.get_by_role("dialog")
    if dialog.count():
        if dialog.get_by_role("table").count():
            return False
        dialog.get_by_role("button").click()
        page.wait_for_selector("#pass-screen", state="hidden")
        return True
    main = page.get_by_role("main")
    # On pieces, and in the bar those without a piece. The others would only explain why not.
    around = main.get_by_role("listitem").or_(main.get_by_role("toolbar"))
    choices = around.get_by_role("button").and_(page.locator(":not([aria-haspopup=dialog])"))
    choice = choices.nth(rng.randrange(choices.count()))
    words = name_of(choice)
    assert words
    seq = page.evaluate(SEQ)
    choice.dispatch_event("click")  # as a screen reader does: it presses, it does not point
    page.wait_for_function(ANSWERED, arg=seq)
    items = page.get_by_role("menu", name=words, exact=True).get_by_role("menuitem")
    if items.count():
        item = items.nth(rng.randrange(items.count()))
        assert item.inner_text().strip()
        item.dispatch_event("click")
    return True


def name_of(locator: Locator) -> str:
    """Return the name that a screen reader says."""
    return (locator.get_attribute("aria-label") or locator.inner_text()).strip()


INPUTS = {"keyboard": by_keyboard, "tree": by_tree}


def plays(to_the_end: bool) -> Iterator[tuple[str, str, str]]:
    """Return game, input and language of every test run."""
    for row, game in enumerate(all_games()):
        for column, way in enumerate(INPUTS):
            if (row % len(INPUTS) == column) == to_the_end:
                yield game, way, LANGUAGES[(row + column) % len(LANGUAGES)]


@pytest.fixture
def play(screen: Page, server: LiveServer, open_table: OpenTable) -> Callable[..., bool]:
    """Return a function that plays a game; it returns whether it has ended."""

    def play(game: str, way: str, language: str, choices: int) -> bool:
        screen.set_viewport_size(DESK)
        screen.context.add_cookies([language_cookie(server.address, language)])
        seats = all_games()[game].players[0]
        # Two people share the screen, so that the curtain is covered as well; else against bots.
        others = [BRUNO] if way == "keyboard" else [GREEDY]
        open_table(ANNA, *others, *[GREEDY] * (seats - 2), game=game)
        assert screen.locator("html").get_attribute("lang") == language
        rng = random.Random(len(game))
        turn = INPUTS[way]
        return any(not turn(screen, rng) for _ in range(choices))

    return play


@pytest.mark.parametrize(("game", "way", "language"), [*plays(to_the_end=True)])
def test_a_whole_game(screen: Page, play: Callable[..., bool], game: str, way: str, language: str):
    assert play(game, way, language, MOST_MOVES)
    result = screen.get_by_role("dialog")
    assert result.get_by_role("heading").first.inner_text()
    assert result.get_by_role("table").get_by_role("row").count() > 1
    assert screen.locator("#log-list li").count() > 10
    assert "." not in screen.inner_text("#show-result")  # a key, if its text were missing


@pytest.mark.parametrize(("game", "way", "language"), [*plays(to_the_end=False)])
def test_a_beginning(play: Callable[..., bool], game: str, way: str, language: str):
    assert not play(game, way, language, BEGINNING)
