"""A game as a PDF to print and cut."""

from __future__ import annotations

from typing import Any

from ducato.core.game import Game
from ducato.printing.book import Book, Printed
from ducato.printing.layout import grid
from ducato.printing.parts import Deck, Studio
from ducato.printing.rules import add_rules

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
    """Write the parts of a game as a PDF, and return the number of its pages.

    Raises:
        MissingExtra: the extra ``print`` is not installed.
        UnknownName: the game has no such edition.
    """
    studio = Studio(game, edition, language)
    book = Book(file, game.text("title", language), language, paper)
    for one in what:
        if one in ("cards", "tiles", "tokens"):
            _add_decks(book, studio.decks((one,)), size, bleed)
        elif one == "boards":
            for title, board, wide in studio.boards():
                book.add_board(title, board, (wide, wide * board.box[1] / board.box[0]))
        elif one == "mats":
            for title, drawing in studio.mats():
                book.add_sheet(title, drawing)
        else:
            add_rules(book, game, studio.loaded.edition_name)
    book.save()
    return book.pages


def _add_decks(book: Book, decks: list[Deck], card: tuple[float, float], bleed: float) -> None:
    """Add decks; those of one size share their sheets, whatever their backs."""
    by_size: dict[tuple[float, float], list[tuple[Printed, Printed | None]]] = {}
    for deck in decks:
        size = token_size(deck.parts[0][3]) if deck.sort == "tokens" else piece_size(deck, card)
        pairs = by_size.setdefault(size, [])
        for *_, copies, face in deck.parts:
            back = face if deck.sort == "tokens" else deck.back  # a token has two equal sides
            pairs += [(face, back)] * copies
    for size, pairs in by_size.items():
        gap = TOKEN_GAP if decks[0].sort == "tokens" else bleed
        book.add_pieces(book.text(decks[0].sort), pairs, grid(book.paper, size, gap))


def piece_size(deck: Deck, card: tuple[float, float]) -> tuple[float, float]:
    """Return the size of a deck's pieces in millimetres: tiles are as wide as cards."""
    wide, high = deck.parts[0][3].box
    return card if wide < high else (card[0], round(card[0] * high / wide, 1))


def token_size(token: Printed) -> tuple[float, float]:
    """Return the size of a token in millimetres."""
    wide, high = token.box
    return TOKEN, TOKEN * high / wide
