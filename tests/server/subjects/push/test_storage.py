"""Push subscriptions: kept, limited, moved with their person, and each turn told once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.server.subjects.reminders.test_storage import Game, later, person
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.people.session_list import PersonSessions
from ducato.server.subjects.people.session_rows import ACCOUNT_UNUSED, DAY
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.push.storage import MOST, PushSubscription, PushSubscriptions
from ducato.server.subjects.reminders.storage import NONE


def browser(name: str = "one") -> PushSubscription:
    return PushSubscription(f"https://push.example.org/{name}", "key", "secret", "it")


def due(database: Database, moment: int | None = None) -> list[tuple[str, str]]:
    """Return who is to be told of which table."""
    turns = PushSubscriptions(database).awaited(moment or later())
    return [(turn.person, turn.table_id) for turn in turns]


def test_a_turn_is_told_once_and_only_to_subscribers(database: Database, match: Match):
    guest, _ = People(database).welcome("Anna").result()
    bruno = person(database, "Bruno", NONE)
    game = Game(database, match, guest.id, bruno)
    assert due(database) == []
    PushSubscriptions(database).add(session_of(database, guest.id), browser()).result()
    assert due(database, now()) == []  # somebody may still be playing there
    (turn,) = PushSubscriptions(database).awaited(later())
    assert (turn.person, turn.table_id, turn.game) == (guest.id, game.id, "magnate")
    assert PushSubscriptions(database).begin(turn).result() == [browser()]
    assert due(database) == []
    game.act(0, 1)
    assert due(database) == []  # Bruno has no browser here
    game.act(1, 0)
    assert due(database) == [(guest.id, game.id)]


def test_a_browser_belongs_to_one_person(database: Database, match: Match):
    anna, bruno = person(database, "Anna", NONE), person(database, "Bruno", NONE)
    game = Game(database, match, anna, bruno)
    PushSubscriptions(database).add(session_of(database, anna), browser()).result()
    PushSubscriptions(database).add(session_of(database, bruno), browser()).result()
    assert due(database) == []
    PushSubscriptions(database).add(session_of(database, anna), browser()).result()
    assert due(database) == [(anna, game.id)]
    PushSubscriptions(database).remove(browser().endpoint).result()
    assert due(database) == []


def test_the_oldest_subscription_gives_way(database: Database, match: Match):
    anna, bruno = person(database, "Anna", NONE), person(database, "Bruno", NONE)
    Game(database, match, anna, bruno)
    for number in range(MOST + 3):
        PushSubscriptions(database).add(session_of(database, anna), browser(str(number))).result()
    (turn,) = PushSubscriptions(database).awaited(later())
    kept = PushSubscriptions(database).begin(turn).result()
    assert len(kept) == MOST
    assert browser(str(MOST + 2)) in kept


def test_subscriptions_are_exported_and_deleted(database: Database, match: Match):
    anna, bruno = person(database, "Anna", NONE), person(database, "Bruno", NONE)
    game = Game(database, match, anna, bruno)
    PushSubscriptions(database).add(session_of(database, anna), browser()).result()
    (turn,) = PushSubscriptions(database).awaited(later())
    PushSubscriptions(database).begin(turn).result()
    kept = PersonalData(database).of(anna)
    assert kept is not None
    assert kept.push_subscriptions == [browser().endpoint]
    assert [one.table for one in kept.push_reminders] == [game.id]
    assert "secret" not in str(kept)
    PersonalData(database).begin_leaving(anna).result()
    gone = PersonalData(database).of(anna)
    assert gone is not None
    assert gone.push_subscriptions == gone.push_reminders == []


ENDS: dict[str, Callable[[Database, str, str], object]] = {
    "log-out": lambda database, _, token: People(database).leave(token).result(),
    "everywhere": lambda database, person, _: People(database).leave_everywhere(person).result(),
    "ended": lambda database, person, token: (
        PersonSessions(database)
        .end(
            person,
            next(one.id for one in PersonSessions(database).of(person, token) if one.current),
        )
        .result()
    ),
    "ban": lambda database, person, _: Bans(database).add(person, "conduct", None, "").result(),
    "deletion": lambda database, person, _: PersonalData(database).begin_leaving(person).result(),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_subscription_ends_with_its_session(database: Database, match: Match, end: str):
    anna, bruno = person(database, "Anna", NONE), person(database, "Bruno", NONE)
    Game(database, match, anna, bruno)
    token = session_of(database, anna)
    assert PushSubscriptions(database).add(token, browser()).result()
    assert due(database) != []
    ENDS[end](database, anna, token)
    assert due(database) == []
    assert PushSubscriptions(database).of(anna) == []


def test_an_expired_session_is_told_nothing(database: Database, match: Match):
    anna, bruno = person(database, "Anna", NONE), person(database, "Bruno", NONE)
    Game(database, match, anna, bruno)
    PushSubscriptions(database).add(session_of(database, anna), browser()).result()
    assert due(database, now() + ACCOUNT_UNUSED - DAY) != []
    assert due(database, now() + ACCOUNT_UNUSED + DAY) == []


def test_an_ended_session_subscribes_nothing(database: Database):
    _, token = People(database).welcome("Anna").result()
    People(database).leave(token).result()
    assert not PushSubscriptions(database).add(token, browser()).result()


def test_a_guest_who_gets_an_account_subscribes_again(database: Database, match: Match):
    anna = person(database, "Anna", NONE)
    guest, token = People(database).welcome("Anna").result()
    PushSubscriptions(database).add(token, browser()).result()
    claim = EmailVerifications(database).begin(guest.id, "anna@example.org").result().token
    EmailVerifications(database).open_link(claim, token).result()
    kept = PersonalData(database).of(anna)
    assert kept is not None
    assert kept.push_subscriptions == []


def test_a_key_is_made_once(database: Database, url: str):
    keys = iter(["first", "second"])
    assert PushSubscriptions(database).key(lambda: next(keys)).result() == "first"
    again = Database(url)
    assert PushSubscriptions(again).key(lambda: next(keys)).result() == "first"
    again.close()
