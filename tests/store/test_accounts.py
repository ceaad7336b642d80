from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from ducato.core.match import Match
from ducato.store import People, Store
from ducato.store.people import accounts
from ducato.store.people.accounts import Person, hashed


@pytest.fixture
def known(store: Store) -> People:
    return store.people


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


def test_tokens_are_not_in_the_database(store: Store, known: People):
    anna, token = known.welcome("Anna").result()
    claim = known.begin_email_verification(anna.id, "anna@example.org").result()
    with store.database.reading() as connection:
        kept = str(connection.execute(text("SELECT * FROM sessions, email_verifications")).all())
    assert token not in kept
    assert claim not in kept
    assert hashed(token) in kept


def test_a_session_ends_by_itself(known: People, monkeypatch: pytest.MonkeyPatch):
    _, token = known.welcome("Anna").result()
    monkeypatch.setattr(accounts, "SESSION_LASTS", -1)
    assert known.of_session(token) is None


@pytest.mark.parametrize(("account", "days"), [(False, 60), (True, 180)])
def test_a_session_ends_when_it_is_not_used(
    known: People, monkeypatch: pytest.MonkeyPatch, account: bool, days: int
):
    anna, token = known.welcome("Anna").result()
    if account:
        claim = known.begin_email_verification(anna.id, "anna@example.org").result()
        assert known.verify_email(claim, token).result() is not None
    began, passed = accounts.now(), 0
    monkeypatch.setattr(accounts, "now", lambda: began + passed * accounts.DAY)
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
        monkeypatch.setattr(accounts, "now", lambda day=day: began + day * accounts.DAY)
        assert known.of_session(token) is not None
        known.leave("nobody").result()
    monkeypatch.setattr(accounts, "now", lambda: began + 400 * accounts.DAY)
    assert known.of_session(token) is None


def test_all_sessions_end_together(known: People):
    anna, first = known.welcome("Anna").result()
    _, other = known.welcome("Bruno").result()
    claim = known.begin_email_verification(anna.id, "anna@example.org").result()
    done = known.verify_email(claim, first).result()
    assert done is not None
    late = known.begin_email_verification(anna.id, "anna@example.org").result()
    known.leave_everywhere(anna.id).result()
    assert [known.of_session(token) for token in (first, done[1])] == [None, None]
    assert known.verify_email(late, None).result() is None
    assert known.of_session(other) is not None


def test_a_claim_makes_a_guest_an_account_once(known: People):
    anna, token = known.welcome("Anna").result()
    claim = known.begin_email_verification(anna.id, "anna@example.org").result()
    done = known.verify_email(claim, token).result()
    assert done is not None
    assert (done[0].id, done[0].email) == (anna.id, "anna@example.org")
    assert known.of_session(done[1]) == done[0]
    assert known.of_session(token) == done[0]  # the same browser: nobody else was there
    assert known.verify_email(claim, token).result() is None


def test_a_claim_is_too_old_after_a_while(known: People, monkeypatch: pytest.MonkeyPatch):
    anna, token = known.welcome("Anna").result()
    monkeypatch.setattr(accounts, "VERIFICATION_LASTS", -1)
    claim = known.begin_email_verification(anna.id, "anna@example.org").result()
    assert known.verify_email(claim, token).result() is None


def test_a_second_claim_ends_the_first(known: People):
    anna, token = known.welcome("Anna").result()
    first = known.begin_email_verification(anna.id, "anna@example.org").result()
    known.begin_email_verification(anna.id, "anna@example.org").result()
    assert known.verify_email(first, token).result() is None


def test_who_typed_a_foreign_address_does_not_stay(known: People):
    mallory, token = known.welcome("Mallory").result()
    claim = known.begin_email_verification(mallory.id, "anna@example.org").result()
    done = known.verify_email(claim, None).result()  # Anna opens the link, in her browser
    assert done is not None
    assert known.of_session(token) is None
    assert known.of_session(done[1]) == done[0]


def test_what_a_guest_has_goes_to_the_account(store: Store, known: People, match: Match):
    anna, _ = known.welcome("Anna").result()
    first = known.begin_email_verification(anna.id, "anna@example.org").result()
    known.verify_email(first, None).result()
    guest, token = known.welcome("Anna").result()
    table_id = store.create(match, seats_of(guest)).result()
    second = known.begin_email_verification(guest.id, "anna@example.org").result()
    done = known.verify_email(second, token).result()
    assert done is not None
    assert (done.person.id, done.asker, done.merged) == (anna.id, guest.id, True)
    assert [seat["person"] for seat in store.load(table_id).seats] == [anna.id] * 2
    kept = known.of_session(token)
    assert kept is not None
    assert kept.id == anna.id


def test_who_has_an_account_only_logs_in_to_another_one(store: Store, known: People, match: Match):
    anna, _ = known.welcome("Anna").result()
    first = known.begin_email_verification(anna.id, "anna@example.org").result()
    known.verify_email(first, None).result()
    other, token = known.welcome("Anna").result()
    second = known.begin_email_verification(other.id, "anna@work.example").result()
    known.verify_email(second, token).result()
    table_id = store.create(match, seats_of(other)).result()
    third = known.begin_email_verification(other.id, "anna@example.org").result()
    done = known.verify_email(third, token).result()
    assert done is not None
    assert (done.person.id, done.asker, done.merged) == (anna.id, other.id, False)
    assert [seat["person"] for seat in store.load(table_id).seats] == [other.id] * 2
    still = known.of_session(token)  # another browser's, for example
    assert still is not None
    assert (still.id, still.email) == (other.id, "anna@work.example")
