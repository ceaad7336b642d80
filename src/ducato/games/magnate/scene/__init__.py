"""The table of Magnate as areas and pieces: five districts in a row, a seat on either side.

It is built from a state that is already redacted for its reader. A visible card is ``card:<id>``
wherever it lies; a hidden one is a back, or part of a pile, whose id says only where it lies.
"""

from __future__ import annotations

from collections.abc import Iterator

from ducato.core.presentation.viewer import Viewer
from ducato.core.scene import Area, Piece, Scene

from ..narration.words import chosen_card, suits_in
from ..rules.building import can_develop, develop
from ..state import ACTIONS, CARD_IDS, DISTRICTS, SEATS, SUIT_COUNT, SUITS, A, Edition, State, Zone
from . import areas, pieces
from .numbers import NUMBERS
from .worths import worths


def scene(state: State, edition: Edition, seat: int, legal: list[int]) -> Scene:
    """Return everything that the reader sees; a spectator sees it from seat 0's side."""
    return _Table(state, edition, seat, legal).scene()


class _Table(Viewer):
    """The scene of one reader while it is built.

    Attributes:
        far: the seat above the districts; the seat below them is `near`.
        totals, aces: each seat's total in each district, and the worth of each Ace in a column.
        printed: the printed contents of each card.
        held: the number of cards in each zone.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        super().__init__(state, edition, seat, legal, ACTIONS)
        self.far = 1 - self.near
        self.totals, self.aces = worths(state, edition)
        self.printed = pieces.printed(edition.tobytes())
        self.held = state.held.tolist()

    def scene(self) -> Scene:
        return Scene(
            [
                *areas.of_seat(self.far, False),
                areas.ALL_DISTRICTS,
                *self.districts(),
                *areas.MIDDLE,
                *areas.of_seat(self.near, self.near == self.seat),
            ],
            [
                *self.seat_pieces(self.far),
                *self.board_pieces(),
                *self.middle_pieces(),
                *self.seat_pieces(self.near),
            ],
            NUMBERS,
        )

    # -------------------------------------------------------------------------------- the board

    def is_laid(self, d: int) -> bool:
        """Return whether the district's card has been laid."""
        return bool(self.state.zone[self.state.pawn[d]] == Zone.DISTRICT)

    def districts(self) -> Iterator[Area]:
        for d in range(DISTRICTS):
            yield from areas.of_district(
                d, self.state.pawn[d] if self.is_laid(d) else -1, self.near
            )

    def board_pieces(self) -> Iterator[Piece]:
        for d in range(DISTRICTS):
            if self.is_laid(d):
                card = self.printed[self.state.pawn[d]]
                actions = self.actions(str(d + 1), "district")
                yield from self.column(self.far, d)
                yield self.total(self.far, d, 0)
                yield pieces.district(card, d, actions)
                yield self.total(self.near, d, 2)
                yield from self.column(self.near, d)

    def total(self, seat: int, d: int, order: int) -> Piece:
        mine = self.totals[seat][d]
        ahead = mine > self.totals[1 - seat][d]
        return pieces.total(seat, d, self.state.pawn[d], mine, ahead, order)

    def column(self, seat: int, d: int) -> Iterator[Piece]:
        """Yield the cards of a column, whose order is from top to bottom.

        The near column grows downwards and the far one upwards.
        """
        lying = self.cards_in(Zone.COLUMN + DISTRICTS * seat + d)
        if not lying:
            return
        own, named = seat == self.seat, self.state.pawn[d]
        is_deed = self.state.deed[seat, d]
        for spot, card in enumerate(sorted(lying, key=self.state.spot.__getitem__)):
            order = -spot if seat == self.far else spot
            at = pieces.Spot(seat, own, d, named, spot, order)
            if is_deed and spot == len(lying) - 1:
                laid = tuple(self.state.laid.tolist()[seat][d])
                actions = self.actions(str(d + 1), "develop") if own else ()
                times = tuple((one, self.tokens_for(d, one)) for one in actions)
                yield pieces.deed(self.printed[card], at, laid, actions, times)
            else:
                yield pieces.building(self.printed[card], at, self.aces.get(card))

    def tokens_for(self, d: int, action: int) -> int:
        """Return how many tokens of an action's suit can be put on a deed, one after another."""
        state, suit = self.state.copy(), (action - A.DEVELOP) % SUIT_COUNT
        n = 0
        while can_develop(state, self.edition, self.seat, d, suit):
            develop(state, self.edition, d, suit)
            n += 1
        return n

    # ------------------------------------------------------------------------- dice and piles

    def middle_pieces(self) -> Iterator[Piece]:
        for number, value in enumerate(self.state.dice):
            if value:
                yield pieces.die(number, value)
        for number, suit in enumerate(suits_in(self.state.taxed)):
            yield pieces.tax_die(number, suit)
        yield pieces.pile(self.held[Zone.DECK])
        for card in self.cards_in(Zone.DISCARD):
            yield pieces.discarded(self.printed[card])
        for seat in range(SEATS):  # [magnate 8.13]
            seen = self.cards_in(Zone.SOLD + seat)
            for card in seen:
                yield pieces.sold(self.printed[card], seat)
            hidden = self.held[Zone.SOLD + seat] - len(seen)
            if hidden:
                yield pieces.sold_unseen(seat, hidden)

    # ------------------------------------------------------------------------ what a seat holds

    def seat_pieces(self, seat: int) -> Iterator[Piece]:
        own = seat == self.seat
        sides = zip(self.totals[seat], self.totals[1 - seat], strict=True)
        yield pieces.won(seat, sum(mine > other for mine, other in sides))
        for card in self.cards_in(Zone.CROWNS + seat):
            yield pieces.crown(self.printed[card], seat, own)
        for suit, number in enumerate(self.state.tokens.tolist()[seat]):
            actions = self.actions(SUITS[suit], "trade", "income") if own else ()
            yield pieces.token(seat, own, suit, number, actions)
        yield from self.hand(seat, own)

    def hand(self, seat: int, own: bool) -> Iterator[Piece]:
        """Yield the visible and chosen cards of a hand, then a back for each of the others."""
        chosen = chosen_card(self.state) if self.state.active == seat else -1
        seen = sorted({*self.cards_in(Zone.HAND + seat), chosen} - {-1})
        for order, card in enumerate(seen):
            if card == chosen:
                yield pieces.chosen(self.printed[card], seat, order, bool(self.state.as_deed))
            else:
                actions = self.actions(CARD_IDS[card], *pieces.HAND_USES)
                yield pieces.in_hand(self.printed[card], seat, own, order, actions)
        for number in range(self.held[Zone.HAND + seat] - len(seen)):
            yield pieces.unseen(seat, number, len(seen) + number)
