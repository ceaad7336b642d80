"""Tournaments over HTTP: hosts, entrants, rounds that go on by themselves, and the pages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any

import pytest
from benchmarks.tournament.__main__ import new_host
from benchmarks.tournament.holding import check, hold
from starlette.testclient import TestClient
from tests.server.browser.test_access import axe, findings
from tests.server.player import Player
from tests.support.conditions import until
from tests.support.live_server import DESK, PHONE, LiveServer, run_in_thread

from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http.sessions import PLAIN_COOKIE, session_cookie
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables
from ducato.server.subjects.tournaments import service
from ducato.server.subjects.tournaments.pairing import standings
from ducato.server.subjects.tournaments.routes import reading
from ducato.server.subjects.tournaments.storage import Tournaments
from ducato.table.seats import INVITED, RESIGNED

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]  # a fixture
CUP = {
    "name": "Cup",
    "game": "magnate",
    "format": "swiss",
    "rounds": 2,
    "options": {"reshuffles": 0},
    "time_control": {"kind": "real_time", "minutes": 10},
}


class Server:
    """A server with several browsers."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self.url, self._stack = url, stack
        self._app = create_app(Database(url))
        self._first = stack.enter_context(TestClient(self._app))

    def browser(self) -> TestClient:
        """Return a browser of its own; all use the same event loop."""
        client = TestClient(self._app)
        client.portal = self._first.portal
        client.cookies = CookieJar()  # type: ignore[assignment]
        return client

    def host(self) -> TestClient:
        client = self.browser()
        name, _, value = new_host(self.url).partition("=")
        client.cookies.set(name, value)
        return client

    def guest(self, name: str, tournament: str) -> TestClient:
        """Return the browser of a guest who has entered."""
        client = self.browser()
        answer = client.post(f"/api/tournaments/{tournament}/enter", json={"name": name})
        assert answer.status_code == 200, answer.text
        return client


@pytest.fixture
def server_here(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(service.TournamentRounds, "interval", 0.05)
    with ExitStack() as stack:
        yield Server(url, stack)


def opened(host: TestClient, **changes: Any) -> str:
    answer = host.post("/api/tournaments", json={**CUP, **changes})
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["id"]
    return made


def own(client: TestClient, tournament: str) -> dict[str, Any]:
    answer = client.get(f"/api/tournaments/{tournament}/me")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def has_table(client: TestClient, tournament: str, round_number: int) -> Callable[[], Any]:
    def found() -> Any:
        state = own(client, tournament)
        return state["round"] == round_number and state["table"]

    return found


def test_a_host_needs_an_account(server_here: Server):
    stranger = server_here.browser()
    assert stranger.post("/api/tournaments", json=CUP).status_code == 403
    stranger.post("/api/me", json={"name": "Anna"})
    answer = stranger.post("/api/tournaments", json=CUP)
    assert answer.status_code == 403
    assert "account" in answer.json()["error"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " \u200b"}, "name"),
        ({"name": "see www.example.org"}, "name"),
        ({"game": "none"}, "game"),
        ({"edition": "none"}, "edition"),
        ({"options": {"none": 1}}, "options.none"),
        ({"players": 3}, "players"),
        ({"format": "point_tables", "players": 2}, "players"),
        ({"format": "round_robin", "rounds": 3, "most_entrants": 8}, "rounds"),
        ({"format": "round_robin", "rounds": 1}, "most_entrants"),
        ({"late_round": 3}, "late_round"),
        ({"format": "knock_out", "late_round": 2}, "late_round"),
        ({"starts": 1}, "starts"),
        ({"time_control": {"kind": "untimed"}}, None),
        ({"most_entrants": 3}, None),
        ({"most_entrants": 257}, None),
    ],
)
def test_what_cannot_be_is_rejected(server_here: Server, changes: dict[str, Any], field: str):
    answer = server_here.host().post("/api/tournaments", json={**CUP, **changes})
    assert answer.status_code == 422, answer.text
    assert answer.json()["field"] == field


def test_only_the_host_decides(server_here: Server):
    host = server_here.host()
    tournament = opened(host)
    anna = server_here.guest("Anna", tournament)
    path = f"/api/tournaments/{tournament}"
    for what, body in (
        ("start", {}),
        ("cancel", {}),
        ("end-round", {"round": 1}),
        ("entry", {"open": False}),
        ("remove", {"entrant": 1}),
    ):
        assert anna.post(f"{path}/{what}", json=body).status_code == 403
    assert host.post(f"{path}/start").status_code == 409  # there are too few
    assert host.post(f"{path}/entry", json={"open": False}).json()["host"]
    assert server_here.browser().post(f"{path}/enter", json={"name": "Bea"}).status_code == 409
    assert host.post(f"{path}/remove", json={"entrant": 1}).status_code == 200
    assert own(anna, tournament)["entrant"] is None
    assert host.post(f"{path}/cancel").status_code == 200
    assert host.post(f"{path}/start").status_code == 409
    assert host.get("/api/tournaments").json() == []


def test_who_does_not_exist(server_here: Server):
    client = server_here.browser()
    for path in ("", "/me", "/export"):
        assert client.get(f"/api/tournaments/none{path}").status_code == 404
    assert client.get("/tournaments/none").status_code == 404
    assert client.post("/api/tournaments/none/enter", json={"name": "A"}).status_code == 404
    assert client.get("/api/me").json()["name"] is None


def test_a_swiss_tournament_is_played_to_its_end(server_here: Server):
    host = server_here.host()
    tournament = opened(host)
    names = ["Anna", "Bea", "Carlo", "Anna"]
    people = [server_here.guest(name, tournament) for name in names]
    path = f"/api/tournaments/{tournament}"
    assert host.post(f"{path}/start").status_code == 200
    for number in (1, 2):
        tables = [until(has_table(one, tournament, number)) for one in people]
        assert len(set(tables)) == 2
        for table in set(tables):
            here = [p for p, its in zip(people, tables, strict=True) if its == table]
            players = [Player(one.websocket_connect(f"{table}/socket")) for one in here]
            for player in players:
                player.come()
            for player in players:
                player.begin()
            # The first to move resigns: the other one wins.
            players[0].say(type="resign", id="r")
            assert players[0].hear("accepted", "rejected")["type"] == "accepted"
            for player in players:
                player.leave()
    until(lambda: own(host, tournament)["status"] == "finished")
    export = host.get(f"{path}/export").json()
    check(export, 4, 2)
    state = export["tournament"]
    assert sorted(one["name"] for one in state["entrants"]) == ["Anna", "Anna (2)", "Bea", "Carlo"]
    csv = host.get(f"{path}/export?format=csv")
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert len(csv.text.splitlines()) == 5
    assert host.get(f"{path}/export?format=trf").text.startswith("012 Cup")
    first = host.get(f"{path}?round=1").json()["boards"]
    assert first["number"] == 1
    assert {board["status"] for board in first["boards"]} == {"over"}


def test_nobody_else_sits_down_and_nobody_gets_up(server_here: Server):
    host = server_here.host()
    tournament = opened(host)
    people = [server_here.guest(name, tournament) for name in "ABCD"]
    host.post(f"/api/tournaments/{tournament}/start")
    table = until(has_table(people[0], tournament, 1)).removeprefix("/table/")
    stranger = server_here.browser()
    answer = stranger.post(f"/api/tables/{table}/join", json={"name": "Eve"})
    assert answer.status_code == 409
    answer = people[0].post(f"/api/tables/{table}/leave")
    assert answer.status_code == 409
    assert "tournament" in answer.json()["error"]
    page = stranger.get(f"/table/{table}")
    assert page.status_code == 200  # everybody may watch
    assert f'href="/tournaments/{tournament}"' in page.text
    assert stranger.get("/api/tables").json() == []


def test_who_leaves_a_game_of_two_has_lost_it(server_here: Server):
    host = server_here.host()
    tournament = opened(host, format="knock_out")
    people = [server_here.guest(name, tournament) for name in "ABCD"]
    path = f"/api/tournaments/{tournament}"
    host.post(f"{path}/start")
    tables = [until(has_table(one, tournament, 1)) for one in people]
    gone = people[0]
    left = gone.post(f"{path}/leave").json()
    assert left["left"]
    assert left["table"] is None
    other = next(p for p, t in zip(people[1:], tables[1:], strict=True) if t == tables[0])
    opponent = Player(other.websocket_connect(f"{tables[0]}/socket"))
    opponent.come()
    until(lambda: own(other, tournament)["table"] is None)  # the board is over
    opponent.leave()
    boards = host.get(path).json()["boards"]["boards"]
    over = next(board for board in boards if board["table"] == tables[0])
    won = {seat["entrant"]: seat["points"] for seat in over["seats"]}
    assert won[own(other, tournament)["entrant"]] == 1
    # At the other board nobody comes; the host ends the round, and they are out.
    for other_round in (0, 2):  # as of a page that is late, or of a second click
        assert host.post(f"{path}/end-round", json={"round": other_round}).status_code in (409, 422)
    assert host.post(f"{path}/end-round", json={"round": 1}).status_code == 200
    until(lambda: own(host, tournament)["status"] == "finished")
    winner = host.get(path).json()["entrants"][0]
    assert winner["number"] == own(other, tournament)["entrant"]


def test_a_game_begins_without_those_who_do_not_come(
    server_here: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(service, "WAIT_FOR_PLAYERS", 0)
    host = server_here.host()
    tournament = opened(host)
    people = [server_here.guest(name, tournament) for name in "ABCD"]
    host.post(f"/api/tournaments/{tournament}/start")
    table = until(has_table(people[0], tournament, 1)).removeprefix("/table/")
    database = Database(server_here.url)
    try:
        until(lambda: Tables(database).load(table).begun)
        stored = Tables(database).load(table)
    finally:
        database.close()
    assert stored.turn_state.due is not None  # a clock runs
    assert [seat["substitute"] for seat in stored.seats] == [None, None]


def test_at_point_tables_the_substitute_plays_on(server_here: Server):
    host = server_here.host()
    tournament = opened(
        host, format="point_tables", game="builders", players=4, rounds=1, options={}
    )
    people = [server_here.guest(name, tournament) for name in "ABCD"]
    path = f"/api/tournaments/{tournament}"
    host.post(f"{path}/start")
    table = until(has_table(people[0], tournament, 1)).removeprefix("/table/")
    people[1].post(f"{path}/leave")
    database = Database(server_here.url)
    try:
        until(lambda: RESIGNED in [s["substitute"] for s in Tables(database).load(table).seats])
        seats = Tables(database).load(table).seats
    finally:
        database.close()
    assert [seat["substitute"] for seat in seats].count(INVITED) == 3


def test_a_tournament_starts_by_itself(server_here: Server):
    host = server_here.host()
    tournament = opened(host, starts=int(time.time() * 1000) + 1500)
    people = [server_here.guest(name, tournament) for name in "ABCD"]
    until(has_table(people[0], tournament, 1))


def test_standings_are_computed_once_for_each_change(
    server_here: Server, monkeypatch: pytest.MonkeyPatch
):
    """In a large tournament they take seconds, and everybody can ask for them."""
    computed: list[int] = []

    def counted(*arguments: Any) -> Any:
        computed.append(1)
        return standings(*arguments)

    monkeypatch.setattr(reading, "standings", counted)
    monkeypatch.setattr(reading, "FRESH", 0.0)
    tournament = opened(server_here.host())
    visitor = server_here.guest("Anna", tournament)
    path = f"/api/tournaments/{tournament}"
    pages = [path, f"{path}?lang=it", f"{path}/export?format=csv", f"{path}/export?format=trf"]
    for page in [*pages, *(f"{path}?round={number}" for number in range(1, 30))]:
        assert visitor.get(page).status_code == 200
    assert len(computed) == 1
    server_here.guest("Bruno", tournament)
    assert len(visitor.get(path).json()["entrants"]) == 2
    assert len(computed) == 2


def test_programs_are_kept_out_if_the_host_wants_it(server_here: Server):
    host = server_here.host()
    token = host.post("/api/bot-accounts", json={"name": "Argo"}).json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    program = server_here.browser()
    closed, open_to_all = opened(host, bots=False), opened(host)
    for tournament, status in ((closed, 403), (open_to_all, 200)):
        path = f"/api/tournaments/{tournament}/enter"
        assert program.post(path, json={}, headers=bearer).status_code == status
    (entrant,) = host.get(f"/api/tournaments/{open_to_all}").json()["entrants"]
    assert entrant["name"] == "Argo [bot]"
    accounts = opened(host, accounts_only=True)
    path = f"/api/tournaments/{accounts}/enter"
    stranger = server_here.browser()
    assert stranger.post(path, json={"name": "Anna"}).status_code == 403
    assert stranger.get("/api/me").json()["name"] is None
    assert program.post(path, json={}, headers=bearer).status_code == 200


def test_nothing_private_is_sent(server_here: Server):
    """Only names: neither ids of people nor addresses, nor tables of others."""
    host = server_here.host()
    tournament = opened(host)
    for name in "ABCD":
        server_here.guest(name, tournament)
    host.post(f"/api/tournaments/{tournament}/start")
    path = f"/api/tournaments/{tournament}"
    until(lambda: own(host, tournament)["round"] == 1)
    database = Database(server_here.url)
    try:
        found = Tournaments(database).find(tournament)
    finally:
        database.close()
    secrets = [*found.persons.values(), found.host, "@example.org"]
    stranger = server_here.browser()
    for address in (path, f"{path}/me", f"{path}/export", "/api/tournaments"):
        text = stranger.get(address).text
        assert not [secret for secret in secrets if secret and secret in text]


@pytest.mark.slow
def test_programs_play_a_tournament(url: str, quick_bots: None):
    """The short form of `benchmarks.tournament`."""
    server = LiveServer(url)
    try:
        session = new_host(url, server.address)
        wanted = {"game": "magnate", "options": {"reshuffles": 0}}
        found = run_in_thread(hold(server.address, session, 8, 3, wanted))
    finally:
        server.stop()
    assert (found["rounds"], found["boards"]) == (3, 12)


@pytest.mark.slow
def test_a_tournament_outlives_its_server(url: str, quick_bots: None):
    server = LiveServer(url)

    async def played() -> dict[str, Any]:
        wanted = {"game": "magnate", "options": {"reshuffles": 0}}
        playing = asyncio.create_task(hold(server.address, session, 4, 2, wanted))
        database = Database(url)
        await asyncio.to_thread(
            until, lambda: any(b.begun for b in Tournaments(database).pending())
        )
        database.close()
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        return await playing

    try:
        session = new_host(url, server.address)
        found = run_in_thread(played())
    finally:
        server.stop()
    assert found["boards"] == 4
    assert found["repeated"] > 0


SIZES = [PHONE, {"width": 820, "height": 1180}, DESK]


@pytest.mark.parametrize("size", SIZES, ids=["phone", "tablet", "desk"])
def test_the_pages_in_a_browser(server: LiveServer, screen: Page, axe: str, size: dict[str, int]):
    database = Database(server.url)
    name, _, token = new_host(server.url).partition("=")
    assert name == PLAIN_COOKIE
    screen.set_viewport_size(size)  # type: ignore[arg-type]
    screen.goto(f"{server.address}/tournaments")
    screen.locator("#host-about").wait_for()
    assert findings(screen, axe) == []
    screen.context.add_cookies([session_cookie(server.address, token)])
    screen.reload()
    screen.locator("#host").click()
    screen.locator("[name=name]").fill("Autumn cup")
    assert findings(screen, axe) == []
    screen.locator("#start").click()
    screen.locator("#tournament-name:has-text('Autumn cup')").wait_for()
    tournament = screen.url.rpartition("/")[2]
    for n in range(1, 4):
        person = People(database).welcome(f"Player {n}").result()[0]
        Tournaments(database).enter(tournament, person.id, f"Player {n}").result()
    assert screen.locator("[name=name]").input_value() == "Host"
    screen.locator("#own-part button.main").click()
    screen.locator("#own-part [role=status]").wait_for()
    assert findings(screen, axe) == []
    screen.locator("#host-controls button.main").click()
    screen.locator("#own-part .go").wait_for()
    assert screen.locator("#boards > li").count() == 2
    assert screen.locator("#standings tbody tr").count() == 4
    assert findings(screen, axe) == []
    width = screen.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]
    screen.locator("#own-part .go").click()
    screen.wait_for_url("**/table/*")
    screen.go_back()
    screen.locator("#own-part button.quiet").click()
    screen.locator("#sure-yes").click()
    screen.locator("#own-part:has-text('left')").wait_for()
    assert findings(screen, axe) == []
    database.close()
