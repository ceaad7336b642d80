"""The features of an action for the greedy bot, weighted by `data/greedy.toml`.

Features are computed from the view of the seat to move, use nothing that is hidden from it, and are
scaled so that their values are of the order of one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from ..rules.crew import send_cost, takes
from ..rules.scoring import score as final_score
from ..state import (
    CONSTRUCTIONS,
    CREW,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIAL_COUNT,
    A,
    Edition,
    State,
    Zone,
)
from .plan import nth_cost


class Feature(IntEnum):
    """The features, in the order of their weights."""

    OPEN = 0  # any new site
    OPEN_POINTS = 1  # the points of the site, in fifths
    OPEN_REWARD = 2  # the coins of the site, in tenths
    OPEN_PIPS = 3  # the work that the site needs, in tenths
    OPEN_MACHINE = 4  # the site is a machine
    OPEN_FITS = 5  # the share of the site's need that the seat's whole crew makes
    OPEN_SITES = 6  # the number of sites that the seat has open already
    OPEN_LATE = 7  # a seat has triggered the last round or is close to it
    RECRUIT = 8  # any worker
    RECRUIT_PIPS = 9  # the worker's output, in fifths
    RECRUIT_FITS = 10  # the most of it that one open site of the seat lacks, in fifths
    RECRUIT_FINISHES = 11  # the output covers all that such a site lacks
    RECRUIT_CREW = 12  # the number of workers and machines that the seat has already, in fifths
    RECRUIT_FREE = 13  # the number of them that are free
    RECRUIT_LATE = 14  # a seat has triggered the last round or is close to it
    SEND = 15  # sending a crew member, to the site with the best score
    SEND_USED = 16  # the part of the crew member's output that the site lacks, in fifths
    SEND_WASTED = 17  # the rest of the output, which is wasted, in fifths
    SEND_COST = 18  # the number of actions beyond one that sending costs
    SEND_UNPAID = 19  # the crew member is a machine
    SEND_LEFT = 20  # the work that the site lacks afterwards, in tenths
    SEND_FINISHES = 21  # the crew member finishes the site
    SEND_POINTS = 22  # the points of the finished site, in fifths
    TAKE = 23  # taking coins
    TAKE_COINS = 24  # the coins gained for each action
    TAKE_POOR = 25  # the seat cannot pay a Master
    TAKE_RICH = 26  # the seat's coins, in tenths
    BUY = 27  # buying an extra action
    BUY_RICH = 28  # the seat's coins, in tenths
    BUY_FINISHES = 29  # a free crew member could finish a site with one more action
    END = 30  # ending the turn
    END_UNUSED = 31  # the number of unused actions that are lost
    OPEN_FINISHES = 32  # a free crew member can finish the site in this turn
    RECRUIT_PROMPT = 33  # the worker can finish a site in this turn
    SEND_FOLLOWED = 34  # another free crew member can then finish the site in this turn
    SEND_ENDS = 35  # the site brings the points that end the game: 1 for the lead, otherwise -1
    TAKE_POINTS = 36  # the points that the coins are worth at the end, in the seat's last turn
    LAST_USELESS = 37  # to open, recruit or send in that turn where it finishes no site


LATE = 3  # points: the end is near when a seat lacks no more than this
MOST_WAGE = 5  # the wage of a Master
NOBODY = -1
WORST = -1e9
NO_MERIT = -1e3  # the score of putting a chosen crew member back: any site is better


@rule
def action_score(state: State, edition: Edition, action: int, weights: Any) -> float:
    if action < A.RECRUIT:
        return open_score(state, edition, action, weights)
    if action < A.SEND:
        return recruit_score(state, edition, action - A.RECRUIT, weights)
    if action < A.SITE:
        return best_site_score(state, edition, action - A.SEND, weights)
    if action < A.TAKE:
        return site_score(state, edition, state.sender, action - A.SITE, weights)
    if action < A.BUY:
        score = weights[Feature.TAKE]
        actions = action - A.TAKE + 1
        score += weights[Feature.TAKE_COINS] * edition.take[actions] / actions
        if state.coins[state.active] < MOST_WAGE:
            score += weights[Feature.TAKE_POOR]
        if state.trigger >= 0:
            coins = state.coins[state.active]
            points = (coins + edition.take[actions]) // edition.coins_per_point
            points -= coins // edition.coins_per_point
            score += weights[Feature.TAKE_POINTS] * points
        return score + weights[Feature.TAKE_RICH] * state.coins[state.active] / 10
    if action < A.END:
        return buy_score(state, edition, weights)
    if action == A.KEEP:
        return NO_MERIT
    return weights[Feature.END] + weights[Feature.END_UNUSED] * state.actions


@rule
def is_late(state: State, edition: Edition) -> bool:
    """Return whether a seat has triggered the last round, or needs at most `LATE` more points."""
    if state.trigger >= 0:
        return True
    for seat in range(edition.players):
        if state.points[seat] + LATE >= edition.end_points:
            return True
    return False


@rule
def crew_size(state: State, seat: int) -> int:
    return state.held[Zone.CREW + seat] + state.held[Zone.WORK + seat]


@rule
def open_score(state: State, edition: Edition, site: int, weights: Any) -> float:
    seat = state.active
    score = weights[Feature.OPEN] + weights[Feature.OPEN_SITES] * state.held[Zone.SITE + seat]
    score += weights[Feature.OPEN_POINTS] * edition.worth[site] / 5
    score += weights[Feature.OPEN_REWARD] * edition.reward[site] / 10
    score += weights[Feature.OPEN_PIPS] * edition.pips[site] / 10
    if site < MACHINES:
        score += weights[Feature.OPEN_MACHINE]
    if is_late(state, edition):
        score += weights[Feature.OPEN_LATE]
    if crew_size(state, seat) > 0:
        made = crew_share(state, edition, seat, site)
        score += weights[Feature.OPEN_FITS] * made / edition.pips[site]
    if can_finish_new_site(state, edition, site):
        score += weights[Feature.OPEN_FINISHES]
    elif state.trigger >= 0:
        score += weights[Feature.LAST_USELESS]
    return score


@rule
def can_finish_new_site(state: State, edition: Edition, site: int) -> bool:
    """Return whether a free crew member can finish a construction in the row in this turn."""
    if edition.pips[site] > MOST_WAGE or state.actions < 2:
        return False
    need = edition.materials
    stone, wood, knowledge, tile = need[site, 0], need[site, 1], need[site, 2], need[site, 3]
    purse = int(state.coins[state.active])
    return has_finisher(state, edition, NOBODY, purse, (stone, wood, knowledge, tile))


@rule
def has_finisher(
    state: State, edition: Edition, sender: int, purse: int, need: tuple[int, int, int, int]
) -> bool:
    """Return whether a free crew member other than `sender` makes all this for at most `purse`."""
    for crew in range(CREW):
        if state.zone[crew] == Zone.CREW + state.active and crew != sender:
            if (
                edition.makes[crew, 0] >= need[0]
                and edition.makes[crew, 1] >= need[1]
                and edition.makes[crew, 2] >= need[2]
                and edition.makes[crew, 3] >= need[3]
                and edition.wage[crew] <= purse
            ):
                return True
    return False


@rule
def crew_share(state: State, edition: Edition, seat: int, site: int) -> int:
    """Return the amount of a construction's need that the seat's whole crew would make together."""
    stone, wood, knowledge, tile = 0, 0, 0, 0
    for crew in range(CREW):
        zone = state.zone[crew]
        if zone == Zone.CREW + seat or zone == Zone.WORK + seat:
            stone += edition.makes[crew, 0]
            wood += edition.makes[crew, 1]
            knowledge += edition.makes[crew, 2]
            tile += edition.makes[crew, 3]
    return (
        min(stone, edition.materials[site, 0])
        + min(wood, edition.materials[site, 1])
        + min(knowledge, edition.materials[site, 2])
        + min(tile, edition.materials[site, 3])
    )


@rule
def used_pips(state: State, edition: Edition, crew: int, site: int) -> int:
    """Return the amount of a site's missing work that a crew member would add."""
    used = 0
    for material in range(MATERIAL_COUNT):
        used += min(edition.makes[crew, material], state.need[site, material])
    return used


@rule
def missing_pips(state: State, site: int) -> int:
    """Return the total of a site's missing work, over all materials."""
    missing = 0
    for material in range(MATERIAL_COUNT):
        missing += state.need[site, material]
    return missing


@rule
def made_pips(edition: Edition, crew: int) -> int:
    """Return the total of a crew member's output, over all materials."""
    made = 0
    for material in range(MATERIAL_COUNT):
        made += edition.makes[crew, material]
    return made


@rule
def recruit_score(state: State, edition: Edition, worker: int, weights: Any) -> float:
    seat = state.active
    score = weights[Feature.RECRUIT]
    score += weights[Feature.RECRUIT_PIPS] * made_pips(edition, worker) / 5
    score += weights[Feature.RECRUIT_CREW] * crew_size(state, seat) / 5
    score += weights[Feature.RECRUIT_FREE] * state.held[Zone.CREW + seat]
    if is_late(state, edition):
        score += weights[Feature.RECRUIT_LATE]
    fits = 0
    finishes = False
    prompt = False
    if state.held[Zone.SITE + seat] > 0:
        for site in range(CONSTRUCTIONS):
            if state.zone[FIRST_CONSTRUCTION + site] == Zone.SITE + seat:
                used = used_pips(state, edition, worker, site)
                fits = max(fits, used)
                if used == missing_pips(state, site):
                    finishes = True
                    prompt = prompt or send_cost(state, edition, site) < state.actions
    if finishes:
        score += weights[Feature.RECRUIT_FINISHES]
    if prompt and edition.wage[worker] <= state.coins[seat]:
        score += weights[Feature.RECRUIT_PROMPT]
    elif state.trigger >= 0:
        score += weights[Feature.LAST_USELESS]
    return score + weights[Feature.RECRUIT_FITS] * fits / 5


@rule
def best_site_score(state: State, edition: Edition, crew: int, weights: Any) -> float:
    best = WORST
    for site in range(CONSTRUCTIONS):
        if takes(state, edition, crew, site):
            best = max(best, site_score(state, edition, crew, site, weights))
    return best


@rule
def site_score(state: State, edition: Edition, crew: int, site: int, weights: Any) -> float:
    used = used_pips(state, edition, crew, site)
    left = missing_pips(state, site) - used
    score = weights[Feature.SEND] + weights[Feature.SEND_USED] * used / 5
    score += weights[Feature.SEND_WASTED] * (made_pips(edition, crew) - used) / 5
    score += weights[Feature.SEND_COST] * (send_cost(state, edition, site) - 1)
    score += weights[Feature.SEND_LEFT] * left / 10
    if edition.wage[crew] == 0:
        score += weights[Feature.SEND_UNPAID]
    if left == 0:
        score += weights[Feature.SEND_FINISHES]
        score += weights[Feature.SEND_POINTS] * edition.worth[site] / 5
        score += weights[Feature.SEND_ENDS] * ending(state, edition, site)
    elif can_follow(state, edition, crew, site, left):
        score += weights[Feature.SEND_FOLLOWED]
    elif state.trigger >= 0:
        score += weights[Feature.LAST_USELESS]
    return score


@rule
def ending(state: State, edition: Edition, site: int) -> int:
    """Return 1 if finishing a site ends the game and gives the seat the lead, -1 if it gives none.

    Return 0 if it does not trigger the last round.
    """
    seat = state.active
    points = state.points[seat] + edition.worth[site]
    if points < edition.end_points or state.points[seat] >= edition.end_points:
        return 0
    if state.trigger >= 0:
        return 0
    own = points + (state.coins[seat] + edition.reward[site]) // edition.coins_per_point
    for other in range(edition.players):
        if other != seat and final_score(state, edition, other) >= own:
            return -1
    return 1


@rule
def can_follow(state: State, edition: Edition, sender: int, site: int, left: int) -> bool:
    """Return whether another free crew member can finish a site in this turn after `sender`.

    `left` is the work that the site then lacks.
    """
    actions = send_cost(state, edition, site) + nth_cost(state, edition, site, 2)
    if left > MOST_WAGE or actions > state.actions:
        return False
    stone = state.need[site, 0] - edition.makes[sender, 0]
    wood = state.need[site, 1] - edition.makes[sender, 1]
    knowledge = state.need[site, 2] - edition.makes[sender, 2]
    tile = state.need[site, 3] - edition.makes[sender, 3]
    purse = state.coins[state.active] - edition.wage[sender]
    return has_finisher(state, edition, sender, purse, (stone, wood, knowledge, tile))


@rule
def buy_score(state: State, edition: Edition, weights: Any) -> float:
    score = weights[Feature.BUY] + weights[Feature.BUY_RICH] * state.coins[state.active] / 10
    if can_finish_with_one_more(state, edition):
        score += weights[Feature.BUY_FINISHES]
    return score


@rule
def can_finish_with_one_more(state: State, edition: Edition) -> bool:
    """Return whether the active seat could finish a site with one action more than it has.

    It must be able to pay for the action and for the wage of a free crew member.
    """
    seat = state.active
    purse = state.coins[seat] - edition.extra_action_price
    if state.held[Zone.SITE + seat] == 0 or state.held[Zone.CREW + seat] == 0:
        return False
    for site in range(CONSTRUCTIONS):
        if state.zone[FIRST_CONSTRUCTION + site] != Zone.SITE + seat:
            continue
        if send_cost(state, edition, site) != state.actions + 1:
            continue
        missing = missing_pips(state, site)
        for crew in range(CREW):
            if state.zone[crew] == Zone.CREW + seat and edition.wage[crew] <= purse:
                if used_pips(state, edition, crew, site) == missing:
                    return True
    return False
