"""The features of a state that say how the game may end: who is ahead, and how long it lasts.

They are computed after those of tokens, cards and deeds, from which they are put together.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ducato.core.verbs import rule

from ..state import DISTRICTS, SEATS, SUIT_COUNT, Edition, Ending, State, Zone
from .state_layout import (
    AHEAD,
    AHEAD_READY,
    AHEAD_WITH_DEEDS,
    BEST,
    BEST_RANK,
    CHANCE,
    DEED,
    DEED_WIDTH,
    DEEDS_LEAD,
    DEEDS_SIGN,
    DIFFERENCE,
    DISTRICT,
    FIT,
    GAIN,
    HORIZONS,
    INCOME,
    INCOME_TOTAL,
    LEAD,
    LEAD_SIGN,
    LIMIT,
    NEAR,
    OUTLOOK,
    OWN_REACH_SIGN,
    REACH,
    READY,
    READY_SUM,
    RESULT,
    RIVAL_REACH_SIGN,
    SUPPLY,
    TEMPO,
    TOTAL,
    WIDTH,
    WINS,
)


@rule
def owner_of(seat: int, side: int) -> int:
    """Return the seat of a side: `seat` itself on side 0, its rival on side 1."""
    return seat if side == 0 else 1 - seat


@rule
def sign(number: float) -> int:
    return 1 if number > 0 else -1 if number < 0 else 0


@rule
def within(number: float, limit: float) -> float:
    """Return the number, or the nearer end of the range from -limit to limit if it is outside."""
    return max(-limit, min(limit, number))


@rule
def turns_left(state: State, edition: Edition) -> int:
    """Return the turns until the end, the present one included, if no more cards are sold.

    Once the last pile is being drawn, the number is exact [magnate 5.3].
    """
    if state.last_turns > 0:
        return int(state.last_turns)
    cards = int(state.held[Zone.DECK])
    if state.reshuffled < edition.reshuffles:
        cards += state.held[Zone.DISCARD] + state.held[Zone.SOLD] + state.held[Zone.SOLD + 1]
    return cards + (3 if edition.ending == Ending.FAILED_DRAW else 2)


@rule
def own_turns_left(state: State, seat: int, left: int) -> int:
    """Return how many of the turns left are a seat's."""
    return (left + 1) // 2 if state.active == seat else left // 2


@rule
def describe_prospects(state: State, edition: Edition, seat: int, left: int, out: Any) -> None:
    """Describe who is ahead where, and who will be; scale what the cards have added up."""
    doubt = 0.3 + 2 * sqrt(left - 1)  # points by which a lead changes until the end
    out[WINS] = 1
    for district in range(DISTRICTS):
        at = DISTRICT + WIDTH * district
        deed_at = DEED + DEED_WIDTH * district
        lead = out[at + TOTAL] - out[at + TOTAL + 1]
        own_gain, rival_gain = out[deed_at + GAIN], out[deed_at + GAIN + 1]
        own_reach, rival_reach = out[at + REACH], out[at + REACH + 1]
        ready = own_gain * out[deed_at + READY] - rival_gain * out[deed_at + READY + 1]
        with_deeds = lead + own_gain - rival_gain
        out[at + LEAD_SIGN] = sign(lead)
        out[at + LEAD] = within(lead / 10, 2.0)
        out[at + DEEDS_SIGN] = sign(with_deeds)
        out[at + DEEDS_LEAD] = within(with_deeds / 10, 2.0)
        out[READY_SUM] += ready
        ready += lead
        out[at + OWN_REACH_SIGN] = sign(ready + own_reach)
        out[at + RIVAL_REACH_SIGN] = sign(ready - rival_reach)
        out[BEST] = max(out[BEST], sign(ready + own_reach) - sign(ready))
        out[BEST + 1] = max(out[BEST + 1], sign(ready) - sign(ready - rival_reach))
        out[BEST_RANK] = max(out[BEST_RANK], own_reach)
        out[BEST_RANK + 1] = max(out[BEST_RANK + 1], rival_reach)
        if ready != 0:
            out[AHEAD_READY + int(ready < 0)] += 1
        if lead != 0:
            out[AHEAD + int(lead < 0)] += 1
        if with_deeds != 0:
            out[AHEAD_WITH_DEEDS + int(with_deeds < 0)] += 1
        likely = own_gain * out[deed_at + OUTLOOK] - rival_gain * out[deed_at + OUTLOOK + 1]
        margin = (lead + likely) / doubt
        chance = margin / sqrt(1 + margin * margin)
        out[at + CHANCE] = chance
        win = (1 + chance) / 2
        for wins in range(district + 1, 0, -1):
            out[WINS + wins] += win * (out[WINS + wins - 1] - out[WINS + wins])
        out[WINS] *= 1 - win
        for side in range(SEATS):
            out[at + TOTAL + side] = min(out[at + TOTAL + side] / 20, LIMIT)
            out[at + FIT + side] = min(out[at + FIT + side] / 10, LIMIT)
            out[at + REACH + side] = min(out[at + REACH + side] / 10, LIMIT)
            out[deed_at + GAIN + side] = min(out[deed_at + GAIN + side] / 10, LIMIT)
    for side in range(SEATS):
        for suit in range(SUIT_COUNT):
            at = INCOME + SUIT_COUNT * side + suit
            out[INCOME_TOTAL + side] += out[at]
            out[at] = min(5 * out[at], LIMIT)
        out[INCOME_TOTAL + side] = min(out[INCOME_TOTAL + side], LIMIT)
    describe_result(state, edition, seat, left, out)
    sort_districts(out)


@rule
def sort_districts(out: Any) -> None:
    """Put the district that the own side is likeliest to win first, and the least likely last."""
    for place in range(DISTRICTS - 1):
        best = place
        for district in range(place + 1, DISTRICTS):
            if out[DISTRICT + WIDTH * district + CHANCE] > out[DISTRICT + WIDTH * best + CHANCE]:
                best = district
        if best != place:
            swap(out, DISTRICT + WIDTH * place, DISTRICT + WIDTH * best, WIDTH)
            swap(out, DEED + DEED_WIDTH * place, DEED + DEED_WIDTH * best, DEED_WIDTH)


@rule
def swap(out: Any, one: int, other: int, width: int) -> None:
    for k in range(width):
        kept = out[one + k]
        out[one + k] = out[other + k]
        out[other + k] = kept


@rule
def describe_result(state: State, edition: Edition, seat: int, left: int, out: Any) -> None:
    """Describe who would win now, with all deeds finished, and after the last turns."""
    districts = out[AHEAD] - out[AHEAD + 1]
    with_deeds = out[AHEAD_WITH_DEEDS] - out[AHEAD_WITH_DEEDS + 1]
    total = out[DIFFERENCE + 2]
    supply = out[SUPPLY] - out[SUPPLY + 1]
    tie = sign(total) if total != 0 else sign(supply)
    out[DIFFERENCE] = districts / 2
    out[DIFFERENCE + 1] = with_deeds / 2
    out[DIFFERENCE + 2] = within(total / 20, LIMIT)
    out[DIFFERENCE + 3] = within(supply, LIMIT)
    result = sign(districts) if districts != 0 else tie
    out[RESULT] = result
    out[RESULT + 1] = sign(with_deeds) if with_deeds != 0 else tie
    out[RESULT + 2] = result * max(0.0, 1 - left / 11)
    out[READY_SUM] += total
    if left <= 2:
        final = out[AHEAD_READY] - out[AHEAD_READY + 1] + out[BEST] - out[BEST + 1]
        final_sum = out[READY_SUM] + out[BEST_RANK] - out[BEST_RANK + 1]
        tie = sign(final_sum) if final_sum != 0 else tie
        out[RESULT + 3] = sign(final) if final != 0 else tie
    out[READY_SUM] = within(out[READY_SUM] / 20, LIMIT)
    for side in range(SEATS):
        out[AHEAD + side] /= DISTRICTS
        out[AHEAD_WITH_DEEDS + side] /= DISTRICTS
        out[AHEAD_READY + side] /= DISTRICTS
        out[BEST_RANK + side] = min(out[BEST_RANK + side] / 10, LIMIT)


@rule
def describe_tempo(state: State, edition: Edition, seat: int, left: int, out: Any) -> None:
    own_turn = state.active == seat
    own = own_turns_left(state, seat, left)
    out[TEMPO] = own_turn
    out[TEMPO + 1] = state.held[Zone.DECK] / 24
    out[TEMPO + 2] = (
        state.held[Zone.DISCARD] + state.held[Zone.SOLD] + state.held[Zone.SOLD + 1]
    ) / 24
    out[TEMPO + 3] = min(left / 20, LIMIT)
    out[TEMPO + 4] = 1 / left
    out[TEMPO + 5] = own_turn == (left % 2 == 1)
    out[TEMPO + 6] = own == 0
    for k in range(len(HORIZONS)):
        out[NEAR + k] = left <= HORIZONS[k]
