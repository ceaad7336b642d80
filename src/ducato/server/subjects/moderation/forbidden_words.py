"""Words that administrators have added to those that nobody may use as a name."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now
from ducato.server.subjects.moderation import audit

MOST = 1000
"""The maximum number of words that can be added."""
OF_WORD = schema.forbidden_words.c


class ForbiddenWords(Storage):
    """The added words in one database; those of the package are in `table.name_filter`."""

    @in_transaction
    def add(self, connection: Connection, word: str) -> bool:
        """Add a word. Return False if there are `MOST` of them already."""
        if connection.scalar(select(OF_WORD.word).where(OF_WORD.word == word)) is not None:
            return True
        count = connection.scalar(select(func.count()).select_from(schema.forbidden_words))
        if (count or 0) >= MOST:
            return False
        connection.execute(insert(schema.forbidden_words).values(word=word, added=now()))
        audit.note(connection, "add_word", None, word)
        return True

    @in_transaction
    def remove(self, connection: Connection, word: str) -> bool:
        """Remove an added word. Return whether it was there."""
        this = delete(schema.forbidden_words).where(OF_WORD.word == word)
        found = bool(connection.execute(this).rowcount)
        if found:
            audit.note(connection, "remove_word", None, word)
        return found

    def all(self) -> list[str]:
        """Return all added words, in order."""
        return self._values(select(OF_WORD.word).order_by(OF_WORD.word))
