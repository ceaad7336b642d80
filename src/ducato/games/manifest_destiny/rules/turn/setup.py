"""The set-up and the deal [manifest-destiny 2.1 to 2.4]."""

from __future__ import annotations

from ducato.core.cards import nth_card
from ducato.core.verbs import rule

from ...state import Edition, State
from ...state.tables import CARDS, SEATS, TERRITORIES, VACANT, Phase, Type, Zone
from ..cards.deck import cards_in, move_card
from ..tokens import receive
from .homes import begin_auction

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
        receive(state, seat, edition.start_cash)
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
        eras = edition.eras[card]
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
def outcomes_deal(state: State, edition: Edition) -> int:
    """Return the number of cards in the deck."""
    return cards_in(state, Zone.DECK)


@rule
def apply_deal_destiny(state: State, edition: Edition, outcome: int) -> None:
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
def apply_deal(state: State, edition: Edition, outcome: int) -> None:
    """Deal the next card of the first hands, player by player [manifest-destiny 2.3]."""
    hand = Zone.HAND + state.active
    move_card(state, nth_card(state.zone, Zone.DECK, outcome), hand)
    if cards_in(state, hand) == edition.initial_hand:
        state.active += 1
        if state.active == edition.players:
            begin_auction(state)
