"""Control tokens, cities, cash, Profit and limits: elementary operations for all phases.

Clauses [manifest-destiny 1.1, 6.7, 7.8] of `rulebook`. Nothing here depends on the turn order.
"""

from __future__ import annotations

from ducato.core.verbs import rule

from ..state import Edition, State
from ..state.choices import CitiesCounted, CityTies, LostToCards
from ..state.tables import NATIVES, SEATS, TERRITORIES, VACANT, Advance, Presence


@rule
def owns(state: State, seat: int, advance: int) -> bool:
    """Return whether the seat owns a Progression or Breakthrough."""
    return bool((state.advances[seat] >> advance) & 1)


@rule
def change_profit(state: State, edition: Edition, seat: int, amount: int) -> None:
    """Add an amount, perhaps negative, to a seat's Profit, which never falls below the minimum.

    [manifest-destiny 6.9] (A47).
    """
    state.profit[seat] = max(edition.profit_min, state.profit[seat] + amount)


@rule
def receive(state: State, seat: int, amount: int) -> None:
    """Pay a seat from the bank, which is unlimited [manifest-destiny 1.3]."""
    state.cash[seat] += amount
    state.bank -= amount


@rule
def pay(state: State, seat: int, amount: int) -> None:
    """Let a seat pay the bank an amount, which the seat must hold."""
    state.cash[seat] -= amount
    state.bank += amount


@rule
def lose_cash(state: State, seat: int, amount: int) -> None:
    """Let a seat pay the bank as much of an amount as it holds [manifest-destiny 1.4]."""
    pay(state, seat, min(state.cash[seat], amount))


@rule
def hand_over(state: State, giver: int, taker: int, amount: int) -> None:
    """Let one seat pay another as much of an amount as it holds [manifest-destiny 1.4]."""
    paid = min(state.cash[giver], amount)
    state.cash[giver] -= paid
    state.cash[taker] += paid


@rule
def put_token(state: State, edition: Edition, seat: int, territory: int, presence: int) -> None:
    """Place a token, already removed from its old place, on a vacant territory."""
    state.owner[territory] = seat
    state.presence[territory] = presence
    if state.city[territory]:
        state.recount = 1


@rule
def take_territory(
    state: State, edition: Edition, seat: int, territory: int, presence: int
) -> None:
    """Take a territory with a token from supply, without cost or dice [manifest-destiny 6.7]."""
    state.supply[seat] -= 1
    put_token(state, edition, seat, territory, presence)


@rule
def remove_token(state: State, edition: Edition, territory: int, by_card: bool) -> None:
    """Remove a token: Established to the Loss Box, New to supply, Natives to their stock.

    A ruling returns an Established one to supply if a card removes it, `by_card`, rather than a
    competition [manifest-destiny 6.7, 8.4] (A15).
    """
    owner = state.owner[territory]
    if owner == NATIVES:
        state.natives_left += 1
    else:
        boxed = not by_card or edition.lost_to_cards == LostToCards.LOSS_BOX
        if boxed and state.presence[territory] == Presence.ESTABLISHED:
            state.loss[owner] += 1
        else:
            state.supply[owner] += 1
    state.owner[territory] = VACANT
    state.presence[territory] = Presence.NONE
    if state.city[territory]:
        state.recount = 1


@rule
def count_cities(state: State, edition: Edition) -> None:
    """Count each player's cities into `cities`; a ruling may omit those of New Presences (A30)."""
    for seat in range(SEATS):
        state.cities[seat] = 0
    for territory in range(TERRITORIES):
        if state.city[territory]:
            owner = state.owner[territory]
            if 0 <= owner < NATIVES:
                if (
                    edition.cities_counted == CitiesCounted.ALL
                    or state.presence[territory] == Presence.ESTABLISHED
                ):
                    state.cities[owner] += 1


@rule
def award_most_cities(state: State, edition: Edition) -> None:
    """Count the cities and move the marker for most cities, with its points, if necessary.

    In a tie it stays with a holder who is among the tied, unless a ruling takes it away; otherwise
    nobody holds it [manifest-destiny 7.8] (A29, W6).
    """
    state.recount = 0
    count_cities(state, edition)
    most = 0
    leaders = 0
    leader = -1
    for seat in range(edition.players):
        if state.cities[seat] > most:
            most = state.cities[seat]
            leader = seat
            leaders = 1
        elif state.cities[seat] == most and most > 0:
            leaders += 1
    holder = state.most_cities
    if leaders > 1:
        kept = holder >= 0 and state.cities[holder] == most and edition.city_ties == CityTies.KEEP
        leader = holder if kept else -1
    if leader != holder:
        if holder >= 0:
            state.vp[holder] -= edition.most_cities_vp
        if leader >= 0:
            state.vp[leader] += edition.most_cities_vp
        state.most_cities = leader


@rule
def cities_on_map(state: State) -> int:
    total = 0
    for territory in range(TERRITORIES):
        total += state.city[territory]
    return total


@rule
def build_city(state: State, edition: Edition, territory: int) -> None:
    state.city[territory] = 1
    state.recount = 1


@rule
def pioneer_limit(state: State, edition: Edition) -> int:
    """Return the most Pioneers that a mat can hold in the present era [manifest-destiny 7.2]."""
    if state.era == 1:
        return edition.pioneers_era_1
    if state.era == 2:
        return edition.pioneers_era_2
    return edition.pioneers_era_3


@rule
def hand_limit(state: State, edition: Edition, seat: int) -> int:
    if owns(state, seat, Advance.STORYTELLING):
        return edition.hand_limit_storytelling
    return edition.hand_limit
