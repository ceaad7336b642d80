"""Breakthroughs: research dice, steps, claims [manifest-destiny 6.14, 7.5, 7.6]."""

from __future__ import annotations

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.tokens import owns
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import (
    BREAKTHROUGHS,
    DICE,
    PROGRESSIONS,
    STEP_NUMBERS,
    Advance,
    Phase,
)

FACES = 6
WILD = 6  # the face that counts as any number
ROLLED, REROLLED, ROLLED_BY_CARD = 1, 2, 4  # State.researched
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
    left = int(edition.step_markers)
    for breakthrough in range(BREAKTHROUGHS):
        left -= count_bits(int(state.steps[seat, breakthrough]))
    return left


@rule
def open_numbers(state: State, edition: Edition, seat: int, breakthrough: int) -> int:
    """Return the numbers that a seat still needs for a Breakthrough, as a mask."""
    return int(edition.needed[breakthrough]) & ~int(state.steps[seat, breakthrough])


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
def can_research(state: State, edition: Edition, seat: int, breakthrough: int) -> bool:
    """Return whether a seat may research a Breakthrough in Investment: once a turn, with a Pioneer.

    [manifest-destiny 7.5].
    """
    if state.researched[seat] & ROLLED or state.pioneers[seat] == 0:
        return False
    return can_study(state, edition, seat, breakthrough)


@rule
def start_research(state: State, edition: Edition, breakthrough: int, dice: int, back: int) -> None:
    state.breakthrough = breakthrough
    state.dice = dice
    state.contest = 0
    for die in range(DICE):
        state.die[die] = 0
    state.back = back
    state.phase = Phase.RESEARCH_DICE


@rule
def roll_research(state: State, edition: Edition, outcome: int) -> None:
    """Roll all dice; Innovation may then re-roll one [manifest-destiny 7.5] (A23)."""
    for die in range(state.dice):
        state.die[die] = outcome % FACES + 1
        outcome //= FACES
    seat = int(state.active)
    state.chooser = seat
    if owns(state, seat, Advance.INNOVATION) and not state.researched[seat] & REROLLED:
        state.phase = Phase.INNOVATE
    else:
        state.phase = Phase.ASSIGN


@rule
def innovate(state: State, die: int) -> None:
    """Re-roll the die with this number, counted from 0, or keep all dice if it is -1."""
    if die < 0:
        state.phase = Phase.ASSIGN
    else:
        state.researched[state.chooser] |= REROLLED
        state.contest = die
        state.phase = Phase.RESEARCH_REROLL


@rule
def reroll_research(state: State, outcome: int) -> None:
    state.die[state.contest] = outcome + 1
    state.contest = 0
    state.phase = Phase.ASSIGN


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
def assign_dice(state: State, edition: Edition) -> None:
    """Place step markers for the dice in order, asking what a 6 stands for [manifest-destiny 7.5].

    `contest` counts the dice already used. After a roll for a card, a claim may be offered.
    """
    seat = int(state.active)
    breakthrough = int(state.breakthrough)
    while state.contest < state.dice:
        needed = open_numbers(state, edition, seat, breakthrough)
        if needed == 0 or markers_left(state, edition, seat) <= 0:
            break
        face = int(state.die[state.contest])
        if face == WILD:
            number = only_number(needed)
            if number < 0:
                state.chooser = seat
                state.phase = Phase.SIX
                return
            lay_step(state, edition, seat, breakthrough, number)
        elif (needed >> face) & 1:
            lay_step(state, edition, seat, breakthrough, face)
        state.contest += 1
    state.contest = 0
    if state.back == Phase.RESOLVE:
        offer_claim(state, edition)
    else:
        state.breakthrough = -1
        state.phase = state.back


@rule
def use_six(state: State, edition: Edition, number: int) -> None:
    lay_step(state, edition, int(state.chooser), int(state.breakthrough), number)
    state.contest += 1
    state.phase = Phase.ASSIGN


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


@rule
def offer_claim(state: State, edition: Edition) -> None:
    """Offer a claim after a card's steps, or finish the operation [manifest-destiny 6.14] (A26)."""
    if can_claim(state, edition, int(state.hero), int(state.breakthrough)):
        state.chooser = state.hero
        state.phase = Phase.CLAIM
    else:
        end_card_steps(state)


@rule
def end_card_steps(state: State) -> None:
    state.breakthrough = -1
    state.step += 1
    state.left = -1
    state.phase = Phase.RESOLVE


@rule
def answer_claim(state: State, edition: Edition, yes: bool) -> None:
    if yes:
        claim(state, edition, int(state.hero), int(state.breakthrough))
    end_card_steps(state)


@rule
def offer_step(state: State, edition: Edition, breakthrough: int) -> None:
    """Place the step marker that a Leader gives, or ask for its number if several are open.

    No marker is placed if the Breakthrough is claimed or complete, or the seat has none left
    [manifest-destiny 6.14].
    """
    seat = int(state.hero)
    needed = open_numbers(state, edition, seat, breakthrough)
    state.breakthrough = breakthrough
    if is_claimed(state, edition, breakthrough) or needed == 0:
        end_card_steps(state)
    elif markers_left(state, edition, seat) <= 0:
        end_card_steps(state)
    elif only_number(needed) > 0:
        lay_step(state, edition, seat, breakthrough, only_number(needed))
        offer_claim(state, edition)
    else:
        state.chooser = seat
        state.phase = Phase.STEP


@rule
def choose_step(state: State, edition: Edition, number: int) -> None:
    lay_step(state, edition, int(state.hero), int(state.breakthrough), number)
    offer_claim(state, edition)
