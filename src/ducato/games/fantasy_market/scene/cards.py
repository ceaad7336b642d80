"""The action cards, wherever they lie [fantasy-market 4, 10]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Face, Piece

from ..narration.words import card_name
from ..parts import ART, CARD_IDS, CARD_JOB, JOBS, Zone
from ..state import A
from .kept import KEPT
from .reader import Reader

BACK = ("market",)
"""The sign on the back of the action cards."""


def card_pieces(reader: Reader) -> Iterator[Piece]:
    """Yield the action cards: each visible one, and backs that show only where the others lie."""
    hidden, played = reader.state.held.tolist(), reader.state.played.tolist()
    for card, zone in enumerate(reader.state.zone.tolist()):
        if zone > Zone.BOX:
            hidden[zone] -= 1
            yield _seen(reader, card, zone, played)
    if hidden[Zone.DECK]:
        yield _hidden_deck(hidden[Zone.DECK])
    for seat, backs in enumerate(hidden[Zone.CHOSEN :]):
        if backs > 0:
            yield _hidden_choice(seat)


def _seen(reader: Reader, card: int, zone: int, played: list[int]) -> Piece:
    """Return the piece of a card in a zone where the reader sees it.

    `played` holds the job of the card that each seat revealed last.
    """
    if zone == Zone.DECK:
        return _to_choose(card, reader.legal_among((A.CHOOSE + CARD_JOB[card],)))
    if zone == Zone.REVEALED:
        seats = [seat for seat in reader.seats if played[seat] == CARD_JOB[card]]
        return _revealed(card, seats[0] if len(seats) == 1 else -1)
    return _discarded(card) if zone == Zone.DISCARD else _chosen(card, zone - Zone.CHOSEN)


@lru_cache(KEPT)
def _to_choose(card: int, actions: tuple[int, ...]) -> Piece:
    """Return a card of the deck that is passed on."""
    potential = (A.CHOOSE + CARD_JOB[card],)
    return _piece(card, "deck", _label(card, "deck"), actions, potential)


@cache
def _discarded(card: int) -> Piece:
    return _piece(card, "discard", _label(card, "discard"))


@cache
def _revealed(card: int, seat: int) -> Piece:
    """Return a card executed in this turn; `seat` is -1 if several have revealed equal ones."""
    if seat < 0:
        return _piece(card, "discard", _label(card, "revealed"))
    return _piece(card, f"played:{seat}", _label(card, "revealed.seat", seat=Seat(seat)))


@cache
def _chosen(card: int, seat: int) -> Piece:
    """Return the reader's own choice."""
    return _piece(card, f"played:{seat}", _label(card, "own"))


def _label(card: int, key: str, **words: Seat) -> Message:
    return say(f"label.card.{key}", card=card_name(CARD_JOB[card]), **words)


def _piece(
    card: int,
    area: str,
    label: Message,
    actions: tuple[int, ...] = (),
    potential: tuple[int, ...] = (),
) -> Piece:
    face = card_face(CARD_JOB[card])
    name = f"card:{CARD_IDS[card]}"
    return Piece(name, "card", area, face, label, 4, actions, potential=potential)


def card_face(job: int) -> Face:
    """Return the face of an action card."""
    return Face(say("card", card=card_name(job)), glyphs=(JOBS[job],), art=ART[JOBS[job]])


@cache
def _hidden_deck(n: int) -> Piece:
    """Return the back of the deck, of which the reader does not see `n` cards."""
    face = Face(glyphs=BACK, tone="ink", count=n, back=True)
    return Piece("back:deck", "card", "deck", face, say("label.deck", n=n))


@cache
def _hidden_choice(seat: int) -> Piece:
    """Return the back of a card that another seat has chosen."""
    label = say("label.card.chosen", seat=Seat(seat))
    face = Face(glyphs=BACK, tone="ink", back=True)
    return Piece(f"back:{seat}", "card", f"played:{seat}", face, label, 4)
