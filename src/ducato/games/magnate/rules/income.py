"""The dice: tax and income [magnate 3.1 to 3.3, 8.1, 8.6]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ..state import (
    CARDS,
    DISTRICTS,
    PROPERTIES,
    SEATS,
    SUIT_COUNT,
    DoubleOneTax,
    Edition,
    Kind,
    Phase,
    State,
    Zone,
)

FACES = 10


@rule
def higher_die(state: State) -> int:
    return max(int(state.dice[0]), int(state.dice[1]))


@rule
def tax_outcomes(state: State, edition: Edition) -> int:
    """Return the number of outcomes of the tax roll: one die or two [magnate 3.2, 7.3, 8.1]."""
    two_on_one = edition.double_one_tax == DoubleOneTax.TWO
    two = edition.double_taxation or (two_on_one and higher_die(state) == 1)
    return SUIT_COUNT * SUIT_COUNT if two else SUIT_COUNT


@rule
def roll(state: State, edition: Edition, outcome: int) -> None:
    """Set both ten-sided dice; go on to the tax if either shows 1, else to income [magnate 3.2]."""
    state.dice[0] = outcome % FACES + 1
    state.dice[1] = outcome // FACES + 1
    if state.dice[0] == 1 or state.dice[1] == 1:
        state.phase = Phase.TAX
    else:
        begin_income(state, edition)


@rule
def tax(state: State, edition: Edition, outcome: int) -> None:
    """Leave each seat at most `tax_keeps` tokens of each rolled suit, then go on [magnate 3.2]."""
    state.taxed = 1 << (outcome % SUIT_COUNT)
    if tax_outcomes(state, edition) > SUIT_COUNT:
        state.taxed |= 1 << (outcome // SUIT_COUNT)
    for suit in range(SUIT_COUNT):
        if state.taxed >> suit & 1:
            for seat in range(SEATS):
                state.tokens[seat, suit] = min(
                    int(state.tokens[seat, suit]), int(edition.tax_keeps)
                )
    begin_income(state, edition)


@rule
def begin_income(state: State, edition: Edition) -> None:
    for seat in range(SEATS):
        for district in range(DISTRICTS):
            state.chosen[seat, district] = -1
    state.chooser = state.active
    next_income_choice(state, edition)


@rule
def next_income_choice(state: State, edition: Edition) -> None:
    """Ask which suit the next deed pays, or go on to the payment if none is left [magnate 8.6].

    The deeds of the active seat come first.
    """
    rank = higher_die(state)
    if 1 < rank < edition.crown_roll:
        for turn in range(SEATS):
            seat = (state.active + turn) % SEATS
            for district in range(DISTRICTS):
                if state.deed[seat, district] and state.chosen[seat, district] < 0:
                    card = state.last[seat, district]
                    if edition.kind[card] == Kind.NUMBER and edition.rank[card] == rank:
                        state.chooser = seat
                        state.district = district
                        state.card = card
                        state.phase = Phase.CHOOSE_INCOME
                        return
    state.chooser = state.active
    state.district = -1
    state.card = -1
    state.phase = Phase.INCOME


@rule
def choose_income(state: State, edition: Edition, suit: int) -> None:
    """Fix the suit that a deed pays; payment waits until all choices are made [magnate 8.6]."""
    state.chosen[state.chooser, state.district] = suit
    next_income_choice(state, edition)


@rule
def pay_income(state: State, edition: Edition) -> None:
    """Pay both seats the income of the higher die, then let the active seat act [magnate 3.3]."""
    rank = higher_die(state)
    if rank >= edition.crown_roll:
        for card in range(PROPERTIES, CARDS):
            if Zone.CROWNS <= state.zone[card] < Zone.CROWNS + SEATS:
                receive(state, edition, state.zone[card] - Zone.CROWNS, card)
    for card in range(PROPERTIES):
        if state.zone[card] < Zone.COLUMN:
            continue
        kind = edition.kind[card]
        pays = (
            (kind == Kind.ACE and rank == 1)
            or (kind == Kind.NUMBER and edition.rank[card] == rank and rank < edition.crown_roll)
            or (kind == Kind.COURT and rank >= edition.crown_roll and edition.courts_pay == 1)
        )
        if not pays:
            continue
        column = state.zone[card] - Zone.COLUMN
        seat = column // DISTRICTS
        district = column % DISTRICTS
        unfinished = state.deed[seat, district] and state.last[seat, district] == card
        if unfinished and kind == Kind.NUMBER:
            state.tokens[seat, state.chosen[seat, district]] += 1
        elif not (unfinished and kind == Kind.COURT):
            receive(state, edition, seat, card)
    state.phase = Phase.ACT


@rule
def receive(state: State, edition: Edition, seat: int, card: int) -> None:
    """Give a seat one token of each suit of the card."""
    for k in range(edition.suit_count[card]):
        state.tokens[seat, edition.suit_of[card, k]] += 1
