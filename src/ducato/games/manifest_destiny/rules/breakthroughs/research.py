"""Research dice for a Breakthrough, in Investment or for a card [manifest-destiny 6.14, 7.5]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import DICE, Advance, Phase
from ..dice import FACES, all_faces, roll
from ..tokens import owns
from .card_steps import offer_claim
from .steps import can_study, lay_step, list_open_numbers, markers_left, only_number, open_numbers

WILD = 6  # the face that counts as any number
ROLLED, REROLLED, ROLLED_BY_CARD = 1, 2, 4  # State.researched


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
    """Ask chance for a roll for a Breakthrough, then go on with the phase `back`."""
    state.breakthrough = breakthrough
    state.dice = dice
    for die in range(DICE):
        state.die[die] = 0
    state.back = back
    state.phase = Phase.RESEARCH_DICE


@rule
def outcomes_research_dice(state: State, edition: Edition) -> int:
    """Return the number of possible rolls of all dice."""
    return all_faces(state.dice)


@rule
def apply_research_dice(state: State, edition: Edition, outcome: int) -> None:
    """Roll all dice; Innovation may then re-roll one [manifest-destiny 7.5] (A23)."""
    roll(state.die, state.dice, outcome)
    seat = state.chooser
    if owns(state, seat, Advance.INNOVATION) and not state.researched[seat] & REROLLED:
        state.phase = Phase.INNOVATE
    else:
        state.phase = Phase.ASSIGN


@rule
def legal_innovate(state: State, edition: Edition, out: Any) -> int:
    """List the dice, and keeping them."""
    for die in range(state.dice):
        out[die] = A.NUMBER + die
    out[state.dice] = A.DONE
    return state.dice + 1


@rule
def apply_innovate(state: State, edition: Edition, action: int) -> None:
    """Re-roll a die by Innovation, or keep all dice [manifest-destiny 7.5]."""
    if action == A.DONE:
        state.phase = Phase.ASSIGN
    else:
        state.researched[state.chooser] |= REROLLED
        state.contest = action - A.NUMBER
        state.phase = Phase.RESEARCH_REROLL


@rule
def outcomes_research_reroll(state: State, edition: Edition) -> int:
    """Return the number of faces of the die rolled again."""
    return FACES


@rule
def apply_research_reroll(state: State, edition: Edition, outcome: int) -> None:
    """Roll the chosen die again."""
    state.die[state.contest] = outcome + 1
    state.contest = 0
    state.phase = Phase.ASSIGN


@rule
def assign_dice(state: State, edition: Edition) -> None:
    """Place step markers for the dice in order, asking what a 6 stands for [manifest-destiny 7.5].

    `contest` counts the dice already used. After a roll for a card, a claim may be offered.
    """
    seat = state.active
    breakthrough = state.breakthrough
    while state.contest < state.dice:
        needed = open_numbers(state, edition, seat, breakthrough)
        if needed == 0 or markers_left(state, edition, seat) <= 0:
            break
        face = state.die[state.contest]
        if face == WILD:
            number = only_number(needed)
            if number < 0:
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
def legal_six(state: State, edition: Edition, out: Any) -> int:
    """List the numbers for a rolled 6."""
    return list_open_numbers(state, edition, out)


@rule
def apply_six(state: State, edition: Edition, action: int) -> None:
    """Use a rolled 6 as a number [manifest-destiny 7.5]."""
    lay_step(state, edition, state.chooser, state.breakthrough, action - A.NUMBER + 1)
    state.contest += 1
    state.phase = Phase.ASSIGN
