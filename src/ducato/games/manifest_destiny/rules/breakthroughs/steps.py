"""Steps and claims of Breakthroughs [manifest-destiny 7.5, 7.6]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import BREAKTHROUGHS, PROGRESSIONS, STEP_NUMBERS, Advance
from ..tokens import owns

COMMERCE = Advance.E_COMMERCE - PROGRESSIONS


@rule
def is_claimed(state: State, edition: Edition, breakthrough: int) -> bool:
    for seat in range(edition.players):
        if owns(state, seat, PROGRESSIONS + breakthrough):
            return True
    return False


@rule
def count_bits(mask: int) -> int:
    bits = 0
    while mask:
        bits += mask & 1
        mask >>= 1
    return bits


@rule
def markers_left(state: State, edition: Edition, seat: int) -> int:
    """Return the number of a seat's step markers not in use [manifest-destiny 7.5] (A24)."""
    left = edition.step_markers
    for breakthrough in range(BREAKTHROUGHS):
        left -= count_bits(state.steps[seat, breakthrough])
    return left


@rule
def open_numbers(state: State, edition: Edition, seat: int, breakthrough: int) -> int:
    """Return the numbers that a seat still needs for a Breakthrough, as a mask."""
    return edition.needed[breakthrough] & ~state.steps[seat, breakthrough]


@rule
def has_begun(state: State, edition: Edition, breakthrough: int) -> bool:
    """Return whether the era of the Breakthrough's level has begun [manifest-destiny 7.5]."""
    return bool(edition.level[PROGRESSIONS + breakthrough] <= state.era)


@rule
def can_study(state: State, edition: Edition, seat: int, breakthrough: int) -> bool:
    """Return whether a seat may roll for a Breakthrough.

    It must be unclaimed, the era of its level must have begun, and the seat must still need
    numbers. Step markers are not required: a result without one is lost (A24).
    """
    return (
        has_begun(state, edition, breakthrough)
        and open_numbers(state, edition, seat, breakthrough) != 0
        and not is_claimed(state, edition, breakthrough)
    )


@rule
def list_open_numbers(state: State, edition: Edition, out: Any) -> int:
    """List the numbers that the seat to move still needs for the present Breakthrough."""
    needed = open_numbers(state, edition, state.chooser, state.breakthrough)
    n = 0
    for number in range(STEP_NUMBERS):
        if (needed >> (number + 1)) & 1:
            out[n] = A.NUMBER + number
            n += 1
    return n


@rule
def lay_step(state: State, edition: Edition, seat: int, breakthrough: int, number: int) -> None:
    state.steps[seat, breakthrough] |= 1 << number


@rule
def only_number(mask: int) -> int:
    """Return the only number in a mask, -1 if it holds none or several."""
    for number in range(1, STEP_NUMBERS + 1):
        if mask == 1 << number:
            return number
    return -1


@rule
def can_claim(state: State, edition: Edition, seat: int, breakthrough: int) -> bool:
    """Return whether the seat can claim a Breakthrough alone.

    It must be unclaimed. The seat must have all its steps, a Pioneer, and Computers for e-Commerce.

    [manifest-destiny 7.6] (A25).
    """
    if open_numbers(state, edition, seat, breakthrough) != 0 or state.pioneers[seat] == 0:
        return False
    if breakthrough == COMMERCE and not owns(state, seat, Advance.COMPUTERS):
        return False
    return not is_claimed(state, edition, breakthrough)


@rule
def take_deed(state: State, edition: Edition, seat: int, breakthrough: int) -> None:
    """Give a seat a Breakthrough in return for a Pioneer: the Deed, its points and its effect.

    [manifest-destiny 7.6].
    """
    state.pioneers[seat] -= 1
    state.chart[seat] += 1
    state.advances[seat] |= 1 << (PROGRESSIONS + breakthrough)
    state.vp[seat] += edition.vp[PROGRESSIONS + breakthrough]


@rule
def claim(state: State, edition: Edition, seat: int, breakthrough: int) -> None:
    take_deed(state, edition, seat, breakthrough)
    clear_steps(state, edition, breakthrough)


@rule
def clear_steps(state: State, edition: Edition, breakthrough: int) -> None:
    """Give all players back their markers on a Breakthrough [manifest-destiny 7.6]."""
    for seat in range(edition.players):
        state.steps[seat, breakthrough] = 0
