"""The reader of a scene: the state as they see it, and the actions for a click on each piece."""

from __future__ import annotations

from functools import cache

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import Face, Piece
from ducato.games.manifest_destiny.narration.words import card_name, card_text, card_words
from ducato.games.manifest_destiny.state import ACTIONS, Edition, State
from ducato.games.manifest_destiny.state.choices import Cash
from ducato.games.manifest_destiny.state.tables import PRODUCT_IDS, Phase

TONES = ("red", "blue", "green", "orange", "violet")
"""The colour of each seat, which is always shown with the seat's number."""


NUMBERS = {ACTIONS.name(number): number for number in range(len(ACTIONS))}
"""The number of each action by its name."""


@cache
def _numbers(argument: str, kinds: tuple[str, ...]) -> tuple[int, ...]:
    names = (f"{kind}:{argument}" for kind in kinds)
    return tuple(NUMBERS[name] for name in names if name in NUMBERS)


class Reader:
    """The player or spectator for whom a scene is made, with methods that make its pieces.

    Attributes:
        state: the state, redacted for the reader.
        edition: the edition of the game.
        seat: the reader's seat, -1 for a spectator.
        wanted: the legal actions by kind and argument.
        units: for each territory, the units of each product, markers included.
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        self.state, self.edition, self.seat = state, edition, seat
        made = edition.row("produces").copy()
        for marker in ("tourism", "technology"):
            made[:, PRODUCT_IDS.index(marker)] += state.row(marker)
        self.units: list[list[int]] = made.tolist()
        self.wanted: dict[tuple[str, str], tuple[int, ...]] = {}
        for action in legal:
            kind, _, argument = ACTIONS.name(action).partition(":")
            known = self.wanted.get((kind, argument), ())
            self.wanted[kind, argument] = (*known, action)

    @property
    def seats(self) -> range:
        """The numbers of all seats in the game."""
        return range(self.edition.players)

    def actions(self, argument: str, *kinds: str) -> tuple[int, ...]:
        """Return the legal actions of these kinds with this argument."""
        return tuple(a for kind in kinds for a in self.wanted.get((kind, argument), ()))

    @property
    def for_sale(self) -> list[int]:
        """The numbers of tokens that the reader may buy now."""
        return sorted(int(argument) for kind, argument in self.wanted if kind == "buy")

    def sees_cash(self, seat: int) -> bool:
        """Return whether the reader sees the cash of a seat [manifest-destiny 11.1]."""
        over = self.state.phase == Phase.OVER
        return bool(over or seat == self.seat or self.edition.cash != Cash.HIDDEN)

    def potential(self, argument: str, *kinds: str) -> tuple[int, ...]:
        """Return the actions of these kinds with this argument, legal or not."""
        return _numbers(argument, kinds)

    def card(self, card: int, area: str, order: int = 0) -> Piece:
        """Return the piece of a face-up card, with its printed number in the corner."""
        name, texts = card_name(card), card_text(self.edition, card)
        slug = name.id.removeprefix("card:")
        return Piece(
            f"card:{slug}",
            "card",
            area,
            Face(say("card", card=name), corner=str(card + 1), lines=tuple(texts)),
            say("label.card", card=name, texts=card_words(self.edition, card)),
            order,
            self.actions(slug, "card"),
            potential=self.potential(slug, "card") if area == "hand" else (),
        )

    def counter(self, name: str, area: str, what: str, value: str, **look: object) -> Piece:
        """Return a piece that shows a value and its meaning.

        Args:
            name: the id of the piece.
            area: the id of its area.
            what: the key of its meaning in the catalogue, without ``counter.``.
            value: the value as text.
            **look: optionally the `tone` of the piece and its `order` in the area.
        """
        meaning = say(f"counter.{what}")
        face = Face(value, lines=(meaning,), tone=str(look.get("tone", "paper")))
        label = say("label.counter", what=meaning, value=value)
        return Piece(name, "counter", area, face, label, int(str(look.get("order", 0))))


def seat_words(seat: int) -> Message:
    """Return the message that names a seat, for use as a title."""
    return say("seat", seat=Seat(seat))
