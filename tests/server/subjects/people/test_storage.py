from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.people import email_verification, session_rows
from ducato.server.subjects.people import storage as accounts
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.session_rows import hashed
from ducato.server.subjects.people.storage import People, Person
from ducato.server.subjects.tables.storage import Tables


@pytest.fixture
def known(database: Database) -> People:
    return People(database)


def seats_of(person: Person) -> list[dict[str, Any]]:
    """Return two seats, both held by this person."""
    return [
        {"seat": n, "name": person.name, "bot": None, "person": person.id, "substitute": None}
        for n in range(2)
    ]


def test_a_guest_is_known_by_the_token(known: People):
    anna, token = known.welcome("Anna").result()
    assert known.of_session(token) == anna
    assert known.of_session("something else") is None
    known.rename(anna.id, "Anna Maria").result()
    found = known.of_session(token)
    assert found is not None
    assert (found.id, found.name) == (anna.id, "Anna Maria")
    known.leave(token).result()
    assert known.of_session(token) is None


def test_tokens_are_not_in_the_database(database: Database, known: People):
    anna, token = known.welcome("Anna").result()
    claim = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    with database.reading() as connection:
        kept = str(connection.execute(text("SELECT * FROM sessions, email_verifications")).all())
    assert token not in kept
    assert claim not in kept
    assert hashed(token) in kept


def test_a_session_ends_by_itself(known: People, monkeypatch: pytest.MonkeyPatch):
    _, token = known.welcome("Anna").result()
    monkeypatch.setattr(session_rows, "SESSION_LASTS", -1)
    assert known.of_session(token) is None


@pytest.mark.parametrize(("account", "days"), [(False, 60), (True, 180)])
def test_a_session_ends_when_it_is_not_used(
    database: Database, known: People, monkeypatch: pytest.MonkeyPatch, account: bool, days: int
):
    anna, token = known.welcome("Anna").result()
    if account:
        claim = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
        done = EmailVerifications(database).open_link(claim, token).result()
        assert done is not None
        token = done.token
    began, passed = accounts.now(), 0
    monkeypatch.setattr(accounts, "now", lambda: began + passed * session_rows.DAY)
    for _ in range(2):  # each use lets it last as long again
        passed += days - 1
        assert known.of_session(token) is not None
        known.rename(anna.id, "Anna").result()  # what was noted before is written
    passed += days + 1
    assert known.of_session(token) is None


def test_a_session_ends_in_the_end(known: People, monkeypatch: pytest.MonkeyPatch):
    _, token = known.welcome("Anna").result()
    began = accounts.now()
    for day in range(0, 400, 20):
        monkeypatch.setattr(accounts, "now", lambda day=day: began + day * session_rows.DAY)
        assert known.of_session(token) is not None
        known.leave("nobody").result()
    monkeypatch.setattr(accounts, "now", lambda: began + 400 * session_rows.DAY)
    assert known.of_session(token) is None


def test_all_sessions_end_together(database: Database, known: People):
    anna, first = known.welcome("Anna").result()
    _, other = known.welcome("Bruno").result()
    claim = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    done = EmailVerifications(database).open_link(claim, first).result()
    assert done is not None
    late = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    known.leave_everywhere(anna.id).result()
    assert [known.of_session(token) for token in (first, done[1])] == [None, None]
    assert (
        EmailVerifications(database).open_link(late, session_of(database, anna.id)).result() is None
    )
    assert known.of_session(other) is not None


def test_a_claim_makes_a_guest_an_account_once(database: Database, known: People):
    anna, token = known.welcome("Anna").result()
    claim = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    done = EmailVerifications(database).open_link(claim, token).result()
    assert done is not None
    assert (done[0].id, done[0].email) == (anna.id, "anna@example.org")
    assert known.of_session(done[1]) == done[0]
    assert known.of_session(token) is None  # the same browser, with a new session
    assert EmailVerifications(database).open_link(claim, token).result() is None


def test_a_claim_is_too_old_after_a_while(
    database: Database, known: People, monkeypatch: pytest.MonkeyPatch
):
    anna, token = known.welcome("Anna").result()
    monkeypatch.setattr(email_verification, "VERIFICATION_LASTS", -1)
    claim = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    assert EmailVerifications(database).open_link(claim, token).result() is None


def test_a_second_claim_ends_the_first(database: Database, known: People):
    anna, token = known.welcome("Anna").result()
    first = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    EmailVerifications(database).begin(anna.id, "anna@example.org").result()
    assert EmailVerifications(database).open_link(first, token).result() is None


def test_who_typed_a_foreign_address_shares_nothing(database: Database, known: People):
    mallory, token = known.welcome("Mallory").result()
    mailed = EmailVerifications(database).begin(mallory.id, "anna@example.org").result()
    done = EmailVerifications(database).open_link(mailed.token, None).result()  # in Anna's browser
    assert done is not None
    assert (done.elsewhere, done.merged, done.person.has_name) == (True, False, False)
    assert done.person.id != mallory.id
    assert known.of_session(token) == mallory
    assert known.of_session(done.token) == done.person


def test_what_a_guest_has_goes_to_the_account(database: Database, known: People, match: Match):
    anna, _ = known.welcome("Anna").result()
    first = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    EmailVerifications(database).open_link(first, session_of(database, anna.id)).result()
    guest, token = known.welcome("Anna").result()
    table_id = Tables(database).create(match, seats_of(guest)).result()
    second = EmailVerifications(database).begin(guest.id, "anna@example.org").result().token
    done = EmailVerifications(database).open_link(second, token).result()
    assert done is not None
    assert (done.person.id, done.asker, done.merged) == (anna.id, guest.id, True)
    assert [seat["person"] for seat in Tables(database).load(table_id).seats] == [anna.id] * 2
    assert known.of_session(token) is None
    assert (known.of_session(done.token), done.tables) == (done.person, 1)


def test_who_has_an_account_only_logs_in_to_another_one(
    database: Database, known: People, match: Match
):
    anna, _ = known.welcome("Anna").result()
    first = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    EmailVerifications(database).open_link(first, session_of(database, anna.id)).result()
    other, token = known.welcome("Anna").result()
    second = EmailVerifications(database).begin(other.id, "anna@work.example").result().token
    EmailVerifications(database).open_link(second, token).result()
    table_id = Tables(database).create(match, seats_of(other)).result()
    third = EmailVerifications(database).begin(other.id, "anna@example.org").result().token
    token = session_of(database, other.id)
    done = EmailVerifications(database).open_link(third, session_of(database, other.id)).result()
    assert done is not None
    assert (done.person.id, done.asker, done.merged) == (anna.id, other.id, False)
    assert [seat["person"] for seat in Tables(database).load(table_id).seats] == [other.id] * 2
    still = known.of_session(token)  # another browser's, for example
    assert still is not None
    assert (still.id, still.email) == (other.id, "anna@work.example")


def test_a_code_is_typed_where_one_asked(database: Database, known: People):
    anna, token = known.welcome("Anna").result()
    mailed = EmailVerifications(database).begin(anna.id, "anna@example.org").result()
    assert EmailVerifications(database).address(mailed.request) == "anna@example.org"
    away = EmailVerifications(database).open_link(mailed.token, None).result()
    assert away is not None
    assert EmailVerifications(database).open_link(mailed.token, None).result() is None
    done = EmailVerifications(database).enter_code(mailed.request, mailed.code, token).result()
    assert done is not None
    assert (done.person.id, done.merged, done.elsewhere) == (away.person.id, True, False)
    again = EmailVerifications(database).enter_code(mailed.request, mailed.code, done.token)
    assert again.result() is None


def test_few_codes_may_be_tried(database: Database, known: People):
    anna, token = known.welcome("Anna").result()
    mailed = EmailVerifications(database).begin(anna.id, "anna@example.org").result()
    wrong = f"{(int(mailed.code) + 1) % 10**6:06}"
    for _ in range(email_verification.MOST_TRIES):
        tried = EmailVerifications(database).enter_code(mailed.request, wrong, token)
        assert tried.result() is None
    late = EmailVerifications(database).enter_code(mailed.request, mailed.code, token)
    assert late.result() is None
    assert EmailVerifications(database).open_link(mailed.token, token).result() is not None


def test_a_code_expires_with_the_link(
    database: Database, known: People, monkeypatch: pytest.MonkeyPatch
):
    anna, token = known.welcome("Anna").result()
    monkeypatch.setattr(email_verification, "VERIFICATION_LASTS", -1)
    mailed = EmailVerifications(database).begin(anna.id, "anna@example.org").result()
    assert EmailVerifications(database).address(mailed.request) is None
    late = EmailVerifications(database).enter_code(mailed.request, mailed.code, token)
    assert late.result() is None
