"""Take the screenshots of the documentation, of games that bots play up to some moment.

    python -m docs.tools.pictures [NAME ...]

It needs Chromium and takes a minute or two. Without names, all pictures are taken.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright
from tests.support.chromium import CHROMIUM_FLAGS, find_chromium
from tests.support.live_server import DESK, PHONE, SPEED, THEME, LiveServer, create_table

from ducato.bots import make
from ducato.core.chance import CommittedStream
from ducato.core.game import load
from ducato.core.match import Match
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import session_cookie
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat
from ducato.table.time_control import TurnState

PICTURES = Path(__file__).parents[1] / "pictures"
NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"]
QUALITY = 82
"""Of the JPEG: below, letters show traces."""
PATIENCE = 240_000
"""Milliseconds for one thing: bots may have to be compiled first."""


class Picture(NamedTuple):
    """What a screenshot shows.

    Attributes:
        game: its name; "" for the first page.
        players: how many play.
        share: how much of the game has been played; 1 for all of it.
        light: whether in the light theme.
        phone: whether on a phone.
    """

    game: str
    players: int
    share: float
    light: bool = False
    phone: bool = False


SHOWN = {
    "home": Picture("", 0, 0),
    "magnate": Picture("magnate", 2, 0.5),
    "magnate-light": Picture("magnate", 2, 0.7, light=True),
    "magnate-end": Picture("magnate", 2, 1),
    "magnate-phone": Picture("magnate", 2, 0.3, phone=True),
    "builders": Picture("builders", 3, 0.5),
    "fantasy-market": Picture("fantasy-market", 4, 0.5),
    "manifest-destiny": Picture("manifest-destiny", 4, 0.6),
}

OWN = ("builders", "manifest-destiny")
"""The games in progress on the first page."""
DRAWN = "n => document.querySelectorAll('.thumbnail.drawn').length === n"


def played(picture: Picture) -> Match:
    """Return the match after its share of steps, where the first seat is to move."""
    game = load(picture.game, picture.players)
    bot = make("greedy", game)

    def play(most: int) -> Match:
        match = Match(game, CommittedStream(bytes(32)), NAMES[: picture.players])
        match.run_chance()
        while not match.is_over():
            seat = match.position.current_player()
            if seat == 0 and match.seq >= most:
                break
            seen: Any = match.position.redact(seat)
            match.act(bot.choose(seen.state, seat, seed=match.seq))
            match.run_chance()
        return match

    return play(10**6 if picture.share == 1 else int(picture.share * play(10**6).seq))


def start_games(server: LiveServer, page: Page) -> None:
    """Give the person in front of the page some games in progress, against bots."""
    database = Database(server.url)
    person, token = People(database).welcome(NAMES[0]).result()
    for name in OWN:
        match = played(SHOWN[name])
        seats = [TableSeat(0, match.names[0], person=person.id)]
        seats += [TableSeat(n, bot, bot="greedy") for n, bot in enumerate(match.names[1:], 1)]
        turn = TurnState(tuple(match.seats_to_move()))
        Tables(database).create(match, [seat.to_row() for seat in seats], turn_state=turn).result()
    database.close()
    page.context.add_cookies([session_cookie(server.address, token)])


def take(picture: Picture, server: LiveServer, page: Page, path: Path) -> None:
    """Open the first page, or the match at a table, and save what the first seat sees."""
    if not picture.game:
        start_games(server, page)
        page.goto(server.address)
        page.wait_for_selector(".play-now")
        page.wait_for_function(DRAWN, arg=len(OWN))
        page.wait_for_function("() => document.querySelectorAll('#art symbol').length > 0")
        page.screenshot(path=path, type="jpeg", quality=QUALITY)
        return
    page.goto(create_table(server, played(picture), page, bot="greedy"))
    page.wait_for_selector("body.ready.my-turn, #show-result:visible")
    if picture.share == 1:
        page.locator("#show-result").click()
        page.wait_for_selector("#chart .turning h4")  # a bot has looked at every moment
    page.wait_for_function(
        "() => document.getAnimations().every((one) => one.playState !== 'running')"
    )
    page.screenshot(path=path, type="jpeg", quality=QUALITY)


def main() -> None:
    """Take the pictures that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SHOWN))
    names = parser.parse_args().names or list(SHOWN)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(f"sqlite:///{folder}/tables.sqlite3")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        try:
            for name in names:
                picture = SHOWN[name]
                context = browser.new_context(
                    viewport=PHONE if picture.phone else DESK,
                    locale="en-GB",
                )
                context.set_default_timeout(PATIENCE)
                context.add_init_script(SPEED % "off")
                if picture.light:
                    context.add_init_script(THEME % "light")
                take(picture, server, context.new_page(), PICTURES / f"{name}.jpg")
                context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
