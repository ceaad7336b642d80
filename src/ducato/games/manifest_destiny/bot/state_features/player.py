"""The features of one player, for the seat itself and for its rivals.

Sums of money, points and tokens are divided by what is usual, so that a feature is of order one.
The counts of several things, such as the units of all products, are packed into one number, `FIELD`
bits each: rules cannot allocate an array.
"""

from __future__ import annotations

from typing import Any

from ducato.core.verbs import rule

from ...rules.breakthroughs.steps import count_bits, is_claimed
from ...rules.cards.deck import is_playable
from ...rules.cards.payouts import level_for, units_in
from ...rules.investment.progressions import own_price
from ...rules.investment.purchases import token_limit
from ...rules.tokens import owns
from ...state import Edition, State
from ...state.tables import (
    BREAKTHROUGHS,
    CARDS,
    CHOICE,
    LEVELS,
    NATIVES,
    NEIGHBOURS,
    PAYOUTS,
    PRODUCTS,
    PROGRESSIONS,
    TERRITORIES,
    VACANT,
    Advance,
    Presence,
    Stage,
    Zone,
)
from ..estimate import DOLLARS_A_POINT
from .names import Holding

FIELD = 5  # bits; twelve products fill 60 of the 63 bits of a number
FULL = (1 << FIELD) - 1
FIELDS = FIELD * PRODUCTS
POINT_OF_STEPS = 0.25  # points that the steps of an unclaimed Breakthrough are worth, each


@rule
def count_of(packed: int, product: int) -> int:
    return (packed >> (FIELD * product)) & FULL


@rule
def add(packed: int, product: int, number: int) -> int:
    """Return packed counts with `number` more of a product, at most `FULL`."""
    more = min(number, FULL - count_of(packed, product))
    return packed + (more << (FIELD * product))


@rule
def paying_cards(state: State, edition: Edition, held: bool) -> int:
    """Count the cards that pay each product: those held and playable, or those of the deck.

    A product that the player names counts for none.
    """
    packed = 0
    for card in range(CARDS):
        zone = state.zone[card]
        if held:
            if zone < Zone.HAND or zone >= Zone.FRESH or not is_playable(state, edition, card):
                continue
        elif zone != Zone.DECK:
            continue
        for slot in range(PAYOUTS):
            product = edition.pays[card, slot]
            if 0 <= product < CHOICE:
                packed = add(packed, product, 1)
    return packed


@rule
def player_features(
    state: State, edition: Edition, seat: int, held: int, deck: int, turns: float, out: Any
) -> None:
    """Write the features of a player into the first `HOLDINGS` entries of `out`.

    Args:
        state: the state.
        edition: the edition of the game.
        seat: the player.
        held: the packed numbers of playable cards in all hands that pay each product.
        deck: those of the cards of the deck.
        turns: the number of turns to come, as estimated.
        out: the features; every one of the `HOLDINGS` is overwritten.
    """
    units, cities = land_features(state, edition, seat, out)
    tempo_features(state, edition, seat, out)
    card_features(state, edition, seat, units, cities, out)
    ready = progress_features(state, edition, seat, out)
    money = cash_features(state, edition, seat, units, cities, out)
    payouts = payout_features(state, edition, units, cities, held, deck, out)
    point_features(state, edition, seat, money, payouts, ready, turns, out)


@rule
def land_features(state: State, edition: Edition, seat: int, out: Any) -> tuple[int, int]:
    """Write land and cities; return the packed units of each product and its cities.

    In Card Play only Established Presences pay; all others will before the next.
    """
    held = 0
    new = 0
    cities = 0
    room = 0
    rivals = 0
    units_packed = 0
    cities_packed = 0
    in_cards = state.stage == Stage.CARDS
    for territory in range(TERRITORIES):
        if state.owner[territory] != seat:
            continue
        held += 1
        is_new = state.presence[territory] == Presence.NEW
        if is_new:
            new += 1
        city = state.city[territory]
        cities += city
        for slot in range(NEIGHBOURS):
            neighbour = edition.land[territory, slot]
            if neighbour < 0:
                break
            owner = state.owner[neighbour]
            if owner == VACANT:
                if not edition.closed[neighbour]:
                    room += 1
            elif owner < NATIVES and owner != seat:
                rivals += 1
        if not (is_new and in_cards):
            for product in range(PRODUCTS):
                units = units_in(state, edition, territory, product)
                if units > 0:
                    units_packed = add(units_packed, product, units)
                    cities_packed = add(cities_packed, product, city)
    out[Holding.LAND_HELD] = held / 15.0
    out[Holding.LAND_NEW] = new / 6.0
    out[Holding.LAND_ROOM] = room / 20.0
    out[Holding.LAND_RIVALS] = rivals / 20.0
    out[Holding.LAND_SUPPLY] = state.supply[seat] / 25.0
    out[Holding.LAND_TOKENS] = state.bought[seat] / 8.0
    out[Holding.LAND_LOST] = state.loss[seat] / 4.0
    out[Holding.CITIES_HELD] = cities / 5.0
    out[Holding.CITIES_MOST] = 1.0 if state.most_cities == seat else 0.0
    return units_packed, cities_packed


@rule
def tempo_features(state: State, edition: Edition, seat: int, out: Any) -> None:
    """Write the place in the turn; the turn's positions are not known in Turn Order."""
    others = edition.players - 1.0
    known = state.stage != Stage.ORDER
    position = state.position[seat]
    out[Holding.TEMPO_POSITION] = position / others if known else 0.0
    out[Holding.TEMPO_LIMIT] = token_limit(state, edition, seat) / 9.0 if known else 0.0
    out[Holding.TEMPO_CHOICE] = 0.0
    for rank in range(edition.players):
        if state.choice[rank] == seat:
            out[Holding.TEMPO_CHOICE] = rank / others
    out[Holding.TEMPO_PRIORITY] = 0.0 if state.priority[seat] else 1.0
    stage = state.stage
    waits = position >= state.part
    invests = stage < Stage.INVESTMENT or (stage == Stage.INVESTMENT and waits)
    expands = stage < Stage.EXPANSION or (stage == Stage.EXPANSION and waits)
    out[Holding.TEMPO_INVESTS] = 1.0 if invests else 0.0
    out[Holding.TEMPO_EXPANDS] = 1.0 if expands else 0.0


@rule
def card_features(
    state: State, edition: Edition, seat: int, units: int, cities: int, out: Any
) -> None:
    """Write the worth of a hand; discounts count for the Progressions that the player lacks."""
    held = 0
    later = 0
    old = 0
    payouts = 0
    discounts = 0
    hand = Zone.HAND + seat
    for card in range(CARDS):
        if state.zone[card] != hand:
            continue
        held += 1
        if not is_playable(state, edition, card):
            if edition.eras[card] >> state.era == 0:
                old += 1
            else:
                later += 1
            continue
        for slot in range(PAYOUTS):
            product = edition.pays[card, slot]
            if 0 <= product < CHOICE:
                payouts += amount_of(state, edition, units, cities, product)
        for progression in range(PROGRESSIONS):
            if edition.card_discount[card, progression] and not owns(state, seat, progression):
                discounts += edition.card_discount[card, progression]
    out[Holding.CARDS_HELD] = held / 4.0
    out[Holding.CARDS_PAYOUTS] = payouts / 60.0
    out[Holding.CARDS_DISCOUNTS] = discounts / 40.0
    out[Holding.CARDS_LATER] = later / 2.0
    out[Holding.CARDS_OLD] = old / 2.0


@rule
def amount_of(state: State, edition: Edition, units: int, cities: int, product: int) -> int:
    """Return the payout of a product for packed units and cities."""
    number = count_of(units, product)
    level = level_for(state, edition, number, count_of(cities, product), product)
    return int(edition.payout[product, level])


@rule
def progress_features(state: State, edition: Edition, seat: int, out: Any) -> float:
    """Write the advances; return the points of Breakthroughs that can be claimed."""
    advances = state.advances[seat]
    out[Holding.PROGRESS_FIRST] = count_bits(advances & edition.level_mask[0]) / 5.0
    out[Holding.PROGRESS_SECOND] = count_bits(advances & edition.level_mask[1]) / 5.0
    out[Holding.PROGRESS_THIRD] = count_bits(advances & edition.level_mask[2]) / 5.0
    out[Holding.PROGRESS_FOUND] = count_bits(advances >> PROGRESSIONS) / 4.0
    out[Holding.PROGRESS_PIONEERS] = state.pioneers[seat] / 2.0
    steps = 0.0
    ready = 0.0
    for breakthrough in range(BREAKTHROUGHS):
        laid = state.steps[seat, breakthrough]
        if laid == 0:
            continue
        needed = edition.needed[breakthrough]
        points = edition.vp[PROGRESSIONS + breakthrough]
        if needed & ~laid == 0:
            if not is_claimed(state, edition, breakthrough):
                ready += points
        else:
            steps += points * count_bits(laid) / count_bits(needed)
    out[Holding.PROGRESS_STEPS] = steps / 3.0
    out[Holding.PROGRESS_READY] = ready / 3.0
    return ready if state.pioneers[seat] > 0 else 0.0


@rule
def cash_features(
    state: State, edition: Edition, seat: int, units: int, cities: int, out: Any
) -> float:
    """Write cash and Profit; return the income of the next Adjustment, in dollars."""
    each = edition.new_presence_profit
    if owns(state, seat, Advance.COMPUTERS):
        each = edition.new_presence_profit_computers
    income = state.profit[seat] + each * 6.0 * out[Holding.LAND_NEW]
    income = max(edition.profit_min, income - edition.loss_box_profit * state.loss[seat])
    if owns(state, seat, Advance.SAFETY_NET):
        rank = 0
        for other in range(edition.players):
            if state.profit[other] > state.profit[seat]:
                rank += 1
        income += edition.safety[rank]
    if owns(state, seat, Advance.URBAN_RENAISSANCE):
        income += edition.urban_renaissance * 5.0 * out[Holding.CITIES_HELD]
    for other in range(edition.players):
        if other != seat:
            if owns(state, seat, Advance.MOTION_PICTURES):
                if not owns(state, other, Advance.TELEVISION):
                    income += edition.motion_pictures_income
            if owns(state, other, Advance.MOTION_PICTURES):
                if not owns(state, seat, Advance.TELEVISION):
                    income -= edition.motion_pictures_income
    out[Holding.CASH_MONEY] = state.cash[seat] / 150.0
    out[Holding.CASH_PROFIT] = state.profit[seat] / 100.0
    out[Holding.CASH_INCOME] = income / 120.0
    return income


@rule
def payout_features(
    state: State, edition: Edition, units: int, cities: int, held: int, deck: int, out: Any
) -> float:
    """Write the payouts to expect; return those by the cards held, in dollars."""
    hands = 0.0
    later = 0.0
    market = 0.0
    raised = 0
    for product in range(PRODUCTS):
        if count_of(units, product) == 0:
            continue
        amount = amount_of(state, edition, units, cities, product)
        market += amount
        hands += amount * count_of(held, product)
        later += amount * count_of(deck, product)
        if count_of(cities, product) > 0:
            raised += 1
    out[Holding.CASH_HANDS] = hands / 150.0
    out[Holding.CASH_DECK] = later / 300.0
    out[Holding.CASH_MARKET] = market / 200.0
    out[Holding.CITIES_PRODUCTS] = raised / 6.0
    return hands


@rule
def is_open(edition: Edition, owned: int, progression: int) -> bool:
    """Return whether a player with these advances may buy a Progression, at whatever price."""
    if (owned >> progression) & 1:
        return False
    level = edition.level[progression]
    if level == LEVELS and owned & edition.level_mask[0] != edition.level_mask[0]:
        return False
    # The one before is of the same category and one level lower.
    return bool(level == 1 or (owned >> (progression - 1)) & 1)


@rule
def points_for(state: State, edition: Edition, seat: int, money: float) -> float:
    """Return the points of the Progressions that a sum buys, the cheapest for a point first."""
    owned = state.advances[seat]
    points = 0.0
    while True:
        chosen = -1
        least = 1e9
        paid = 0.0
        for progression in range(PROGRESSIONS):
            if is_open(edition, owned, progression):
                price = float(own_price(state, edition, seat, progression))
                if price <= money and price < least * edition.vp[progression]:
                    least = price / edition.vp[progression]
                    chosen = progression
                    paid = price
        if chosen < 0:
            return points
        money -= paid
        points += edition.vp[chosen]
        owned |= 1 << chosen


@rule
def point_features(
    state: State,
    edition: Edition,
    seat: int,
    income: float,
    payouts: float,
    ready: float,
    turns: float,
    out: Any,
) -> None:
    """Write the points: now, within reach, and likely."""
    now = float(state.vp[seat])
    cash = float(state.cash[seat])
    reach = 0.0
    if out[Holding.TEMPO_INVESTS] > 0:
        sold = payouts if state.stage <= Stage.CARDS else 0.0
        reach = ready + points_for(state, edition, seat, cash + sold)
    later = ready + points_for(state, edition, seat, cash + income)
    worth = cash + payouts + income * turns
    likely = (
        now + ready + worth / DOLLARS_A_POINT + 3.0 * POINT_OF_STEPS * out[Holding.PROGRESS_STEPS]
    )
    end = float(edition.vp_to_end)
    out[Holding.POINTS_NOW] = now / end
    out[Holding.POINTS_REACH] = reach / 6.0
    out[Holding.POINTS_NEXT] = later / 6.0
    out[Holding.POINTS_LIKELY] = likely / end
    out[Holding.POINTS_END] = max(0.0, 1.0 - max(0.0, end - now - reach) / 8.0)
