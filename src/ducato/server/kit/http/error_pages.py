"""Error responses: JSON for an `ApiError`; else JSON under ``/api/`` and a page elsewhere."""

from __future__ import annotations

import logging
from functools import partial

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ducato.core.errors import BrokenGame, ChangedEdition, DamagedRecord, DucatoError, OtherRules
from ducato.core.i18n import say
from ducato.lab.report.report_data import UnreadableReport
from ducato.server.kit.errors import ApiError, PageError
from ducato.server.kit.http.locale import chosen_language, server_text
from ducato.server.kit.http.middleware.security_headers import HEADERS
from ducato.server.kit.http.responses import error_response
from ducato.server.kit.http.templates import templates
from ducato.server.services import Services

log = logging.getLogger(__name__)

LOST = {
    BrokenGame: (503, "lost.game"),
    UnreadableReport: (503, "lost.report"),
    ChangedEdition: (410, "lost.rules"),
    DamagedRecord: (410, "lost.rules"),
    OtherRules: (410, "lost.rules"),
}
"""The status and the reason for errors of rooms that know no HTTP; they have been reported."""


def add_error_handlers(app: FastAPI) -> None:
    """Register this module's error handlers with the application."""
    app.add_exception_handler(ApiError, api_error)
    app.add_exception_handler(PageError, page_error)
    app.add_exception_handler(RequestValidationError, invalid_request)
    for kind, (status, key) in LOST.items():
        app.add_exception_handler(kind, partial(_lost, status=status, key=key))
    app.add_exception_handler(DucatoError, failure)
    app.add_exception_handler(Exception, internal_error)
    app.add_exception_handler(405, method_not_allowed)
    app.add_exception_handler(404, partial(_lost, status=404, key="lost.page"))


async def api_error(request: Request, error: Exception) -> Response:
    """Return the response for an `ApiError`, and count it in the metrics."""
    assert isinstance(error, ApiError)
    services: Services = request.app.state.services
    services.registry.metrics.rejections.labels(f"http_{error.status}").inc()
    return error_response(request, error)


def page_error(request: Request, error: Exception) -> Response:
    """Return the response for a `PageError`."""
    assert isinstance(error, PageError)
    return _response(request, error)


async def invalid_request(request: Request, error: Exception) -> Response:
    """Return the response to a request with a parameter that FastAPI found invalid."""
    assert isinstance(error, RequestValidationError)
    where = ".".join(str(part) for part in error.errors()[0]["loc"])
    return await api_error(request, ApiError(422, say("bad.request", detail=where)))


def failure(request: Request, error: Exception) -> Response:
    """Log a failure of the server, such as a full disk, and return the response for it."""
    log.error("%s: %s", getattr(request.scope.get("route"), "path", "?"), error)
    return _response(request, PageError(503, say("lost.storage")))


def internal_error(request: Request, error: Exception) -> Response:
    """Return the response for an error in the server's code.

    Starlette raises the error again, so that it is logged.
    """
    answer = _response(request, PageError(500, say("lost.fault")))
    answer.headers.update(HEADERS)  # this handler runs outside of `SecurityHeaders`
    return answer


def method_not_allowed(request: Request, error: Exception) -> Response:
    """Return the response to a request with a wrong HTTP method."""
    assert isinstance(error, HTTPException)
    answer = _response(request, PageError(405, say("lost.method")))
    answer.headers.update(error.headers or {})
    return answer


def _lost(request: Request, _: Exception, *, status: int, key: str) -> Response:
    return _response(request, PageError(status, say(key)))


def _response(request: Request, error: ApiError) -> Response:
    """Return an error response: JSON under ``/api/``, a page elsewhere."""
    if request.url.path.startswith("/api/"):
        return error_response(request, error)
    language = chosen_language(request)
    words = {
        "lang": language,
        "title": server_text(error.message, language),
        "home": server_text(say("lost.home"), language),
    }
    return templates.TemplateResponse(request, "lost.html", words, error.status)
