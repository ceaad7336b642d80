"""Previews of links, which messengers show for an address that was sent: Open Graph and Twitter.

A preview says no more than everyone sees who opens the address, and nothing about the position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ducato.core.editions import data_files
from ducato.core.errors import FAULTS
from ducato.core.game import Game, all_games, note_fault
from ducato.core.i18n import Message, say
from ducato.server.kit.http.locale import game_title, server_text
from ducato.server.subjects.tables.model import TableSummary
from ducato.table.seats import OPEN

PICTURE = "preview.png"
"""The file with a game's picture for previews. It is optional."""
OWN_PICTURE = "/static/icons/preview.png"
"""The path of the picture for pages of no game, and for games without a picture."""
WIDTH, HEIGHT = 1200, 630
"""The size of each picture in pixels."""


@dataclass(frozen=True)
class LinkPreview:
    """The preview of a link.

    Attributes:
        title: its headline.
        description: one or two sentences, or keywords.
        picture: the absolute URL of the picture.
        url: the absolute URL of the page.
    """

    title: str
    description: str
    picture: str
    url: str


def preview_of_home(home: str, language: str) -> LinkPreview:
    """Return the preview of the first page, for the base URL of this server."""
    text = server_text(say("preview.home"), language)
    return LinkPreview("ducato", text, f"{home}{OWN_PICTURE}", f"{home}/")


def preview_of_rules(home: str, game: Game, title: str, language: str) -> LinkPreview:
    """Return the preview of the page with a game's rules, which has this title."""
    url = f"{home}/rules/{game.name}"
    return LinkPreview(title, _about(game, language), f"{home}{_picture(game)}", url)


def preview_of_table(home: str, table: TableSummary, language: str) -> LinkPreview:
    """Return the preview of a table: an invitation while a seat is open, else the game's title."""
    title = game_title(table.game, language)
    people = [seat["name"] for seat in table.seats if seat["person"] is not None]
    if people and any(seat["name"] == OPEN for seat in table.seats):
        title = server_text(say("preview.invitation", name=people[0], game=title), language)
    url, players = f"{home}/table/{table.id}", len(table.seats)
    return preview_of_game(url, title, table.game, players, table.time_control, language)


def preview_of_game(
    url: str, title: str, game: str, players: int, time_control: dict[str, Any], language: str
) -> LinkPreview:
    """Return the preview of a game at a table: how many people play it, and how long.

    Args:
        url: the absolute URL of the page.
        title: its headline.
        game: the name of the game.
        players: the number of players.
        time_control: the time control, as JSON.
        language: the reader's language.
    """
    known, home = all_games().get(game), url.rsplit("/", 2)[0]
    facts = [say("preview.players", n=players), *_duration(time_control, known)]
    description = " · ".join(server_text(fact, language) for fact in facts)
    return LinkPreview(title, description, f"{home}{_picture(known)}", url)


def _duration(control: dict[str, Any], game: Game | None) -> list[Message]:
    """Return the limit of a time control; without one, how long the game usually takes."""
    if control["kind"] == "real_time":
        return [say("preview.minutes", n=control["minutes"])]
    if control["kind"] == "correspondence":
        return [say("preview.days", n=control["days"])]
    if game is not None and game.facts.minutes:
        return [say("preview.lasts", n=game.facts.minutes)]
    return []


def _picture(game: Game | None) -> str:
    if game is None or not data_files.has_file(game.package, PICTURE):
        return OWN_PICTURE
    return f"/games/{game.name}/{PICTURE}"


def _about(game: Game, language: str) -> str:
    try:
        return game.text("about", language)
    except FAULTS as error:
        note_fault(game, error)
        return ""
