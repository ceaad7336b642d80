"""Error responses: most exceptions in routes become JSON under ``/api/`` and a page elsewhere.

An `ApiError`, an invalid parameter or token, and an overload become JSON everywhere.
"""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ducato.core.errors import BrokenGame, ChangedEdition, DamagedRecord, DucatoError, OtherRules
from ducato.core.i18n import say
from ducato.lab.report.report_data import UnreadableReport
from ducato.server.cluster.ownership import TableElsewhere
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.kit.http.locale import chosen_language, server_text
from ducato.server.kit.http.middleware.security_headers import HEADERS
from ducato.server.kit.http.responses import ApiError, error_response
from ducato.server.kit.http.sessions import InvalidToken
from ducato.server.kit.http.templates import templates
from ducato.server.kit.workers.slow_work import Overloaded
from ducato.server.services import Services
from ducato.server.subjects.tournaments.model import UnknownTournament

log = logging.getLogger(__name__)

RETRY_AFTER = 2
"""The time in seconds after which an overloaded server asks clients to try again."""


def add_error_handlers(app: FastAPI) -> None:
    """Register this module's error handlers with the application."""
    app.add_exception_handler(ApiError, api_error)
    app.add_exception_handler(RequestValidationError, invalid_request)
    app.add_exception_handler(InvalidToken, invalid_token)
    app.add_exception_handler(UnknownTable, unknown_table)
    app.add_exception_handler(UnknownTournament, unknown_tournament)
    app.add_exception_handler(Overloaded, overloaded)
    app.add_exception_handler(TableElsewhere, overloaded)
    app.add_exception_handler(BrokenGame, broken_game)
    app.add_exception_handler(UnreadableReport, unreadable_report)
    for outdated in (ChangedEdition, DamagedRecord, OtherRules):
        app.add_exception_handler(outdated, other_rules)
    app.add_exception_handler(DucatoError, failure)
    app.add_exception_handler(Exception, internal_error)
    app.add_exception_handler(405, method_not_allowed)
    app.add_exception_handler(404, not_found)


async def api_error(request: Request, error: Exception) -> Response:
    """Return the response for an `ApiError`, and count it in the metrics."""
    assert isinstance(error, ApiError)
    services: Services = request.app.state.services
    services.registry.metrics.rejections.labels(f"http_{error.status}").inc()
    return error_response(request, error)


async def invalid_request(request: Request, error: Exception) -> Response:
    """Return the response to a request with a parameter that FastAPI found invalid."""
    assert isinstance(error, RequestValidationError)
    where = ".".join(str(part) for part in error.errors()[0]["loc"])
    return await api_error(request, ApiError(422, say("bad.request", detail=where)))


async def overloaded(request: Request, error: Exception) -> Response:
    """Return the response to a request refused because too much slow work is waiting.

    The same response says that another process still has a table.
    """
    return await api_error(request, ApiError(503, say("bad.busy"), retry_after=RETRY_AFTER))


def invalid_token(request: Request, error: Exception) -> Response:
    """Return the response to a bot whose token is unknown or was revoked."""
    return error_response(request, ApiError(401, say("bad.token")))


def unknown_table(request: Request, error: Exception) -> Response:
    """Return the response for a table that does not exist."""
    return _lost(request, "lost.table", 404)


def unknown_tournament(request: Request, error: Exception) -> Response:
    """Return the response for a tournament that does not exist."""
    return _lost(request, "lost.tournament", 404)


def broken_game(request: Request, error: Exception) -> Response:
    """Return the response for a game whose rules fail, which has been reported already."""
    return _lost(request, "lost.game", 503)


def unreadable_report(request: Request, error: Exception) -> Response:
    """Return the response for a game's report of the lab with a fault, reported already."""
    return _lost(request, "lost.report", 503)


def other_rules(request: Request, error: Exception) -> Response:
    """Return the response for a table whose game began under rules that are not there any more."""
    return _lost(request, "lost.rules", 410)


def failure(request: Request, error: Exception) -> Response:
    """Log a failure of the server, such as a full disk, and return the response for it."""
    log.error("%s: %s", getattr(request.scope.get("route"), "path", "?"), error)
    return _lost(request, "lost.storage", 503)


def internal_error(request: Request, error: Exception) -> Response:
    """Return the response for an error in the server's code.

    Starlette raises the error again, so that it is logged.
    """
    answer = _lost(request, "lost.fault", 500)
    answer.headers.update(HEADERS)  # this handler runs outside of `SecurityHeaders`
    return answer


def method_not_allowed(request: Request, error: Exception) -> Response:
    """Return the response to a request with a wrong HTTP method."""
    assert isinstance(error, HTTPException)
    answer = _lost(request, "lost.method", 405)
    answer.headers.update(error.headers or {})
    return answer


def not_found(request: Request, error: Exception) -> Response:
    """Return the response for a page that does not exist."""
    return _lost(request, "lost.page", 404)


def _lost(request: Request, key: str, status: int) -> Response:
    """Return an error response: JSON under ``/api/``, a page elsewhere."""
    if request.url.path.startswith("/api/"):
        return error_response(request, ApiError(status, say(key)))
    language = chosen_language(request)
    words = {
        "lang": language,
        "title": server_text(say(key), language),
        "home": server_text(say("lost.home"), language),
    }
    return templates.TemplateResponse(request, "lost.html", words, status)
