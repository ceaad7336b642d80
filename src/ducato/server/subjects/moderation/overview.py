"""What administrators see of people and tables, and the renaming of people.

Nothing here reads seeds, steps or contributions to chance: what is hidden in a running game stays
hidden from administrators, too.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, or_, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.subjects.moderation import audit
from ducato.server.subjects.people.session_rows import DAY
from ducato.server.subjects.tables.model import SeatRow
from ducato.server.subjects.tables.rows import seats_of
from ducato.server.subjects.tournaments.board_results import rename_person
from ducato.table.seats import RESIGNED, TIMED_OUT

LAST_GAMES = 20
"""The number of a person's last games of which the abandoned ones are counted."""
OF_PERSON, OF_SEAT, OF_TABLE = schema.persons.c, schema.seats.c, schema.tables.c
OF_SESSION, OF_REPORT = schema.sessions.c, schema.reports.c


@dataclass(frozen=True)
class PersonSummary:
    """A person in the administrators' list.

    Attributes:
        id: the permanent id, which no player sees.
        name: the present name.
        email: the address of an account; None for guests and bots.
        owner: the id of a bot account's owner.
        created: the time of the first visit, in milliseconds since 1970.
        used: the last use of a session, to within a day; None without sessions.
        sessions: the number of sessions.
        reports_about: the number of reports about the person.
        reports_by: the number of reports that they have made.
        banned: whether they are banned now.
    """

    id: str
    name: str
    email: str | None
    owner: str | None
    created: int
    used: int | None
    sessions: int
    reports_about: int
    reports_by: int
    banned: bool


@dataclass(frozen=True)
class TableOverview:
    """An unfinished table in the administrators' list.

    Attributes:
        id: the id, which is the key to the table.
        waiting: whether it waits for players.
        updated: the time of the last change, in milliseconds since 1970.
    """

    id: str
    game: str
    public: bool
    waiting: bool
    created: int
    updated: int
    seats: list[SeatRow]


class Overview(Storage):
    """What administrators see of the people and tables of one database."""

    def search(self, text: str, limit: int = 50) -> list[PersonSummary]:
        """Return the people whose name or e-mail address contains a text, the last used first.

        With an empty text, return those with the most reports about them, and of these the last
        created first.
        """
        contains = or_(
            OF_PERSON.name.icontains(text, autoescape=True),
            OF_PERSON.email.icontains(text, autoescape=True),
        )
        about = _number(schema.reports, OF_REPORT.reported)
        order = (
            (about.desc(), OF_PERSON.created.desc())
            if not text
            else (
                OF_PERSON.name,
                OF_PERSON.created.desc(),
            )
        )
        query = _summaries().where(contains) if text else _summaries()
        with self._database.reading() as connection:
            found = connection.execute(query.order_by(*order, OF_PERSON.id).limit(limit))
            return [PersonSummary(**row_values(row)) for row in found]

    def person(self, person: str) -> PersonSummary | None:
        """Return one person; None if there is no such person."""
        row = self._row(_summaries().where(OF_PERSON.id == person))
        return None if row is None else PersonSummary(**row_values(row))

    def abandoned(self, person: str) -> tuple[int, int]:
        """Return how many of a person's last games they left, and the number of these games.

        They are the last `LAST_GAMES` finished games with another person. A game was left if a
        substitute played for the person at the end.
        """
        other = schema.seats.alias("other")
        query = (
            select(OF_SEAT.substitute)
            .join(schema.tables, OF_TABLE.id == OF_SEAT.table_id)
            .where(
                OF_SEAT.person == person,
                OF_TABLE.finished.is_not(None),
                select(other.c.seat)
                .where(
                    other.c.table_id == OF_SEAT.table_id,
                    other.c.person.is_not(None),
                    other.c.person != person,
                )
                .exists(),
            )
            .order_by(OF_TABLE.finished.desc(), OF_TABLE.id)
            .limit(LAST_GAMES)
        )
        found = self._values(query)
        return sum(substitute in (RESIGNED, TIMED_OUT) for substitute in found), len(found)

    def tables(self, live: Collection[str], limit: int = 200) -> list[TableOverview]:
        """Return unfinished tables that changed within a day or are open, the last changed first.

        Args:
            live: the ids of the tables that are open now.
            limit: the maximum number of tables.
        """
        recent = or_(OF_TABLE.updated > now() - DAY, OF_TABLE.id.in_(live))
        names = ("id", "game", "public", "created", "updated")
        query = (
            select(*(OF_TABLE[name] for name in names), OF_TABLE.to_move)
            .where(OF_TABLE.finished.is_(None), recent)
            .order_by(OF_TABLE.updated.desc(), OF_TABLE.id)
            .limit(limit)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
            seats = seats_of(connection, [row.id for row in rows])
        return [
            TableOverview(
                **{name: getattr(row, name) for name in names},
                waiting=not row.to_move,
                seats=seats[row.id],
            )
            for row in rows
        ]

    def counts(self) -> dict[str, int]:
        """Return the numbers of people, accounts and tables in the database."""
        numbers: dict[str, Any] = {
            "people": select(func.count()).select_from(schema.persons),
            "accounts": select(func.count(OF_PERSON.email)),
            "tables": select(func.count()).select_from(schema.tables),
            "unfinished": select(func.count())
            .select_from(schema.tables)
            .where(OF_TABLE.finished.is_(None)),
        }
        with self._database.reading() as connection:
            return {name: connection.scalar(query) or 0 for name, query in numbers.items()}

    @in_transaction
    def rename(self, connection: Connection, person: str, name: str) -> list[str] | None:
        """Give a person another name, also in the chat, in tournaments and at finished tables.

        Returns:
            The ids of their unfinished tables, whose seats keep the old name until the table
            changes them; None if there is no such person.
        """
        this = update(schema.persons).where(OF_PERSON.id == person).values(name=name)
        if not connection.execute(this).rowcount:
            return None
        own = select(OF_SEAT.table_id).where(OF_SEAT.person == person)
        unfinished = list(
            connection.scalars(
                select(OF_TABLE.id)
                .where(OF_TABLE.id.in_(own), OF_TABLE.finished.is_(None))
                .order_by(OF_TABLE.id)
            )
        )
        over = (OF_SEAT.person == person) & OF_SEAT.table_id.not_in(unfinished)
        connection.execute(update(schema.seats).where(over).values(name=name))
        lines, blocks = schema.chat.c, schema.blocks.c
        connection.execute(update(schema.chat).where(lines.person == person).values(name=name))
        connection.execute(update(schema.blocks).where(blocks.blocked == person).values(name=name))
        searches = update(schema.opponent_searches)
        own_search = schema.opponent_searches.c.person == person
        connection.execute(searches.where(own_search).values(name=name))
        rename_person(connection, person, name)
        audit.note(connection, "rename", person, name)
        return unfinished


def _number(table: Any, column: Any) -> Any:
    """Return a subquery for the number of a person's rows."""
    query = select(func.count()).select_from(table).where(column == OF_PERSON.id)
    return query.correlate(schema.persons).scalar_subquery()


def _summaries() -> Any:
    """Return the query for all people."""
    bans, bots = schema.bans.c, schema.bot_accounts.c
    moment = now()
    used = select(func.max(OF_SESSION.used)).where(OF_SESSION.person == OF_PERSON.id)
    in_force = bans.lifted.is_(None) & or_(bans.until.is_(None), bans.until > moment)
    banned = select(bans.id).where((bans.person == OF_PERSON.id) & in_force).exists()
    owner = select(bots.owner).where(bots.person == OF_PERSON.id)
    return select(
        OF_PERSON.id,
        OF_PERSON.name,
        OF_PERSON.email,
        owner.correlate(schema.persons).scalar_subquery().label("owner"),
        OF_PERSON.created,
        used.correlate(schema.persons).scalar_subquery().label("used"),
        _number(schema.sessions, OF_SESSION.person).label("sessions"),
        _number(schema.reports, OF_REPORT.reported).label("reports_about"),
        _number(schema.reports, OF_REPORT.reporter).label("reports_by"),
        banned.correlate(schema.persons).label("banned"),
    ).select_from(schema.persons)
