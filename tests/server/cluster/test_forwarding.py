"""Requests that are passed on to the process that has their table open."""

from __future__ import annotations

import asyncio
from socket import socket
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from tests.support.live_server import run_in_thread
from websockets.asyncio.server import ServerConnection, serve

from ducato.server.cluster.forwarding import FORWARDED, Forwarding


class Others:
    """A process, 7, that knows one other, 8, which has no table open."""

    process = 7

    def __init__(self) -> None:
        self.asked: list[str] = []

    def lives(self, process: int) -> bool:
        return process in (7, 8)

    async def find(self, table_id: str) -> str | None:
        self.asked.append(table_id)
        return None


@pytest.mark.parametrize("value", [None, "1", "", "x", "9" * 5000, "-8"])
def test_nobody_outside_decides_where_a_request_is_handled(value: str | None):
    others = Others()
    client = TestClient(Forwarding(PlainTextResponse("here"), others))
    headers = {} if value is None else {FORWARDED: value}
    assert client.post("/api/tables/abc/join", headers=headers).text == "here"
    assert others.asked == ["abc"]


def test_what_another_process_passed_on_stays_here():
    others = Others()
    client = TestClient(Forwarding(PlainTextResponse("here"), others))
    assert client.post("/api/tables/abc/join", headers={FORWARDED: "8"}).text == "here"
    assert others.asked == []


class Elsewhere(Others):
    """The same process, when another one at an address has every table open."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    async def find(self, table_id: str) -> str | None:
        return self._address


async def here(scope: Scope, receive: Receive, send: Send) -> None:
    """Accept a socket in this process."""
    await receive()
    await send({"type": "websocket.close", "code": HERE})


HERE, CODE = 4999, 4404


def socket_scope(*headers: tuple[str, str]) -> dict[str, Any]:
    """Return the scope of a socket at a table."""
    return {
        "type": "websocket",
        "scheme": "wss",
        "path": "/table/abc/socket",
        "query_string": b"lang=it",
        "client": ("203.0.113.7", 1),
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }


async def events_of(app: Forwarding, scope: dict[str, Any], *said: dict[str, Any]) -> list[Any]:
    """Return the events that a client gets which says this."""
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    for event in ({"type": "websocket.connect"}, *said):
        incoming.put_nowait(event)
    events: list[Any] = []

    async def send(event: Any) -> None:
        events.append(event)

    await app(scope, incoming.get, send)
    return events


def test_a_socket_is_served_by_the_process_that_has_the_table():
    seen: list[Any] = []

    async def other(line: ServerConnection) -> None:
        assert line.request is not None
        seen.append((line.request.path, line.request.headers))
        await line.send(f"heard {await line.recv()}")
        await line.send(b"packed")
        await line.close(CODE, "no such table")

    async def work() -> list[Any]:
        async with serve(other, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            app = Forwarding(here, Elsewhere(f"127.0.0.1:{port}"))
            scope = socket_scope(
                ("host", "play.example.org"),
                ("cookie", "session=secret"),
                ("origin", "https://play.example.org"),
                ("x-forwarded-for", "198.51.100.1"),
                ("sec-websocket-key", "x"),
            )
            return await events_of(app, scope, {"type": "websocket.receive", "text": "a move"})

    events = run_in_thread(work())
    assert [event["type"] for event in events] == [
        "websocket.accept",
        "websocket.send",
        "websocket.send",
        "websocket.close",
    ]
    assert (events[1]["text"], events[2]["bytes"]) == ("heard a move", b"packed")
    assert (events[3]["code"], events[3]["reason"]) == (CODE, "no such table")
    ((path, headers),) = seen
    assert path == "/table/abc/socket?lang=it"
    assert headers["host"] == "play.example.org"
    assert headers["cookie"] == "session=secret"
    assert headers["origin"] == "https://play.example.org"
    assert headers.get_all("x-forwarded-for") == ["203.0.113.7"]
    assert headers["x-forwarded-proto"] == "https"
    assert headers[FORWARDED] == "7"


def test_who_leaves_leaves_the_other_process_too():
    gone: list[int | None] = []

    async def other(line: ServerConnection) -> None:
        await line.wait_closed()
        gone.append(line.close_code)

    async def work() -> None:
        async with serve(other, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            app = Forwarding(here, Elsewhere(f"127.0.0.1:{port}"))
            events = await events_of(app, socket_scope(), {"type": "websocket.disconnect"})
            assert [event["type"] for event in events] == ["websocket.accept"]

    run_in_thread(work())
    assert gone == [1000]


def test_a_socket_is_served_here_if_the_other_process_is_not_reached():
    async def work() -> list[Any]:
        with socket() as free:
            free.bind(("127.0.0.1", 0))  # and nobody listens
            app = Forwarding(here, Elsewhere(f"127.0.0.1:{free.getsockname()[1]}"))
            return await events_of(app, socket_scope())

    assert [event["code"] for event in run_in_thread(work())] == [HERE]


def test_a_socket_that_was_passed_on_stays_here():
    app = Forwarding(here, Elsewhere("127.0.0.1:1"))
    events = run_in_thread(events_of(app, socket_scope((FORWARDED, "8"))))
    assert [event["code"] for event in events] == [HERE]
