"""The files of a page that a server would answer with: texts, drawings, rules and the HTML.

They come from the same templates and functions as the server's; `addresses` says where they lie.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import ChoiceLoader, FileSystemLoader
from markupsafe import Markup

from ducato.core.editions import data_files
from ducato.core.game import Game
from ducato.core.i18n import LANGUAGES, catalogue
from ducato.page.addresses import address
from ducato.server.kit.http.client_files import FOLDER
from ducato.server.kit.http.templates import CLIENT, client_text, templates
from ducato.server.subjects.games.assets import (
    ART,
    GLYPHS,
    NOT_AT_TABLE,
    OUTLINES,
    all_motifs,
    encoded_texts,
    web_app,
)
from ducato.server.subjects.games.catalog import build_catalog
from ducato.server.subjects.games.here import POLICY
from ducato.server.subjects.games.rulebook import components_section, rulebook
from ducato.table.views.component_list import component_list
from ducato.table.views.rulebook_figures import figure, figures

PAGE = "ducato.page"
"""The package with the texts of the page."""
SCRIPTS = re.compile(
    r'\s*<(?:script type="module"|link rel="(?:modulepreload|preload)")[^>]*>(?:</script>)?'
)
"""The scripts of a server's page, and what it loads in advance."""
ADDRESSES = re.compile(r'\b(href|src)="(/[^"]*)"')
EDITIONS = re.compile(r'\s*<form class="edition".*?</form>', re.DOTALL)
RULES = "rulebook/en.md"

env = templates.env.overlay(
    loader=ChoiceLoader(
        [
            FileSystemLoader(Path(__file__).parent / "templates"),
            templates.env.loader or FileSystemLoader([]),
        ]
    )
)


def write_site(games: Sequence[Game], out: Path, version: str, engine: int) -> None:
    """Write all files but the engine, the scripts and the service worker.

    Args:
        games: the games of the page.
        out: the folder.
        version: the version of the page.
        engine: the size of what the engine loads, in bytes.
    """
    for path, content in _files(games):
        target = out / address(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    name = games[0].text("title", "en") if len(games) == 1 else "ducato"
    context = {"title": name, "name": name, "lang": "en", "version": version, "engine": engine}
    (out / "index.html").write_text(_finished(_first_page(games, context), "home"), "utf-8")
    verify = _render("verify.html", {**context, "title": f"Verify · {name}"})
    (out / "verify.html").write_text(_finished(verify, "verify", engine), "utf-8")
    for game in games:
        for language in LANGUAGES if data_files.has_file(game.package, RULES) else ():
            page = _rules_page(game, {**context, "lang": language})
            (out / address(f"/rules/{game.name}?lang={language}")).write_text(page, "utf-8")
    app = web_app(name, "static", start_url="index.html", scope="./")
    (out / "manifest.webmanifest").write_text(json.dumps(app), "utf-8")


def _files(games: Sequence[Game]) -> Iterator[tuple[str, bytes]]:
    """Yield the server's path and the content of each file that no page is."""
    names = {game.name for game in games}
    for language in LANGUAGES:
        offered = [
            msgspec.structs.replace(one, balance=False)
            for one in build_catalog(language)
            if one.name in names
        ]
        yield f"/api/games?lang={language}", msgspec.json.encode(offered)
        yield f"/strings/{language}.json", _texts(language)
        yield f"/strings/{language}/table.json", _texts(language, NOT_AT_TABLE)
        for game in games:
            listed = component_list(game, game.editions[0], language)
            query = f"edition={game.editions[0]}&lang={language}"
            yield f"/api/games/{game.name}/components?{query}", msgspec.json.encode(listed)
            for number in figures(game):
                path = f"/rules/{game.name}/figures/{number}.json?lang={language}"
                yield path, figure(game, number, language)
    for game in games:
        for name in (GLYPHS, OUTLINES):
            if data_files.has_file(game.package, name):
                yield (
                    f"/games/{game.name}/{name}",
                    data_files.read_text(game.package, name).encode(),
                )
        if data_files.has_file(game.package, ART):
            yield f"/games/{game.name}/art.svg", all_motifs(game.package)
    yield "/art.svg", all_motifs()
    for file in sorted(
        [*FOLDER.glob("favicon*.svg"), *FOLDER.glob("icons/icon-*"), *FOLDER.glob("fonts/*")]
    ):
        yield f"/static/{file.relative_to(FOLDER).as_posix()}", file.read_bytes()


def _texts(language: str, without: tuple[str, ...] = ()) -> bytes:
    return encoded_texts({**catalogue(CLIENT, language), **catalogue(PAGE, language)}, without)


def _looks(games: Sequence[Game]) -> dict[str, dict[str, Any]]:
    """Return by game what a page that shows its table must know."""
    return {
        game.name: {
            "cloth": game.facts.cloth,
            "rules": data_files.has_file(game.package, RULES),
            "glyphs": data_files.has_file(game.package, GLYPHS),
            "art": data_files.has_file(game.package, ART),
            "outlines": data_files.has_file(game.package, OUTLINES),
        }
        for game in games
    }


def _context(given: dict[str, Any]) -> dict[str, Any]:
    return {
        "preloads": lambda script: [],
        "preview": None,
        "rules": True,
        "sections": {},
        "text": client_text(given["lang"]),
        **given,
    }


def _render(template: str, context: dict[str, Any]) -> str:
    return env.get_template(template).render(_context(context))


def _first_page(games: Sequence[Game], context: dict[str, Any]) -> str:
    """Return the page with the games and the table, each as a template."""
    table = env.get_template("table.html")
    parts = {}
    for block in ("page", "settings"):
        made = table.new_context(_context({**context, "tournament": None}))
        parts[block] = Markup("".join(table.blocks[block](made)))
    parts["page"] = Markup(SCRIPTS.sub("", parts["page"]))
    return _render("page.html", {**context, "games": _looks(games), "table": parts})


def _rules_page(game: Game, context: dict[str, Any]) -> str:
    language, edition = context["lang"], game.editions[0]
    found = rulebook(game.package, language)
    page = _render(
        "rules.html",
        {
            **context,
            **_looks([game])[game.name],
            "title": found.title,
            "game": game.name,
            "rules": found,
            "edition": edition,
            "components": EDITIONS.sub("", components_section(game, edition, language)),
            "balance": False,
            "text": client_text(language),
        },
    )
    return _finished(page, "rules")


def _finished(page: str, script: str, engine: int = 0) -> str:
    """Return a server's page with relative addresses, our policy and our script."""
    page = ADDRESSES.sub(lambda found: f'{found[1]}="{address(found[2])}"', SCRIPTS.sub("", page))
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n  {policy}', 1)
    begin = (
        '<link rel="stylesheet" href="static/css/page.css">\n'
        '  <script type="module" src="static/js/page/main.js"></script>\n</head>'
    )
    page = page.replace("</head>", begin, 1)
    return (
        page
        if "data-script=" in page
        else page.replace("<body ", f'<body data-script="{script}" data-engine="{engine}" ', 1)
    )
