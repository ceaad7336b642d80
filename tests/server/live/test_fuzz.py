"""Input that no client should send: a short run of `benchmarks/fuzz.py`, and its old findings."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from benchmarks import fuzz
from benchmarks.fuzzing import messages
from benchmarks.fuzzing.findings import Findings
from benchmarks.fuzzing.wire import Closed, Line, Reply, Socket
from starlette.testclient import TestClient
from tests.support.live_server import LiveServer
from tests.support.postgres import PostgresServer

from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.rate_limits import Limits
from ducato.server.kit.process import logging as json_lines
from ducato.server.listening import listen
from ducato.table.protocol import Malformed, read

pytestmark = pytest.mark.own_server


class Alarms(logging.Handler):
    """A log handler that collects errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.complaints: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.complaints.append(self.format(record))

    def __call__(self) -> str:
        found, self.complaints = self.complaints, []
        return "\n".join(found)


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread of its own: browser tests leave an event loop running here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture
def alarms(server: LiveServer) -> Iterator[Alarms]:
    found = Alarms()
    loggers = [logging.getLogger(name) for name in ("ducato", "uvicorn.error", "asyncio")]
    json_lines.configure_logging("text")
    for logger in loggers:
        logger.addHandler(found)
    yield found
    for logger in loggers:
        logger.removeHandler(found)


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "take", lambda *_: True)
    monkeypatch.setattr(Limits, "take_from", lambda *_: True)


@pytest.fixture
def port(server: LiveServer) -> int:
    return int(server.address.rpartition(":")[2])


def test_every_type_of_message_is_sent():
    """Every type of message has a weight; a new one must be given one."""
    assert messages.types() == messages.WEIGHTS.keys()


@pytest.mark.slow
@pytest.mark.usefixtures("unlimited")
def test_nothing_that_is_sent_does_harm(
    server: LiveServer, port: int, alarms: Alarms, tmp_path: Path
):
    findings = Findings(alarms)
    app = create_app(Database(f"sqlite:///{tmp_path / 'routes.sqlite3'}"))
    run(fuzz.run(port, server.url, app, findings, 200, 350, 1, 120, each=60, at_once=3))
    assert findings.found == []
    assert findings.total("HTTP") == 200
    assert findings.total("sockets") + findings.total("frames") >= 350
    answers = {answer for _, answer in findings.counts["sockets"]}
    assert {"rejected", "rejected, not understood", "pong"} <= answers


@pytest.mark.slow
def test_nothing_that_is_sent_does_harm_where_it_is_too_much(
    server: LiveServer, port: int, alarms: Alarms, tmp_path: Path
):
    findings = Findings(alarms)
    app = create_app(Database(f"sqlite:///{tmp_path / 'routes.sqlite3'}"))
    run(
        fuzz.run(
            port, server.url, app, findings, 50, 300, 2, 120, each=300, at_once=1, limited=True
        )
    )
    assert findings.found == []


@pytest.mark.slow
@pytest.mark.usefixtures("unlimited")
def test_the_description_of_the_interface_is_true(server: LiveServer, alarms: Alarms):
    pytest.importorskip("schemathesis")
    findings = Findings(alarms)
    fuzz.by_schemathesis(server.address, findings, 100, 1, time.monotonic() + 120)
    assert findings.found == []
    assert findings.total("schemathesis") > 50


# Earlier findings of the fuzzer.


def test_postgresql_is_asked_for_no_nul(postgres: PostgresServer):
    """PostgreSQL rejects such a text, whereas SQLite finds no rows."""
    with TestClient(
        create_app(Database(postgres.new_url())), raise_server_exceptions=False
    ) as client:
        for path in ("/table/%00/record", "/table/a%00b/qr.svg", "/api/people/a%00b"):
            assert client.get(path).status_code == 404
        assert client.post("/api/tables/a%00b/rematch", json={}).status_code == 403


def test_an_id_without_nul_is_asked_for():
    with pytest.raises(Malformed) as wrong:
        read(r'{"type": "act", "id": "a\u0000", "seq": 1, "action": 1}')
    assert "id" in wrong.value.detail


def test_small_packets_are_sent_at_once():
    """Otherwise each answer in two parts waited 40 ms for the other side's acknowledgement."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            made = writer.get_extra_info("socket")
            found.set_result(made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listening = listen("127.0.0.1", 0)
        server = await asyncio.start_server(accept, sock=listening)
        _, writer = await asyncio.open_connection(*listening.getsockname())
        nodelay = await found
        writer.close()
        server.close()
        return nodelay

    assert run(accepted()) != 0


def test_a_request_that_breaks_off_is_no_error(port: int, alarms: Alarms):
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{")
    answer = run(asked(port, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
    assert answer is not None
    assert answer.status == 200
    assert alarms() == ""


async def asked(port: int, request: bytes) -> Reply | None:
    line = Line(port)
    answer = await line.ask(request)
    line.close()
    return answer


def test_letters_that_are_none_fill_no_log(port: int, alarms: Alarms):
    async def send() -> int | None:
        line = await Socket.open(port, "/table/none/socket")
        line.send(b'{"type": "\xc0\x80"}')
        try:
            while True:
                await line.hear()
        except Closed as end:
            return end.code
        finally:
            line.close()

    assert run(send()) in (1007, 4404)
    assert alarms() == ""


def test_who_is_refused_does_not_become_a_guest(client: TestClient, url: str, table_at):
    full = table_at(client)
    client.cookies.clear()
    database = Database(url)
    with database.reading() as connection:
        before = connection.exec_driver_sql("SELECT count(*) FROM persons").scalar()
    for path, wanted, status in (
        ("/api/lessons", {"game": "chess", "name": "Bruno"}, 422),
        (f"/api{full.replace('table', 'tables')}/join", {"name": "Bruno"}, 409),
    ):
        assert client.post(path, json=wanted).status_code == status
    with database.reading() as connection:
        after = connection.exec_driver_sql("SELECT count(*) FROM persons").scalar()
    database.close()
    assert (before, after) == (1, 1)


def test_another_method_is_refused_in_words(client: TestClient):
    answer = client.put("/api/me?lang=it")
    assert answer.status_code == 405
    assert answer.json() == {"error": "Questa pagina non lo permette", "choices": [], "field": None}
    assert answer.headers["allow"]
    assert "Questa pagina non lo permette" in client.post("/?lang=it").text


def test_a_long_name_of_a_module_is_none(client: TestClient):
    for name in ("x" * 300, "é" * 201):
        assert client.get(f"/static/js/pages/{name}.js").status_code == 404


def test_a_fault_of_ours_is_said_as_safely_as_all_else(url: str, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr("ducato.server.subjects.games.assets._texts", broken)
    with TestClient(create_app(Database(url)), raise_server_exceptions=False) as client:
        answer = client.get("/strings/en.json?lang=es")
    assert answer.status_code == 500
    assert "ha fallado" in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_question_that_is_too_much_is_answered_by_its_id(client: TestClient, sit, table_at):
    anna = sit(client, table_at(client))
    for number in range(100):
        anna.say(type="explain", id=f"why {number}")
    assert {anna.hear("explanation", "rejected")["id"] for _ in range(100)} == {
        f"why {number}" for number in range(100)
    }
