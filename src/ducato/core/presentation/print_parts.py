"""What a game's parts are when they are made of paper, for ``ducato print``.

A game may declare them in the optional module `print_parts`, whose function
``print_parts(edition)`` returns a list of `PrintPart`. Without it, every component of its list is
printed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ducato.core.scene import ComponentGroup, Face

OF_KIND = {"card": "cards", "tile": "tiles", "region": ""}
"""The sort of a kind of piece; others are tokens, and regions are parts of a board."""


class PrintPart(msgspec.Struct, frozen=True):
    """A card, tile or token of paper.

    Attributes:
        id: the id of its piece or component.
        sort: one of `SORTS`.
        deck: parts of a deck have one back and one name; usually the group of the component.
        kind, face: as in a scene.
        copies: how many of it a game needs.
        back: the face of its other side; None for a blank one.
    """

    id: str
    sort: str
    deck: str
    kind: str
    face: Face
    copies: int = 1
    back: Face | None = None


def parts_of(
    groups: Iterable[ComponentGroup],
    *,
    backs: Mapping[str, Face] = {},
    copies: Mapping[str, int] = {},
    sorts: Mapping[str, str] = {},
    decks: Mapping[str, str] = {},
) -> list[PrintPart]:
    """Return the components of a list as parts of paper.

    Args:
        groups: the list.
        backs: the backs of decks.
        copies: the numbers of those components of which there are others than one, by id.
        sorts: the sorts of groups that are not printed as what they are at the table, by id;
            a group without a sort is not printed.
        decks: the deck of a group, by id; otherwise each group is one.
    """
    parts = []
    for group in groups:
        deck = decks.get(group.id, group.id)
        for one in group.components:
            sort = sorts.get(group.id, OF_KIND.get(one.kind, "tokens"))
            number = copies.get(one.id, 1)
            if sort and number:
                back = backs.get(deck)
                parts.append(PrintPart(one.id, sort, deck, one.kind, one.face, number, back))
    return parts


def tokens(deck: str, face: Face, copies: int, *, kind: str = "token") -> PrintPart:
    """Return equal tokens that no list of components holds, such as coins."""
    return PrintPart(f"{deck}:{'-'.join(face.glyphs)}:{face.tone}:{face.corner}", "tokens", deck,
                     kind, face, copies)  # fmt: skip
