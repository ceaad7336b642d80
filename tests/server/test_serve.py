from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.live_server import run_in_thread
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ducato.cli import app
from ducato.core.errors import DucatoError
from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.process.connections import ConnectionTracker
from ducato.server.listening import CannotListen, listen
from ducato.server.serve import Server, configured, serve

PROGRAM = """
import sys
from pathlib import Path
from ducato.server import serve
serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), log=sys.argv[3])
"""


def test_a_busy_port_is_passed_over():
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listen("127.0.0.1", port) as second:
            assert port < second.getsockname()[1] < port + 20


def test_a_busy_port_is_an_error_with_a_public_url(tmp_path: Path):
    """A proxy would not find the server at another port."""
    with listen("127.0.0.1", 0) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(CannotListen, match=rf"port {port}: it is busy"):
            serve(port=port, data=tmp_path, public_url="https://play.example.org")


def test_an_address_that_is_not_ours_is_told():
    with pytest.raises(CannotListen, match=r"cannot listen at 192\.0\.2\.1, port 8000"):
        listen("192.0.2.1", 8000)


def started(port: int, folder: Path, log: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(port), str(folder), log],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path), "PATH": ""},
    )


def address_of(server: subprocess.Popen[str]) -> str:
    """Return the address that a server prints at its start."""
    assert server.stdout is not None
    return next(word for word in server.stdout.readline().split() if word.startswith("http://"))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT for another process")
def test_it_says_where_it_is_and_stops_without_a_word(tmp_path: Path):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        server = started(port, tmp_path, "text")
        try:
            address = address_of(server)
            with urllib.request.urlopen(address, timeout=10) as page:
                assert page.status == 200
            server.send_signal(signal.SIGINT)
            _, errors = server.communicate(timeout=10)
        finally:
            server.kill()
        assert server.returncode == 0
        assert (
            errors.strip() == f"ducato: port {port} is busy, so it is {address.rpartition(':')[2]}"
        )


def listen_on(there: ClientConnection) -> None:
    while True:
        there.recv(timeout=20)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGTERM for another process")
def test_it_stops_in_order_when_it_is_told_to(tmp_path: Path):
    """As systemd and containers request it, while a player is at a table."""
    server = started(0, tmp_path, "json")
    try:
        address = address_of(server)
        body = {"game": "magnate", "seats": [{"kind": "open"}, {"kind": "open"}]}
        asked = urllib.request.Request(f"{address}/api/tables", json.dumps(body).encode())
        with urllib.request.urlopen(asked, timeout=20) as answer:
            table = json.load(answer)["url"]
        with connect(f"ws{address.removeprefix('http')}{table}/socket", proxy=None) as socket_there:
            assert json.loads(socket_there.recv(timeout=20))["type"] == "welcome"
            server.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                listen_on(socket_there)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012  # 1012: the client may reconnect
        _, errors = server.communicate(timeout=20)
    finally:
        server.kill()
    assert server.returncode in (0, -signal.SIGTERM)
    told = [json.loads(line)["message"] for line in errors.splitlines()]
    assert told == ["started", "stopping", "stopped"]


def test_the_browser_is_opened_when_the_server_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    opened: list[bool] = []
    tracker = ConnectionTracker()
    config = configured(create_app(Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}")), tracker)
    server = Server(config, tracker, "http://here/?game=one", True)

    def open_page(page: str) -> bool:
        assert page == "http://here/?game=one"
        opened.append(server.started)
        server.should_exit = True
        return True

    monkeypatch.setattr("webbrowser.open", open_page)
    with listen("127.0.0.1", 0) as listening:
        run_in_thread(server.serve([listening]))
    assert opened == [True]


def test_without_a_browser_it_says_which_page_would_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    tracker = ConnectionTracker()
    config = configured(create_app(Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}")), tracker)
    server = Server(config, tracker, "http://here/?game=one", False)
    server.should_exit = True
    with listen("127.0.0.1", 0) as listening:
        run_in_thread(server.serve([listening]))
    assert capsys.readouterr().out == "ducato is at http://here/?game=one - Ctrl-C ends it\n"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    """Return a server in a process of its own, its address, and its folder."""
    folder = tmp_path / "data"
    server = started(0, folder, "text")
    yield server, address_of(server), folder
    server.kill()
    server.communicate()


Running = tuple[subprocess.Popen[str], str, Path]


@pytest.mark.slow
def test_a_folder_is_served_by_one_server(running: Running):
    first, address, folder = running
    second = started(0, folder, "text")
    _, errors = second.communicate(timeout=30)
    assert second.returncode != 0
    (told,) = re.findall(r"InUse: (.*)", errors)
    assert told.startswith(f"{folder / 'ducato.sqlite3'} is used by another ducato")
    assert f"(process {first.pid}, at {address})" in told
    first.kill()
    first.wait()
    third = started(0, folder, "text")  # nothing is left over of the killed server
    try:
        assert address_of(third)
    finally:
        third.kill()
        third.communicate()


@pytest.mark.slow
def test_who_plays_a_second_time_is_led_to_the_first(
    running: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    _, address, folder = running
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda page: opened.append(page) or True)
    serve(port=0, data=folder, path="/?game=magnate", open_browser=True)
    assert opened == [f"{address}/?game=magnate"]
    assert f"ducato is at {address}/?game=magnate already" in capsys.readouterr().out


@pytest.mark.slow
def test_a_folder_is_copied_but_not_filled_while_it_is_served(running: Running, tmp_path: Path):
    first, _, folder = running
    made = CliRunner().invoke(app, ["backup", str(tmp_path / "copy"), "--data", str(folder)])
    assert made.exit_code == 0
    restored = CliRunner().invoke(app, ["restore", str(tmp_path / "copy"), "--data", str(folder)])
    assert isinstance(restored.exception, DucatoError)
    assert f"process {first.pid}" in str(restored.exception)


def test_the_port_is_closed_until_the_tables_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    class Opened(Exception):
        pass

    def opening(_: str, **_options: object) -> None:
        with socket.socket() as asking:
            assert asking.connect_ex(("127.0.0.1", port)) != 0
        raise Opened

    monkeypatch.setattr(sys.modules["ducato.server.serve"], "Database", opening)
    with pytest.raises(Opened):
        serve(port=port, data=tmp_path)
