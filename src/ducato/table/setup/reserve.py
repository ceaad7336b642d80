"""New tables whose seats are reserved for people who are not there yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ducato.core.errors import WrongPlayers
from ducato.core.game import blaming
from ducato.core.i18n import say
from ducato.core.match import Match
from ducato.table.names import distinct
from ducato.table.seats import INVITED, tidy_name
from ducato.table.setup.create import BadTable
from ducato.table.table import LiveTable


def reserved(table: LiveTable, people: Sequence[tuple[str, str]]) -> LiveTable:
    """Return a new table whose first open seats are reserved for people.

    The game is not dealt before all of them have come. A number is appended to a name that another
    player already has.

    Args:
        table: a new table, whose game has not begun.
        people: the id and the name of each person, in the order of the seats.

    Raises:
        BadTable: the table has fewer open seats than there are people.
    """
    seats = list(table.roster.seats)
    free = [seat.seat for seat in seats if seat.kind == "open"]
    game = table.match.game
    if len(free) < len(people):
        error = WrongPlayers(game.game.name, len(people), [len(free)])
        raise BadTable("seats", say("bad.no_open_seat"), error)
    for number, (person, name) in zip(free, people, strict=False):
        others = [seat.name for seat in seats if seat.seat != number]
        called = distinct(tidy_name(name), others)
        seats[number] = replace(seats[number], name=called, person=person, substitute=INVITED)
    with blaming(game.game):
        match = Match(game, table.match.stream, [seat.name for seat in seats])
    return LiveTable("", match, seats, table.clock, table.roster.substitute)
