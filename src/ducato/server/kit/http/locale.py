"""The reader's language, and the titles of games and the server's sentences in it."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection

from ducato.core.errors import FAULTS
from ducato.core.game import all_games, note_fault
from ducato.core.i18n import LANGUAGES, Message, has_text
from ducato.server.kit.http.origins import cookie_name
from ducato.table.views.texts import table_text

SERVER = "ducato.server"
"""The package with the server's own texts."""
COOKIE = "ducato-lang"
WEIGHTED = re.compile(
    r"([a-z]+)(?:[-_][a-z0-9_-]*)?(?:\s*;\s*q\s*=\s*([01](?:\.[0-9]*)?))?", re.ASCII | re.IGNORECASE
)
"""A language in the header Accept-Language, and its weight; programs may write spaces in it."""
BY_LANGUAGE = "Accept-Language, Cookie"
"""The value of the header Vary for responses that depend on the language."""


def chosen_language(connection: HTTPConnection) -> str:
    """Return the reader's language: ``?lang``, else the cookie, else the header Accept-Language."""
    for word in (
        connection.query_params.get("lang"),
        connection.cookies.get(cookie_name(connection, COOKIE)),
    ):
        if word in LANGUAGES:
            return word
    return best_language(connection.headers.get("accept-language", ""))


def best_language(header: str) -> str:
    """Return the preferred supported language in an Accept-Language header; English if it has none.

    Example:
        >>> best_language("de, es-MX;q=0.6, it ; Q=0.8"), best_language("")
        ('it', 'en')
    """
    wanted: list[tuple[float, str]] = []
    for part in header.split(","):
        found = WEIGHTED.fullmatch(part.strip())
        if found is None:
            continue
        language, weight = found[1].lower(), float(found[2] or 1)
        if language in LANGUAGES and weight > 0:
            wanted.append((weight, language))
    return max(wanted, key=lambda one: one[0], default=(0.0, LANGUAGES[0]))[1]


def server_text(message: Message, language: str) -> str:
    """Return a text in a language: one of the server's own, or else one of the table's."""
    if has_text(SERVER, message.key):
        return table_text(message, language, SERVER)
    return table_text(message, language)


def game_title(name: str, language: str) -> str:
    """Return the title of a game, or its name if the game is not installed any more or has none."""
    game = all_games().get(name)
    if game is None:
        return name
    try:
        return game.text("title", language)
    except FAULTS as error:
        note_fault(game, error)
        return name
