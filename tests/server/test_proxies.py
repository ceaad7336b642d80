"""The proxies of `deploy` for real, with a server behind them: nginx and Caddy as in Debian.

Each proxy takes its own file, changed only where `install.sh` or certbot change it, and the ports.
A whole run takes 20 seconds for each proxy.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.support.conditions import until
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "play.example.org"
URL = f"https://{NAME}"
PATIENCE = 20
"""Seconds for one thing, on busy cores."""
LIMIT = 5
"""The changes that one address may make."""
PROXIES = ("nginx", "caddy")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="needs many addresses of this machine"),
]


@dataclass
class Proxy:
    """A proxy that runs, at two ports of this machine.

    Attributes:
        plain: the port in place of 80.
        secure: the port in place of 443.
        trust: what to take certificates by.
    """

    kind: str
    plain: int
    secure: int
    trust: ssl.SSLContext = field(default_factory=ssl._create_unverified_context)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        source: str = "127.0.0.2",
        secure: bool = True,
        **headers: str,
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Return the answer to a request that comes from an address, and its body."""
        there = self.socket(source, secure=secure)
        asking = http.client.HTTPConnection(NAME)
        asking.sock = there
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if method == "POST":
            named = {"Content-Type": "application/json", "Origin": URL, **named}
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        asking.request(method, path, body, named)
        answer = asking.getresponse()
        contents = answer.read()
        there.close()
        return answer, contents

    def socket(
        self, source: str = "127.0.0.2", *, secure: bool = True, tls: bool = True
    ) -> socket.socket:
        """Return a connection that comes from an address."""
        port = self.secure if secure else self.plain
        to = "127.0.0.1" if source.startswith("127.") else source
        there = socket.create_connection((to, port), PATIENCE, (source, 0))
        return self.trust.wrap_socket(there, server_hostname=NAME) if secure and tls else there


def program(kind: str) -> str | None:
    """Return the program of a proxy, if it is installed; not everybody's path leads there."""
    return shutil.which(kind, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def free_ports(number: int) -> list[int]:
    with ExitStack() as stack:
        held = [stack.enter_context(socket.socket()) for _ in range(number)]
        for one in held:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in held]


@contextmanager
def running(command: list[str], folder: Path, **environment: str) -> Iterator[None]:
    """Run a program, which logs into a folder, until the end of the context."""
    with (folder / "log").open("wb") as log, subprocess.Popen(
        command, stdout=log, stderr=log, cwd=folder, env={**os.environ, **environment}
    ) as program:  # fmt: skip
        try:
            yield
        finally:
            program.terminate()
            program.wait(PATIENCE)


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except OSError:
        return False
    return True


def has_certificate(proxy: Proxy) -> bool:
    try:
        proxy.socket().close()
    except OSError:
        return False
    return True


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as one:
            one.bind(("::1", 0))
    except OSError:
        return False
    return True


def own_address() -> str | None:
    """Return an address of this machine that is not of the loopback interface, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anywhere:
        try:
            anywhere.connect(("198.51.100.1", 9))  # which sends nothing
        except OSError:
            return None
        found: str = anywhere.getsockname()[0]
    return None if found.startswith("127.") else found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server for a public address; its port."""
    folder, (port,) = tmp_path_factory.mktemp("server"), free_ports(1)
    serve = [sys.executable, "-c", "from ducato.cli import main; main()", "serve", "--no-warm-up"]
    limit = f"--limit=changes-of-address={LIMIT},0.01"
    options = [f"--port={port}", f"--data={folder}", f"--public-url={URL}", limit]
    with running([*serve, *options], folder, NUMBA_DISABLE_JIT="1"):
        until(lambda: answers(port))
        yield port


@contextmanager
def proxy_of(kind: str, folder: Path, *servers: int, shared: bool = False) -> Iterator[Proxy]:
    """Run a proxy with its file of `deploy` in front of servers at these ports."""
    if program(kind) is None:
        pytest.skip(f"{kind} is not installed")
    plain, secure = free_ports(2)
    write = nginx_file if kind == "nginx" else caddy_file
    command = write(folder, plain, secure, servers, shared=shared)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    found = Proxy(kind, plain, secure)
    with running(command, folder, **home):
        until(lambda: answers(plain))
        if not (shared and kind == "nginx"):  # which leaves certificates to others
            until(lambda: has_certificate(found))
        yield found


def nginx_file(
    folder: Path, plain: int, secure: int, servers: tuple[int, ...], *, shared: bool
) -> list[str]:
    """Write the files of nginx; return the command that runs it."""
    ours = (DEPLOY / ("nginx.shared.conf" if shared else "nginx.conf")).read_text("utf-8")
    for number, port in enumerate(servers):
        ours = ours.replace(f"127.0.0.1:{8470 + number}", f"127.0.0.1:{port}")
    ours = ours.replace("/etc/ssl/certs/ssl-cert-snakeoil.pem", f"{folder}/certificate.pem")
    ours = ours.replace("/etc/ssl/private/ssl-cert-snakeoil.key", f"{folder}/key.pem")
    ours = re.sub(r"listen (\[::\]:)?80;", rf"listen \g<1>{plain};", ours)
    ours = re.sub(r"listen (\[::\]:)?443 ", rf"listen \g<1>{secure} ", ours)
    if not has_ipv6():
        ours = re.sub(r"\n.*\[::\].*", "", ours)
    (folder / "ducato.conf").write_text(ours, "utf-8")
    kept = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""  # so that it may enter this folder
    (folder / "nginx.conf").write_text(
        f"{user} pid {folder}/pid; error_log stderr; daemon off; events {{}}\n"
        f"http {{ access_log off;\n{kept}include {folder}/ducato.conf; }}\n"
    )
    if not shared:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
            + ["-subj", f"/CN={NAME}", "-keyout", "key.pem", "-out", "certificate.pem"],
            cwd=folder, check=True, capture_output=True,
        )  # fmt: skip
    command = [
        shutil.which("nginx") or PROXIES["nginx"],
        "-e",
        "stderr",
        "-c",
        f"{folder}/nginx.conf",
    ]
    return command


def caddy_file(
    folder: Path, plain: int, secure: int, servers: tuple[int, ...], *, shared: bool
) -> list[str]:
    """Write the file of Caddy, with certificates of its own; return the command that runs it."""
    ours = (DEPLOY / ("Caddyfile.shared" if shared else "Caddyfile")).read_text("utf-8")
    ours = ours.replace("{$DOMAIN}", NAME).replace("ducato:8470", f"127.0.0.1:{servers[0]}")
    for number, port in enumerate(servers):
        ours = ours.replace(f"127.0.0.1:{8470 + number}", f"127.0.0.1:{port}")
    (folder / "Caddyfile").write_text(
        f"{{\nadmin off\nlocal_certs\nskip_install_trust\nhttp_port {plain}\n"
        f"https_port {secure}\n}}\n{ours}",
        "utf-8",
    )
    return [str(program("caddy")), "run", "--config", f"{folder}/Caddyfile"]


@pytest.fixture(scope="module", params=PROXIES)
def proxy(
    request: pytest.FixtureRequest, server: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    with proxy_of(request.param, tmp_path_factory.mktemp(request.param), server) as found:
        yield found


def test_http_leads_to_https(proxy: Proxy):
    answer, _ = proxy.ask("GET", "/tournaments?page=2", secure=False)
    assert answer.status in (301, 308)
    assert answer.getheader("Location") == f"{URL}/tournaments?page=2"


def test_pages_and_files(proxy: Proxy):
    page, contents = proxy.ask("GET", "/")
    assert (page.status, page.getheader("Content-Type")) == (200, "text/html; charset=utf-8")
    head, nothing = proxy.ask("HEAD", "/")
    assert (head.status, nothing) == (200, b"")
    assert head.getheader("Content-Type") == page.getheader("Content-Type")
    robots, rules = proxy.ask("GET", "/robots.txt")
    assert robots.status == 200
    assert b"User-agent" in rules
    assert proxy.ask("GET", "/health")[0].status == 200
    assert proxy.ask("GET", "/no-such-page")[0].status == 404
    packed, shorter = proxy.ask("GET", "/", Accept_Encoding="gzip")
    assert packed.getheader("Content-Encoding") == "gzip"
    assert gzip.decompress(shorter) == contents
    path = re.search(rb'href="(/static/[^"]+\.css[^"]*)"', contents)
    assert path is not None
    style, text = proxy.ask("GET", path[1].decode())
    assert style.getheader("Content-Type") == "text/css; charset=utf-8"
    known = {"If_None_Match": style.getheader("ETag") or ""}
    assert text
    assert proxy.ask("GET", path[1].decode(), **known)[0].status == 304


def session(proxy: Proxy) -> str:
    """Give a new guest a name; return the cookie."""
    answer, contents = proxy.ask("POST", "/api/me", {"name": "Anna"})
    assert answer.status == 200, contents
    cookie = answer.getheader("Set-Cookie") or ""
    assert re.match(r"__Host-ducato=[^;]+;", cookie)
    assert {"secure", "httponly", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
    return cookie.partition(";")[0]


def test_a_guest_plays_at_a_table(proxy: Proxy):
    cookie = session(proxy)
    _, me = proxy.ask("GET", "/api/me", Cookie=cookie)
    assert json.loads(me)["name"] == "Anna"
    body = {"game": "magnate", "seats": [{"kind": "open"}, {"kind": "open"}]}
    answer, made = proxy.ask("POST", "/api/tables", body, Cookie=cookie)
    assert answer.status < 300, made
    path = json.loads(made)["url"]
    asked = {"additional_headers": {"Cookie": cookie}, "proxy": None, "ssl": proxy.trust}
    with connect(
        f"wss://{NAME}{path}/socket", sock=proxy.socket(tls=False), origin=URL, **asked
    ) as there:
        assert json.loads(there.recv(timeout=PATIENCE))["type"] == "welcome"
    evil = "https://evil.example"
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"wss://{NAME}{path}/socket", sock=proxy.socket(tls=False), origin=evil, **asked)


def test_limits_are_for_the_address_of_a_client_whatever_it_says(proxy: Proxy):
    address = own_address()
    if address is None:
        pytest.skip("this machine has no address for which limits count")
    forged = [f"9.9.9.{number}" for number in range(LIMIT)] + ["127.0.0.1", "9.9.9.9, 127.0.0.1"]
    answers = [rename(proxy, address, X_Forwarded_For=one) for one in forged]
    assert answers[-1].status == 429
    assert answers[-1].getheader("Retry-After")
    assert rename(proxy, "127.0.0.2").status == 200  # of this machine, which has no limits


def rename(proxy: Proxy, source: str, **headers: str) -> http.client.HTTPResponse:
    return proxy.ask("POST", "/api/me", {"name": "Anna"}, source=source, **headers)[0]


@pytest.mark.parametrize("size", [20_000, 200_000, 2_000_000])
def test_what_is_too_large_is_refused(size: int, proxy: Proxy):
    answer, _ = proxy.ask("POST", "/api/me", b'{"name": "' + b"A" * size + b'"}')
    assert answer.status == 413


def test_what_only_the_machine_may_read_is_not_passed_on(proxy: Proxy):
    assert proxy.ask("GET", "/metrics", source="127.0.0.1")[0].status in (401, 403, 404)


# ------------------------------------------------------------------------------- two servers


class Named(BaseHTTPRequestHandler):
    """A server that says which it is, and how it was asked."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        said = json.dumps([self.server.server_port, dict(self.headers)]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize("kind", PROXIES)
def test_all_requests_for_a_table_go_to_one_of_two_servers(kind: str, tmp_path: Path):
    with ExitStack() as stack:
        servers = {}
        for _ in range(2):
            made = ThreadingHTTPServer(("127.0.0.1", 0), Named)
            threading.Thread(target=made.serve_forever, daemon=True).start()
            servers[made.server_port] = made
            stack.callback(made.server_close)
            stack.callback(made.shutdown)
        proxy = stack.enter_context(proxy_of(kind, tmp_path, *servers, shared=True))

        def asked(path: str, **given: str) -> tuple[int, dict[str, str]]:
            answer, said = proxy.ask("GET", path, secure=kind == "caddy", **given)
            assert answer.status == 200
            port, headers = json.loads(said)
            return port, {name.lower(): value for name, value in headers.items()}

        shards = [f"{shard}xyz" for shard in "abcdefghijklmnop"]
        first = {shard: asked(f"/table/{shard}")[0] for shard in shards}
        assert set(first.values()) == set(servers)
        for shard, port in first.items():
            where, headers = asked(f"/api/tables/{shard}/socket", X_Forwarded_For="9.9.9.9")
            assert where == port
            assert (headers["host"], headers["x-forwarded-for"]) == (NAME, "127.0.0.2")
        down = servers.pop(first[shards[0]])
        down.shutdown()
        down.server_close()
        assert {asked(f"/table/{shard}")[0] for shard in shards} == set(servers)
