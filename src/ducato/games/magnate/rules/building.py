"""Building, deeds, sales, trade and development [magnate 3.4 to 3.8, 4]."""

from __future__ import annotations

from ducato.core.struct import EVERYBODY
from ducato.core.verbs import rule

from ..state import DISTRICTS, SUIT_COUNT, Edition, Phase, State, Zone
from .dealing import move_hidden


@rule
def accepts(state: State, edition: Edition, seat: int, district: int) -> int:
    """Return a mask of suits, one of which a card must bear to be laid in a district; 0 if blocked.

    The first card must match the Pawn, later ones the card before [magnate 4.2, 4.3]. An unfinished
    deed blocks the column [magnate 4.4]; so does one finished this turn if `build_on_new` is off.
    """
    if state.deed[seat, district]:
        return 0
    if not edition.build_on_new and (state.finished >> district) & 1:
        return 0  # [magnate 8.9]
    if state.length[seat, district] == 0:
        return int(edition.suits[state.pawn[district]])
    return int(edition.suits[state.last[seat, district]])


@rule
def can_pay(state: State, edition: Edition, seat: int, card: int) -> bool:
    """Return whether the seat can pay for a building, with every suit of the card [magnate 3.5]."""
    total = 0
    for k in range(edition.suit_count[card]):
        tokens = state.tokens[seat, edition.suit_of[card, k]]
        if tokens == 0:
            return False
        total += tokens
    return total >= edition.price[card]


@rule
def can_pay_deed(state: State, edition: Edition, seat: int, card: int) -> bool:
    """Return whether the card can be a deed and the seat can pay for it [magnate 3.6, 6.3, 6.4]."""
    each = edition.deed_each[card]
    if each == 0:
        return False
    for k in range(edition.suit_count[card]):
        if state.tokens[seat, edition.suit_of[card, k]] < each:
            return False
    return True


@rule
def sell(state: State, edition: Edition, card: int) -> None:
    """Discard a card of the active seat for tokens, as the card of this turn [magnate 3.7]."""
    seat = state.active
    for k in range(edition.suit_count[card]):
        state.tokens[seat, edition.suit_of[card, k]] += edition.sale_each[card]
    move_hidden(state, card, Zone.SOLD + seat if edition.closed_discards else Zone.DISCARD)
    state.played = 1


@rule
def begin_purchase(state: State, card: int, as_deed: int) -> None:
    """Reveal the card to build or to buy as a deed, and ask for its district [magnate 3.5, 3.6]."""
    state.shown[card] = EVERYBODY
    state.card = card
    state.as_deed = as_deed
    state.phase = Phase.CHOOSE_DISTRICT


@rule
def choose_district(state: State, edition: Edition, district: int) -> None:
    """Pay for the chosen card and place it: a deed at once, a building once all suits are paid."""
    seat = state.active
    card = state.card
    state.district = district
    if state.as_deed:
        for k in range(edition.suit_count[card]):
            state.tokens[seat, edition.suit_of[card, k]] -= edition.deed_each[card]
        state.deed[seat, district] = 1
        state.new |= 1 << district
        place_card(state)
    else:
        state.due = edition.price[card]
        state.suit = -1
        pay_forced_suits(state, edition)


@rule
def least_payment(state: State, edition: Edition) -> int:
    """Return the fewest tokens payable in this suit so that the rest can be paid [magnate 3.5]."""
    rest = 0
    for suit in range(state.suit + 1, SUIT_COUNT):
        if (edition.suits[state.card] >> suit) & 1:
            rest += state.tokens[state.active, suit]
    return max(1, state.due - rest)


@rule
def most_payment(state: State, edition: Edition) -> int:
    """Return the most tokens payable in this suit, leaving one due for each later suit."""
    later = 0
    for suit in range(state.suit + 1, SUIT_COUNT):
        later += (edition.suits[state.card] >> suit) & 1
    return min(int(state.tokens[state.active, state.suit]), state.due - later)


@rule
def pay_forced_suits(state: State, edition: Edition) -> None:
    """Pay for the card in each of its remaining suits, then place the card.

    If the number of tokens to pay in a suit is a choice, stop and ask for it.
    """
    while state.due > 0:
        state.suit += 1
        if not (edition.suits[state.card] >> state.suit) & 1:
            continue
        least = least_payment(state, edition)
        if least < most_payment(state, edition):
            state.phase = Phase.PAY
            return
        pay(state, least)
    place_card(state)


@rule
def pay(state: State, tokens: int) -> None:
    state.tokens[state.active, state.suit] -= tokens
    state.due -= tokens


@rule
def place_card(state: State) -> None:
    """Lay the paid card at the end of its column, as the card of this turn [magnate 4.1]."""
    seat = state.active
    district = state.district
    card = state.card
    state.spot[card] = state.length[seat, district]
    state.length[seat, district] += 1
    state.last[seat, district] = card
    move_hidden(state, card, Zone.COLUMN + DISTRICTS * seat + district)
    state.played = 1
    state.card = -1
    state.as_deed = 0
    state.district = -1
    state.suit = 0
    state.phase = Phase.ACT


@rule
def can_develop(state: State, edition: Edition, seat: int, district: int, suit: int) -> bool:
    """Return whether the seat can put a token of the suit on a deed [magnate 3.8, 8.5, 8.10]."""
    if not state.deed[seat, district] or state.tokens[seat, suit] == 0:
        return False
    if not edition.develop_new and (state.new >> district) & 1:
        return False
    card = state.last[seat, district]
    if not (edition.suits[card] >> suit) & 1:
        return False
    if edition.deed_each_suit and state.laid[seat, district, suit] > 0:
        left = edition.price[card] - 1
        missing = 0
        for other in range(SUIT_COUNT):
            left -= state.laid[seat, district, other]
            if (edition.suits[card] >> other) & 1 and state.laid[seat, district, other] == 0:
                missing += 1
        return left >= missing
    return True


@rule
def develop(state: State, edition: Edition, district: int, suit: int) -> None:
    """Put a token on a deed; at the full price, finish the deed and clear it [magnate 3.8]."""
    seat = state.active
    state.tokens[seat, suit] -= 1
    state.laid[seat, district, suit] += 1
    total = 0
    for other in range(SUIT_COUNT):
        total += state.laid[seat, district, other]
    if total >= edition.price[state.last[seat, district]]:
        for other in range(SUIT_COUNT):
            state.laid[seat, district, other] = 0
        state.deed[seat, district] = 0
        state.finished |= 1 << district


@rule
def trade(state: State, edition: Edition, give: int, take: int) -> None:
    """Trade `trade_rate` tokens of one suit for one of another [magnate 3.4, 8.11]."""
    state.tokens[state.active, give] -= edition.trade_rate
    state.tokens[state.active, take] += 1
