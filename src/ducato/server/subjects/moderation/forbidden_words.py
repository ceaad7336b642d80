"""Words that administrators have added to those that nobody may use as a name."""

from __future__ import annotations

from concurrent.futures import Future

from sqlalchemy import Connection, delete, func, insert, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.moderation import audit

MOST = 1000
"""The maximum number of words that can be added."""
OF_WORD = schema.forbidden_words.c


class ForbiddenWords:
    """The added words in one database; those of the package are in `table.name_filter`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, word: str) -> Future[bool]:
        """Add a word. Return False if there are `MOST` of them already."""

        def job(connection: Connection) -> bool:
            if connection.scalar(select(OF_WORD.word).where(OF_WORD.word == word)) is not None:
                return True
            count = connection.scalar(select(func.count()).select_from(schema.forbidden_words))
            if (count or 0) >= MOST:
                return False
            connection.execute(insert(schema.forbidden_words).values(word=word, added=now()))
            audit.note(connection, "add_word", None, word)
            return True

        return self._database.write(job)

    def remove(self, word: str) -> Future[bool]:
        """Remove an added word. Return whether it was there."""

        def job(connection: Connection) -> bool:
            this = delete(schema.forbidden_words).where(OF_WORD.word == word)
            found = bool(connection.execute(this).rowcount)
            if found:
                audit.note(connection, "remove_word", None, word)
            return found

        return self._database.write(job)

    def all(self) -> list[str]:
        """Return all added words, in order."""
        with self._database.reading() as connection:
            return list(connection.scalars(select(OF_WORD.word).order_by(OF_WORD.word)))
