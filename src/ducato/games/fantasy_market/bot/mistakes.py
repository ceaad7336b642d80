"""The mistakes that beginners make in Fantasy Market, and what not even they do."""

from __future__ import annotations

from enum import IntEnum

from ducato.core.verbs import rule

from ..parts import OUTSIDE, Pawn, Terrain
from ..rules.reach import movement
from ..rules.thief import greatest_value, shop_at
from ..state import A, Edition, Phase, State
from .action_features import gets_home, is_late, is_wanted, possible_loss, sale
from .prospects import beats


class Mistake(IntEnum):
    """The mistakes, in the order of their powers of two."""

    MISSED_CUSTOMER = 0  # playing a hero who cannot reach the seat's shop or buys nothing there
    HOARDING = 1  # taking or buying a tile like one that the seat still has
    UNWANTED_STOCK = 2  # taking or buying a tile that no hero could use and pay for
    FEEDING_RIVAL = 3  # ending a hero's move in a rival's shop where the hero buys something
    LEADING_AWAY = 4  # a customer's step away from the seat's shop, which is within reach
    DOOMED_HERO = 5  # sending a hero out to a monster that lies open and wins


@rule
def mistakes(state: State, edition: Edition, action: int) -> int:
    seat = state.chooser
    found = 0
    if action < A.ENTER:
        if action < Pawn.THIEF and not brings_sale(state, edition, seat, action):
            found |= 1 << Mistake.MISSED_CUSTOMER
    elif A.TAKE <= action < A.GIVE or A.BUY <= action < A.SELL:
        tile = action - A.TAKE if action < A.GIVE else action - A.BUY
        if state.phase != Phase.PURCHASE and state.phase != Phase.LOOT:
            if state.stock[seat, tile] > 0:
                found |= 1 << Mistake.HOARDING
            if not is_wanted(state, edition, tile):
                found |= 1 << Mistake.UNWANTED_STOCK
    elif state.phase == Phase.MOVE and state.pawn < Pawn.THIEF:
        if A.STEP <= action < A.ROB:
            square = edition.near[state.at[state.pawn], action - A.STEP]
            if leads_away(state, edition, seat, square):
                found |= 1 << Mistake.LEADING_AWAY
            if state.walked + 1 == state.budget:
                found |= end_mistakes(state, edition, seat, square)
        elif action == A.DONE and state.walked > 0:
            found |= end_mistakes(state, edition, seat, state.at[state.pawn])
    return found


@rule
def brings_sale(state: State, edition: Edition, seat: int, hero: int) -> bool:
    """Return whether a hero can come to a seat's shop with one card and buys something there."""
    if not gets_home(state, edition, seat, hero, movement(state, edition, hero)):
        return False
    return sale(state, edition, seat, hero) > 0


@rule
def leads_away(state: State, edition: Edition, seat: int, square: int) -> bool:
    """Return whether a step to a square puts the seat's shop out of a customer's reach."""
    here = state.at[state.pawn]
    if here == OUTSIDE or sale(state, edition, seat, state.pawn) == 0:
        return False
    left = state.budget - state.walked
    shop = state.shop_of[seat]
    return 0 < edition.way[shop, here] <= left and edition.way[shop, square] > left - 1


@rule
def end_mistakes(state: State, edition: Edition, seat: int, square: int) -> int:
    """Return which mistakes it is to end a hero's move on a square."""
    shop = shop_at(state, edition, square)
    if shop >= 0:
        owner = state.owner[shop]
        if owner >= 0 and owner != seat and shop_at(state, edition, state.trail[0]) != shop:
            if sale(state, edition, owner, state.pawn) > 0:
                return 1 << Mistake.FEEDING_RIVAL
        return 0
    if Terrain.EXIT <= edition.terrain[square] < Terrain.CENTRE:
        monster = state.face_up[edition.terrain[square] - Terrain.EXIT]
        if monster >= 0 and not beats(state, edition, state.pawn, monster):
            return 1 << Mistake.DOOMED_HERO
    return 0


@rule
def makes_sense(state: State, edition: Edition, action: int) -> bool:
    """Return False for an action that gives the seat's own gold or tiles away for nothing.

    These are the last step of the Tax Collector into the own shop, a step of the Thief into it, and
    buying near the end what no hero wants.
    """
    seat = state.chooser
    if A.BUY <= action < A.SELL:
        return not is_late(state, edition) or is_wanted(state, edition, action - A.BUY)
    if state.phase != Phase.MOVE or state.pawn < Pawn.THIEF:
        return True
    square = state.at[state.pawn]
    if A.STEP <= action < A.ROB:
        square = edition.near[square, action - A.STEP]
    elif action != A.DONE or state.walked == 0:
        return True
    if square == OUTSIDE or shop_at(state, edition, square) != state.shop_of[seat]:
        return True
    if state.pawn == Pawn.COLLECTOR:
        last = action == A.DONE or state.walked + 1 == state.budget
        return not last or possible_loss(state, seat) == 0
    looted = (state.looted >> state.shop_of[seat]) & 1
    return action == A.DONE or looted != 0 or greatest_value(state, edition, seat) <= 0
