"""The Investment phase: tokens, cities, Pioneers, cards, Progressions, Wireless.

Clauses [manifest-destiny 7.1, 7.2, 7.4, 8.5] of `rulebook`.
"""

from __future__ import annotations

from ducato.core.verbs import rule
from ducato.games.manifest_destiny.rules.deck import cards_in, start_draws
from ducato.games.manifest_destiny.rules.tokens import (
    build_city,
    change_profit,
    cities_on_map,
    hand_over,
    owns,
    pay,
    pioneer_limit,
)
from ducato.games.manifest_destiny.state import Edition, State
from ducato.games.manifest_destiny.state.tables import (
    PROGRESSIONS,
    SEATS,
    TERRITORIES,
    VACANT,
    Advance,
    Flag,
    Phase,
    Place,
    Presence,
)

CITY, PIONEER, CARD = 0, 1, 2  # columns of State.boxed, bits of State.purchases
MECHANIZED = 4  # added to State.buying
ONE_TOKEN = 1  # value of the ruling `electricity`
LEVEL_1_DONE, LEVEL_2_DONE = 1, 2  # State.levels_done


@rule
def token_limit(state: State, edition: Edition, seat: int) -> int:
    """Tokens that may be bought at this position [manifest-destiny 7.1, 20.2]."""
    limit = int(edition.limits[state.position[seat]])
    if owns(state, seat, Advance.TOLERANCE):
        limit += int(edition.tolerance_bonus)
    if state.flags[seat] & Flag.DISOBEDIENCE:
        limit = (limit + 1) // 2
    return limit


@rule
def can_buy_token(state: State, edition: Edition, seat: int) -> bool:
    return bool(
        state.limit[seat] < token_limit(state, edition, seat)
        and state.cash[seat] >= edition.token_price
        and state.supply[seat] > 0
    )


@rule
def buy_token(state: State, edition: Edition) -> None:
    seat = int(state.active)
    pay(state, seat, int(edition.token_price))
    state.limit[seat] += 1
    state.supply[seat] -= 1
    state.bought[seat] += 1


@rule
def purchase_price(state: State, edition: Edition, seat: int, what: int) -> int:
    """The n-th purchase of its kind this turn costs n tokens [manifest-destiny 7.2] (A19)."""
    if what == CITY and owns(state, seat, Advance.ELECTRICITY):
        return 1 if edition.electricity == ONE_TOKEN else 0
    price = 1
    for other in range(SEATS):
        price += int(state.boxed[other, what])
    return price


@rule
def can_build_in(state: State, seat: int, territory: int) -> bool:
    """A territory that the buyer controls and that has no city [manifest-destiny 7.2]."""
    return bool(state.owner[territory] == seat and not state.city[territory])


@rule
def has_use(state: State, edition: Edition, seat: int, what: int, price: int) -> bool:
    """Whether the purchase can be completed, whatever it costs [manifest-destiny 7.2]."""
    if (state.purchases[seat] >> what) & 1:
        return False
    if what == CARD:
        return cards_in(state, Place.DECK) > 0
    if what == PIONEER:
        returned = max(0, price - 1)
        return bool(
            not state.acquired[seat]
            and state.pioneers[seat] < pioneer_limit(state, edition)
            and state.supply[seat] + returned > 0
        )
    if cities_on_map(state) >= edition.cities_total:
        return False
    for territory in range(TERRITORIES):
        if can_build_in(state, seat, territory):
            return True
    return False


@rule
def can_purchase(state: State, edition: Edition, seat: int, what: int) -> bool:
    price = purchase_price(state, edition, seat, what)
    return bool(price <= state.bought[seat] and has_use(state, edition, seat, what, price))


@rule
def can_mechanize(state: State, edition: Edition, seat: int, what: int) -> bool:
    """Mechanization: one purchase a turn for one token, where that is less.

    [manifest-destiny 7.2].
    """
    if state.mechanized or state.bought[seat] == 0 or not owns(state, seat, Advance.MECHANIZATION):
        return False
    if purchase_price(state, edition, seat, what) <= 1:
        return False
    return has_use(state, edition, seat, what, 1)


@rule
def begin_purchase(state: State, edition: Edition, what: int, mechanized: bool) -> None:
    """Buy a Pioneer or a card, or choose first where the city goes."""
    state.buying = what + MECHANIZED if mechanized else what
    if what == CITY:
        state.phase = Phase.CITY
        return
    seat = int(state.active)
    pay_tokens(state, edition, what)
    if what == PIONEER:
        state.supply[seat] -= 1
        state.pioneers[seat] += 1
        state.acquired[seat] = 1
    else:
        start_draws(state, seat, 1, Phase.INVEST)


@rule
def place_city(state: State, edition: Edition, territory: int) -> None:
    pay_tokens(state, edition, CITY)
    build_city(state, edition, territory)
    state.phase = Phase.INVEST


@rule
def pay_tokens(state: State, edition: Edition, what: int) -> None:
    """One token stays in the box until the end of the turn, the rest go to supply.

    [manifest-destiny 7.2] (A20).
    """
    seat = int(state.active)
    price = purchase_price(state, edition, seat, what)
    boxed = 1 if price > 0 else 0
    if what == CITY and owns(state, seat, Advance.ELECTRICITY):
        boxed = 0
    if state.buying >= MECHANIZED:
        price = 1
        state.mechanized = 1
        boxed = 1 if edition.mechanization_raises else 0
    state.purchases[seat] |= 1 << what
    state.bought[seat] -= price
    state.boxed[seat, what] += boxed
    state.supply[seat] += price - boxed
    state.buying = 0


# ------------------------------------------------------------------------------ Progressions


@rule
def may_buy(state: State, edition: Edition, seat: int, progression: int) -> bool:
    """Levels of a category in order; level 3 after all of level 1 [manifest-destiny 7.4]."""
    if owns(state, seat, progression):
        return False
    level = int(edition.level[progression])
    if level == 1:
        return True
    if level > 2 and not has_level(state, edition, seat, 0):
        return False
    for other in range(PROGRESSIONS):
        if edition.category[other] == edition.category[progression]:
            if edition.level[other] == level - 1:
                return owns(state, seat, other)
    return True


@rule
def has_level(state: State, edition: Edition, seat: int, level: int) -> bool:
    """Whether the seat owns all five Progressions of a level, counted from 0."""
    mask = int(edition.level_mask[level])
    return int(state.advances[seat]) & mask == mask


@rule
def own_price(state: State, edition: Edition, seat: int, progression: int) -> int:
    """The price with the discounts on the own cards and Assembly Line [1.6.5 a, 1.7.4]."""
    price = int(edition.cost[progression]) - int(state.discount[seat, progression])
    if owns(state, seat, Advance.ASSEMBLY_LINE):
        price -= int(edition.assembly_line_discount)
    return max(0, price)


@rule
def borrowed(state: State, edition: Edition, seat: int, progression: int) -> int:
    """The discount that the partner's Leaders would add [manifest-destiny 7.7]."""
    partner = int(state.partner[seat])
    if partner < 0:
        return 0
    price = own_price(state, edition, seat, progression)
    return min(price, int(state.licensed[partner, progression]))


@rule
def licence_fee(edition: Edition, discount: int) -> int:
    """What the partner gets for a borrowed discount, fractions up [manifest-destiny 7.7, 1.3]."""
    return (discount * int(edition.licence_fee) + 99) // 100


@rule
def can_buy(state: State, edition: Edition, seat: int, progression: int) -> bool:
    return bool(
        may_buy(state, edition, seat, progression)
        and own_price(state, edition, seat, progression) <= state.cash[seat]
    )


@rule
def can_license(state: State, edition: Edition, seat: int, progression: int) -> bool:
    """Whether the Progression can be bought with the partner's Leaders, fee included."""
    discount = borrowed(state, edition, seat, progression)
    if discount == 0 or not may_buy(state, edition, seat, progression):
        return False
    price = own_price(state, edition, seat, progression) - discount
    return bool(price + licence_fee(edition, discount) <= state.cash[seat])


@rule
def can_license_any(state: State, edition: Edition, seat: int) -> bool:
    if state.partner[seat] < 0:
        return False
    for progression in range(PROGRESSIONS):
        if can_license(state, edition, seat, progression):
            return True
    return False


@rule
def buy_progression(state: State, edition: Edition, progression: int, licence: bool) -> None:
    """Pay, take the Deed, its points and its effect [manifest-destiny 7.4]."""
    seat = int(state.active)
    price = own_price(state, edition, seat, progression)
    if licence:
        discount = borrowed(state, edition, seat, progression)
        fee = licence_fee(edition, discount)
        price -= discount
        hand_over(state, seat, int(state.partner[seat]), fee)
    pay(state, seat, price)
    state.advances[seat] |= 1 << progression
    state.vp[seat] += edition.vp[progression]
    state.phase = Phase.INVEST
    reward_levels(state, edition, seat)
    if progression == Advance.STORYTELLING and cards_in(state, Place.HAND + seat) > 0:
        state.phase = Phase.DISCARD


@rule
def reward_levels(state: State, edition: Edition, seat: int) -> None:
    """Profit for the first time all of level 1, or all of level 2, are owned.

    [manifest-destiny 7.4].
    """
    if not state.levels_done[seat] & LEVEL_1_DONE and has_level(state, edition, seat, 0):
        state.levels_done[seat] |= LEVEL_1_DONE
        change_profit(state, edition, seat, int(edition.all_level_1_profit))
    if not state.levels_done[seat] & LEVEL_2_DONE and has_level(state, edition, seat, 1):
        state.levels_done[seat] |= LEVEL_2_DONE
        change_profit(state, edition, seat, int(edition.all_level_2_profit))


# ---------------------------------------------------------------------------------- Wireless


@rule
def can_lift(state: State, edition: Edition, territory: int) -> bool:
    """Whether Wireless may lift the active player's token from there.

    [manifest-destiny 8.5] (A42).
    """
    if state.owner[territory] != state.active:
        return False
    return bool(edition.wireless_new or state.presence[territory] == Presence.ESTABLISHED)


@rule
def can_lift_any(state: State, edition: Edition) -> bool:
    if state.lifts >= edition.wireless_tokens:
        return False
    for territory in range(TERRITORIES):
        if can_lift(state, edition, territory):
            return True
    return False


@rule
def can_redeploy(state: State, edition: Edition, seat: int) -> bool:
    if state.redeployed or not owns(state, seat, Advance.WIRELESS):
        return False
    return can_lift_any(state, edition)


@rule
def begin_redeployment(state: State) -> None:
    state.redeployed = 1
    state.lifts = 0
    state.phase = Phase.LIFT


@rule
def lift(state: State, edition: Edition, territory: int) -> None:
    """An own token becomes a purchased one; a city stays [manifest-destiny 8.5] (A42, A43)."""
    seat = int(state.active)
    state.owner[territory] = VACANT
    state.presence[territory] = Presence.NONE
    state.bought[seat] += 1
    state.lifts += 1
    if state.city[territory]:
        state.recount = 1
    if not can_lift_any(state, edition):
        end_redeployment(state)


@rule
def end_redeployment(state: State) -> None:
    state.lifts = 0
    state.phase = Phase.INVEST
