"""Where a request comes from, and which address of this server is used in links."""

from __future__ import annotations

import io
import re
import sys
import traceback
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from segno import make as qr
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from ducato.core.errors import BadValue, DucatoError
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http import rate_limits
from ducato.server.kit.http.rate_limits import address_of
from ducato.server.kit.mail.mailer import SmtpMailer
from ducato.server.serve import serve
from ducato.server.services import Services

FORGED = {"Host": "6.6.6.6:8000"}
"""A header with another host; any address is accepted as a name of this server."""
STRANGE = ["not an address", "", "1.2.3", "::1::2", "fe80::%%", "\xff", "[", "x" * 5000, "%eth0"]


class Letterbox:
    def __init__(self) -> None:
        self.texts: list[str] = []

    def send(self, to: str, subject: str, text: str, headers: Any = None) -> None:
        self.texts.append(text)


def coming_from(host: str) -> str | None:
    return address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))


# ----------------------------------------------------------------------------- links in e-mails


@pytest.mark.parametrize(
    ("named", "home"),
    [
        ({"public_url": "http://play.example.org/"}, "http://play.example.org"),
        ({"local_url": "http://127.0.0.1:8470"}, "http://127.0.0.1:8470"),
        ({}, "http://localhost"),
    ],
)
def test_no_link_in_a_letter_is_what_a_request_says(opened: Any, named: Any, home: str):
    box = Letterbox()
    client = opened(jar=CookieJar(), mailer=box, hosts=["play.example.org"], **named)
    assert client.post("/api/me", json={"name": "Mallory"}, headers=FORGED).status_code == 200
    body = {"email": "victim@example.org"}
    assert client.post("/api/me/email", json=body, headers=FORGED).status_code == 202
    (text,) = box.texts
    assert re.findall(r"https?://[^/]*", text) == [home]


def test_a_mail_server_asks_for_a_public_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    # Imported by name, since `ducato.server.serve` is the function.
    module = sys.modules["ducato.server.serve"]
    monkeypatch.setattr(module, "listen", lambda *_: pytest.fail("it is served"))
    with pytest.raises(
        DucatoError, match=r"e-mails need links to this server: add --public-url https://"
    ):
        serve(port=0, data=tmp_path / "data", smtp="smtp://localhost?from=a@example.org")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "url",
    [
        "smtp://anna:secret@mail.example:many?from=a@example.org",
        "smtp://anna:secret@mail.example:65536?from=a@example.org",
        "smtp://anna:secret@[?from=a@example.org",
        "smtp://anna:secret@mail.example?from=",
        "smtp://anna:secret@mail.example",
        "smtp://?from=a@example.org",
        "http://anna:secret@mail.example?from=a@example.org",
    ],
)
def test_an_invalid_url_of_a_mail_server_is_rejected_without_its_password(url: str):
    with pytest.raises(BadValue) as raised:
        SmtpMailer.from_url(url)
    assert "smtp://user:password@host:587?from=address" in str(raised.value)
    assert "65535" in str(raised.value)
    assert "secret" not in "".join(traceback.format_exception(raised.value, chain=True))


@pytest.mark.parametrize(
    "url",
    [
        "http://[",
        "https://play.example.org:many",
        "https://play.example.org:65536",
        "https://",
        "play.example.org",
        "https://example.org/games",
        "https://play.example.org/?x=y",
        "https://play.example.org?x",
        "https://play.example.org/#x",
        "https://anna@play.example.org",
        "https://spiele müller.example",
    ],
)
def test_an_invalid_public_url_is_rejected(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    module = sys.modules["ducato.server.serve"]
    monkeypatch.setattr(module, "listen", lambda *_: pytest.fail("it is served"))
    with pytest.raises(BadValue, match=r"such as https://play\.example\.org"):
        serve(port=0, data=tmp_path / "data", public_url=url)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("named", "host", "origin"),
    [
        ("https://Bücher.example", "xn--bcher-kva.example", None),
        ("https://play.example.org:443/", "play.example.org", None),
        ("https://play.example.org.", "PLAY.example.org.", "https://play.example.org."),
        ("https://play.example.org", "play.example.org:443", None),
        ("https://play.example.org:8443", "play.example.org:8443", None),
    ],
)
@pytest.mark.parametrize("behind", [True, False])
def test_an_address_counts_however_it_is_spelt(
    opened: Any, named: str, host: str, origin: str | None, behind: bool
):
    client = opened(public_url=named, hosts=[urlsplit(named).hostname])
    sent = {"Host": "10.0.0.1" if behind else host, "Origin": origin or f"https://{host}"}
    if host.endswith(":443"):  # which browsers leave out
        sent["Origin"] = sent["Origin"].removesuffix(":443")
    assert client.post("/api/me", json={"name": "Anna"}, headers=sent).status_code == 200
    for foreign in ("https://other.example", "https://play.example.org:444", "null", "https://["):
        refused = client.post("/api/me", json={"name": "Eve"}, headers={**sent, "Origin": foreign})
        assert refused.status_code == 403


# -------------------------------------------------------------------------------- links to share


def drawn(url: str) -> bytes:
    out = io.BytesIO()
    qr(url, micro=False).save(out, kind="svg", scale=8, dark="#2b2118", light="#ffffff", nl=False)
    return out.getvalue()


@pytest.mark.parametrize(
    ("server", "home"),
    [
        (("192.0.2.7", 8470), "http://192.0.2.7:8470"),
        (("::ffff:192.0.2.7", 8470), "http://192.0.2.7:8470"),
        (("2001:db8::7", 8470), "http://[2001:db8::7]:8470"),
        (None, "http://127.0.0.1:8470"),
    ],
)
def test_the_qr_code_leads_to_where_the_request_came_in(
    url: str, table_at: Any, server: Any, home: str
):
    app = create_app(Database(url), local_url="http://127.0.0.1:8470")

    async def placed(scope: Any, receive: Any, send: Any) -> None:
        await app(scope | {"server": server} if scope["type"] == "http" else scope, receive, send)

    with TestClient(placed) as client:
        address = table_at(client)
        answer = client.get(f"{address}/qr.svg", headers=FORGED)
    assert answer.content == drawn(home + address)


def test_no_answer_repeats_the_header_host(client: TestClient, table_at: Any):
    address = table_at(client)
    paths = [
        "/",
        "/static",
        "/static/",
        "/api/tables/",
        "/account/",
        "/api/openapi.json",
        "/nowhere",
    ]
    for path in [*paths, address, f"{address}/", f"{address}/record", "/rules/magnate"]:
        answer = client.get(path, headers=FORGED, follow_redirects=False)
        assert "6.6.6.6" not in answer.text + str(answer.headers), path
    services = Services(None, None, None, None, None)  # type: ignore[arg-type]
    assert services.home == "http://localhost"


# -------------------------------------------------------------------------- whose limits apply


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("fe80::2%wlan0", "fe80::"),
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        *((strange, "unknown") for strange in STRANGE),
    ],
)
def test_whose_limits_count(host: str, address: str | None):
    assert coming_from(host) == address


def test_people_by_ipv4_do_not_share_their_limits_where_ipv6_is_listened_to(
    url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.server.app.Limits", lambda: rate_limits.Limits(lambda: 0.0))
    app = create_app(Database(url))
    with TestClient(app, client=("::ffff:203.0.113.7", 1)) as greedy:
        codes = {greedy.post("/api/me", json={}).status_code for _ in range(200)}
        assert codes == {422, 429}
        other = TestClient(app, client=("::ffff:203.0.113.8", 1))
        other.portal = greedy.portal
        assert other.post("/api/me", json={}).status_code == 422


@pytest.mark.parametrize("host", ["fe80::1%eth0", *STRANGE])
def test_no_address_is_too_strange_for_a_change(url: str, host: str):
    """A proxy passes on whatever its client says about itself."""
    with TestClient(create_app(Database(url)), client=(host, 1)) as client:
        assert client.post("/api/me", json={"name": "Anna"}).status_code == 200
        assert client.get("/metrics", headers={"Host": "localhost"}).status_code == 403
