"""The character NUL, which PostgreSQL cannot store: refused in bodies, and not found elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from ducato.server.subjects.moderation.overview import Overview

TOKEN = "correct horse battery"


@pytest.mark.parametrize(("text", "status"), [(r"a\u0000b", 422), (r"a\\u0000b", 404)])
def test_nul_is_refused_in_bodies(client: TestClient, text: str, status: int):
    assert client.post("/api/me", json={"name": "Anna"}).status_code == 200
    answer = client.post("/api/me/friends", content=f'{{"public_id": "{text}"}}')
    assert answer.status_code == status, answer.text
    assert ("NUL" in answer.json()["error"]) is (status == 422)


def test_nul_is_not_found_in_queries(opened: Any, monkeypatch: pytest.MonkeyPatch):
    client: TestClient = opened(admin_token=TOKEN)
    assert client.post("/api/admin/session", json={"token": TOKEN}).status_code == 200
    overview = type(Overview(client.app.state.services.database))  # type: ignore[attr-defined]
    asked: list[str] = []
    monkeypatch.setattr(overview, "search", lambda _, text: asked.append(text) or [])
    assert client.get("/api/admin/people?q=a%00b").json() == []
    assert asked == ["a\N{REPLACEMENT CHARACTER}b"]
