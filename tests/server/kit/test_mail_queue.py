"""E-mails never keep anything else waiting, even if the mail server does not answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.cookiejar import CookieJar
from typing import Any

import pytest
from starlette.testclient import TestClient

from ducato.server import create_app
from ducato.server.kit.database.engine import Database
from ducato.server.kit.mail import mail_queue
from ducato.server.kit.mail.mailer import DisabledMailer

EMAILS = 10


class SilentServer:
    """A mail server that accepts connections and never answers.

    Attributes:
        reached: set when the first e-mail waits for an answer.
        ended: set to let the waiting end.
    """

    def __init__(self) -> None:
        self.reached, self.ended = threading.Event(), threading.Event()

    def send(self, to: str, subject: str, text: str, headers: Any = None) -> None:
        self.reached.set()
        self.ended.wait()


@pytest.fixture
def silent() -> Iterator[SilentServer]:
    server = SilentServer()
    yield server
    server.ended.set()


@pytest.fixture(autouse=True)
def mailed_at_once() -> None:
    """Queue e-mails as a server does."""


def ask(client: Any, number: int) -> list[int]:
    emails = [{"email": f"a{n}@example.org"} for n in range(number)]
    return [client.post("/api/me/email", json=email).status_code for email in emails]


def test_a_mail_server_that_never_answers_delays_nothing_else(opened: Any, silent: SilentServer):
    """The server has four threads for its disk: ten letters would have taken them all."""
    client = opened(jar=CookieJar(), mailer=silent)
    client.post("/api/me", json={"name": "Anna"})
    assert ask(client, EMAILS) == [202] * EMAILS
    assert silent.reached.wait(30)
    assert client.get("/api/me").json()["name"] == "Anna"
    assert client.get("/health").status_code == 200
    assert not silent.ended.is_set()


def test_beyond_the_queue_letters_are_refused_in_words(
    opened: Any, silent: SilentServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(mail_queue, "MOST_WAITING", 2)
    client = opened(jar=CookieJar(), mailer=silent)
    assert ask(client, 1) == [202]
    assert silent.reached.wait(30)
    assert ask(client, 2) == [202, 202]
    refused = client.post("/api/me/email", json={"email": "a@example.org"})
    assert refused.status_code == 503
    assert "Try again later" in refused.json()["error"]
    metrics = client.app.state.services.registry.metrics.render().decode()
    assert 'ducato_emails_total{result="refused"} 1' in metrics


def test_without_a_mail_server_a_letter_is_refused_at_once(opened: Any):
    assert ask(opened(jar=CookieJar(), mailer=DisabledMailer()), 1) == [503]


def test_letters_that_wait_do_not_keep_a_server_from_stopping(silent: SilentServer, url: str):
    with TestClient(create_app(Database(url), mailer=silent)) as client:
        assert ask(client, 3) == [202] * 3
        assert silent.reached.wait(30)
    assert not silent.ended.is_set()
