from __future__ import annotations

from sqlalchemy import text
from tests.support.sessions import session_of

from ducato.server.store import Store
from ducato.server.subjects.bot_accounts import storage as bot_accounts


def test_a_bot_is_known_by_its_token_until_that_is_changed(store: Store):
    anna, _ = store.people.welcome("Anna").result()
    added = store.bot_accounts.add(anna.id, "Argo").result()
    assert added is not None
    bot, token = added
    assert store.bot_accounts.of_token(token) == bot
    assert (bot.name, bot.owner) == ("Argo", anna.id)
    assert store.people.of_session(token) is None
    second = store.bot_accounts.renew(anna.id, bot.id).result()
    assert second is not None
    assert store.bot_accounts.of_token(token) is None
    assert store.bot_accounts.of_token(second) == bot
    assert store.bot_accounts.revoke(anna.id, bot.id).result() == bot.id
    assert store.bot_accounts.of_token(second) is None
    assert store.bot_accounts.of_owner(anna.id) == []
    assert store.bot_accounts.renew(anna.id, bot.id).result() is None


def test_nobody_disposes_of_the_bots_of_others(store: Store):
    anna, _ = store.people.welcome("Anna").result()
    bruno, _ = store.people.welcome("Bruno").result()
    added = store.bot_accounts.add(anna.id, "Argo").result()
    assert added is not None
    bot, token = added
    assert store.bot_accounts.renew(bruno.id, bot.id).result() is None
    assert store.bot_accounts.revoke(bruno.id, bot.id).result() is None
    assert store.bot_accounts.of_owner(bruno.id) == []
    assert store.bot_accounts.of_token(token) == bot


def test_tokens_of_bots_are_not_in_the_database(store: Store):
    anna, _ = store.people.welcome("Anna").result()
    added = store.bot_accounts.add(anna.id, "Argo").result()
    assert added is not None
    with store.database.reading() as connection:
        kept = str(connection.execute(text("SELECT * FROM bot_accounts")).all())
    assert added[1] not in kept
    assert added[0].id in kept


def test_there_are_not_too_many(store: Store):
    anna, _ = store.people.welcome("Anna").result()
    made = [
        store.bot_accounts.add(anna.id, f"Argo {n}").result() for n in range(bot_accounts.MOST + 1)
    ]
    assert [one is None for one in made] == [False] * bot_accounts.MOST + [True]
    store.bot_accounts.revoke(anna.id, made[0][0].id).result()  # type: ignore[index]
    assert store.bot_accounts.add(anna.id, "Argo").result() is not None


def test_bots_go_with_their_owner_to_the_account_without_their_tokens(store: Store):
    anna, _ = store.people.welcome("Anna").result()
    first = store.email_verifications.begin(anna.id, "anna@example.org").result().token
    store.email_verifications.open_link(first, session_of(store, anna.id)).result()
    guest, session = store.people.welcome("Anna").result()
    added = store.bot_accounts.add(guest.id, "Argo").result()
    assert added is not None
    second = store.email_verifications.begin(guest.id, "anna@example.org").result().token
    store.email_verifications.open_link(second, session).result()
    assert store.bot_accounts.of_token(added[1]) is None
    assert store.bot_accounts.of_owner(anna.id) == []
    kept = store.personal_data.of(anna.id)
    assert kept is not None
    assert [(bot.name, bot.revoked) for bot in kept.bot_accounts] == [("Argo", True)]
