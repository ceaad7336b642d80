"""The measures of a game: each seat's numbers from turn to turn, for charts; counters for the lab.

`count` sees the state only after a step, and finds what the step has changed by comparing it with
what it noted in `memory` after the step before.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ducato.core.verbs import rule

from .bot.action_features import LATE
from .parts import HEROES, LOOT_BOXES, NONE, OUTSIDE, SEATS, TILE_COUNT, Job, Pawn
from .rules.scoring import stock_value
from .state import A, Edition, Phase, State


class Series(IntEnum):
    """The numbers, in the order in which they decide the game [fantasy-market 9.2]."""

    GOLD = 0
    STOCK = 1


@rule
def series(state: State, edition: Edition, seat: int, out: Any) -> None:
    out[Series.GOLD] = state.gold[seat]
    out[Series.STOCK] = stock_value(state, edition, seat)


class Counter(IntEnum):
    """The counters; gold that is counted went to the players."""

    CARDS_PLAYED = 0  # action cards revealed
    SALES = 1  # tiles bought by heroes
    MARKET_SALES = 2  # tiles sold to the market
    MARKET_PURCHASES = 3
    ENCOUNTERS = 4  # heroes who left town
    FIGHTS_WON = 5
    FIGHTS_LOST = 6
    DEATHS = 7  # of heroes, in a fight or by a card
    TREASURES = 8
    THEFTS = 9  # tiles that the Thief took, from shops and heroes
    TAXES = 10  # visits of the Collector that cost gold
    DEAD_TURNS = 11  # finished turns that left all gold, and the tiles in each shop, as they were
    TURNS = 12  # finished turns
    DECLINED = 13  # character cards executed without a step
    GOLD_FROM_SALES = 14
    GOLD_FROM_MARKET = 15
    GOLD_FROM_SENDERS = 16  # shares and fees of those who sent heroes out
    GOLD_AT_END_SALE = 17  # the part of GOLD_FROM_MARKET near the end, as `features` calls it
    GOLD_TAXED = 18  # lost to the Collector
    RESERVE_LOW = 19  # the least gold that was ever in the reserve
    CARDS_WITH_SALE = 20  # action cards that led a hero to buy something


class Noted(IntEnum):
    """The notes in `memory`: the state after the last step, and when the running turn began."""

    BEGUN = 0  # whether there are any notes
    PHASE = 1
    TURNS = 2
    HOURGLASS = 3
    ACTIVE = 4
    PAWN = 5
    PROMOTING = 6
    WALKED = 7
    GOLD = 8  # of all seats
    TILES = 9  # in all shops
    LOOT = 10  # tiles in the Thief's boxes
    SOLD = 11  # whether the card that is being executed has led to a sale
    SEAT_GOLD = 12  # from here on when the turn began: the gold of each seat
    SEAT_TILES = SEAT_GOLD + SEATS  # the number of tiles in each shop
    PURSES = SEAT_TILES + SEATS  # the gold of each hero


MEMORY = Noted.PURSES + HEROES
"""The number of notes."""


@rule
def count(
    state: State, edition: Edition, player: int, action: int, counters: Any, memory: Any
) -> None:
    phase = memory[Noted.PHASE]
    pawn = memory[Noted.PAWN]
    if phase == Phase.MOVE and state.phase == Phase.MOVE and pawn != Pawn.THIEF:
        memory[Noted.WALKED] = state.walked  # a step on the way changes nothing else
        return
    gold = 0
    for seat in range(SEATS):
        gold += int(state.gold[seat])
    tiles = memory[Noted.TILES]
    if phase > Phase.TAX_ROLL:
        tiles = 0
        for seat in range(SEATS):
            tiles += shop_tiles(state, seat)
    if phase == Phase.REVEAL:
        count_card(state, counters, memory)
    elif phase == Phase.MARKET:
        count_trade(edition, action, gold - memory[Noted.GOLD], counters, memory)
    elif phase == Phase.ENCOUNTER or phase == Phase.FIGHT:
        count_encounter(state, phase, pawn, counters)
        counters[Counter.GOLD_FROM_SENDERS] += gold - memory[Noted.GOLD]
    elif phase == Phase.TAX_ROLL and gold < memory[Noted.GOLD]:
        counters[Counter.TAXES] += 1
        counters[Counter.GOLD_TAXED] += memory[Noted.GOLD] - gold
    elif (phase == Phase.MOVE or phase == Phase.PURCHASE) and pawn < Pawn.THIEF:
        if tiles < memory[Noted.TILES] and not memory[Noted.SOLD]:
            counters[Counter.CARDS_WITH_SALE] += 1
            memory[Noted.SOLD] = 1
        counters[Counter.SALES] += memory[Noted.TILES] - tiles
        counters[Counter.GOLD_FROM_SALES] += gold - memory[Noted.GOLD]
    if phase == Phase.MOVE:
        count_move(state, action, counters, memory)
    loot = 0
    for box in range(LOOT_BOXES):
        if state.loot[box] >= 0:
            loot += 1
    counters[Counter.THEFTS] += max(0, loot - memory[Noted.LOOT])
    memory[Noted.GOLD] = gold
    memory[Noted.TILES] = tiles
    memory[Noted.LOOT] = loot
    count_reserve(state, counters, memory)
    count_turn(state, phase, counters, memory)
    memory[Noted.BEGUN] = 1
    memory[Noted.PHASE] = state.phase
    memory[Noted.HOURGLASS] = state.hourglass
    memory[Noted.ACTIVE] = state.active
    memory[Noted.PAWN] = state.pawn
    memory[Noted.PROMOTING] = state.promoting
    memory[Noted.WALKED] = state.walked


@rule
def shop_tiles(state: State, seat: int) -> int:
    """Return the number of tiles in a seat's shop."""
    total = 0
    for tile in range(TILE_COUNT):
        total += int(state.stock[seat, tile])
    return total


@rule
def count_card(state: State, counters: Any, memory: Any) -> None:
    """Count a revealed card; a character who cannot move at all has used it up already."""
    counters[Counter.CARDS_PLAYED] += 1
    memory[Noted.SOLD] = 0
    if state.played[memory[Noted.ACTIVE]] < Job.MARKET and state.job == NONE:
        counters[Counter.DECLINED] += 1


@rule
def count_trade(edition: Edition, action: int, gain: int, counters: Any, memory: Any) -> None:
    """Count a decision about a Market card, which brought the seat this gain of gold."""
    if A.BUY <= action < A.SELL:
        counters[Counter.MARKET_PURCHASES] += 1
    elif A.SELL <= action < A.DONE:
        counters[Counter.MARKET_SALES] += 1
        counters[Counter.GOLD_FROM_MARKET] += gain
        if memory[Noted.HOURGLASS] + LATE >= edition.hourglass_end:
            counters[Counter.GOLD_AT_END_SALE] += gain


@rule
def count_encounter(state: State, phase: int, hero: int, counters: Any) -> None:
    """Count the end of an encounter: a hero who survived it is still outside."""
    if state.phase == Phase.FIGHT:
        return
    alive = state.at[hero] == OUTSIDE
    if not alive:
        counters[Counter.DEATHS] += 1
    if phase == Phase.FIGHT:
        counters[Counter.FIGHTS_WON if alive else Counter.FIGHTS_LOST] += 1
    elif alive:
        counters[Counter.TREASURES] += 1


@rule
def count_move(state: State, action: int, counters: Any, memory: Any) -> None:
    """Count how a pawn's move ended: outside the town, or without a single step."""
    if state.phase == Phase.ENCOUNTER or state.phase == Phase.FIGHT:
        counters[Counter.ENCOUNTERS] += 1
    if action == A.DONE and memory[Noted.WALKED] == 0 and not memory[Noted.PROMOTING]:
        counters[Counter.DECLINED] += 1


@rule
def count_reserve(state: State, counters: Any, memory: Any) -> None:
    if not memory[Noted.BEGUN] or state.reserve < counters[Counter.RESERVE_LOW]:
        counters[Counter.RESERVE_LOW] = state.reserve


@rule
def count_turn(state: State, phase: int, counters: Any, memory: Any) -> None:
    """Count a finished turn, and note how the next one begins.

    The game may end in the middle of a turn only while cards are chosen.
    """
    began = state.turns > memory[Noted.TURNS]
    ended = state.phase == Phase.OVER and phase != Phase.CHOOSE_CARD
    if memory[Noted.TURNS] > 0 and (began or ended):
        counters[Counter.TURNS] += 1
        if is_as_before(state, memory):
            counters[Counter.DEAD_TURNS] += 1
    memory[Noted.TURNS] = state.turns
    if state.phase == Phase.CHOOSE_CARD:  # until the last card is chosen only wages are paid
        for seat in range(SEATS):
            memory[Noted.SEAT_GOLD + seat] = state.gold[seat]
            memory[Noted.SEAT_TILES + seat] = shop_tiles(state, seat)
        for hero in range(HEROES):
            memory[Noted.PURSES + hero] = state.purse[hero]


@rule
def is_as_before(state: State, memory: Any) -> bool:
    """Return whether the turn has left all gold and the number of tiles in each shop as it was."""
    for seat in range(SEATS):
        if memory[Noted.SEAT_GOLD + seat] != state.gold[seat]:
            return False
        if memory[Noted.SEAT_TILES + seat] != shop_tiles(state, seat):
            return False
    for hero in range(HEROES):
        if memory[Noted.PURSES + hero] != state.purse[hero]:
            return False
    return True
