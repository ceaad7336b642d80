"""Invitations: tables where a seat is reserved for somebody who has not come yet."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ducato.server.kit.http.locale import game_title
from ducato.server.subjects.tables.model import TableSummary
from ducato.server.subjects.tournaments.reading import TournamentRound
from ducato.table.seats import INVITED
from ducato.table.time_control import TimeControl, read_time_control
from ducato.table.views.texts import display_name


class Invitation(msgspec.Struct, frozen=True):
    """A table where a seat is reserved for the reader, who has not come yet.

    Attributes:
        id: the id of the table.
        url: the path of its page, where the reader takes the seat.
        name: the name of who invites; null if nobody but the reader is there.
        own: whether the table is the reader's, such as after a challenge was accepted.
        names: the names of the players, by seat.
        updated: the time of the last change, in milliseconds since 1970.
        tournament: the name of the tournament whose table it is; null for other tables.
        round: its round; 0 without a tournament.
    """

    id: str
    url: str
    game: str
    title: str
    name: str | None
    own: bool
    names: list[str]
    time_control: TimeControl
    updated: int
    tournament: str | None = None
    round: int = 0


def invites(table: TableSummary, person: str) -> bool:
    """Return whether a seat at a table is reserved for a person, who has not come yet."""
    return table.finished is None and any(
        seat["person"] == person and seat["substitute"] == INVITED for seat in table.seats
    )


def invitation(
    table: TableSummary, person: str, language: str, rounds: Mapping[str, TournamentRound]
) -> Invitation:
    """Return a table as an invitation.

    Args:
        table: the table.
        person: the id of the reader, for whom a seat is reserved.
        language: the reader's language.
        rounds: the tournaments, by their ids.
    """
    others = [
        seat
        for seat in table.seats
        if seat["person"] not in (None, person)
        and (seat["person"] == table.host or seat["substitute"] != INVITED)
    ]
    others.sort(key=lambda seat: seat["person"] != table.host)
    tournament = rounds.get(table.tournament or "")
    return Invitation(
        id=table.id,
        url=f"/table/{table.id}",
        game=table.game,
        title=game_title(table.game, language),
        name=others[0]["name"] if others else None,
        own=table.host == person,
        names=[display_name(seat["name"], language) for seat in table.seats],
        time_control=read_time_control(table.time_control),
        updated=table.updated,
        tournament=None if tournament is None else tournament.name,
        round=0 if tournament is None else tournament.round,
    )
