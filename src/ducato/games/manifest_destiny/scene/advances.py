"""The advances: their owners, with a Progression's price or a Breakthrough's numbers."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ducato.core.i18n import Message, Seat, say
from ducato.core.scene import SEAT_TONES, Face, Piece, Text

from ..narration.words import advance_name, dollars, numbers_in
from ..rules.investment.progressions import own_price
from ..state import A
from ..state.tables import ADVANCE_IDS, ADVANCES, BREAKTHROUGHS, PROGRESSION_TABLE, PROGRESSIONS
from .caches import KEPT, KEPT_GROUPS, Printed
from .reader import Reader

CATEGORY_TONES = dict(
    zip(
        dict.fromkeys(row["category"] for row in PROGRESSION_TABLE),
        ("blue", "violet", "orange", "green", "red"),
        strict=True,
    )
)
USES = (
    *((A.ADVANCE + progression,) for progression in range(PROGRESSIONS)),
    *((A.ADVANCE + PROGRESSIONS + n, A.RESEARCH + n) for n in range(BREAKTHROUGHS)),
)
"""The actions that buy, claim or research each advance."""


def advance_pieces(reader: Reader) -> tuple[Piece, ...]:
    """Return the pieces of all advances.

    The prices have the reader's discounts; a spectator sees the full prices.
    """
    state, edition, seat = reader.state, reader.edition, reader.seat
    prices = edition.cost.tolist()
    if seat >= 0:
        prices = [own_price(state, edition, seat, advance) for advance in range(PROGRESSIONS)]
    masks = state.advances.tolist()[: edition.players]
    steps = zip(*state.steps.tolist()[: edition.players], strict=True)
    legal = reader.legal_among(chain(*USES))
    return _advances(reader.printed, seat, tuple(prices), tuple(masks), tuple(steps), legal)


@lru_cache(KEPT_GROUPS)
def _advances(
    printed: Printed,
    reader: int,
    prices: tuple[int, ...],
    masks: tuple[int, ...],
    steps: tuple[tuple[int, ...], ...],
    legal: tuple[int, ...],
) -> tuple[Piece, ...]:
    """Return the pieces of all advances.

    Args:
        printed: the edition.
        reader: the reader's seat, whose advances are turned.
        prices: the price of each Progression.
        masks: the advances of each seat.
        steps: for each Breakthrough, the markers of each seat.
        legal: the legal actions that choose an advance.
    """
    of, found = printed.edition, []
    for advance in range(ADVANCES):
        seats = tuple(seat for seat, mask in enumerate(masks) if (mask >> advance) & 1)
        owned = Owned(seats, reader in seats)
        actions = tuple(use for use in USES[advance] if use in legal)
        level, worth = of.level[advance], of.vp[advance]
        number = advance - PROGRESSIONS
        if number < 0:
            found.append(progression(advance, level, worth, prices[advance], owned, actions))
        else:
            needed, covered = of.needed[number], steps[number]
            found.append(breakthrough(advance, level, worth, needed, covered, owned, actions))
    return tuple(found)


class Owned(NamedTuple):
    """The seats that own an advance, and whether the reader is one of them."""

    seats: tuple[int, ...]
    own: bool


@lru_cache(KEPT)
def progression(
    advance: int, level: int, worth: int, price: int, owned: Owned, actions: tuple[int, ...]
) -> Piece:
    """Return the piece of a Progression with its price for the reader."""
    tone = CATEGORY_TONES[PROGRESSION_TABLE[advance]["category"]]
    order = level * 10 + list(CATEGORY_TONES.values()).index(tone)
    cost = dollars(price)
    label = _label(advance, level, worth, cost, owned)
    return _advance(advance, tone, (cost,), label, order, owned, actions)


@lru_cache(KEPT)
def breakthrough(
    advance: int,
    level: int,
    worth: int,
    needed: int,
    steps: tuple[int, ...],
    owned: Owned,
    actions: tuple[int, ...],
) -> Piece:
    """Return the piece of a Breakthrough with the numbers that it needs and each seat's markers.

    `needed` and, by seat, `steps` are masks.
    """
    numbers = _texts(needed)
    markers = [
        say("line.steps", seat=Seat(seat), numbers=_texts(covered))
        for seat, covered in enumerate(steps)
        if covered
    ]
    label = _label(advance, level, worth, say("needs", numbers=numbers), owned)
    lines: list[Text] = [" ".join(numbers), *markers]
    return _advance(advance, "yellow", tuple(lines), label, 100 + advance, owned, actions)


def _texts(mask: int) -> list[str]:
    return [str(n) for n in numbers_in(mask)]


def _label(advance: int, level: int, worth: int, price: Message, owned: Owned) -> Message:
    seats = [Seat(seat) for seat in owned.seats]
    return say(
        "label.advance",
        advance=advance_name(advance),
        price=price,
        level=level,
        points=say("points", n=worth),
        about=say(f"about.{ADVANCE_IDS[advance]}"),
        owners=say("owners", seats=seats) if seats else say("owners.none"),
    )


def _advance(
    advance: int,
    tone: str,
    lines: tuple[Text, ...],
    label: Message,
    order: int,
    owned: Owned,
    actions: tuple[int, ...],
) -> Piece:
    face = Face(
        say("area.advance", advance=advance_name(advance)),
        tone=tone,
        lines=lines,
        turned=owned.own,
        owners=tuple(SEAT_TONES[seat] for seat in owned.seats),
    )
    return Piece(
        f"advance:{ADVANCE_IDS[advance]}",
        "tile",
        "market",
        face,
        label,
        order,
        actions,
        potential=USES[advance],
    )
