"""The rules of The Builders: Middle Ages: the verbs that `core.verbs` dispatches.

Clauses in square brackets refer to `rulebook`. A turn is a chain of small decisions: open a site,
recruit, send a crew member (and then choose the site, if there is a choice), take coins, or buy an
action. It ends when the seat says so, or when no action is left and none can be bought. After a
card is taken from a row, chance reveals the next card of that deck, if there is one.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import CHANCE, TERMINAL, rule

from ..state import (
    CONSTRUCTIONS,
    CREW,
    FIRST_CONSTRUCTION,
    LONGEST_TAKE,
    WORKERS,
    A,
    Edition,
    Phase,
    State,
    Zone,
)
from .crew import cheapest_send, choose_sender, keep, send, sites_for, takes
from .dealing import (
    choose_first,
    deal_apprentice,
    draft_apprentice,
    lay_building,
    lay_worker,
    setup,
)
from .market import draw_card, open_site, recruit
from .money import buy_action, has_coins, may_buy, take_coins
from .scoring import ranking
from .turn import end_if_done, end_turn, rounds_played

__all__ = [
    "apply_action",
    "chance_outcomes",
    "current_player",
    "legal_actions",
    "ranking",
    "rounds_played",
    "setup",
]


@rule
def current_player(state: State, edition: Edition) -> int:
    if state.phase <= Phase.DRAW_WORKER:
        return CHANCE
    if state.phase == Phase.OVER:
        return TERMINAL
    return state.active


@rule
def chance_outcomes(state: State, edition: Edition) -> int:
    phase = state.phase
    if phase == Phase.CHOOSE_FIRST:
        return int(edition.players)
    if phase == Phase.DEAL_APPRENTICES:
        return int(state.held[Zone.APPRENTICES])
    if phase == Phase.LAY_BUILDINGS or phase == Phase.DRAW_BUILDING:
        return int(state.held[Zone.BUILDING_DECK])
    return int(state.held[Zone.WORKER_DECK])


@rule
def apply_chance(state: State, edition: Edition, outcome: int) -> None:
    phase = state.phase
    if phase == Phase.DRAW_BUILDING:
        draw_card(
            state, edition, outcome, Zone.BUILDING_DECK, Zone.NEXT_BUILDING, Zone.BUILDING_ROW
        )
        end_if_done(state, edition)
    elif phase == Phase.DRAW_WORKER:
        draw_card(state, edition, outcome, Zone.WORKER_DECK, Zone.NEXT_WORKER, Zone.WORKER_ROW)
        end_if_done(state, edition)
    elif phase == Phase.LAY_BUILDINGS:
        lay_building(state, edition, outcome)
    elif phase == Phase.LAY_WORKERS:
        lay_worker(state, edition, outcome)
    elif phase == Phase.DEAL_APPRENTICES:
        deal_apprentice(state, edition, outcome)
    else:
        choose_first(state, edition, outcome)


@rule
def legal_actions(state: State, edition: Edition, out: Any) -> int:
    n = 0
    if state.phase == Phase.ACT:
        return legal_acts(state, edition, out)
    if state.phase == Phase.CHOOSE_SITE:
        for site in range(CONSTRUCTIONS):
            if takes(state, edition, state.sender, site):
                out[n] = A.SITE + site
                n += 1
        if not state.kept:
            out[n] = A.KEEP
            n += 1
    elif state.phase == Phase.DRAFT:
        for worker in range(WORKERS):
            if state.zone[worker] == Zone.APPRENTICES:
                out[n] = A.RECRUIT + worker
                n += 1
    return n


@rule
def legal_acts(state: State, edition: Edition, out: Any) -> int:
    """Write the actions of a turn that are legal into `out`; return their number [builders 7.1]."""
    seat = state.active
    n = 0
    if state.actions > 0:
        for site in range(CONSTRUCTIONS):
            if state.zone[FIRST_CONSTRUCTION + site] == Zone.BUILDING_ROW:
                out[n] = A.OPEN + site
                n += 1
        for worker in range(WORKERS):
            if state.zone[worker] == Zone.WORKER_ROW:
                out[n] = A.RECRUIT + worker
                n += 1
        if state.held[Zone.CREW + seat] > 0 and cheapest_send(state, edition) <= state.actions:
            for crew in range(CREW):
                if state.zone[crew] == Zone.CREW + seat:
                    if edition.wage[crew] <= state.coins[seat]:
                        if edition.send_useless or sites_for(state, edition, crew) > 0:
                            out[n] = A.SEND + crew
                            n += 1
        if has_coins(state, edition):
            for actions in range(1, min(LONGEST_TAKE, int(state.actions)) + 1):
                out[n] = A.TAKE + actions - 1
                n += 1
    if may_buy(state, edition):
        out[n] = A.BUY
        n += 1
    out[n] = A.END
    return n + 1


@rule
def apply_action(state: State, edition: Edition, action: int) -> None:
    if state.phase <= Phase.DRAW_WORKER:
        apply_chance(state, edition, action)
        return
    if action == A.KEEP:
        keep(state)
        return
    if action < A.SEND or action >= A.SITE:
        state.kept = 0
    if action == A.END:
        end_turn(state, edition)
        return
    if action < A.RECRUIT:
        open_site(state, edition, action - A.OPEN)
    elif action < A.SEND:
        if state.phase == Phase.DRAFT:
            draft_apprentice(state, edition, action - A.RECRUIT)
        else:
            recruit(state, edition, action - A.RECRUIT)
    elif action < A.SITE:
        choose_sender(state, edition, action - A.SEND)
        if state.phase != Phase.CHOOSE_SITE:
            state.kept = 0
    elif action < A.TAKE:
        send(state, edition, action - A.SITE)
    elif action < A.BUY:
        take_coins(state, edition, action - A.TAKE + 1)
    else:
        buy_action(state, edition)
    end_if_done(state, edition)
