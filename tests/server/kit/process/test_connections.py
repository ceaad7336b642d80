"""Costly connections: clients that do not read, that send no request, or that come too often."""

from __future__ import annotations

import base64
import json
import logging
import os
import socket
import struct
import subprocess
import sys
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.conftest import ANNA, RANDOM, new_table
from tests.server.test_serve import address_of
from tests.support.conditions import until
from tests.support.live_server import LiveServer, run_in_thread

from ducato.core.errors import BrokenGame
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.rate_limits import NETWORK, ConcurrencyLimit, Limits, changed_limits
from ducato.server.kit.process import connections
from ducato.server.kit.process.connections import (
    CONNECTIONS_OF_ADDRESS,
    WAITING_CONNECTIONS_OF_ADDRESS,
    ConnectionTracker,
    most_connections,
)
from ducato.server.live import outbox
from ducato.server.live.connection import Connection
from ducato.server.subjects.tables import socket as table_socket
from ducato.server.subjects.tables.socket import COSTS, MESSAGES_OF_SOCKET
from ducato.table.protocol import Export
from ducato.table.screens import Screen

if TYPE_CHECKING:
    from playwright.sync_api import Page

Make = Callable[..., str]
PATIENCE = 20.0
"""Seconds for something that takes a tenth of one; but cores may be busy."""
SMALL = 8_192
"""Bytes that a slow reader's own system accepts on its behalf."""


@pytest.fixture
def real(url: str) -> Iterator[LiveServer]:
    """Start a server with a port of its own."""
    server = LiveServer(url)
    yield server
    server.stop()


def new_table_at(server: LiveServer, **wanted: Any) -> tuple[str, str]:
    """Open a new table; return its path and the cookie of the person who opened it."""
    body = {"game": "magnate", "seats": [{"kind": "person", "name": "Anna"}] * 2, **wanted}
    asked = urllib.request.Request(f"{server.address}/api/tables", json.dumps(body).encode())
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
        return json.load(answer)["url"], cookie


class DeafSocket:
    """A WebSocket that sends much and reads nothing after the handshake."""

    def __init__(self, server: LiveServer, path: str, cookie: str) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        port = int(server.address.rpartition(":")[2])
        self.socket.connect(("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        assert b" 101 " in self.socket.recv(1000)

    def say(self, **message: Any) -> None:
        text = json.dumps(message).encode()
        assert len(text) < 126
        self.socket.sendall(struct.pack("!BB4x", 0x81, 0x80 | len(text)) + text)


@pytest.fixture
def deaf(real: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[DeafSocket]:
    """Return one that has asked for more than its system accepts, so the server cannot write on."""
    for take in ("take", "take_from"):
        monkeypatch.setattr(Limits, take, lambda *_: True)
    path, cookie = new_table_at(real)
    client = DeafSocket(real, path, cookie)
    until(lambda: real.tracker.connections == 1)

    def stuck() -> bool:
        for _ in range(20):
            client.say(type="catch_up", seq=10**6)  # a whole table is the answer
        return bool(real.tracker._paused)

    until(stuck)
    yield client
    client.socket.close()


# ------------------------------------------------------------------- clients that do not read


def test_an_outbox_is_bounded_in_bytes():
    async def send_much() -> None:
        connection = Connection(Screen((), "en"))
        for _ in range(9):
            connection.send([{"type": "record", "lines": "x" * 100_000}])
        assert await connection.outbox.get() is not None
        connection.send([{"type": "record", "lines": "x" * 100_000}] * 3)
        assert await connection.outbox.get() is None  # it was disconnected
        connection.send([{"type": "pong"}])
        assert await connection.outbox.get() is None

    run_in_thread(send_much())


def test_one_message_may_be_of_any_length():
    async def send_much() -> None:
        connection = Connection(Screen((), "en"))
        connection.send([{"type": "record", "lines": "x" * 2 * outbox.OUTBOX_BYTES}])
        text = await connection.outbox.get()
        assert text is not None
        assert len(text) > 2 * outbox.OUTBOX_BYTES

    run_in_thread(send_much())


def test_who_does_not_read_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, real: LiveServer
):
    monkeypatch.setattr(outbox, "SEND_TIMEOUT", 0.5)
    request.getfixturevalue("deaf")
    until(lambda: real.tracker.connections == 0)


def test_who_is_let_go_and_does_not_read_is_cut_off_at_once(
    monkeypatch: pytest.MonkeyPatch, deaf: DeafSocket, real: LiveServer
):
    monkeypatch.setattr(outbox, "END_TIMEOUT", 0.1)
    for number in range(2 * outbox.OUTBOX):  # each is answered, and no answer is read
        deaf.say(type="explain", id=str(number), action=0)
    until(lambda: real.tracker.connections == 0)


def test_a_connection_that_takes_nothing_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, deaf: DeafSocket, real: LiveServer
):
    monkeypatch.setattr(connections, "WRITE_TIMEOUT", 0.3)
    until(lambda: real.tracker.connections == 0)
    assert real.tracker.aborted["write"] == 1


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has the limit")
def test_who_takes_nothing_is_cut_off_though_the_system_takes_it_for_them(
    monkeypatch: pytest.MonkeyPatch, real: LiveServer
):
    """Within the limits of a guest it would take hours until the system takes no more."""
    monkeypatch.setattr(connections, "WRITE_TIMEOUT", 0.3)
    monkeypatch.setattr(ConnectionTracker, "writing_paused", lambda *_: pytest.fail("paused"))
    client = DeafSocket(real, *new_table_at(real))
    until(lambda: real.tracker.connections == 1)
    for _ in range(3):
        client.say(type="catch_up", seq=10**6)
    until(lambda: real.tracker.connections == 0)
    assert real.tracker.aborted["write"] == 1
    client.socket.close()


def test_what_costs_much_counts_for_more(
    monkeypatch: pytest.MonkeyPatch, opened: Callable[..., TestClient], sit: Any, table_at: Make
):
    monkeypatch.setattr("ducato.server.app.Limits", lambda: Limits(lambda: 0.0))  # no new tokens
    client = opened(limits=None)
    anna = sit(client, table_at(client))
    most = int(MESSAGES_OF_SOCKET.burst - 1) // COSTS[Export]  # one was the contribution to chance
    for number in range(most + 2):
        anna.say(type="export", id=str(number))
    kinds = [anna.hear("record", "rejected")["type"] for _ in range(most + 2)]
    assert sorted(kinds) == ["record"] * most + ["rejected"] * 2


# -------------------------------------------------------------- clients that send no request


def half_request(address: str) -> socket.socket:
    host, _, port = address.rpartition("/")[2].partition(":")
    half = socket.create_connection((host, int(port)), timeout=PATIENCE)
    half.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    return half


def test_the_head_of_a_request_has_a_deadline(monkeypatch: pytest.MonkeyPatch, real: LiveServer):
    with half_request(real.address):
        until(lambda: real.tracker.connections == 1)
        monkeypatch.setattr(connections, "HEAD_TIMEOUT", 0.1)
        until(lambda: real.tracker.connections == 0)
    assert real.tracker.aborted["head"] == 1


def test_the_head_of_a_later_request_has_one_too(monkeypatch: pytest.MonkeyPatch, real: LiveServer):
    with half_request(real.address) as half:
        half.sendall(b"\r\n")
        answer = b""
        while b"</html>" not in answer:
            answer += half.recv(10_000)
        half.sendall(b"GET / HTTP/1.1\r\n")
        until(lambda: len(real.tracker._waiting) == 1)
        monkeypatch.setattr(connections, "HEAD_TIMEOUT", 0.1)
        until(lambda: real.tracker.connections == 0)
    assert real.tracker.aborted["head"] == 1


def test_of_too_many_that_ask_nothing_the_oldest_go(url: str, caplog: pytest.LogCaptureFixture):
    server = LiveServer(url, ConnectionTracker(most=4 * connections.MIN_CONNECTIONS))
    halves = []
    try:
        halves += [half_request(server.address) for _ in range(3 * connections.MIN_CONNECTIONS)]
        until(lambda: server.tracker.aborted["descriptors"] == 2 * connections.MIN_CONNECTIONS)
        with urllib.request.urlopen(f"{server.address}/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert len(server.tracker._waiting) <= connections.MIN_CONNECTIONS
        told = [line for line in caplog.records if "descriptors" in line.message]
        assert len(told) == 1
    finally:
        for half in halves:
            half.close()
        server.stop()


PROGRAM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))
from pathlib import Path
from ducato.server import serve
serve(port=0, data=Path(sys.argv[1]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_half_requests_do_not_shut_others_out(tmp_path: Path):
    import resource

    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 1500:
        pytest.skip("this process may not open so many connections itself")
    server = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path), "PATH": ""},
    )
    halves = []
    try:
        address = address_of(server)
        halves += [half_request(address) for _ in range(1100)]
        for _ in range(3):
            with urllib.request.urlopen(f"{address}/health", timeout=PATIENCE) as answer:
                assert answer.status == 200
    finally:
        for half in halves:
            half.close()
        server.terminate()
        _, errors = server.communicate(timeout=PATIENCE)
    assert errors.count("descriptors") == 1, errors


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_the_limit_of_descriptors_is_raised():
    program = (
        "import resource; _, hard = resource.getrlimit(resource.RLIMIT_NOFILE);"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard));"
        "from ducato.server.kit.process.connections import raise_descriptor_limit;"
        "print(raise_descriptor_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    said = subprocess.check_output([sys.executable, "-c", program], text=True)
    raised, soft, _ = map(int, said.split())
    assert raised > 200 or soft < 0
    assert soft == raised or soft < 0
    assert most_connections(200) < 200


class Line:
    """A transport, with as much of its interface as the tracker uses."""

    def __init__(self, host: str) -> None:
        self.host, self.open = host, True

    def get_extra_info(self, name: str) -> Any:
        return (self.host, 50_000) if name == "peername" else None

    def abort(self) -> None:
        self.open = False


def entered(gate: ConnectionTracker, host: str, number: int, ask: bool = False) -> list[Line]:
    lines = [Line(host) for _ in range(number)]
    for line in lines:
        transport: Any = line
        gate.add(transport)
        if ask:
            gate.request_received(transport)
    return lines


@pytest.mark.parametrize("ask", [False, True])
def test_an_address_has_so_many_connections_and_no_more(ask: bool):
    async def come() -> None:
        gate = ConnectionTracker(proxies={"198.51.100.9"})
        limit = CONNECTIONS_OF_ADDRESS if ask else WAITING_CONNECTIONS_OF_ADDRESS
        most = limit.number
        lines = entered(gate, "203.0.113.7", most + 3, ask)
        others = entered(gate, "203.0.113.8", 1, ask)
        proxied = entered(gate, "198.51.100.9", most + 3, ask)
        local = entered(gate, "127.0.0.1", most + 3, ask)
        refused = lines[-3:] if ask else lines[:3]  # of those that send no request the oldest
        assert [line for line in lines if not line.open] == refused
        assert all(line.open for line in (*others, *proxied, *local))
        for line in (*lines, *others, *proxied, *local):
            transport: Any = line
            gate.remove(transport)
        assert gate.connections == 0
        assert not gate._limits._held

    run_in_thread(come())


@pytest.mark.parametrize("ask", [False, True])
def test_the_operator_sets_how_many_connections_an_address_has(ask: bool):
    limit = CONNECTIONS_OF_ADDRESS if ask else WAITING_CONNECTIONS_OF_ADDRESS

    async def come() -> None:
        gate = ConnectionTracker(limits=Limits(changes=changed_limits([f"{limit.name}=2"])))
        lines = entered(gate, "203.0.113.7", 3, ask)
        assert sum(line.open for line in lines) == 2

    run_in_thread(come())


@pytest.mark.parametrize("ask", [False, True])
def test_a_network_has_so_many_connections_and_no_more(ask: bool):
    limit = CONNECTIONS_OF_ADDRESS if ask else WAITING_CONNECTIONS_OF_ADDRESS

    async def come() -> None:
        gate = ConnectionTracker(limits=Limits(changes=changed_limits([f"{limit.name}=2"])))
        addresses = [f"2001:db8:1:{part:x}::1" for part in range(NETWORK + 1)]
        lines = [line for one in addresses for line in entered(gate, one, 2, ask)]
        assert sum(line.open for line in lines) == 2 * NETWORK
        assert all(line.open for line in entered(gate, "2001:db8:2::1", 2, ask))

    run_in_thread(come())


def test_it_is_said_once_that_descriptors_are_short(caplog: pytest.LogCaptureFixture):
    async def come() -> None:
        gate = ConnectionTracker(most=connections.MIN_CONNECTIONS)
        entered(gate, "127.0.0.1", connections.MIN_CONNECTIONS, ask=True)
        lines = entered(gate, "127.0.0.1", 5)
        assert not any(line.open for line in lines)

    with caplog.at_level(logging.ERROR):
        run_in_thread(come())
    assert [line.levelname for line in caplog.records] == ["ERROR"]


def test_long_messages_are_packed_for_those_who_ask(
    client: TestClient, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(table_socket, "PACKED_FROM", 1000)
    address = table_at(client)
    with client.websocket_connect(f"{address}/socket?packed=1") as session:
        packed = session.receive_bytes()
        whole = zlib.decompress(packed)
        assert json.loads(whole)["type"] == "welcome"
        assert len(whole) > 3 * len(packed)
        session.send_json({"type": "ping"})
        while session.receive_json()["type"] != "pong":  # as text
            pass
    with client.websocket_connect(f"{address}/socket") as session:
        assert session.receive_json()["type"] == "welcome"


# --------------------------------------------------------------- clients that come too often


def closed(client: TestClient, address: str) -> tuple[int, str]:
    """Return the code and the reason with which a socket is refused."""
    with client.websocket_connect(f"{address}/socket") as session:
        with pytest.raises(WebSocketDisconnect) as gone:
            session.receive_json()
        return gone.value.code, gone.value.reason


def test_a_person_has_so_many_sockets_and_no_more(
    client: TestClient, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    few = ConcurrencyLimit(2, "sockets of a person")
    monkeypatch.setattr(table_socket, "SOCKETS_AT_ONCE_OF_PERSON", few)
    address = table_at(client)
    first, second = sit(client, address), sit(client, address)
    assert closed(client, address) == (
        table_socket.TOO_MANY,
        "too many sockets of this person are open",
    )
    second.act()  # the existing ones are not disturbed
    first.leave()
    until(lambda: closed_or_welcome(client, address) == "welcome")


def closed_or_welcome(client: TestClient, address: str) -> str:
    with client.websocket_connect(f"{address}/socket") as session:
        try:
            kind: str = session.receive_json()["type"]
        except WebSocketDisconnect as gone:
            return str(gone.code)
        return kind


def test_an_address_has_so_many_sockets_and_no_more(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_socket, "SOCKETS_AT_ONCE_OF_ADDRESS", ConcurrencyLimit(2, "few"))
    with TestClient(create_app(Database(url)), client=("203.0.113.7", 1)) as client:
        address = new_table(client)
        sessions = [client.websocket_connect(f"{address}/socket") for _ in range(2)]
        with sessions[0] as one, sessions[1] as other:
            assert one.receive_json()["type"] == other.receive_json()["type"] == "welcome"
            nobody = TestClient(client.app, client=("203.0.113.7", 2))
            nobody.portal = client.portal
            code, reason = closed(nobody, address)
            assert (code, "address" in reason) == (table_socket.TOO_MANY, True)
            stranger = TestClient(client.app, client=("203.0.113.8", 1))
            stranger.portal = client.portal
            assert closed_or_welcome(stranger, address) == "welcome"


def test_a_browser_that_is_sent_away_waits(
    screen: Page, open_table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
):
    address = open_table(ANNA, RANDOM)
    tries: list[Any] = []
    screen.on("websocket", lambda opened: tries.append(opened))  # noqa: PLW0108 (playwright marks it)
    full = ConcurrencyLimit(0, "sockets of a person")
    monkeypatch.setattr(table_socket, "SOCKETS_AT_ONCE_OF_PERSON", full)
    screen.clock.install()
    screen.goto(f"{address}?lang=it")
    line = screen.locator("#connection[data-state=full]")
    line.wait_for()
    assert "troppi tavoli" in line.inner_text()
    assert len(tries) == 1
    screen.evaluate("dispatchEvent(new Event('online'))")  # nothing shortens the wait
    screen.clock.run_for(29_000)
    assert len(tries) == 1
    assert line.is_visible()
    monkeypatch.setattr(
        table_socket, "SOCKETS_AT_ONCE_OF_PERSON", ConcurrencyLimit(50, "sockets of a person")
    )
    for _ in range(20):  # no further than to the next try, or the page gives that up as well
        if len(tries) == 1:
            screen.clock.run_for(1_000)
    screen.locator("#connection[data-state=open]").wait_for(state="attached")
    assert len(tries) == 2


def test_a_browser_that_is_refused_comes_back_ever_later(
    screen: Page, open_table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
):
    """A socket that opens only to be rejected is a failure: each wait is twice the last."""
    address = open_table(ANNA, RANDOM)
    tries: list[Any] = []
    screen.on("websocket", lambda opened: tries.append(opened))  # noqa: PLW0108 (playwright marks it)

    async def reject(*_: object) -> None:
        raise BrokenGame("magnate", "x")

    monkeypatch.setattr("ducato.server.live.registry.TableRegistry.connect", reject)
    screen.clock.install()
    screen.goto(address)
    for _ in range(20):  # each second, time for the socket to be opened and closed
        screen.clock.run_for(1_000)
        screen.locator("#connection[data-state=lost]").wait_for(state="attached")
    assert 3 <= len(tries) <= 7
