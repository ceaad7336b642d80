from __future__ import annotations

import pytest
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.store import Store


def table_of(store: Store, match: Match) -> str:
    rows = [{"seat": n, "name": name} for n, name in enumerate(("Anna", "Bruno"))]
    return store.create(match, rows).result()


def check_chat(store: Store, match: Match) -> None:
    """Lines are numbered at each table; a guest brings lines and silences to the account."""
    anna, bruno, guest = (store.people.welcome(n).result()[0].id for n in ("Anna", "Bruno", "A"))
    first, second = table_of(store, match), table_of(store, match)
    said = [
        store.chat.say(first, guest, 0, "Anna at the table", text="hello"),
        store.chat.say(second, bruno, None, None, phrase="thanks"),
        store.chat.say(first, bruno, 1, "Bruno", text="good day"),
    ]
    assert [line.result().number for line in said] == [1, 1, 2]
    assert said[1].result().name == "Bruno"  # who watches has but the own name
    assert store.chat.lines(first) == [said[0].result(), said[2].result()]
    assert store.chat.lines(first, 1) == [said[2].result()]
    store.chat.mute(guest, bruno, True).result()
    store.chat.mute(bruno, guest, True).result()
    store.chat.mute(bruno, anna, True).result()
    store.chat.mute(guest, anna, True).result()
    for person in (anna, guest):
        claim = store.email_verifications.begin(person, "anna@example.org").result().token
        assert (
            store.email_verifications.open_link(claim, session_of(store, person)).result()
            is not None
        )
    assert store.chat.lines(first)[0].person == anna
    assert store.chat.muted_by(anna) == {bruno}  # and not herself
    assert store.chat.muted_by(bruno) == {anna}
    store.chat.mute(anna, bruno, False).result()
    assert store.chat.muted_by(anna) == set()
    with pytest.raises(UnknownTable):
        store.chat.say("nowhere", anna, 0, "Anna", text="hello").result()
    twice = [store.chat.say(first, bruno, 1, "Bruno", text="well", request="r") for _ in range(2)]
    other = store.chat.say(first, anna, 0, "Anna", text="well", request="r")
    assert [line.result().number for line in (*twice, other)] == [3, 3, 4]
    assert len(store.chat.lines(first)) == 4


def test_talk_is_kept(store: Store, match: Match):
    check_chat(store, match)


def test_talk_is_kept_on_postgresql(postgres: PostgresServer, match: Match):
    store = Store(postgres.new_url())
    check_chat(store, match)
    store.close()
