"""Illegal reasons: explanations of why an action is not legal now, each with its rules clause."""

from __future__ import annotations

from ducato.core.i18n import IllegalReason
from ducato.core.presentation.reasons import no, no_decision
from ducato.core.presentation.states import phase_name

from ..atlas import ORTHOGONAL, SQUARES
from ..parts import OUTSIDE, InventoryMode, Pawn
from ..rules.promotion import has_goods_for
from ..rules.reach import is_occupied, was_visited
from ..rules.trading import has_room
from ..state import ACTIONS, Edition, Phase, State
from .words import card_name, exit_name, gold, pawn_name, square_name, tile_name

CLAUSES = {
    Phase.FIRST_PLAYER: "3.5",
    Phase.REVEAL: "5.1",
    Phase.ENCOUNTER: "8.1",
    Phase.FIGHT: "8.3",
    Phase.ROB_ROLL: "6.8",
    Phase.TAX_ROLL: "6.13",
    Phase.CHOOSE_SHOP: "3.5",
    Phase.START_TILE: "3.6",
    Phase.CHOOSE_CARD: "4.1",
    Phase.MOVE: "6.1",
    Phase.ROB: "6.8",
    Phase.LOOT: "6.9",
    Phase.PURCHASE: "7.3",
    Phase.PROMOTE: "5.7",
    Phase.MARKET: "5.4",
    Phase.INVENTORY: "5.5",
    Phase.SWAP: "5.6",
    Phase.OVER: "9.1",
}
"""The clause that governs each phase."""
KINDS = {
    Phase.CHOOSE_SHOP: {"shop"},
    Phase.START_TILE: {"take"},
    Phase.CHOOSE_CARD: {"choose"},
    Phase.MOVE: {"enter", "step", "done"},
    Phase.ROB: {"rob", "done"},
    Phase.LOOT: {"take"},
    Phase.PURCHASE: {"take"},
    Phase.PROMOTE: {"hero", "done"},
    Phase.MARKET: {"buy", "sell", "done"},
    Phase.INVENTORY: {"take", "give", "done"},
    Phase.SWAP: {"take"},
}
"""The kinds of action that each phase with a decision asks for."""


def explain_illegal(state: State, edition: Edition, action: int) -> IllegalReason:
    """Return the reason why the action is illegal for the seat to move, with its clause."""
    if (reason := no_decision(state, edition, CLAUSES)) is not None:
        return reason
    phase = Phase(state.phase)
    if ACTIONS.kind(action).name not in KINDS[phase]:
        return no(f"phase.{phase_name(state)}", CLAUSES[phase])
    match ACTIONS.parts(action):
        case "choose", job:
            return no("choose", "4.1", card=card_name(job))
        case "shop", _:
            return no("shop", "3.5")
        case "enter", exit:
            return _enter(state, exit)
        case "step", direction:
            return _step(state, edition, direction)
        case "rob", hero:
            return no("rob", "6.8", hero=pawn_name(hero))
        case "hero", hero:
            return _hero(state, edition, hero)
        case kind, tile:
            return _tile(state, edition, kind, tile)
    return _done(state, edition)


def explain_unreachable(state: State, edition: Edition, piece: str) -> IllegalReason | None:
    """Return the reason why one click cannot send the moving pawn to the square of a piece.

    Return None if the piece is not a square, or if no move is under way.
    """
    kind, _, name = piece.partition(":")
    if kind != "square" or state.phase != Phase.MOVE:
        return None
    left, where = int(state.budget - state.walked), square_name(SQUARES.index(name))
    return no("far", "6.1", pawn=pawn_name(state.pawn), square=where, n=left)


def _enter(state: State, exit: int) -> IllegalReason:
    if state.at[state.pawn] != OUTSIDE:
        return no("enter.inside", "6.3", pawn=pawn_name(state.pawn))
    return no("enter.blocked", "6.3", exit=exit_name(exit))


def _step(state: State, edition: Edition, direction: int) -> IllegalReason:
    """Return the reason why a step is illegal.

    [fantasy-market 2.1, 5.8, 6.2, 6.3, 6.5, 6.7, 6.12].
    """
    pawn, here = state.pawn, state.at[state.pawn]
    name = pawn_name(pawn)
    if here == OUTSIDE:
        return no("step.outside", "6.3", pawn=name)
    if direction >= ORTHOGONAL and pawn < Pawn.THIEF:
        return no("step.diagonal", "6.5", pawn=name)
    square = edition.near[here, direction]
    if square < 0:
        return no("step.wall", "2.1")
    where = square_name(square)
    if was_visited(state, square):
        return no("step.visited", "6.2", square=where, pawn=name)
    if is_occupied(state, edition, square, pawn):
        if pawn == Pawn.THIEF:
            return no("step.stranded", "6.7", square=where, pawn=name)
        clause = "6.5" if pawn < Pawn.THIEF else "6.12"
        return no("step.occupied", clause, square=where, pawn=name)
    return no("step.away", "5.8", pawn=name)


def _hero(state: State, edition: Edition, hero: int) -> IllegalReason:
    name = pawn_name(hero)
    if (state.promoted >> hero) & 1:
        return no("hero.twice", "5.7", hero=name)
    if not has_goods_for(state, edition, state.active, hero):
        return no("hero.goods", "5.7", hero=name)
    return no("hero.way", "5.8", hero=name)


def _done(state: State, edition: Edition) -> IllegalReason:
    """Return the reason why the move cannot end here [fantasy-market 5.2, 5.7, 5.8, 6.3, 6.7]."""
    name = pawn_name(state.pawn)
    if state.walked == 0:
        if state.entered:
            return no("done.leave", "6.3", pawn=name)
        if state.promoting:
            return no("done.promoted", "5.7", pawn=name)
        return no("done.stay", "5.2", pawn=name)
    if state.promoting:
        return no("done.lodging", "5.8", pawn=name)
    return no("done.occupied", "6.7", pawn=name)


def _tile(state: State, edition: Edition, kind: str, tile: int) -> IllegalReason:
    """Return the reason why a tile cannot be taken, returned, bought or sold."""
    phase, seat = Phase(state.phase), state.chooser
    name, clause = tile_name(tile), CLAUSES[phase]
    value = int(edition.tile_value[tile])
    if kind == "give" and edition.inventory_mode == InventoryMode.RESTOCK:
        return no("tile.mode.give", clause)
    if kind == "sell" and state.stock[seat, tile] > 0:
        return no("tile.worthless", clause, tile=name)
    if kind in ("give", "sell"):
        return no("tile.own", "5.6" if kind == "give" else clause, tile=name)
    if phase in (Phase.PURCHASE, Phase.LOOT):
        return no(f"tile.{phase_name(state)}", clause, tile=name)
    if state.market[tile] == 0:
        return no("tile.market", clause, tile=name)
    if kind == "buy" and value > state.gold[seat]:
        return no("tile.gold", clause, tile=name, gold=gold(value))
    if phase == Phase.INVENTORY and edition.inventory_mode == InventoryMode.REARRANGE:
        return no("tile.mode", clause)
    if phase == Phase.INVENTORY and state.swaps:
        return no("tile.exchanging", "5.6")
    if phase in (Phase.MARKET, Phase.INVENTORY) and not has_room(state, edition, seat):
        return no("tile.room", "5.4")
    return no("tile.value", clause, tile=name, value=value)
