"""The templates of the pages and their rendering."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import Request, Response
from fastapi.templating import Jinja2Templates

from ducato.core.i18n import LANGUAGE_NAMES
from ducato.server.kit.http.client_files import ClientFiles
from ducato.server.kit.http.locale import COOKIE, chosen_language
from ducato.server.kit.http.origins import cookie_name

FOLDER = Path(__file__).parents[2]
"""The folder of `ducato.server`, which holds the templates."""
A_YEAR = 365 * 24 * 3600


def _client_files(request: Request) -> dict[str, Any]:
    files: ClientFiles = request.app.state.client_files
    return {"preloads": files.preloads, "version": files.version}


templates = Jinja2Templates(FOLDER / "templates", context_processors=[_client_files])
templates.env.globals["languages"] = LANGUAGE_NAMES


def render_page(request: Request, template: str, **context: object) -> Response:
    """Return a page in the reader's language; a cookie remembers a language set by ``?lang``."""
    language = chosen_language(request)
    answer = templates.TemplateResponse(request, template, {"lang": language, **context})
    if request.query_params.get("lang") == language:
        answer.set_cookie(cookie_name(request, COOKIE), language, max_age=A_YEAR, samesite="lax")
    return answer
