"""The page for unsubscribing from turn reminders, linked from each of them.

Mail programs unsubscribe with a bare POST request (RFC 8058). A person who follows the link sees a
button first, since many programs fetch links automatically.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from ducato.core.i18n import say
from ducato.server.kit.errors import NoSuchPage
from ducato.server.kit.http.dependencies import CHANGES_OF_ADDRESS, AppServices, Language
from ducato.server.kit.http.locale import server_text
from ducato.server.kit.http.rate_limits import address_of
from ducato.server.kit.http.templates import templates
from ducato.server.subjects.reminders.service import UNSUBSCRIBE
from ducato.server.subjects.reminders.storage import TurnReminders

router = APIRouter(prefix=UNSUBSCRIBE, include_in_schema=False)


@router.get("/{token}")
async def ask_to_unsubscribe(
    request: Request, token: str, services: AppServices, language: Language
) -> Response:
    """Show a button for unsubscribing, or status 404 for an unknown token."""
    if not await services.workers.run_blocking(TurnReminders(services.database).known, token[:100]):
        raise NoSuchPage
    return _page(request, "unsubscribe.ask", language, button=True)


@router.post("/{token}")
async def unsubscribe(
    request: Request, token: str, services: AppServices, language: Language
) -> Response:
    """Unsubscribe a person; the request needs neither a session nor this server's origin."""
    services.limit(CHANGES_OF_ADDRESS, address_of(request))
    if not await asyncio.wrap_future(TurnReminders(services.database).end(token[:100])):
        raise NoSuchPage
    return _page(request, "unsubscribe.done", language, button=False)


def _page(request: Request, key: str, language: str, *, button: bool) -> Response:
    words = {
        "lang": language,
        "title": "ducato",
        "headline": server_text(say("unsubscribe.title"), language),
        "feedback": server_text(say(key), language),
        "button": server_text(say("unsubscribe.stop"), language) if button else None,
        "account": server_text(say("page.account"), language),
    }
    headers = {"Cache-Control": "no-store"}
    return templates.TemplateResponse(request, "unsubscribe.html", words, headers=headers)
