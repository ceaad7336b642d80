"""A game as a PDF to print and cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ducato.core.game import Game
from ducato.printing.book import Book, Printed
from ducato.printing.layout import grid
from ducato.printing.parts import Deck, Studio

TOKEN = 20.0
"""The width of a token, in millimetres."""
TOKEN_GAP = 1.0
"""Half of what lies between tokens."""
WHAT = ("cards", "tiles", "boards", "mats", "tokens", "rulebook")
"""What can be printed, in this order."""


def write_book(
    file: Any,
    game: Game,
    *,
    edition: str | None,
    language: str,
    size: tuple[float, float],
    paper: tuple[float, float],
    bleed: float,
    what: tuple[str, ...] = WHAT,
) -> int:
    """Write the parts of a game as a PDF, and return the number of its pages."""
    studio = Studio(game, edition, language)
    book = Book(file, game.text("title", language), language, paper)
    for one in what:
        if one in ("cards", "tiles", "tokens"):
            for deck in studio.decks((one,)):
                _add_deck(book, deck, size, bleed)
    book.save()
    return book.pages


def _add_deck(book: Book, deck: Deck, size: tuple[float, float], bleed: float) -> None:
    pieces = [(face, deck.back) for _, _, copies, face in deck.parts for _ in range(copies)]
    if deck.sort == "tokens":
        piece, bleed = token_size(deck.parts[0][3]), TOKEN_GAP
    else:
        piece = piece_size(deck, size)
    book.add_pieces(book.text(deck.sort), pieces, grid(book.paper, piece, bleed))


def piece_size(deck: Deck, card: tuple[float, float]) -> tuple[float, float]:
    """Return the size of a deck's pieces in millimetres: tiles are as wide as cards."""
    wide, high = deck.parts[0][3].box
    return card if wide < high else (card[0], round(card[0] * high / wide, 1))


def token_size(token: Printed) -> tuple[float, float]:
    """Return the size of a token in millimetres."""
    wide, high = token.box
    return TOKEN, TOKEN * high / wide


__all__ = ["WHAT", "Path", "write_book"]
