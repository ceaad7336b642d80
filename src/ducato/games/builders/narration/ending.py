"""The result of a game: the winner, the deciding measure and the scores [builders 6.3, 6.4]."""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Text
from ducato.games.builders.rules.scoring import card_points, coin_points, is_ahead, score
from ducato.games.builders.state import Edition, State


def _coins(state: State, edition: Edition, seat: int) -> int:
    return int(state.coins[seat])


MEASURES = {"score": score, "cards": card_points, "coins": _coins}
"""The measures that decide the game, in order of priority [builders 6.4]."""


def headline(state: State, edition: Edition) -> Message:
    """Return the headline: the winner and the deciding measure, or all the joint winners."""
    seats = range(edition.players)
    winners = [s for s in seats if not any(is_ahead(state, edition, o, s) for o in seats)]
    if len(winners) > 1:
        return say("result.shared", seats=[Seat(seat) for seat in winners])
    winner = winners[0]
    second = next(
        s
        for s in seats
        if s != winner
        and not any(is_ahead(state, edition, o, s) for o in seats if o not in (s, winner))
    )
    for name, measure in MEASURES.items():
        more, less = (int(measure(state, edition, seat)) for seat in (winner, second))
        if more != less:
            counted = "buildings" if name == "cards" and not edition.machines_count else name
            return say(f"result.by.{counted}", seat=Seat(winner), more=more, less=less)
    raise AssertionError("a winner leads by one of the measures")


def series(state: State, edition: Edition, seat: int) -> list[tuple[str, int]]:
    """Return the names and values of a seat's numbers for the chart of a game: score, coins."""
    return [
        (name, int(measure(state, edition, seat)))
        for name, measure in MEASURES.items()
        if name != "cards"
    ]


def result(state: State, edition: Edition) -> tuple[Message, list[Text], list[list[Text]]]:
    """Return the end screen: the headline, the titles of the columns, and the rows."""
    seats = range(edition.players)
    columns: list[Text] = ["", *(say("seat", seat=Seat(seat)) for seat in seats)]
    machines = [int(state.machine_points[seat]) for seat in seats]
    rows: dict[str, list[int]] = {
        "buildings": [int(state.points[seat]) - machines[seat] for seat in seats],
        "machines": machines,
        "coins": [int(coin_points(state, edition, seat)) for seat in seats],
        "score": [int(score(state, edition, seat)) for seat in seats],
        "purse": [int(state.coins[seat]) for seat in seats],
    }
    return (
        headline(state, edition),
        columns,
        [[say(f"result.row.{name}"), *(str(n) for n in row)] for name, row in rows.items()],
    )
