"""The pieces of the market: buildings and workers in their rows and on their decks, apprentices.

Each is made from the few numbers that it shows, and cached: most stay the same from move to move,
and all readers and tables share them. They must not be changed.
"""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec.structs import replace

from ducato.core.i18n import say
from ducato.core.scene import Face, Piece

from ..state import A
from .cards import KEPT, Card, CrewCard

DECKS = {"buildings": "points", "workers": "hammer"}
"""The sign on the back of each deck."""
DECK_TONES = {"buildings": "blue", "workers": "green"}


@lru_cache(KEPT)
def in_row(card: Card, row: str, order: int, action: int, legal: bool) -> Piece:
    """Return a card in the row of buildings or workers, and the action that takes it."""
    potential = (action,)
    actions = potential if legal else ()
    return card.piece(row, card.face, say("where.row"), order, actions, potential=potential)


@lru_cache(KEPT)
def on_deck(card: Card, row: str) -> Piece:
    """Return the card that lies face up on the deck of buildings or workers."""
    face = replace(card.face, lines=(say("line.next"),))
    return card.piece(f"deck:{row}", face, say("where.next"), 1)


@lru_cache(KEPT)
def apprentice(card: CrewCard, actions: tuple[int, ...]) -> Piece:
    """Return an apprentice yet to be dealt or chosen."""
    potential = (A.RECRUIT + card.crew,)
    where = say("where.apprentices")
    return card.piece("apprentices", card.face, where, card.crew, actions, potential=potential)


@cache
def deck(kind: str, left: int) -> Piece:
    """Return the deck of buildings or workers, with the number of cards left in it."""
    face = Face(glyphs=(DECKS[kind],), tone=DECK_TONES[kind], count=left, back=True)
    return Piece(f"back:{kind}", "card", f"deck:{kind}", face, say(f"label.{kind}.deck", n=left))
