"""The result of a game: the winner, the deciding measure and the totals [magnate 5.4 to 5.7]."""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.results import columns, deciding_measure, row, winners
from ducato.core.scene import Text

from ..rules.scoring import district_total, districts_won, supply, tie_total
from ..state import DISTRICTS, SEATS, Edition, State, TieTotal
from .words import district_name

MEASURES = {"districts": districts_won, "sum": tie_total, "tokens": supply}
"""The measures that decide the game, in order of priority [magnate 5.7]."""


def headline(state: State, edition: Edition) -> Message:
    """Return the headline: the winner and the deciding measure, or a draw."""
    best = winners(state, edition)
    if len(best) > 1:
        return say("result.draw")
    name, more, less = deciding_measure(state, edition, MEASURES)
    return say(f"result.by.{name}", seat=Seat(best[0]), more=more, less=less)


def result(state: State, edition: Edition) -> tuple[Message, list[Text], list[list[Text]]]:
    """Return the end screen: the headline, the titles of the columns, and the rows."""
    rows = [_district_row(state, edition, district) for district in range(DISTRICTS)]
    for name, measure in MEASURES.items():
        values = [int(measure(state, edition, seat)) for seat in range(SEATS)]
        scored = name == "sum" and edition.tie_total == TieTotal.SCORED
        rows.append(_row(say(f"result.row.{'scored' if scored else name}"), values))
    return headline(state, edition), [*columns(SEATS), say("result.taker")], rows


def _district_row(state: State, edition: Edition, district: int) -> list[Text]:
    totals = [int(district_total(state, edition, seat, district, False)) for seat in range(SEATS)]
    return _row(say("result.row.district", district=district_name(state, district)), totals)


def _row(title: Message, values: list[int]) -> list[Text]:
    """Return a row of the table: its title, both numbers, and the leading seat or "=" for a tie."""
    leaders = [seat for seat, value in enumerate(values) if value == max(values)]
    taker: Text = say("seat", seat=Seat(leaders[0])) if len(leaders) == 1 else "="
    return [*row(title, values), taker]
