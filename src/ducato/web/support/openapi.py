"""The description of the HTTP interface, as OpenAPI, made from the types that the routes use.

Requests and answers are msgspec's structs, which FastAPI does not know: here their schemas are put
where FastAPI puts those of its own. This module must not know the routes.
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
from ducato.table.protocol import ClientMessage
from ducato.web.support.responses import ErrorBody

ADDRESS = "/api/openapi.json"
REF = "#/components/schemas/{name}"
JSON = "application/json"
ABOUT = """Tables of board games, and who sits at them.

A program plays like a person: with the token of a bot it sits down at an open seat, and then speaks
with the table over the WebSocket `/table/{table_id}/socket`. What is said there is described in
`docs/protocol.md`; the messages that a client may send are the schemas from `Act` to `Ping`.
"""
WHO = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "session",
        "description": "A person in a browser; by https the cookie is called `__Host-session`.",
    },
    "bot": {"type": "http", "scheme": "bearer", "description": "A bot, by its token."},
}
LANGUAGE = {
    "name": "lang",
    "in": "query",
    "description": "The language of the texts; else that of the cookie or the browser.",
    "schema": {"type": "string", "enum": list(LANGUAGES)},
}
Asker = Literal["anybody", "people", "players"]
ASKERS: dict[Asker, list[dict[str, list[str]]]] = {
    "anybody": [{}, {"session": []}, {"bot": []}],
    "people": [{}, {"session": []}],
    "players": [{"session": []}, {"bot": []}],
}
"""Who may ask; an empty entry is nobody in particular."""


ALWAYS = (429, 503)
"""Statuses that every route may answer: too many requests of one address, and trouble of ours."""


class DescribedApi(FastAPI):
    """An application that describes itself."""

    def __init__(self, **named: Any) -> None:
        # No page that shows the description: it would fetch scripts from elsewhere.
        super().__init__(
            title="ducato",
            openapi_url=ADDRESS,
            docs_url=None,
            redoc_url=None,
            redirect_slashes=False,  # it would tell the header Host back, whatever it says
            generate_unique_id_function=lambda route: route.name,
            **named,
        )
        self._forms: list[Any] = [ErrorBody, ClientMessage]

    def described(
        self,
        answer: Any,
        body: Any = None,
        *,
        status: int = 200,
        refusals: Iterable[int] = (),
        who: Asker = "anybody",
    ) -> dict[str, Any]:
        """What a route says of itself, as arguments for its decorator.

        Args:
            answer: the type of what it answers.
            body: the type of what it is sent, None for nothing.
            status: of HTTP, when all is well.
            refusals: other statuses than `ALWAYS`, with a `ErrorBody`.
            who: may ask.
        """
        self._forms += [answer] if body is None else [answer, body]
        extra: dict[str, Any] = {"security": ASKERS[who], "parameters": [LANGUAGE]}
        if body is not None:
            extra["requestBody"] = {"required": True, "content": _content(body)}
        told: dict[int, Any] = {
            code: {"description": HTTPStatus(code).phrase, "content": _content(ErrorBody)}
            for code in sorted({*refusals, *ALWAYS})
        }
        told[status] = {"description": HTTPStatus(status).phrase, "content": _content(answer)}
        return {"status_code": status, "responses": told, "openapi_extra": extra}

    def openapi(self) -> dict[str, Any]:
        """The description."""
        if self.openapi_schema is None:
            made = get_openapi(
                title=self.title,
                version=__version__,
                description=ABOUT,
                routes=[r for r in self.routes if getattr(r, "openapi_extra", None)],
            )
            _, schemas = msgspec.json.schema_components(self._forms, ref_template=REF)
            # FastAPI's own form of a wrong request is not ours; it adds it wherever it can.
            for path in made["paths"].values():
                for operation in path.values():
                    if operation["responses"].get("422", {}).get("content") != _content(ErrorBody):
                        operation["responses"].pop("422", None)
            made["components"] = {"schemas": schemas, "securitySchemes": WHO}
            self.openapi_schema = made
        return self.openapi_schema


def _content(form: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([form], ref_template=REF)
    return {JSON: {"schema": schema}}
