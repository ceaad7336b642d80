"""The scoreboards of the seats: counters, and the markers of the first seat and the last round."""

from __future__ import annotations

from functools import cache, lru_cache

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Face, Piece

from ..narration import words
from .cards import KEPT


@lru_cache(KEPT)
def points(seat: int, number: int, extra: int) -> Piece:
    """Return the counter of a seat's points; the `extra` ones are those for coins."""
    label = say(
        "label.points", seat=Seat(seat), points=words.points(number), extra=words.points(extra)
    )
    face = Face(say("line.points", extra=extra), str(number))
    return Piece(f"points:{seat}", "score", _area(seat), face, label)


@lru_cache(KEPT)
def coins(seat: int, number: int) -> Piece:
    """Return the counter of a seat's coins."""
    label = say("label.coins", seat=Seat(seat), coins=words.coins(number))
    face = Face(say("line.coins"), str(number), ("coin",))
    return Piece(f"coins:{seat}", "counter", _area(seat), face, label, 1)


@lru_cache(KEPT)
def turn(seat: int, actions: int) -> Piece:
    """Return the counter of the actions left to the seat whose turn it is."""
    label = say("label.actions", seat=Seat(seat), actions=words.actions(actions))
    face = Face(say("line.actions"), str(actions), ("hammer",), "red")
    return Piece("turn", "counter", _area(seat), face, label, 2)


@cache
def first(seat: int) -> Piece:
    """Return the marker of the starting seat."""
    face = Face(say("line.first"), glyphs=("marker",), tone="wood")
    return Piece("first", "marker", _area(seat), face, say("label.first", seat=Seat(seat)), 3)


@lru_cache(KEPT)
def last(seat: int, why: Message) -> Piece:
    """Return the marker of the last round, which says why this round is the last."""
    face = Face(say("line.last"), glyphs=("bell",), tone="orange")
    return Piece("last", "marker", _area(seat), face, why, 4)


def _area(seat: int) -> str:
    return f"scoreboard:{seat}"
