"""Blocks: people with whom a person does not want to play or chat.

A block is between two people, and only the one who made it knows of it. From then on neither reads
the other's new chat lines, and the blocked person cannot join tables where the other waits.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, or_, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now, row_values

OF_BLOCK = schema.blocks.c
MOST = 500
"""The maximum number of people whom one person can block."""
Pair = frozenset[str]
"""The ids of two people."""


@dataclass(frozen=True)
class Block:
    """A block, as the person who made it sees it.

    Attributes:
        id: the id of the block, which is unrelated to that of the blocked person.
        name: the name under which the person knew the other.
        at: the time of the block, in milliseconds since 1970.
    """

    id: str
    name: str
    at: int


class Blocks:
    """The blocks between people in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, person: str, blocked: str, name: str) -> Future[bool]:
        """Block a person for another one. Return False if that would be more than `MOST`.

        A block that exists already stays as it is.

        Args:
            person: the person who blocks.
            blocked: the person who is blocked.
            name: the name under which the first knows the second.
        """
        block_id = secrets.token_urlsafe(9)

        def job(connection: Connection) -> bool:
            own = set(connection.scalars(select(OF_BLOCK.blocked).where(OF_BLOCK.person == person)))
            if blocked in own:
                return True
            if len(own) >= MOST:
                return False
            row = {"id": block_id, "person": person, "blocked": blocked, "name": name, "at": now()}
            connection.execute(insert(schema.blocks).values(row))
            return True

        return self._database.write(job)

    def remove(self, person: str, block_id: str) -> Future[bool]:
        """End one of a person's blocks. Return whether there was such a block."""

        def job(connection: Connection) -> bool:
            this = (OF_BLOCK.id == block_id) & (OF_BLOCK.person == person)
            return bool(connection.execute(delete(schema.blocks).where(this)).rowcount)

        return self._database.write(job)

    def of(self, person: str) -> list[Block]:
        """Return the blocks that a person has made, the last first."""
        with self._database.reading() as connection:
            return blocks_of(connection, person)

    def blocked_by(self, person: str) -> set[str]:
        """Return the ids of the people whom a person has blocked."""
        query = select(OF_BLOCK.blocked).where(OF_BLOCK.person == person)
        with self._database.reading() as connection:
            return set(connection.scalars(query))

    def blockers_of(self, person: str) -> dict[str, int]:
        """Return who has blocked a person, and when, in milliseconds since 1970."""
        query = select(OF_BLOCK.person, OF_BLOCK.at).where(OF_BLOCK.blocked == person)
        with self._database.reading() as connection:
            return {row.person: row.at for row in connection.execute(query)}

    def of_either(self, person: str) -> set[str]:
        """Return the ids of the people whom a person has blocked, or who have blocked them."""
        return self.blocked_by(person) | self.blockers_of(person).keys()

    def between(self, person: str, others: Collection[str]) -> set[str]:
        """Return those of the others whom a person has blocked, or who have blocked them."""
        with self._database.reading() as connection:
            return blocked_with(connection, person, others)


def blocks_of(connection: Connection, person: str) -> list[Block]:
    """Return the blocks that a person has made, the last first."""
    query = (
        select(OF_BLOCK.id, OF_BLOCK.name, OF_BLOCK.at)
        .where(OF_BLOCK.person == person)
        .order_by(OF_BLOCK.at.desc(), OF_BLOCK.id)
    )
    return [Block(**row_values(row)) for row in connection.execute(query)]


def blocked_between(connection: Connection, a: str, b: str) -> bool:
    """Return whether one of two people has blocked the other: they must not be seated together."""
    return bool(blocked_with(connection, a, [b]))


def has_blocked(connection: Connection, person: str, other: str) -> bool:
    """Return whether a person has blocked another one."""
    this = (OF_BLOCK.person == person) & (OF_BLOCK.blocked == other)
    return connection.scalar(select(OF_BLOCK.id).where(this)) is not None


def blocked_with(connection: Connection, person: str, others: Collection[str]) -> set[str]:
    """Return those of the others whom a person has blocked, or who have blocked them."""
    pairs = connection.execute(
        select(OF_BLOCK.person, OF_BLOCK.blocked).where(
            or_(
                (OF_BLOCK.person == person) & OF_BLOCK.blocked.in_(others),
                (OF_BLOCK.blocked == person) & OF_BLOCK.person.in_(others),
            )
        )
    )
    return {other for pair in pairs for other in pair} - {person}


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
