"""By how much the tokens may change in each step of Magnate, counted apart from the rules.

`conserved` is in the compiled subset, so that `benchmarks/soak.py` checks it after every step.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule
from ducato.games.magnate.state import (
    ACTIONS,
    DISTRICTS,
    PROPERTIES,
    SEATS,
    SUIT_COUNT,
    Kind,
    Phase,
    Zone,
)

DEED = ACTIONS.offset("deed")
SELL = ACTIONS.offset("sell")
TRADE = ACTIONS.offset("trade")
DEVELOP = ACTIONS.offset("develop")
DISTRICT = ACTIONS.offset("district")
PAY = ACTIONS.offset("pay")
INCOME = ACTIONS.offset("income")


@rule
def total(state: Any, seat: int) -> int:
    """Return the supply of a seat."""
    tokens = 0
    for suit in range(SUIT_COUNT):
        tokens += state.tokens[seat, suit]
    return tokens


@rule
def on_deeds(state: Any, seat: int) -> int:
    """Return the tokens on a seat's deeds; -1 if some lie where there is no deed."""
    tokens = 0
    for district in range(DISTRICTS):
        for suit in range(SUIT_COUNT):
            laid = state.laid[seat, district, suit]
            if laid < 0 or (laid > 0 and not state.deed[seat, district]):
                return -1
            tokens += laid
    return tokens


@rule
def gain(before: Any, after: Any, edition: Any, seat: int, player: int, action: int) -> int:
    """Return what the rules add to a seat's supply in this step [magnate 3.2 to 3.8]."""
    if before.phase == Phase.DEAL_CROWNS:
        return after.held[Zone.CROWNS + seat] - before.held[Zone.CROWNS + seat]
    if before.phase == Phase.TAX:
        change = 0
        for suit in range(SUIT_COUNT):
            if (after.taxed >> suit) & 1:
                change -= max(0, int(before.tokens[seat, suit]) - int(edition.tax_keeps))
        return change
    if before.phase == Phase.INCOME:
        return income(before, edition, seat)
    if player != seat:
        return 0
    if before.phase == Phase.CHOOSE_DISTRICT:
        if before.as_deed:
            return -edition.deed_each[before.card] * edition.suit_count[before.card]
        return after.due - edition.price[before.card]
    if before.phase == Phase.PAY:
        return after.due - before.due
    if before.phase == Phase.ACT:
        if SELL <= action < TRADE:
            return edition.sale_each[action - SELL] * edition.suit_count[action - SELL]
        if TRADE <= action < DEVELOP:
            return 1 - edition.trade_rate
        if DEVELOP <= action < DISTRICT:
            return -1
    return 0


@rule
def income(state: Any, edition: Any, seat: int) -> int:
    """Return how many tokens the dice bring to a seat [magnate 3.3, 8.15]."""
    rank = max(int(state.dice[0]), int(state.dice[1]))
    crowns = rank >= edition.crown_roll
    tokens = int(state.held[Zone.CROWNS + seat]) if crowns else 0
    for district in range(DISTRICTS):
        for card in range(PROPERTIES):
            if state.zone[card] != Zone.COLUMN + DISTRICTS * seat + district:
                continue
            deed = state.deed[seat, district] and state.last[seat, district] == card
            kind = edition.kind[card]
            if kind == Kind.ACE and rank == 1:
                tokens += 1
            elif kind == Kind.NUMBER and not crowns and edition.rank[card] == rank:
                tokens += 1 if deed else 2
            elif kind == Kind.COURT and crowns and edition.courts_pay and not deed:
                tokens += 3
    return tokens


@rule
def conserved(before: Any, after: Any, edition: Any, player: int, action: int) -> bool:
    """Return whether nothing was lost, gained, or driven below zero by this step."""
    for seat in range(SEATS):
        for suit in range(SUIT_COUNT):
            if after.tokens[seat, suit] < 0:
                return False
        change = total(after, seat) - total(before, seat)
        if change != gain(before, after, edition, seat, player, action):
            return False
        laid = on_deeds(after, seat)
        if laid < 0:
            return False
        put = 0
        if player == seat and before.phase == Phase.ACT and DEVELOP <= action < DISTRICT:
            put = 1
            district = (action - DEVELOP) // SUIT_COUNT
            if not after.deed[seat, district]:
                put -= edition.price[before.last[seat, district]]
        if laid != on_deeds(before, seat) + put:
            return False
    return True
