"""What a learned value knows of a state, from the view of one seat.

Each number of a seat (`SeatNumber`) appears four times: for the seat itself, for its strongest
rival, for the rival who comes next in the order of play, and as the mean of all rivals. With two
seats the only rival is the strongest, and the last two stay 0. The numbers of the whole table
(`TableNumber`) follow. All are of the order of one and cut off at 3.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from ..rules.scoring import is_ahead, score
from ..state import (
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIAL_COUNT,
    WORKERS,
    Edition,
    Phase,
    State,
    Zone,
)
from .plan import head, packed, tail
from .seat_numbers import SeatNumber, write_seat

LARGEST = 3.0
FREE_ACTIONS = 3  # of a turn, in every edition with a name


class TableNumber(IntEnum):
    """The numbers of the whole table, and of the seat compared with the best of the others."""

    POINTS_LEAD = 0  # with the points for coins, in tenths
    POINTS_SHORT_LEAD = 1  # the same, at most two points
    POINTS_AHEAD = 2  # 1 or -1, by the rules for ties
    POINTS_LEAD_SOON = 3  # after the turn that each still has
    POINTS_SHORT_LEAD_SOON = 4
    POINTS_AHEAD_SOON = 5
    TEMPO_ROUNDS = 6
    TEMPO_TRIGGERED = 7
    TEMPO_DECIDED = 8  # 1 or -1: ahead or not when the end is triggered
    TEMPO_DECIDED_SOON = 9  # the same after the turn that each still has
    TEMPO_CLOSEST = 10  # the most points of a seat, by the points that end the game
    TEMPO_ACTIONS = 11  # that the seat to move has left
    MARKET_STONE = 12  # the output of the workers in the row
    MARKET_WOOD = 13
    MARKET_KNOWLEDGE = 14
    MARKET_TILE = 15
    MARKET_MACHINES = 16  # in the row
    MARKET_SMALL = 17  # buildings in the row with at most 5 pips
    MARKET_POINTS = 18  # of the row
    MARKET_PIPS = 19
    MARKET_CARDS = 20  # in both decks


SIDES = ("own", "strongest", "next", "mean")
OWN, STRONGEST, NEXT, MEAN = range(4)
SEAT_NUMBERS = len(SeatNumber)
TABLE = len(SIDES) * SEAT_NUMBERS  # the index of the first number of the table
SMALL = 5  # pips
FRESH = -1e9  # less than any strength


def _name(number: IntEnum, side: str = "") -> str:
    group, _, rest = number.name.lower().partition("_")
    return f"{group}.{'_'.join(part for part in (side, rest) if part)}"


StateFeature = IntEnum(  # type: ignore[misc]  # the names are computed
    "StateFeature",
    {
        name: index
        for index, name in enumerate(
            [_name(number, side) for side in SIDES for number in SeatNumber]
            + [_name(number) for number in TableNumber]
        )
    },
)
"""The numbers that `features` writes: those of the seat, of its rivals, and of the table."""


@rule
def turn_begins(state: State) -> bool:
    """Return whether a turn begins here: all of its three free actions are left.

    In an edition with more of them, this holds once in a turn at most, when three are left; in one
    with fewer, it never holds.
    """
    return (
        state.phase == Phase.ACT
        and state.actions == FREE_ACTIONS
        and state.bought == 0
        and state.kept == 0
    )


@rule
def features(state: State, edition: Edition, seat: int, out: Any) -> None:
    workers = packed(state, Zone.WORKER_ROW, 0, WORKERS)
    buildings = packed(state, Zone.BUILDING_ROW, FIRST_CONSTRUCTION, len(state.zone))
    write_seat(state, edition, seat, OWN * SEAT_NUMBERS, workers, buildings, out)
    write_rivals(state, edition, seat, workers, buildings, out)
    write_market(state, edition, workers, buildings, out)
    write_comparison(state, edition, seat, out)
    for entry in range(len(out)):
        out[entry] = max(-LARGEST, min(LARGEST, out[entry]))


@rule
def write_rivals(
    state: State, edition: Edition, seat: int, workers: int, buildings: int, out: Any
) -> None:
    """Write the numbers of the rivals, and the best `PLAN_SCORE` as `POINTS_LEAD_SOON`.

    The strongest is who has most points and coins to expect; of several, the first in the order of
    play.
    """
    rivals = int(edition.players) - 1
    most = FRESH
    best = FRESH
    # The place of the next rival serves for all in turn, the next one last.
    at = (NEXT if rivals > 1 else STRONGEST) * SEAT_NUMBERS
    for step in range(rivals, 0, -1):
        for number in range(SEAT_NUMBERS):
            out[at + number] = 0
        write_seat(state, edition, (seat + step) % edition.players, at, workers, buildings, out)
        best = max(best, out[at + SeatNumber.PLAN_SCORE])
        if rivals == 1:
            break
        strength = out[at + SeatNumber.POINTS_EXPECTED] * edition.end_points
        strength += out[at + SeatNumber.COINS_EXPECTED] * 20 / edition.coins_per_point
        if strength >= most:
            most = strength
            for number in range(SEAT_NUMBERS):
                out[STRONGEST * SEAT_NUMBERS + number] = out[at + number]
        for number in range(SEAT_NUMBERS):
            out[MEAN * SEAT_NUMBERS + number] += out[at + number] / rivals
    out[TABLE + TableNumber.POINTS_LEAD_SOON] = best


@rule
def write_market(state: State, edition: Edition, workers: int, buildings: int, out: Any) -> None:
    """Write what the rows and decks offer to everybody."""
    while workers > 0:
        worker = head(workers)
        workers = tail(workers)
        for material in range(MATERIAL_COUNT):
            made = edition.makes[worker, material]
            out[TABLE + TableNumber.MARKET_STONE + material] += made / 10
    while buildings > 0:
        site = head(buildings)
        buildings = tail(buildings)
        out[TABLE + TableNumber.MARKET_POINTS] += edition.worth[site] / 20
        out[TABLE + TableNumber.MARKET_PIPS] += edition.pips[site] / 40
        if site < MACHINES:
            out[TABLE + TableNumber.MARKET_MACHINES] += 0.5
        elif edition.pips[site] <= SMALL:
            out[TABLE + TableNumber.MARKET_SMALL] += 0.5
    cards = state.held[Zone.WORKER_DECK] + state.held[Zone.BUILDING_DECK]
    out[TABLE + TableNumber.MARKET_CARDS] = cards / 70


@rule
def write_comparison(state: State, edition: Edition, seat: int, out: Any) -> None:
    """Write how the seat stands against the others, now and after the turn that each still has.

    `POINTS_LEAD_SOON` must hold the best standing that another can then have, by 32.
    """
    best = -1000
    ahead = 1.0
    for other in range(edition.players):
        if other != seat:
            best = max(best, score(state, edition, other))
            if is_ahead(state, edition, other, seat):
                ahead = -1.0
    lead = score(state, edition, seat) - best
    own = out[OWN * SEAT_NUMBERS + SeatNumber.PLAN_SCORE]
    soon = 32 * (own - out[TABLE + TableNumber.POINTS_LEAD_SOON])
    ahead_soon = 1.0 if soon >= 0 else -1.0
    out[TABLE + TableNumber.POINTS_LEAD] = lead / 10
    out[TABLE + TableNumber.POINTS_SHORT_LEAD] = max(-2, min(2, lead)) / 2
    out[TABLE + TableNumber.POINTS_AHEAD] = ahead
    out[TABLE + TableNumber.POINTS_LEAD_SOON] = soon / 10
    out[TABLE + TableNumber.POINTS_SHORT_LEAD_SOON] = max(-2, min(2, soon)) / 2
    out[TABLE + TableNumber.POINTS_AHEAD_SOON] = ahead_soon
    closest = 0
    for other in range(edition.players):
        closest = max(closest, int(state.points[other]))
    out[TABLE + TableNumber.TEMPO_CLOSEST] = closest / edition.end_points
    out[TABLE + TableNumber.TEMPO_ROUNDS] = state.turns / edition.players / 10
    out[TABLE + TableNumber.TEMPO_ACTIONS] = state.actions / edition.free_actions
    if state.trigger >= 0:
        out[TABLE + TableNumber.TEMPO_TRIGGERED] = 1
        out[TABLE + TableNumber.TEMPO_DECIDED] = ahead
        out[TABLE + TableNumber.TEMPO_DECIDED_SOON] = ahead_soon
