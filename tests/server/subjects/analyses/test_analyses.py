"""Analyses of finished games: computed in the background, once, and shown to every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.support.conditions import until
from tests.support.live_server import played

from ducato.bots import Thinking
from ducato.core.match import Match
from ducato.server import app as application
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.analyses import live, service
from ducato.server.subjects.analyses.storage import Analyses
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat

PATIENCE = 120
"""Seconds for an analysis, which may have to wait for the compiler."""


@pytest.fixture(scope="module")
def over() -> Match:
    return played("magnate", 2, 1)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.GameAnalyses, "interval", 0.05)
    monkeypatch.setattr(service, "RENEWAL", 0.05)
    monkeypatch.setattr(live, "GLANCE", 0.05)


def finished(url: str, match: Match) -> str:
    """Store a finished game of a person against a bot, and return the address of its table."""
    database = Database(url)
    person, _ = People(database).welcome("Anna").result()
    seats = [TableSeat(0, "Anna", person=person.id), TableSeat(1, "Bruno", bot="greedy")]
    table = Tables(database).create(match, [seat.to_row() for seat in seats]).result()
    database.close()
    return f"/table/{table}"


def analysis(player: Any, **asked: Any) -> Iterator[dict[str, Any]]:
    """Ask for the analysis; yield what is said of it until it ends."""
    player.say(type="chart", id="c", **asked)
    chart = player.hear("chart", "rejected")
    assert chart["type"] == "chart"
    while True:
        message = player.hear("analysis", "rejected")
        assert message["type"] == "analysis", message
        yield message
        if message["state"] not in ("waiting", "running"):
            return


@pytest.mark.compiled
def test_everybody_sees_the_one_analysis(
    opened: Callable[..., TestClient],
    sit: Callable[..., Any],
    url: str,
    over: Match,
    monkeypatch: pytest.MonkeyPatch,
):
    begun: list[int] = []
    before = service.analysing

    def counted(match: Match, *about: Any, **named: Any) -> Thinking[Any]:
        begun.append(match.seq)
        return before(match, *about, **named)

    monkeypatch.setattr(service, "analysing", counted)
    client, address = opened(analysis_seconds=0.4), finished(url, over)
    *_, found = analysis(sit(client, address))
    assert found["state"] == "done"
    assert {one["seat"] for one in found["decisions"] if one["judged"]} == {0}
    spectator = sit(client, address)
    (again,) = analysis(spectator)
    assert again == found
    seq = next(one["seq"] for one in found["decisions"] if one["judged"])
    spectator.say(type="decision", id="d", seq=seq)
    assert spectator.hear("decision", "rejected")["seq"] == seq
    assert begun == [over.seq]
    other = opened(analysis_seconds=0.4)  # from the store
    (kept,) = analysis(sit(other, address))
    assert kept["decisions"] == found["decisions"]
    assert begun == [over.seq]


@pytest.mark.compiled
def test_a_server_without_analyses_says_so(
    opened: Callable[..., TestClient], sit: Callable[..., Any], url: str, over: Match
):
    client, address = opened(), finished(url, over)
    (message,) = analysis(sit(client, address))
    assert message["state"] == "off"


@pytest.mark.compiled
def test_a_screen_may_compute_what_nobody_has_asked_for(
    opened: Callable[..., TestClient], sit: Callable[..., Any], url: str, over: Match
):
    client, address = opened(analysis_seconds=0.2), finished(url, over)
    player = sit(client, address)
    (message,) = analysis(player, here=True)
    assert message["state"] == "here"
    database, table = client.app.state.services.database, address.rpartition("/")[2]
    assert Analyses(database).find(table) is None
    *_, found = analysis(sit(client, address))
    assert found["state"] == "done"
    assert [*analysis(player, here=True)] == [found]


@pytest.mark.compiled
def test_the_end_of_a_game_begins_its_analysis(
    opened: Callable[..., TestClient], sit: Callable[..., Any], table_at: Callable[..., str]
):
    client = opened(analysis_seconds=0.2)
    address = table_at(client)
    player = sit(client, address)
    player.say(type="resign", id="r")
    player.hear("accepted")
    database, table = client.app.state.services.database, address.rpartition("/")[2]
    assert Analyses(database).find(table) is not None
    until(lambda: Analyses(database).find(table).state == "done")
    (found,) = analysis(player)
    assert found["decisions"][-1]["taken"] < 0


@pytest.mark.compiled
def test_a_failure_is_logged_once_and_told(
    opened: Callable[..., TestClient],
    sit: Callable[..., Any],
    url: str,
    over: Match,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    def failing(*_: Any, **__: Any) -> Thinking[Any]:
        yield
        raise ZeroDivisionError

    monkeypatch.setattr(service, "analysing", failing)
    client, address = opened(analysis_seconds=0.2), finished(url, over)
    for _ in range(2):
        *_, message = analysis(sit(client, address))
        assert message["state"] == "failed"
    assert caplog.text.count("cannot be analysed") == 1


@pytest.mark.compiled
def test_a_server_that_stops_gives_its_claim_up(
    opened: Callable[..., TestClient],
    sit: Callable[..., Any],
    url: str,
    over: Match,
    monkeypatch: pytest.MonkeyPatch,
):
    def endless(*_: Any, progress: Any, **__: Any) -> Thinking[Any]:
        progress.total = 9
        while True:
            progress.done = 3
            yield

    monkeypatch.setattr(service, "analysing", endless)
    address = finished(url, over)
    table = address.rpartition("/")[2]
    with TestClient(application.create_app(Database(url), analysis_seconds=0.2)) as client:
        player = sit(client, address)
        for message in analysis(player):
            if message["done"] == 3:
                break
        assert message == {
            "type": "analysis", "id": "c", "state": "running", "done": 3, "total": 9,
        }  # fmt: skip
        player.leave()
    database = Database(url)
    found = Analyses(database).find(table)
    database.close()
    assert found is not None
    assert found.state == "waiting"
