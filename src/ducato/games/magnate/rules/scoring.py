"""The scores: the worth of districts, the measures of the result and the winner [magnate 5]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ..state import (
    DISTRICTS,
    PROPERTIES,
    SUIT_COUNT,
    AceWorth,
    Edition,
    Kind,
    State,
    TieTotal,
    Zone,
)


@rule
def unfinished(state: State, seat: int, district: int) -> int:
    """Return the unfinished deed at the end of the seat's column, or -1 if there is none."""
    return state.last[seat, district] if state.deed[seat, district] else -1


@rule
def ace_worth(state: State, edition: Edition, seat: int, district: int, ace: int) -> int:
    """Return the worth of a finished Ace: 1, or the number of cards that it counts [magnate 5.5].

    It counts the finished properties of its suit in the seat's column. With `acey_deucey`, it also
    counts those in the other seat's column, and the district's Pawn if it bears the suit. Courts
    count only with `court_for_ace` [magnate 6.2, 7.2, 8.16].
    """
    if edition.ace_worth == AceWorth.ONE:
        return 1
    suits = edition.suits[ace]
    own = other = Zone.COLUMN + DISTRICTS * seat + district  # unless both columns count
    if edition.acey_deucey:
        other = Zone.COLUMN + DISTRICTS * (1 - seat) + district
    deed, other_deed = unfinished(state, seat, district), unfinished(state, 1 - seat, district)
    courts = edition.court_for_ace
    worth = 0
    for card in range(PROPERTIES):
        zone = state.zone[card]
        if zone not in (own, other) or card in (deed, other_deed):
            continue
        if edition.kind[card] == Kind.COURT and not courts:
            continue  # [magnate 8.16]
        if edition.suits[card] & suits:
            worth += 1
    pawn = state.pawn[district]
    if edition.acey_deucey and edition.kind[pawn] != Kind.EXCUSE and edition.suits[pawn] & suits:
        worth += 1
    return worth


@rule
def district_total(state: State, edition: Edition, seat: int, district: int, as_ranks: bool) -> int:
    """Return the worth of a seat's finished properties in a district [magnate 5.5].

    With `as_ranks`, it is the sum of their ranks, where an Ace counts as 1.
    """
    total = 0
    if state.length[seat, district] == 0:
        return total
    column = Zone.COLUMN + DISTRICTS * seat + district
    deed = unfinished(state, seat, district)
    for card in range(PROPERTIES):
        if state.zone[card] != column or card == deed:
            continue
        if edition.kind[card] == Kind.ACE and not as_ranks:
            total += ace_worth(state, edition, seat, district, card)
        else:
            total += edition.rank[card]
    return total


@rule
def districts_won(state: State, edition: Edition, seat: int) -> int:
    """Return the number of districts that the seat wins; ties do not count [magnate 5.6, 8.18]."""
    won = 0
    for district in range(DISTRICTS):
        mine = district_total(state, edition, seat, district, False)
        if mine > district_total(state, edition, 1 - seat, district, False):
            won += 1
    return won


@rule
def tie_total(state: State, edition: Edition, seat: int) -> int:
    """Return the first tie-breaker: the seat's ranks or worths in all districts [magnate 8.4]."""
    as_ranks = edition.tie_total != TieTotal.SCORED
    total = 0
    for district in range(DISTRICTS):
        total += district_total(state, edition, seat, district, as_ranks)
    return total


@rule
def supply(state: State, edition: Edition, seat: int) -> int:
    """Return the number of the seat's tokens, with those on deeds if they count [magnate 8.17]."""
    total = 0
    for suit in range(SUIT_COUNT):
        total += state.tokens[seat, suit]
        if edition.deed_tokens_tie:
            for district in range(DISTRICTS):
                total += state.laid[seat, district, suit]
    return total


@rule
def lead(state: State, edition: Edition) -> int:
    """Return a positive number if seat 0 leads, negative if seat 1 does, else 0 [magnate 5.7]."""
    difference = districts_won(state, edition, 0) - districts_won(state, edition, 1)
    if difference == 0:
        difference = tie_total(state, edition, 0) - tie_total(state, edition, 1)
    if difference == 0:
        difference = supply(state, edition, 0) - supply(state, edition, 1)
    return difference


@rule
def ranking(state: State, edition: Edition, out: Any) -> None:
    ahead = lead(state, edition)
    out[0] = 2 if ahead < 0 else 1
    out[1] = 2 if ahead > 0 else 1
