"""The cards Market and Inventory, which move tiles between shop and market [fantasy-market 5]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ..parts import TILE_COUNT, InventoryMode
from ..state import A, Edition, Phase, State
from .treasury import PER_CENT, pay_out
from .turns import finish_card

RESTOCKING = (InventoryMode.RESTOCK_OR_REARRANGE, InventoryMode.RESTOCK)
REARRANGING = (InventoryMode.RESTOCK_OR_REARRANGE, InventoryMode.REARRANGE)


@rule
def has_room(state: State, edition: Edition, seat: int) -> bool:
    """Return whether one more tile fits into the shop."""
    if edition.shop_capacity == 0:
        return True
    total = 0
    for tile in range(TILE_COUNT):
        total += int(state.stock[seat, tile])
    return total < edition.shop_capacity


@rule
def legal_trades(state: State, edition: Edition, out: Any) -> int:
    """Write the possible purchases and sales into `out`; return their number [5.4]."""
    seat = state.active
    n = 0
    if has_room(state, edition, seat):
        for tile in range(TILE_COUNT):
            if state.market[tile] > 0 and edition.tile_value[tile] <= state.gold[seat]:
                out[n] = A.BUY + tile
                n += 1
    for tile in range(TILE_COUNT):
        if can_sell(state, edition, seat, tile):
            out[n] = A.SELL + tile
            n += 1
    return n


@rule
def can_trade(state: State, edition: Edition) -> bool:
    """Return whether the active seat can buy or sell any tile [12.13]."""
    return could_trade(state, edition, state.active)


@rule
def could_trade(state: State, edition: Edition, seat: int) -> bool:
    """Return whether a seat could buy or sell any tile now [5.4]."""
    room = has_room(state, edition, seat)
    for tile in range(TILE_COUNT):
        if can_sell(state, edition, seat, tile):
            return True
        if room and state.market[tile] > 0 and edition.tile_value[tile] <= state.gold[seat]:
            return True
    return False


@rule
def begin_trade(state: State, edition: Edition) -> None:
    state.phase = Phase.MARKET
    if not can_trade(state, edition):
        finish_card(state, edition)


@rule
def buy(state: State, edition: Edition, tile: int) -> None:
    """Buy one tile for its value, and finish the card [5]."""
    seat = state.active
    state.gold[seat] -= edition.tile_value[tile]
    state.reserve += edition.tile_value[tile]
    state.market[tile] -= 1
    state.stock[seat, tile] += 1
    finish_card(state, edition)


@rule
def sale_price(edition: Edition, tile: int) -> int:
    """Return what the market pays for a tile: a part of its value, rounded down [5.4]."""
    return int(edition.tile_value[tile]) * int(edition.market_sell_price) // PER_CENT


@rule
def can_sell(state: State, edition: Edition, seat: int, tile: int) -> bool:
    """Return whether the seat has a tile for which the market pays anything [5.4, 12.32]."""
    return state.stock[seat, tile] > 0 and sale_price(edition, tile) > 0


@rule
def sell(state: State, edition: Edition, tile: int) -> None:
    """Sell one tile, as far as the reserve can pay; finish the card [5.4, 11]."""
    seat = state.active
    state.stock[seat, tile] -= 1
    state.market[tile] += 1
    state.gold[seat] += pay_out(state, edition, sale_price(edition, tile))
    finish_card(state, edition)


@rule
def legal_inventory(state: State, edition: Edition, out: Any) -> int:
    """Write the actions that take or return a tile into `out`; return their number [5.5, 5.6]."""
    seat = state.active
    n = 0
    mode = edition.inventory_mode
    if mode in RESTOCKING and state.swaps == 0 and has_room(state, edition, seat):
        for tile in range(TILE_COUNT):
            if state.market[tile] > 0 and edition.tile_value[tile] <= edition.inventory_free_value:
                out[n] = A.TAKE + tile
                n += 1
    if mode in REARRANGING:
        for tile in range(TILE_COUNT):
            if state.stock[seat, tile] > 0:
                out[n] = A.GIVE + tile
                n += 1
    return n


@rule
def can_use_inventory(state: State, edition: Edition) -> bool:
    """Return whether the active seat can take or return any tile with an Inventory card."""
    seat = state.active
    mode = edition.inventory_mode
    swaps = mode in REARRANGING
    takes = mode in RESTOCKING and has_room(state, edition, seat)
    for tile in range(TILE_COUNT):
        if swaps and state.stock[seat, tile] > 0:
            return True
        if takes and state.market[tile] > 0:
            if edition.tile_value[tile] <= edition.inventory_free_value:
                return True
    return False


@rule
def begin_inventory(state: State, edition: Edition) -> None:
    state.swaps = 0
    state.phase = Phase.INVENTORY
    if not can_use_inventory(state, edition):
        finish_card(state, edition)


@rule
def give_back(state: State, edition: Edition, tile: int) -> None:
    """Return a tile to the market, then ask for its replacement [5]."""
    state.stock[state.active, tile] -= 1
    state.market[tile] += 1
    state.worth = edition.tile_value[tile]
    state.phase = Phase.SWAP


@rule
def take(state: State, edition: Edition, tile: int) -> None:
    """Take a tile from the market, free or for the returned one; finish the card if used up [5]."""
    state.market[tile] -= 1
    state.stock[state.active, tile] += 1
    restocked = state.phase == Phase.INVENTORY
    state.swaps += 1
    state.worth = 0
    if restocked or state.swaps == edition.inventory_swap_max:
        finish_card(state, edition)
    else:
        state.phase = Phase.INVENTORY
