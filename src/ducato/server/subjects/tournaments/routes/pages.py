"""The pages of tournaments. They are plain functions, which FastAPI runs in a thread."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ducato.core.i18n import isolated, say
from ducato.server.kit.http.dependencies import AppServices
from ducato.server.kit.http.templates import render_page
from ducato.server.subjects.tournaments.storage import Tournaments

router = APIRouter(include_in_schema=False)


@router.get("/tournaments")
def tournament_list(request: Request) -> Response:
    """Show the list of tournaments."""
    return render_page(request, "tournaments.html", title=say("page.tournaments"))


@router.get("/tournaments/{tournament_id}")
def tournament(request: Request, services: AppServices, tournament_id: str) -> Response:
    """Show a tournament."""
    found = Tournaments(services.database).find(tournament_id)
    title = isolated(found.settings.name)
    return render_page(request, "tournament.html", title=title, page_id=tournament_id)
