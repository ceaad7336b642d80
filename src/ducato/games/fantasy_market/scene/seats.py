"""The seats with their gold, shops and action cards, and the deck [fantasy-market 4, 10]."""

from __future__ import annotations

from collections.abc import Iterator

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Area, Face, Piece
from ducato.games.fantasy_market.narration.words import card_name, gold, shop_name
from ducato.games.fantasy_market.parts import ART, CARD_IDS, CARD_JOB, CARDS, COLOURS, JOBS, Zone
from ducato.games.fantasy_market.scene.reader import Reader
from ducato.games.fantasy_market.scene.stalls import stock_pieces
from ducato.games.fantasy_market.scene.town import SHOP_TONES
from ducato.games.fantasy_market.state import Phase

BACK = ("market",)
"""The sign on the back of the action cards."""


def seat_areas(reader: Reader) -> Iterator[Area]:
    """Yield the areas of the deck, of each seat, and of the discards and the reserve."""
    yield Area("deck", "row", say("area.deck"), role="hand")
    for seat in reader.seats:
        role, panel = reader.role(seat), f"seat:{seat}"
        yield Area(panel, "panel", say("seat", seat=Seat(seat)), owner=seat, role=role)
        yield Area(f"scoreboard:{seat}", "row", "", panel, seat, role)
        yield Area(f"played:{seat}", "row", "", panel, seat, role)
        title = say("area.stock.own" if seat == reader.seat else "area.stock", seat=Seat(seat))
        yield Area(f"stock:{seat}", "row", title, panel, seat, role)
    yield Area("middle", "panel", say("area.middle"), role="aside")
    yield Area("discard", "fan", say("area.discard"), "middle", role="aside")
    yield Area("reserve", "row", "", "middle", role="aside")


def seat_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the gold, the markers and the goods of every seat, and the reserve."""
    for seat in reader.seats:
        yield from _counters(reader, seat)
        yield from stock_pieces(reader, seat)
    n = int(reader.state.reserve)
    face = Face(say("line.reserve"), str(n), glyphs=("gold",))
    yield Piece("reserve", "counter", "reserve", face, say("label.reserve", gold=gold(n)))


def _counters(reader: Reader, seat: int) -> Iterator[Piece]:
    """Yield the seat's gold and shop, and the markers of the turn and the first player."""
    state, area, who = reader.state, f"played:{seat}", Seat(seat)
    n = int(state.gold[seat])
    label = say("label.gold", seat=who, gold=gold(n))
    face = Face(say("line.gold"), str(n))
    yield Piece(f"gold:{seat}", "score", f"scoreboard:{seat}", face, label)
    shop = state.shop_of[seat]
    if shop >= 0:
        face = Face(corner=str(shop + 1), tone=SHOP_TONES[shop])
        label = say("tile", tile=shop_name(shop))
        yield Piece(f"sign:{COLOURS[shop]}", "marker", area, face, label, 1)
    if state.turns and state.first == seat:
        face = Face(say("line.first"), glyphs=("first",), tone="wood")
        yield Piece("first", "marker", area, face, say("label.first", seat=who), 2)
    if state.turns and state.chooser == seat and state.phase != Phase.OVER:
        face = Face(say("line.turn"), glyphs=("hourglass",), tone="red")
        yield Piece("turn", "marker", area, face, say("label.turn", seat=who), 3)


def card_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the action cards: each visible one, and backs that show only where the others lie."""
    held = reader.state.held
    seen = dict.fromkeys(range(len(held)), 0)
    for card in range(CARDS):
        zone = reader.state.zone[card]
        if zone > Zone.BOX:
            seen[zone] += 1
            yield _card(reader, card, zone)
    hidden = held[Zone.DECK] - seen[Zone.DECK]
    if hidden:
        face = Face(glyphs=BACK, tone="ink", count=hidden, back=True)
        yield Piece("back:deck", "card", "deck", face, say("label.deck", n=int(hidden)))
    for seat in range(reader.edition.players):
        if held[Zone.CHOSEN + seat] > seen[Zone.CHOSEN + seat]:
            label = say("label.card.chosen", seat=Seat(seat))
            face = Face(glyphs=BACK, tone="ink", back=True)
            yield Piece(f"back:{seat}", "card", f"played:{seat}", face, label, 4)


def card_face(job: int) -> Face:
    """Return the face of an action card."""
    return Face(say("card", card=card_name(job)), glyphs=(JOBS[job],), art=ART[JOBS[job]])


def _card(reader: Reader, card: int, zone: int) -> Piece:
    job = CARD_JOB[card]
    words = {"card": card_name(job)}
    potential: tuple[int, ...] = ()
    where = "discard"
    label: Message = say("label.card.discard", **words)
    if zone == Zone.DECK:
        where, label = "deck", say("label.card.deck", **words)
        potential = reader.potential(JOBS[job], "choose")
    elif zone == Zone.REVEALED:
        seats = [s for s in range(reader.edition.players) if reader.state.played[s] == job]
        label = say("label.card.revealed", **words)
        if len(seats) == 1:
            where = f"played:{seats[0]}"
            label = say("label.card.revealed.seat", **words, seat=Seat(seats[0]))
    elif zone >= Zone.CHOSEN:
        where, label = f"played:{zone - Zone.CHOSEN}", say("label.card.own", **words)
    face = card_face(job)
    actions = reader.legal_among(potential)
    return Piece(
        f"card:{CARD_IDS[card]}", "card", where, face, label, 4, actions, potential=potential
    )
