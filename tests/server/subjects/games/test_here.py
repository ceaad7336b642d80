"""An exported page under the server's own address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ducato.core.errors import BadValue
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.games.here import CATALOG, MARK, ExportedPage


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "site"
    for name, text in (
        (MARK, "{}"),
        (CATALOG, '[{"name": "magnate", "title": "Magnate"}]'),
        ("index.html", "<p>A game</p>"),
        ("engine/pyodide.mjs", "export {};"),
    ):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text)
    (tmp_path / "secret").write_text("a secret")
    (made / "link").symlink_to(tmp_path / "secret")
    return made


@pytest.fixture
def visitor(url: str, folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Database(url), page=ExportedPage(folder))) as client:
        yield client


def test_its_files_may_run_webassembly_and_nothing_else(visitor: TestClient):
    answer = visitor.get("/here/engine/pyodide.mjs")
    assert answer.headers["content-type"].startswith("text/javascript")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "'unsafe" not in policy
    assert "wasm" not in visitor.get("/").headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["nothing", "../secret", "%2e%2e/secret", "..%2fsecret", "link", "", "engine"]
)
def test_nothing_else_is_sent(visitor: TestClient, path: str):
    assert visitor.get(f"/here/{path}").status_code == 404


def test_pages_name_its_games(visitor: TestClient, client: TestClient):
    assert """data-here='["magnate"]'""" in visitor.get("/").text
    assert "data-here" not in client.get("/").text
    assert client.get("/here/index.html").status_code == 404


def test_another_folder_is_refused(tmp_path: Path):
    with pytest.raises(BadValue, match="ducato export"):
        ExportedPage(tmp_path)
