"""Tables and their steps, stored so that what was accepted is never lost.

Every change is one job: it is on the disk as a whole, or not at all. What writes returns a future
that ends when it is on the disk; what reads blocks, so an event loop must call it in a thread.

This module must not know rules, sockets or the messages of the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, bindparam, delete, exists, insert, or_, select, update

from ducato.core.match import Match, Snapshot, Step
from ducato.core.table_data import FORMER, INVITED, TurnState
from ducato.store import lobby, ratings
from ducato.store.chat import Chat
from ducato.store.database import schema
from ducato.store.database.engine import Database, now, row_values
from ducato.store.errors import UnknownTable, WrongSequence
from ducato.store.lobby import Lobby
from ducato.store.models import SeatRow, StoredTable, TableSettings, TableSummary
from ducato.store.people.accounts import People
from ducato.store.people.bot_accounts import BotAccounts
from ducato.store.people.personal_data import PersonalData
from ducato.store.people.profiles import Profiles
from ducato.store.ratings import Ratings
from ducato.store.turn_reminders import TurnReminders

SHOWN_FOR = 24 * 3600 * 1000
"""Milliseconds for which a finished table stays in the list: to look at it once more."""
SEATS = ("seat", "name", "bot", "person", "substitute", "entropy")
OF_TABLE = schema.tables.c
OF_STEP = schema.steps.c
OF_SEAT = schema.seats.c
OF_SNAPSHOT = schema.snapshots.c

# Written with every move, so made once.
INSERT_STEPS = insert(schema.steps)
MOVE_ON = (
    update(schema.tables)
    .where((OF_TABLE.id == bindparam("of")) & (OF_TABLE.seq == bindparam("expected")))
    .values(
        {
            name: bindparam(name, type_=OF_TABLE[name].type)
            for name in ("seq", "updated", "finished", *TurnState.__dataclass_fields__)
        }
    )
    .values(begun=True)
)


class Store:
    """All tables of one database.

    Args:
        url: of the database, see `Database`.

    Attributes:
        database: where they are kept.
        people: who sits at them.
        bot_accounts: the programs of people that sit at them.
        profiles: what they want, and what they played.
        ratings: how strong they are.
        chat: what they say.
        turn_reminders: the e-mails that tell them of their turns.
        personal_data: all of this about one person, to be looked at or deleted.
        lobby: what strangers see, and what is not kept for ever.

    Raises:
        StoreError: here and in every method, when the database cannot do it.
    """

    def __init__(self, url: str | None = None) -> None:
        self.database = Database(url)
        self.people = People(self.database)
        self.bot_accounts = BotAccounts(self.database)
        self.profiles = Profiles(self.database)
        self.chat = Chat(self.database)
        self.ratings = Ratings(self.database)
        self.turn_reminders = TurnReminders(self.database)
        self.personal_data = PersonalData(self.database)
        self.lobby = Lobby(self.database)

    # -- tables and their steps

    def create(
        self,
        match: Match,
        seats: Sequence[Mapping[str, Any]],
        settings: TableSettings | None = None,
        turn_state: TurnState | None = None,
        *,
        rematch_of: str | None = None,
    ) -> Future[str]:
        """Store a new table with the steps made so far; its id.

        Args:
            match: the game.
            seats: who sits there, as `table.seats` makes rows.
            settings: what is agreed; nobody's private table if not given.
            turn_state: of the table.
            rematch_of: the table whose people play again. If they have such a table already, its
                id is returned and nothing is stored.
        """
        table_id = secrets.token_urlsafe(12)
        moment, game = now(), match.game
        row = {
            "id": table_id,
            "game": game.name,
            "edition": game.edition_name,
            "players": game.players,
            "options": dict(game.options),
            "rules_version": game.game.rules_version,
            "seed": match.stream.seed,
            "commitment": match.stream.commitment,
            "created": moment,
            "updated": moment,
            "finished": moment if match.is_over() else None,
            "seq": match.seq,
            "begun": match.begun,
            **asdict(settings or TableSettings()),
            **asdict(turn_state or TurnState()),
        }
        seated = [{**_seat_row(seat), "table_id": table_id} for seat in seats]
        steps = list(match.steps)
        ranks = match.ranks() if match.is_over() else None

        def job(connection: Connection) -> str:
            if rematch_of is not None:
                known = _set_rematch(connection, rematch_of, table_id)
                if known != table_id:
                    return known
            connection.execute(insert(schema.tables).values(row))
            connection.execute(insert(schema.seats), seated)
            _insert_steps(connection, table_id, steps, 0, None)
            ratings.decide(connection, table_id)
            if ranks is not None:
                ratings.settle(connection, table_id, ranks)
            return table_id

        return self.database.write(job)

    def append(
        self,
        table_id: str,
        steps: Sequence[Step],
        expected_seq: int,
        turn_state: TurnState,
        *,
        ranks: Sequence[int] | None = None,
        seats: Iterable[Mapping[str, Any]] = (),
        request: str | None = None,
        snapshot: Snapshot | None = None,
    ) -> Future[None]:
        """Store steps after the first `expected_seq`, all or none; with the last ones, the end.

        The first ones are the deal, with which the game begins; it may be no step at all.

        Args:
            table_id: of the table.
            steps: what happened, in order.
            expected_seq: how many steps there must be so far.
            turn_state: of the table after the steps.
            ranks: the rank of each seat, if the game is over now; rated people get their new
                ratings with it.
            seats: that were changed at once with the deal, as for `seat`.
            request: the id under which a client asked for the first of these steps.
            snapshot: the state after the steps, to be kept instead of an older one.

        Raises:
            UnknownTable: (in the future) there is no such table.
            WrongSequence: (in the future) it has another number of steps; nothing was written.
        """
        added, rows = list(steps), [_seat_row(seat) for seat in seats]

        def job(connection: Connection) -> None:
            seq = expected_seq + len(added)
            _change_seats(connection, table_id, rows)
            _move_on(
                connection, table_id, expected_seq, seq, turn_state, finished=ranks is not None
            )
            _insert_steps(connection, table_id, added, expected_seq, request)
            if ranks is not None:
                ratings.settle(connection, table_id, ranks)
            if snapshot is not None:
                _forget_snapshot(connection, table_id, 0)
                values = {"table_id": table_id, **asdict(snapshot)}
                connection.execute(insert(schema.snapshots).values(values))

        return self.database.write(job)

    def truncate(
        self, table_id: str, seq: int, expected_seq: int, turn_state: TurnState
    ) -> Future[None]:
        """Keep the first `seq` steps only: the others were taken back.

        Raises:
            UnknownTable: (in the future) there is no such table.
            WrongSequence: (in the future) it has another number of steps than `expected_seq`.
        """

        def job(connection: Connection) -> None:
            _move_on(connection, table_id, expected_seq, seq, turn_state, finished=False)
            beyond = (OF_STEP.table_id == table_id) & (OF_STEP.seq > seq)
            connection.execute(delete(schema.steps).where(beyond))
            _forget_snapshot(connection, table_id, seq + 1)

        return self.database.write(job)

    def seat(
        self, table_id: str, seats: Iterable[Mapping[str, Any]], turn_state: TurnState
    ) -> Future[None]:
        """Store who sits where now; seats that are not given stay as they are.

        Raises:
            UnknownTable: (in the future) there is no such table.
        """
        rows = [_seat_row(seat) for seat in seats]

        def job(connection: Connection) -> None:
            values = {"updated": now(), **asdict(turn_state)}
            found = connection.execute(
                update(schema.tables).where(OF_TABLE.id == table_id).values(values)
            )
            if found.rowcount == 0:
                raise UnknownTable(table_id)
            _change_seats(connection, table_id, rows)

        return self.database.write(job)

    def load(self, table_id: str) -> StoredTable:
        """A table with all its steps.

        Raises:
            UnknownTable: there is no such table.
        """
        with self.database.reading() as connection:
            row = connection.execute(
                select(schema.tables).where(OF_TABLE.id == table_id)
            ).one_or_none()
            if row is None:
                raise UnknownTable(table_id)
            seats = _seats_of(connection, [table_id])[table_id]
            steps = connection.execute(
                select(OF_STEP.actor, OF_STEP.action, OF_STEP.request)
                .where(OF_STEP.table_id == table_id)
                .order_by(OF_STEP.seq)
            ).all()
            kept = connection.execute(
                select(OF_SNAPSHOT.seq, OF_SNAPSHOT.layout, OF_SNAPSHOT.state).where(
                    OF_SNAPSHOT.table_id == table_id
                )
            ).one_or_none()
        return StoredTable(
            id=row.id,
            game=row.game,
            edition=row.edition,
            players=row.players,
            options=row.options,
            rules_version=row.rules_version,
            seats=seats,
            seed=row.seed,
            finished=row.finished,
            settings=TableSettings(row.host, row.public, row.substitute),
            turn_state=TurnState(row.to_move, row.time_control, row.clock, row.due),
            rematch=row.rematch,
            begun=row.begun,
            steps=[Step(actor, action) for actor, action, _ in steps],
            requests={n: request for n, (*_, request) in enumerate(steps, 1) if request},
            snapshot=None if kept is None else Snapshot(*kept),
        )

    def head(self, table_id: str) -> TableSummary:
        """What the list of tables says of one.

        Raises:
            UnknownTable: there is no such table.
        """
        found = self._summaries(OF_TABLE.id == table_id, 1)
        if not found:
            raise UnknownTable(table_id)
        return found[0]

    def list_tables(
        self, person: str | None, limit: int = 100, there: Collection[str] = ()
    ) -> list[TableSummary]:
        """A person's own tables and the public ones: those to go on with, the latest first.

        Own tables stay in the list for a while when they are finished; public ones while somebody
        is there, or was lately (`store.lobby`).

        Args:
            person: who asks.
            limit: how many of either kind.
            there: tables whose people are there now.
        """
        own = or_(
            OF_TABLE.host == person,
            OF_TABLE.id.in_(select(OF_SEAT.table_id).where(OF_SEAT.person == person)),
        )
        goes_on = OF_TABLE.finished.is_(None)
        strangers = self._listed(there, limit)
        if person is None:
            return strangers
        mine = self._summaries(own & or_(goes_on, OF_TABLE.finished > now() - SHOWN_FOR), limit)
        known = {table.id for table in mine}
        return mine + [table for table in strangers if table.id not in known]

    # -- clocks

    def due(self, moment: int) -> list[str]:
        """The tables where a clock has run out by then."""
        over = (OF_TABLE.due <= moment) & OF_TABLE.finished.is_(None)
        with self.database.reading() as connection:
            return list(connection.scalars(select(OF_TABLE.id).where(over).order_by(OF_TABLE.due)))

    def left_to_bots(self) -> list[str]:
        """The tables with a clock where a bot, or the substitute, is to move."""
        bots = (OF_SEAT.table_id == OF_TABLE.id) & (OF_SEAT.seat == OF_TABLE.to_move)
        moves = bots & or_(OF_SEAT.bot.is_not(None), OF_SEAT.substitute.is_not(None))
        timed = OF_TABLE.clock.is_not(None) & OF_TABLE.finished.is_(None)
        query = select(OF_TABLE.id).join(schema.seats, moves).where(timed)
        with self.database.reading() as connection:
            return list(connection.scalars(query))

    def undealt(self) -> list[str]:
        """Return the tables where everybody has come and the game has not begun."""
        seat = OF_SEAT.table_id == OF_TABLE.id
        open_seat = seat & OF_SEAT.bot.is_(None) & OF_SEAT.person.is_(None)
        awaited = or_(open_seat & (OF_SEAT.name != FORMER), seat & (OF_SEAT.substitute == INVITED))
        complete = ~exists().where(awaited)
        query = select(OF_TABLE.id).where(~OF_TABLE.begun & complete & OF_TABLE.finished.is_(None))
        with self.database.reading() as connection:
            return list(connection.scalars(query.order_by(OF_TABLE.created)))

    def heartbeat(self, moment: int) -> Future[None]:
        """Note that the server is up."""

        def job(connection: Connection) -> None:
            known = connection.execute(update(schema.heartbeat).values(at=moment))
            if known.rowcount == 0:
                connection.execute(insert(schema.heartbeat).values(id=0, at=moment))

        return self.database.write(job)

    def credit_downtime(self, moment: int) -> Future[int]:
        """The server comes up again: give to every running clock the time that it was down.

        The milliseconds that it was. They are fewer than none if the time of day was set back
        meanwhile: what each clock had left at the last heartbeat, it has now.
        """

        def job(connection: Connection) -> int:
            last = connection.scalar(select(schema.heartbeat.c.at))
            down = moment - last if last is not None else 0
            connection.execute(
                update(schema.tables)
                .where(OF_TABLE.due.is_not(None))
                .values(due=OF_TABLE.due + down)
            )
            return down

        return self.database.write(job)

    def close(self) -> None:
        """Finish what is being written, and let go of the database."""
        self.database.close()

    def _listed(self, there: Collection[str], limit: int) -> list[TableSummary]:
        """The public tables, each person's first before anybody's second."""
        shown = lobby.listed(there)
        few = shown.c.number <= lobby.LISTED_OF_PERSON
        source = schema.tables.join(shown, shown.c.id == OF_TABLE.id)
        return self._summaries(few, limit, source, shown.c.number)

    def _summaries(
        self, which: Any, limit: int, source: Any = schema.tables, *first: Any
    ) -> list[TableSummary]:
        columns = [OF_TABLE[name] for name in TableSummary.__annotations__ if name != "seats"]
        query = (
            select(*columns)
            .select_from(source)
            .where(which)
            .order_by(*first, OF_TABLE.finished.is_not(None), OF_TABLE.updated.desc(), OF_TABLE.id)
            .limit(limit)
        )
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
            seats = _seats_of(connection, [row.id for row in rows])
        return [TableSummary(**row_values(row), seats=seats[row.id]) for row in rows]


def _move_on(
    connection: Connection,
    table_id: str,
    old: int,
    new: int,
    turn_state: TurnState,
    *,
    finished: bool,
) -> None:
    """Note a table's new number of steps, if it had the old one; other writers wait meanwhile."""
    moment = now()
    values = {
        "of": table_id,
        "expected": old,
        "seq": new,
        "updated": moment,
        "finished": moment if finished else None,
        **vars(turn_state),
    }
    done = connection.execute(MOVE_ON, values)
    if done.rowcount == 0:
        found = connection.scalar(select(OF_TABLE.seq).where(OF_TABLE.id == table_id))
        raise UnknownTable(table_id) if found is None else WrongSequence(table_id, old, found)


def _change_seats(connection: Connection, table_id: str, rows: Sequence[SeatRow]) -> None:
    """Note who sits where now, and once all seats are taken whether the game counts."""
    for row in rows:
        this = (OF_SEAT.table_id == table_id) & (OF_SEAT.seat == row["seat"])
        connection.execute(update(schema.seats).where(this).values(row))
    if rows:
        ratings.decide(connection, table_id)


def _set_rematch(connection: Connection, table_id: str, rematch: str) -> str:
    """Say where they play again; the first such table, if it was said before."""
    first = (OF_TABLE.id == table_id) & OF_TABLE.rematch.is_(None)
    connection.execute(update(schema.tables).where(first).values(rematch=rematch))
    return str(connection.scalar(select(OF_TABLE.rematch).where(OF_TABLE.id == table_id)))


def _insert_steps(
    connection: Connection, table_id: str, steps: Sequence[Step], seq: int, request: str | None
) -> None:
    rows = [
        {
            "table_id": table_id,
            "seq": number,
            "actor": step.actor,
            "action": step.action,
            "request": request if number == seq + 1 else None,
        }
        for number, step in enumerate(steps, start=seq + 1)
    ]
    if rows:
        connection.execute(INSERT_STEPS, rows)


def _forget_snapshot(connection: Connection, table_id: str, seq: int) -> None:
    """Forget a snapshot of `seq` steps or more."""
    old = (OF_SNAPSHOT.table_id == table_id) & (OF_SNAPSHOT.seq >= seq)
    connection.execute(delete(schema.snapshots).where(old))


def _seat_row(seat: Mapping[str, Any]) -> SeatRow:
    return {name: seat.get(name) for name in SEATS}


def _seats_of(connection: Connection, table_ids: list[str]) -> dict[str, list[SeatRow]]:
    found: dict[str, list[SeatRow]] = {table_id: [] for table_id in table_ids}
    query = (
        select(OF_SEAT.table_id, *(OF_SEAT[name] for name in SEATS))
        .where(OF_SEAT.table_id.in_(table_ids))
        .order_by(OF_SEAT.table_id, OF_SEAT.seat)
    )
    for table_id, *values in connection.execute(query):
        found[table_id].append(dict(zip(SEATS, values, strict=True)))
    return found
