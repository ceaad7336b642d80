"""Turns, rounds and the end of the game [builders 4.1, 4.3, 6.1, 6.2, 8.5].

If all crew members are stuck on unfinished sites and the cards have run out, nobody can reach the
points that end the game, and players would take coins endlessly. By our ruling, the round in which
this happens is the last one [builders 8.21].
"""

from __future__ import annotations

from ducato.core.verbs import rule

from ..state import CONSTRUCTIONS, CREW, FIRST_CONSTRUCTION, Edition, Phase, State, Zone
from .crew import is_useful
from .money import may_buy


@rule
def rounds_played(state: State, edition: Edition) -> int:
    return (state.turns + edition.players - 1) // edition.players


@rule
def begin_turn(state: State, edition: Edition, seat: int) -> None:
    """Begin a seat's turn: grant the free actions, reset the counts of sent crew [builders 4.1]."""
    state.active = seat
    state.actions = edition.free_actions
    state.bought = 0
    state.turns += 1
    for site in range(CONSTRUCTIONS):
        state.sent[site] = 0
    state.phase = Phase.ACT


@rule
def end_if_done(state: State, edition: Edition) -> None:
    """End the turn if the seat is to act, but has no action and cannot buy one [builders 4.3]."""
    if state.phase == Phase.ACT and state.actions == 0 and not may_buy(state, edition):
        end_turn(state, edition)


@rule
def can_anybody_build(state: State, edition: Edition) -> bool:
    """Return whether any seat can still send a crew member, now or later [builders 8.21]."""
    workers = state.held[Zone.WORKER_ROW] > 0
    buildings = state.held[Zone.BUILDING_ROW] > 0
    for seat in range(edition.players):
        crew = workers or state.held[Zone.CREW + seat] > 0
        if crew and (buildings or state.held[Zone.SITE + seat] > 0):
            cards_come = workers or buildings or edition.send_useless
            if cards_come or has_useful_crew(state, edition, seat):
                return True
    return False


@rule
def has_useful_crew(state: State, edition: Edition, seat: int) -> bool:
    """Return whether a free crew member of the seat makes anything that one of its sites lacks."""
    for crew in range(CREW):
        if state.zone[crew] == Zone.CREW + seat:
            for site in range(CONSTRUCTIONS):
                if state.zone[FIRST_CONSTRUCTION + site] == Zone.SITE + seat:
                    if is_useful(state, edition, crew, site):
                        return True
    return False


@rule
def end_turn(state: State, edition: Edition) -> None:
    """End the active seat's turn, and then begin the next one or end the game [builders 6.1, 6.2].

    The game ends with a round in which a seat has triggered the end, in which building has become
    impossible [builders 8.21], or which reaches the limit of rounds [builders 8.22].
    """
    if state.trigger < 0 and state.points[state.active] >= edition.end_points:
        state.trigger = state.active
    if not can_anybody_build(state, edition):
        state.stuck = 1
    following = (state.active + 1) % edition.players
    round_ends = following == state.first
    out_of_rounds = 0 < edition.max_rounds <= rounds_played(state, edition)
    if round_ends and (state.trigger >= 0 or state.stuck or out_of_rounds):
        state.stopped = 1 if state.trigger < 0 and not state.stuck else 0
        state.actions = 0
        state.phase = Phase.OVER
    else:
        begin_turn(state, edition, following)
