"""The features of a state at the beginning of a turn, for a learned value (`bots.value`).

A state is described from the view of one seat. Each `SeatFeature` is given for that seat, for the
strongest rival, for the next rival clockwise and as the mean of all rivals, so that neither the
number of seats nor the numbers of the rivals' seats matter; the others are given once.

Values are scaled so that they are of the order of one, and none leaves the range from -3 to 3.
Nothing is hidden between two turns but the order of the encounter piles.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...rules.scoring import is_ahead
from ...state import Edition, Phase, State
from .names import SEAT_FEATURES, TABLE, VIEWS, StateFeature, TableFeature, View
from .seat import describe_seat
from .table import (
    describe_encounters,
    describe_heroes,
    describe_lead,
    describe_market,
    describe_time,
)

__all__ = ["StateFeature", "features", "turn_begins"]


@rule
def turn_begins(state: State) -> bool:
    return state.phase == Phase.CHOOSE_CARD and state.acted == 0


@rule
def features(state: State, edition: Edition, seat: int, out: Any) -> None:
    rivals = edition.players - 1
    strongest = -1
    ahead = 0
    # The next rival comes last, so that its features stay where all rivals' are worked out.
    for before in range(rivals):
        rival = (seat + rivals - before) % edition.players
        describe_seat(state, edition, rival, View.NEXT, out)
        leads = strongest < 0 or not is_ahead(state, edition, strongest, rival)
        if leads:
            strongest = rival
        if is_ahead(state, edition, rival, seat):
            ahead += 1
        for feature in range(SEAT_FEATURES):
            value = out[VIEWS * feature + View.NEXT]
            out[VIEWS * feature + View.MEAN] += value
            if leads:
                out[VIEWS * feature + View.STRONGEST] = value
    for feature in range(SEAT_FEATURES):
        out[VIEWS * feature + View.MEAN] /= rivals
    describe_seat(state, edition, seat, View.OWN, out)
    describe_time(state, edition, seat, out)
    describe_lead(state, edition, seat, strongest, out)
    out[TABLE + TableFeature.GOLD__BEHIND] = ahead / rivals
    describe_heroes(state, edition, out)
    describe_market(state, edition, out)
    describe_encounters(state, edition, out)
