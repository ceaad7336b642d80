from __future__ import annotations

from sqlalchemy import text
from tests.support.sessions import session_of

from ducato.server.kit.database.engine import Database
from ducato.server.subjects.bot_accounts import storage as bot_accounts
from ducato.server.subjects.bot_accounts.storage import BotAccounts
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.people.storage import People


def test_a_bot_is_known_by_its_token_until_that_is_changed(database: Database):
    anna, _ = People(database).welcome("Anna").result()
    added = BotAccounts(database).add(anna.id, "Argo").result()
    assert added is not None
    bot, token = added
    assert BotAccounts(database).of_token(token) == bot
    assert (bot.name, bot.owner) == ("Argo", anna.id)
    assert People(database).of_session(token) is None
    second = BotAccounts(database).renew(anna.id, bot.id).result()
    assert second is not None
    assert BotAccounts(database).of_token(token) is None
    assert BotAccounts(database).of_token(second) == bot
    assert BotAccounts(database).revoke(anna.id, bot.id).result() == bot.id
    assert BotAccounts(database).of_token(second) is None
    assert BotAccounts(database).of_owner(anna.id) == []
    assert BotAccounts(database).renew(anna.id, bot.id).result() is None


def test_nobody_disposes_of_the_bots_of_others(database: Database):
    anna, _ = People(database).welcome("Anna").result()
    bruno, _ = People(database).welcome("Bruno").result()
    added = BotAccounts(database).add(anna.id, "Argo").result()
    assert added is not None
    bot, token = added
    assert BotAccounts(database).renew(bruno.id, bot.id).result() is None
    assert BotAccounts(database).revoke(bruno.id, bot.id).result() is None
    assert BotAccounts(database).of_owner(bruno.id) == []
    assert BotAccounts(database).of_token(token) == bot


def test_tokens_of_bots_are_not_in_the_database(database: Database):
    anna, _ = People(database).welcome("Anna").result()
    added = BotAccounts(database).add(anna.id, "Argo").result()
    assert added is not None
    with database.reading() as connection:
        kept = str(connection.execute(text("SELECT * FROM bot_accounts")).all())
    assert added[1] not in kept
    assert added[0].id in kept


def test_there_are_not_too_many(database: Database):
    anna, _ = People(database).welcome("Anna").result()
    made = [
        BotAccounts(database).add(anna.id, f"Argo {n}").result()
        for n in range(bot_accounts.MOST + 1)
    ]
    assert [one is None for one in made] == [False] * bot_accounts.MOST + [True]
    BotAccounts(database).revoke(anna.id, made[0][0].id).result()  # type: ignore[index]
    assert BotAccounts(database).add(anna.id, "Argo").result() is not None


def test_bots_go_with_their_owner_to_the_account_without_their_tokens(database: Database):
    anna, _ = People(database).welcome("Anna").result()
    first = EmailVerifications(database).begin(anna.id, "anna@example.org").result().token
    EmailVerifications(database).open_link(first, session_of(database, anna.id)).result()
    guest, session = People(database).welcome("Anna").result()
    added = BotAccounts(database).add(guest.id, "Argo").result()
    assert added is not None
    second = EmailVerifications(database).begin(guest.id, "anna@example.org").result().token
    EmailVerifications(database).open_link(second, session).result()
    assert BotAccounts(database).of_token(added[1]) is None
    assert BotAccounts(database).of_owner(anna.id) == []
    kept = PersonalData(database).of(anna.id)
    assert kept is not None
    assert [(bot.name, bot.revoked) for bot in kept.bot_accounts] == [("Argo", True)]
