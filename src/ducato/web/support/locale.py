"""Which language a reader gets: the one asked for, else the one kept, else the browser's."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from ducato.core.i18n import LANGUAGES

COOKIE = "lang"
BY_LANGUAGE = "Accept-Language, Cookie"
"""The headers of a request that its language depends on, for caches."""


def chosen_language(connection: HTTPConnection) -> str:
    """The reader's language: by ``?lang``, else the cookie, else the header Accept-Language."""
    for word in (connection.query_params.get("lang"), connection.cookies.get(COOKIE)):
        if word in LANGUAGES:
            return word
    return best_language(connection.headers.get("accept-language", ""))


def best_language(header: str) -> str:
    """The best of our languages by a header Accept-Language; English if it names none of them.

    Example:
        >>> best_language("de, es-MX;q=0.6, it;q=0.8"), best_language("")
        ('it', 'en')
    """
    wanted: list[tuple[float, str]] = []
    for part in header.split(","):
        word, _, quality = part.partition(";q=")
        language = word.strip().split("-")[0].lower()
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if language in LANGUAGES and weight > 0:
            wanted.append((weight, language))
    return max(wanted, key=lambda one: one[0], default=(0.0, LANGUAGES[0]))[1]
