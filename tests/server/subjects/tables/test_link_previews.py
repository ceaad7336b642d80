"""Previews of links, the web app manifest, and the pictures that both name."""

from __future__ import annotations

import json
import math
import re
import struct
import zlib
from collections.abc import Callable
from html import unescape
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from tests.support.live_server import ANNA, LiveServer

from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES
from ducato.server.kit.http.client_files import FOLDER
from ducato.server.subjects.tables.link_preview import HEIGHT, OWN_PICTURE, WIDTH

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN = {"kind": "open"}
META = re.compile(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"')
LARGEST = 120_000
CLOTH = re.compile(r'\[data-cloth="(\w+)"\] \{\s+--cloth-base: #(\w+);')
INVITATIONS = {
    "en": ("Anna invites you to Magnate", "2 players · about 30 minutes"),
    "it": ("Anna ti invita a giocare a Magnate", "2 giocatori · circa 30 minuti"),
    "es": ("Anna te invita a jugar a Magnate", "2 jugadores · unos 30 minutos"),
}


def preview(client: TestClient, path: str) -> dict[str, str]:
    page = client.get(path)
    assert page.status_code == 200
    return {name: unescape(content) for name, content in META.findall(page.text)}


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def corner_of(picture: bytes) -> tuple[int, ...]:
    """Return the colour of the last pixel of a picture with a palette."""
    chunks, at = {}, 8
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        chunks[kind] = picture[at + 8 : at + 8 + length]
        at += length + 12
    last = zlib.decompress(chunks[b"IDAT"])[-1]
    return tuple(chunks[b"PLTE"][3 * last : 3 * last + 3])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_to_a_table_is_an_invitation(
    client: TestClient, table_at: Callable[..., str], language: str
):
    address = table_at(client, ANNA, OPEN)
    found = preview(client, f"{address}?lang={language}")
    assert (found["og:title"], found["og:description"]) == INVITATIONS[language]
    assert found["og:locale"] == language
    assert found["og:url"].endswith(address)
    assert found["og:url"].startswith("http")
    picture = client.get(found["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert size_of(picture.content) == (WIDTH, HEIGHT)
    assert found["twitter:card"] == "summary_large_image"


@pytest.mark.parametrize(
    ("time_control", "words"),
    [
        ({"kind": "real_time", "minutes": 15, "increment": 0}, "2 players · 15 minutes each"),
        ({"kind": "correspondence", "days": 3}, "2 players · 3 days a turn"),
        ({"kind": "untimed"}, "2 players · about 30 minutes"),
    ],
)
def test_an_invitation_says_how_long_one_has(
    client: TestClient, table_at: Callable[..., str], time_control: dict[str, object], words: str
):
    address = table_at(client, ANNA, OPEN, time_control=time_control)
    assert preview(client, f"{address}?lang=en")["og:description"] == words


def test_a_full_table_invites_nobody_and_shows_nothing_of_the_game(
    client: TestClient, table_at: Callable[..., str]
):
    found = preview(client, f"{table_at(client)}?lang=en")
    assert found["og:title"] == "Magnate"
    assert found["og:description"] == "2 players · about 30 minutes"


def test_a_name_cannot_become_markup(client: TestClient, table_at: Callable[..., str]):
    name = '"><script>'
    address = table_at(client, {"kind": "person", "name": name}, OPEN)
    assert name not in client.get(address).text
    assert preview(client, f"{address}?lang=en")["og:title"] == f"{name} invites you to Magnate"


@pytest.mark.parametrize("game", all_games())
def test_every_game_has_a_picture(client: TestClient, game: str):
    found = preview(client, f"/rules/{game}?lang=en")
    assert found["og:image"].endswith(f"/games/{game}/preview.png")
    picture = client.get(found["og:image"]).content
    assert size_of(picture) == (WIDTH, HEIGHT)
    assert len(picture) < LARGEST
    assert found["og:description"]
    corner = corner_of(picture)
    cloths = dict(CLOTH.findall((FOLDER / "css" / "theme" / "colours.css").read_text("utf-8")))
    nearest = min(cloths, key=lambda one: math.dist(corner, bytes.fromhex(cloths[one])))
    assert nearest == all_games()[game].facts.cloth


def test_the_first_page_has_a_preview(client: TestClient):
    found = preview(client, "/?lang=en")
    assert found["og:title"] == "ducato"
    assert found["og:image"].endswith(OWN_PICTURE)
    assert size_of(client.get(OWN_PICTURE).content) == (WIDTH, HEIGHT)
    assert client.get("/games/chess/preview.png").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_names_icons_that_exist(client: TestClient, language: str):
    answer = client.get(f"/manifest.webmanifest?lang={language}")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert (manifest["lang"], manifest["scope"], manifest["display"]) == (
        language,
        "/",
        "standalone",
    )
    for icon in manifest["icons"]:
        found = client.get(icon["src"])
        assert found.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert "{}x{}".format(*size_of(found.content)) == icon["sizes"]
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    policy = client.get("/").headers["content-security-policy"]
    assert {"manifest-src 'self'", "worker-src 'self'"} <= set(policy.split("; "))


def test_chromium_can_install_the_app(screen: Page, server: LiveServer):
    """Check Chromium's criteria one by one; without a window it reports no errors of its own."""
    screen.goto(server.address)
    read = screen.context.new_cdp_session(screen).send("Page.getAppManifest")
    assert read["errors"] == []
    manifest = read["manifest"]
    assert manifest["name"]
    assert manifest["display"] == "kStandalone"
    assert not manifest["preferRelatedApplications"]
    assert manifest["startUrl"].startswith(manifest["scope"])
    assert screen.url.startswith(manifest["scope"])
    pictures = {icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert pictures >= {"192x192", "512x512"}
    assert screen.request.get(manifest["startUrl"]).ok
    assert screen.evaluate("globalThis.isSecureContext")
    worker = screen.evaluate(
        """async () => {
            const { scope } = await navigator.serviceWorker.register("/service-worker.js");
            await navigator.serviceWorker.ready;
            return scope;
        }"""
    )
    assert worker == manifest["scope"]


def test_a_phone_shares_a_table_with_one_button(screen: Page, server: LiveServer):
    screen.add_init_script(
        "Navigator.prototype.share = async (what) => { globalThis.shared = what; };"
    )
    address = f"{server.address}/api/tables"
    answer = screen.request.post(address, data={"game": "magnate", "seats": [ANNA, OPEN]})
    table = f"{server.address}{answer.json()['url']}".partition("?")[0]
    screen.goto(table)
    screen.locator("#table-status").get_by_role("button", name="Share").click()
    assert screen.evaluate("globalThis.shared") == {"title": "Magnate", "url": table}
