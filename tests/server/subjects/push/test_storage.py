"""Push subscriptions: kept, limited, moved with their person, and each turn told once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.server.subjects.reminders.test_storage import Game, later, person
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database.engine import now
from ducato.server.store import Store
from ducato.server.subjects.people.session_rows import ACCOUNT_UNUSED, DAY
from ducato.server.subjects.push.storage import MOST, PushSubscription
from ducato.server.subjects.reminders.storage import NONE


def browser(name: str = "one") -> PushSubscription:
    return PushSubscription(f"https://push.example.org/{name}", "key", "secret", "it")


def due(store: Store, moment: int | None = None) -> list[tuple[str, str]]:
    """Return who is to be told of which table."""
    turns = store.push.awaited(moment or later())
    return [(turn.person, turn.table_id) for turn in turns]


def test_a_turn_is_told_once_and_only_to_subscribers(store: Store, match: Match):
    guest, _ = store.people.welcome("Anna").result()
    bruno = person(store, "Bruno", NONE)
    game = Game(store, match, guest.id, bruno)
    assert due(store) == []
    store.push.add(session_of(store, guest.id), browser()).result()
    assert due(store, now()) == []  # somebody may still be playing there
    (turn,) = store.push.awaited(later())
    assert (turn.person, turn.table_id, turn.game) == (guest.id, game.id, "magnate")
    assert store.push.begin(turn).result() == [browser()]
    assert due(store) == []
    game.act(0, then=1)
    assert due(store) == []  # Bruno has no browser here
    game.act(1, then=0)
    assert due(store) == [(guest.id, game.id)]


def test_a_browser_belongs_to_one_person(store: Store, match: Match):
    anna, bruno = person(store, "Anna", NONE), person(store, "Bruno", NONE)
    game = Game(store, match, anna, bruno)
    store.push.add(session_of(store, anna), browser()).result()
    store.push.add(session_of(store, bruno), browser()).result()
    assert due(store) == []
    store.push.add(session_of(store, anna), browser()).result()
    assert due(store) == [(anna, game.id)]
    store.push.remove(browser().endpoint).result()
    assert due(store) == []


def test_the_oldest_subscription_gives_way(store: Store, match: Match):
    anna, bruno = person(store, "Anna", NONE), person(store, "Bruno", NONE)
    Game(store, match, anna, bruno)
    for number in range(MOST + 3):
        store.push.add(session_of(store, anna), browser(str(number))).result()
    (turn,) = store.push.awaited(later())
    kept = store.push.begin(turn).result()
    assert len(kept) == MOST
    assert browser(str(MOST + 2)) in kept


def test_subscriptions_are_exported_and_deleted(store: Store, match: Match):
    anna, bruno = person(store, "Anna", NONE), person(store, "Bruno", NONE)
    game = Game(store, match, anna, bruno)
    store.push.add(session_of(store, anna), browser()).result()
    (turn,) = store.push.awaited(later())
    store.push.begin(turn).result()
    kept = store.personal_data.of(anna)
    assert kept is not None
    assert kept.push_subscriptions == [browser().endpoint]
    assert [one.table for one in kept.push_reminders] == [game.id]
    assert "secret" not in str(kept)
    store.personal_data.begin_leaving(anna).result()
    gone = store.personal_data.of(anna)
    assert gone is not None
    assert gone.push_subscriptions == gone.push_reminders == []


ENDS: dict[str, Callable[[Store, str, str], object]] = {
    "log-out": lambda store, _, token: store.people.leave(token).result(),
    "everywhere": lambda store, person, _: store.people.leave_everywhere(person).result(),
    "ended": lambda store, person, token: store.sessions.end(
        person, next(one.id for one in store.sessions.of(person, token) if one.current)
    ).result(),
    "ban": lambda store, person, _: store.moderation.bans.add(person, "conduct", None, "").result(),
    "deletion": lambda store, person, _: store.personal_data.begin_leaving(person).result(),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_subscription_ends_with_its_session(store: Store, match: Match, end: str):
    anna, bruno = person(store, "Anna", NONE), person(store, "Bruno", NONE)
    Game(store, match, anna, bruno)
    token = session_of(store, anna)
    assert store.push.add(token, browser()).result()
    assert due(store) != []
    ENDS[end](store, anna, token)
    assert due(store) == []
    assert store.push.of(anna) == []


def test_an_expired_session_is_told_nothing(store: Store, match: Match):
    anna, bruno = person(store, "Anna", NONE), person(store, "Bruno", NONE)
    Game(store, match, anna, bruno)
    store.push.add(session_of(store, anna), browser()).result()
    assert due(store, now() + ACCOUNT_UNUSED - DAY) != []
    assert due(store, now() + ACCOUNT_UNUSED + DAY) == []


def test_an_ended_session_subscribes_nothing(store: Store):
    _, token = store.people.welcome("Anna").result()
    store.people.leave(token).result()
    assert not store.push.add(token, browser()).result()


def test_a_guest_who_gets_an_account_subscribes_again(store: Store, match: Match):
    anna = person(store, "Anna", NONE)
    guest, token = store.people.welcome("Anna").result()
    store.push.add(token, browser()).result()
    claim = store.email_verifications.begin(guest.id, "anna@example.org").result().token
    store.email_verifications.open_link(claim, token).result()
    kept = store.personal_data.of(anna)
    assert kept is not None
    assert kept.push_subscriptions == []


def test_a_key_is_made_once(store: Store, url: str):
    keys = iter(["first", "second"])
    assert store.push.key(lambda: next(keys)).result() == "first"
    again = Store(url)
    assert again.push.key(lambda: next(keys)).result() == "first"
    again.close()
