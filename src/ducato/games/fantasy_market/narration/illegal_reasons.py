"""Illegal reasons: explanations of why an action is not legal now, each with its rules clause."""

from __future__ import annotations

from ducato.core.i18n import IllegalReason, say
from ducato.games.fantasy_market.atlas import DIRECTIONS, ORTHOGONAL, SQUARES
from ducato.games.fantasy_market.narration.words import (
    card_name,
    exit_name,
    gold,
    pawn_name,
    square_name,
    tile_name,
)
from ducato.games.fantasy_market.parts import (
    CHARACTERS,
    EXITS,
    JOBS,
    OUTSIDE,
    TILES,
    InventoryMode,
    Pawn,
)
from ducato.games.fantasy_market.rules.promotion import has_goods_for
from ducato.games.fantasy_market.rules.reach import is_occupied, was_visited
from ducato.games.fantasy_market.rules.trading import has_room
from ducato.games.fantasy_market.state import ACTIONS, Edition, Phase, State

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
    phase = Phase(state.phase)
    kind, *arguments = ACTIONS.name(action).split(":")
    if phase == Phase.OVER:
        return _no("over", "9.1")
    if phase <= Phase.TAX_ROLL:
        return _no("chance", CLAUSES[phase])
    if kind not in KINDS[phase]:
        return _no(f"phase.{phase.name.lower()}", CLAUSES[phase])
    match kind:
        case "choose":
            return _no("choose", "4.1", card=card_name(JOBS.index(arguments[0])))
        case "shop":
            return _no("shop", "3.5")
        case "enter":
            return _enter(state, EXITS.index(arguments[0]))
        case "step":
            return _step(state, edition, DIRECTIONS.index(arguments[0]))
        case "rob":
            return _no("rob", "6.8", hero=pawn_name(CHARACTERS.index(arguments[0])))
        case "hero":
            return _hero(state, edition, CHARACTERS.index(arguments[0]))
        case "done":
            return _done(state, edition)
    return _tile(state, edition, kind, TILES.index(arguments[0]))


def explain_unreachable(state: State, edition: Edition, piece: str) -> IllegalReason | None:
    """Return the reason why one click cannot send the moving pawn to the square of a piece.

    Return None if the piece is not a square, or if no move is under way.
    """
    kind, _, name = piece.partition(":")
    if kind != "square" or state.phase != Phase.MOVE:
        return None
    left, where = int(state.budget - state.walked), square_name(SQUARES.index(name))
    return _no("far", "6.1", pawn=pawn_name(state.pawn), square=where, n=left)


def _no(key: str, clause: str, /, **arguments: object) -> IllegalReason:
    return IllegalReason(say(f"no.{key}", **arguments), clause)


def _enter(state: State, exit: int) -> IllegalReason:
    if state.at[state.pawn] != OUTSIDE:
        return _no("enter.inside", "6.3", pawn=pawn_name(state.pawn))
    return _no("enter.blocked", "6.3", exit=exit_name(exit))


def _step(state: State, edition: Edition, direction: int) -> IllegalReason:
    """Return the reason why a step is illegal.

    [fantasy-market 2.1, 5.8, 6.2, 6.3, 6.5, 6.7, 6.12].
    """
    pawn, here = state.pawn, state.at[state.pawn]
    name = pawn_name(pawn)
    if here == OUTSIDE:
        return _no("step.outside", "6.3", pawn=name)
    if direction >= ORTHOGONAL and pawn < Pawn.THIEF:
        return _no("step.diagonal", "6.5", pawn=name)
    square = edition.near[here, direction]
    if square < 0:
        return _no("step.wall", "2.1")
    where = square_name(square)
    if was_visited(state, square):
        return _no("step.visited", "6.2", square=where, pawn=name)
    if is_occupied(state, edition, square, pawn):
        if pawn == Pawn.THIEF:
            return _no("step.stranded", "6.7", square=where, pawn=name)
        clause = "6.5" if pawn < Pawn.THIEF else "6.12"
        return _no("step.occupied", clause, square=where, pawn=name)
    return _no("step.away", "5.8", pawn=name)


def _hero(state: State, edition: Edition, hero: int) -> IllegalReason:
    name = pawn_name(hero)
    if (state.promoted >> hero) & 1:
        return _no("hero.twice", "5.7", hero=name)
    if not has_goods_for(state, edition, state.active, hero):
        return _no("hero.goods", "5.7", hero=name)
    return _no("hero.way", "5.8", hero=name)


def _done(state: State, edition: Edition) -> IllegalReason:
    """Return the reason why the move cannot end here [fantasy-market 5.2, 5.7, 5.8, 6.3, 6.7]."""
    name = pawn_name(state.pawn)
    if state.walked == 0:
        if state.entered:
            return _no("done.leave", "6.3", pawn=name)
        if state.promoting:
            return _no("done.promoted", "5.7", pawn=name)
        return _no("done.stay", "5.2", pawn=name)
    if state.promoting:
        return _no("done.lodging", "5.8", pawn=name)
    return _no("done.occupied", "6.7", pawn=name)


def _tile(state: State, edition: Edition, kind: str, tile: int) -> IllegalReason:
    """Return the reason why a tile cannot be taken, returned, bought or sold."""
    phase, seat = Phase(state.phase), state.chooser
    name, clause = tile_name(tile), CLAUSES[phase]
    value = int(edition.tile_value[tile])
    if kind == "give" and edition.inventory_mode == InventoryMode.RESTOCK:
        return _no("tile.mode.give", clause)
    if kind in ("give", "sell"):
        return _no("tile.own", "5.6" if kind == "give" else clause, tile=name)
    if phase in (Phase.PURCHASE, Phase.LOOT):
        return _no(f"tile.{phase.name.lower()}", clause, tile=name)
    if state.market[tile] == 0:
        return _no("tile.market", clause, tile=name)
    if kind == "buy" and value > state.gold[seat]:
        return _no("tile.gold", clause, tile=name, gold=gold(value))
    if phase == Phase.INVENTORY and edition.inventory_mode == InventoryMode.REARRANGE:
        return _no("tile.mode", clause)
    if phase == Phase.INVENTORY and state.swaps:
        return _no("tile.exchanging", "5.6")
    if phase in (Phase.MARKET, Phase.INVENTORY) and not has_room(state, edition, seat):
        return _no("tile.room", "5.4")
    return _no("tile.value", clause, tile=name, value=value)
