"""What a learned value knows of one seat: its purse, points, crew, sites, plans and turns."""

from __future__ import annotations

from enum import IntEnum
from math import floor
from typing import Any

from ducato.core.verbs import rule
from ducato.games.builders.rules.plan import BITS, made_by, packed, planned, used_by
from ducato.games.builders.rules.scoring import score
from ducato.games.builders.state import (
    CREW,
    FIRST_CONSTRUCTION,
    MACHINES,
    MATERIAL_COUNT,
    WORKERS,
    Edition,
    State,
    Zone,
)

NEAR = 6  # points: the end of the game is near when a seat lacks fewer
ROUNDING = 1e-4  # larger than the error of a float32, smaller than a part of a coin


class SeatNumber(IntEnum):
    """The numbers of one seat. A coin is a twentieth, or a tenth for wages; a pip is a fifth."""

    COINS = 0
    COINS_FEW = 1  # the coins as far as they pay a Master
    COINS_TO_POINT = 2  # the part of the next point for coins
    COINS_OF_SITES = 3  # the reward of all open sites
    COINS_EXPECTED = 4  # the coins after all open sites, for the exact wages
    POINTS = 5  # all points by the points that end the game
    POINTS_WITH_COINS = 6
    POINTS_NEAR = 7  # how far into the last points before the end
    POINTS_ENOUGH = 8  # to end the game
    POINTS_EXPECTED = 9  # with the part of each open site that is done
    WORKERS_FREE = 10  # machines included, as below
    WORKERS_BOUND = 11
    WORKERS_WAGES = 12  # of the free ones
    WORKERS_STONE = 13  # the output of the free ones
    WORKERS_WOOD = 14
    WORKERS_KNOWLEDGE = 15
    WORKERS_TILE = 16
    WORKERS_BOUND_STONE = 17  # the output of those at work
    WORKERS_BOUND_WOOD = 18
    WORKERS_BOUND_KNOWLEDGE = 19
    WORKERS_BOUND_TILE = 20
    MACHINES = 21
    MACHINES_OUTPUT = 22
    MACHINES_FREE = 23
    SITES = 24
    SITES_POINTS = 25
    SITES_STONE = 26  # the work that the open sites lack
    SITES_WOOD = 27
    SITES_KNOWLEDGE = 28
    SITES_TILE = 29
    SITES_LACK = 30  # of all materials
    SITES_MACHINES = 31
    PLAN_POINTS = 32  # of the sites that the free crew can finish
    PLAN_REWARD = 33
    PLAN_SENDS = 34
    PLAN_WAGES = 35
    PLAN_LACK = 36  # the work for which the free crew is not enough
    PLAN_LEAST = 37  # the same, of the site that lacks least
    PLAN_TURN = 38  # the points that one turn brings
    PLAN_TURN_COINS = 39
    PLAN_BOUGHT = 40  # the points that it brings with actions bought
    PLAN_ENDS = 41  # whether these points end the game
    PLAN_BOUGHT_ENDS = 42
    PLAN_SCORE = 43  # the score by the end points, after this turn if the seat still has it
    MARKET_FITS = 44  # the most that a worker in the row adds to an unfinished site
    MARKET_FINISHES = 45  # whether one finishes a site
    MARKET_SUITS = 46  # the largest share of a building in the row that the whole crew makes
    TEMPO_MOVES = 47  # the seat is to move
    TEMPO_WAIT = 48  # the turns of others before it is to move, by the number of seats
    TEMPO_PLACE = 49  # its place in the round
    TEMPO_LEFT = 50  # it still has a turn, this one included, although the end is triggered


@rule
def write_seat(
    state: State, edition: Edition, who: int, at: int, workers: int, buildings: int, out: Any
) -> None:
    """Write the numbers of a seat from the index `at` on, where zeros are."""
    write_crew(state, edition, who, at, out)
    write_sites(state, edition, who, at, workers, out)
    write_tempo(state, edition, who, at, out)
    write_purse(state, edition, who, at, out)
    best = 0.0
    while buildings > 0:
        site = (buildings & 63) - 1
        buildings >>= BITS
        made = 0.0
        for material in range(MATERIAL_COUNT):
            output = 5 * (
                out[at + SeatNumber.WORKERS_STONE + material]
                + out[at + SeatNumber.WORKERS_BOUND_STONE + material]
            )
            made += min(output, edition.materials[site, material])
        best = max(best, made / edition.pips[site])
    out[at + SeatNumber.MARKET_SUITS] = best


@rule
def write_crew(state: State, edition: Edition, who: int, at: int, out: Any) -> None:
    """Write the numbers of a seat's workers and machines."""
    left = state.held[Zone.CREW + who] + state.held[Zone.WORK + who]
    for member in range(CREW):
        if left == 0:
            break
        zone = state.zone[member]
        if zone != Zone.CREW + who and zone != Zone.WORK + who:
            continue
        left -= 1
        first = at + SeatNumber.WORKERS_BOUND_STONE
        if zone == Zone.CREW + who:
            first = at + SeatNumber.WORKERS_STONE
            out[at + SeatNumber.WORKERS_WAGES] += edition.wage[member] / 10
        for material in range(MATERIAL_COUNT):
            out[first + material] += edition.makes[member, material] / 5
        if member >= WORKERS:
            out[at + SeatNumber.MACHINES] += 0.5
            out[at + SeatNumber.MACHINES_OUTPUT] += made_by(edition, member) / 5
            if zone == Zone.CREW + who:
                out[at + SeatNumber.MACHINES_FREE] += 0.5
    out[at + SeatNumber.WORKERS_FREE] = state.held[Zone.CREW + who] / 4
    out[at + SeatNumber.WORKERS_BOUND] = state.held[Zone.WORK + who] / 4


@rule
def write_sites(state: State, edition: Edition, who: int, at: int, workers: int, out: Any) -> None:
    """Write the numbers of a seat's open sites, and what its free crew can do for them."""
    sites = packed(state, Zone.SITE + who, FIRST_CONSTRUCTION, len(state.zone))
    crew = packed(state, Zone.CREW + who, 0, CREW)
    actions = state.actions if state.active == who else edition.free_actions
    more, coins, purse = int(actions), int(state.coins[who]), int(state.coins[who])
    actions = more
    turn, bought, least = 0, 0, 100
    out[at + SeatNumber.SITES] = state.held[Zone.SITE + who] / 2
    while sites > 0:
        site = (sites & 63) - 1
        sites >>= BITS
        write_site(state, edition, site, at, out)
        worth, reward = int(edition.worth[site]), int(edition.reward[site])
        lack, sends, cost, wages, rest = planned(state, edition, crew, site)
        if lack > 0:
            least = min(least, lack)
            out[at + SeatNumber.PLAN_LACK] += lack / 5
            write_fits(state, edition, site, at, workers, out)
            continue
        crew = rest
        out[at + SeatNumber.PLAN_POINTS] += worth / 5
        out[at + SeatNumber.PLAN_REWARD] += reward / 20
        out[at + SeatNumber.PLAN_SENDS] += sends / 3
        out[at + SeatNumber.PLAN_WAGES] += wages / 10
        if cost <= actions and wages <= coins:
            actions -= cost
            coins += reward - wages
            turn += worth
        price = max(0, cost - more) * int(edition.extra_action_price) + wages
        if price <= purse:
            more = max(0, more - cost)
            purse += reward - price
            bought += worth
    points = state.points[who]
    out[at + SeatNumber.PLAN_LEAST] = (least if least < 100 else 0) / 5
    out[at + SeatNumber.PLAN_TURN] = turn / 5
    out[at + SeatNumber.PLAN_TURN_COINS] = (coins - state.coins[who]) / 20
    out[at + SeatNumber.PLAN_BOUGHT] = bought / 5
    out[at + SeatNumber.PLAN_ENDS] = points < edition.end_points <= points + turn
    out[at + SeatNumber.PLAN_BOUGHT_ENDS] = points < edition.end_points <= points + bought


@rule
def write_site(state: State, edition: Edition, site: int, at: int, out: Any) -> None:
    """Add the numbers of one open site to those of its seat."""
    lack = 0
    for material in range(MATERIAL_COUNT):
        lack += state.need[site, material]
        out[at + SeatNumber.SITES_STONE + material] += state.need[site, material] / 5
    out[at + SeatNumber.SITES_LACK] += lack / 10
    out[at + SeatNumber.SITES_POINTS] += edition.worth[site] / 5
    out[at + SeatNumber.COINS_OF_SITES] += edition.reward[site] / 20
    done = edition.worth[site] * (1 - lack / edition.pips[site])
    out[at + SeatNumber.POINTS_EXPECTED] += done / edition.end_points
    if site < MACHINES:
        out[at + SeatNumber.SITES_MACHINES] += 1


@rule
def write_fits(state: State, edition: Edition, site: int, at: int, workers: int, out: Any) -> None:
    """Write how well the workers in the row fit a site for which the free crew is not enough."""
    need = state.need
    stone, wood, knowledge, tile = need[site, 0], need[site, 1], need[site, 2], need[site, 3]
    while workers > 0:
        used = used_by(edition, (workers & 63) - 1, stone, wood, knowledge, tile)
        workers >>= BITS
        out[at + SeatNumber.MARKET_FITS] = max(out[at + SeatNumber.MARKET_FITS], used / 5)
        if used == stone + wood + knowledge + tile:
            out[at + SeatNumber.MARKET_FINISHES] = 1


@rule
def write_purse(state: State, edition: Edition, who: int, at: int, out: Any) -> None:
    """Write the coins and points of a seat; the numbers of its sites and turns must be there."""
    coins, points = int(state.coins[who]), int(state.points[who])
    soon = float(score(state, edition, who))
    if state.trigger < 0 or out[at + SeatNumber.TEMPO_LEFT] > 0:
        change = 20 * out[at + SeatNumber.PLAN_TURN_COINS]
        soon = points + 5 * out[at + SeatNumber.PLAN_TURN]
        soon += floor((coins + change) / edition.coins_per_point + ROUNDING)
    end = edition.end_points
    out[at + SeatNumber.COINS] = coins / 20
    out[at + SeatNumber.COINS_FEW] = min(coins, 5) / 5
    out[at + SeatNumber.COINS_TO_POINT] = (
        coins % edition.coins_per_point
    ) / edition.coins_per_point
    reward = out[at + SeatNumber.COINS_OF_SITES]
    wages = out[at + SeatNumber.SITES_LACK] / 2  # a coin for each pip, in twentieths
    out[at + SeatNumber.COINS_EXPECTED] = coins / 20 + reward - wages
    out[at + SeatNumber.POINTS] = points / end
    out[at + SeatNumber.POINTS_WITH_COINS] = score(state, edition, who) / end
    out[at + SeatNumber.POINTS_NEAR] = max(0, min(NEAR, NEAR - end + points)) / NEAR
    out[at + SeatNumber.POINTS_ENOUGH] = points >= end
    out[at + SeatNumber.POINTS_EXPECTED] += points / end
    out[at + SeatNumber.PLAN_SCORE] = soon / end


@rule
def write_tempo(state: State, edition: Edition, who: int, at: int, out: Any) -> None:
    """Write when a seat is to move."""
    players = int(edition.players)
    place = (who - state.first + players) % players
    active = (state.active - state.first + players) % players
    out[at + SeatNumber.TEMPO_MOVES] = who == state.active
    out[at + SeatNumber.TEMPO_WAIT] = ((who - state.active + players) % players) / players
    out[at + SeatNumber.TEMPO_PLACE] = place / (players - 1)
    out[at + SeatNumber.TEMPO_LEFT] = state.trigger >= 0 and place >= active
