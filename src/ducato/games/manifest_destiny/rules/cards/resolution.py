"""The resolution of a card, and its operations with dice, draws or non-territory choices.

[manifest-destiny 6.5, 6.14, 20.8]. In World War, `turner` counts the opponents already dealt with.
"""

from __future__ import annotations

from typing import Any

from ducato.core.cards import nth_card
from ducato.core.verbs import rule

from ...state import YES, A, Edition, State
from ...state.tables import BREAKTHROUGHS, CHOICE, OPERATIONS, PAYOUTS, PRODUCTS, Op, Phase, Zone
from ..breakthroughs.card_steps import offer_step
from ..breakthroughs.research import ROLLED_BY_CARD, start_research
from ..breakthroughs.steps import can_study
from ..dice import FACES
from ..tokens import change_profit, lose_cash, pay, pioneer_limit, receive
from .deck import cards_in, move_unseen, start_draws
from .effects import immediate
from .payouts import pay_out
from .playing import NOTHING, ONLY_PAYOUT, finish_card
from .programs import argument, next_step, position_of, seat_after
from .territory_choices import resolve_map


@rule
def resolve(state: State, edition: Edition) -> None:
    """Begin or continue the card's present operation or payout, or finish the card."""
    if state.step >= OPERATIONS + PAYOUTS:
        finish_card(state)
        return
    where = position_of(state, edition)
    if where >= OPERATIONS:
        resolve_payout(state, edition, where - OPERATIONS)
        return
    op = edition.op[state.card, where]
    if op == Op.NONE or state.half >= ONLY_PAYOUT:
        next_step(state)
        return
    a = edition.op_a[state.card, where]
    b = edition.op_b[state.card, where]
    if op <= Op.FREE_CITY:
        resolve_map(state, edition, op, a, b)
    elif immediate(state, edition, op, a, b):
        next_step(state)
    else:
        resolve_choice(state, edition, op, a, b)


@rule
def resolve_payout(state: State, edition: Edition, slot: int) -> None:
    product = edition.pays[state.card, slot]
    if product < 0 or state.half == 1 or state.half == NOTHING:
        next_step(state)
    elif product == CHOICE:
        state.phase = Phase.PRODUCT
    else:
        pay_out(state, edition, product)
        next_step(state)


@rule
def resolve_choice(state: State, edition: Edition, op: int, a: int, b: int) -> None:
    """Begin or continue an operation with dice, draws or a choice other than a territory."""
    hero = state.hero
    if op == Op.PIONEER:
        if can_get_pioneer(state, edition, hero):
            state.phase = Phase.PIONEER
        else:
            receive(state, hero, a)
            next_step(state)
    elif op == Op.STEP:
        offer_step(state, edition, a)
    elif op == Op.ROBBER:
        state.phase = Phase.ROBBER_DIE
    elif op == Op.WORLD_WAR:
        next_loss(state, edition, a, b)
    elif op == Op.MOON:
        if can_study_any(state, edition, hero):
            state.phase = Phase.BREAKTHROUGH
        else:
            next_step(state)
    elif op == Op.SPY:
        if state.victim >= 0 and cards_in(state, Zone.HAND + state.victim) > 0:
            state.phase = Phase.STEAL
        else:
            next_step(state)
    else:
        next_step(state)
        start_draws(state, hero, a, Phase.RESOLVE)


@rule
def can_get_pioneer(state: State, edition: Edition, seat: int) -> bool:
    """Return whether a seat can take a free Pioneer: it needs room on its mat and a token.

    The token comes from supply. Unless a ruling exempts free Pioneers, the seat must have acquired
    none this turn.

    [manifest-destiny 7.2] (A17, A18).
    """
    if edition.free_pioneers_count and state.acquired[seat]:
        return False
    return bool(state.pioneers[seat] < pioneer_limit(state, edition) and state.supply[seat] > 0)


@rule
def apply_pioneer(state: State, edition: Edition, action: int) -> None:
    """Take a free Pioneer, or the cash instead of it [manifest-destiny 7.2]."""
    hero = state.hero
    if action == YES:
        state.supply[hero] -= 1
        state.pioneers[hero] += 1
        if edition.free_pioneers_count:
            state.acquired[hero] = 1
    else:
        receive(state, hero, argument(state, edition))
    next_step(state)


@rule
def can_study_any(state: State, edition: Edition, seat: int) -> bool:
    for breakthrough in range(BREAKTHROUGHS):
        if can_study(state, edition, seat, breakthrough):
            return True
    return False


@rule
def legal_breakthrough(state: State, edition: Edition, out: Any) -> int:
    """List the Breakthroughs that a card lets the player research."""
    n = 0
    for breakthrough in range(BREAKTHROUGHS):
        if can_study(state, edition, state.chooser, breakthrough):
            out[n] = A.RESEARCH + breakthrough
            n += 1
    return n


@rule
def apply_breakthrough(state: State, edition: Edition, action: int) -> None:
    """Begin the research roll that Moon Landing gives in Card Play [manifest-destiny 6.14].

    The roll rules out a joint claim this turn [manifest-destiny 7.7], but not research in
    Investment.
    """
    state.researched[state.hero] |= ROLLED_BY_CARD
    dice = argument(state, edition)
    start_research(state, edition, action - A.RESEARCH, dice, Phase.RESOLVE)


@rule
def outcomes_robber_die(state: State, edition: Edition) -> int:
    """Return the number of faces of Robber Barons' die."""
    return FACES


@rule
def apply_robber_die(state: State, edition: Edition, outcome: int) -> None:
    """Carry out Robber Barons: the victim pays $10 times the die, at most its cash."""
    state.dice = 1
    state.die[0] = outcome + 1
    state.defence = 0
    lose_cash(state, state.victim, (outcome + 1) * argument(state, edition))
    next_step(state)


@rule
def outcomes_steal(state: State, edition: Edition) -> int:
    """Return the number of cards that Spy may take."""
    return cards_in(state, Zone.HAND + state.victim)


@rule
def apply_steal(state: State, edition: Edition, outcome: int) -> None:
    """Carry out Spy: take a random card from the victim's hand; the victim sees which."""
    card = nth_card(state.zone, Zone.HAND + state.victim, outcome)
    hero = state.hero
    move_unseen(state, edition, card, Zone.HAND + hero, 1 << hero)
    state.shown[card] |= 1 << state.victim
    next_step(state)


@rule
def next_loss(state: State, edition: Edition, cash: int, profit: int) -> None:
    """Carry out World War: the next opponent with enough cash chooses to lose cash or Profit.

    Opponents with less than `cash` lose Profit.
    """
    while state.turner < edition.players - 1:
        seat = seat_after(state, edition, state.turner + 1)
        if state.cash[seat] >= cash:
            state.chooser = seat
            state.phase = Phase.LOSS
            return
        change_profit(state, edition, seat, -profit)
        state.turner += 1
    next_step(state)


@rule
def apply_loss(state: State, edition: Edition, action: int) -> None:
    """Lose cash or Profit to World War."""
    where = position_of(state, edition)
    if action == YES:
        pay(state, state.chooser, edition.op_a[state.card, where])
    else:
        change_profit(state, edition, state.chooser, -edition.op_b[state.card, where])
    state.turner += 1
    state.phase = Phase.RESOLVE


@rule
def legal_product(state: State, edition: Edition, out: Any) -> int:
    """List all products."""
    for product in range(PRODUCTS):
        out[product] = A.PRODUCT + product
    return PRODUCTS


@rule
def apply_product(state: State, edition: Edition, action: int) -> None:
    """Name the product that a card pays out [manifest-destiny 6.6]."""
    pay_out(state, edition, action - A.PRODUCT)
    next_step(state)
