"""E-mails about turns: their recipients and texts, the handling of failures, and unsubscribing."""

from __future__ import annotations

import logging
import re
import smtplib
import threading
from collections.abc import Callable, Mapping
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.server.browser.test_access import axe, findings, look, small_targets
from tests.server.player import begin_game
from tests.server.subjects.reminders.test_storage import person, status
from tests.support.conditions import until
from tests.support.live_server import DESK, PHONE, LiveServer, played

from ducato.core.i18n import LANGUAGES
from ducato.server import app
from ducato.server.kit.database.engine import Database, now
from ducato.server.kit.mail.mailer import MailNotSent, SmtpMailer, quoted
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.reminders import service as turn_reminders
from ducato.server.subjects.reminders.service import TurnReminderSender, compose, time_left
from ducato.server.subjects.reminders.storage import GRACE, ReminderEmail, Turn, TurnReminders
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["axe"]  # a fixture

ANNA, OPEN = {"kind": "person", "name": "Anna"}, {"kind": "open"}
SLOW = {"kind": "correspondence", "days": 2}
HOME = "http://testserver"
HOUR = 3_600_000


class Letterbox:
    """A mailbox that takes e-mails, unless it is closed."""

    def __init__(self) -> None:
        self.emails: list[tuple[str, str, str, Mapping[str, str]]] = []
        self.closed_to: set[str] = set()
        self.tried = 0
        self.workers: set[str] = set()

    def send(self, to: str, subject: str, text: str, headers: Mapping[str, str] = {}) -> None:
        self.tried += 1
        self.workers.add(threading.current_thread().name)
        if {to, "all"} & self.closed_to:
            raise MailNotSent("the mail server did not accept the e-mail: SMTPRecipientsRefused")
        self.emails.append((to, subject, text, headers))

    def take(self) -> list[tuple[str, str, str, Mapping[str, str]]]:
        taken, self.emails = self.emails, []
        return taken


class Town:
    """A server with Anna and Bruno, who both have accounts."""

    def __init__(self, opened: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[TurnReminderSender] = []
        self.passed = 0

        def kept(services: Any) -> TurnReminderSender:
            self.made.append(TurnReminderSender(services))
            return self.made[-1]

        services = [
            kept if service is TurnReminderSender else service for service in app.BACKGROUND
        ]
        monkeypatch.setattr(app, "BACKGROUND", services)
        monkeypatch.setattr(TurnReminderSender, "interval", 3600)  # it looks when a test says so
        monkeypatch.setattr(turn_reminders, "now", lambda: now() + self.passed)
        self.box, self._opened = Letterbox(), opened
        self.anna = self.server()
        self.bruno = TestClient(self.anna.app)
        self.bruno.portal = self.anna.portal

    def server(self, **named: Any) -> TestClient:
        client: TestClient = self._opened(
            jar=CookieJar(), mailer=self.box, public_url=HOME, **named
        )
        return client

    def register(self, client: TestClient, name: str, **wishes: Any) -> None:
        post(client, "/api/me", name=name)
        post(client, "/api/me/email", email=f"{name}@example.org")
        (letter,) = self.box.take()
        token = re.search(r"#([\w-]{43})", letter[2])
        assert token is not None
        post(client, "/api/me/email/verify", token=token[1])
        post(client, "/api/me/preferences", **wishes)
        self.box.tried = 0

    def look(self, later: int = GRACE + 1) -> list[Any]:
        """Return what is written to whom, a little later."""
        self.passed += later
        assert self.anna.portal is not None
        self.anna.portal.call(self.made[0].run_once)
        return self.box.take()

    def table(self, table_at: Callable[..., str]) -> tuple[str, TestClient, TestClient]:
        """Open a slow table of both; return it, then the one who is to move, then the other."""
        address = table_at(self.anna, ANNA, OPEN, time_control=SLOW)
        post(self.bruno, f"{address.replace('/table', '/api/tables')}/join", name="Bruno")
        begin_game(address, self.anna, self.bruno)
        listed = {table["id"]: table for table in self.anna.get("/api/tables").json()}
        mine = listed[address.rpartition("/")[2]]["your_turn"]
        return (address, *((self.anna, self.bruno) if mine else (self.bruno, self.anna)))


@pytest.fixture
def town(opened: Any, monkeypatch: pytest.MonkeyPatch) -> Town:
    return Town(opened, monkeypatch)


@pytest.fixture
def both(town: Town) -> Town:
    """Return a server on which both have asked for e-mails."""
    town.register(town.anna, "anna", turn_reminders="soon", language="en")
    town.register(town.bruno, "bruno", turn_reminders="soon", language="en")
    return town


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


def address_of(client: TestClient) -> str:
    address: str = client.get("/api/me").json()["email"]
    return address


def test_a_guest_cannot_ask_for_reminders(client: TestClient):
    post(client, "/api/me", name="Anna")
    assert client.get("/api/me/profile").json()["preferences"]["turn_reminders"] == "none"
    answer = client.post("/api/me/preferences", json={"turn_reminders": "soon"})
    assert (answer.status_code, answer.json()["field"]) == (409, "turn_reminders")
    assert post(client, "/api/me/preferences", turn_reminders="none")["turn_reminders"] == "none"
    for wrong in ("often", "", 1, True):
        assert client.post("/api/me/preferences", json={"turn_reminders": wrong}).status_code == 422


def test_nobody_is_written_to_unasked(town: Town, table_at: Callable[..., str]):
    town.register(town.anna, "anna")
    town.register(town.bruno, "bruno")
    town.table(table_at)
    assert town.look() == []


def test_the_language_is_that_in_which_one_wished(town: Town):
    town.register(town.anna, "anna")
    wishes = town.anna.post("/api/me/preferences?lang=es", json={"turn_reminders": "daily"}).json()
    assert (wishes["turn_reminders"], wishes["language"]) == ("daily", "es")
    wishes = town.anna.post("/api/me/preferences?lang=it", json={"turn_reminders": "soon"}).json()
    assert (wishes["turn_reminders"], wishes["language"]) == ("soon", "es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_says_where_and_how_long(both: Town, table_at: Callable[..., str], language: str):
    address, mover, _ = both.table(table_at)
    post(mover, "/api/me/preferences", language=language)
    ((to, subject, text, headers),) = both.look()
    assert to == address_of(mover)
    said = {
        "en": ("It’s your turn", "(“Anna” and “Bruno”), time left: 1 day and 23 hours"),
        "it": ("Tocca a te", "(«Anna» e «Bruno»), tempo rimasto: 1 giorno e 23 ore"),
        "es": ("Te toca", "(«Anna» y «Bruno»), tiempo restante: 1 día y 23 horas"),
    }
    assert subject == said[language][0]
    assert said[language][1] in text
    assert f"{HOME}{address}" in text
    assert f"{HOME}/account" in text
    stop = headers["List-Unsubscribe"].strip("<>")
    assert stop in text
    assert stop.endswith(f"?lang={language}")
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["Auto-Submitted"] == "auto-generated"


def test_nobody_gets_two_letters_for_one_turn(both: Town, sit: Any, table_at: Callable[..., str]):
    address, mover, other = both.table(table_at)
    assert both.look(0) == []  # not at once
    assert [letter[0] for letter in both.look()] == [address_of(mover)]
    assert both.look() == []
    assert both.look(24 * HOUR) == []
    playing = sit(mover, address)
    while playing.view["legal"]:
        playing.act()
        playing.hear("steps")
    playing.leave()
    assert [letter[0] for letter in both.look()] == [address_of(other)]
    assert both.look() == []


def test_all_tables_are_in_one_letter(both: Town, table_at: Callable[..., str]):
    tables = [both.table(table_at) for _ in range(3)]
    letters = both.look()
    mover = tables[0][1]
    (letter,) = [letter for letter in letters if letter[0] == address_of(mover)]
    own = [address for address, who, _ in tables if who is mover]
    assert len(own) == 3  # they are dealt alike
    assert letter[1] == "It’s your turn at 3 tables"
    assert all(f"{HOME}{address}" in letter[2] for address in own)


def test_who_is_at_the_table_gets_none(both: Town, sit: Any, table_at: Callable[..., str]):
    address, mover, other = both.table(table_at)
    here = sit(mover, address)
    sit(other, address)  # the other player's presence changes nothing
    assert both.look() == []
    here.leave()
    registry, person = both.made[0]._services.registry, person_of(both, mover)
    until(lambda: not registry.tables_shown_to(person))  # the server notes that the line has ended
    assert [letter[0] for letter in both.look()] == [address_of(mover)]


def person_of(town: Town, client: TestClient) -> str:
    token = next(cookie.value for cookie in client.cookies.jar if cookie.name == "ducato")
    person = People(town.made[0]._services.database).of_session(str(token))
    assert person is not None
    return person.id


def test_letters_are_sent_beside_the_event_loop(both: Town, table_at: Callable[..., str]):
    both.table(table_at)
    assert both.look() != []
    assert both.box.workers == {"mail"}


def test_a_failure_is_tried_again_later_and_later(
    both: Town, table_at: Callable[..., str], caplog: pytest.LogCaptureFixture
):
    _, mover, _ = both.table(table_at)
    both.box.closed_to = {"all"}
    tried = []
    with caplog.at_level(logging.DEBUG):
        both.look()
        for _ in range(16):  # every minute
            tried.append(both.box.tried)
            assert both.look(60_000) == []
    assert tried == [1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5]
    assert "a turn reminder" in caplog.text
    for secret in (address_of(mover), "@", "Anna", "Bruno"):
        assert secret not in caplog.text
    both.box.closed_to = set()
    assert [letter[0] for letter in both.look(HOUR)] == [address_of(mover)]
    assert both.look(HOUR) == []
    metrics = both.made[0]._services.registry.metrics.render().decode()
    assert 'ducato_reminder_emails_total{result="failed"} 5' in metrics
    assert 'ducato_reminder_emails_total{result="sent"} 1' in metrics


def test_what_failed_is_not_sent_when_the_turn_has_passed(
    both: Town, sit: Any, table_at: Callable[..., str]
):
    address, mover, other = both.table(table_at)
    both.box.closed_to = {address_of(mover)}
    assert both.look() == []
    assert both.box.tried == 1
    playing = sit(mover, address)
    while playing.view["legal"]:
        playing.act()
        playing.hear("steps")
    both.box.closed_to = set()
    assert [letter[0] for letter in both.look(HOUR)] == [address_of(other)]


def both_wait(both: Town, sit: Any, table_at: Callable[..., str]) -> TestClient:
    """Have each awaited at one of two tables; return the one who was dealt the first move."""
    address, mover, _ = both.table(table_at)
    playing = sit(mover, address)
    while playing.view["legal"]:
        playing.act()
        playing.hear("steps")
    playing.leave()
    both.table(table_at)
    return mover


def test_one_bad_address_stops_nobody_elses_letters(
    both: Town, sit: Any, table_at: Callable[..., str]
):
    mover = both_wait(both, sit, table_at)
    both.box.closed_to = {address_of(mover)}
    other = {"anna@example.org", "bruno@example.org"} - both.box.closed_to
    assert {letter[0] for letter in both.look()} == other
    assert both.box.tried == 2


def test_a_server_that_is_away_is_not_asked_for_everybody(
    both: Town, sit: Any, table_at: Callable[..., str], monkeypatch: pytest.MonkeyPatch
):
    both_wait(both, sit, table_at)
    monkeypatch.setattr(turn_reminders, "MOST_FAILURES", 1)
    both.box.closed_to = {"all"}
    assert both.look() == []
    assert both.box.tried == 1


def test_what_was_told_survives_a_restart(both: Town, url: str, table_at: Callable[..., str]):
    both.table(table_at)
    assert len(both.look()) == 1
    both.server()
    assert both.anna.portal is not None
    both.passed += HOUR
    both.anna.portal.call(both.made[1].run_once)
    assert both.box.emails == []


def test_what_failed_is_sent_after_a_restart(both: Town, table_at: Callable[..., str]):
    both.table(table_at)
    both.box.closed_to = {"all"}
    assert both.look() == []
    both.box.closed_to = set()
    both.server()
    until(lambda: both.box.emails)  # it looks by itself when it starts
    assert len(both.box.take()) == 1
    assert both.look(HOUR) == []


def test_a_digest_comes_once_a_day(both: Town, table_at: Callable[..., str]):
    _, mover, _ = both.table(table_at)
    post(mover, "/api/me/preferences", turn_reminders="daily")
    assert len(both.look()) == 1
    both.table(table_at)
    assert both.look() == []
    ((_, subject, text, _),) = both.look(24 * HOUR)
    assert subject == "It’s your turn at 2 tables"
    assert text.index("It’s your turn in:") < text.index("Still waiting for your move")
    assert text.count("time left: 23 hours") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_end_by_one_click(both: Town, table_at: Callable[..., str], language: str):
    _, mover, _ = both.table(table_at)
    post(mover, "/api/me/preferences", language=language)
    ((*_, headers),) = both.look()
    stop = headers["List-Unsubscribe"].strip("<>").removeprefix(HOME)
    stranger = TestClient(both.anna.app)  # without a cookie, as the program of a mail provider
    stranger.portal = both.anna.portal
    page = stranger.get(stop)
    assert page.status_code == 200
    assert f'lang="{language}"' in page.text
    assert '<form method="post">' in page.text
    assert "set-cookie" not in page.headers
    for secret in ("anna", "bruno", "Anna", "Bruno", "@"):
        assert secret not in page.text
    wishes = mover.get("/api/me/profile").json()["preferences"]
    assert wishes["turn_reminders"] == "soon"  # a GET request changes nothing
    for _ in range(2):
        done = stranger.post(stop, data={"List-Unsubscribe": "One-Click"})
        assert done.status_code == 200
        assert "<form" not in done.text
    assert mover.get("/api/me/profile").json()["preferences"]["turn_reminders"] == "none"
    for path in ("/unsubscribe/nothing", f"/unsubscribe/{'x' * 43}"):
        assert stranger.get(path).status_code == 404
        assert stranger.post(path).status_code == 404


def test_it_looks_by_itself(
    both: Town, table_at: Callable[..., str], monkeypatch: pytest.MonkeyPatch
):
    both.table(table_at)
    monkeypatch.setattr(TurnReminderSender, "interval", 0.02)
    both.passed = HOUR
    both.server()
    until(lambda: both.box.emails)
    assert len(both.box.emails) == 1


def test_a_mistake_ends_no_letters(
    both: Town, table_at: Callable[..., str], monkeypatch: pytest.MonkeyPatch
):
    """The task goes on, whatever goes wrong in one look."""
    monkeypatch.setattr(TurnReminderSender, "interval", 0.02)
    failed = []

    def broken(*_: object) -> Any:
        failed.append(1)
        raise RuntimeError("a mistake")

    with monkeypatch.context() as patched:
        patched.setattr("ducato.server.subjects.reminders.storage.TurnReminders.awaited", broken)
        both.server()
        until(lambda: len(failed) >= 3)


def test_a_letter_as_it_is_sent():
    server = SmtpMailer.from_url("smtp://localhost?from=ducato@example.org")
    stop = f"<https://play.example.org/unsubscribe/{'x' * 43}?lang=en>"
    text = "è il tuo turno:\n\nhttps://play.example.org/" + "y" * 90
    made = server.email("anna@example.org", "Tocca a te", text, {"List-Unsubscribe": stop})
    lines = made.as_bytes().split(b"\r\n")
    assert f"List-Unsubscribe: {stop}".encode() in lines  # a folded one would be encoded
    assert made.get_content().rstrip("\n") == text
    assert made["Message-ID"].endswith("@example.org>")
    assert made["Date"]


@pytest.mark.parametrize(
    "name",
    [
        "You won! https://evil.example/x",
        "evil.example",
        "EVIL\uff0eEXAMPLE",
        "evil\u3002example",
        "write to evil@mail.example",
        "a\r\nBcc: all@evil.example",
        "” says the bank: “evil.example",
        "[won](evil.example)",
        "e" * 200,
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_in_a_letter_is_no_link(name: str, language: str):
    seats = [{"seat": n, "name": called, "person": None} for n, called in enumerate((name, "Bo"))]
    turn = Turn("a", "t", "magnate", 0, 10**9, 0, 1, False, seats)
    letter = ReminderEmail(name, "anna@example.org", language, [turn], "token")
    subject, text = compose(letter, language, "https://ours.example", "https://ours.example/x", 0)
    assert "Bo" in text
    assert set(re.findall(r"https?://\S*", text)) <= {
        "https://ours.example/account",
        "https://ours.example/x",
        "https://ours.example/table/t",
    }
    rest = text.replace("https://ours.example", "")
    assert not re.search(r"\w[.\u3002\uff0e]\w|@|\r|:/|]\(", rest + subject)
    assert max(len(line) for line in text.splitlines()) < 200
    quotes = {"en": "“”"}.get(language, "«»")
    assert [text.count(quote) for quote in quotes] == [3, 3]
    claim = quoted(name, language)
    assert claim in text
    assert "\n" not in claim


def test_without_a_mail_server_letters_are_printed(
    opened: Any, url: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    database = Database(url)
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    match = played("magnate", 2, 0.0)
    rows = [TableSeat(n, "AB"[n], person=who).to_row() for n, who in enumerate((anna, bruno))]
    table = Tables(database).create(match, rows, turn_state=status((0, 0))).result()
    database.close()
    monkeypatch.setattr(turn_reminders, "now", lambda: now() + GRACE + 1)
    opened(jar=CookieJar(), local_url="http://127.0.0.1:8470")
    parts: list[str] = []

    def all_printed() -> str | None:
        parts.append(capfd.readouterr().err)
        whole = "".join(parts)
        return whole if "unsubscribe" in whole else None

    printed = until(all_printed)
    assert "to anna@example.org: Tocca a te" in printed
    assert f"http://127.0.0.1:8470/table/{table}" in printed
    assert "http://127.0.0.1:8470/unsubscribe/" in printed


def test_what_a_mail_server_says_is_not_repeated(monkeypatch: pytest.MonkeyPatch):
    server = SmtpMailer.from_url("smtp+plain://localhost?from=ducato@example.org")

    class Refusing:
        def __enter__(self) -> Refusing:
            return self

        def __exit__(self, *_: object) -> None:
            return

        def send_message(self, email: object) -> None:
            raise smtplib.SMTPRecipientsRefused({"anna@example.org": (550, b"no anna here")})

    monkeypatch.setattr(SmtpMailer, "_connected", lambda _: Refusing())
    with pytest.raises(MailNotSent) as error:
        server.send("anna@example.org", "a", "b")
    assert "anna" not in str(error.value)
    assert "SMTPRecipientsRefused" in str(error.value)
    with pytest.raises(MailNotSent):
        server.send("anna@example.org\nBcc: all@example.org", "a", "b")


@pytest.mark.parametrize(
    ("duration", "words"),
    [
        (-5, "0 minutes"),
        (59_999, "0 minutes"),
        (61 * 60_000, "1 hour and 1 minute"),
        (2 * HOUR, "2 hours"),
        (24 * HOUR, "1 day"),
        (24 * HOUR + 59 * 60_000, "1 day"),
    ],
)
def test_time_is_told_in_two_units(duration: int, words: str):
    assert time_left(duration, "en") == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_has_no_gaps(language: str):
    turn = Turn("a", "t", "magnate", 0, HOUR, 0, 0, False, [{"seat": 0, "name": "Anna"}])
    letter = ReminderEmail("Anna", "a@b.example", language, [turn], "token")
    subject, text = compose(letter, language, HOME, f"{HOME}/unsubscribe/token", 0)
    assert "{" not in subject + text
    assert "\n\n\n" not in text


@pytest.mark.own_server
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_that_ends_letters_is_for_everybody(
    server: LiveServer, screen: Page, axe: str, theme: str
):
    database = Database(server.url)
    anna, bruno = person(database, "Anna"), person(database, "Bruno")
    match = played("magnate", 2, 0.0)
    rows = [TableSeat(n, "AB"[n], person=who).to_row() for n, who in enumerate((anna, bruno))]
    Tables(database).create(match, rows, turn_state=status((0, 0))).result()
    letter = TurnReminders(database).begin(anna, now() + GRACE + 1).result()
    assert letter is not None
    look(screen, theme)
    screen.set_viewport_size(DESK if theme == "light" else PHONE)
    screen.goto(f"{server.address}/unsubscribe/{letter.token}?lang=it")
    assert findings(screen, axe) == []
    assert small_targets(screen) == []
    screen.locator("main form button").press("Enter")
    screen.wait_for_selector("main:not(:has(form))")
    assert findings(screen, axe) == []
    assert Profiles(database).preferences(anna).turn_reminders == "none"
    database.close()
