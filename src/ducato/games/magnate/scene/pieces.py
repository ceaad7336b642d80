"""The pieces of Magnate, each made from the few numbers that it shows.

A move changes only a handful of pieces, and tables have most of them in common. So pieces are
cached, and scenes are quick to compare where they contain the same objects. All readers and tables
share the pieces, which must not be changed. No function here takes a state; callers must pass
nothing that the reader may not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from ducato.core.i18n import Message, Name, Seat, say
from ducato.core.presentation.art import read_art
from ducato.core.scene import Face, Piece

from ..narration.words import amounts, card_name, suit_names, suits_in, tokens
from ..state import ACTIONS, CARD_IDS, CARDS, SEATS, SUIT_COUNT, SUITS, A, Edition, Kind

TONES = dict(zip(SUITS, ["grey", "yellow", "blue", "green", "red", "orange"], strict=True))
MARKS = {Kind.ACE: "ace", Kind.COURT: "court", Kind.CROWN: "crown", Kind.EXCUSE: "excuse"}
"""The glyphs that precede the suits of a card."""
USES = {
    name: (
        *(ACTIONS.encode("trade", give=name, take=other) for other in SUITS if other != name),
        ACTIONS.encode("income", suit=name),
    )
    for name in SUITS
}
"""The actions of the tokens of each suit: trading them, and choosing the suit as income."""
HAND_USES = ("build", "deed", "sell")
"""The kinds of action that use a card in hand."""
ART = read_art(__package__.rpartition(".")[0])
LEAD = "lead"
"""The glyph of the leader, on a district's higher total."""
KEPT_EDITIONS, KEPT = 64, 500
"""The numbers of cached editions and of cached pieces of each kind; a piece takes about 1 kB."""


# ---------------------------------------------------------------------------------- cards face up


@dataclass(frozen=True, eq=False, slots=True)
class Printed:
    """The unchanging contents of a card; `label` and `words` are the key and words of its label."""

    card: int
    id: str
    title: Message
    corner: str
    glyphs: tuple[str, ...]
    label: str
    words: dict[str, Any]
    suits: tuple[int, ...]
    rank: int
    price: int


@lru_cache(KEPT_EDITIONS)
def printed(edition: bytes) -> tuple[Printed, ...]:
    """Return the printed contents of each card; `edition` is the struct `Edition` as bytes."""
    of = Edition.of(edition)
    columns = (of.kind, of.rank, of.suits, of.price, of.in_play, of.lays)
    return tuple(_print(card, *(column[card] for column in columns)) for card in range(CARDS))


@lru_cache(KEPT)
def _print(
    card: int, kind: int, rank: int, mask: int, price: int, in_play: int, lays: int
) -> Printed:
    """Return the printed contents of a card, an object that editions with equal cards share."""
    name, suits = card_name(card), suits_in(mask)
    corner = str(rank) if in_play else ""
    marks = (MARKS[Kind(kind)],) if kind in MARKS else ()
    spoken = Kind.PAWN if lays else Kind(kind)  # Courts may serve as districts.
    return Printed(
        card,
        f"card:{CARD_IDS[card]}",
        say("card", card=name),
        "A" if kind == Kind.ACE else corner,
        marks if kind == Kind.EXCUSE else (*marks, *(SUITS[suit] for suit in suits)),
        f"label.{spoken.name.lower()}",
        {"card": name, "rank": rank, "suits": suit_names(mask)},
        suits,
        rank,
        price,
    )


def _card(
    card: Printed,
    area: str,
    where: Message,
    order: int,
    *,
    lines: tuple[Message, ...] = (),
    turned: bool = False,
    actions: tuple[int, ...] = (),
    potential: tuple[int, ...] = (),
    tone: str = "paper",
    shape: str = "card",
) -> Piece:
    """Return the piece for a card; `where` ends its label and says where it lies."""
    face = Face(
        card.title,
        card.corner,
        card.glyphs,
        tone,
        lines,
        turned=turned,
        art=ART[CARD_IDS[card.card]],
    )
    label = say(card.label, **card.words, where=where)
    return Piece(card.id, shape, area, face, label, order, actions, potential=potential)


@lru_cache(KEPT)
def district(card: Printed, d: int, actions: tuple[int, ...]) -> Piece:
    """Return the card of a district as a tile, so that it looks unlike the cards built there."""
    where = say("where.district", n=d + 1)
    potential = (A.DISTRICT + d,)
    area = f"centre:{d + 1}"
    return _card(
        card, area, where, 1, actions=actions, potential=potential, tone="wood", shape="tile"
    )


class Spot(NamedTuple):
    """The position of a card in a column.

    Attributes:
        seat, own: the owner of the column, and whether the owner is the reader.
        district, named: the number of the district, from 0, and the card that names it.
        number, order: the card's number in its column, from 0, and its order from top to bottom.
    """

    seat: int
    own: bool
    district: int
    named: int
    number: int
    order: int

    @property
    def area(self) -> str:
        """The id of the column."""
        return f"column:{self.seat}:{self.district + 1}"

    def words(self, status: Message) -> Message:
        """Return the end of the card's label: its position in the column, and its `status`."""
        return say(
            f"where.column.{_whose(self.own)}",
            seat=Seat(self.seat),
            district=card_name(self.named),
            n=self.number + 1,
            status=status,
        )


@lru_cache(KEPT)
def building(card: Printed, at: Spot, worth: int | None) -> Piece:
    """Return a completed property in a column; `worth` is None unless it is an Ace."""
    lines = () if worth is None else (say("line.worth", worth=worth),)
    return _card(card, at.area, at.words(say("status.finished")), at.order, lines=lines)


@lru_cache(KEPT)
def deed(
    card: Printed,
    at: Spot,
    laid: tuple[int, ...],
    actions: tuple[int, ...],
    times: tuple[tuple[int, int], ...],
) -> Piece:
    """Return an unfinished deed, which lies turned and shows its tokens.

    `times` says how many tokens of a suit can be put on it, one after another.
    """
    price, paid = card.price, sum(laid)
    key = "status.deed" if paid else "status.deed.empty"
    parts = (tokens(suit, n) for suit, n in enumerate(laid) if n)
    first = A.DEVELOP + SUIT_COUNT * at.district
    piece = _card(
        card,
        at.area,
        at.words(say(key, laid=paid, price=price, tokens=amounts(laid))),
        at.order,
        lines=(say("line.laid", laid=paid, price=price), *parts),
        turned=True,
        actions=actions,
        potential=tuple(first + suit for suit in card.suits) if at.own else (),
    )
    return replace(piece, times=times) if times else piece


@lru_cache(KEPT)
def in_hand(card: Printed, seat: int, own: bool, order: int, actions: tuple[int, ...]) -> Piece:
    """Return a card in a hand, with a line for its price if that differs from its rank."""
    return _card(
        card,
        f"hand:{seat}",
        say(f"where.hand.{_whose(own)}", seat=Seat(seat)),
        order,
        lines=(say("line.price", price=card.price),) if card.price != card.rank else (),
        actions=actions,
        potential=tuple(ACTIONS.offset(kind) + card.card for kind in HAND_USES) if own else (),
    )


@lru_cache(KEPT)
def chosen(card: Printed, seat: int, order: int, as_deed: bool) -> Piece:
    """Return the card that a seat has chosen to build or buy as a deed, shown in its hand."""
    key = "deed" if as_deed else "build"
    where = say(f"where.chosen.{key}", seat=Seat(seat))
    return _card(card, f"hand:{seat}", where, order, lines=(say(f"line.{key}"),))


@lru_cache(KEPT)
def crown(card: Printed, seat: int, own: bool) -> Piece:
    """Return one of a seat's Crowns."""
    where = say(f"where.crowns.{_whose(own)}", seat=Seat(seat))
    return _card(card, f"crowns:{seat}", where, card.card)


@lru_cache(KEPT)
def discarded(card: Printed) -> Piece:
    """Return a card on the open discard pile."""
    return _card(card, "discard", say("where.discard"), card.card)


@lru_cache(KEPT)
def sold(card: Printed, seat: int) -> Piece:
    """Return a sold card that the reader knows [magnate 8.13]."""
    return _card(card, "discard", say("where.sold", seat=Seat(seat)), card.card)


# -------------------------------------------------------------------------------- cards face down


@cache
def pile(left: int) -> Piece:
    """Return the pile to draw from."""
    return _back("back:pile", "pile", left, say("label.pile", n=left))


@lru_cache(KEPT)
def sold_unseen(seat: int, number: int) -> Piece:
    """Return the pile of cards that a seat has sold face down [magnate 8.13]."""
    label = say("label.sold", seat=Seat(seat), n=number)
    return _back(f"back:sold:{seat}", "discard", number, label)


@cache
def unseen(seat: int, number: int, order: int) -> Piece:
    """Return the back of a card in a hand, unknown to the reader."""
    label = say("label.back", seat=Seat(seat))
    return _back(f"back:{seat}:{number}", f"hand:{seat}", None, label, order)


def _back(name: str, area: str, count: int | None, label: Message, order: int = 0) -> Piece:
    """Return a card face down, or a pile of `count` of them."""
    return Piece(name, "card", area, Face(tone="ink", count=count, back=True), label, order)


# ----------------------------------------------------------------------- dice, tokens and counters


@cache
def die(number: int, value: int) -> Piece:
    """Return one of the two ten-sided dice."""
    label = say("label.die", value=value)
    return Piece(f"die:{number}", "die", "dice", Face(corner=str(value)), label, number)


@cache
def tax_die(number: int, suit: int) -> Piece:
    """Return a die that shows a taxed suit."""
    name = SUITS[suit]
    face = Face(say("die.tax"), glyphs=(name,), tone=TONES[name])
    label = say("label.tax", suit=Name(name))
    return Piece(f"die:tax:{number}", "die", "dice", face, label, SEATS + number)


@cache
def won(seat: int, number: int) -> Piece:
    """Return the counter of the districts that a seat has won so far."""
    label = say("label.won", seat=Seat(seat), n=number)
    face = Face(say("line.won", n=number), corner=str(number))
    return Piece(f"won:{seat}", "score", f"scoreboard:{seat}", face, label)


@lru_cache(KEPT)
def total(seat: int, d: int, named: int, mine: int, ahead: bool, order: int) -> Piece:
    """Return a seat's total in a district; if it is ahead, it is marked by colour and glyph."""
    words = {"seat": Seat(seat), "district": card_name(named), "total": mine}
    face = Face(
        corner=str(mine), glyphs=(LEAD,) if ahead else (), tone="yellow" if ahead else "grey"
    )
    label = say("label.total.ahead" if ahead else "label.total", **words)
    return Piece(f"total:{seat}:{d + 1}", "counter", f"centre:{d + 1}", face, label, order)


@lru_cache(KEPT)
def token(seat: int, own: bool, suit: int, number: int, actions: tuple[int, ...]) -> Piece:
    """Return a seat's tokens of one suit; trades and income choices belong to the reader's own."""
    name = SUITS[suit]
    return Piece(
        f"token:{seat}:{name}",
        "token",
        f"purse:{seat}",
        Face(say("suit", suit=Name(name)), glyphs=(name,), tone=TONES[name], count=number),
        say(f"label.token.{_whose(own)}", seat=Seat(seat), tokens=tokens(suit, number)),
        suit,
        actions,
        potential=USES[name] if own else (),
    )


def _whose(own: bool) -> str:
    return "own" if own else "other"
