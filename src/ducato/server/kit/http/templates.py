"""The templates of the pages and their rendering."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fastapi import Request, Response
from fastapi.templating import Jinja2Templates

from ducato.core.i18n import LANGUAGE_NAMES, Message, render, say
from ducato.server.kit.http.client_files import ClientFiles
from ducato.server.kit.http.locale import COOKIE, chosen_language, server_text
from ducato.server.kit.http.origins import cookie_name

FOLDER = Path(__file__).parents[2]
"""The folder of `ducato.server`, which holds the templates."""
A_YEAR = 365 * 24 * 3600


CLIENT = "ducato.client"
"""The package with the catalogue of the client's own texts."""
SECTIONS = {"play": "/", "watch": "/watch", "tournaments": "/tournaments", "people": "/people"} | {
    "me": "/account"
}
"""The sections in the bar of every page, each with its first page."""
SECTION_OF = {
    "play": ("lobby", "game", "rules", "table"),
    "watch": ("watch",),
    "tournaments": ("tournaments", "tournament"),
    "people": ("people", "profile", "group", "challenge", "leaderboards"),
    "me": ("account", "verify_email"),
}
"""The templates of the pages of each section."""


def client_text(language: str) -> Callable[[str], str]:
    """Return a function that returns the client's text for a key."""
    return lambda key: render(say(key), CLIENT, language)


def _page_context(request: Request) -> dict[str, Any]:
    files: ClientFiles = request.app.state.client_files
    return {
        "preloads": files.preloads,
        "version": files.version,
        "sections": SECTIONS,
        "here": request.app.state.exported_page,
        "text": client_text(chosen_language(request)),
    }


templates = Jinja2Templates(FOLDER / "templates", context_processors=[_page_context])
templates.env.globals["languages"] = LANGUAGE_NAMES


def render_page(
    request: Request, template: str, title: str | Message = "", **context: object
) -> Response:
    """Return a page in the reader's language; a cookie remembers a language set by ``?lang``.

    Args:
        request: the request.
        template: the name of the template.
        title: the title of the page, before the name of the site; the first page has none.
        context: what else the template needs.
    """
    language = chosen_language(request)
    shown = title if isinstance(title, str) else server_text(title, language)
    name = template.removesuffix(".html")
    section = next((one for one, pages in SECTION_OF.items() if name in pages), "")
    titled = f"{shown} · ducato" if shown else "ducato"
    known = {"lang": language, "section": section, "title": titled, **context}
    answer = templates.TemplateResponse(request, template, known)
    if request.query_params.get("lang") == language:
        answer.set_cookie(cookie_name(request, COOKIE), language, max_age=A_YEAR, samesite="lax")
    return answer
