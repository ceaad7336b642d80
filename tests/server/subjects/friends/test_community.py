"""Friends, invitations, challenges, groups and searches, through the routes and in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.server.browser.test_access import axe, findings, look, small_targets
from tests.server.player import begin_game
from tests.support.conditions import until
from tests.support.live_server import DESK, PHONE, LiveServer, expect

from ducato.server.kit.database import schema
from ducato.server.subjects.friends.routes import FRIEND_REQUESTS_OF_PERSON
from ducato.server.subjects.matchmaking.service import OpponentSearch
from ducato.server.subjects.moderation.blocks import Blocks
from ducato.server.subjects.presence.service import PresenceRecorder

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]  # a fixture

ANNA = {"kind": "person", "name": "Anna"}
OPEN = {"kind": "open"}
TABLE: dict[str, Any] = {"game": "magnate", "seats": [ANNA, OPEN]}


class People:
    """Three browsers in front of one server, each with a guest."""

    def __init__(self, anna: TestClient) -> None:
        self.anna, self.bruno, self.carla = anna, self._other(anna), self._other(anna)
        for browser, name in ((anna, "Anna"), (self.bruno, "Bruno"), (self.carla, "Carla")):
            post(browser, "/api/me", name=name)
        self.anna.get("/api/me")

    @staticmethod
    def _other(client: TestClient) -> TestClient:
        other = TestClient(client.app)
        other.portal = client.portal
        return other

    def ids(self) -> dict[str, str]:
        """Return the internal ids, which no answer may contain."""
        database = self.anna.app.state.services.database  # type: ignore[attr-defined]
        with database.reading() as connection:
            rows = connection.execute(schema.persons.select()).all()
        return {row.name: row.id for row in rows}

    def run(self, service: Callable[[Any], Any]) -> None:
        """Let a background service work once, now."""
        assert self.anna.portal is not None
        self.anna.portal.call(service(self.anna.app.state.services).run_once)  # type: ignore[attr-defined]

    def play(self, public: bool = False) -> str:
        """Let Anna and Bruno begin a game. Return the address of the table."""
        address: str = post(self.anna, "/api/tables", **TABLE, public=public)["url"]
        post(self.bruno, f"{address.replace('/table', '/api/tables')}/join", name="Bruno")
        begin_game(address, self.anna, self.bruno)
        return address

    def befriend(self) -> tuple[str, str]:
        """Let Anna and Bruno play and become friends. Return their handles for each other."""
        self.play()
        (bruno,) = known(self.anna)["opponents"]
        assert post(self.anna, "/api/me/friends", person=bruno["person"]) == {"relation": "asked"}
        (anna,) = known(self.bruno)["friends"]
        assert (anna["name"], anna["relation"]) == ("Anna", "asking")
        answer = post(self.bruno, f"/api/me/friends/{anna['person']}", accept=True)
        assert answer == {"relation": "friends"}
        return bruno["person"], anna["person"]


@pytest.fixture
def people(client: TestClient) -> People:
    return People(client)


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


def known(client: TestClient) -> Any:
    return client.get("/api/me/people").json()


def test_friends_are_asked_and_agree(people: People):
    bruno, _ = people.befriend()
    (friend,) = known(people.anna)["friends"]
    assert (friend["name"], friend["relation"], friend["person"]) == ("Bruno", "friends", bruno)
    assert known(people.carla) == {"friends": [], "opponents": []}
    assert people.anna.delete(f"/api/me/friends/{bruno}").json() == {"relation": "none"}
    assert known(people.bruno)["friends"] == []


def test_nobody_can_ask_strangers(people: People):
    bruno, anna = people.befriend()
    for handle in (bruno, anna, people.ids()["Bruno"], "x"):
        answer = people.carla.post("/api/me/friends", json={"person": handle})
        assert answer.status_code == 404
    assert people.carla.post("/api/me/friends", json={}).status_code == 422
    for path in ("", "/tables"):
        answer = people.carla.post(f"/api/me/friends/{bruno}{path}", json={"accept": True, **TABLE})
        assert answer.status_code == 404


def test_a_public_profile_can_be_asked(people: People):
    url = post(people.bruno, "/api/me/preferences", public=True)["url"]
    wanted = {"public_id": url.removeprefix("/people/")}
    assert post(people.carla, "/api/me/friends", **wanted) == {"relation": "asked"}
    assert [one["name"] for one in known(people.bruno)["friends"]] == ["Carla"]
    assert people.carla.post("/api/me/friends", json={"public_id": "x"}).status_code == 404


def test_requests_are_limited(people: People, monkeypatch: pytest.MonkeyPatch):
    for _ in range(int(FRIEND_REQUESTS_OF_PERSON.burst)):
        assert people.anna.post("/api/me/friends", json={"person": "x"}).status_code == 404
    assert people.anna.post("/api/me/friends", json={"person": "x"}).status_code == 429


def test_a_friend_is_invited_to_a_table(people: People):
    bruno, _ = people.befriend()
    made = post(people.anna, f"/api/me/friends/{bruno}/tables", **TABLE)
    (invited,) = people.bruno.get("/api/me/invitations").json()
    assert (invited["id"], invited["name"], invited["own"]) == (made["id"], "Anna", False)
    assert invited["names"] == ["Anna", "Bruno"]
    assert people.anna.get("/api/me/invitations").json() == []
    begin_game(made["url"], people.anna, people.bruno)  # both come, and the game is dealt
    assert people.bruno.get("/api/me/invitations").json() == []


def test_an_invitation_is_declined(people: People):
    bruno, _ = people.befriend()
    made = post(people.anna, f"/api/me/friends/{bruno}/tables", **TABLE)
    path = f"/api/me/invitations/{made['id']}/decline"
    for other in (people.anna, people.carla):
        assert other.post(path).status_code == 404
    assert post(people.bruno, path) == {}
    assert people.bruno.get("/api/me/invitations").json() == []
    assert people.bruno.post(path).status_code == 404
    tables = {one["id"]: one for one in people.anna.get("/api/tables").json()}
    assert tables[made["id"]]["open"] == 1


def test_a_friend_is_invited_to_a_table_that_waits(people: People):
    bruno, anna = people.befriend()
    made = post(people.anna, "/api/tables", **TABLE)
    path = f"/api/tables/{made['id']}/invite"
    assert people.bruno.post(path, json={"person": anna}).status_code == 409  # has no seat there
    assert people.anna.post(path, json={"person": "x"}).status_code == 404
    assert post(people.anna, path, person=bruno) == {"url": made["url"]}
    assert people.anna.post(path, json={"person": bruno}).status_code == 409
    (invited,) = people.bruno.get("/api/me/invitations").json()
    assert invited["id"] == made["id"]


@pytest.mark.parametrize("blocker", ["Bruno", "Carla"])
def test_a_third_person_brings_no_blocked_people_together(people: People, blocker: str):
    bruno, _ = people.befriend()
    made = post(people.anna, "/api/tables", game="builders", seats=[ANNA, OPEN, OPEN])
    post(people.carla, f"/api/tables/{made['id']}/join", name="Carla")
    ids, database = people.ids(), people.anna.app.state.services.database  # type: ignore[attr-defined]
    other = "Carla" if blocker == "Bruno" else "Bruno"
    assert Blocks(database).add(ids[blocker], ids[other], other).result()
    answer = people.anna.post(f"/api/tables/{made['id']}/invite", json={"person": bruno})
    assert answer.status_code == 409
    assert people.bruno.get("/api/me/invitations").json() == []


@pytest.mark.parametrize("blocker", ["Anna", "Bruno"])
def test_an_invitation_ends_with_a_block(people: People, sit: Any, blocker: str):
    """Wherever the block is made: nobody sees the invitation, and who follows it frees the seat."""
    bruno, _ = people.befriend()
    made = post(people.anna, f"/api/me/friends/{bruno}/tables", **TABLE)
    ids, database = people.ids(), people.anna.app.state.services.database  # type: ignore[attr-defined]
    other = "Anna" if blocker == "Bruno" else "Bruno"
    assert Blocks(database).add(ids[blocker], ids[other], other).result()
    assert people.bruno.get("/api/me/invitations").json() == []
    assert sit(people.bruno, made["url"]).heard[0]["table"]["own"] == []
    tables = {one["id"]: one for one in people.anna.get("/api/tables").json()}
    assert tables[made["id"]]["open"] == 1


def test_a_block_at_a_table_opens_the_seat_at_another(people: People, sit: Any):
    bruno, _ = people.befriend()
    made = post(people.anna, f"/api/me/friends/{bruno}/tables", **TABLE)
    anna = sit(people.anna, people.play())
    anna.say(type="block", id="block", seat=1)
    assert anna.hear("accepted", "rejected")["type"] == "accepted"
    until(
        lambda: any(
            one["id"] == made["id"] and one["open"] == 1
            for one in people.anna.get("/api/tables").json()
        )
    )


def test_only_open_seats_are_reserved(people: People):
    bruno, _ = people.befriend()
    seats = [ANNA, {"kind": "bot", "bot": "random"}]
    answer = people.anna.post(
        f"/api/me/friends/{bruno}/tables", json={"game": "magnate", "seats": seats}
    )
    assert (answer.status_code, answer.json()["field"]) == (422, "seats")


@pytest.mark.parametrize("public", [True, False])
def test_friends_see_each_other_online(people: People, sit: Any, public: bool):
    bruno, _ = people.befriend()
    address = people.play(public)
    assert not known(people.anna)["friends"][0]["online"]
    sit(people.bruno, address)
    people.run(PresenceRecorder)
    (friend,) = known(people.anna)["friends"]
    assert friend == {
        "person": bruno,
        "name": "Bruno",
        "relation": "friends",
        "online": True,
        "playing": "Magnate",
        "url": address if public else None,
    }
    post(people.bruno, "/api/me/preferences", visible_online=False)
    people.run(PresenceRecorder)
    (friend,) = known(people.anna)["friends"]
    assert (friend["online"], friend["playing"], friend["url"]) == (False, None, None)


def test_an_open_page_is_presence(people: People):
    people.befriend()
    people.bruno.get("/api/me/invitations")
    (friend,) = known(people.anna)["friends"]
    assert (friend["online"], friend["playing"]) == (True, None)


def test_strangers_learn_nothing(people: People, sit: Any):
    """What a stranger reads is the same whether or not others are friends, online and playing."""
    group = post(people.anna, "/api/groups", name="Club")["id"]
    pages = ["/api/me/people", "/api/me/invitations", "/api/me/groups", "/api/tables"]
    pages += [f"/api/groups/{group}", "/api/me/challenges", "/api/me/opponent-search"]
    before = [people.carla.get(page).text for page in pages]
    people.befriend()
    sit(people.bruno, people.play())
    post(people.anna, "/api/challenges", table=TABLE)
    post(people.anna, f"/api/groups/{group}/tables", **TABLE)
    people.run(PresenceRecorder)
    assert [people.carla.get(page).text for page in pages] == before


def test_no_answer_contains_an_id(people: People, sit: Any):
    people.befriend()
    sit(people.bruno, people.play())
    group = post(people.anna, "/api/groups", name="Club")["id"]
    post(people.carla, f"/api/groups/{group}/join")
    made = post(people.anna, "/api/challenges", table=TABLE)
    post(people.bruno, "/api/me/opponent-search", game="magnate")
    pages = ["/api/me/people", "/api/me/invitations", "/api/me/groups", "/api/me/opponent-search"]
    pages += [f"/api/groups/{group}", f"/api/challenges/{made['id']}", "/people", made["url"]]
    for browser in (people.anna, people.bruno):
        read = "".join(browser.get(page).text for page in pages)
        assert all(one not in read for one in people.ids().values())


def test_a_challenge_is_accepted_by_a_stranger(people: People):
    made = post(people.anna, "/api/challenges", table=TABLE)
    path = f"/api/challenges/{made['id']}"
    seen = people.carla.get(path).json()
    assert (seen["name"], seen["own"], seen["players"]) == ("Anna", False, 2)
    assert people.anna.post(f"{path}/accept", json={}).status_code == 409
    page = people.carla.get(made["url"]).text
    assert 'content="Anna challenges you to Magnate"' in page
    table = post(people.carla, f"{path}/accept", name="Carla")
    assert people.bruno.post(f"{path}/accept", json={"name": "B"}).status_code == 404
    assert people.carla.get(made["url"]).status_code == 404
    (invited,) = people.anna.get("/api/me/invitations").json()
    assert (invited["id"], invited["own"]) == (table["id"], True)
    begin_game(table["url"], people.anna, people.carla)


def test_who_is_blocked_learns_nothing(people: People):
    url = post(people.bruno, "/api/me/preferences", public=True)["url"]
    challenge = f"/api/challenges/{post(people.bruno, '/api/challenges', table=TABLE)['id']}"
    blocks, ids = Blocks(people.anna.app.state.services.database), people.ids()  # type: ignore[attr-defined]
    assert blocks.add(ids["Bruno"], ids["Carla"], "Carla").result()
    wanted = {"public_id": url.removeprefix("/people/")}
    for browser in (people.anna, people.carla):
        assert post(browser, "/api/me/friends", **wanted) == {"relation": "asked"}
    assert [one["name"] for one in known(people.bruno)["friends"]] == ["Anna"]
    # The challenge has not only ended when it is to be accepted.
    assert people.anna.get(challenge).status_code == 200
    assert people.carla.get(challenge).status_code == 404
    assert people.carla.post(f"{challenge}/accept", json={}).status_code == 404


def test_an_open_challenge_goes_on_until_it_is_withdrawn(people: People):
    made = post(people.anna, "/api/challenges", table=TABLE, once=False)
    path = f"/api/challenges/{made['id']}"
    tables = {post(one, f"{path}/accept")["id"] for one in (people.bruno, people.carla)}
    assert len(tables) == 2
    (own,) = people.anna.get("/api/me/challenges").json()
    assert (own["accepted"], own["once"]) == (2, False)
    assert people.bruno.get(path).json()["accepted"] == 0
    assert people.bruno.delete(path).status_code == 404
    assert people.anna.delete(path).status_code == 200
    assert people.carla.post(f"{path}/accept", json={}).status_code == 404


@pytest.mark.parametrize(
    "seats", [[ANNA, {"kind": "bot", "bot": "random"}], [ANNA, ANNA], [ANNA, OPEN, OPEN]]
)
def test_a_challenge_needs_seats_for_two(people: People, seats: list[dict[str, str]]):
    wanted = {"table": {"game": "magnate", "seats": seats}}
    assert people.anna.post("/api/challenges", json=wanted).status_code == 422


def test_opponents_are_found(people: People):
    for browser in (people.anna, people.bruno):
        state = post(browser, "/api/me/opponent-search", game="magnate")
        assert state["searching"]
    assert state["waiting"] == 2
    people.run(OpponentSearch)
    states = [one.get("/api/me/opponent-search").json() for one in (people.anna, people.bruno)]
    assert states[0]["url"] is not None
    assert states[0]["url"] == states[1]["url"]
    assert people.carla.get("/api/me/opponent-search").json()["searching"] is False
    begin_game(states[0]["url"], people.anna, people.bruno)


def test_a_search_is_cancelled(people: People):
    for browser in (people.anna, people.bruno):
        post(browser, "/api/me/opponent-search", game="builders", players=3)
    assert people.anna.delete("/api/me/opponent-search").status_code == 200
    assert people.bruno.get("/api/me/opponent-search").json()["waiting"] == 1
    people.run(OpponentSearch)
    assert people.bruno.get("/api/me/opponent-search").json()["searching"]
    for wrong in ({"game": "x"}, {"game": "magnate", "players": 3}, {"game": "magnate", "x": 1}):
        answer = people.carla.post("/api/me/opponent-search", json=wrong)
        assert answer.status_code == (200 if "x" in wrong else 422)


def test_who_is_deleted_is_not_matched(people: People):
    for browser in (people.anna, people.bruno):
        post(browser, "/api/me/opponent-search", game="magnate")
    post(people.anna, "/api/me/delete", name="Anna")
    people.run(OpponentSearch)
    state = people.bruno.get("/api/me/opponent-search").json()
    assert (state["searching"], state["waiting"]) == (True, 1)


def test_a_group_lives(people: People):
    group = post(people.anna, "/api/groups", name=" Sunday  club ", description="We\u200b meet.\n")
    path = f"/api{group['url']}"
    own = people.anna.get(path).json()
    assert (own["name"], own["description"], own["role"]) == (
        "Sunday club",
        "We meet.",
        "organiser",
    )
    link = own["link"].partition("#")[2]
    assert post(people.bruno, f"{path}/join", link=link) == {"role": "member"}
    assert post(people.carla, f"{path}/join") == {"role": "asking"}
    outside, inside = people.carla.get(path).json(), people.bruno.get(path).json()
    assert (outside["size"], outside["members"], outside["tables"]) == (2, [], [])
    assert [one["name"] for one in inside["members"]] == ["Anna", "Bruno"]  # not who asks
    assert inside["link"] is None
    (carla,) = [one for one in people.anna.get(path).json()["members"] if one["name"] == "Carla"]
    change = f"{path}/members/{carla['person']}"
    assert people.bruno.post(change, json={"role": "member"}).status_code == 403
    post(people.anna, change, role="member")
    table = post(people.carla, f"{path}/tables", **TABLE)
    (listed,) = people.bruno.get(path).json()["tables"]
    assert (listed["id"], listed["open"]) == (table["id"], 1)
    board = people.bruno.get(f"{path}/leaderboard?game=magnate")
    assert (board.status_code, board.json()) == (200, [])
    post(people.anna, change, role="none")
    assert people.carla.get(f"{path}/leaderboard?game=magnate").status_code == 403
    assert people.carla.post(f"{path}/tables", json=TABLE).status_code == 403
    assert people.bruno.delete(path).status_code == 403
    assert people.anna.delete(path).status_code == 200
    assert people.bruno.get(path).status_code == 404
    assert people.bruno.get(group["url"]).status_code == 404


def test_a_group_has_a_name(people: People):
    for name in ("", "  ", "\u200b", "x" * 61):
        answer = people.anna.post("/api/groups", json={"name": name})
        assert (answer.status_code, answer.json()["field"]) == (422, "name")


def test_bots_and_strangers_change_nothing(people: People):
    token = post(people.anna, "/api/bot-accounts", name="Argo")["token"]
    nobody = People._other(people.anna)
    headers = {"Authorization": f"Bearer {token}"}
    for path, body in (
        ("/api/me/friends", {"person": "x"}),
        ("/api/challenges", {"table": TABLE}),
        ("/api/me/opponent-search", {"game": "magnate"}),
        ("/api/groups", {"name": "Club"}),
    ):
        assert nobody.post(path, json=body, headers=headers).status_code == 403
    assert nobody.get("/api/me/people").status_code == 403
    foreign = {"Origin": "https://elsewhere.example"}
    answer = people.anna.post("/api/groups", json={"name": "Club"}, headers=foreign)
    assert answer.status_code == 403


# -- in a browser


def say_name(page: Page, server: LiveServer, name: str) -> None:
    answer = page.request.post(f"{server.address}/api/me", data={"name": name})
    assert answer.ok, answer.text()


def asked(page: Page, server: LiveServer, path: str, **body: Any) -> Any:
    answer = page.request.post(f"{server.address}{path}", data=body)
    assert answer.ok, answer.text()
    return answer.json()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_are_accessible(
    new_screen: Callable[..., Page], server: LiveServer, axe: str, theme: str, size: dict[str, int]
):
    page, other = new_screen(viewport=size), new_screen()
    look(page, theme)
    say_name(page, server, "Anna")
    say_name(other, server, "Bruno")
    group = asked(page, server, "/api/groups", name="Club", description="We meet.")
    asked(other, server, f"/api{group['url']}/join")
    made = asked(page, server, "/api/challenges", table=TABLE, once=False)
    asked(other, server, f"/api/challenges/{made['id']}/accept")
    for path, ready in (
        ("/people", "#new-group"),
        (group["url"], ".leaderboard, .ratings p"),
        (made["url"], "#content output"),
        ("/", "#invitations li"),
    ):
        page.goto(f"{server.address}{path}")
        page.wait_for_selector(ready)
        assert findings(page, axe) == []
        assert path == "/" or small_targets(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other.goto(f"{server.address}{made['url']}")
    other.wait_for_selector("#content form")
    assert findings(other, axe) == []


@pytest.mark.own_server
def test_two_browsers_find_each_other(new_screen: Callable[..., Page], server: LiveServer):
    pages = [new_screen(), new_screen()]
    for page in pages:
        page.goto(server.address)
        page.click("#find-opponents")
        page.select_option("[name=people-game]", "magnate")
        page.click(".people-sheet .main")
    for page in pages:
        page.wait_for_url("**/table/*")
    assert pages[0].url == pages[1].url


def test_a_search_is_shown_and_cancelled(screen: Page, server: LiveServer):
    screen.goto(server.address)
    screen.click("#find-opponents")
    screen.select_option("[name=people-game]", "builders")
    screen.select_option("[name=people-players]", "3")
    screen.click(".people-sheet .main")
    screen.wait_for_selector("#opponent-search:visible")
    screen.reload()
    screen.wait_for_selector("#opponent-search:visible")
    expect(screen.locator("#opponent-search")).to_contain_text("3")
    screen.click("#opponent-search button")
    screen.wait_for_selector("#opponent-search", state="hidden")


def test_friends_play_by_a_click(new_screen: Callable[..., Page], server: LiveServer):
    anna, bruno = new_screen(), new_screen()
    say_name(anna, server, "Anna")
    say_name(bruno, server, "Bruno")
    group = asked(anna, server, "/api/groups", name="Club")
    link = anna.request.get(f"{server.address}/api{group['url']}").json()["link"]
    bruno.goto(f"{server.address}{link}")
    bruno.click("#content .main")  # joins by the link
    bruno.click("#content button:has-text('Ask to be friends')")
    anna.goto(f"{server.address}/people")
    anna.click("[id^=accept-]")
    anna.click("[id^=invite-]")
    anna.select_option("[name=people-game]", "magnate")
    anna.click(".people-sheet .main")
    anna.wait_for_url("**/table/*")
    bruno.goto(server.address)
    bruno.click("#invitations a.main")
    bruno.wait_for_url(anna.url)


def test_a_stranger_accepts_a_challenge(new_screen: Callable[..., Page], server: LiveServer):
    anna, stranger = new_screen(), new_screen()
    say_name(anna, server, "Anna")
    anna.goto(f"{server.address}/people")
    anna.click("#new-challenge")
    anna.select_option("[name=people-game]", "magnate")
    anna.click(".people-sheet .main")
    anna.wait_for_selector("#challenges li")
    (made,) = anna.request.get(f"{server.address}/api/me/challenges").json()
    stranger.goto(f"{server.address}{made['url']}")
    expect(stranger.locator("#who")).to_have_text("Anna challenges you to Magnate")
    stranger.fill("#content input", "Zoe")
    stranger.click("#content button")
    stranger.wait_for_url("**/table/*")
    anna.goto(server.address)
    expect(anna.locator("#invitations li")).to_contain_text("Your table is ready")


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u0301"])
def test_the_name_of_a_group_can_be_seen(people: People, name: str):
    answer = people.anna.post("/api/groups", json={"name": name})
    assert (answer.status_code, answer.json()["field"]) == (422, "name")
