"""The pages, and the files that they need: texts, sprites, records."""

from __future__ import annotations

import gzip
import io
import logging
from functools import cache, lru_cache
from pathlib import Path

import msgspec
import segno
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.templating import Jinja2Templates
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse

from ducato.core import data
from ducato.core.errors import DucatoError, UnknownName
from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES, catalogue, say
from ducato.store import StoredTable, UnknownTable
from ducato.table.figures import figure
from ducato.table.views import house_text
from ducato.web.http.cached_files import kept
from ducato.web.http.catalog import title
from ducato.web.http.rulebook import rulebook
from ducato.web.live.registry import reopened
from ducato.web.services import Services
from ducato.web.support.client_files import ClientFiles
from ducato.web.support.locale import BY_LANGUAGE, COOKIE, chosen_language
from ducato.web.support.openapi import JSON
from ducato.web.support.origins import HEADERS
from ducato.web.support.responses import ApiError, error_response
from ducato.web.support.sessions import InvalidToken
from ducato.web.support.workers.heavy import Overloaded

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parents[1]
CLIENT = "ducato.web"
"""The package with the catalogue of the client's own texts."""
NOT_AT_TABLE = ("account", "bot_accounts", "verify", "verify_email")
"""Sections of the client's texts for pages of their own: a table is lighter without them."""
GLYPHS, RULES = "glyphs.svg", "rulebook/en.md"
"""Files that a game need not have; nobody is sent to those that it has not."""
A_YEAR = 365 * 24 * 3600
SOON = 2
"""Seconds after which the server has done the heavy work that waits."""
MOST_FIGURES = 200
"""Pictures of the rules that are held, some kB each; all games have fewer in all languages."""

LOST = """{% extends "base.html" %}
{% block page %}<main class="lobby"><h1>{{ title }}</h1><p><a href="/">{{ home }}</a></p></main>
{% endblock %}"""


def add_pages(app: FastAPI, services: Services, files: ClientFiles) -> None:
    """Add everything that a browser fetches, but for ``/api`` and ``/static``."""
    store, heavy = services.store, services.workers.heavy
    templates = Jinja2Templates(FOLDER / "templates")
    templates.env.globals["preloads"] = files.preloads
    lost = templates.env.from_string(LOST)

    def page(request: Request, name: str, **context: object) -> Response:
        language = chosen_language(request)
        answer = templates.TemplateResponse(request, name, {"lang": language, **context})
        if request.query_params.get("lang") == language:
            answer.set_cookie(COOKIE, language, max_age=A_YEAR, samesite="lax")
        return answer

    def sorry(request: Request, key: str, status: int) -> Response:
        language = chosen_language(request)
        words = {"title": house_text(say(key), language), "lang": language}
        text = lost.render(request=request, home=house_text(say("lost.home"), language), **words)
        return Response(text, status, media_type="text/html")

    @app.get("/")
    def lobby(request: Request) -> Response:
        return page(request, "lobby.html", title="ducato")

    @app.get("/verify-email")
    def claim(request: Request) -> Response:
        return page(request, "verify_email.html", title="ducato")

    @app.get("/verify")
    def verify(request: Request) -> Response:
        words = house_text(say("page.verify"), chosen_language(request))
        return page(request, "verify.html", title=f"{words} · ducato")

    @app.get("/account")
    def me(request: Request) -> Response:
        words = house_text(say("page.account"), chosen_language(request))
        return page(request, "account.html", title=f"{words} · ducato")

    @app.get("/people/{page_id}")
    def person(request: Request, page_id: str) -> Response:
        found = store.profiles.of_public_id(page_id)
        if found is None:
            raise HTTPException(404)
        return page(request, "profile.html", title=f"{found[1]} · ducato", page_id=page_id)

    @app.get("/table/{table_id}")
    def table(request: Request, table_id: str) -> Response:
        head = store.head(table_id)
        seat = request.query_params.get("seat", "")
        game = all_games().get(head.game)
        return page(
            request,
            "table.html",
            title=f"{title(head.game, chosen_language(request))} · ducato",
            table_id=table_id,
            game=head.game,
            rules=game is not None and data.has_file(game.package, RULES),
            glyphs=game is not None and data.has_file(game.package, GLYPHS),
            seat=int(seat) if seat.isdecimal() and len(seat) < 4 else None,
        )

    @app.get("/table/{table_id}/qr.svg")
    async def qr(request: Request, table_id: str) -> Response:
        await services.workers.read(store.head, table_id)
        drawn = await heavy.run(_qr, f"{services.address(request)}/table/{table_id}")
        return Response(drawn, media_type="image/svg+xml")

    @app.get("/rules/{name}")
    def rules(request: Request, name: str) -> Response:
        try:
            package = all_games()[name].package
            found = rulebook(package, chosen_language(request))
        except (KeyError, FileNotFoundError):
            raise HTTPException(404) from None
        return page(
            request,
            "rules.html",
            title=f"{found.title} · ducato",
            game=name,
            rules=found,
            glyphs=data.has_file(package, GLYPHS),
        )

    @app.get("/rules/{name}/figures/{number}.json")
    async def picture(request: Request, name: str, number: str) -> Response:
        try:
            drawn = await heavy.run(_figure, name, number, chosen_language(request))
        except (KeyError, UnknownName):
            raise HTTPException(404) from None
        return kept(request, drawn, JSON, BY_LANGUAGE)

    @app.get("/table/{table_id}/record")
    async def record(request: Request, table_id: str) -> Response:
        stored = await services.workers.read(store.load, table_id)
        if stored.finished is None:
            text = house_text(say("record.not_over"), chosen_language(request))
            return PlainTextResponse(text, 409)
        name = f"{stored.game}-{table_id}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        content = await heavy.run(_record, stored)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            content = await heavy.run(gzip.compress, content)
        return Response(content, 200, headers, "application/jsonl")

    @app.get("/strings/{language}.json")
    def strings(request: Request, language: str) -> Response:
        return kept(request, _texts(language), JSON)

    @app.get("/strings/{language}/table.json")
    def strings_at_table(request: Request, language: str) -> Response:
        return kept(request, _texts(language, NOT_AT_TABLE), JSON)

    @app.get("/games/{game}/glyphs.svg")
    def glyphs(request: Request, game: str) -> Response:
        try:
            drawn = data.read_text(all_games()[game].package, GLYPHS)
        except (KeyError, FileNotFoundError):
            raise HTTPException(404) from None
        return kept(request, drawn.encode(), "image/svg+xml")

    def trouble(request: Request, key: str, status: int) -> Response:
        if request.url.path.startswith("/api/"):
            return error_response(request, ApiError(status, say(key)))
        return sorry(request, key, status)

    @app.exception_handler(ApiError)
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, ApiError)
        services.registry.metrics.refusals.add(f"http_{error.status}")
        return error_response(request, error)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        return await refused(request, ApiError(422, say("bad.request", detail=where)))

    @app.exception_handler(InvalidToken)
    def no_such_token(request: Request, error: Exception) -> Response:
        return error_response(request, ApiError(401, say("bad.token")))

    @app.exception_handler(UnknownTable)
    def no_such_table(request: Request, error: Exception) -> Response:
        return trouble(request, "lost.table", 404)

    @app.exception_handler(Overloaded)
    async def too_much(request: Request, error: Exception) -> Response:
        return await refused(request, ApiError(503, say("bad.busy"), after=SOON))

    @app.exception_handler(DucatoError)
    def no_answer(request: Request, error: Exception) -> Response:
        log.error("%s: %s", getattr(request.scope.get("route"), "path", "?"), error)
        return trouble(request, "lost.trouble", 503)

    @app.exception_handler(Exception)
    def our_fault(request: Request, error: Exception) -> Response:
        answer = trouble(request, "lost.fault", 500)
        answer.headers.update(HEADERS)  # it is made outside of `SecurityHeaders`; the error goes on
        return answer

    @app.exception_handler(405)
    def not_so(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        answer = trouble(request, "lost.method", 405)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(404)
    def no_such_page(request: Request, error: Exception) -> Response:
        return trouble(request, "lost.page", 404)


def _texts(language: str, without: tuple[str, ...] = ()) -> bytes:
    """The client's own texts by their keys, as JSON, without some sections."""
    if language not in LANGUAGES:
        raise HTTPException(404)
    return _known_texts(language, without)


@cache
def _known_texts(language: str, without: tuple[str, ...]) -> bytes:
    return msgspec.json.encode(
        {
            entry.id: entry.string
            for entry in catalogue(CLIENT, language)
            if entry.id and entry.id.split(".")[0] not in without
        }
    )


@lru_cache(MOST_FIGURES)
def _figure(name: str, number: str, language: str) -> bytes:
    return figure(all_games()[name], number, language)


def _qr(address: str) -> bytes:
    drawn = io.BytesIO()
    code = segno.make(address, micro=False)
    code.save(drawn, kind="svg", scale=8, dark="#2b2118", light="#ffffff", nl=False)
    return drawn.getvalue()


def _record(stored: StoredTable) -> bytes:
    return ("\n".join(reopened(stored).match.to_lines()) + "\n").encode()
