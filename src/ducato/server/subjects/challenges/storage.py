"""Challenges: links with which anybody can play against a person, at a table fixed in advance."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from ducato.core.i18n import say
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.kit.errors import ApiError
from ducato.server.subjects.moderation.bans import banned_now

MOST_CHALLENGES = 20
"""Maximum number of one person's challenges that have not ended."""
OF_CHALLENGE, OF_PERSON = schema.challenges.c, schema.persons.c


@dataclass(frozen=True)
class Challenge:
    """A challenge.

    Attributes:
        id: its id, which cannot be guessed.
        person: the id of the challenger, which is never sent.
        name: the challenger's name.
        request: the table to open, as ``POST /api/tables`` takes it.
        once: whether it ends with the first table.
        accepted: how many tables were opened by it.
        expires: the time at which it ends in any case, in milliseconds since 1970.
    """

    id: str
    person: str
    name: str
    request: dict[str, Any]
    once: bool
    accepted: int
    expires: int


class TooManyChallenges(ApiError):
    """An error raised if a person has `MOST_CHALLENGES` already."""

    def __init__(self) -> None:
        super().__init__(409, say("bad.challenges", n=MOST_CHALLENGES))


class ChallengeOver(ApiError):
    """An error raised if a challenge was accepted or withdrawn, or has expired."""

    def __init__(self) -> None:
        super().__init__(404, say("lost.challenge"))


class Challenges(Storage):
    """The challenges in one database."""

    @in_transaction
    def create(
        self,
        connection: Connection,
        person: str,
        request: dict[str, Any],
        *,
        once: bool,
        expires: int,
    ) -> str:
        """Store a challenge. Return its id.

        Args:
            connection: the connection.
            person: the challenger.
            request: the table to open, as ``POST /api/tables`` takes it.
            once: whether it ends with the first table.
            expires: the time at which it ends in any case, in milliseconds since 1970.

        Raises:
            TooManyChallenges: (in the future) the person has too many already.
        """
        row = {
            "id": secrets.token_urlsafe(12),
            "person": person,
            "request": request,
            "once": once,
            "accepted": 0,
            "created": now(),
            "expires": expires,
        }
        connection.execute(delete(schema.challenges).where(OF_CHALLENGE.expires <= now()))
        query = select(func.count()).select_from(schema.challenges)
        own = query.where((OF_CHALLENGE.person == person) & _goes_on())
        if (connection.scalar(own) or 0) >= MOST_CHALLENGES:
            raise TooManyChallenges
        connection.execute(insert(schema.challenges).values(row))
        return str(row["id"])

    def of(self, person: str) -> list[Challenge]:
        """Return a person's challenges that have not ended, the newest first."""
        return self._found(OF_CHALLENGE.person == person)

    def find(self, challenge: str) -> Challenge | None:
        """Return a challenge; None if there is none with this id, or it has ended.

        That of a banned person is not found as long as the ban lasts.
        """
        goes_on = OF_CHALLENGE.person.not_in(banned_now())
        found = self._found((OF_CHALLENGE.id == challenge) & goes_on)
        return found[0] if found else None

    @in_transaction
    def withdraw(self, connection: Connection, person: str, challenge: str) -> bool:
        """Withdraw a challenge. Return whether it was one of the person's."""
        this = (OF_CHALLENGE.id == challenge) & (OF_CHALLENGE.person == person)
        return connection.execute(delete(schema.challenges).where(this)).rowcount > 0

    def _found(self, which: Any) -> list[Challenge]:
        columns = [OF_CHALLENGE[name] for name in Challenge.__annotations__ if name != "name"]
        query = (
            select(*columns, OF_PERSON.name)
            .join_from(schema.challenges, schema.persons)
            .where(which & _goes_on() & OF_PERSON.leaving.is_(None))
            .order_by(OF_CHALLENGE.created.desc(), OF_CHALLENGE.id)
        )
        return [Challenge(**row_values(row)) for row in self._rows(query)]


def accept(connection: Connection, challenge: str) -> None:
    """Count a table opened by a challenge, in the transaction that stores the table.

    Raises:
        ChallengeOver: the challenge was accepted or withdrawn, or has expired.
    """
    this = update(schema.challenges).where((OF_CHALLENGE.id == challenge) & _goes_on())
    if connection.execute(this.values(accepted=OF_CHALLENGE.accepted + 1)).rowcount == 0:
        raise ChallengeOver


def _goes_on() -> Any:
    """Return the condition that a challenge has not ended."""
    return (OF_CHALLENGE.expires > now()) & (~OF_CHALLENGE.once | (OF_CHALLENGE.accepted == 0))
