"""The reader of a scene: the state as they see it, and the actions for a click on each piece."""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.art import read_art
from ducato.core.presentation.viewer import Viewer
from ducato.core.scene import Face, Piece
from ducato.games.manifest_destiny.narration.words import card_name, card_text, card_words
from ducato.games.manifest_destiny.state import ACTIONS, Edition, State
from ducato.games.manifest_destiny.state.choices import Cash
from ducato.games.manifest_destiny.state.tables import CARD_TABLE, PRODUCT_IDS, Phase

TONES = ("blue", "red", "violet", "green", "orange")
"""The colour of each seat; on the map it comes with strokes and an emblem of its own."""

ART = read_art("ducato.games.manifest_destiny")
CARD_TONES = {"destiny": "yellow"}


class Reader(Viewer):
    """The player or spectator for whom a scene is made, with methods that make its pieces.

    Attributes:
        units: for each territory, the units of each product, markers included.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        super().__init__(state, edition, seat, legal, ACTIONS)
        made = edition.row("produces").copy()
        for marker in ("tourism", "technology"):
            made[:, PRODUCT_IDS.index(marker)] += state.row(marker)
        self.units: list[list[int]] = made.tolist()

    def sees_cash(self, seat: int) -> bool:
        """Return whether the reader sees the cash of a seat [manifest-destiny 11.1]."""
        over = self.state.phase == Phase.OVER
        return bool(over or seat == self.seat or self.edition.cash != Cash.HIDDEN)

    def card(self, card: int, area: str, order: int = 0) -> Piece:
        """Return the piece of a face-up card, with its printed number in the corner."""
        name, texts = card_name(card), card_text(self.edition, card)
        slug = name.id.removeprefix("card:")
        return Piece(
            f"card:{slug}",
            "card",
            area,
            Face(
                say("card", card=name),
                corner=str(card + 1),
                glyphs=products_of(card),
                tone=CARD_TONES.get(CARD_TABLE[card]["class"], "paper"),
                lines=tuple(texts),
                art=ART[slug],
            ),
            say("label.card", card=name, texts=card_words(self.edition, card)),
            order,
            self.actions(slug, "card"),
            potential=self.potential(slug, "card") if area == "hand" else (),
        )

    def score(self, what: str, seat: int, value: str, order: int) -> Piece:
        """Return the piece for one of a seat's large numbers, by which its position is judged."""
        meaning = say(f"counter.{what}")
        label = say("label.counter", what=meaning, value=value)
        actions = self.actions(str(seat + 1), "player") if what == "points" else ()
        face = Face(meaning, corner=value)
        return Piece(f"{what}:{seat}", "score", f"goods:{seat}", face, label, order, actions)

    def stock(self, what: str, seat: int, value: int, order: int) -> Piece:
        """Return the piece for one of a seat's small numbers: the glyph of its meaning and it."""
        label = say("label.counter", what=say(f"counter.{what}"), value=str(value))
        face = Face(corner=str(value), glyphs=(what,))
        return Piece(f"{what}:{seat}", "counter", f"stock:{seat}", face, label, order)


def products_of(card: int) -> tuple[str, ...]:
    """Return the products that are printed on a card, which are the names of their glyphs."""
    printed = CARD_TABLE[card]["products"].lower().split(" + ")
    return tuple(product for product in printed if product in PRODUCT_IDS)


def seat_words(seat: int) -> Message:
    """Return the message that names a seat, for use as a title."""
    return say("seat", seat=Seat(seat))
