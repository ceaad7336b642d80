"""The features of a state for the learned value: what decides who will win, as one seat sees it.

They are asked where a turn begins, before the dice are rolled. Each comes in a pair, for the own
side and for the rival's, or as a difference that is positive if it favours the own side. A feature
is of the order of one and never beyond `LIMIT`; `value_layout` says what each means.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ducato.core.verbs import rule
from ducato.games.magnate.rules.building import accepts, can_pay_deed
from ducato.games.magnate.rules.scoring import ace_worth
from ducato.games.magnate.rules.value_layout import (
    AHEAD,
    AHEAD_READY,
    AHEAD_WITH_DEEDS,
    AMOUNT,
    ANY,
    BEST,
    BEST_RANK,
    CARD,
    CHANCE,
    CROWN,
    DEED,
    DEED_WIDTH,
    DEEDABLE,
    DEEDS_LEAD,
    DEEDS_SIGN,
    DIFFERENCE,
    DISTRICT,
    FIT,
    GAIN,
    HELD,
    HORIZONS,
    INCOME,
    INCOME_TOTAL,
    LACK,
    LEAD,
    LEAD_SIGN,
    LIMIT,
    NEAR,
    OPEN,
    OUTLOOK,
    OWN_REACH_SIGN,
    PAYABLE,
    PLACELESS,
    REACH,
    READY,
    READY_SUM,
    RESULT,
    RIVAL_REACH_SIGN,
    SHORT,
    SUPPLY,
    TEMPO,
    TOTAL,
    TRADES,
    WIDTH,
    WINS,
    StateFeature,
)
from ducato.games.magnate.state import (
    CARDS,
    DISTRICTS,
    PROPERTIES,
    SEATS,
    SUIT_COUNT,
    AceWorth,
    Edition,
    Ending,
    Kind,
    Phase,
    State,
    TieTotal,
    Zone,
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
def owner_of(seat: int, side: int) -> int:
    """Return the seat of a side: `seat` itself on side 0, its rival on side 1."""
    return seat if side == 0 else 1 - seat


@rule
def sign(number: float) -> int:
    return 1 if number > 0 else -1 if number < 0 else 0


@rule
def within(number: float, limit: float) -> float:
    """Return the number, or the nearer end of the range from -limit to limit if it is outside."""
    return max(-limit, min(limit, number))


@rule
def turns_left(state: State, edition: Edition) -> int:
    """Return the turns until the end, the present one included, if no more cards are sold.

    Once the last pile is being drawn, the number is exact [magnate 5.3].
    """
    if state.last_turns > 0:
        return int(state.last_turns)
    cards = int(state.held[Zone.DECK])
    if state.reshuffled < edition.reshuffles:
        cards += state.held[Zone.DISCARD] + state.held[Zone.SOLD] + state.held[Zone.SOLD + 1]
    return cards + (3 if edition.ending == Ending.FAILED_DRAW else 2)


@rule
def own_turns_left(state: State, seat: int, left: int) -> int:
    """Return how many of the turns left are a seat's."""
    return (left + 1) // 2 if state.active == seat else left // 2


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


@rule
def describe_prospects(state: State, edition: Edition, seat: int, left: int, out: Any) -> None:
    """Describe who is ahead where, and who will be; scale what the cards have added up."""
    doubt = 0.3 + 2 * sqrt(left - 1)  # points by which a lead changes until the end
    out[WINS] = 1
    for district in range(DISTRICTS):
        at = DISTRICT + WIDTH * district
        deed_at = DEED + DEED_WIDTH * district
        lead = out[at + TOTAL] - out[at + TOTAL + 1]
        own_gain, rival_gain = out[deed_at + GAIN], out[deed_at + GAIN + 1]
        own_reach, rival_reach = out[at + REACH], out[at + REACH + 1]
        ready = own_gain * out[deed_at + READY] - rival_gain * out[deed_at + READY + 1]
        with_deeds = lead + own_gain - rival_gain
        out[at + LEAD_SIGN] = sign(lead)
        out[at + LEAD] = within(lead / 10, 2.0)
        out[at + DEEDS_SIGN] = sign(with_deeds)
        out[at + DEEDS_LEAD] = within(with_deeds / 10, 2.0)
        out[READY_SUM] += ready
        ready += lead
        out[at + OWN_REACH_SIGN] = sign(ready + own_reach)
        out[at + RIVAL_REACH_SIGN] = sign(ready - rival_reach)
        out[BEST] = max(out[BEST], sign(ready + own_reach) - sign(ready))
        out[BEST + 1] = max(out[BEST + 1], sign(ready) - sign(ready - rival_reach))
        out[BEST_RANK] = max(out[BEST_RANK], own_reach)
        out[BEST_RANK + 1] = max(out[BEST_RANK + 1], rival_reach)
        if ready != 0:
            out[AHEAD_READY + int(ready < 0)] += 1
        if lead != 0:
            out[AHEAD + int(lead < 0)] += 1
        if with_deeds != 0:
            out[AHEAD_WITH_DEEDS + int(with_deeds < 0)] += 1
        likely = own_gain * out[deed_at + OUTLOOK] - rival_gain * out[deed_at + OUTLOOK + 1]
        margin = (lead + likely) / doubt
        chance = margin / sqrt(1 + margin * margin)
        out[at + CHANCE] = chance
        win = (1 + chance) / 2
        for wins in range(district + 1, 0, -1):
            out[WINS + wins] += win * (out[WINS + wins - 1] - out[WINS + wins])
        out[WINS] *= 1 - win
        for side in range(SEATS):
            out[at + TOTAL + side] = min(out[at + TOTAL + side] / 20, LIMIT)
            out[at + FIT + side] = min(out[at + FIT + side] / 10, LIMIT)
            out[at + REACH + side] = min(out[at + REACH + side] / 10, LIMIT)
            out[deed_at + GAIN + side] = min(out[deed_at + GAIN + side] / 10, LIMIT)
    for side in range(SEATS):
        for suit in range(SUIT_COUNT):
            at = INCOME + SUIT_COUNT * side + suit
            out[INCOME_TOTAL + side] += out[at]
            out[at] = min(5 * out[at], LIMIT)
        out[INCOME_TOTAL + side] = min(out[INCOME_TOTAL + side], LIMIT)
    describe_result(state, edition, seat, left, out)
    sort_districts(out)


@rule
def sort_districts(out: Any) -> None:
    """Put the district that the own side is likeliest to win first, and the least likely last."""
    for place in range(DISTRICTS - 1):
        best = place
        for district in range(place + 1, DISTRICTS):
            if out[DISTRICT + WIDTH * district + CHANCE] > out[DISTRICT + WIDTH * best + CHANCE]:
                best = district
        if best != place:
            swap(out, DISTRICT + WIDTH * place, DISTRICT + WIDTH * best, WIDTH)
            swap(out, DEED + DEED_WIDTH * place, DEED + DEED_WIDTH * best, DEED_WIDTH)


@rule
def swap(out: Any, one: int, other: int, width: int) -> None:
    for k in range(width):
        kept = out[one + k]
        out[one + k] = out[other + k]
        out[other + k] = kept


@rule
def describe_result(state: State, edition: Edition, seat: int, left: int, out: Any) -> None:
    """Describe who would win now, with all deeds finished, and after the last turns."""
    districts = out[AHEAD] - out[AHEAD + 1]
    with_deeds = out[AHEAD_WITH_DEEDS] - out[AHEAD_WITH_DEEDS + 1]
    total = out[DIFFERENCE + 2]
    supply = out[SUPPLY] - out[SUPPLY + 1]
    tie = sign(total) if total != 0 else sign(supply)
    out[DIFFERENCE] = districts / 2
    out[DIFFERENCE + 1] = with_deeds / 2
    out[DIFFERENCE + 2] = within(total / 20, LIMIT)
    out[DIFFERENCE + 3] = within(supply, LIMIT)
    result = sign(districts) if districts != 0 else tie
    out[RESULT] = result
    out[RESULT + 1] = sign(with_deeds) if with_deeds != 0 else tie
    out[RESULT + 2] = result * max(0.0, 1 - left / 11)
    out[READY_SUM] += total
    if left <= 2:
        final = out[AHEAD_READY] - out[AHEAD_READY + 1] + out[BEST] - out[BEST + 1]
        final_sum = out[READY_SUM] + out[BEST_RANK] - out[BEST_RANK + 1]
        tie = sign(final_sum) if final_sum != 0 else tie
        out[RESULT + 3] = sign(final) if final != 0 else tie
    out[READY_SUM] = within(out[READY_SUM] / 20, LIMIT)
    for side in range(SEATS):
        out[AHEAD + side] /= DISTRICTS
        out[AHEAD_WITH_DEEDS + side] /= DISTRICTS
        out[AHEAD_READY + side] /= DISTRICTS
        out[BEST_RANK + side] = min(out[BEST_RANK + side] / 10, LIMIT)


@rule
def describe_tempo(state: State, edition: Edition, seat: int, left: int, out: Any) -> None:
    own_turn = state.active == seat
    own = own_turns_left(state, seat, left)
    out[TEMPO] = own_turn
    out[TEMPO + 1] = state.held[Zone.DECK] / 24
    out[TEMPO + 2] = (
        state.held[Zone.DISCARD] + state.held[Zone.SOLD] + state.held[Zone.SOLD + 1]
    ) / 24
    out[TEMPO + 3] = min(left / 20, LIMIT)
    out[TEMPO + 4] = 1 / left
    out[TEMPO + 5] = own_turn == (left % 2 == 1)
    out[TEMPO + 6] = own == 0
    for k in range(len(HORIZONS)):
        out[NEAR + k] = left <= HORIZONS[k]
