"""The set-up and the auction of homes [manifest-destiny 2.1, 3.1]."""

from __future__ import annotations

from ducato.core.cards import nth_card
from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.cards.deck import cards_in, move_card
from ducato.games.manifest_destiny.rules.tokens import pay, put_token, receive
from ducato.games.manifest_destiny.rules.turn.sequence import begin_turn
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.choices import Bidding
from ducato.games.manifest_destiny.state.tables import (
    CARDS,
    SEATS,
    TERRITORIES,
    VACANT,
    Phase,
    Presence,
    Stage,
    Type,
    Zone,
)

ONLY_ERA_1 = 2  # mask of eras
FEW, SOME = 3, 4  # numbers of players


@rule
def setup(state: State, edition: Edition) -> None:
    """Set up the table, up to the first deal [manifest-destiny 2.1]."""
    state.era = 1
    state.deck_era = 1
    state.chooser = -1
    state.active = -1
    state.most_cities = -1
    state.card = -1
    state.hero = -1
    state.victim = -1
    state.territory = -1
    state.settled = -1
    state.left = -1
    state.drawer = -1
    state.defender = -1
    state.breakthrough = -1
    state.natives_left = edition.native_markers
    state.tourism_left = edition.tourism_markers
    state.technology_left = edition.technology_markers
    for territory in range(TERRITORIES):
        state.owner[territory] = VACANT
    for seat in range(SEATS):
        state.order[seat] = -1
        state.choice[seat] = -1
        state.home[seat] = -1
        state.partner[seat] = -1
    profit = edition.start_profit_5p
    if edition.players == SOME:
        profit = edition.start_profit_4p
    elif edition.players == FEW:
        profit = edition.start_profit_3p
    for seat in range(edition.players):
        receive(state, seat, int(edition.start_cash))
        state.profit[seat] = profit
        state.supply[seat] = edition.control_tokens
    sort_cards(state, edition)
    state.phase = Phase.DEAL_DESTINY


@rule
def sort_cards(state: State, edition: Edition) -> None:
    """Sort the cards by era; the first deck has only the Destiny cards numbered 1 to 6.

    With three or four players, some cards are removed [manifest-destiny 2.2, 2.4].
    """
    for card in range(CARDS):
        eras = int(edition.eras[card])
        batch = 2
        if (eras >> 1) & 1:
            batch = 0
        elif (eras >> 2) & 1:
            batch = 1
        zone = Zone.ASIDE
        if edition.removed[card]:
            zone = Zone.BOX
        elif edition.type[card] == Type.DESTINY and eras == ONLY_ERA_1:
            zone = Zone.DECK
        state.batch[card] = batch
        state.zone[card] = zone
        state.held[batch, zone] += 1


@rule
def deal_destiny(state: State, edition: Edition, outcome: int) -> None:
    """Deal a Destiny card of Era 1 to the next seat; after the last seat, complete the deck.

    [manifest-destiny 2.3].
    """
    state.active += 1
    move_card(state, nth_card(state.zone, Zone.DECK, outcome), Zone.HAND + state.active)
    if state.active == edition.players - 1:
        for card in range(CARDS):
            if state.zone[card] == Zone.ASIDE and state.batch[card] == 0:
                move_card(state, card, Zone.DECK)
        state.active = 0
        state.phase = Phase.DEAL
        if edition.initial_hand == 1:
            begin_auction(state)


@rule
def deal(state: State, edition: Edition, outcome: int) -> None:
    """Deal the next card of the first hands, player by player [manifest-destiny 2.3]."""
    hand = Zone.HAND + state.active
    move_card(state, nth_card(state.zone, Zone.DECK, outcome), hand)
    if cards_in(state, hand) == edition.initial_hand:
        state.active += 1
        if state.active == edition.players:
            begin_auction(state)


@rule
def begin_auction(state: State) -> None:
    state.stage = Stage.HOMES
    state.part = 0
    state.active = -1
    state.phase = Phase.BID_ORDER


@rule
def draw_bidder(state: State, edition: Edition, outcome: int) -> None:
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
    highest = 0
    for seat in range(edition.players):
        highest = max(highest, int(state.bid[seat]))
    return highest


@rule
def bid(state: State, edition: Edition, amount: int) -> None:
    """Make an open bid, by a ruling a first one or a raise [manifest-destiny 3.2] (A1)."""
    state.bid[state.chooser] = amount
    next_bidder(state, edition)


@rule
def pass_bidding(state: State, edition: Edition) -> None:
    """Raise no more in the auction; `asked` is a mask of the seats that have passed (A1)."""
    state.asked |= 1 << int(state.chooser)
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
        seat = int(state.order[(state.part + turn) % edition.players])
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
        seat = int(state.order[turn])
        rank = 0
        for other in range(edition.players):
            rival = int(state.order[other])
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
    return (
        edition.is_home[territory]
        and not edition.closed[territory]
        and state.owner[territory] == VACANT
    )


@rule
def settle(state: State, edition: Edition, territory: int) -> None:
    """Take a home, with an Established Presence, and pay the bid [manifest-destiny 3.3]."""
    seat = int(state.chooser)
    state.home[seat] = territory
    state.supply[seat] -= 1
    put_token(state, edition, seat, territory, Presence.ESTABLISHED)
    pay(state, seat, int(state.bid[seat]))
    state.part += 1
    if state.part < edition.players:
        state.chooser = state.choice[state.part]
    else:
        begin_turn(state, edition)
