"""What must stay the same in each step of The Builders, counted apart from the rules.

`conserved` is in the compiled subset, so that `benchmarks/soak.py` checks it after every step.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.games.builders.state import (
    ACTIONS,
    COINS,
    CONSTRUCTIONS,
    CREW,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIAL_COUNT,
    SEATS,
    Phase,
    Zone,
)

SEND = ACTIONS.offset("send")
TAKE = ACTIONS.offset("take")
BUY = ACTIONS.offset("buy")
END = ACTIONS.offset("end")


@rule
def coins_add_up(state: Any, edition: Any) -> bool:
    """Return whether all coins add up to the initial bank and no purse is below zero."""
    total = int(state.bank)
    for seat in range(SEATS):
        if state.coins[seat] < 0:
            return False
        total += state.coins[seat]
    if edition.bank_limit:
        return total == COINS and state.bank >= 0
    return total == 0


@rule
def points_add_up(state: Any, edition: Any) -> bool:
    """Return whether every seat has exactly the points of its finished buildings and machines."""
    for seat in range(SEATS):
        points = 0
        machines = 0
        for site in range(CONSTRUCTIONS):
            zone = state.zone[FIRST_CONSTRUCTION + site]
            if zone == Zone.BUILT + seat:
                points += edition.worth[site]
            elif zone == Zone.CREW + seat or zone == Zone.WORK + seat:
                machines += edition.worth[site]
        if state.points[seat] != points + machines or state.machine_points[seat] != machines:
            return False
    return True


@rule
def sites_add_up(state: Any, edition: Any) -> bool:
    """Return whether each open site lacks what its crew does not make; no one works elsewhere."""
    for crew in range(CREW):
        zone = state.zone[crew]
        at_work = Zone.WORK <= zone < Zone.WORK + SEATS
        if at_work != (state.working[crew] >= 0):
            return False
        if at_work:
            there = state.zone[FIRST_CONSTRUCTION + state.working[crew]]
            if there - Zone.SITE != zone - Zone.WORK:
                return False
    for site in range(CONSTRUCTIONS):
        zone = state.zone[FIRST_CONSTRUCTION + site]
        if not Zone.SITE <= zone < Zone.SITE + SEATS:
            continue
        lacking = 0
        for material in range(MATERIAL_COUNT):
            need = int(edition.materials[site, material])
            for crew in range(CREW):
                if state.working[crew] == site:
                    need -= edition.makes[crew, material]
            if state.need[site, material] != max(0, need):
                return False
            lacking += max(0, need)
        if lacking == 0:
            return False
    return True


@rule
def gain(before: Any, after: Any, edition: Any, action: int) -> int:
    """Return the coins that the rules give the seat to move for this action, given a full bank."""
    if action >= END:
        return 0
    if action == BUY:
        return -edition.extra_action_price
    if action >= TAKE:
        actions = action - TAKE + 1
        return int(edition.take[actions])
    coins = 0
    for crew in range(CREW):
        sent = before.zone[crew] == Zone.CREW + before.active
        stayed = after.zone[crew] == Zone.CREW + before.active
        if sent and not stayed:
            coins -= edition.wage[crew]
    for site in range(CONSTRUCTIONS):
        card = FIRST_CONSTRUCTION + site
        was_open = before.zone[card] == Zone.SITE + before.active
        if was_open and after.zone[card] != before.zone[card]:
            coins += finished(before, after, edition, site, action)
    return coins


@rule
def finished(before: Any, after: Any, edition: Any, site: int, action: int) -> int:
    """Return the reward of a site finished by this action, less the wage of returning crew."""
    coins = 0 if site < MACHINES else int(edition.reward[site])
    crew = before.sender if before.phase == Phase.CHOOSE_SITE else action - SEND
    return coins - edition.wage[crew]


@rule
def conserved(before: Any, after: Any, edition: Any, player: int, action: int) -> bool:
    """Return whether nothing was lost, gained, or driven below zero by this step."""
    if not coins_add_up(after, edition):
        return False
    if not points_add_up(after, edition) or not sites_add_up(after, edition):
        return False
    if after.held[Zone.BUILDING_ROW] > edition.row_size or after.actions < 0:
        return False
    for seat in range(SEATS):
        change = int(after.coins[seat]) - int(before.coins[seat])
        expected = 0
        if player == seat:
            expected = gain(before, after, edition, action)
        if change != expected and not (edition.bank_limit and change < expected):
            return False
    return True
