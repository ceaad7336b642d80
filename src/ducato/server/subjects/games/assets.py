"""The resources that pages load: texts, drawings, figures and previews of games."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from starlette.responses import PlainTextResponse

from ducato.core.editions import data_files
from ducato.core.errors import FAULTS, OtherRules, UnknownName
from ducato.core.game import find_game, note_fault
from ducato.core.i18n import LANGUAGES, catalogue, say
from ducato.core.presentation.art import TABLE, read_art
from ducato.server.kit.errors import NoSuchPage
from ducato.server.kit.http.cached_files import cached_response
from ducato.server.kit.http.client_files import FOLDER
from ducato.server.kit.http.dependencies import AppServices, Language
from ducato.server.kit.http.locale import BY_LANGUAGE, server_text
from ducato.server.kit.http.openapi import JSON
from ducato.server.kit.http.templates import CLIENT
from ducato.server.subjects.tables.link_preview import PICTURE
from ducato.table.views.rulebook_figures import figure

router = APIRouter(include_in_schema=False)

NOT_AT_TABLE = (
    "account", "accuracy", "admin", "analysis", "bot_accounts", "components",
    "leaderboards", "luck", "people", "position", "profile", "room", "study", "tie_break",
    "tournaments", "trying", "verify", "verify_email", "watch",
)  # fmt: skip
"""The sections of the client's texts that the table page does not load, at least not at first."""
GLYPHS = "glyphs.svg"
"""The file with a game's drawings. It is optional; no page links to it if a game has none."""
OUTLINES = "outlines.svg"
"""The file with the outlines of a game's map, optional like `GLYPHS`."""
ART = f"data/{TABLE}"
"""The table of the pictures on a game's cards, optional like `GLYPHS`."""
SYMBOL = re.compile(r"<symbol .*?</symbol>", re.DOTALL)
"""A motif in a file of `FOLDER`/art."""
ROBOTS = "User-agent: *\n" + "".join(
    f"Disallow: {path}\n"
    for path in ("/api/", "/table/", "/people/", "/groups/", "/challenge/", "/account")
)
"""What search engines may not list."""
MOST_FIGURES = 200
"""The maximum number of rulebook figures cached, some kB each; all games and languages together
have fewer."""


@router.get("/strings/{language}.json")
def strings(request: Request, language: str) -> Response:
    """Return the client's texts in a language as JSON."""
    return cached_response(request, _texts(language), JSON)


@router.get("/strings/{language}/table.json")
def table_strings(request: Request, language: str) -> Response:
    """Return as JSON those of the client's texts in a language that the table page needs."""
    return cached_response(request, _texts(language, NOT_AT_TABLE), JSON)


@router.get("/games/{game}/glyphs.svg")
def glyphs(request: Request, game: str) -> Response:
    """Return a game's drawings as SVG."""
    return _drawings(request, game, GLYPHS)


@router.get("/games/{game}/outlines.svg")
def outlines(request: Request, game: str) -> Response:
    """Return the outlines of a game's map as SVG."""
    return _drawings(request, game, OUTLINES)


@router.get("/art.svg")
def art(request: Request) -> Response:
    """Return the motifs of all pictures on cards as one SVG."""
    return cached_response(request, all_motifs(), "image/svg+xml")


@router.get("/games/{game}/art.svg")
def art_of_game(request: Request, game: str) -> Response:
    """Return the motifs of the pictures on a game's cards as SVG: those that its table names."""
    try:
        package = find_game(game).package
    except (UnknownName, OtherRules):
        raise NoSuchPage from None
    if not data_files.has_file(package, ART):
        raise NoSuchPage
    return cached_response(request, all_motifs(package), "image/svg+xml")


@router.get("/games/{game}/preview.png")
def preview(request: Request, game: str) -> Response:
    """Return a game's picture for previews of links as PNG."""
    try:
        picture = data_files.read_bytes(find_game(game).package, PICTURE)
    except (UnknownName, OtherRules, FileNotFoundError):
        raise NoSuchPage from None
    return cached_response(request, picture, "image/png")


@router.get("/robots.txt")
def robots() -> Response:
    """Return which pages search engines may list: those that are about no table and no person."""
    return PlainTextResponse(ROBOTS)


@router.get("/favicon.ico")
def favicon(request: Request) -> Response:
    """Return the icon that browsers ask for where no page names one."""
    return cached_response(request, (FOLDER / "icons" / "icon-192.png").read_bytes(), "image/png")


@router.get("/manifest.webmanifest")
def manifest(request: Request, language: Language) -> Response:
    """Return the web app manifest, with which browsers install the client as an app."""
    content = _manifest(language)
    return cached_response(request, content, "application/manifest+json", BY_LANGUAGE)


@router.get("/rules/{name}/figures/{number}.json")
async def rulebook_figure(
    request: Request, services: AppServices, language: Language, name: str, number: str
) -> Response:
    """Return a figure of a rulebook as a scene."""
    try:
        drawn = await services.workers.slow.run(_figure, name, number, language)
    except (UnknownName, OtherRules):
        raise NoSuchPage from None
    return cached_response(request, drawn, JSON, BY_LANGUAGE)


def _drawings(request: Request, game: str, name: str) -> Response:
    try:
        drawn = data_files.read_text(find_game(game).package, name)
    except (UnknownName, OtherRules, FileNotFoundError):
        raise NoSuchPage from None
    return cached_response(request, drawn.encode(), "image/svg+xml")


@cache
def all_motifs(package: str | None = None) -> bytes:
    """Return the motifs of all pictures on cards, or of those of a game, as one SVG."""
    symbols = [
        symbol
        for path in sorted((FOLDER / "art").glob("*.svg"))
        for symbol in SYMBOL.findall(path.read_text("utf-8"))
    ]
    if package is not None:
        named = {f'id="{layer}"' for art in read_art(package).values() for layer in art.layers}
        symbols = [symbol for symbol in symbols if symbol.split(maxsplit=2)[1] in named]
    drawn = "\n".join(symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawn}\n</svg>\n'.encode()


def _texts(language: str, without: tuple[str, ...] = ()) -> bytes:
    """Return the client's texts by key as JSON, without the sections in `without`.

    Raises:
        NoSuchPage: there are no texts in the language.
    """
    if language not in LANGUAGES:
        raise NoSuchPage
    return _known_texts(language, without)


@cache
def _known_texts(language: str, without: tuple[str, ...]) -> bytes:
    return encoded_texts(catalogue(CLIENT, language), without)


def encoded_texts(texts: Mapping[str, Sequence[str]], without: Collection[str]) -> bytes:
    """Return texts by key as JSON for the client, without the sections in `without`."""
    return msgspec.json.encode(
        {key: forms[-1] for key, forms in texts.items() if key.split(".")[0] not in without}
    )


@cache
def _manifest(language: str) -> bytes:
    about = server_text(say("preview.home"), language)
    app = web_app("ducato", "/static", start_url="/", scope="/")
    return msgspec.json.encode({"id": "/", "description": about, "lang": language, **app})


def web_app(name: str, static: str, *, start_url: str, scope: str) -> dict[str, Any]:
    """Return the manifest of a web app, whose icons lie below `static`."""
    icon = f"{static}/icons/icon"
    large = {"src": f"{icon}-512.png", "sizes": "512x512", "type": "image/png"}
    return {
        "name": name,
        "short_name": name,
        "start_url": start_url,
        "scope": scope,
        "display": "standalone",
        "background_color": "#211a14",
        "theme_color": "#523419",
        "categories": ["games"],
        "icons": [
            {"src": f"{static}/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": f"{icon}-192.png", "sizes": "192x192", "type": "image/png"},
            large,
            {**large, "src": f"{icon}-maskable.png", "purpose": "maskable"},
        ],
    }


@lru_cache(MOST_FIGURES)
def _figure(name: str, number: str, language: str) -> bytes:
    game = find_game(name)
    try:
        return figure(game, number, language)
    except (OtherRules, UnknownName):
        raise
    except FAULTS as error:
        note_fault(game, error)
        raise UnknownName("figure", number, []) from error
