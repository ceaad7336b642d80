"""Chat at a table: who may read what, what is refused, who is muted, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.browser.test_access import axe, findings, small_targets
from tests.server.subjects.people.test_profile import (
    ANNA,
    OPEN,
    RANDOM,
    bruno,
    post,
    resign,
    sat_down,
)
from tests.support.live_server import DESK, PHONE, LiveServer, expect

from ducato.core.i18n import LANGUAGES
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import StorageFailure, StoreError
from ducato.server.subjects.chat.live import CHAT_OF_PERSON
from ducato.server.subjects.chat.storage import ChatLines as StoredChat
from ducato.server.subjects.tables.storage import Tables
from ducato.table.chat_rules import LONGEST_LINE, PHRASES

__all__ = ["axe", "bruno"]  # fixtures
TableAt = Callable[..., str]


@pytest.fixture
def carla(client: TestClient) -> TestClient:
    """A named visitor who only watches."""
    other = TestClient(client.app)
    other.portal = client.portal
    post(other, "/api/me", name="Carla")
    return other


def sits(client: TestClient, sit: Any, address: str, query: str = "lang=en") -> Any:
    """Open a connection at the table that has received the chat so far."""
    player = sit(client, address, query)
    player.chat = player.hear("chat")
    return player


def says(player: Any, text: str | None = None, **other: Any) -> Any:
    """Say something in the chat and return the answer."""
    player.sent += 1
    player.say(type="chat", id=f"{id(player)}-{player.sent}", text=text, **other)
    return player.hear("accepted", "rejected")


def texts(chat: dict[str, Any]) -> list[str | None]:
    return [line["text"] for line in chat["lines"]]


def test_players_are_heard_by_everybody(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    assert says(anna, "  Good\x00 day\n Bruno ")["type"] == "accepted"
    own, heard = anna.hear("chat_line")["line"], other.hear("chat_line")["line"]
    assert (own["own"], heard["own"]) == (True, False)
    assert (heard["seat"], heard["name"], heard["text"]) == (0, "Anna", "Good day Bruno")
    assert texts(sits(bruno, sit, address).chat) == ["Good day Bruno"]  # it is kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_read_in_the_language_of_the_reader(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt, language: str
):
    address = sat_down(client, bruno, table_at)
    anna, other = (
        sits(client, sit, address, "lang=it"),
        sits(bruno, sit, address, f"lang={language}"),
    )
    assert [one["name"] for one in other.chat["phrases"]] == list(PHRASES)
    assert says(anna, phrase="thanks")["type"] == "accepted"
    wanted = {"en": "Thank you!", "it": "Grazie!", "es": "¡Gracias!"}
    assert other.hear("chat_line")["line"]["text"] == wanted[language]
    for changed in LANGUAGES:
        other.say(type="language", lang=changed)
        assert texts(other.hear("chat")) == [wanted[changed]]


def test_what_spectators_say_reaches_players_after_the_end(
    client: TestClient, bruno: TestClient, carla: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna, spectator = sits(client, sit, address), sits(carla, sit, address)
    assert (spectator.chat["spectator"], anna.chat["spectator"]) == (True, False)
    assert says(spectator, "Anna should build the mill")["type"] == "accepted"
    assert spectator.hear("chat_line")["line"]["seat"] is None
    # A player's other screen, without a seat or with another's, is still that player's.
    elsewhere = sits(client, sit, address, "lang=en&seat=1")
    assert texts(elsewhere.chat) == []
    assert says(elsewhere, "from my other screen")["type"] == "accepted"
    assert elsewhere.hear("chat_line")["line"]["seat"] == 0
    says(anna, "done")
    while anna.hear("chat_line")["line"]["text"] != "done":
        pass
    assert "should build" not in str(anna.heard) + str(elsewhere.heard)
    resign(client, sit, address)
    while "Anna should build the mill" not in texts(anna.hear("chat")):
        pass


def test_who_is_muted_is_not_sent(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    says(other, "first insult")
    line = anna.hear("chat_line")["line"]["number"]
    anna.say(type="mute", id="m", line=line, on=True)
    assert anna.hear("accepted", "rejected")["type"] == "accepted"
    silent = anna.hear("chat")["lines"]
    assert [(one["muted"], one["text"], one["name"]) for one in silent] == [(True, None, "Bruno")]
    says(other, "second insult")
    assert anna.hear("chat_line")["line"]["text"] is None
    again = sits(client, sit, address)  # muting is kept, at all tables and in all browsers
    assert texts(again.chat) == [None, None]
    anna.say(type="mute", id="n", line=line, on=False)
    assert texts(anna.hear("chat")) == ["first insult", "second insult"]
    says(anna, "mine")
    own = anna.hear("chat_line")["line"]["number"]
    for number in (99, own):
        anna.say(type="mute", id=f"x{number}", line=number, on=True)
        assert anna.hear("accepted", "rejected")["type"] == "rejected"


def test_what_is_no_line_is_refused(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    anna = sits(client, sit, sat_down(client, bruno, table_at))
    wrong: list[dict[str, Any]] = [
        {"text": " \n "},
        {"text": "x" * (LONGEST_LINE + 1)},
        {"text": "x" * 1001},
        {"phrase": "insult"},
        {"phrase": "thanks", "text": "and more"},
        {},
    ]
    for number, one in enumerate(wrong):
        anna.say(type="chat", id=f"w{number}", **one)
        assert anna.hear("accepted", "rejected")["type"] == "rejected", one
    assert texts(sits(client, sit, "/table/" + anna.heard[0]["table"]["id"]).chat) == []


def test_who_is_nobody_reads_and_is_silent(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    stranger = TestClient(client.app)
    stranger.portal = client.portal
    nobody = sits(stranger, sit, address)
    assert not nobody.chat["can_speak"]
    assert says(nobody, "hello")["type"] == "rejected"
    nobody.say(type="mute", id="m", line=1, on=True)
    assert nobody.hear("accepted", "rejected")["type"] == "rejected"


def test_there_is_no_talk_where_one_person_plays(client: TestClient, sit: Any, table_at: TableAt):
    anna = sit(client, table_at(client, ANNA, RANDOM))
    assert says(anna, "hello")["type"] == "rejected"
    assert "chat" not in {message["type"] for message in anna.heard}
    other = sit(client, table_at(client, ANNA, OPEN))
    assert other.hear("chat")["can_speak"]


def test_a_line_that_is_sent_twice_is_said_once(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna = sits(client, sit, address)
    for _ in range(2):
        anna.say(type="chat", id="same", text="hello")
        assert anna.hear("accepted", "rejected")["type"] == "accepted"
    assert texts(sits(bruno, sit, address).chat) == ["hello"]


def test_a_line_whose_answer_was_lost_with_the_server_is_said_once(
    opened: Any, sit: Any, table_at: TableAt
):
    """The client asks again, with the same id."""
    before = opened()
    address = table_at(before, ANNA, OPEN)
    anna = sits(before, sit, address)
    anna.say(type="chat", id="same", text="hello")
    assert anna.hear("accepted", "rejected")["type"] == "accepted"
    anna.leave()
    again = sits(opened(), sit, address)
    again.say(type="chat", id="same", text="hello")
    assert again.hear("accepted", "rejected")["type"] == "accepted"
    assert texts(sits(before, sit, address).chat) == ["hello"]


@pytest.fixture
def unreadable_mutes(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function after which a table must read its mutes again, which fails once."""

    def fail_once(address: str) -> None:
        read = StoredChat.muted_by

        def broken(self: StoredChat, person: str) -> set[str]:
            monkeypatch.setattr(StoredChat, "muted_by", read)
            raise StoreError("here", StorageFailure.UNREACHABLE, "the connection is broken")

        actor = client.app.state.services.registry.find(address.rpartition("/")[2])  # type: ignore[attr-defined]
        actor._handler._chat._muted.clear()  # as when two people are merged
        monkeypatch.setattr(StoredChat, "muted_by", broken)

    return fail_once


def answers_to(player: Any, request: str) -> list[str]:
    """Return the answers that a player has received to a request."""
    player.say(type="explain", id=f"after {request}", piece="none")
    player.hear("explanation")
    return [one["type"] for one in player.heard if one.get("id") == request]


def test_a_line_is_announced_once_the_mutes_could_be_read(
    client: TestClient,
    bruno: TestClient,
    sit: Any,
    table_at: TableAt,
    unreadable_mutes: Callable[[str], None],
):
    """A line is either rejected, or accepted and announced; when repeated, it is announced once."""
    address = sat_down(client, bruno, table_at)
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    unreadable_mutes(address)
    anna.say(type="chat", id="same", text="hello")
    assert answers_to(anna, "same") == ["rejected"]
    anna.say(type="chat", id="same", text="hello")
    assert answers_to(anna, "same") == ["rejected", "accepted"]
    assert says(anna, "goodbye")["type"] == "accepted"
    assert [other.hear("chat_line")["line"]["text"] for _ in range(2)] == ["hello", "goodbye"]


def test_a_mute_is_answered_once_if_the_mutes_cannot_be_read(
    client: TestClient,
    bruno: TestClient,
    sit: Any,
    table_at: TableAt,
    unreadable_mutes: Callable[[str], None],
):
    address = sat_down(client, bruno, table_at)
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    says(other, "an insult")
    line = anna.hear("chat_line")["line"]["number"]
    unreadable_mutes(address)
    anna.say(type="mute", id="m", line=line, on=True)
    assert answers_to(anna, "m") == ["rejected"]
    anna.say(type="mute", id="m", line=line, on=True)
    assert answers_to(anna, "m") == ["rejected", "accepted"]
    assert texts(sits(client, sit, address).chat) == [None]
    anna.say(type="mute", id="n", line=line, on=False)
    assert answers_to(anna, "n") == ["accepted"]
    assert texts(sits(client, sit, address).chat) == ["an insult"]


def test_nobody_floods_the_table(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    anna = sits(client, sit, sat_down(client, bruno, table_at))
    burst = int(CHAT_OF_PERSON.burst)
    answers = [says(anna, f"line {n}")["type"] for n in range(burst + 3)]
    assert answers[:burst] == ["accepted"] * burst
    assert answers[-1] == "rejected"
    assert anna.act()["type"] in ("accepted", "rejected")  # the game goes on


def test_persons_are_not_named_in_the_talk(
    client: TestClient, bruno: TestClient, url: str, sit: Any, table_at: TableAt
):
    address = sat_down(client, bruno, table_at)
    anna, other = sits(client, sit, address), sits(bruno, sit, address)
    says(anna, "hello")
    other.hear("chat_line")
    database = Database(url)
    for seat in Tables(database).load(address.rpartition("/")[2]).seats:
        assert seat["person"] not in str(other.heard)
    database.close()


def test_talk_is_for_everybody(server: LiveServer, screen: Any, axe: str):
    """The chat can be used by keys alone, axe finds nothing, and typed letters are no shortcuts."""
    screen.set_viewport_size(DESK)
    seats = [ANNA, OPEN]
    answer = screen.request.post(
        f"{server.address}/api/tables", data={"game": "magnate", "seats": seats, "options": {}}
    )
    screen.goto(f"{server.address}{answer.json()['url']}")
    screen.wait_for_selector("#tab-chat:visible")
    screen.locator("#tab-chat").press("Enter")
    screen.locator(".chat-form input").focus()
    screen.keyboard.type("hull <b>")
    screen.keyboard.press("Enter")
    screen.wait_for_selector(".chat-lines li")
    assert screen.locator(".chat-lines p span").first.text_content() == "hull <b>"
    screen.locator(".chat-phrases button").first.press("Enter")
    screen.wait_for_selector(".chat-lines li:nth-child(2)")
    assert findings(screen, axe) == []
    screen.set_viewport_size(PHONE)
    screen.locator("#show-side-panel").click()
    assert screen.locator(".chat-phrases button").first.is_visible()
    assert small_targets(screen) == []
    assert findings(screen, axe) == []


def test_words_that_come_while_the_talk_is_opened_are_not_lost(server: LiveServer, screen: Any):
    """Messages arrive before the part of the page that shows them is loaded."""
    wanted = {"game": "magnate", "seats": [ANNA, RANDOM], "options": {}}  # where there is no chat
    answer = screen.request.post(f"{server.address}/api/tables", data=wanted)
    screen.goto(f"{server.address}{answer.json()['url']}")
    screen.wait_for_selector("body.ready")
    screen.evaluate(
        """async () => {
            const { receive: hear } = ducato;
            const line = (number) => ({ number, seat: 1, name: "Bruno", text: `line ${number}`,
              own: false, muted: false });
            const talk = { type: "chat", lines: [line(1)], phrases: [], can_speak: true,
              spectator: false, longest: 200 };
            const said = (number) => hear({ type: "chat_line", line: line(number) });
            const again = { ...talk, lines: [line(1), line(2)] };
            await Promise.all([hear(talk), said(2), hear(again), said(3)]);
        }"""
    )
    lines = screen.locator(".chat-lines p span")
    assert lines.all_text_contents() == ["line 1", "line 2", "line 3"]


SHOW_CHAT = """(count) => {
    const line = (number) => ({ number, seat: 1, name: "Bruno", text: `line ${number}`,
      own: false, muted: false, blocked: false });
    return ducato.receive({ type: "chat", phrases: [], can_speak: true, spectator: false,
      longest: 200, lines: Array.from({ length: count }, (_, index) => line(index + 1)) });
}"""
ADD_LINE = """(number) => ducato.receive({ type: "chat_line", line: { number, seat: 1,
    name: "Bruno", text: `line ${number}`, own: false, muted: false, blocked: false } })"""
AT_END = """(list) => list.scrollHeight - list.clientHeight - list.scrollTop < 2"""


def test_the_chat_stays_where_one_reads(server: LiveServer, screen: Any):
    screen.set_viewport_size(DESK)
    wanted = {"game": "magnate", "seats": [ANNA, RANDOM], "options": {}}
    answer = screen.request.post(f"{server.address}/api/tables", data=wanted)
    screen.goto(f"{server.address}{answer.json()['url']}")
    screen.wait_for_selector("body.ready")
    screen.evaluate(SHOW_CHAT, 80)
    screen.locator("#tab-chat").click()
    lines, below = screen.locator(".chat-lines"), screen.locator(".chat-below")
    assert lines.evaluate(AT_END)
    screen.evaluate(ADD_LINE, 81)
    assert lines.evaluate(AT_END), "who reads the last line sees the next"
    expect(below).to_be_hidden()
    lines.evaluate(
        """(list) => new Promise((scrolled) => {
            list.addEventListener("scroll", scrolled, { once: true });
            list.scrollTop = 120;
        })"""
    )
    screen.evaluate(ADD_LINE, 82)
    assert lines.evaluate("(list) => list.scrollTop") == 120
    expect(below).to_be_visible()
    screen.evaluate(SHOW_CHAT, 82)  # as after a mute, or when a seat changes
    assert lines.evaluate("(list) => list.scrollTop") == 120
    screen.locator("#tab-log").click()
    screen.evaluate(SHOW_CHAT, 83)
    screen.locator("#tab-chat").click()
    assert lines.evaluate("(list) => list.scrollTop") == 120
    below.click()
    assert lines.evaluate(AT_END)
    expect(below).to_be_hidden()
    screen.evaluate(SHOW_CHAT, 84)
    assert lines.evaluate(AT_END)
