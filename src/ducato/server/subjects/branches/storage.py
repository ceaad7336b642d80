"""Branches that people keep, with names and comments, as a study of a finished game."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, case, delete, false, func, insert, or_, select, update

from ducato.core.errors import DucatoError
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.moderation.bans import banned_now
from ducato.server.subjects.moderation.blocks import all_blocked_with
from ducato.table.state import branched_from

MOST_OF_GAME = 50
"""Maximum number of branches of one game that a person keeps."""
MOST_OF_PERSON = 1_000
MOST_SHOWN = 100
LONGEST_NAME, LONGEST_COMMENT = 60, 1_000
OF_KEPT, OF_TABLE, OF_PERSON = schema.kept_branches.c, schema.tables.c, schema.persons.c


class NotOwnBranch(DucatoError):
    """An error raised if a branch is not one of this game that the person has opened."""


class TooManyBranches(DucatoError):
    """An error raised if a person keeps as many branches as they may."""


@dataclass(frozen=True)
class StudiedBranch:
    """A branch in a study.

    Attributes:
        id: the table of the branch.
        author: the name of who keeps it.
        own: whether that is the reader, who may then also see branches that are not kept yet.
        kept: whether it is kept.
        seq: the number of its steps.
        finished: whether its game is over.
    """

    id: str
    author: str
    own: bool
    kept: bool
    name: str
    comment: str
    shared: bool
    seq: int
    finished: bool


class SharedWords(NamedTuple):
    """What somebody shares about a branch: their id and name, and the name and the comment."""

    person: str
    author: str
    text: str


@dataclass(frozen=True)
class StudyExport:
    """A branch that a person keeps, as in the export of their data."""

    table: str
    game: str
    name: str
    comment: str
    shared: bool
    created: int


class Studies:
    """The studies in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, game_id: str, person: str | None) -> list[StudiedBranch]:
        """Return the branches of a game that a reader may see: their own, and the shared ones.

        Their own come first, so that others' do not crowd them out. What banned people share is
        not there, nor what is shared by people with whom the reader has a block.
        """
        own = OF_TABLE.host == person if person is not None else false()
        others = OF_KEPT.shared & OF_KEPT.person.not_in(banned_now())
        query = (
            select(
                OF_TABLE.id,
                OF_PERSON.name.label("author"),
                OF_TABLE.host,
                OF_KEPT.name,
                OF_KEPT.comment,
                OF_KEPT.shared,
                OF_TABLE.seq,
                OF_TABLE.finished,
            )
            .select_from(
                schema.tables.outerjoin(
                    schema.kept_branches, OF_KEPT.table_id == OF_TABLE.id
                ).outerjoin(schema.persons, OF_PERSON.id == OF_TABLE.host)
            )
            .where(OF_TABLE.branch_of == game_id)
            .order_by(
                case((own, 0), else_=1), OF_KEPT.name.is_(None), OF_TABLE.created, OF_TABLE.id
            )
            .limit(MOST_SHOWN)
        )
        with self._database.reading() as connection:
            if person is not None:
                others &= OF_KEPT.person.not_in(all_blocked_with(connection, person))
            rows = connection.execute(query.where(or_(own, others))).all()
        return [
            StudiedBranch(
                row.id,
                row.author or "",
                person is not None and row.host == person,
                row.name is not None,
                row.name or "",
                row.comment or "",
                bool(row.shared),
                row.seq,
                row.finished is not None,
            )
            for row in rows
        ]

    def shared_words(self, branch: str, reader: str) -> SharedWords | None:
        """Return what another person shares about a branch, as far as a reader may see it."""
        query = (
            select(OF_KEPT.person, OF_PERSON.name.label("author"), OF_KEPT.name, OF_KEPT.comment)
            .join(schema.persons, OF_PERSON.id == OF_KEPT.person)
            .where(OF_KEPT.table_id == branch, OF_KEPT.shared, OF_KEPT.person != reader)
            .where(OF_KEPT.person.not_in(banned_now()))
        )
        with self._database.reading() as connection:
            blocked = all_blocked_with(connection, reader)
            row = connection.execute(query.where(OF_KEPT.person.not_in(blocked))).one_or_none()
        if row is None:
            return None
        return SharedWords(row.person, row.author, "\n".join(filter(None, (row.name, row.comment))))

    def keep(
        self, game_id: str, branch: str, person: str, name: str, comment: str, *, shared: bool
    ) -> Future[None]:
        """Keep a branch, or change what is written about it.

        Raises:
            NotOwnBranch: (in the future) it is not a branch of this game that the person opened.
            TooManyBranches: (in the future) the person keeps too many.
        """
        values = {"name": name, "comment": comment, "shared": shared}

        def job(connection: Connection) -> None:
            this = (OF_TABLE.id == branch) & (OF_TABLE.branch_of == game_id)
            host = connection.scalar(select(OF_TABLE.host).where(this))
            if host != person or branched_from(game_id) is None:
                raise NotOwnBranch
            changed = update(schema.kept_branches).where(OF_KEPT.table_id == branch)
            if connection.execute(changed.values(values)).rowcount:
                return
            mine = select(func.count()).where(OF_KEPT.person == person)
            of_game = connection.scalar(mine.where(OF_KEPT.game_id == game_id)) or 0
            if of_game >= MOST_OF_GAME or (connection.scalar(mine) or 0) >= MOST_OF_PERSON:
                raise TooManyBranches
            row = {"table_id": branch, "game_id": game_id, "person": person, "created": now()}
            connection.execute(insert(schema.kept_branches).values({**row, **values}))

        return self._database.write(job)

    def drop(self, branch: str, person: str) -> Future[bool]:
        """Forget what a person has written about a branch. Return whether there was anything."""

        def job(connection: Connection) -> bool:
            this = (OF_KEPT.table_id == branch) & (OF_KEPT.person == person)
            return connection.execute(delete(schema.kept_branches).where(this)).rowcount > 0

        return self._database.write(job)


def export(connection: Connection, person: str) -> list[StudyExport]:
    """Return what a person keeps."""
    query = select(schema.kept_branches).where(OF_KEPT.person == person)
    return [
        StudyExport(row.table_id, row.game_id, row.name, row.comment, row.shared, row.created)
        for row in connection.execute(query.order_by(OF_KEPT.created, OF_KEPT.table_id))
    ]


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete what these people keep."""
    connection.execute(delete(schema.kept_branches).where(OF_KEPT.person.in_(persons)))


def merge(connection: Connection, guest: str, account: str) -> None:
    """Transfer what a guest keeps to an account."""
    own = update(schema.kept_branches).where(OF_KEPT.person == guest)
    connection.execute(own.values(person=account))


def forget_table(connection: Connection, table_id: str) -> None:
    """Delete what refers to a table that is deleted."""
    this = or_(OF_KEPT.table_id == table_id, OF_KEPT.game_id == table_id)
    connection.execute(delete(schema.kept_branches).where(this))
