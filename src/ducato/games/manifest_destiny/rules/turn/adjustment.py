"""The Adjustment phase, in its exact order [manifest-destiny 9.1]."""

from __future__ import annotations

from ducato.core.verbs import rule

from ...state import Edition, State
from ...state.choices import SafetyNetTies
from ...state.tables import SEATS, TERRITORIES, Advance, Phase, Presence
from ..cards.deck import start_group_draw
from ..tokens import change_profit, hand_over, owns, receive


@rule
def outcomes_adjust(state: State, edition: Edition) -> int:
    """Return 1: the Adjustment leaves nothing to chance."""
    return 1


@rule
def apply_adjust(state: State, edition: Edition, outcome: int) -> None:
    """Carry out all adjustments in order, then let each player draw a card."""
    adjust_profit(state, edition)
    establish(state, edition)
    for seat in range(edition.players):
        receive(state, seat, state.profit[seat])
    safety_net(state, edition)
    urban_renaissance(state, edition)
    motion_pictures(state, edition)
    return_tokens(state, edition)
    start_group_draw(state, edition, Phase.NEW_TURN)


@rule
def adjust_profit(state: State, edition: Edition) -> None:
    """Raise Profit for New Presences, and lower it for the Loss Box [manifest-destiny 9.1]."""
    for seat in range(edition.players):
        each = edition.new_presence_profit
        if owns(state, seat, Advance.COMPUTERS):
            each = edition.new_presence_profit_computers
        change = -edition.loss_box_profit * state.loss[seat]
        for territory in range(TERRITORIES):
            if state.owner[territory] == seat and state.presence[territory] == Presence.NEW:
                change += each
        change_profit(state, edition, seat, change)


@rule
def establish(state: State, edition: Edition) -> None:
    """Turn all New Presences into Established Presences [manifest-destiny 9.1]."""
    for territory in range(TERRITORIES):
        if state.presence[territory] == Presence.NEW:
            state.presence[territory] = Presence.ESTABLISHED
    state.recount = 1


@rule
def safety_net(state: State, edition: Edition) -> None:
    """Pay the owners of Safety Net by their rank in Profit [manifest-destiny 9.1, 20.6] (A49).

    A ruling decides whether tied players get the best or the worst amount of their ranks.
    """
    for seat in range(edition.players):
        if not owns(state, seat, Advance.SAFETY_NET):
            continue
        rank = 0
        for other in range(edition.players):
            if state.profit[other] > state.profit[seat]:
                rank += 1
            elif other != seat and state.profit[other] == state.profit[seat]:
                if edition.safety_net_ties == SafetyNetTies.BEST:
                    rank += 1
        receive(state, seat, edition.safety[rank])


@rule
def urban_renaissance(state: State, edition: Edition) -> None:
    """Pay the owners of Urban Renaissance for their cities with an Established Presence.

    They get nothing if the event of Cold War took effect this turn [manifest-destiny 9.1].
    """
    if state.cold_war:
        return
    for territory in range(TERRITORIES):
        if state.city[territory] and state.presence[territory] == Presence.ESTABLISHED:
            owner = state.owner[territory]
            if owns(state, owner, Advance.URBAN_RENAISSANCE):
                receive(state, owner, edition.urban_renaissance)


@rule
def motion_pictures(state: State, edition: Edition) -> None:
    """Let each player without Television pay every other player who owns Motion Pictures.

    The owners are served in turn order; nobody pays more than they hold.

    [manifest-destiny 9.1] (A46).
    """
    for turn in range(edition.players):
        seat = state.order[turn]
        if not owns(state, seat, Advance.MOTION_PICTURES):
            continue
        for other in range(edition.players):
            if other != seat and not owns(state, other, Advance.TELEVISION):
                hand_over(state, other, seat, edition.motion_pictures_income)


@rule
def return_tokens(state: State, edition: Edition) -> None:
    """Move the unspent tokens and those in the Loss Box and the purchase boxes back to supply.

    [manifest-destiny 9.1].
    """
    for seat in range(SEATS):
        back = state.bought[seat] + state.loss[seat]
        state.bought[seat] = 0
        state.loss[seat] = 0
        for box in range(3):
            back += state.boxed[seat, box]
            state.boxed[seat, box] = 0
        state.supply[seat] += back
