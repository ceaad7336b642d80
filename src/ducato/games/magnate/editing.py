"""What may be edited in a position of Magnate, and which positions the rules lead to."""

from __future__ import annotations

from ducato.core.editing.declaration import Editable, every_seat, names_of, of_seat, seat_name
from ducato.core.i18n import IllegalReason, Message, Seat, say

from .narration.words import card_name, district_name
from .state import CARD_IDS, DISTRICTS, SEATS, SUIT_COUNT, SUITS, Edition, Ending, State, Zone

MOST_TOKENS = 60
OPEN_ZONES = (
    Zone.DECK,
    Zone.DISCARD,
    *(Zone.HAND + seat for seat in range(SEATS)),
    *range(Zone.COLUMN, Zone.COLUMN + SEATS * DISTRICTS),
)


def district_label(district: int) -> Message:
    """Return the number of a district."""
    return say("edit.district", n=district + 1)


def may_be_deed(state: State, edition: Edition, index: tuple[int, ...]) -> bool:
    """Return whether the last card of a column can be a deed."""
    last = state.last[index[:2]]
    return bool(last >= 0 and edition.deed_each[last])


def takes_token(state: State, edition: Edition, index: tuple[int, ...]) -> bool:
    """Return whether a token of a suit could lie on the last card of a column."""
    *_, suit = index
    suits = edition.suits[state.last[index[:2]]]
    return may_be_deed(state, edition, index) and bool(suits >> suit & 1)


def zone_label(zone: int) -> Message:
    """Return the name of a place of cards: a pile, a player's hand or side of a district."""
    if zone >= Zone.COLUMN:
        seat, district = divmod(zone - Zone.COLUMN, DISTRICTS)
        return say("edit.column", seat=Seat(seat), n=district + 1)
    if zone >= Zone.HAND:
        return of_seat(say("edit.zone.hand"), zone - Zone.HAND)
    return say("edit.zone.deck" if zone == Zone.DECK else "edit.zone.discard")


EDITABLE = (
    Editable(field="active", title=say("edit.active"), values=every_seat, value=seat_name),
    Editable(
        field="tokens",
        title=say("edit.tokens"),
        entry=names_of(SUITS),
        high=MOST_TOKENS,
    ),
    Editable(field="deed", title=say("edit.deed"), entry=district_label, high=1, there=may_be_deed),
    Editable(
        field="laid",
        title=say("edit.laid"),
        entry=names_of(SUITS),
        row=district_label,
        high=MOST_TOKENS,
        there=takes_token,
    ),
    Editable(
        field="zone",
        title=say("edit.zone"),
        entry=names_of(CARD_IDS),
        values=lambda edition, card: OPEN_ZONES,
        value=zone_label,
    ),
)


def put_card(state: State, edition: Edition, card: int, zone: int) -> IllegalReason | None:
    """Take a card away, from a column only its last one, and lay it elsewhere."""
    source = state.zone[card]
    if source >= Zone.COLUMN:
        seat, district = divmod(source - Zone.COLUMN, DISTRICTS)
        if state.last[seat, district] != card:
            return IllegalReason(say("unlawful.covered", card=card_name(card)), "4.1")
        state.length[seat, district] -= 1
        state.deed[seat, district] = 0
        for suit in range(SUIT_COUNT):
            state.laid[seat, district, suit] = 0
        state.spot[card] = 0
        state.zone[card] = Zone.DECK
        state.last[seat, district] = _end(state, source)
    if zone >= Zone.COLUMN:
        seat, district = divmod(zone - Zone.COLUMN, DISTRICTS)
        before = state.last[seat, district]
        if state.deed[seat, district]:
            name = card_name(before)
            return IllegalReason(say("unlawful.on_deed", card=name), "4.4")
        shared = edition.suits[state.pawn[district] if before < 0 else before]
        if not shared & edition.suits[card]:
            below = district_name(state, district) if before < 0 else card_name(before)
            said = say("unlawful.suit", card=card_name(card), below=below)
            return IllegalReason(said, "4.2" if before < 0 else "4.3")
        state.spot[card] = state.length[seat, district]
        state.length[seat, district] += 1
        state.last[seat, district] = card
    state.zone[card] = zone
    state.shown[card] = 0
    return None


def settle(before: State, state: State, edition: Edition) -> IllegalReason | None:
    """Let the seat whose turn begins also be the one to decide; clear what is no deed any more."""
    state.chooser = state.active
    for seat in range(SEATS):
        for district in range(DISTRICTS):
            column = seat, district
            laid, laid_before = _laid(state, column), _laid(before, column)
            if not state.deed[column]:
                if any(laid) and laid != laid_before:
                    said = say("unlawful.no_deed", seat=Seat(seat), n=district + 1)
                    return IllegalReason(said, "3.8")
                for suit in range(SUIT_COUNT):
                    state.laid[seat, district, suit] = 0
            elif laid != laid_before or not before.deed[column]:
                reason = _wrong_deed(state, edition, column, laid)
                if reason is not None:
                    return reason
    return None


def unlawful(state: State, edition: Edition) -> IllegalReason | None:
    """Return why the hands and the pile cannot be so when a turn begins [magnate 2.3, 3.9, 5.2]."""
    last = state.last_turns > 0
    for seat in range(SEATS):
        cards, full = state.held[Zone.HAND + seat], int(edition.hand_size)
        if cards > full or (cards < full and not last):
            return IllegalReason(say("unlawful.hand", seat=Seat(seat), n=full), "2.3")
    pile = state.held[Zone.DECK]
    if last and pile > 0:
        return IllegalReason(say("unlawful.last_turns"), "5.2")
    renewed = state.reshuffled < edition.reshuffles or edition.ending == Ending.FAILED_DRAW
    if not (last or renewed) and pile == 0:
        return IllegalReason(say("unlawful.pile"), "5.2")
    return None


def _laid(state: State, column: tuple[int, int]) -> list[int]:
    """Return the tokens on the deed of a column, by suit."""
    return [int(state.laid[(*column, suit)]) for suit in range(SUIT_COUNT)]


def _wrong_deed(
    state: State, edition: Edition, column: tuple[int, int], laid: list[int]
) -> IllegalReason | None:
    """Return why the last card of a column cannot be a deed with these tokens, or None."""
    card = state.last[column]
    if card < 0 or not edition.deed_each[card]:
        return IllegalReason(say("unlawful.deed", seat=Seat(column[0]), n=column[1] + 1), "3.6")
    name, suits = card_name(card), edition.suits[card]
    if any(number and not suits >> suit & 1 for suit, number in enumerate(laid)):
        return IllegalReason(say("unlawful.deed_suit", card=name), "3.8")
    left = int(edition.price[card]) - 1 - sum(laid)
    if left < 0:
        return IllegalReason(say("unlawful.deed_full", card=name, n=left + sum(laid)), "3.8")
    missing = sum(not number for suit, number in enumerate(laid) if suits >> suit & 1)
    if edition.deed_each_suit and left + 1 < missing:
        return IllegalReason(say("unlawful.deed_each", card=name), "8.5")
    return None


def _end(state: State, column: int) -> int:
    """Return the last card of a column, -1 if it is empty."""
    cards = [card for card in range(len(CARD_IDS)) if state.zone[card] == column]
    return max(cards, key=lambda card: state.spot[card], default=-1)
