"""The features of a state for the learned value: what decides who will win, as one seat sees it.

They are asked where a turn begins, before the dice are rolled. Each comes in a pair, for the own
side and for the rival's, or as a difference that is positive if it favours the own side. A feature
is of the order of one and never beyond `LIMIT`; `value_layout` says what each means.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ..rules.building import accepts, can_pay_deed
from ..rules.scoring import ace_worth
from ..state import (
    CARDS,
    DISTRICTS,
    PROPERTIES,
    SEATS,
    SUIT_COUNT,
    AceWorth,
    Edition,
    Kind,
    Phase,
    State,
    TieTotal,
    Zone,
)
from .state_layout import (
    AMOUNT,
    ANY,
    CARD,
    CROWN,
    DEED,
    DEED_WIDTH,
    DEEDABLE,
    DIFFERENCE,
    DISTRICT,
    FIT,
    GAIN,
    HELD,
    INCOME,
    LACK,
    LIMIT,
    OPEN,
    OUTLOOK,
    PAYABLE,
    PLACELESS,
    REACH,
    READY,
    SHORT,
    SUPPLY,
    TOTAL,
    TRADES,
    WIDTH,
    StateFeature,
)
from .state_outlook import (
    describe_prospects,
    describe_tempo,
    own_turns_left,
    owner_of,
    turns_left,
    within,
)

__all__ = ["StateFeature", "features", "turn_begins"]

ROLLS = 100  # outcomes of the two dice


@rule
def turn_begins(state: State) -> bool:
    return state.phase == Phase.ROLL


@rule
def features(state: State, edition: Edition, seat: int, out: Any) -> None:
    left = turns_left(state, edition)
    for side in range(SEATS):
        describe_tokens(state, edition, owner_of(seat, side), side, out)
    # Sums are whole numbers until all cards are counted, and are scaled afterwards.
    for card in range(PROPERTIES):
        if state.zone[card] >= Zone.COLUMN:
            describe_property(state, edition, seat, card, out)
    for card in range(PROPERTIES, CARDS):
        zone = state.zone[card]
        if Zone.CROWNS <= zone < Zone.CROWNS + SEATS:
            side = 0 if zone - Zone.CROWNS == seat else 1
            suit = edition.suit_of[card, 0]
            out[CROWN + SUIT_COUNT * side + suit] = 1
            out[INCOME + SUIT_COUNT * side + suit] += roll_chance(edition, edition.crown_roll)
    for side in range(SEATS):
        for district in range(DISTRICTS):
            describe_deed(state, edition, owner_of(seat, side), side, district, left, out)
    for card in range(PROPERTIES):
        if Zone.HAND <= state.zone[card] < Zone.HAND + SEATS:
            describe_card(state, edition, seat, card, left, out)
    describe_prospects(state, edition, seat, left, out)
    describe_tempo(state, edition, seat, left, out)


@rule
def roll_chance(edition: Edition, rank: int) -> float:
    """Return the chance that a roll pays cards of this rank, or the Crowns [magnate 3.3]."""
    if rank >= edition.crown_roll:
        return 1 - (edition.crown_roll - 1) * (edition.crown_roll - 1) / ROLLS
    return (2 * rank - 1) / ROLLS


@rule
def describe_tokens(state: State, edition: Edition, owner: int, side: int, out: Any) -> None:
    total = 0
    for suit in range(SUIT_COUNT):
        tokens = int(state.tokens[owner, suit])
        if tokens > 0:
            at = SUIT_COUNT * side + suit
            total += tokens
            out[AMOUNT + at] = min(tokens / 5, LIMIT)
            out[ANY + at] = 1
            if tokens >= edition.trade_rate:
                out[TRADES + at] = min(tokens // edition.trade_rate, 3)
    out[SUPPLY + side] = min(total / 10, LIMIT)
    out[HELD + side] = min(state.held[Zone.HAND + owner] / 3, LIMIT)
    for district in range(DISTRICTS):
        suits = accepts(state, edition, owner, district)
        for suit in range(SUIT_COUNT):
            if (suits >> suit) & 1:
                out[OPEN + SUIT_COUNT * side + suit] += 1 / DISTRICTS


@rule
def describe_property(state: State, edition: Edition, seat: int, card: int, out: Any) -> None:
    """Add a card in a column to the totals of its district and to the income."""
    column = state.zone[card] - Zone.COLUMN
    owner = column // DISTRICTS
    district = column % DISTRICTS
    side = 0 if owner == seat else 1
    kind, rank = edition.kind[card], edition.rank[card]
    last = state.last[owner, district]
    blocked = state.deed[owner, district] == 1
    unfinished = blocked and last == card
    at = DISTRICT + WIDTH * district + side
    gain_at = DEED + DEED_WIDTH * district + GAIN + side
    if unfinished:
        out[gain_at] += worth_if_placed(state, edition, owner, district, card)
    elif kind == Kind.ACE:
        worth = ace_worth(state, edition, owner, district, card)
        out[at + TOTAL] += worth
        out[DIFFERENCE + 2] += (1 - 2 * side) * (
            worth if edition.tie_total == TieTotal.SCORED else rank
        )
        if blocked and edition.ace_worth != AceWorth.ONE:
            if edition.suits[last] & edition.suits[card]:
                if edition.court_for_ace or edition.kind[last] != Kind.COURT:
                    out[gain_at] += 1
    else:
        out[at + TOTAL] += rank
        out[DIFFERENCE + 2] += (1 - 2 * side) * rank
    suits = edition.suit_count[card]
    if kind == Kind.ACE:
        chance = roll_chance(edition, 1)
    elif kind == Kind.NUMBER:
        chance = roll_chance(edition, rank) if rank < edition.crown_roll else 0.0
        if unfinished:
            chance /= suits
    else:
        pays = edition.courts_pay and not unfinished
        chance = roll_chance(edition, edition.crown_roll) if pays else 0.0
    for k in range(suits):
        out[INCOME + SUIT_COUNT * side + edition.suit_of[card, k]] += chance


@rule
def worth_if_placed(state: State, edition: Edition, seat: int, district: int, card: int) -> int:
    """Return the worth of a card that is not finished in the district yet, once it is."""
    if edition.kind[card] == Kind.ACE and edition.ace_worth != AceWorth.ONE:
        return ace_worth(state, edition, seat, district, card) + 1
    return int(edition.rank[card])


@rule
def describe_card(
    state: State, edition: Edition, seat: int, card: int, left: int, out: Any
) -> None:
    """Describe a card in a hand, and add it to the districts where it fits."""
    owner = state.zone[card] - Zone.HAND
    side = 0 if owner == seat else 1
    suits = edition.suits[card]
    out[CARD + PROPERTIES * side + card] = 1
    useful = 0
    lacking = 0  # suits without a token
    trades = 0.0
    for suit in range(SUIT_COUNT):
        if (suits >> suit) & 1:
            useful += state.tokens[owner, suit]
            if state.tokens[owner, suit] == 0:
                lacking += 1
        else:
            trades += out[TRADES + SUIT_COUNT * side + suit]
    payable = max(edition.price[card] - useful, lacking) <= trades
    payable = payable and own_turns_left(state, owner, left) > 0
    fits = False
    for district in range(DISTRICTS):
        open_to = accepts(state, edition, owner, district)
        if out[DEED + DEED_WIDTH * district + READY + side] > 0:
            open_to = int(edition.suits[state.last[owner, district]])
        if open_to & suits:
            fits = True
            worth = worth_if_placed(state, edition, owner, district, card)
            at = DISTRICT + WIDTH * district + side
            out[at + FIT] = max(out[at + FIT], worth)
            if payable:
                out[at + REACH] = max(out[at + REACH], worth)
    if not fits:
        out[PLACELESS + side] += 1 / 3
    elif payable:
        out[PAYABLE + side] += 1 / 3
    if fits and can_pay_deed(state, edition, owner, card):
        out[DEEDABLE + side] += 1 / 3


@rule
def describe_deed(
    state: State, edition: Edition, owner: int, side: int, district: int, left: int, out: Any
) -> None:
    """Describe what a seat's deed in a district lacks, and whether it can still be finished."""
    if state.deed[owner, district] == 0:
        return
    card = state.last[owner, district]
    suits = edition.suits[card]
    lack = int(edition.price[card])
    have = 0.0
    income = 0.0
    for suit in range(SUIT_COUNT):
        if (suits >> suit) & 1:
            lack -= state.laid[owner, district, suit]
            have += state.tokens[owner, suit]
            income += out[INCOME + SUIT_COUNT * side + suit]
        else:
            have += out[TRADES + SUIT_COUNT * side + suit]
    at = DEED + DEED_WIDTH * district + side
    out[at + LACK] = within(lack / 10, LIMIT)
    out[at + SHORT] = within(max(0.0, lack - have) / 10, LIMIT)
    if own_turns_left(state, owner, left) > 0:
        part = min(1.0, (have + income * left) / max(lack, 1))
        out[at + OUTLOOK] = part * part * part
        out[at + READY] = have >= lack
