"""The movement of a pawn square by square, and the effects where it ends [fantasy-market 6]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ..parts import OUTSIDE, Pawn, Terrain
from ..state import Edition, Phase, State
from .encounters import leave_town
from .promotion import finish_character, promoted_steps
from .purchase import serve
from .reach import can_enter_somewhere, can_go_on, movement
from .thief import enters_shop, meets_hero, sell_loot, shop_at

TAX_SIDES = 2  # the tax is the die divided by this, rounded up


@rule
def begin_move(state: State, edition: Edition, pawn: int) -> None:
    """Begin a character's move; if no step is possible, go on to the next promotion or card."""
    state.pawn = pawn
    state.walked = 0
    state.entered = 0
    state.looted = 0
    state.die = 0
    state.trail[0] = state.at[pawn]
    if state.promoting:
        state.budget = promoted_steps(state, edition, pawn)
    else:
        state.budget = movement(state, edition, pawn)
    state.phase = Phase.MOVE
    if state.at[pawn] == OUTSIDE:
        if not can_enter_somewhere(state, edition, pawn, state.budget, bool(state.promoting)):
            finish_character(state, edition)
        return
    start = shop_at(state, edition, state.at[pawn])
    if start >= 0 and not edition.same_shop_retrigger:
        state.looted = 1 << start
    if not can_go_on(state, edition):
        finish_character(state, edition)


@rule
def enter(state: State, edition: Edition, exit: int) -> None:
    """Enter the board by an exit, whose square costs no step and must be left [12.16]."""
    state.entered = 1
    state.at[state.pawn] = edition.gate[exit]
    state.trail[0] = edition.gate[exit]


@rule
def step(state: State, edition: Edition, direction: int) -> None:
    """Move the pawn one square; the Thief may then loot and rob, and the move may end [6]."""
    pawn = state.pawn
    square = edition.near[state.at[pawn], direction]
    state.at[pawn] = square
    state.walked += 1
    state.trail[state.walked] = square
    if pawn != Pawn.THIEF:
        go_on(state, edition)
    elif not enters_shop(state, edition):
        look_for_hero(state, edition)


@rule
def look_for_hero(state: State, edition: Edition) -> None:
    """Ask whether the Thief robs a hero on this square, or else go on with the move."""
    if not meets_hero(state, edition):
        go_on(state, edition)


@rule
def go_on(state: State, edition: Edition) -> None:
    """Ask for the next step, or end the move if no step is possible."""
    state.phase = Phase.MOVE
    if not can_go_on(state, edition):
        end_move(state, edition)


@rule
def starts_new_visit(state: State, edition: Edition, shop: int) -> bool:
    """Return whether the pawn's arrival in this shop counts as a new visit [12.17]."""
    return bool(edition.same_shop_retrigger) or shop_at(state, edition, state.trail[0]) != shop


@rule
def end_move(state: State, edition: Edition) -> None:
    """End the move, and carry out the effects of the square where the pawn stops [6]."""
    pawn = state.pawn
    square = state.at[pawn]
    if state.walked == 0:
        finish_character(state, edition)
        return
    terrain = edition.terrain[square]
    if Terrain.EXIT <= terrain < Terrain.CENTRE and pawn != Pawn.COLLECTOR:
        if pawn == Pawn.THIEF:
            sell_loot(state, edition)
            finish_character(state, edition)
        else:
            leave_town(state, edition, terrain - Terrain.EXIT)
        return
    shop = shop_at(state, edition, square)
    if shop >= 0 and state.owner[shop] >= 0 and starts_new_visit(state, edition, shop):
        if pawn == Pawn.COLLECTOR:
            state.phase = Phase.TAX_ROLL
            return
        if pawn < Pawn.THIEF:
            state.visits = edition.purchases_per_visit
            serve(state, edition, state.owner[shop])
            return
    finish_character(state, edition)


@rule
def tax(state: State, edition: Edition, outcome: int) -> None:
    """Take half the roll, rounded up, from the shop's owner, but never the last gold [6, 12.26]."""
    state.die = outcome + 1
    seat = state.owner[shop_at(state, edition, state.at[Pawn.COLLECTOR])]
    due = (state.die + 1) // TAX_SIDES
    loss = min(due, max(0, int(state.gold[seat]) - 1))
    state.gold[seat] -= loss
    state.reserve += loss
    finish_character(state, edition)
