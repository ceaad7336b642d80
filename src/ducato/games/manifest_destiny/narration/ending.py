"""The result of a game: the winners, the table of scores, and the numbers for the chart.

[manifest-destiny 10.2].
"""

from __future__ import annotations

import numpy as np

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Text
from ducato.games.manifest_destiny.rules.turn.ending import ranking
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import PROGRESSIONS


def headline(state: State, edition: Edition) -> Message:
    """Return a sentence naming the winner, or the winners if several share the victory."""
    ranks = np.zeros(edition.players, np.int32)
    ranking(state, edition, ranks)
    winners = [seat for seat in range(edition.players) if ranks[seat] == 1]
    points = int(state.vp[winners[0]])
    if len(winners) > 1:
        return say("result.shared", seats=[Seat(w) for w in winners], points=points)
    return say("result.won", seat=Seat(winners[0]), points=points)


def series(state: State, edition: Edition, seat: int) -> list[tuple[str, int]]:
    """Return the named values of a seat for the chart: points, cash, Profit and territories."""
    return [
        ("points", int(state.vp[seat])),
        ("cash", int(state.cash[seat])),
        ("profit", int(state.profit[seat])),
        ("territories", list(state.owner).count(seat)),
    ]


def result(state: State, edition: Edition) -> tuple[Message, list[Text], list[list[Text]]]:
    """Return the end screen: a headline, the columns of the table, and its rows."""
    seats = range(edition.players)
    columns: list[Text] = ["", *(say("seat", seat=Seat(seat)) for seat in seats)]
    owned = [int(state.advances[seat]) for seat in seats]
    bought = (1 << PROGRESSIONS) - 1
    rows = [
        ("points", [int(state.vp[seat]) for seat in seats]),
        ("cash", [int(state.cash[seat]) for seat in seats]),
        ("profit", [int(state.profit[seat]) for seat in seats]),
        ("progressions", [(mask & bought).bit_count() for mask in owned]),
        ("breakthroughs", [(mask >> PROGRESSIONS).bit_count() for mask in owned]),
        ("territories", [list(state.owner).count(seat) for seat in seats]),
    ]
    return (
        headline(state, edition),
        columns,
        [[say(f"result.row.{name}"), *(str(n) for n in values)] for name, values in rows],
    )
