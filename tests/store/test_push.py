"""Push subscriptions: kept, limited, moved with their person, and each turn told once."""

from __future__ import annotations

from tests.store.test_turn_reminders import Game, later, person

from ducato.core.match import Match
from ducato.store import PushSubscription, Store
from ducato.store.database.engine import now
from ducato.store.push import MOST
from ducato.store.turn_reminders import NONE


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
    store.push.add(guest.id, browser()).result()
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
    store.push.add(anna, browser()).result()
    store.push.add(bruno, browser()).result()
    assert due(store) == []
    store.push.add(anna, browser()).result()
    store.push.remove(browser().endpoint, bruno).result()  # it is not his
    assert due(store) == [(anna, game.id)]
    store.push.remove(browser().endpoint, anna).result()
    assert due(store) == []


def test_the_oldest_subscription_gives_way(store: Store, match: Match):
    anna, bruno = person(store, "Anna", NONE), person(store, "Bruno", NONE)
    Game(store, match, anna, bruno)
    for number in range(MOST + 3):
        store.push.add(anna, browser(str(number))).result()
    (turn,) = store.push.awaited(later())
    kept = store.push.begin(turn).result()
    assert len(kept) == MOST
    assert browser(str(MOST + 2)) in kept


def test_subscriptions_are_exported_and_deleted(store: Store, match: Match):
    anna, bruno = person(store, "Anna", NONE), person(store, "Bruno", NONE)
    game = Game(store, match, anna, bruno)
    store.push.add(anna, browser()).result()
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


def test_a_guest_who_gets_an_account_keeps_the_browser(store: Store, match: Match):
    anna = person(store, "Anna", NONE)
    guest, token = store.people.welcome("Anna").result()
    Game(store, match, guest.id, person(store, "Bruno", NONE))
    store.push.add(guest.id, browser()).result()
    (turn,) = store.push.awaited(later())
    store.push.begin(turn).result()
    claim = store.people.begin_email_verification(guest.id, "anna@example.org").result()
    store.people.verify_email(claim, token).result()
    kept = store.personal_data.of(anna)
    assert kept is not None
    assert kept.push_subscriptions == [browser().endpoint]


def test_a_key_is_made_once(store: Store, url: str):
    keys = iter(["first", "second"])
    assert store.push.key(lambda: next(keys)).result() == "first"
    again = Store(url)
    assert again.push.key(lambda: next(keys)).result() == "first"
    again.close()
