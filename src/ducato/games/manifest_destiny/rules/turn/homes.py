"""Choosing homes: the bidding order, the auction, and the homes [manifest-destiny 3.1 to 3.3]."""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...state import A, Edition, State
from ...state.actions import BID_STEP, HIGHEST_BID
from ...state.choices import Bidding
from ...state.tables import TERRITORIES, VACANT, Phase, Presence, Stage
from ..tokens import pay, put_token
from .sequence import begin_turn


@rule
def begin_auction(state: State) -> None:
    """Begin the choice of homes with the draw of the bidding order [manifest-destiny 3.1]."""
    state.stage = Stage.HOMES
    state.active = -1
    state.phase = Phase.BID_ORDER


@rule
def outcomes_bid_order(state: State, edition: Edition) -> int:
    """Return the number of cylinders not yet drawn."""
    return edition.players - state.part


@rule
def apply_bid_order(state: State, edition: Edition, outcome: int) -> None:
    """Draw the next cylinder, which sets the next bidder [manifest-destiny 3.1]."""
    for seat in range(edition.players):
        waiting = True
        for turn in range(state.part):
            if state.order[turn] == seat:
                waiting = False
        if waiting:
            if outcome == 0:
                state.order[state.part] = seat
                break
            outcome -= 1
    state.part += 1
    if state.part == edition.players:
        state.part = 0
        state.chooser = state.order[0]
        state.phase = Phase.BID


@rule
def can_bid(state: State, edition: Edition, amount: int) -> bool:
    """Return whether the seat to move can pay a bid and, by a ruling, raises all others (A1)."""
    if amount > state.cash[state.chooser]:
        return False
    return bool(edition.bidding == Bidding.ONE_BID or amount > highest_bid(state, edition))


@rule
def highest_bid(state: State, edition: Edition) -> int:
    """Return the highest bid so far, 0 if there is none."""
    highest = 0
    for seat in range(edition.players):
        highest = max(highest, state.bid[seat])
    return highest


@rule
def legal_bid(state: State, edition: Edition, out: Any) -> int:
    """List the possible bids and, by a ruling, passing [manifest-destiny 3.2] (A1)."""
    n = 0
    for amount in range(0, HIGHEST_BID + 1, BID_STEP):
        if can_bid(state, edition, amount):
            out[n] = A.BID + amount // BID_STEP
            n += 1
    if edition.bidding == Bidding.RAISES:
        out[n] = A.DONE
        n += 1
    return n


@rule
def apply_bid(state: State, edition: Edition, action: int) -> None:
    """Make an open bid or, by a ruling, pass for good [manifest-destiny 3.2] (A1).

    `asked` is a mask of the seats that have passed.
    """
    if action == A.DONE:
        state.asked |= 1 << state.chooser
    else:
        state.bid[state.chooser] = (action - A.BID) * BID_STEP
    next_bidder(state, edition)


@rule
def next_bidder(state: State, edition: Edition) -> None:
    """Ask the next seat in the bidding order, or end the auction.

    Each seat bids once. By a ruling, those that have not passed are asked again and again, until
    only the highest bidder is left or all have passed [manifest-destiny 3.2] (A1).
    """
    state.part += 1
    if edition.bidding == Bidding.ONE_BID:
        if state.part < edition.players:
            state.chooser = state.order[state.part]
        else:
            rank_bids(state, edition)
        return
    highest = highest_bid(state, edition)
    for turn in range(edition.players):
        seat = state.order[(state.part + turn) % edition.players]
        leads = highest > 0 and state.bid[seat] == highest
        if not (state.asked >> seat) & 1 and not leads:
            state.part = (state.part + turn) % edition.players
            state.chooser = seat
            return
    state.asked = 0
    rank_bids(state, edition)


@rule
def rank_bids(state: State, edition: Edition) -> None:
    """Rank the bids for choosing homes: highest first, then earliest [manifest-destiny 3.3]."""
    for turn in range(edition.players):
        seat = state.order[turn]
        rank = 0
        for other in range(edition.players):
            rival = state.order[other]
            if state.bid[rival] > state.bid[seat]:
                rank += 1
            elif other < turn and state.bid[rival] == state.bid[seat]:
                rank += 1
        state.choice[rank] = seat
        state.mat[seat] = rank + 1
    state.part = 0
    state.chooser = state.choice[0]
    state.phase = Phase.HOME


@rule
def can_settle(state: State, edition: Edition, territory: int) -> bool:
    """Return whether a territory is a free home that is not closed."""
    return (
        edition.is_home[territory]
        and not edition.closed[territory]
        and state.owner[territory] == VACANT
    )


@rule
def legal_home(state: State, edition: Edition, out: Any) -> int:
    """List the free homes [manifest-destiny 3.3]."""
    n = 0
    for territory in range(TERRITORIES):
        if can_settle(state, edition, territory):
            out[n] = A.TERRITORY + territory
            n += 1
    return n


@rule
def apply_home(state: State, edition: Edition, action: int) -> None:
    """Take a home, with an Established Presence, and pay the bid [manifest-destiny 3.3]."""
    seat = state.chooser
    territory = action - A.TERRITORY
    state.home[seat] = territory
    state.supply[seat] -= 1
    put_token(state, edition, seat, territory, Presence.ESTABLISHED)
    pay(state, seat, state.bid[seat])
    state.part += 1
    if state.part < edition.players:
        state.chooser = state.choice[state.part]
    else:
        begin_turn(state, edition)
