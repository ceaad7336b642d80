"""A guest turns out to be the owner of an account, while tables are open and games go on."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.live.test_memory import at_a_table, heard
from tests.server.player import Player
from tests.support.conditions import until

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.kit.process.game_time import GameTime
from ducato.server.live.connection import Connection
from ducato.server.live.inbox import MessageReceived
from ducato.server.live.registry import TableRegistry
from ducato.server.subjects.tables.model import StoredTable
from ducato.server.subjects.tables.storage import Tables
from ducato.table.protocol import Resign
from ducato.table.screens import Screen

Make = Callable[..., str]
MAIL = "anna@example.org"
ANNA, OPEN = {"kind": "person", "name": "Anna"}, {"kind": "open"}
LIVE = {"kind": "real_time", "minutes": 5, "increment": 5}


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


def sit_down(client: TestClient, address: str, name: str) -> None:
    post(client, f"{address.replace('/table', '/api/tables')}/join", name=name)


def table_seen_by(player: Player) -> dict[str, Any]:
    """Return the table as the player was last sent it."""
    table: dict[str, Any] = [m["table"] for m in player.heard if "table" in m][-1]
    return table


def closing_code(player: Player) -> int:
    """Receive messages to the end, and return the close code."""
    with pytest.raises(WebSocketDisconnect) as ended:
        player.hear("nothing of this kind")
    code: int = ended.value.code
    return code


class People:
    """Browsers at one server; the first one is Anna's, who has an account.

    Attributes:
        emails: the texts that were mailed.
        account: Anna's browser.
        guest: another browser, in which she is not logged in yet.
        other: another person's.
    """

    def __init__(self, opened: Any) -> None:
        self.emails: list[str] = []
        self.account = opened(jar=CookieJar(), mailer=self)
        self.guest, self.other = self._browser(), self._browser()
        post(self.account, "/api/me", name="Anna")
        self.verify(self.account, self.account)

    def send(self, to: str, subject: str, text: str, headers: Any = None) -> None:
        """Keep an e-mail."""
        self.emails.append(text)

    def verify(self, asks: TestClient, opens: TestClient, email: str = MAIL) -> None:
        """Have a link sent from one browser, and open it in another one."""
        post(asks, "/api/me/email", email=email)
        post(opens, "/api/me/email/verify", token=self.emails[-1].partition("#")[2].split()[0])

    def _browser(self) -> TestClient:
        other = TestClient(self.account.app)
        other.portal = self.account.portal  # the same event loop
        return other


@pytest.fixture
def people(opened: Any) -> People:
    return People(opened)


@pytest.fixture
def stored(url: str) -> Callable[[str], StoredTable]:
    """Return a function that reads a table from the database."""

    def read(address: str) -> StoredTable:
        database = Database(url)
        try:
            return Tables(database).load(address.rpartition("/")[2])
        finally:
            database.close()

    return read


def a_game(people: People, sit: Any, table_at: Make, **settings: Any) -> tuple[str, Player, Player]:
    """Start a game of the guest and the other person; return its address and their connections."""
    address = table_at(people.guest, ANNA, OPEN, **settings)
    sit_down(people.other, address, "Otto")
    guest, other = sit(people.guest, address), sit(people.other, address)
    assert table_seen_by(other)["status"] == "playing"
    return address, guest, other


def test_the_game_goes_on_for_the_account(people: People, sit: Any, table_at: Make):
    address, guest, other = a_game(people, sit, table_at)
    people.verify(people.guest, people.guest)
    assert closing_code(guest) == 1012  # the page comes back with the new session
    account = sit(people.guest, address)
    assert table_seen_by(account)["own"] == [0]
    for _ in range(4):
        mover = account if account.view["legal"] else other
        assert mover.act()["type"] == "accepted"
        for screen in (account, other):
            screen.hear("steps")


def test_a_screen_of_the_account_that_watched_plays(people: People, sit: Any, table_at: Make):
    address, _, _ = a_game(people, sit, table_at)
    account = sit(people.account, address)
    assert table_seen_by(account)["own"] == []
    people.verify(people.guest, people.guest)
    while table_seen_by(account)["own"] != [0]:
        account.hear("welcome", "table")


def test_the_clock_fells_the_seat_of_the_account(
    people: People, sit: Any, table_at: Make, stored: Any, monkeypatch: pytest.MonkeyPatch
):
    address, guest, other = a_game(people, sit, table_at, time_control=LIVE, substitute="random")
    while not guest.view["legal"]:
        other.act()
        guest.hear("steps")
    people.verify(people.guest, people.guest)
    assert closing_code(guest) == 1012
    late = int(time.time() * 1000) + 301_000
    monkeypatch.setattr(GameTime, "now", lambda _: late)
    sit(people.guest, address)  # a visitor makes the actor look at the clock
    assert "ran out of time" in other.hear("announcement")["text"]
    assert [seat["substitute"] for seat in stored(address).seats] == ["timed_out", None]


def test_the_account_contributes_to_the_chance(
    people: People, sit: Any, table_at: Make, stored: Any
):
    address = table_at(people.guest, ANNA, OPEN)
    guest = Player(people.guest.websocket_connect(f"{address}/socket"))
    guest.hear("welcome")
    people.verify(people.guest, people.guest)
    assert closing_code(guest) == 1012
    sit(people.guest, address)  # and contributes
    assert stored(address).seats[0]["entropy"] is not None
    sit_down(people.other, address, "Otto")
    assert table_seen_by(sit(people.other, address))["status"] == "playing"
    guest.leave()


def test_an_ended_session_plays_no_more(people: People, sit: Any, table_at: Make):
    address, guest, _ = a_game(people, sit, table_at)
    people.guest.post("/api/logout")
    assert closing_code(guest) == 1012
    assert table_seen_by(sit(people.guest, address))["own"] == []


def test_nothing_is_done_for_a_screen_that_was_dismissed(url: str):
    """A message may wait in the inbox, and a page may send more before it is closed."""

    async def resign(registry: TableRegistry, table_id: str) -> None:
        head = await registry.workers.run_blocking(Tables(registry.database).head, table_id)
        person = head.seats[0]["person"]
        first, second = (Connection(Screen((), "en", person)) for _ in range(2))
        since = registry.revocations
        actor = await registry.connect(table_id, first, since)
        await heard(first, "welcome")
        registry.revoke_connections(person)
        await actor.post(MessageReceived(first, Resign(id="r")))
        await registry.connect(table_id, second, since)  # looked up before the person was known
        assert second.revoked
        third = Connection(Screen((), "en", person))
        await registry.connect(table_id, third, registry.revocations)
        assert (await heard(third, "welcome"))["table"]["status"] == "playing"
        for guest in (first, second, third):
            actor.disconnect(guest)

    at_a_table(url, "magnate", resign)


def test_what_a_guest_said_is_the_accounts(people: People, sit: Any, table_at: Make):
    address, guest, _ = a_game(people, sit, table_at)
    guest.say(type="chat", id="c", text="hello")
    assert guest.hear("accepted", "rejected")["type"] == "accepted"
    people.verify(people.guest, people.guest)
    (line,) = sit(people.guest, address).hear("chat")["lines"]
    assert (line["own"], line["text"]) == (True, "hello")


def test_an_account_that_logs_in_to_another_one_keeps_its_seats(
    people: People, sit: Any, table_at: Make, stored: Any
):
    address, _, _ = a_game(people, sit, table_at)
    people.verify(people.other, people.other, "otto@example.org")
    before = [seat["person"] for seat in stored(address).seats]
    people.verify(people.other, people.other)
    assert people.other.get("/api/me").json()["email"] == MAIL
    assert [seat["person"] for seat in stored(address).seats] == before
    assert table_seen_by(sit(people.other, address))["own"] == []
    people.verify(people.other, people.other, "otto@example.org")
    assert table_seen_by(sit(people.other, address))["own"] == [1]


def test_who_leaves_has_no_screen_left(people: People, sit: Any, table_at: Make):
    _, guest, _ = a_game(people, sit, table_at)
    post(people.guest, "/api/logout")
    assert closing_code(guest) == 1012


def test_who_waits_at_a_table_twice_keeps_one_seat(
    people: People, url: str, sit: Any, table_at: Make, stored: Any
):
    address = table_at(people.guest, ANNA, OPEN, OPEN, game="builders", options={})
    sit_down(people.account, address, "Anna")
    account = sit(people.account, address)
    guest = sit(people.guest, address)
    people.verify(people.guest, people.guest)
    assert closing_code(guest) == 1012
    while [seat["kind"] for seat in table_seen_by(account)["seats"]] != ["open", "person", "open"]:
        account.hear("welcome", "table")
    assert table_seen_by(account)["own"] == [1]
    row = stored(address).seats[0]
    assert (row["person"], row["entropy"]) == (None, None)
    sit_down(people.other, address, "Otto")
    account.hear("welcome")
    assert [seat["kind"] for seat in table_seen_by(account)["seats"]] == [
        "person",
        "person",
        "open",
    ]


def test_a_table_where_nobody_looks_has_one_seat_for_the_account(
    people: People, table_at: Make, stored: Any
):
    address = table_at(people.guest, ANNA, OPEN, OPEN, game="builders", options={})
    sit_down(people.account, address, "Anna")
    people.verify(people.guest, people.guest)
    assert [seat["person"] is None for seat in stored(address).seats] == [True, False, True]


def test_a_game_against_oneself_goes_on_and_is_not_rated(
    people: People, url: str, sit: Any, table_at: Make
):
    for browser in (people.account, people.guest):
        post(browser, "/api/me", name="Anna")
        post(browser, "/api/me/preferences", rated=True)
    address = table_at(people.guest, ANNA, OPEN)
    sit_down(people.account, address, "Anna II")
    guest, account = sit(people.guest, address), sit(people.account, address)
    people.verify(people.guest, people.guest)
    assert closing_code(guest) == 1012
    while table_seen_by(account)["own"] != [0, 1]:
        account.hear("welcome", "table")
    assert table_seen_by(account)["hints"]
    account.say(type="resign", id="r")
    assert account.hear("accepted", "rejected")["type"] == "accepted"
    database = Database(url)
    with database.reading() as connection:
        assert connection.scalars(select(schema.tables.c.rated)).all() == [False]
        assert connection.execute(select(schema.ratings)).all() == []
    database.close()


def test_a_table_that_is_being_opened_meanwhile(
    people: People,
    sit: Any,
    table_at: Make,
    stored: Any,
    monkeypatch: pytest.MonkeyPatch,
):
    """The table was read before the claim, and so was the connection that joins it."""
    address, guest, other = a_game(people, sit, table_at)
    registry = people.account.app.state.services.registry
    before = stored(address).seats[0]["person"]
    for screen in (guest, other):
        screen.leave()
    until(lambda: not registry.open_tables())
    read, go = threading.Event(), threading.Event()
    load = Tables.load

    def slowly(tables: Tables, table_id: str) -> StoredTable:
        found = load(tables, table_id)
        read.set()
        go.wait(10)
        return found

    with monkeypatch.context() as slow:
        slow.setattr(Tables, "load", slowly)
        coming = Player(people.guest.websocket_connect(f"{address}/socket"))
        assert read.wait(10)
        claim = threading.Thread(target=people.verify, args=(people.guest, people.guest))
        slow.setattr(Tables, "load", load)
        claim.start()
        until(lambda: stored(address).seats[0]["person"] != before)
        go.set()
        claim.join()
    assert closing_code(coming) == 1012
    assert table_seen_by(sit(people.guest, address))["own"] == [0]
    coming.leave()


def code_in(text: str) -> str:
    (code,) = re.findall(r"^\d{6}$", text, re.MULTILINE)
    return str(code)


def test_a_code_logs_in_where_one_asked(people: People, table_at: Make):
    address = table_at(people.guest, ANNA, OPEN)
    post(people.guest, "/api/me/email", email=MAIL)
    assert people.guest.get("/api/me").json()["awaits_code"]
    token = people.emails[-1].partition("#")[2].split()[0]
    away = post(people.other, "/api/me/email/verify", token=token)
    assert (away["elsewhere"], away["tables_taken_over"], away["name"]) == (True, 0, "Anna")
    code = code_in(people.emails[-1])
    assert people.other.post("/api/me/email/code", json={"code": code}).status_code == 410
    typed = "".join(chr(ord("\N{ARABIC-INDIC DIGIT ZERO}") + int(digit)) for digit in code)
    done = post(people.guest, "/api/me/email/code", code=f"\u200e{typed[:3]}-{typed[3:]} ")
    assert (done["email"], done["elsewhere"], done["tables_taken_over"]) == (MAIL, False, 1)
    (mine,) = (t for t in people.guest.get("/api/tables").json() if t["mine"])
    assert mine["id"] == address.rpartition("/")[2]
    assert not people.guest.get("/api/me").json()["awaits_code"]


def test_codes_cannot_be_guessed(people: People):
    post(people.guest, "/api/me/email", email=MAIL)
    wrong = f"{(int(code_in(people.emails[-1])) + 1) % 10**6:06}"
    answers = [people.guest.post("/api/me/email/code", json={"code": wrong}) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {410}
    right = {"code": code_in(people.emails[-1])}
    assert people.guest.post("/api/me/email/code", json=right).status_code == 410


def test_a_bot_of_a_merged_guest_acts_no_more(people: People):
    post(people.guest, "/api/me", name="Mallory")
    bot = post(people.guest, "/api/bot-accounts", name="Argo")
    people.verify(people.guest, people.guest)
    answer = people.other.get("/api/me", headers={"Authorization": f"Bearer {bot['token']}"})
    assert answer.status_code == 401


def test_an_account_without_a_name_is_deleted_by_its_address(people: People):
    visitor = people._browser()
    people.verify(visitor, visitor, "new@example.org")
    assert visitor.post("/api/me/delete", json={"name": "ducato"}).status_code == 422
    assert visitor.post("/api/me/delete", json={"name": "new@example.org"}).status_code == 200
    assert visitor.get("/api/me").json()["email"] is None


def test_a_new_account_chooses_a_name_before_it_acts(people: People, table_at: Make):
    visitor = people.other
    people.verify(visitor, visitor, "new@example.org")
    assert "ducato" not in people.emails[-1].partition("http")[0]
    me = visitor.get("/api/me").json()
    assert (me["email"], me["has_name"]) == ("new@example.org", False)
    wanted = {"game": "magnate", "seats": [OPEN, OPEN]}
    answer = visitor.post("/api/tables", json=wanted)
    assert (answer.status_code, answer.json()["field"]) == (403, "name")
    assert visitor.post("/api/groups", json={"name": "Club"}).status_code == 403
    table_at(visitor, {"kind": "person", "name": "Paola"}, OPEN)  # a seat needs a name, too
    assert visitor.get("/api/me").json()["name"] == "Paola"
    assert post(visitor, "/api/groups", name="Club")


@pytest.mark.parametrize("name", ["b\u043et", "\u0391nna", "Anna M\u0430ria"])
def test_a_name_of_mixed_letters_is_refused(people: People, name: str):
    answer = people.other.post("/api/me?lang=en", json={"name": name})
    assert (answer.status_code, answer.json()["field"]) == (422, "name")
    assert "alphabets" in answer.json()["error"]


@pytest.mark.parametrize("name", ["Ольга", "Ελένη", "דוד", "花子 Anna", "Zoë Müller"])
def test_a_name_in_any_script_is_allowed(people: People, name: str):
    assert post(people.other, "/api/me", name=name)["name"] == name


def test_two_servers_of_one_host_keep_their_cookies(opened: Any):
    jar = CookieJar()
    one, two = opened(jar=jar), opened(jar=jar)
    here, there = ({"Host": f"localhost:{port}"} for port in (8470, 8471))
    one.post("/api/me", json={"name": "Anna"}, headers=here)
    two.post("/api/me", json={"name": "Bruno"}, headers=there)
    assert one.get("/api/me", headers=here).json()["name"] == "Anna"
    assert two.get("/api/me", headers=there).json()["name"] == "Bruno"
    assert one.get("/?lang=it", headers=here).headers["set-cookie"].startswith("ducato-lang-8470=")
