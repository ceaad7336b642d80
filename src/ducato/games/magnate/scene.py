"""The table of Magnate as places and pieces: five districts in a row, a seat on either side.

Built from a state that is already redacted for its reader, so this module must not know what is
hidden: a card in sight is ``card:<id>`` wherever it lies, one out of sight is a back whose id
tells only where it lies. It must not know how anything is drawn, nor any language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ducato.core.messages import Message, Name, Seat, say
from ducato.core.scene import Face, Piece, Place, Scene
from ducato.games.magnate.rules.scoring import ace_worth, district_total
from ducato.games.magnate.state import (
    ACTIONS,
    CARD_IDS,
    DISTRICTS,
    SEATS,
    SUIT_COUNT,
    SUITS,
    Edition,
    Kind,
    State,
)
from ducato.games.magnate.state import Place as Where
from ducato.games.magnate.tell.words import (
    amounts,
    card_name,
    chosen_card,
    district_name,
    laid_tokens,
    suit_names,
    suits_in,
    tokens,
)

TONES = dict(zip(SUITS, ["grey", "yellow", "blue", "green", "red", "orange"], strict=True))
MARKS = {Kind.ACE: "ace", Kind.COURT: "court", Kind.CROWN: "crown", Kind.EXCUSE: "excuse"}
"""Glyphs that stand before the suits of a card."""
USES = {
    name: (
        *(ACTIONS.encode("trade", give=name, take=other) for other in SUITS if other != name),
        ACTIONS.encode("income", suit=name),
    )
    for name in SUITS
}
"""What tokens of a suit can be chosen for."""
LEAD = "lead"
"""The glyph of being ahead: on the higher total of a district, and on their number."""


def scene(state: State, edition: Edition, seat: int, legal: list[int]) -> Scene:
    """Everything that the reader sees.

    Args:
        state: redacted for the reader.
        edition: the numbers of the game.
        seat: the reader, whose side is the nearer one; -1 for a spectator, who sits at seat 0.
        legal: the reader's legal actions, empty if it is not their move.
    """
    return _Table(state, edition, seat, legal).scene()


class _Table:
    """The table while it is being laid for one reader.

    Attributes:
        near, far: the seats below and above the districts.
        totals: for each seat its total in each district.
        lying: for each place the cards which the reader knows to lie there.
        wanted: for each kind of action the legal ones, to be hung on pieces.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        self.state, self.edition, self.seat, self.legal = state, edition, seat, legal
        self.near = max(seat, 0)
        self.far = 1 - self.near
        self.totals = [
            [int(district_total(state, edition, who, d, False)) for d in range(DISTRICTS)]
            for who in range(SEATS)
        ]
        self.lying: dict[int, list[int]] = {}
        for card, where in enumerate(state.row("place").tolist()):
            self.lying.setdefault(where, []).append(card)
        self.wanted: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
        for action in legal:
            kind, arguments = ACTIONS.kind(action).name, ACTIONS.arguments(action)
            self.wanted.setdefault(kind, []).append((action, arguments))

    def scene(self) -> Scene:
        return Scene(
            [*self.seat_places(self.far), *self.board_places(), *self.seat_places(self.near)],
            [
                *self.seat_pieces(self.far),
                *self.board_pieces(),
                *self.middle_pieces(),
                *self.seat_pieces(self.near),
            ],
        )

    # ----------------------------------------------------------------------------------- places

    def seat_places(self, seat: int) -> Iterator[Place]:
        """A seat's panel; the reader's own hand lies outside of it, to be always in view."""
        own = seat == self.seat
        panel, who = f"seat:{seat}", Seat(seat)
        role = "mine" if own else "others"
        yield Place(panel, "panel", say("seat", seat=who), owner=seat, role=role)
        title = say("place.standing", seat=who)
        yield Place(f"standing:{seat}", "row", title, panel, seat, role)
        yield Place(f"crowns:{seat}", "row", say("place.crowns", seat=who), panel, seat, role)
        yield Place(f"purse:{seat}", "purse", say("place.purse", seat=who), panel, seat, role)
        if own:
            yield Place(f"hand:{seat}", "fan", say("place.hand.own"), owner=seat, role="hand")
        else:
            title = say("place.hand", seat=who)
            yield Place(f"hand:{seat}", "fan", title, panel, seat, role)

    def board_places(self) -> Iterator[Place]:
        """The districts, each a stack of far column, centre and near column; then the middle."""
        yield Place("districts", "row", say("place.districts"))
        for d in range(DISTRICTS):
            title: Message | str = str(d + 1)
            if self.is_laid(d):
                title = say("card", card=district_name(self.state, d))
            yield Place(f"district:{d + 1}", "column", title, "districts")
            yield self.column_place(self.far, d)
            yield Place(f"centre:{d + 1}", "column", "", f"district:{d + 1}")
            yield self.column_place(self.near, d)
        yield Place("middle", "panel", say("place.middle"), role="aside")
        yield Place("dice", "row", say("place.dice"), "middle", role="aside")
        yield Place("pile", "row", say("place.pile"), "middle", role="aside")
        yield Place("discard", "fan", say("place.discard"), "middle", role="aside")

    def column_place(self, seat: int, d: int) -> Place:
        title = say("place.column", seat=Seat(seat))
        return Place(f"column:{seat}:{d + 1}", "column", title, f"district:{d + 1}", seat)

    # -------------------------------------------------------------------------------- the board

    def is_laid(self, d: int) -> bool:
        """Whether the district's card lies there already."""
        return bool(self.state.place[self.state.pawn[d]] == Where.DISTRICT)

    def board_pieces(self) -> Iterator[Piece]:
        for d in range(DISTRICTS):
            if self.is_laid(d):
                yield from self.column_pieces(self.far, d)
                yield self.total(self.far, d, 0)
                yield self.district_card(d)
                yield self.total(self.near, d, 2)
                yield from self.column_pieces(self.near, d)

    def district_card(self, d: int) -> Piece:
        card = int(self.state.pawn[d])
        return self.card(
            card,
            f"centre:{d + 1}",
            say("where.district", n=d + 1),
            order=1,
            actions=self.actions("district", 0, str(d + 1)),
            would=(ACTIONS.start("district") + d,),
            tone="wood",
            shape="tile",
        )

    def total(self, seat: int, d: int, order: int) -> Piece:
        """A side's total in a district; the higher one is marked by more than its colour."""
        mine = self.totals[seat][d]
        ahead = mine > self.totals[1 - seat][d]
        return Piece(
            f"total:{seat}:{d + 1}",
            "counter",
            f"centre:{d + 1}",
            Face(
                corner=str(mine),
                glyphs=(LEAD,) if ahead else (),
                tone="yellow" if ahead else "grey",
            ),
            say(
                "label.total.ahead" if ahead else "label.total",
                seat=Seat(seat),
                district=district_name(self.state, d),
                total=mine,
            ),
            order,
        )

    def column_pieces(self, seat: int, d: int) -> Iterator[Piece]:
        """A column, its cards ordered from top to bottom: the far one grows upwards."""
        lying = self.cards_in(Where.COLUMN + DISTRICTS * seat + d)
        cards = sorted(lying, key=lambda card: int(self.state.spot[card]))
        for spot, card in enumerate(cards):
            order = -spot if seat == self.far else spot
            if self.state.deed[seat, d] and card == cards[-1]:
                yield self.deed(card, seat, d, spot, order)
            else:
                yield self.building(card, seat, d, spot, order)

    def column_words(self, seat: int, d: int, spot: int, status: Message) -> Message:
        own = "own" if seat == self.seat else "other"
        where = district_name(self.state, d)
        words = {"seat": Seat(seat), "district": where, "n": spot + 1, "status": status}
        return say(f"where.column.{own}", **words)

    def building(self, card: int, seat: int, d: int, spot: int, order: int) -> Piece:
        lines: tuple[Message, ...] = ()
        if self.edition.kind[card] == Kind.ACE:
            worth = int(ace_worth(self.state, self.edition, seat, d, card))
            lines = (say("line.worth", worth=worth),)
        where = self.column_words(seat, d, spot, say("status.finished"))
        return self.card(card, f"column:{seat}:{d + 1}", where, order=order, lines=lines)

    def deed(self, card: int, seat: int, d: int, spot: int, order: int) -> Piece:
        """An unfinished deed lies turned, its tokens written on it."""
        laid, price = laid_tokens(self.state, seat, d), int(self.edition.price[card])
        on_it = self.state.row("laid")[seat, d]
        parts = (tokens(suit, on_it[suit]) for suit in range(SUIT_COUNT) if on_it[suit])
        key = "status.deed" if laid else "status.deed.empty"
        status = say(key, laid=laid, price=price, tokens=amounts(on_it))
        own = seat == self.seat
        suits, first = suits_in(self.edition.suits[card]), ACTIONS.start("develop") + SUIT_COUNT * d
        return self.card(
            card,
            f"column:{seat}:{d + 1}",
            self.column_words(seat, d, spot, status),
            order=order,
            lines=(say("line.laid", laid=laid, price=price), *parts),
            turned=True,
            actions=self.actions("develop", 0, str(d + 1)) if own else (),
            would=tuple(first + suit for suit in suits) if own else (),
        )

    # ------------------------------------------------------------------------- dice and piles

    def middle_pieces(self) -> Iterator[Piece]:
        yield from self.dice()
        left = self.held(Where.DECK)
        yield self.back("back:pile", "pile", left, say("label.pile", n=left))
        for card in self.cards_in(Where.DISCARD):
            yield self.card(card, "discard", say("where.discard"))
        for seat in range(SEATS):  # [magnate 8.13]
            sold = Where.SOLD + seat
            seen = self.cards_in(sold)
            for card in seen:
                yield self.card(card, "discard", say("where.sold", seat=Seat(seat)))
            hidden = self.held(sold) - len(seen)
            if hidden:
                label = say("label.sold", seat=Seat(seat), n=hidden)
                yield self.back(f"back:sold:{seat}", "discard", hidden, label)

    def dice(self) -> Iterator[Piece]:
        for number, value in enumerate(int(die) for die in self.state.dice):
            if value:
                label = say("label.die", value=value)
                yield Piece(f"die:{number}", "die", "dice", Face(corner=str(value)), label, number)
        for number, suit in enumerate(suits_in(self.state.taxed)):
            face = Face(say("die.tax"), glyphs=(SUITS[suit],), tone=TONES[SUITS[suit]])
            label = say("label.tax", suit=Name(SUITS[suit]))
            yield Piece(f"die:tax:{number}", "die", "dice", face, label, SEATS + number)

    def cards_in(self, place: int) -> list[int]:
        """The cards which the reader knows to lie in a place."""
        return self.lying.get(place, [])

    def held(self, place: int) -> int:
        return int(self.state.held[place])

    def back(
        self, name: str, place: str, count: int | None, label: Message, order: int = 0
    ) -> Piece:
        """A card face down, or a pile of `count` of them."""
        return Piece(name, "card", place, Face(tone="ink", count=count, back=True), label, order)

    # ------------------------------------------------------------------------ what a seat holds

    def seat_pieces(self, seat: int) -> Iterator[Piece]:
        yield from self.standing(seat)
        for card in self.cards_in(Where.CROWNS + seat):
            where = say(f"where.crowns.{self.whose(seat)}", seat=Seat(seat))
            yield self.card(card, f"crowns:{seat}", where)
        for suit in range(SUIT_COUNT):
            yield self.token(seat, suit)
        yield from self.hand(seat)

    def whose(self, seat: int) -> str:
        return "own" if seat == self.seat else "other"

    def sides(self, seat: int) -> tuple[list[int], list[int]]:
        """The totals of a seat, and those of the other."""
        return self.totals[seat], self.totals[1 - seat]

    def standing(self, seat: int) -> Iterator[Piece]:
        """Districts won so far."""
        won = sum(mine > other for mine, other in zip(*self.sides(seat), strict=True))
        label = say("label.won", seat=Seat(seat), n=won)
        face = Face(corner=str(won), glyphs=(LEAD,), tone="yellow" if won else "grey")
        yield Piece(f"won:{seat}", "counter", f"standing:{seat}", face, label)

    def token(self, seat: int, suit: int) -> Piece:
        """The tokens of one suit; the reader's own carry trades and choices of income."""
        name = SUITS[suit]
        own = seat == self.seat
        n = int(self.state.tokens[seat, suit])
        actions = (*self.actions("trade", 0, name), *self.actions("income", 0, name)) if own else ()
        return Piece(
            f"token:{seat}:{name}",
            "token",
            f"purse:{seat}",
            Face(say("suit", suit=Name(name)), glyphs=(name,), tone=TONES[name], count=n),
            say(f"label.token.{self.whose(seat)}", seat=Seat(seat), tokens=tokens(suit, n)),
            suit,
            actions,
            would=USES[name] if own else (),
        )

    def hand(self, seat: int) -> Iterator[Piece]:
        """The cards in sight, then a back for each of the others."""
        place, own = f"hand:{seat}", self.whose(seat)
        chosen = chosen_card(self.state) if self.state.active == seat else -1
        seen = sorted({*self.cards_in(Where.HAND + seat), chosen} - {-1})
        for order, card in enumerate(seen):
            where = say(f"where.hand.{own}", seat=Seat(seat))
            lines = self.hand_lines(card)
            if card == chosen:
                key = "deed" if self.state.as_deed else "build"
                where = say(f"where.chosen.{key}", seat=Seat(seat))
                lines = (say(f"line.{key}"),)
            yield self.card(
                card,
                place,
                where,
                order=order,
                lines=lines,
                actions=tuple(
                    action
                    for kind in ("build", "deed", "sell")
                    for action in self.actions(kind, 0, CARD_IDS[card])
                ),
                would=tuple(ACTIONS.start(kind) + card for kind in ("build", "deed", "sell"))
                if seat == self.seat and card != chosen
                else (),
            )
        for number in range(self.held(Where.HAND + seat) - len(seen)):
            label = say("label.back", seat=Seat(seat))
            yield self.back(f"back:{seat}:{number}", place, None, label, len(seen) + number)

    def hand_lines(self, card: int) -> tuple[Message, ...]:
        """The price where it is not the printed rank."""
        price = int(self.edition.price[card])
        return (say("line.price", price=price),) if price != self.edition.rank[card] else ()

    # ---------------------------------------------------------------------------------- a card

    def card(
        self,
        card: int,
        place: str,
        where: Message,
        *,
        order: int | None = None,
        lines: tuple[Message, ...] = (),
        turned: bool = False,
        actions: tuple[int, ...] = (),
        would: tuple[int, ...] = (),
        tone: str = "paper",
        shape: str = "card",
    ) -> Piece:
        """A card face up.

        Args:
            card: its number.
            place: id of its place.
            where: where it lies, as the end of its label.
            order: its place among the pieces there; its number if None.
            lines: what is written on it.
            turned: whether it lies sideways.
            actions: the legal actions that clicking it means.
            would: what clicking it means whenever that is legal.
            tone: of the card.
            shape: the kind of piece: districts are tiles, to be told from what is built there.
        """
        name = card_name(card)
        kind = Kind(self.edition.kind[card])
        suits = [] if kind == Kind.EXCUSE else suits_in(self.edition.suits[card])
        marks = (MARKS[kind],) if kind in MARKS else ()
        face = Face(
            say("card", card=name),
            self.corner(card, kind),
            (*marks, *(SUITS[suit] for suit in suits)),
            tone,
            lines,
            turned=turned,
        )
        spoken = Kind.PAWN if self.edition.lays[card] else kind  # Courts may be the districts
        label = say(
            f"label.{spoken.name.lower()}",
            card=name,
            rank=int(self.edition.rank[card]),
            suits=suit_names(self.edition.suits[card]),
            where=where,
        )
        if order is None:
            order = card
        return Piece(
            f"card:{CARD_IDS[card]}", shape, place, face, label, order, actions, would=would
        )

    def corner(self, card: int, kind: Kind) -> str:
        """The rank of a property, an "A" for an Ace."""
        if kind == Kind.ACE:
            return "A"
        return str(self.edition.rank[card]) if self.edition.in_play[card] else ""

    # -------------------------------------------------------------------------------- actions

    def actions(self, kind: str, argument: int, value: str) -> tuple[int, ...]:
        """The legal actions of a kind whose argument at this position has this value."""
        found: Iterable[tuple[int, tuple[str, ...]]] = self.wanted.get(kind, ())
        return tuple(action for action, values in found if values[argument] == value)
