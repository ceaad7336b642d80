"""Seats and their holders: cookies, open seats, votes, substitutes, clocks, accounts, limits."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from typing import Any

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.support.conditions import until

from ducato.core.game import find_game
from ducato.core.i18n import LANGUAGES
from ducato.server import create_app
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.kit.http import rate_limits
from ducato.server.kit.http.dependencies import CHANGES_OF_ADDRESS
from ducato.server.kit.http.rate_limits import ConcurrencyLimit
from ducato.server.kit.process.game_time import GameTime
from ducato.server.subjects.tables.clocks import Clocks
from ducato.server.subjects.tables.new_tables import WAITING_TABLES_OF_PERSON
from ducato.server.subjects.tables.socket import MESSAGES_OF_SOCKET
from ducato.server.subjects.tables.storage import Tables

Make = Callable[..., str]
ANNA = {"kind": "person", "name": "Anna"}
BRUNO = {"kind": "person", "name": "Bruno"}
OPEN = {"kind": "open"}
RANDOM = {"kind": "bot", "bot": "random"}
LIVE = {"kind": "real_time", "minutes": 5, "increment": 5}


@pytest.fixture
def browsers(client: TestClient) -> Callable[[], TestClient]:
    """Return other browsers that reach the same server."""

    def another() -> TestClient:
        other = TestClient(client.app)
        other.portal = client.portal  # the same event loop
        return other

    return another


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


def table_seen_by(player: Any) -> dict[str, Any]:
    """Return the table as the player was last sent it."""
    return [m["table"] for m in player.heard if "table" in m][-1]


def test_looking_gives_nobody_a_cookie(client: TestClient):
    for path in ("/", "/api/games", "/api/tables", "/api/me"):
        assert "set-cookie" not in client.get(path).headers
    assert client.get("/api/me").json() == {
        "name": None,
        "email": None,
        "has_name": False,
        "awaits_code": False,
        "person": None,
    }


def test_who_opens_a_table_is_known_from_then_on(client: TestClient, table_at: Make):
    answer = client.post("/api/tables", json={"game": "magnate", "seats": [ANNA, RANDOM]})
    cookie = answer.headers["set-cookie"]
    assert re.match(r"ducato=[\w-]{43}; HttpOnly; Max-Age=\d+; Path=/; SameSite=lax$", cookie)
    assert client.get("/api/me").json()["name"] == "Anna"
    assert "set-cookie" not in client.post("/api/me", json={"name": "Anna Maria"}).headers
    assert client.get("/api/me").json()["name"] == "Anna Maria"


def test_by_https_the_cookie_is_for_this_host_alone(opened: Any):
    client = opened(jar=CookieJar(), public_url="https://play.example")
    answer = client.post("/api/me", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-ducato=")
    assert "; Secure" in cookie
    assert "Domain" not in cookie
    assert "max-age" in answer.headers["strict-transport-security"]
    good = {"Origin": "https://play.example"}
    assert client.post("/api/me", json={"name": "Anna"}, headers=good).status_code == 200


def test_nobody_can_take_a_seat_of_somebody_else(
    client: TestClient, browsers: Any, sit: Any, table_at: Make
):
    address = table_at(client, ANNA, BRUNO)
    assert sit(client, address).heard[0]["hot_seat"]
    for other in (browsers(), browsers()):
        other.cookies.set("ducato", "made up")
        for query in ("lang=en", "lang=en&seat=0", "lang=en&seat=1"):
            stranger = sit(other, address, query)
            assert stranger.view["seat"] is None
            assert table_seen_by(stranger)["own"] == []
            stranger.say(type="ready", id=f"r{query}", seat=0)
            assert stranger.hear("rejected", "accepted")["type"] == "rejected"
            stranger.say(type="act", id=query, seq=stranger.view["seq"], action=0)
            assert stranger.hear("rejected")["reason"] == "You are a spectator at this table."


def test_persons_are_not_named_on_the_wire(client: TestClient, url: str, sit: Any, table_at: Make):
    address = table_at(client, ANNA, RANDOM)
    database = Database(url)
    person = Tables(database).load(address.rpartition("/")[2]).seats[0]["person"]
    database.close()
    assert person
    anna = sit(client, address)
    assert person not in str(anna.heard)
    assert person not in client.get("/api/tables").text


def test_two_people_in_two_browsers(client: TestClient, browsers: Any, sit: Any, table_at: Make):
    address = table_at(client, ANNA, OPEN)
    anna, other = sit(client, address), browsers()
    assert table_seen_by(anna)["status"] == "waiting"
    assert anna.view["legal"] == []
    anna.say(type="act", id="early", seq=anna.view["seq"], action=0)
    assert "every seat is taken" in anna.hear("rejected")["reason"]
    assert other.get("/api/tables").json() == []  # it is private
    assert post(other, f"/api{address.replace('/table', '/tables')}/join", name=" Bruno ")
    again = other.post(f"/api{address.replace('/table', '/tables')}/join", json={"name": "Carlo"})
    assert again.status_code == 409
    welcome = anna.hear("welcome")
    assert welcome["table"]["status"] == "waiting"
    assert [seat["name"] for seat in welcome["table"]["seats"]] == ["Anna", "Bruno"]
    bruno = sit(other, address)
    assert (table_seen_by(anna)["status"], table_seen_by(bruno)["status"]) == ("playing", "playing")
    assert (table_seen_by(bruno)["own"], table_seen_by(anna)["own"]) == ([1], [0])
    for _ in range(6):
        mover = anna if anna.view["legal"] else bruno
        assert mover.act()["type"] == "accepted"
        for screen in (anna, bruno):
            screen.hear("steps")
    assert [table["mine"] for table in other.get("/api/tables").json()] == [True]


def test_who_sat_down_can_leave_before_the_game(
    client: TestClient, browsers: Any, table_at: Make, sit: Any
):
    address = table_at(browsers(), OPEN, OPEN)
    tables = address.replace("/table", "/api/tables")
    post(client, f"{tables}/join", name="Anna", seat=0)
    anna = sit(client, address)
    post(client, f"{tables}/leave")
    assert anna.hear("welcome")["table"]["own"] == []
    post(client, f"{tables}/join", name="Anna", seat=1)
    post(client, f"{tables}/join", name="Anna", seat=0)
    anna.waits = True
    anna.contribute()
    assert client.post(f"{tables}/leave", json={}).status_code == 409


def test_a_table_without_its_host_renames_nobody(client: TestClient, browsers: Any):
    wanted = {"game": "magnate", "seats": [OPEN, RANDOM]}
    assert client.post("/api/me", json={"name": "Anna"}).status_code in (200, 201)
    assert client.post("/api/tables", json=wanted).status_code == 201
    assert client.get("/api/me").json()["name"] == "Anna"
    stranger = browsers()
    assert stranger.post("/api/tables", json=wanted).status_code == 201
    assert stranger.get("/api/me").json()["name"] == ""


def test_public_tables_are_found_by_all(client: TestClient, browsers: Any, table_at: Make):
    table_at(client, ANNA, OPEN, public=True)
    (line,) = browsers().get("/api/tables").json()
    assert (line["open"], line["mine"], line["public"], line["your_turn"]) == (
        1,
        False,
        True,
        False,
    )


def test_one_person_opens_so_many_tables_that_wait(
    client: TestClient, browsers: Any, monkeypatch: pytest.MonkeyPatch
):
    two = ConcurrencyLimit(2, WAITING_TABLES_OF_PERSON.name)
    monkeypatch.setattr("ducato.server.subjects.tables.new_tables.WAITING_TABLES_OF_PERSON", two)
    wanted = {"game": "magnate", "seats": [ANNA, OPEN]}
    answers = [client.post("/api/tables", json=wanted) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert "waiting for players" in answers[-1].json()["error"]
    assert int(answers[-1].headers["Retry-After"]) > 0
    full = {"game": "magnate", "seats": [ANNA, RANDOM]}
    assert client.post("/api/tables", json=full).status_code == 201
    assert browsers().post("/api/tables", json=wanted).status_code == 201


def test_tables_opened_at_once_are_counted_one_by_one(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
):
    post(client, "/api/me", name="Anna")
    wanted = {"game": "magnate", "seats": [ANNA, OPEN]}
    with ThreadPoolExecutor(40) as pool:
        sent = [pool.submit(client.post, "/api/tables", json=wanted) for _ in range(40)]
        codes = Counter(one.result().status_code for one in sent)
    most = WAITING_TABLES_OF_PERSON.number
    assert codes == {201: most, 429: 40 - most}
    answer = client.post("/api/me/opponent-search", json={"game": "magnate"})  # for one more
    assert (answer.status_code, "waiting" in answer.json()["error"]) == (429, True)


def test_from_one_address_so_many_public_tables_are_opened(
    client: TestClient, url: str, browsers: Any, monkeypatch: pytest.MonkeyPatch
):
    """The limit on public tables of one address holds for any number of guests."""
    monkeypatch.setattr(
        "ducato.server.subjects.tables.new_tables.PUBLIC_TABLES_OF_ADDRESS",
        rate_limits.Rate(1e-9, 2),
    )
    wanted = {"game": "magnate", "seats": [ANNA, OPEN], "public": True}
    answers = [browsers().post("/api/tables", json=wanted) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert "from your network" in answers[-1].json()["error"]
    assert "set-cookie" not in answers[-1].headers
    database = Database(url)
    with database.reading() as connection:  # no guest was created in vain
        assert connection.scalar(select(func.count()).select_from(schema.persons)) == 2
    database.close()
    private = {**wanted, "public": False}
    assert browsers().post("/api/tables", json=private).status_code == 201


def test_a_table_stays_in_the_list_while_its_people_are_there(
    client: TestClient, browsers: Any, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    address = table_at(client, ANNA, OPEN, public=True)
    monkeypatch.setattr("ducato.server.subjects.tables.lobby.LISTED_WAITING", -1)
    stranger = browsers()
    sit(stranger, address)
    assert stranger.get("/api/tables").json() == []
    anna = sit(client, address)
    anna.say(type="replay", id="l", seq=0)
    anna.hear("replay")
    assert len(stranger.get("/api/tables").json()) == 1


def test_what_nobody_comes_back_to_is_deleted_beside_the_play(
    url: str, table_at: Make, sit: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        "ducato.server.subjects.tables.retention_service.RetentionService.delay", 0.0
    )
    monkeypatch.setattr(
        "ducato.server.subjects.tables.retention_service.RetentionService.interval", 0.02
    )
    with TestClient(create_app(Database(url))) as server:
        old, used = table_at(server, ANNA, OPEN), table_at(server, ANNA, OPEN)
        anna = sit(server, used)
        monkeypatch.setattr("ducato.server.subjects.tables.lobby.NEVER_BEGUN", -1)
        until(lambda: server.get(old).status_code == 404)
        assert server.get(used).status_code == 200
        anna.leave()


def test_the_list_says_whose_turn_it_is(
    client: TestClient, browsers: Any, sit: Any, table_at: Make
):
    sit(client, table_at(client, ANNA, BRUNO, public=True))
    (own,) = client.get("/api/tables").json()
    (other,) = browsers().get("/api/tables").json()
    assert own["your_turn"]
    assert not other["your_turn"]
    assert own["to_move"] == other["to_move"] in (["Anna"], ["Bruno"])


def test_a_rematch_against_bots_of_another_level(client: TestClient, sit: Any, table_at: Make):
    levels = list(find_game("magnate").levels.values())
    bot = levels[0]
    for bots, expected in (("stronger", levels[1]), ("weaker", levels[0]), ("weaker", levels[0])):
        address = table_at(client, ANNA, {"kind": "bot", "bot": bot})
        anna = sit(client, address)
        anna.say(type="resign", id="r")
        offered = [other["name"] for other in anna.hear("table")["table"]["other_levels"]]
        assert ("weaker" in offered) == (bot != levels[0])
        assert "stronger" in offered
        tables = address.replace("/table", "/api/tables")
        assert client.post(f"{tables}/rematch?bots=best", json={}).status_code == 422
        new = post(client, f"{tables}/rematch?bots={bots}")["id"]
        database = client.app.state.services.database  # type: ignore[attr-defined]
        stored = Tables(database).load(new).seats
        assert [seat["bot"] for seat in stored if seat["bot"]] == [expected]
        bot = expected


def test_they_play_again_one_seat_further(client: TestClient, sit: Any, table_at: Make):
    address = table_at(client, ANNA, RANDOM)
    tables = address.replace("/table", "/api/tables")
    assert client.post(f"{tables}/rematch", json={}).status_code == 409
    anna = sit(client, address)
    anna.say(type="resign", id="r")
    assert anna.hear("accepted")
    anna.hear("steps")
    assert anna.hear("table")["table"]["status"] == "over"
    assert anna.view["result"]["ranks"] == [2, 1]
    assert anna.view["result"]["returns"] == [-1.0, 1.0]
    assert "resignation" in anna.view["result"]["headline"]
    first = post(client, f"{tables}/rematch")
    assert first == post(client, f"{tables}/rematch")  # the second request leads to the same table
    assert anna.hear("table")["table"]["rematch"] == first["id"]
    seats = table_seen_by(sit(client, first["url"]))["seats"]
    assert [seat["kind"] for seat in seats] == ["bot", "person"]
    record = client.get(f"{address}/record").text
    assert '"resign"' in record


def test_a_substitute_takes_over_and_gives_the_seat_back(
    client: TestClient, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    address = table_at(client, ANNA, BRUNO, time_control=LIVE, substitute="random")
    anna = sit(client, address)
    moment = [time.time() + 301]
    monkeypatch.setattr(GameTime, "now", lambda _: int(moment[0] * 1000))
    anna.say(type="language", lang="en")
    client.portal.call(lambda: None)
    sit(client, address)  # a visitor makes the actor look at the clock
    assert "ran out of time" in anna.hear("announcement")["text"]
    late = [seat["substitute"] for seat in table_seen_by(anna)["seats"]]
    assert sorted(late, key=str) == [None, "timed_out"]
    seat = late.index("timed_out")
    while table_seen_by(anna)["clock"]["running"] == [seat]:
        anna.hear("table", "welcome")
    anna.say(type="propose", id="back", what="return")
    assert anna.hear("accepted", "rejected")["type"] == "accepted"
    assert "is back" in anna.hear("announcement")["text"]
    assert [seat["substitute"] for seat in table_seen_by(anna)["seats"]] == [None, None]
    assert table_seen_by(anna)["clock"]["left"][seat] >= 60_000


def test_a_live_table_turns_slow_when_all_agree(
    client: TestClient, browsers: Any, sit: Any, table_at: Make
):
    address = table_at(client, ANNA, OPEN, time_control=LIVE)
    other = browsers()
    post(other, f"{address.replace('/table', '/api/tables')}/join", name="Bruno")
    anna, bruno = sit(client, address), sit(other, address)
    anna.say(type="propose", id="p", what="correspondence")
    assert anna.hear("accepted")
    while not table_seen_by(bruno)["votes"]:
        bruno.hear("table")
    assert table_seen_by(bruno)["votes"] == [{"what": "correspondence", "seat": 0, "asked": True}]
    anna.say(type="vote", id="own", what="correspondence", seat=0, yes=True)
    assert "no say" in anna.hear("rejected")["reason"]
    bruno.say(type="vote", id="no", what="correspondence", seat=0, yes=False)
    assert bruno.hear("accepted")
    anna.say(type="propose", id="q", what="correspondence")
    assert anna.hear("accepted")
    while not table_seen_by(bruno)["votes"]:
        bruno.hear("table")
    bruno.say(type="vote", id="yes", what="correspondence", seat=0, yes=True)
    assert bruno.hear("accepted")
    assert anna.hear("welcome")["table"]["time_control"] == {"kind": "correspondence", "days": 3}
    assert anna.hear("announcement")["text"]


def test_a_screen_without_a_seat_agrees_for_its_person(
    client: TestClient, browsers: Any, sit: Any, table_at: Make
):
    address = table_at(client, ANNA, OPEN, time_control=LIVE)
    other = browsers()
    post(other, f"{address.replace('/table', '/api/tables')}/join", name="Bruno")
    anna, bruno = sit(client, address), sit(other, address, "seat=99&lang=en")
    bruno.contribute()
    anna.begin()
    anna.say(type="propose", id="p", what="correspondence")
    assert anna.hear("accepted")
    for _ in range(2):  # the second time it is the same request
        bruno.say(type="vote", id="yes", what="correspondence", seat=0, yes=True)
        assert bruno.hear("accepted", "rejected")["type"] == "accepted"
    assert anna.hear("welcome")["table"]["time_control"] == {"kind": "correspondence", "days": 3}


def test_a_move_is_undone_when_all_agree(
    client: TestClient, browsers: Any, sit: Any, table_at: Make
):
    address = table_at(client, ANNA, OPEN)
    other = browsers()
    post(other, f"{address.replace('/table', '/api/tables')}/join", name="Bruno")
    people = [sit(client, address), sit(other, address)]
    people[0].begin()
    moved: list[int] = []
    while len(set(moved)) < 2:
        for person in people:
            while person.view["seq"] != max(one.view["seq"] for one in people):
                person.hear("steps")
        (seat,) = people[0].view["to_move"]
        assert people[seat].act()["type"] == "accepted"
        people[seat].hear("steps")
        moved.append(seat)
    seq = people[moved[-1]].view["seq"]
    asking, agreeing = people[moved[0]], people[1 - moved[0]]
    asking.say(type="propose", id="p", what="undo")
    assert asking.hear("accepted")
    agreeing.say(type="vote", id="v", what="undo", seat=moved[0], yes=True)
    assert agreeing.hear("accepted")
    for person in people:
        assert person.hear("undone")["view"]["seq"] < seq
        assert table_seen_by(person)["votes"] == []


def test_clocks_go_on_where_nobody_is(
    client: TestClient, url: str, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.server.live.closed_tables.HEARTBEAT_INTERVAL", 0.05)
    with TestClient(create_app(Database(url))) as server:
        address = table_at(server, ANNA, BRUNO, time_control={"kind": "correspondence", "days": 1})
        sit(server, address).leave()
        database = Database(url)
        table_id = address.rpartition("/")[2]
        before = Tables(database).load(table_id)
        assert before.turn_state.due is not None
        late = before.turn_state.due + 1
        monkeypatch.setattr(GameTime, "now", lambda _: late)

        def substitutes() -> set[str | None]:
            return {seat["substitute"] for seat in Tables(database).load(table_id).seats}

        until(lambda: "timed_out" in substitutes())
        database.close()


def test_a_look_at_the_clocks_that_fails_is_taken_again(
    url: str, table_at: Make, sit: Any, monkeypatch: pytest.MonkeyPatch
):
    """The check at tables that waited for a bot when the server was stopped is repeated as well."""
    with monkeypatch.context() as before:
        before.setattr(Clocks, "left_to_bots", lambda _: [])
        with TestClient(create_app(Database(url))) as first:
            address = table_at(
                first, ANNA, RANDOM, time_control={"kind": "correspondence", "days": 1}
            )
            before.setattr("ducato.server.live.handler.CommandHandler.start_bot", lambda _: None)
            player = sit(first, address)
            while player.view["legal"]:
                player.act()
                player.hear("steps")
            player.leave()
    table_id, faults = address.rpartition("/")[2], ["left_to_bots", "due"]

    def failing(name: str) -> Callable[..., list[str]]:
        looks = getattr(Clocks, name)

        def look(clocks: Clocks, *when: int) -> list[str]:
            if name in faults:
                faults.remove(name)
                raise RuntimeError(name)
            found: list[str] = looks(clocks, *when)
            return found

        return look

    for name in faults:
        monkeypatch.setattr(Clocks, name, failing(name))
    monkeypatch.setattr("ducato.server.live.closed_tables.HEARTBEAT_INTERVAL", 0.02)
    with TestClient(create_app(Database(url))):
        database = Database(url)
        left = Tables(database).load(table_id).steps
        until(lambda: len(Tables(database).load(table_id).steps) > len(left))
        database.close()
    assert faults == []


class Letterbox:
    def __init__(self) -> None:
        self.emails: list[tuple[str, str, str]] = []

    def send(self, to: str, subject: str, text: str, headers: Any = None) -> None:
        self.emails.append((to, subject, text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_account_is_claimed_by_a_mailed_link(opened: Any, language: str):
    box = Letterbox()
    client = opened(jar=CookieJar(), mailer=box)
    post(client, "/api/me", name="Anna")
    for wrong in ("", "anna", "a@b\nBcc: c@d", "a b@c"):
        assert client.post("/api/me/email", json={"email": wrong}).status_code == 422
    post(client, f"/api/me/email?lang={language}", email="Anna@Example.org")
    ((to, subject, text),) = box.emails
    assert to == "anna@example.org"
    assert subject
    link = re.search(r"http://localhost/verify-email\?lang=..#([\w-]{43})", text)
    assert link is not None
    assert client.get("/verify-email").status_code == 200
    assert post(client, "/api/me/email/verify", token=link[1])["email"] == "anna@example.org"
    assert client.post("/api/me/email/verify", json={"token": link[1]}).status_code == 410
    assert client.get("/api/me").json()["email"] == "anna@example.org"
    post(client, "/api/logout")
    assert client.get("/api/me").json()["name"] is None
    post(client, "/api/me/email", email="anna@example.org")  # now to log in
    assert client.get("/api/me").json()["name"] is None  # only the link does that
    token = box.emails[-1][2].partition("#")[2].split()[0]
    assert post(client, "/api/me/email/verify", token=token)["name"] == "Anna"


def test_who_leaves_everywhere_is_known_in_no_browser(opened: Any, sit: Any, table_at: Make):
    client = opened(jar=CookieJar())
    other = TestClient(client.app)
    other.portal = client.portal
    address = table_at(client, ANNA, RANDOM)
    other.cookies.set("ducato", client.cookies["ducato"])
    screens = [sit(one, address) for one in (client, other)]
    assert [table_seen_by(screen)["own"] for screen in screens] == [[0], [0]]
    answer = client.post("/api/logout/everywhere")
    assert (answer.status_code, answer.json()["name"]) == (200, None)
    assert 'ducato=""' in answer.headers["set-cookie"]
    for screen in screens:
        with pytest.raises(WebSocketDisconnect):
            screen.hear("nothing of this kind")
    assert other.get("/api/me").json()["name"] is None
    assert client.post("/api/logout/everywhere").status_code == 200  # not logged in anywhere
    bad = {"Origin": "https://evil.example"}
    assert client.post("/api/logout/everywhere", headers=bad).status_code == 403


def test_letters_are_limited(opened: Any):
    box = Letterbox()
    client = opened(jar=CookieJar(), mailer=box)
    post(client, "/api/me", name="Anna")
    answers = [client.post("/api/me/email", json={"email": "a@b.example"}) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [202, 202, 202, 429, 429]
    assert len(box.emails) == 3


def test_who_talks_too_much_is_answered_and_then_let_go(opened: Any, sit: Any, table_at: Make):
    client = opened(limits=None)
    anna = sit(client, table_at(client))
    for _ in range(int(MESSAGES_OF_SOCKET.burst) + 300):
        anna.say(type="resign", id="")  # malformed: it is answered, too
        anna.say(type="ping")
    with pytest.raises(WebSocketDisconnect) as gone:
        anna.hear("nothing of this kind")
    assert gone.value.code in (4429, 1012)


def test_an_address_that_asks_too_much_is_told_to_wait(url: str, monkeypatch: pytest.MonkeyPatch):
    now = 0.0  # time stands still: on a slow machine the bucket would fill meanwhile
    monkeypatch.setattr("ducato.server.app.Limits", lambda: rate_limits.Limits(lambda: now))
    with TestClient(create_app(Database(url)), client=("203.0.113.7", 1)) as client:
        burst = int(CHANGES_OF_ADDRESS.burst)
        codes = [client.post("/api/me", json={}).status_code for _ in range(burst + 5)]
        assert codes == [422] * burst + [429] * 5
        now = 1 / CHANGES_OF_ADDRESS.per_second
        codes = [client.post("/api/me", json={}).status_code for _ in range(2)]
        assert codes == [422, 429]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_is_said_in_the_readers_language(client: TestClient, language: str):
    said = set()
    for seats in (
        [ANNA],
        [ANNA, {"kind": "bot", "bot": "clever"}],
        [{**ANNA, "name": " "}, RANDOM],
    ):
        body = {"game": "magnate", "seats": seats}
        answer = client.post(f"/api/tables?lang={language}", json=body)
        assert answer.status_code == 422
        said.add(answer.json()["error"])
    english = {
        "This game can’t be played by 1 players.",
        "There is no bot called “clever”, or it would think for too long.",
        "A name must have 1 to 40 characters.",
    }
    assert (said == english) == (language == "en")
    assert len(said) == 3


@pytest.mark.parametrize(
    "bot", ["ismcts:seconds=60", "ismcts:sims=100001", "ismcts:sims=10:trust=1", "ismcts:sims=x"]
)
def test_bots_that_would_think_too_long_are_refused(client: TestClient, bot: str):
    body = {"game": "magnate", "seats": [ANNA, {"kind": "bot", "bot": bot}]}
    answer = client.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["field"]) == (422, "seats.1")


def test_the_address_as_a_qr_code(client: TestClient, table_at: Make):
    answer = client.get(f"{table_at(client)}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "<svg" in answer.text
    assert "style=" not in answer.text  # our policy allows no inline styles
    assert client.get("/table/nobody/qr.svg").status_code == 404


def test_a_mistake_in_a_scene_stops_no_table(
    client: TestClient, sit: Any, table_at: Make, monkeypatch: pytest.MonkeyPatch
):
    from ducato.core.game import all_games

    def broken(*_: object) -> Any:
        raise RuntimeError("a mistake")

    game = all_games()["magnate"]
    for module, name in [
        ("scene", "scene"),
        ("narration", "describe_step"),
        ("narration", "prompt"),
    ]:
        monkeypatch.setattr(game.module(module), name, broken)
    anna = sit(client, table_at(client))
    anna.play(5)
    assert anna.view["scene"] == {"areas": [], "pieces": []}
    assert anna.view["seq"] > 20
