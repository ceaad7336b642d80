"""The HTML pages."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request, Response

from ducato.core.editions import data_files
from ducato.core.errors import DucatoError, OtherRules, UnknownName
from ducato.core.game import Game, find_game, note_fault
from ducato.core.i18n import isolated, say
from ducato.core.scene import CLOTHS
from ducato.lab.report.render import render
from ducato.lab.report.report_data import FILE as REPORT
from ducato.lab.report.report_data import UnreadableReport, read_report
from ducato.server.kit.errors import NoSuchPage
from ducato.server.kit.http.cached_files import cached_response
from ducato.server.kit.http.dependencies import AppServices
from ducato.server.kit.http.locale import chosen_language, game_title, server_text
from ducato.server.kit.http.templates import render_page
from ducato.server.subjects.games.assets import ART, GLYPHS, OUTLINES
from ducato.server.subjects.games.rulebook import components_section, rulebook
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.tables.link_preview import (
    preview_of_home,
    preview_of_rules,
    preview_of_table,
)
from ducato.server.subjects.tables.model import TableSummary
from ducato.server.subjects.tables.storage import Tables

router = APIRouter(include_in_schema=False)

RULES = "rulebook/en.md"
"""The file with a game's rulebook. It is optional; no page links to it if a game has none."""

INLINE = {
    "style": re.compile(b"<style>(.*?)</style>", re.DOTALL),
    "script": re.compile(b"<script>(.*?)</script>", re.DOTALL),
}
"""The parts of a report that its policy must allow, by their kind."""

# Most are plain functions, so FastAPI runs them in a thread, where slow templates and store
# accesses do not block the event loop.


@router.get("/")
def lobby(request: Request, services: AppServices) -> Response:
    """Show the lobby."""
    preview = preview_of_home(services.address(request), chosen_language(request))
    return render_page(request, "lobby.html", preview=preview)


@router.get("/watch")
def watch(request: Request) -> Response:
    """Show the games that are being played."""
    return render_page(request, "watch.html", title=say("page.watch"))


@router.get("/games/{name}")
def game_page(request: Request, services: AppServices, name: str) -> Response:
    """Show the room of a game: its tables, who waits, its ladder, and what to read about it."""
    language = chosen_language(request)
    try:
        game = find_game(name)
    except (UnknownName, OtherRules):
        raise NoSuchPage from None
    title = game_title(name, language)
    preview = preview_of_rules(services.address(request), game, title, language)
    return render_page(
        request,
        "game.html",
        title=title,
        preview=replace(preview, url=f"{services.address(request)}/games/{name}"),
        game=name,
        cloth=game.facts.cloth,
    )


@router.get("/verify-email")
def verify_email(request: Request) -> Response:
    """Show the page to which verification e-mails link."""
    return render_page(request, "verify_email.html")


@router.get("/verify")
def verify(request: Request) -> Response:
    """Show the page that verifies dice and shuffles."""
    return render_page(request, "verify.html", title=say("page.verify"))


@router.get("/account")
def account(request: Request) -> Response:
    """Show the account page."""
    return render_page(request, "account.html", title=say("page.account"))


@router.get("/people")
def people(request: Request) -> Response:
    """Show friends, opponents, challenges and groups."""
    return render_page(request, "people.html", title=say("page.people"))


@router.get("/people/{public_id}")
def profile(request: Request, services: AppServices, public_id: str) -> Response:
    """Show a person's public page."""
    found = Profiles(services.database).of_public_id(public_id)
    if found is None:
        raise NoSuchPage
    name = isolated(found[1]) or server_text(say("page.nameless"), chosen_language(request))
    return render_page(request, "profile.html", title=name, page_id=public_id)


@router.get("/table/{table_id}")
def table(request: Request, services: AppServices, table_id: str) -> Response:
    """Show a table."""
    head = Tables(services.database).head(table_id)
    seat = request.query_params.get("seat", "")
    game = _played(head)
    return render_page(
        request,
        "table.html",
        **_of_table(request, head, game),
        rules=game is not None and data_files.has_file(game.package, RULES),
        preview=preview_of_table(services.address(request), head, chosen_language(request)),
        tournament=head.tournament,
        seat=int(seat) if seat.isdecimal() and len(seat) < 4 else None,
    )


@router.get("/table/{table_id}/thumbnail")
def thumbnail(request: Request, services: AppServices, table_id: str) -> Response:
    """Show a table without anything to click, for a frame in which the page is scaled down."""
    head = Tables(services.database).head(table_id)
    return render_page(request, "thumbnail.html", **_of_table(request, head, _played(head)))


@router.get("/rules/{name}")
def rules(request: Request, services: AppServices, name: str) -> Response:
    """Show a game's rulebook, and its components with the numbers of an edition."""
    language = chosen_language(request)
    try:
        game = find_game(name)
        edition = request.query_params.get("edition", game.editions[0])
        found = rulebook(game.package, language)
        components = components_section(game, edition, language)
    except (FileNotFoundError, UnknownName, OtherRules):
        raise NoSuchPage from None
    return render_page(
        request,
        "rules.html",
        preview=preview_of_rules(services.address(request), game, found.title, language),
        title=found.title,
        game=name,
        cloth=game.facts.cloth,
        rules=found,
        glyphs=data_files.has_file(game.package, GLYPHS),
        art=data_files.has_file(game.package, ART),
        outlines=data_files.has_file(game.package, OUTLINES),
        edition=edition,
        components=components,
        balance=data_files.has_file(game.package, REPORT),
    )


@router.get("/balance/{name}")
async def balance(request: Request, services: AppServices, name: str) -> Response:
    """Show the lab's report about a game, a page that needs no other."""
    try:
        content = await services.files.get(_rendered_report, name)
    except (FileNotFoundError, UnknownName, OtherRules):
        raise NoSuchPage from None
    response = cached_response(request, content, "text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = report_policy(content)
    return response


def _rendered_report(name: str) -> bytes:
    game = find_game(name)
    try:
        return render(game, read_report(game)).encode()
    except UnreadableReport as error:
        note_fault(game, error)
        raise


@lru_cache
def report_policy(content: bytes) -> str:
    """Return the Content-Security-Policy of a report: its own style sheet and script, no more."""
    allowed = {
        f"{tag}-src": " ".join(f"'sha256-{_digest(part)}'" for part in inline.findall(content))
        for tag, inline in INLINE.items()
    }
    policies = "; ".join(f"{kind} {hashes}" for kind, hashes in allowed.items() if hashes)
    return f"default-src 'none'; base-uri 'none'; frame-ancestors 'self'; {policies}"


def _digest(part: bytes) -> str:
    return b64encode(sha256(part).digest()).decode()


def _of_table(request: Request, head: TableSummary, game: Game | None) -> dict[str, Any]:
    """Return what a page that shows a table must know of it; `game` is None if there is none."""
    return {
        "title": game_title(head.game, chosen_language(request)),
        "table_id": head.id,
        "game": head.game if game is None else game.full_name,
        "cloth": CLOTHS[0] if game is None else game.facts.cloth,
        "glyphs": game is not None and data_files.has_file(game.package, GLYPHS),
        "art": game is not None and data_files.has_file(game.package, ART),
        "outlines": game is not None and data_files.has_file(game.package, OUTLINES),
    }


def _played(table: TableSummary) -> Game | None:
    """Return the game played at a table, with its version of the rules; None if there is none."""
    try:
        return find_game(table.game).version(table.rules_version)
    except (DucatoError, ImportError):
        return None
