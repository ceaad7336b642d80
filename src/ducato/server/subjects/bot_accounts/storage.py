"""Bot accounts: programs that join tables from outside, each with a token and an owner.

A bot account is a person of its own, so its seats are like all others, and its token gives no
access to its owner's account. Only the SHA-256 of a token is stored.
"""

from __future__ import annotations

import secrets
from concurrent.futures import Future

from sqlalchemy import Connection, func, insert, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.subjects.people.session_rows import hashed
from ducato.server.subjects.people.storage import Person

MOST = 20
"""Maximum number of bot accounts of one person; revoked ones do not count."""
OF_BOT, OF_PERSON = schema.bot_accounts.c, schema.persons.c
LIVING = select(OF_PERSON.id, OF_PERSON.name, OF_BOT.owner).join_from(
    schema.bot_accounts, schema.persons, OF_BOT.person == OF_PERSON.id
)


class BotAccounts(Storage):
    """The bot accounts of one database."""

    @in_transaction
    def add(self, connection: Connection, owner: str, name: str) -> tuple[Person, str] | None:
        """Create a bot account. Return it and its token, None if the owner already has `MOST`."""
        bot, token = Person(secrets.token_urlsafe(9), name, owner=owner), new_token()
        own = (OF_BOT.owner == owner) & OF_BOT.token_hash.is_not(None)
        count = select(func.count()).select_from(schema.bot_accounts).where(own)
        if connection.scalar(count) >= MOST:  # type: ignore[operator]  # a count is a number
            return None
        person = {"id": bot.id, "name": name, "created": now()}
        connection.execute(insert(schema.persons).values(person))
        row = {"person": bot.id, "owner": owner, "token_hash": hashed(token)}
        connection.execute(insert(schema.bot_accounts).values(row))
        return bot, token

    def renew(self, owner: str, bot: str) -> Future[str | None]:
        """Replace a bot's token. Return the new one.

        Return None if the owner has no such bot, or if its token was revoked.
        """
        token = new_token()
        return self._set_token(owner, bot, hashed(token), token)

    def revoke(self, owner: str, bot: str) -> Future[str | None]:
        """Revoke a bot's token. Return the bot's id; the bot keeps its seats.

        Return None if the owner has no such bot, or if its token was already revoked.
        """
        return self._set_token(owner, bot, None, bot)

    def of_owner(self, owner: str) -> list[Person]:
        """Return a person's bots that have a token, ordered by name."""
        own = (OF_BOT.owner == owner) & OF_BOT.token_hash.is_not(None)
        with self._database.reading() as connection:
            rows = connection.execute(LIVING.where(own).order_by(OF_PERSON.name, OF_PERSON.id))
            return [Person(**row_values(row)) for row in rows]

    def of_token(self, token: str) -> Person | None:
        """Return the bot with this token, None if the token is unknown."""
        row = self._row(LIVING.where(OF_BOT.token_hash == hashed(token)))
        return None if row is None else Person(**row_values(row))

    @in_transaction
    def _set_token(
        self, connection: Connection, owner: str, bot: str, token_hash: str | None, result: str
    ) -> str | None:
        this = (OF_BOT.person == bot) & (OF_BOT.owner == owner) & OF_BOT.token_hash.is_not(None)
        done = connection.execute(
            update(schema.bot_accounts).where(this).values(token_hash=token_hash)
        )
        return result if done.rowcount else None


def new_token() -> str:
    """Return a new bot token; its prefix identifies it if it is found in a file."""
    return f"ducato-bot-{secrets.token_urlsafe(32)}"
