"""The page of a group."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ducato.core.i18n import isolated
from ducato.server.kit.errors import NoSuchPage
from ducato.server.kit.http.dependencies import AppServices
from ducato.server.kit.http.templates import render_page
from ducato.server.subjects.groups.storage import Groups

router = APIRouter(include_in_schema=False)

# A plain function, so FastAPI runs it in a thread; see `server.pages`.


@router.get("/groups/{group_id}")
def group(request: Request, services: AppServices, group_id: str) -> Response:
    """Show a group."""
    found = Groups(services.database).find(group_id)
    if found is None:
        raise NoSuchPage
    return render_page(request, "group.html", title=isolated(found.name), page_id=group_id)
