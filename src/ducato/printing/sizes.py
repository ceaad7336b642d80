"""The sizes of papers and cards: width and height in millimetres, by name."""

from __future__ import annotations

from ducato.core.errors import UnknownName

_NAMED = ("A4", (210.0, 297.0)), ("Letter", (215.9, 279.4))
PAPERS = dict(_NAMED)
CARDS = {
    "63x88": (63.0, 88.0),
    "poker": (63.5, 88.9),
    "44x68": (44.0, 68.0),
    "mini": (44.45, 63.5),
    "square": (70.0, 70.0),
}
"""The upright cards after cutting."""


def paper_size(name: str) -> tuple[float, float]:
    """Return the width and height of a paper.

    Raises:
        UnknownName: there is no such paper.
    """
    for known, size in PAPERS.items():
        if known.lower() == name.lower():
            return size
    raise UnknownName("paper", name, PAPERS)


def card_size(name: str) -> tuple[float, float]:
    """Return the width and height of a card.

    Raises:
        UnknownName: there is no such size.
    """
    if name.lower() not in CARDS:
        raise UnknownName("size of cards", name, CARDS)
    return CARDS[name.lower()]
