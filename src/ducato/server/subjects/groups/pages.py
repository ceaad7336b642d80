"""The pages about what people do together."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from ducato.core.i18n import isolated, say
from ducato.server.kit.http.dependencies import AppServices
from ducato.server.kit.http.locale import chosen_language, game_title
from ducato.server.kit.http.templates import render_page
from ducato.server.subjects.challenges.storage import Challenges
from ducato.server.subjects.groups.storage import Groups
from ducato.server.subjects.tables.link_preview import preview_of_challenge
from ducato.table.views.texts import table_text

router = APIRouter(include_in_schema=False)

# These are plain functions, so FastAPI runs them in a thread; see `server.pages`.


@router.get("/people")
def people(request: Request) -> Response:
    """Show friends, opponents, challenges and groups."""
    title = table_text(say("page.people"), chosen_language(request))
    return render_page(request, "people.html", title=f"{title} · ducato")


@router.get("/challenge/{challenge_id}")
def challenge(request: Request, services: AppServices, challenge_id: str) -> Response:
    """Show a challenge, to accept it."""
    found = Challenges(services.database).find(challenge_id)
    if found is None:
        raise HTTPException(404)
    language = chosen_language(request)
    return render_page(
        request,
        "challenge.html",
        title=f"{game_title(found.request['game'], language)} · ducato",
        page_id=challenge_id,
        preview=preview_of_challenge(services.address(request), found, language),
    )


@router.get("/groups/{group_id}")
def group(request: Request, services: AppServices, group_id: str) -> Response:
    """Show a group."""
    found = Groups(services.database).find(group_id)
    if found is None:
        raise HTTPException(404)
    return render_page(
        request, "group.html", title=f"{isolated(found.name)} · ducato", page_id=group_id
    )
