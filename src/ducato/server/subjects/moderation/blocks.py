"""Blocks: people with whom a person does not want to play or chat.

A block is between two people, and only the one who made it knows of it. From then on neither reads
the other's new chat lines, and the blocked person cannot join tables where the other waits.

Whether two people may come to one table is decided in the transaction that seats them, so that no
block is missed that is made at the same time.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, or_, select, update

from ducato.core.errors import DucatoError
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values

OF_BLOCK = schema.blocks.c
MOST = 500
"""The maximum number of people whom one person can block."""
Pair = frozenset[str]
"""The ids of two people."""


@dataclass(frozen=True)
class PersonBlock:
    """A block, as the person who made it sees it.

    Attributes:
        id: the id of the block, which is unrelated to that of the blocked person.
        name: the name under which the person knew the other.
        at: the time of the block, in milliseconds since 1970.
    """

    id: str
    name: str
    at: int


class Apart(DucatoError):
    """An error raised if somebody would come to a table where they may not be, due to a block."""

    def __init__(self) -> None:
        super().__init__("somebody here has blocked this person, or is blocked by them")


class Blocks(Storage):
    """The blocks between people in one database."""

    @in_transaction
    def add(self, connection: Connection, person: str, blocked: str, name: str) -> bool:
        """Block a person for another one. Return False if that would be more than `MOST`.

        A block that exists already stays as it is.

        Args:
            connection: the connection.
            person: the person who blocks.
            blocked: the person who is blocked.
            name: the name under which the first knows the second.
        """
        block_id = secrets.token_urlsafe(9)
        _lock(connection, [person, blocked])
        own = set(connection.scalars(select(OF_BLOCK.blocked).where(OF_BLOCK.person == person)))
        if blocked in own:
            return True
        if len(own) >= MOST:
            return False
        row = {"id": block_id, "person": person, "blocked": blocked, "name": name, "at": now()}
        connection.execute(insert(schema.blocks).values(row))
        return True

    @in_transaction
    def remove(self, connection: Connection, person: str, block_id: str) -> bool:
        """End one of a person's blocks. Return whether there was such a block."""
        this = (OF_BLOCK.id == block_id) & (OF_BLOCK.person == person)
        return bool(connection.execute(delete(schema.blocks).where(this)).rowcount)

    def of(self, person: str) -> list[PersonBlock]:
        """Return the blocks that a person has made, the last first."""
        with self._database.reading() as connection:
            return blocks_of(connection, person)

    def blocked_by(self, person: str) -> set[str]:
        """Return the ids of the people whom a person has blocked."""
        query = select(OF_BLOCK.blocked).where(OF_BLOCK.person == person)
        return set(self._values(query))

    def blockers_of(self, person: str) -> dict[str, int]:
        """Return who has blocked a person, and when, in milliseconds since 1970."""
        query = select(OF_BLOCK.person, OF_BLOCK.at).where(OF_BLOCK.blocked == person)
        return {row.person: row.at for row in self._rows(query)}

    def between(self, person: str, others: Collection[str]) -> set[str]:
        """Return those of the others whom a person has blocked, or who have blocked them."""
        with self._database.reading() as connection:
            return blocked_with(connection, person, others)


def blocks_of(connection: Connection, person: str) -> list[PersonBlock]:
    """Return the blocks that a person has made, the last first."""
    query = (
        select(OF_BLOCK.id, OF_BLOCK.name, OF_BLOCK.at)
        .where(OF_BLOCK.person == person)
        .order_by(OF_BLOCK.at.desc(), OF_BLOCK.id)
    )
    return [PersonBlock(**row_values(row)) for row in connection.execute(query)]


def has_blocked(connection: Connection, person: str, other: str) -> bool:
    """Return whether a person has blocked another one."""
    this = (OF_BLOCK.person == person) & (OF_BLOCK.blocked == other)
    return connection.scalar(select(OF_BLOCK.id).where(this)) is not None


def blocked_with(connection: Connection, person: str, others: Collection[str]) -> set[str]:
    """Return those of the others whom a person has blocked, or who have blocked them."""
    found = blocks_between(connection, person, others)
    return {other for row in found for other in (row.person, row.blocked)} - {person}


def all_blocked_with(connection: Connection, person: str) -> set[str]:
    """Return all people whom a person has blocked, or who have blocked them."""
    either = or_(OF_BLOCK.person == person, OF_BLOCK.blocked == person)
    found = connection.execute(select(OF_BLOCK.person, OF_BLOCK.blocked).where(either))
    return {other for row in found for other in row} - {person}


def blocks_between(connection: Connection, person: str, others: Collection[str]) -> Sequence[Any]:
    """Return the blocks between a person and others, each with `person`, `blocked` and `at`."""
    query = select(OF_BLOCK.person, OF_BLOCK.blocked, OF_BLOCK.at).where(
        or_(
            (OF_BLOCK.person == person) & OF_BLOCK.blocked.in_(others),
            (OF_BLOCK.blocked == person) & OF_BLOCK.person.in_(others),
        )
    )
    return connection.execute(query).all()


def check_arrival(
    connection: Connection, person: str, others: Collection[str], *, invited: bool
) -> None:
    """Check that a person may come to a table, in the transaction that gives them a seat.

    Args:
        connection: the transaction.
        person: the person.
        others: the people who are there.
        invited: whether somebody else wants them to come; then nobody may be there whom they have
            blocked, either.

    Raises:
        Apart: they may not.
    """
    _lock(connection, [person, *others])
    found = blocks_between(connection, person, others)
    if any(invited or row.blocked == person for row in found):
        raise Apart


def check_together(connection: Connection, persons: Collection[str]) -> None:
    """Check that people may be seated together, in the transaction that does so.

    Raises:
        Apart: one of them has blocked another one.
    """
    _lock(connection, persons)
    if blocked_pairs(connection, persons):
        raise Apart


def _lock(connection: Connection, persons: Collection[str]) -> None:
    """Let blocks of these people, and seats for them, wait for the end of this transaction."""
    of_person = schema.persons.c.id
    these = select(of_person).where(of_person.in_(persons)).order_by(of_person)
    connection.execute(these.with_for_update(key_share=True))  # rows may refer to them meanwhile


def blocked_pairs(connection: Connection, persons: Collection[str]) -> set[Pair]:
    """Return the pairs among these people of whom one has blocked the other."""
    among = OF_BLOCK.person.in_(persons) & OF_BLOCK.blocked.in_(persons)
    query = select(OF_BLOCK.person, OF_BLOCK.blocked).where(among)
    return {frozenset(pair) for pair in connection.execute(query)}


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer all blocks that involve a guest to an account; one between the two is deleted."""
    for own, other in ((OF_BLOCK.person, OF_BLOCK.blocked), (OF_BLOCK.blocked, OF_BLOCK.person)):
        known = select(other).where(own == account)
        needless = (own == guest) & (other.in_([*connection.scalars(known), account]))
        connection.execute(delete(schema.blocks).where(needless))
        connection.execute(update(schema.blocks).where(own == guest).values({own.name: account}))
