"""The sequence of the game: turns, phases, parts, turn order and the end.

Clauses [manifest-destiny 4.1, 5.1, 6.9, 6.10, 6.11, 8.6, 10.1] of `rulebook`.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.choices import PriorityWindows
from ...state.tables import PROGRESSIONS, SEATS, TERRITORIES, Advance, Phase, Presence, Stage, Zone
from ..cards.deck import cards_in, clear_table, end_transition, start_draws
from ..expansion.reach import clear_reach
from ..tokens import change_profit, hand_limit, owns
from .ending import somebody_won
from .priority import can_announce, swap_choice, would_gain


@rule
def begin_turn(state: State, edition: Edition) -> None:
    """Begin a turn: clear the last turn's effects, and ask for the first choice of a position.

    [manifest-destiny 5.1].
    """
    state.turn += 1
    state.stage = Stage.ORDER
    state.part = 0
    clear_table(state, edition)
    state.announced = 0
    state.destiny_played = 0
    state.cold_war = 0
    state.result = 0
    state.exchanged = 0
    state.active = -1
    for seat in range(SEATS):
        state.order[seat] = -1
        state.queue[seat] = -1
        state.limit[seat] = 0
        state.highest[seat] = 0
        state.flags[seat] = 0
        state.destiny_right[seat] = 0
        state.patriot[seat] = 0
        state.immune[seat] = 0
        state.discarded[seat] = 0
        state.acquired[seat] = 0
        state.purchases[seat] = 0
        state.researched[seat] = 0
        state.partner[seat] = -1
        state.proposed[seat] = 0
        for progression in range(PROGRESSIONS):
            state.discount[seat, progression] = 0
            state.licensed[seat, progression] = 0
    state.chooser = state.choice[0]
    state.phase = Phase.POSITION


@rule
def legal_position(state: State, edition: Edition, out: Any) -> int:
    """List the free turn positions [manifest-destiny 5.1]."""
    n = 0
    for position in range(edition.players):
        if state.order[position] < 0:
            out[n] = A.NUMBER + position
            n += 1
    return n


@rule
def apply_position(state: State, edition: Edition, action: int) -> None:
    """Pick a free turn position; the last player gets the remaining one [manifest-destiny 5.1]."""
    seat = state.chooser
    position = action - A.NUMBER
    state.order[position] = seat
    state.position[seat] = position
    state.part += 1
    if state.part == edition.players - 1:
        for free in range(edition.players):
            if state.order[free] < 0:
                last = state.choice[state.part]
                state.order[free] = last
                state.position[last] = free
        begin_stage(state, edition, Stage.CARDS)
    else:
        state.chooser = state.choice[state.part]


@rule
def begin_stage(state: State, edition: Edition, stage: int) -> None:
    state.stage = stage
    state.part = -1
    if stage == Stage.INVESTMENT:
        for seat in range(edition.players):
            state.unity[seat] = owns(state, seat, Advance.UNITY)
    state.phase = Phase.NEXT_PART


@rule
def next_part(state: State, edition: Edition) -> None:
    """Begin the next player's part, or close the phase [manifest-destiny 4.1].

    In Investment, the tokens of Turnpike are given. A part is skipped only if all players can see
    that its player can do nothing.
    """
    state.part += 1
    if state.part == edition.players:
        close_stage(state, edition)
        return
    seat = state.order[state.part]
    state.active = seat
    state.chooser = seat
    if state.stage == Stage.CARDS:
        state.phase = Phase.PLAY
        if cards_in(state, Zone.HAND + seat) == 0 and not can_announce(state, seat):
            state.phase = Phase.NEXT_PART
    elif state.stage == Stage.INVESTMENT:
        state.mechanized = 0
        state.redeployed = 0
        state.joint_asked = 0
        if owns(state, seat, Advance.TURNPIKE):
            gain_tokens(state, seat, edition.turnpike_tokens)
        state.phase = Phase.INVEST
    else:
        state.phase = Phase.SURVEY
        if state.bought[seat] == 0 and not can_announce(state, seat):
            state.phase = Phase.NEXT_PART


@rule
def gain_tokens(state: State, seat: int, number: int) -> None:
    """Move a seat's tokens from supply to its Purchased box, free and outside the limit.

    If supply has fewer than `number`, all of them are moved [manifest-destiny 7.1].
    """
    gained = min(number, state.supply[seat])
    state.supply[seat] -= gained
    state.bought[seat] += gained


@rule
def end_part(state: State, edition: Edition) -> None:
    """End the player's part; in Card Play, excess cards cost Profit [manifest-destiny 6.9]."""
    seat = state.active
    if state.stage == Stage.CARDS:
        excess = cards_in(state, Zone.HAND + seat) - hand_limit(state, edition, seat)
        if excess > 0:
            change_profit(state, edition, seat, -excess * edition.excess_card_profit)
    state.phase = Phase.NEXT_PART
    if edition.priority_windows == PriorityWindows.PART_ENDS and state.part < edition.players - 1:
        state.phase = Phase.OFFER


@rule
def close_stage(state: State, edition: Edition) -> None:
    """Close a phase after its last part, before Turn Priority is offered.

    As Card Play closes, Surplus is lifted, a transition between eras may end, and the next turn's
    choice order is set. As Investment closes, the game may end.
    """
    state.active = -1
    state.chooser = -1
    state.phase = Phase.OFFER
    if state.stage == Stage.CARDS:
        state.surplus = 0
        end_transition(state, edition)
        set_choice_order(state, edition)
    elif state.stage == Stage.INVESTMENT:
        if state.exhausted or somebody_won(state, edition):
            state.phase = Phase.OVER


@rule
def end_stage(state: State, edition: Edition) -> None:
    state.chooser = -1
    if state.stage == Stage.CARDS:
        begin_stage(state, edition, Stage.INVESTMENT)
    elif state.stage == Stage.INVESTMENT:
        begin_stage(state, edition, Stage.EXPANSION)
    else:
        clear_reach(state)
        seat = most_new_presences(state, edition)
        if seat >= 0:
            start_draws(state, seat, 1, Phase.AFTER_BONUS)
        else:
            end_expansion(state, edition)


@rule
def end_expansion(state: State, edition: Edition) -> None:
    """End the game or begin the Adjustment, after any bonus card [manifest-destiny 8.6, 8.7]."""
    if somebody_won(state, edition):
        state.phase = Phase.OVER
    else:
        state.stage = Stage.ADJUSTMENT
        state.phase = Phase.ADJUST


@rule
def most_new_presences(state: State, edition: Edition) -> int:
    """Return the seat that draws the bonus card, -1 for none; ties go to the earlier position.

    [manifest-destiny 8.6] (A44).
    """
    best = -1
    most = 0
    for turn in range(edition.players):
        seat = state.order[turn]
        new = 0
        for territory in range(TERRITORIES):
            if state.owner[territory] == seat and state.presence[territory] == Presence.NEW:
                new += 1
        if new > most:
            most = new
            best = seat
    return best


@rule
def set_choice_order(state: State, edition: Edition) -> None:
    """Set the next turn's choice order: by the highest card played, then by mat number.

    Then make the swaps of the Turn Priority announced in Card Play [manifest-destiny 6.10] (A3).
    """
    for seat in range(edition.players):
        rank = 0
        for other in range(edition.players):
            if state.highest[other] > state.highest[seat]:
                rank += 1
            elif state.highest[other] == state.highest[seat] and state.mat[other] < state.mat[seat]:
                rank += 1
        state.choice[rank] = seat
    for turn in range(state.announced):
        swap_choice(state, edition, state.queue[turn], turn)


@rule
def offer_priority(state: State, edition: Edition) -> None:
    """Ask the next player in turn order who might gain by Turn Priority, or go on.

    No one is asked if a ruling forbids it, or once a player has enough points to end the game.
    `asked` is a mask of the seats that have declined since the last announcement.
    [manifest-destiny 6.11] (W2, A56).
    """
    if edition.priority_windows != PriorityWindows.NEVER and not somebody_won(state, edition):
        for turn in range(edition.players):
            seat = state.order[turn]
            if not (state.asked >> seat) & 1 and would_gain(state, edition, seat):
                state.chooser = seat
                state.phase = Phase.PRIORITY
                return
    state.asked = 0
    if state.part == edition.players:
        end_stage(state, edition)
    else:
        state.phase = Phase.NEXT_PART
