"""The OpenAPI description of the HTTP interface, made from the types that the routes use.

Requests and responses are msgspec structs, which FastAPI does not know; so this module adds their
schemas to the description, as FastAPI does those of pydantic models.
"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Literal

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ducato import __version__
from ducato.core.i18n import LANGUAGES
from ducato.server.kit.http.responses import ErrorBody
from ducato.table.protocol import ClientMessage

ADDRESS = "/api/openapi.json"
REF = "#/components/schemas/{name}"
JSON = "application/json"
ABOUT = """Tables of board games, and the people at them.

A program plays like a person: with the token of a bot account it joins a table at an open seat, and
then talks to the table over the WebSocket `/table/{table_id}/socket`. `docs/protocol.md` describes
these messages; those that a client may send are the schemas from `Act` to `Ping`.
"""
SECURITY_SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "ducato",
        "description": "A person in a browser; by https the cookie is called `__Host-ducato`, "
        "and at another port than the usual one the port follows, such as `ducato-8470`.",
    },
    "bot": {"type": "http", "scheme": "bearer", "description": "A bot, by its token."},
}
LANGUAGE = {
    "name": "lang",
    "in": "query",
    "description": "The language of the texts; else that of the cookie or the browser.",
    "schema": {"type": "string", "enum": list(LANGUAGES)},
}
Audience = Literal["anybody", "people", "players"]
AUDIENCES: dict[Audience, list[dict[str, list[str]]]] = {
    "anybody": [{}, {"session": []}, {"bot": []}],
    "people": [{}, {"session": []}],
    "players": [{"session": []}, {"bot": []}],
}
"""The credentials that a route accepts, by audience; an empty entry stands for none."""
COMMON_ERRORS = (429, 503)
"""Statuses that every route may return: too many requests from one address, and a failing
server."""
BODY_ERRORS = (408, 413, 422)
"""Statuses that every route with a body may return: it came too slowly, is too long or is wrong."""

_types: list[Any] = [ErrorBody, ClientMessage]
"""Types whose schemas the description contains; every documented route adds its own."""


def documented(
    answer: Any,
    body: Any = None,
    *,
    status: int = 200,
    errors: Iterable[int] = (),
    audience: Audience = "anybody",
) -> dict[str, Any]:
    """Return the arguments for a route's decorator that describe the route.

    The schemas of its types become part of the description.

    Args:
        answer: the type of the response's body.
        body: the type of the request's body; None if the request has no body.
        status: the status of a successful response.
        errors: the statuses that are returned with an `ErrorBody`, besides `COMMON_ERRORS` and, if
            the request has a body, `BODY_ERRORS`.
        audience: the kind of senders whose requests the route accepts.
    """
    _types.extend([answer] if body is None else [answer, body])
    extra: dict[str, Any] = {"security": AUDIENCES[audience], "parameters": [LANGUAGE]}
    if body is not None:
        extra["requestBody"] = {"required": True, "content": _content(body)}
    responses: dict[int, Any] = {
        code: {"description": HTTPStatus(code).phrase, "content": _content(ErrorBody)}
        for code in sorted({*errors, *COMMON_ERRORS, *(BODY_ERRORS if body is not None else ())})
    }
    responses[status] = {"description": HTTPStatus(status).phrase, "content": _content(answer)}
    return {"status_code": status, "responses": responses, "openapi_extra": extra}


class DocumentedApi(FastAPI):
    """A FastAPI application whose description contains the schemas of msgspec types."""

    def __init__(self, **named: Any) -> None:
        # No page for the description: it would load scripts from other sites.
        super().__init__(
            title="ducato",
            openapi_url=ADDRESS,
            docs_url=None,
            redoc_url=None,
            redirect_slashes=False,  # a redirect would repeat the header Host, whatever it says
            generate_unique_id_function=lambda route: route.name,
            **named,
        )

    def openapi(self) -> dict[str, Any]:
        """Return the description of all routes except those that are excluded from the schema."""
        if self.openapi_schema is None:
            made = get_openapi(
                title=self.title,
                version=__version__,
                description=ABOUT,
                routes=self.routes,
            )
            _, schemas = msgspec.json.schema_components(_types, ref_template=REF)
            # FastAPI adds a 422 response in its own format wherever it can; ours differs.
            for path in made["paths"].values():
                for operation in path.values():
                    if operation["responses"].get("422", {}).get("content") != _content(ErrorBody):
                        operation["responses"].pop("422", None)
            made["components"] = {"schemas": schemas, "securitySchemes": SECURITY_SCHEMES}
            self.openapi_schema = made
        return self.openapi_schema


def _content(form: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([form], ref_template=REF)
    return {JSON: {"schema": schema}}
