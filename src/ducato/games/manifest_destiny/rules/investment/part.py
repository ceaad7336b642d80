"""A player's own part of Investment: the actions and their order [manifest-destiny 7.1]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.tables import BREAKTHROUGHS, PROGRESSIONS, Phase
from ..breakthroughs.partnership import can_claim_jointly, can_propose, propose, propose_joint_claim
from ..breakthroughs.research import ROLLED, can_research, start_research
from ..breakthroughs.steps import can_claim, claim
from ..turn.priority import end_list
from ..turn.sequence import end_part
from .progressions import buy_progression, can_buy, can_license_any
from .purchases import begin_purchase, buy_tokens, can_mechanize, can_purchase, tokens_for_sale
from .redeployment import begin_redeployment, can_redeploy


@rule
def legal_invest(state: State, edition: Edition, out: Any) -> int:
    """List the actions in the player's own part of Investment [manifest-destiny 7.1]."""
    seat = state.chooser
    n = 0
    for progression in range(PROGRESSIONS):
        if can_buy(state, edition, seat, progression):
            out[n] = A.ADVANCE + progression
            n += 1
    for breakthrough in range(BREAKTHROUGHS):
        if can_claim(state, edition, seat, breakthrough) or can_claim_jointly(
            state, edition, seat, breakthrough
        ):
            out[n] = A.ADVANCE + PROGRESSIONS + breakthrough
            n += 1
    for breakthrough in range(BREAKTHROUGHS):
        if can_research(state, edition, seat, breakthrough):
            out[n] = A.RESEARCH + breakthrough
            n += 1
    for other in range(edition.players):
        if can_propose(state, edition, seat, other):
            out[n] = A.PLAYER + other
            n += 1
    for number in range(tokens_for_sale(state, edition, seat)):
        out[n] = A.BUY + number
        n += 1
    for what in range(3):
        if can_purchase(state, edition, seat, what):
            out[n] = A.PURCHASE + what
            n += 1
    for what in range(3):
        if can_mechanize(state, edition, seat, what):
            out[n] = A.MECHANIZE + what
            n += 1
    if can_redeploy(state, edition, seat):
        out[n] = A.REDEPLOY
        n += 1
    if can_license_any(state, edition, seat):
        out[n] = A.LICENCE
        n += 1
    return end_list(state, seat, out, n)


@rule
def apply_invest(state: State, edition: Edition, action: int) -> None:
    """Carry out an action in the player's own part of Investment [manifest-destiny 7.1]."""
    seat = state.active
    if action == A.DONE:
        end_part(state, edition)
    elif action == A.LICENCE:
        state.phase = Phase.LICENCE
    elif action == A.REDEPLOY:
        begin_redeployment(state)
    elif action >= A.MECHANIZE:
        begin_purchase(state, edition, action - A.MECHANIZE, True)
    elif action >= A.PURCHASE:
        begin_purchase(state, edition, action - A.PURCHASE, False)
    elif action >= A.BUY:
        buy_tokens(state, edition, action - A.BUY + 1)
    elif action >= A.PLAYER:
        propose(state, action - A.PLAYER)
    elif action >= A.RESEARCH:
        state.researched[seat] |= ROLLED
        start_research(state, edition, action - A.RESEARCH, state.pioneers[seat], Phase.INVEST)
    elif action >= A.ADVANCE + PROGRESSIONS:
        breakthrough = action - A.ADVANCE - PROGRESSIONS
        if can_claim(state, edition, seat, breakthrough):
            claim(state, edition, seat, breakthrough)
        else:
            propose_joint_claim(state, breakthrough)
    else:
        buy_progression(state, edition, action - A.ADVANCE, False)
