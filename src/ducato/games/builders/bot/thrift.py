"""What nobody does who counts their coins, however little they know of The Builders."""

from __future__ import annotations

from ducato.core.verbs import rule

from ..rules.crew import is_useful, send_cost
from ..state import CONSTRUCTIONS, CREW, FIRST_CONSTRUCTION, A, Edition, State, Zone


@rule
def makes_sense(state: State, edition: Edition, action: int) -> bool:
    """Return False for an action that throws coins or actions away.

    An action is bought when none is left, to send somebody to work with it, and not to take coins
    or to end the turn with it.
    """
    if action == A.BUY:
        return state.actions == 0 and can_work_for_one_more(state, edition)
    if A.TAKE <= action < A.BUY:
        return bool(state.bought == 0)
    return bool(action != A.END or state.actions == 0)


@rule
def can_work_for_one_more(state: State, edition: Edition) -> bool:
    """Return whether a free crew member can do any work for one action, once that is bought."""
    seat = state.active
    purse = state.coins[seat] - edition.extra_action_price
    for site in range(CONSTRUCTIONS):
        if state.zone[FIRST_CONSTRUCTION + site] != Zone.SITE + seat:
            continue
        if send_cost(state, edition, site) > 1:
            continue
        for crew in range(CREW):
            if state.zone[crew] == Zone.CREW + seat and edition.wage[crew] <= purse:
                if is_useful(state, edition, crew, site):
                    return True
    return False
