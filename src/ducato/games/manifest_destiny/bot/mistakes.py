"""The mistakes that beginners make in Manifest Destiny, and what not even they do."""

from __future__ import annotations

from enum import IntEnum

from ducato.core.verbs import rule

from ..rules.cards.deck import cards_in
from ..rules.cards.playing import can_play
from ..rules.cards.programs import operation
from ..rules.expansion.placing import can_expand, expansion_cost
from ..rules.investment.progressions import can_buy
from ..rules.tokens import hand_limit
from ..state import A, Edition, State
from ..state.actions import BID_STEP
from ..state.tables import (
    CARDS,
    OPERATIONS,
    PROGRESSIONS,
    TERRITORIES,
    VACANT,
    Op,
    Phase,
    Type,
    Zone,
)
from .action_features.events import LAND, TURNS, cash_change, land_change, profit_change
from .estimate import turns_left


class Mistake(IntEnum):
    """The mistakes, in the order of their powers of two."""

    OVERBIDDING = 0  # a bid that leaves too little for the first tokens
    FORGOTTEN_LIMIT = 1  # ending Card Play with too many cards, though one could be played
    HOARDING = 2  # ending Investment with cash for an advance
    IDLE_TOKENS = 3  # ending Expansion with tokens for vacant land
    DEAR_ATTACK = 4  # attacking although vacant land would cost no more
    EMPTY_POCKETS = 5  # buying no tokens at all before Expansion


DEAR = 20  # dollars: most homes are worth less than such a bid


@rule
def mistakes(state: State, edition: Edition, action: int) -> int:
    seat = state.chooser
    found = 0
    phase = state.phase
    if action < A.TERRITORY:
        if action * BID_STEP >= DEAR:
            found |= 1 << Mistake.OVERBIDDING
    elif phase == Phase.EXPAND:
        if action == A.DONE:
            if cheapest_land(state, edition, seat) <= state.bought[seat]:
                found |= 1 << Mistake.IDLE_TOKENS
        elif A.TERRITORY <= action < A.CARD:
            territory = action - A.TERRITORY
            if state.owner[territory] != VACANT:
                cost = expansion_cost(state, edition, seat, territory)
                if cheapest_land(state, edition, seat) <= cost:
                    found |= 1 << Mistake.DEAR_ATTACK
    elif action == A.DONE and phase == Phase.PLAY:
        if exceeds_limit(state, edition, seat):
            found |= 1 << Mistake.FORGOTTEN_LIMIT
    elif action == A.DONE and phase == Phase.INVEST:
        if state.bought[seat] == 0:
            found |= 1 << Mistake.EMPTY_POCKETS
        for progression in range(PROGRESSIONS):
            if can_buy(state, edition, seat, progression):
                found |= 1 << Mistake.HOARDING
    return found


@rule
def cheapest_land(state: State, edition: Edition, seat: int) -> int:
    """Return the tokens that the cheapest vacant land in reach costs, 100 if there is none."""
    cheapest = 100
    for territory in range(TERRITORIES):
        if state.owner[territory] == VACANT and can_expand(state, edition, seat, territory):
            cheapest = min(cheapest, expansion_cost(state, edition, seat, territory))
    return cheapest


@rule
def exceeds_limit(state: State, edition: Edition, seat: int) -> bool:
    """Return whether a seat's cards in excess cost it Profit although it could play one."""
    if cards_in(state, Zone.HAND + seat) <= hand_limit(state, edition, seat):
        return False
    if state.profit[seat] <= edition.profit_min:
        return False
    for card in range(CARDS):
        if state.zone[card] == Zone.HAND + seat and can_play(state, edition, seat, card):
            return True
    return False


@rule
def makes_sense(state: State, edition: Edition, action: int) -> bool:
    """Return False for an action that costs the seat something and nobody else more.

    These are a card whose event costs its player as much as anybody, and an own territory chosen
    for a loss that could fall on another player.
    """
    seat = state.chooser
    if state.phase == Phase.PLAY and A.CARD <= action < A.ADVANCE:
        card = action - A.CARD
        return edition.type[card] == Type.HALF or not harms_itself(state, edition, seat, card)
    if state.phase == Phase.HALF and action == A.HALF:
        return not harms_itself(state, edition, seat, state.card)
    if state.phase == Phase.CHOOSE and A.TERRITORY <= action < A.CARD and seat == state.hero:
        op = operation(state, edition)
        if op == Op.EARTHQUAKE or op == Op.DUST_BOWL:
            return bool(state.owner[action - A.TERRITORY] != seat)
    return True


@rule
def harms_itself(state: State, edition: Edition, seat: int, card: int) -> bool:
    """Return whether a card's event costs its player at least as much as any rival."""
    own = 0.0
    hardest = 0.0
    turns = max(TURNS, turns_left(state, edition))
    for other in range(edition.players):
        worth = 0.0
        for index in range(OPERATIONS):
            op = edition.op[card, index]
            if op != Op.NONE:
                a, b = edition.op_a[card, index], edition.op_b[card, index]
                worth += cash_change(state, edition, op, a, b, seat, -1, other)
                worth += turns * profit_change(state, edition, op, a, b, seat, other)
                worth += LAND * land_change(state, edition, op, a, b, seat, -1, other)
        if other == seat:
            own = worth
        else:
            hardest = min(hardest, worth)
    return own < 0 and own <= hardest
