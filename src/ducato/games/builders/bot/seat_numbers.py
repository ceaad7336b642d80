"""What a learned value knows of one seat: its purse, points, crew, sites, plans and turns."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from ..rules.scoring import score
from ..state import (
    CREW,
    FIRST_CONSTRUCTION,
    LONGEST_TAKE,
    MACHINES,
    MATERIAL_COUNT,
    WORKERS,
    Edition,
    State,
    Zone,
)
from .plan import (
    Turn,
    after_finishing,
    better,
    field,
    head,
    largest_first,
    made_by,
    nth_cost,
    packed,
    planned,
    tail,
    used_by,
)

NEAR = 6  # points: the end of the game is near when a seat lacks fewer
MOST_MADE = 5  # by one worker, a Master


class SeatNumber(IntEnum):
    """The numbers of one seat. A coin is a twentieth, or a tenth for wages; a pip is a fifth."""

    COINS = 0
    COINS_FEW = 1  # the coins as far as they pay a Master
    COINS_TO_POINT = 2  # the part of the next point for coins
    COINS_OF_SITES = 3  # the reward of all open sites
    COINS_EXPECTED = 4  # the coins after all open sites, if no work is wasted
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
    # the points of the best site that the free crew and a worker in the row can finish
    PLAN_HIRE = 38
    PLAN_HIRE_REWARD = 39
    PLAN_NEW = 40  # the points of the best building in the row that one of the free crew can finish
    PLAN_NEW_REWARD = 41
    PLAN_TURN = 42  # the points that one turn brings
    PLAN_TURN_COINS = 43
    PLAN_BOUGHT = 44  # the points that it brings with actions bought
    PLAN_ENDS = 45  # whether these points end the game
    PLAN_BOUGHT_ENDS = 46
    # the standing after the turn that the seat still has, by 32: see `result_order`
    PLAN_SCORE = 47
    MARKET_FITS = 48  # the most that a worker in the row adds to an unfinished site
    MARKET_SUITS = 49  # the largest share of a building in the row that the whole crew makes
    TEMPO_MOVES = 50  # the seat is to move
    TEMPO_WAIT = 51  # the turns of others before it is to move, by the number of seats
    TEMPO_ORDER = 52  # its place in the round
    TEMPO_LEFT = 53  # it still has a turn, this one included, although the end is triggered


@rule
def write_seat(
    state: State, edition: Edition, who: int, at: int, workers: int, buildings: int, out: Any
) -> None:
    """Write the numbers of a seat from the index `at` on, where zeros are."""
    write_crew(state, edition, who, at, out)
    write_tempo(state, edition, who, at, out)
    write_purse(state, edition, who, at, out)
    actions = int(state.actions if state.active == who else edition.free_actions)
    start = actions, int(state.coins[who]), 0
    turn, bought, crew = write_sites(state, edition, who, at, workers, start, out)
    price = int(edition.extra_action_price)
    best = write_buildings(edition, at, buildings, crew, out)
    if best >= 0:
        wages = int(edition.pips[best])
        reward, worth = int(edition.reward[best]), int(edition.worth[best])
        turn = after_finishing(turn, 2, wages, reward, worth, 0)
        bought = after_finishing(bought, 2, wages, reward, worth, price)
    if state.held[Zone.SITE + who] > 1:
        sites = packed(state, Zone.SITE + who, FIRST_CONSTRUCTION, len(state.zone))
        free = packed(state, Zone.CREW + who, 0, CREW)
        rate = int(edition.coins_per_point)
        turn = better(turn, largest_first(state, edition, sites, free, start, 0), rate)
        bought = better(bought, largest_first(state, edition, sites, free, start, price), rate)
    write_turn(state, edition, who, at, turn, bought, out)


@rule
def write_buildings(edition: Edition, at: int, buildings: int, crew: int, out: Any) -> int:
    """Write how the buildings in the row suit the seat's crew.

    Return the best construction that one member of the free crew can finish alone, -1 if none.
    """
    share = 0.0
    best = -1
    merit = 0
    while buildings > 0:
        site = head(buildings)
        buildings = tail(buildings)
        made = 0.0
        for material in range(MATERIAL_COUNT):
            output = 5 * (
                out[at + SeatNumber.WORKERS_STONE + material]
                + out[at + SeatNumber.WORKERS_BOUND_STONE + material]
            )
            made += min(output, edition.materials[site, material])
        share = max(share, made / edition.pips[site])
        worth = 10 * edition.worth[site] + edition.reward[site]
        if edition.pips[site] <= MOST_MADE and worth > merit:
            need = edition.materials
            stone, wood = int(need[site, 0]), int(need[site, 1])
            knowledge, tile = int(need[site, 2]), int(need[site, 3])
            rest = crew
            while rest > 0:
                used = used_by(edition, head(rest), stone, wood, knowledge, tile)
                rest = tail(rest)
                if used == edition.pips[site]:
                    best = site
                    merit = worth
    out[at + SeatNumber.MARKET_SUITS] = share
    if best >= 0:
        out[at + SeatNumber.PLAN_NEW] = edition.worth[best] / 5
        out[at + SeatNumber.PLAN_NEW_REWARD] = edition.reward[best] / 10
    return best


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
def write_sites(
    state: State, edition: Edition, who: int, at: int, workers: int, turn: Turn, out: Any
) -> tuple[Turn, Turn, int]:
    """Write the numbers of a seat's open sites, and what its free crew can do for them.

    Returns:
        turn: the turn after finishing what can be finished, without actions bought.
        bought: the same, with actions bought.
        crew: the crew that no site needs, as a packed list.
    """
    sites = packed(state, Zone.SITE + who, FIRST_CONSTRUCTION, len(state.zone))
    crew = packed(state, Zone.CREW + who, 0, CREW)
    bought = turn
    price = int(edition.extra_action_price)
    least = 100
    hires = -1
    hire_cost, hire_wages, merit = 0, 0, 0
    out[at + SeatNumber.SITES] = state.held[Zone.SITE + who] / 2
    while sites > 0:
        site = head(sites)
        sites = tail(sites)
        write_site(state, edition, site, at, out)
        worth, reward = int(edition.worth[site]), int(edition.reward[site])
        remains, sends, cost, wages, rest = planned(state, edition, crew, site)
        if remains == 0:
            crew = rest
            out[at + SeatNumber.PLAN_POINTS] += worth / 5
            out[at + SeatNumber.PLAN_REWARD] += reward / 20
            out[at + SeatNumber.PLAN_SENDS] += sends / 3
            out[at + SeatNumber.PLAN_WAGES] += wages / 10
            turn = after_finishing(turn, cost, wages, reward, worth, 0)
            bought = after_finishing(bought, cost, wages, reward, worth, price)
            continue
        lack = 0
        for material in range(MATERIAL_COUNT):
            lack += field(remains, material)
        least = min(least, lack)
        out[at + SeatNumber.PLAN_LACK] += lack / 5
        worker = best_hire(edition, at, workers, remains, lack, out)
        if worker >= 0 and 10 * worth + reward > merit:
            merit = 10 * worth + reward
            hires = site
            hire_cost = cost + 1 + nth_cost(state, edition, site, sends + 1)
            hire_wages = wages + edition.wage[worker]
    out[at + SeatNumber.PLAN_LEAST] = (least if least < 100 else 0) / 5
    if hires >= 0:
        worth, reward = int(edition.worth[hires]), int(edition.reward[hires])
        out[at + SeatNumber.PLAN_HIRE] = worth / 5
        out[at + SeatNumber.PLAN_HIRE_REWARD] = reward / 10
        turn = after_finishing(turn, hire_cost, hire_wages, reward, worth, 0)
        bought = after_finishing(bought, hire_cost, hire_wages, reward, worth, price)
    return turn, bought, crew


@rule
def best_hire(edition: Edition, at: int, workers: int, remains: int, lack: int, out: Any) -> int:
    """Write how well the workers in the row fit what remains of a site; return who finishes it."""
    stone, wood = field(remains, 0), field(remains, 1)
    knowledge, tile = field(remains, 2), field(remains, 3)
    found = -1
    fits = 0
    while workers > 0:
        worker = head(workers)
        workers = tail(workers)
        used = used_by(edition, worker, stone, wood, knowledge, tile)
        fits = max(fits, used)
        if used == lack and (found < 0 or edition.wage[worker] < edition.wage[found]):
            found = worker
    out[at + SeatNumber.MARKET_FITS] = max(out[at + SeatNumber.MARKET_FITS], fits / 5)
    return found


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
    out[at + SeatNumber.COINS_EXPECTED] += (edition.reward[site] - lack) / 20
    done = edition.worth[site] * (1 - lack / edition.pips[site])
    out[at + SeatNumber.POINTS_EXPECTED] += done / edition.end_points
    if site < MACHINES:
        out[at + SeatNumber.SITES_MACHINES] += 1


@rule
def write_purse(state: State, edition: Edition, who: int, at: int, out: Any) -> None:
    """Write the coins and points of a seat."""
    coins, points = int(state.coins[who]), int(state.points[who])
    end = edition.end_points
    out[at + SeatNumber.COINS] = coins / 20
    out[at + SeatNumber.COINS_FEW] = min(coins, 5) / 5
    out[at + SeatNumber.COINS_TO_POINT] = coins % edition.coins_per_point / edition.coins_per_point
    out[at + SeatNumber.COINS_EXPECTED] += coins / 20
    out[at + SeatNumber.POINTS] = points / end
    out[at + SeatNumber.POINTS_WITH_COINS] = score(state, edition, who) / end
    out[at + SeatNumber.POINTS_NEAR] = max(0, min(NEAR, NEAR - end + points)) / NEAR
    out[at + SeatNumber.POINTS_ENOUGH] = points >= end
    out[at + SeatNumber.POINTS_EXPECTED] += points / end


@rule
def result_order(edition: Edition, points: int, coins: int) -> float:
    """Return a number that orders final results: the score, then the points, then the coins."""
    return points + coins // edition.coins_per_point + points / 64 + min(coins, 127) / 8192


@rule
def write_turn(
    state: State, edition: Edition, who: int, at: int, turn: Turn, bought: Turn, out: Any
) -> None:
    """Write what the next turn of a seat brings, without and with actions bought."""
    points, coins, end = int(state.points[who]), int(state.coins[who]), int(edition.end_points)
    out[at + SeatNumber.PLAN_TURN] = turn[2] / 5
    out[at + SeatNumber.PLAN_TURN_COINS] = (turn[1] - coins) / 20
    out[at + SeatNumber.PLAN_BOUGHT] = bought[2] / 5
    out[at + SeatNumber.PLAN_ENDS] = points < end <= points + turn[2]
    out[at + SeatNumber.PLAN_BOUGHT_ENDS] = points < end <= points + bought[2]
    best = result_order(edition, points, coins)
    if state.trigger < 0 or out[at + SeatNumber.TEMPO_LEFT] > 0:
        taken = turn[1] + edition.take[min(LONGEST_TAKE, turn[0])]
        best = max(best, result_order(edition, points + turn[2], taken))
        taken = bought[1] + edition.take[min(LONGEST_TAKE, bought[0])]
        best = max(best, result_order(edition, points + bought[2], taken))
    out[at + SeatNumber.PLAN_SCORE] = best / 32


@rule
def write_tempo(state: State, edition: Edition, who: int, at: int, out: Any) -> None:
    """Write when a seat is to move."""
    players = int(edition.players)
    order = (who - state.first + players) % players
    active = (state.active - state.first + players) % players
    out[at + SeatNumber.TEMPO_MOVES] = who == state.active
    out[at + SeatNumber.TEMPO_WAIT] = ((who - state.active + players) % players) / players
    out[at + SeatNumber.TEMPO_ORDER] = order / (players - 1)
    out[at + SeatNumber.TEMPO_LEFT] = state.trigger >= 0 and order >= active
