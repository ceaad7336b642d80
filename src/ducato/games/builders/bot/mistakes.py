"""The mistakes that beginners make in The Builders."""

from __future__ import annotations

from enum import IntEnum

from ducato.core.verbs import rule

from ..rules.crew import send_cost, takes
from ..state import CONSTRUCTIONS, CREW, A, Edition, State, Zone
from .action_features import MOST_WAGE, can_finish_new_site, missing_pips, used_pips


class Mistake(IntEnum):
    """The mistakes, in the order of their powers of two."""

    FORGOTTEN_WAGES = 0  # recruiting somebody whose wage the seat cannot pay
    HOARDING = 1  # taking coins although the seat can pay everybody who has work to do
    MISSED_FINISH = 2  # spending actions with which somebody could have finished a site
    SCATTERING = 3  # opening one more site beside three unfinished ones
    DEAR_HANDS = 4  # sending somebody where a cheaper one would add as much


SEVERAL = 3  # open sites beside which one more is too many
DEAREST = 99  # more actions than a site costs


@rule
def mistakes(state: State, edition: Edition, action: int) -> int:
    seat = state.active
    found = 0
    if action < A.RECRUIT:
        if state.held[Zone.SITE + seat] >= SEVERAL:
            if not can_finish_new_site(state, edition, action):
                found |= 1 << Mistake.SCATTERING
    elif action < A.SEND:
        if edition.wage[action - A.RECRUIT] > state.coins[seat]:
            found |= 1 << Mistake.FORGOTTEN_WAGES
    elif action < A.SITE:
        if cheaper_hand(state, edition, action - A.SEND):
            found |= 1 << Mistake.DEAR_HANDS
    elif A.TAKE <= action < A.BUY:
        if state.trigger < 0 and can_pay_all(state, edition, seat):
            found |= 1 << Mistake.HOARDING
    if misses_finish(state, edition, action):
        found |= 1 << Mistake.MISSED_FINISH
    return found


@rule
def finishes(state: State, edition: Edition, crew: int) -> int:
    """Return the fewest actions with which a crew member finishes a site, `DEAREST` if none."""
    least = DEAREST
    for site in range(CONSTRUCTIONS):
        if takes(state, edition, crew, site):
            if used_pips(state, edition, crew, site) == missing_pips(state, site):
                least = min(least, send_cost(state, edition, site))
    return least


@rule
def misses_finish(state: State, edition: Edition, action: int) -> bool:
    """Return whether a site that can be finished now cannot be finished after an action."""
    seat = state.active
    if action == A.BUY or action == A.KEEP or state.held[Zone.SITE + seat] == 0:
        return False
    if A.SITE <= action < A.TAKE:
        site = action - A.SITE
        left = missing_pips(state, site) - used_pips(state, edition, state.sender, site)
        return left > 0 and finishes(state, edition, state.sender) < DEAREST
    if A.SEND <= action < A.SITE and finishes(state, edition, action - A.SEND) < DEAREST:
        return False
    least = DEAREST
    for crew in range(CREW):
        if state.zone[crew] == Zone.CREW + seat and edition.wage[crew] <= state.coins[seat]:
            least = min(least, finishes(state, edition, crew))
    spent = 1
    if A.TAKE <= action < A.BUY:
        spent = action - A.TAKE + 1
    elif action == A.END:
        spent = int(state.actions)
    elif A.SEND <= action < A.SITE:
        spent = cheapest_site(state, edition, action - A.SEND)
    return least < DEAREST and least > state.actions - spent


@rule
def cheapest_site(state: State, edition: Edition, crew: int) -> int:
    """Return the fewest actions for which a crew member can be sent anywhere."""
    least = DEAREST
    for site in range(CONSTRUCTIONS):
        if takes(state, edition, crew, site):
            least = min(least, send_cost(state, edition, site))
    return least


@rule
def cheaper_hand(state: State, edition: Edition, crew: int) -> bool:
    """Return whether, wherever a crew member can go, a cheaper one would add as much."""
    seat = state.active
    for site in range(CONSTRUCTIONS):
        if not takes(state, edition, crew, site):
            continue
        used = used_pips(state, edition, crew, site)
        found = False
        for other in range(CREW):
            if state.zone[other] == Zone.CREW + seat and edition.wage[other] < edition.wage[crew]:
                found = found or used_pips(state, edition, other, site) >= used
        if not found:
            return False
    return True


@rule
def can_pay_all(state: State, edition: Edition, seat: int) -> bool:
    """Return whether a seat has work for its free crew now, and coins for all their wages."""
    wages = 0
    work = False
    for crew in range(CREW):
        if state.zone[crew] == Zone.CREW + seat:
            wages += edition.wage[crew]
            work = work or cheapest_site(state, edition, crew) < DEAREST
    return work and state.coins[seat] >= max(wages, MOST_WAGE)
