"""Collaboration by Unity: partners, licences, joint Breakthroughs [manifest-destiny 7.7] (W3)."""

from __future__ import annotations

from ducato.core.verbs import rule

from ...state import YES, Edition, State
from ...state.tables import Advance, Phase
from ..tokens import owns
from .research import ROLLED, ROLLED_BY_CARD
from .steps import COMMERCE, clear_steps, has_begun, is_claimed, take_deed

ANY_DICE = ROLLED | ROLLED_BY_CARD


@rule
def can_propose(state: State, edition: Edition, seat: int, other: int) -> bool:
    """Return whether a seat may propose a partnership to another seat.

    Both must have owned Unity as Investment began, and neither may have a partner. A seat may ask
    each other seat once a turn; a ruling decides about seats that have already had their part.

    [manifest-destiny 7.7] (A27).
    """
    if other == seat or not state.unity[seat] or not state.unity[other]:
        return False
    if state.partner[seat] >= 0 or state.partner[other] >= 0:
        return False
    if not edition.partner_after_part and state.position[other] < state.position[seat]:
        return False
    return not (state.proposed[seat] >> other) & 1


@rule
def propose(state: State, other: int) -> None:
    state.proposed[state.active] |= 1 << other
    state.chooser = other
    state.phase = Phase.PARTNER


@rule
def apply_partner(state: State, edition: Edition, action: int) -> None:
    """Become partners for this turn, or decline to [manifest-destiny 7.7]."""
    seat = state.active
    if action == YES:
        state.partner[seat] = state.chooser
        state.partner[state.chooser] = seat
    state.chooser = seat
    state.phase = Phase.INVEST


@rule
def can_claim_jointly(state: State, edition: Edition, seat: int, breakthrough: int) -> bool:
    """Return whether a seat may propose to its partner a joint claim of a Breakthrough.

    The era of the Breakthrough's level must have begun, and it must be unclaimed. The pooled steps
    must complete it; each partner needs a Pioneer, and one of them Computers for e-Commerce. The
    seat must come before its partner in turn order. Neither may have rolled research dice this
    turn, and the seat may ask only once for each Breakthrough.

    [manifest-destiny 7.7].
    """
    partner = state.partner[seat]
    if partner < 0 or state.position[partner] < state.position[seat]:
        return False
    if (state.joint_asked >> breakthrough) & 1:
        return False
    if (state.researched[seat] | state.researched[partner]) & ANY_DICE:
        return False
    if state.pioneers[seat] == 0 or state.pioneers[partner] == 0:
        return False
    pooled = state.steps[seat, breakthrough] | state.steps[partner, breakthrough]
    if edition.needed[breakthrough] & ~pooled:
        return False
    if breakthrough == COMMERCE:
        if not owns(state, seat, Advance.COMPUTERS) and not owns(state, partner, Advance.COMPUTERS):
            return False
    return has_begun(state, edition, breakthrough) and not is_claimed(state, edition, breakthrough)


@rule
def propose_joint_claim(state: State, breakthrough: int) -> None:
    state.joint_asked |= 1 << breakthrough
    state.breakthrough = breakthrough
    state.chooser = state.partner[state.active]
    state.phase = Phase.JOINT


@rule
def apply_joint(state: State, edition: Edition, action: int) -> None:
    """Claim jointly if the partner agrees: both pay a Pioneer and take a Deed.

    Neither may then research this turn [manifest-destiny 7.7].
    """
    seat = state.active
    if action == YES:
        for partner in range(edition.players):
            if partner == seat or partner == state.chooser:
                take_deed(state, edition, partner, state.breakthrough)
                state.researched[partner] |= ROLLED
        clear_steps(state, edition, state.breakthrough)
    state.breakthrough = -1
    state.chooser = seat
    state.phase = Phase.INVEST
