"""The promotion of heroes, and how the game goes on after a pawn's move [fantasy-market 5]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ..parts import HEROES, NONE, OUTSIDE, TILE_COUNT
from ..state import Edition, Phase, State
from .reach import WAYS, can_enter_somewhere, can_go, movement
from .turns import finish_card


@rule
def suits(edition: Edition, tile: int, hero: int) -> bool:
    """Return whether the hero can use the tile: it has the hero's colour or is white [1.6]."""
    return edition.tile_class[tile] == hero or edition.tile_class[tile] == HEROES


@rule
def has_goods_for(state: State, edition: Edition, seat: int, hero: int) -> bool:
    """Return whether the seat's shop holds a tile for the hero, whatever the hero's gold [5]."""
    for tile in range(TILE_COUNT):
        if state.stock[seat, tile] > 0 and suits(edition, tile, hero):
            return True
    return False


@rule
def promoted_steps(state: State, edition: Edition, hero: int) -> int:
    """Return the number of steps of a promoted hero: a part of the movement, rounded down [5]."""
    return movement(state, edition, hero) // edition.promotion_divisor


@rule
def can_promote(state: State, edition: Edition, hero: int) -> bool:
    """Return whether the active seat may promote the hero and the hero is able to move."""
    if (state.promoted >> hero) & 1:
        return False
    steps = promoted_steps(state, edition, hero)
    if steps == 0 or not has_goods_for(state, edition, state.active, hero):
        return False
    here = state.at[hero]
    if here == OUTSIDE:
        if not edition.promotion_from_outside:
            return False
        return can_enter_somewhere(state, edition, hero, steps, True)
    for direction in range(WAYS):
        if can_go(state, edition, hero, here, direction, steps - 1, True):
            return True
    return False


@rule
def go_on_promoting(state: State, edition: Edition) -> None:
    """Ask for the next hero to promote, or finish the card if there can be none."""
    state.pawn = NONE
    state.walked = 0
    state.trail[0] = OUTSIDE
    count = 0
    for hero in range(HEROES):
        count += (state.promoted >> hero) & 1
    if count < edition.promotion_heroes:
        for hero in range(HEROES):
            if can_promote(state, edition, hero):
                state.phase = Phase.PROMOTE
                return
    finish_card(state, edition)


@rule
def begin_promotion(state: State, edition: Edition) -> None:
    state.promoting = 1
    state.promoted = 0
    go_on_promoting(state, edition)


@rule
def finish_character(state: State, edition: Edition) -> None:
    """Go on to the next promotion or the next card, after a pawn's move and its consequences."""
    if state.promoting:
        go_on_promoting(state, edition)
    else:
        finish_card(state, edition)
