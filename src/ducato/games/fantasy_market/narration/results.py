"""The result of a game: the winner, the deciding measure and the totals [fantasy-market 9.2]."""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.results import Measures, columns, entry, rows, winners
from ducato.core.scene import Text

from ..rules.scoring import final_gold, stock_value
from ..state import Edition, State

MEASURES: Measures = {"gold": entry("gold"), "stock": stock_value}
"""The measures that decide the game, in order of priority [fantasy-market 9.2]."""
TOTAL: Measures = {"total": final_gold}
"""What decides it first if unsold tiles count as gold."""


def headline(state: State, edition: Edition) -> Message:
    """Return the headline: the winner and the deciding measure, or all the joint winners."""
    best = winners(state, edition)
    n = int(final_gold(state, edition, best[0]))
    if len(best) > 1:
        return say("result.shared", seats=[Seat(seat) for seat in best], n=n)
    rich = [s for s in range(edition.players) if final_gold(state, edition, s) == n]
    return say("result.win" if len(rich) == 1 else "result.stock", seat=Seat(best[0]), n=n)


def result(state: State, edition: Edition) -> tuple[Message, list[Text], list[list[Text]]]:
    """Return the end screen: the headline, the titles of the columns, and the rows."""
    measures = {**TOTAL, **MEASURES} if edition.final_tile_price else MEASURES
    return headline(state, edition), columns(edition.players), rows(state, edition, measures)
