"""Requests that are passed on to the process that has their table open."""

from __future__ import annotations

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from ducato.web.cluster.forwarding import FORWARDED, Forwarding


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
