"""The result of a game: the winners and the table of scores [manifest-destiny 10.2]."""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.results import Measures, columns, entry, rows, winners
from ducato.core.scene import Text

from ..state import Edition, State
from ..state.tables import PROGRESSIONS


def _territories(state: State, edition: Edition, seat: int) -> int:
    return list(state.owner).count(seat)


def _progressions(state: State, edition: Edition, seat: int) -> int:
    return (int(state.advances[seat]) & ((1 << PROGRESSIONS) - 1)).bit_count()


def _breakthroughs(state: State, edition: Edition, seat: int) -> int:
    return (int(state.advances[seat]) >> PROGRESSIONS).bit_count()


MEASURES: Measures = {"points": entry("vp"), "cash": entry("cash"), "profit": entry("profit")}
"""The measures that decide the game, in order of priority."""
ROWS: Measures = {
    **MEASURES,
    "progressions": _progressions,
    "breakthroughs": _breakthroughs,
    "territories": _territories,
}
"""The measures in the table of the end screen."""


def headline(state: State, edition: Edition) -> Message:
    """Return a sentence naming the winner, or the winners if several share the victory."""
    best = winners(state, edition)
    points = int(state.vp[best[0]])
    if len(best) > 1:
        return say("result.shared", seats=[Seat(seat) for seat in best], points=points)
    return say("result.won", seat=Seat(best[0]), points=points)


def result(state: State, edition: Edition) -> tuple[Message, list[Text], list[list[Text]]]:
    """Return the end screen: a headline, the columns of the table, and its rows."""
    return headline(state, edition), columns(edition.players), rows(state, edition, ROWS)
