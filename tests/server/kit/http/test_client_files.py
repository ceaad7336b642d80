"""The client's files: bundles if they were built from these sources, else separate modules."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.support.live_server import WAITING, LiveServer, create_table, played

from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http import client_files
from ducato.server.kit.http.client_files import DIGEST, FOLDER, ClientFiles, digest

PAGES = (
    "account",
    "lobby",
    "leaderboards",
    "profile",
    "rules",
    "table",
    "thumbnail",
    "verify",
    "verify_email",
)


@pytest.fixture
def copy(tmp_path: Path) -> ClientFiles:
    """Return a client of three modules, and a bundle made from them."""
    for name, text in {
        "client/js/pages/table.js": 'import { board } from "../board/board.js";\nboard();\n',
        "client/js/board/board.js": 'export { a as board } from "../net/socket.js";\n',
        "client/js/net/socket.js": 'export const a = () => import("./later.js");\n',
        "client/js/net/later.js": "export const later = 1;\n",
        "client/css/base.css": "p { color: red; }\n",
        "bundles/js/pages/table.js": "bundled();\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "bundles" / DIGEST).write_text(digest(tmp_path / "client"), "ascii")
    return ClientFiles(tmp_path / "client", tmp_path / "bundles")


def test_bundles_count_while_their_sources_are_the_same(copy: ClientFiles, monkeypatch: Any):
    monkeypatch.setattr(client_files, "CHECK_EVERY", -1)
    assert copy.is_bundled()
    assert copy.directories() == [copy.bundles, copy.folder]
    module = copy.folder / "js" / "net" / "later.js"
    text = module.read_text("utf-8")
    module.write_text("export const later = 2;\n", "utf-8")
    os.utime(module, ns=(1, 1))  # an older date also counts as another date
    assert not copy.is_bundled()
    assert copy.directories() == [copy.folder]
    module.write_text(text, "utf-8")
    assert copy.is_bundled()
    (copy.bundles / DIGEST).unlink()
    assert not copy.is_bundled()


def test_a_new_name_of_a_module_is_another_source(copy: ClientFiles):
    before = digest(copy.folder)
    (copy.folder / "js" / "net" / "later.js").rename(copy.folder / "js" / "net" / "late.js")
    assert digest(copy.folder) != before


def test_modules_are_named_in_advance_without_bundles(copy: ClientFiles):
    assert copy.preloads("table") == []
    native = ClientFiles(copy.folder, copy.folder / "nowhere")
    assert native.preloads("table") == ["/static/js/board/board.js", "/static/js/net/socket.js"]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_names_the_modules_that_it_imports(page: str):
    """No other module is named: what is imported later is not fetched before."""
    found = ClientFiles(bundles=FOLDER / "nowhere").preloads(page)
    assert len(found) == len(set(found)) > 3
    text = {path: (FOLDER / path.removeprefix("/static/")).read_text("utf-8") for path in found}
    first = (FOLDER / "js" / "pages" / f"{page}.js").read_text("utf-8")
    for name in re.findall(r' from "[./]*/(\w+)\.js"', "".join([first, *text.values()])):
        assert any(path.endswith(f"/{name}.js") for path in found), name
    assert not any("replay_bar" in path or "dialogs/chat" in path for path in found)


def test_every_page_has_its_script(client: TestClient, table_at: Any):
    for path, page in [("/", "lobby"), ("/verify", "verify"), (table_at(client), "table")]:
        address = f"/static/js/pages/{page}.js"
        assert f'<script type="module" src="{address}"></script>' in client.get(path).text
        answer = client.get(address)
        assert answer.status_code == 200
        assert "javascript" in answer.headers["content-type"]


def test_a_checkout_without_npm_plays(screen: Any, url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client_files, "BUNDLES", FOLDER / "nowhere")
    server = LiveServer(url)
    try:
        screen.goto(create_table(server, played("magnate", 2, 0.5), screen))
        screen.wait_for_selector(WAITING)
        assert screen.locator("link[rel=modulepreload]").count() > 30
    finally:
        screen.goto("about:blank")
        server.stop()


# -------------------------------------------------------------------------------- with esbuild


@pytest.fixture
def bundles(client_bundles: Path | None) -> Path:
    """Return the client's real bundles; a run of CI has npm's programs."""
    if client_bundles is None:
        if os.environ.get("CI"):
            pytest.fail("esbuild is not installed")
        pytest.skip("esbuild is not installed")
    return client_bundles


@pytest.mark.slow
def test_every_page_has_a_bundle_that_is_small(bundles: Path):
    for page in PAGES:
        whole = ClientFiles(bundles=bundles / "nowhere").preloads(page)
        size = sum((FOLDER / path.removeprefix("/static/")).stat().st_size for path in whole)
        bundle = bundles / "js" / "pages" / f"{page}.js"
        assert 0 < bundle.stat().st_size < size
        assert " from" not in bundle.read_text("utf-8")[:2000]  # everything is in one file
    for sheet in FOLDER.glob("css/pages/*.css"):
        bundle = bundles / sheet.relative_to(FOLDER)
        assert "@import" not in bundle.read_text("utf-8")
        assert len(re.findall("@import", sheet.read_text("utf-8"))) >= 2


def test_a_table_loads_two_scripts_and_one_sheet(bundles: Path, screen: Any, server: LiveServer):
    asked: list[str] = []
    screen.on("request", lambda request: asked.append(request.url.removeprefix(server.address)))
    screen.goto(create_table(server, played("magnate", 2, 0.5), screen))
    screen.wait_for_selector(WAITING)
    found = [path for path in asked if path.endswith((".js", ".css"))]
    connection = "/static/js/net/connection.js"  # the same module in both, so loaded only once
    assert sorted(found) == [
        "/static/css/pages/table.css",
        connection,
        "/static/js/pages/table.js",
    ]


def test_the_analysis_room_comes_with_the_replay_of_a_finished_game(
    bundles: Path, screen: Any, server: LiveServer
):
    asked: list[str] = []
    screen.on("request", lambda request: asked.append(request.url.removeprefix(server.address)))
    screen.goto(create_table(server, played("magnate", 2, 1), screen))
    room = "/static/js/analysis/analysis_room.js"
    screen.wait_for_selector("#show-result:visible")
    assert room not in asked
    assert "choice-card" not in (bundles / "js" / "pages" / "table.js").read_text("utf-8")
    screen.locator("#replay").click()
    screen.wait_for_selector(".choice-card")
    assert room in asked


def test_a_table_is_asked_for_before_its_script_is_there(
    bundles: Path, screen: Any, server: LiveServer
):
    """The table comes by its connection, so this must not wait for the large script."""
    at = create_table(server, played("magnate", 2, 0.5), screen)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    screen.route("**/js/pages/table.js", hold)
    with screen.expect_websocket() as opened:
        screen.goto(at, wait_until="commit")
    with opened.value.expect_event("framereceived"):
        pass
    for route in held:
        route.continue_()
    screen.wait_for_selector(WAITING)


def test_bundles_are_sent_packed(bundles: Path, url: str):
    with TestClient(create_app(Database(url))) as client:
        script = client.get("/static/js/pages/table.js")
        assert script.headers["content-encoding"] == "gzip"
        assert script.content == (bundles / "js" / "pages" / "table.js").read_bytes()
        assert client.get("/static/js/net/socket.js").status_code == 200  # the sources, too
        assert client.get(f"/static/../bundles/{DIGEST}").status_code == 404
