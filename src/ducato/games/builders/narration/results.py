"""The result of a game: the winner, the deciding measure and the scores [builders 6.3, 6.4]."""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.results import (
    Measures,
    columns,
    deciding_measure,
    entry,
    rows,
    winners,
)
from ducato.core.scene import Text

from ..rules.scoring import card_points, coin_points, score
from ..state import Edition, State


def _building_points(state: State, edition: Edition, seat: int) -> int:
    return state.points[seat] - state.machine_points[seat]


MEASURES: Measures = {"score": score, "cards": card_points, "coins": entry("coins")}
"""The measures that decide the game, in order of priority [builders 6.4]."""
ROWS: Measures = {
    "buildings": _building_points,
    "machines": entry("machine_points"),
    "coins": coin_points,
    "score": score,
    "purse": MEASURES["coins"],
}
"""The measures in the table of the end screen."""


def headline(state: State, edition: Edition) -> Message:
    """Return the headline: the winner and the deciding measure, or all the joint winners."""
    best = winners(state, edition)
    if len(best) > 1:
        return say("result.shared", seats=[Seat(seat) for seat in best])
    name, more, less = deciding_measure(state, edition, MEASURES)
    counted = "buildings" if name == "cards" and not edition.machines_count else name
    return say(f"result.by.{counted}", seat=Seat(best[0]), more=more, less=less)


def result(state: State, edition: Edition) -> tuple[Message, list[Text], list[list[Text]]]:
    """Return the end screen: the headline, the titles of the columns, and the rows."""
    return headline(state, edition), columns(edition.players), rows(state, edition, ROWS)
