"""The rules of Fantasy Market, a draft by CMT with rulings: the verbs that `core.verbs` dispatches.

Clauses in square brackets refer to `rulebook`, including rulings F1 to F37. In a turn every seat
chooses an action card in secret; then the seats reveal and execute their cards one by one. A move
is a chain of one-square steps, and a step is legal only if the move can still end legally.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import CHANCE, TERMINAL, rule

from ..atlas import DIRECTIONS
from ..parts import CARDS, EXIT_COUNT, HEROES, OUTSIDE, SHOPS, TILE_COUNT, Job, Zone
from ..state import A, Edition, Phase, State
from .encounters import draw_encounter, fight_round, unseen_cards
from .promotion import begin_promotion, can_promote
from .purchase import choose_purchase, favourites
from .reach import can_enter, can_step, may_stop
from .scoring import ranking
from .thief import can_rob, greatest_value, roll_for_item, shop_at, steal
from .trading import (
    begin_inventory,
    begin_trade,
    buy,
    give_back,
    legal_inventory,
    legal_trades,
    sell,
    take,
)
from .turns import (
    choose_card,
    choose_shop,
    finish_card,
    name_first_player,
    reveal,
    setup,
    take_start_tile,
)
from .walking import begin_move, end_move, enter, go_on, look_for_hero, step, tax

__all__ = [
    "apply_action",
    "chance_outcomes",
    "current_player",
    "legal_actions",
    "ranking",
    "rounds_played",
    "setup",
]

DIE = 6
WAYS = len(DIRECTIONS)


@rule
def current_player(state: State, edition: Edition) -> int:
    if state.phase <= Phase.TAX_ROLL:
        return CHANCE
    if state.phase == Phase.OVER:
        return TERMINAL
    return state.chooser


@rule
def rounds_played(state: State, edition: Edition) -> int:
    return state.turns


@rule
def chance_outcomes(state: State, edition: Edition) -> int:
    phase = state.phase
    if phase == Phase.FIRST_PLAYER:
        return edition.players
    if phase == Phase.ENCOUNTER:
        return unseen_cards(state)
    if phase == Phase.ROB_ROLL or phase == Phase.TAX_ROLL:
        return DIE
    return 1


@rule
def apply_chance(state: State, edition: Edition, outcome: int) -> None:
    phase = state.phase
    if phase == Phase.REVEAL:
        reveal(state, edition)
        begin_job(state, edition)
    elif phase == Phase.FIGHT:
        fight_round(state, edition)
    elif phase == Phase.ENCOUNTER:
        draw_encounter(state, edition, outcome)
    elif phase == Phase.TAX_ROLL:
        tax(state, edition, outcome)
    elif phase == Phase.ROB_ROLL:
        roll_for_item(state, edition, outcome)
        go_on(state, edition)
    else:
        name_first_player(state, edition, outcome)


@rule
def begin_job(state: State, edition: Edition) -> None:
    """Begin to execute the revealed card [5]."""
    if state.job == Job.MARKET:
        begin_trade(state, edition)
    elif state.job == Job.INVENTORY:
        begin_inventory(state, edition)
    elif state.job == Job.PROMOTION:
        begin_promotion(state, edition)
    else:
        begin_move(state, edition, state.job)


@rule
def legal_actions(state: State, edition: Edition, out: Any) -> int:
    phase = state.phase
    n = 0
    if phase == Phase.MOVE:
        return legal_moves(state, edition, out)
    if phase == Phase.CHOOSE_CARD:
        last = -1
        for card in range(CARDS):
            if state.zone[card] == Zone.DECK and edition.card_job[card] != last:
                last = edition.card_job[card]
                out[n] = A.CHOOSE + last
                n += 1
        return n
    if phase == Phase.START_TILE:
        return market_tiles(state, edition, edition.start_tile_max_value, out)
    if phase == Phase.SWAP:
        return market_tiles(state, edition, state.worth, out)
    if phase == Phase.PURCHASE:
        return favourites(state, edition, state.chooser, state.pawn, out, A.TAKE)
    if phase == Phase.LOOT:
        return legal_loot(state, edition, out)
    if phase == Phase.CHOOSE_SHOP:
        for shop in range(SHOPS):
            if state.owner[shop] < 0:
                out[n] = A.SHOP + shop
                n += 1
        return n
    if phase == Phase.MARKET:
        n = legal_trades(state, edition, out)
    elif phase == Phase.INVENTORY:
        n = legal_inventory(state, edition, out)
    elif phase == Phase.ROB:
        for hero in range(HEROES):
            if can_rob(state, edition, hero):
                out[n] = A.ROB + hero
                n += 1
    elif phase == Phase.PROMOTE:
        for hero in range(HEROES):
            if can_promote(state, edition, hero):
                out[n] = A.HERO + hero
                n += 1
    out[n] = A.DONE  # every effect may be declined [12.12]
    return n + 1


@rule
def legal_moves(state: State, edition: Edition, out: Any) -> int:
    """Write the legal actions of a move into `out`, including its end; return their number [6]."""
    n = 0
    if state.at[state.pawn] == OUTSIDE:
        for exit in range(EXIT_COUNT):
            if can_enter(state, edition, state.pawn, exit, state.budget, bool(state.promoting)):
                out[n] = A.ENTER + exit
                n += 1
    else:
        for direction in range(WAYS):
            if can_step(state, edition, direction):
                out[n] = A.STEP + direction
                n += 1
    if may_stop(state, edition):
        out[n] = A.DONE
        n += 1
    return n


@rule
def market_tiles(state: State, edition: Edition, most: int, out: Any) -> int:
    """Write into `out` the actions that take a market tile worth at most `most`.

    Return their number.
    """
    n = 0
    for tile in range(TILE_COUNT):
        if state.market[tile] > 0 and edition.tile_value[tile] <= most:
            out[n] = A.TAKE + tile
            n += 1
    return n


@rule
def legal_loot(state: State, edition: Edition, out: Any) -> int:
    """Write into `out` the actions that steal one of the shop's best tiles [12.19].

    Return their number.
    """
    seat = state.owner[shop_at(state, edition, state.at[state.pawn])]
    best = greatest_value(state, edition, seat)
    n = 0
    for tile in range(TILE_COUNT):
        if state.stock[seat, tile] > 0 and edition.tile_value[tile] == best:
            out[n] = A.TAKE + tile
            n += 1
    return n


@rule
def apply_action(state: State, edition: Edition, action: int) -> None:
    if state.phase <= Phase.TAX_ROLL:
        apply_chance(state, edition, action)
    elif action < A.ENTER:
        choose_card(state, edition, action - A.CHOOSE)
    elif action < A.STEP:
        enter(state, edition, action - A.ENTER)
    elif action < A.ROB:
        step(state, edition, action - A.STEP)
    elif action < A.HERO:
        state.target = action - A.ROB
        state.phase = Phase.ROB_ROLL
    elif action < A.SHOP:
        state.promoted |= 1 << (action - A.HERO)
        begin_move(state, edition, action - A.HERO)
    elif action < A.TAKE:
        choose_shop(state, edition, action - A.SHOP)
    elif action < A.GIVE:
        take_tile(state, edition, action - A.TAKE)
    elif action < A.BUY:
        give_back(state, edition, action - A.GIVE)
    elif action < A.SELL:
        buy(state, edition, action - A.BUY)
    elif action < A.DONE:
        sell(state, edition, action - A.SELL)
    else:
        finish(state, edition)


@rule
def take_tile(state: State, edition: Edition, tile: int) -> None:
    """Take a tile as the phase says: a starting tile, a purchase, loot or one from the market."""
    if state.phase == Phase.START_TILE:
        take_start_tile(state, edition, tile)
    elif state.phase == Phase.PURCHASE:
        choose_purchase(state, edition, tile)
    elif state.phase == Phase.LOOT:
        steal(state, edition, state.owner[shop_at(state, edition, state.at[state.pawn])], tile)
        look_for_hero(state, edition)
    else:
        take(state, edition, tile)


@rule
def finish(state: State, edition: Edition) -> None:
    """End a move, a promotion or a card early, or decline a robbery [12.12]."""
    if state.phase == Phase.MOVE:
        end_move(state, edition)
    elif state.phase == Phase.ROB:
        go_on(state, edition)
    else:
        finish_card(state, edition)
