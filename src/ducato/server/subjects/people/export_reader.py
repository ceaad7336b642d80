"""The reading of all data of a person for their export."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Table, func, or_, select

from ducato.server.kit.database import schema
from ducato.server.kit.filling import filled
from ducato.server.subjects.moderation.bans import bans_of
from ducato.server.subjects.moderation.blocks import blocks_of
from ducato.server.subjects.moderation.reports import made_by
from ducato.server.subjects.people import community_data as community
from ducato.server.subjects.people.export_model import (
    BanExport,
    BlockExport,
    BotExport,
    LineExport,
    PersonExport,
    PreferencesExport,
    RatingChangeExport,
    RatingExport,
    ReminderExport,
    ReportExport,
    SeasonRankExport,
    SeatExport,
    SessionExport,
    TableExport,
    TournamentEntryExport,
)
from ducato.server.subjects.push import storage as push

OF_PERSON, OF_SESSION = schema.persons.c, schema.sessions.c
OF_VERIFICATION, OF_BOT = schema.email_verifications.c, schema.bot_accounts.c
OF_SEAT, OF_TABLE = schema.seats.c, schema.tables.c
OF_LINE, OF_MUTE = schema.chat.c, schema.mutes.c
OF_RATING, OF_EMAIL = schema.ratings.c, schema.reminder_emails.c
OF_CHANGE, OF_RANK = schema.rating_changes.c, schema.season_ranks.c
OF_ENTRANT, OF_TOURNAMENT = schema.tournament_entrants.c, schema.tournaments.c


def read_export(connection: Connection, person: str) -> PersonExport | None:
    """Return all data of a person, None if there is no such person."""
    row = connection.execute(select(schema.persons).where(OF_PERSON.id == person)).one_or_none()
    if row is None:
        return None
    return PersonExport(
        name=row.name,
        email=row.email,
        created=_moment(row.created),
        preferences=filled(PreferencesExport, row),
        sessions=_sessions(connection, person),
        email_verifications=list(
            connection.scalars(
                select(OF_VERIFICATION.email).where(OF_VERIFICATION.person == person)
            )
        ),
        ratings=_ratings(connection, person),
        rating_changes=_rating_changes(connection, person),
        season_ranks=_season_ranks(connection, person),
        tables=_tables(connection, person),
        tournaments=_tournaments(connection, person),
        lines=_lines(connection, person),
        bot_accounts=_bots(connection, person),
        muted=connection.scalar(
            select(func.count()).select_from(schema.mutes).where(OF_MUTE.person == person)
        )
        or 0,
        blocked=[
            BlockExport(block.name, _moment(block.at)) for block in blocks_of(connection, person)
        ],
        reports=[
            ReportExport(row.name, row.table_id, row.kind, row.text, _moment(row.at))
            for row in made_by(connection, person)
        ],
        bans=[
            BanExport(
                ban.reason,
                _moment(ban.begun),
                None if ban.until is None else _moment(ban.until),
            )
            for ban in bans_of(connection, person)
        ],
        push_subscriptions=[one.endpoint for one in push.subscriptions_of(connection, person)],
        push_reminders=_reminders(connection, schema.push_reminders, person),
        community=community.export(connection, person),
        reminder_emails=_moments(connection, OF_EMAIL.at, OF_EMAIL.person == person),
        turn_reminders=_reminders(connection, schema.turn_reminders, person),
    )


def _reminders(connection: Connection, table: Table, person: str) -> list[ReminderExport]:
    query = select(table.c.table_id, table.c.turn).where(table.c.person == person)
    return [ReminderExport(*row) for row in connection.execute(query.order_by(table.c.table_id))]


def _ratings(connection: Connection, person: str) -> list[RatingExport]:
    query = select(schema.ratings).where(OF_RATING.person == person).order_by(OF_RATING.game)
    return [filled(RatingExport, row) for row in connection.execute(query)]


def _rating_changes(connection: Connection, person: str) -> list[RatingChangeExport]:
    query = (
        select(schema.rating_changes)
        .where(OF_CHANGE.person == person)
        .order_by(OF_CHANGE.game, OF_CHANGE.number)
    )
    return [
        filled(RatingChangeExport, row, table=row.table_id, at=_moment(row.at))
        for row in connection.execute(query)
    ]


def _season_ranks(connection: Connection, person: str) -> list[SeasonRankExport]:
    query = select(schema.season_ranks).where(OF_RANK.person == person)
    rows = connection.execute(query.order_by(OF_RANK.season, OF_RANK.game))
    return [filled(SeasonRankExport, row) for row in rows]


def _tables(connection: Connection, person: str) -> list[TableExport]:
    sat = OF_TABLE.id.in_(select(OF_SEAT.table_id).where(OF_SEAT.person == person))
    these = or_(sat, OF_TABLE.host == person)
    seats: dict[str, list[SeatExport]] = {}
    for row in connection.execute(
        select(schema.seats)
        .join(schema.tables, OF_TABLE.id == OF_SEAT.table_id)
        .where(these)
        .order_by(OF_SEAT.table_id, OF_SEAT.seat)
    ):
        own = row.person == person
        entropy = row.entropy if own else None
        seat = SeatExport(row.seat, row.name, own, row.rank, row.substitute, entropy)
        seats.setdefault(row.table_id, []).append(seat)
    query = select(schema.tables).where(these).order_by(OF_TABLE.created, OF_TABLE.id)
    return [
        filled(
            TableExport,
            row,
            opened_by_me=row.host == person,
            created=_moment(row.created),
            updated=_moment(row.updated),
            finished=None if row.finished is None else _moment(row.finished),
            seats=seats[row.id],
        )
        for row in connection.execute(query)
    ]


def _tournaments(connection: Connection, person: str) -> list[TournamentEntryExport]:
    entered = select(OF_ENTRANT.tournament).where(OF_ENTRANT.person == person)
    query = (
        select(
            OF_TOURNAMENT.id,
            OF_TOURNAMENT.name,
            OF_TOURNAMENT.host,
            OF_ENTRANT.number,
            OF_ENTRANT.name.label("entrant_name"),
            OF_ENTRANT.first_round,
            OF_ENTRANT.left_round,
        )
        .outerjoin_from(
            schema.tournaments,
            schema.tournament_entrants,
            (OF_ENTRANT.tournament == OF_TOURNAMENT.id) & (OF_ENTRANT.person == person),
        )
        .where(or_(OF_TOURNAMENT.id.in_(entered), OF_TOURNAMENT.host == person))
        .order_by(OF_TOURNAMENT.created, OF_TOURNAMENT.id)
    )
    return [
        filled(TournamentEntryExport, row, opened_by_me=row.host == person, entrant=row.number)
        for row in connection.execute(query)
    ]


def _sessions(connection: Connection, person: str) -> list[SessionExport]:
    query = select(schema.sessions).where(OF_SESSION.person == person)
    return [
        SessionExport(_moment(row.created), _moment(row.used), row.device)
        for row in connection.execute(query.order_by(OF_SESSION.created))
    ]


def _lines(connection: Connection, person: str) -> list[LineExport]:
    query = (
        select(schema.chat)
        .where(OF_LINE.person == person)
        .order_by(OF_LINE.at, OF_LINE.table_id, OF_LINE.number)
    )
    return [
        LineExport(row.table_id, _moment(row.at), row.seat, row.name, row.text, row.phrase)
        for row in connection.execute(query)
    ]


def _bots(connection: Connection, person: str) -> list[BotExport]:
    query = (
        select(OF_PERSON.id, OF_PERSON.name, OF_PERSON.created, OF_BOT.token_hash)
        .join_from(schema.bot_accounts, schema.persons, OF_BOT.person == OF_PERSON.id)
        .where(OF_BOT.owner == person)
        .order_by(OF_PERSON.created, OF_PERSON.id)
    )
    return [
        BotExport(
            name=row.name,
            created=_moment(row.created),
            revoked=row.token_hash is None,
            ratings=_ratings(connection, row.id),
            tables=_tables(connection, row.id),
            tournaments=_tournaments(connection, row.id),
            lines=_lines(connection, row.id),
        )
        for row in connection.execute(query).all()
    ]


def _moments(connection: Connection, column: Any, which: Any) -> list[str]:
    return [_moment(at) for at in connection.scalars(select(column).where(which).order_by(column))]


def _moment(milliseconds: int) -> str:
    """Convert a time to ISO 8601 format in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
