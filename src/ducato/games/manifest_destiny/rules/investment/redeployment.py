"""Redeployment by Wireless: tokens lifted from the map [manifest-destiny 8.5]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import TERRITORIES, VACANT, Advance, Phase, Presence
from ..tokens import owns


@rule
def can_lift(state: State, edition: Edition, territory: int) -> bool:
    """Return whether Wireless may lift the active player's token from a territory.

    A ruling decides about New Presences [manifest-destiny 8.5] (A42).
    """
    if state.owner[territory] != state.active:
        return False
    return bool(edition.wireless_new or state.presence[territory] == Presence.ESTABLISHED)


@rule
def can_lift_any(state: State, edition: Edition) -> bool:
    """Return whether one more token may be lifted."""
    if state.lifts >= edition.wireless_tokens:
        return False
    for territory in range(TERRITORIES):
        if can_lift(state, edition, territory):
            return True
    return False


@rule
def can_redeploy(state: State, edition: Edition, seat: int) -> bool:
    """Return whether a seat may use Wireless, which works once per turn (A42)."""
    if state.redeployed or not owns(state, seat, Advance.WIRELESS):
        return False
    return can_lift_any(state, edition)


@rule
def begin_redeployment(state: State) -> None:
    """Ask for the tokens to lift."""
    state.redeployed = 1
    state.phase = Phase.LIFT


@rule
def legal_lift(state: State, edition: Edition, out: Any) -> int:
    """List the territories with a token to lift, and ending the redeployment."""
    n = 0
    for territory in range(TERRITORIES):
        if can_lift(state, edition, territory):
            out[n] = A.TERRITORY + territory
            n += 1
    out[n] = A.DONE
    return n + 1


@rule
def apply_lift(state: State, edition: Edition, action: int) -> None:
    """Lift a token from the map into the Purchased box, or lift no more; a city stays.

    After the last token that may be lifted, Investment goes on [manifest-destiny 8.5] (A42, A43).
    """
    if action == A.DONE:
        end_redeployment(state)
        return
    seat = state.active
    territory = action - A.TERRITORY
    state.owner[territory] = VACANT
    state.presence[territory] = Presence.NONE
    state.bought[seat] += 1
    state.lifts += 1
    if state.city[territory]:
        state.recount = 1
    if not can_lift_any(state, edition):
        end_redeployment(state)


@rule
def end_redeployment(state: State) -> None:
    """Go on with Investment."""
    state.lifts = 0
    state.phase = Phase.INVEST
