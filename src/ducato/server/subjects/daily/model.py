"""The game of a day: its table, its figures, and the ranks of those who have finished it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ducato.core.chance import CommittedStream
from ducato.core.errors import FAULTS
from ducato.core.game import Game, note_fault
from ducato.core.match import Match
from ducato.server.subjects.exercises.exercise_tables import level_of
from ducato.table.seats import RESIGNED
from ducato.table.setup.create import BotSeat, PersonSeat, TableRequest, open_table
from ducato.table.table import LiveTable
from ducato.table.transitions import deal

OWN_SEAT = 0
"""The seat of the person in the game of a day."""
Figures = list[tuple[str, int]]
"""The numbers of a seat by name, such as its points, the most important first."""


@dataclass(frozen=True)
class DailyResult:
    """What a person has reached in the game of a day.

    Attributes:
        person: the id of the person, which others never see.
        name: their name.
        public_id: the id of their public page; None without one.
        table_id: their table; None once it is deleted.
        at_table: their rank at the table.
        figures: their numbers at the end.
    """

    person: str
    name: str
    public_id: str | None
    table_id: str | None
    at_table: int
    figures: Figures


def players_of(game: Game) -> int:
    """Return the number of players in the game of a day: as few as play against each other."""
    return next((count for count in sorted(game.players) if count > 1), 1)


def daily_table(game: Game, stream: CommittedStream, person: str, name: str) -> LiveTable:
    """Return a table of the game of a day, without an id, already dealt.

    Nobody contributes to chance, which is the same for all.

    Raises:
        BadTable, BrokenGame: see `table.setup.create.open_table`.
    """
    bots = [BotSeat(level_of(game))] * (players_of(game) - 1)
    made = open_table(TableRequest(game.name, [PersonSeat(name), *bots]), person)
    seats = made.roster.seats
    match = Match(made.match.game, stream, [seat.name for seat in seats])
    table = LiveTable("", match, seats, made.clock, made.roster.substitute)
    deal(table.state)
    return table


def outcome_of(table: LiveTable) -> tuple[int, Figures]:
    """Return the rank at the table of who has finished it, and their numbers; 0 if resigned."""
    match, game = table.match, table.match.game.game
    left = table.roster.seats[OWN_SEAT].substitute == RESIGNED
    if left or match.resigned == OWN_SEAT:
        return 0, []
    try:
        found = match.game.presentation.series(match.position.state, match.game.edition, OWN_SEAT)
        figures = [(name, int(number)) for name, number in found]
    except FAULTS as error:
        note_fault(game, error)
        figures = []
    return match.ranks()[OWN_SEAT], figures


def ranked(results: Sequence[DailyResult]) -> list[tuple[int, DailyResult]]:
    """Return the results with their ranks, the best first; who is equal shares a rank.

    The rank at the table counts first, then the numbers in their order.
    """

    def strength(one: DailyResult) -> tuple[int, ...]:
        return (one.at_table, *(-number for _, number in one.figures))

    order = sorted(results, key=lambda one: (strength(one), one.name, one.person))
    values = [strength(one) for one in order]
    return [(values.index(strength(one)) + 1, one) for one in order]
