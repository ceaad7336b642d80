"""The table of a finished game that was played elsewhere, made from its record."""

from __future__ import annotations

from collections.abc import Sequence

from ducato.core.errors import BrokenGame, ChangedEdition, DamagedRecord, DucatoError, OtherRules
from ducato.core.i18n import Message, say
from ducato.core.match import Match
from ducato.table.names import distinct, own_name
from ducato.table.seats import NotAName, TableSeat
from ducato.table.table import LiveTable

MOST_LINES = 4_000
"""The maximum number of lines of a record, several times those of the longest games."""


class BadRecord(DucatoError, ValueError):
    """An error raised if no table can be made from a record.

    Attributes:
        message: the reason, as a message from the table's catalogue.
    """

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message.key)


def open_record(lines: Sequence[str]) -> LiveTable:
    """Return a table, without an id, with the finished game of a record.

    Nobody has a seat there. Every line is verified, and all chance against the seed.

    Raises:
        BadRecord: the record is damaged, too long or unfinished, lacks its seed, or its game cannot
            be played here by the same rules.
    """
    if len(lines) > MOST_LINES:
        raise BadRecord(say("record.long", n=MOST_LINES))
    try:
        match = Match.from_lines(lines)
    except DamagedRecord as error:
        raise BadRecord(say("record.damaged", n=error.line)) from error
    except (OtherRules, ChangedEdition) as error:
        raise BadRecord(say("record.rules")) from error
    except BrokenGame as error:
        raise BadRecord(say("record.fault")) from error
    if not match.is_over():
        raise BadRecord(say("record.unfinished"))
    if not match.chance_verified:
        raise BadRecord(say("record.no_seed"))
    match.begun = True
    match.names = _names(match.names)
    given = match.stream.contributions
    seats = [
        TableSeat(seat, name, entropy=given.get(seat)) for seat, name in enumerate(match.names)
    ]
    return LiveTable("", match, seats)


def _names(recorded: Sequence[str]) -> list[str]:
    """Return the recorded names; in place of one that nobody may have here, the seat's number."""
    found: list[str] = []
    for seat, name in enumerate(recorded):
        try:
            tidy = own_name(name)
        except NotAName:
            tidy = f"#{seat + 1}"
        found.append(distinct(tidy, found))
    return found
