"""What a game declares of the editing of its positions, with the defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ducato.core.defaults.fields import named, owned, title
from ducato.core.errors import DucatoError
from ducato.core.game import LoadedGame
from ducato.core.i18n import IllegalReason, Message, Seat, say
from ducato.core.scene import Text
from ducato.core.struct import EVERYBODY, Cards, Struct
from ducato.core.visibility.hidden_numbers import flat

MODULE = "editing"
"""The name of a game's module with what `Editing` describes."""

ValuesOf = Callable[[Any, int], Sequence[int]]
"""Returns the possible values of an entry, from the edition and the number of the entry."""


class Unlawful(DucatoError, ValueError):
    """An error raised if a position is not lawful.

    Attributes:
        reason: the reason, and the clause of the rules; "" for none.
    """

    def __init__(self, reason: IllegalReason) -> None:
        self.reason = reason
        super().__init__(reason.message.key)


@dataclass(frozen=True, kw_only=True)
class Editable:
    """A field of the state whose numbers may be edited.

    If its first axis is that of the seats, each number belongs to a seat.

    Attributes:
        field: the name of the field; for places of cards, the one declared with `struct.cards`.
        title: the heading over its numbers.
        entry: the name of an entry of the last axis; None for a number that the heading names.
        row: the name of an entry of the axis before it; None if that is not there or the seats'.
        low, high: the limits of plain numbers.
        values: the possible values of an entry that is chosen from a list; None for plain numbers.
        value: the name of such a value; None for zones of cards, which have names of their own.
        bits: if not 0, the field is a mask, and so many of its bits are edited one by one.
        there: whether a number can be edited in a state, by its index, at whose end is the bit of a
            mask; None for all of them.
    """

    field: str
    title: Message
    entry: Callable[[int], Text] | None = None
    row: Callable[[int], Text] | None = None
    low: int = 0
    high: int = 0
    values: ValuesOf | None = None
    value: Callable[[int], Text] | None = None
    bits: int = 0
    there: Callable[[Any, Any, tuple[int, ...]], bool] | None = None


class Editing(Protocol):
    """The optional module `editing`; all functions but `EDITABLE` may be left out.

    Attributes:
        EDITABLE: what may be edited, in the order of its headings.
    """

    EDITABLE: Sequence[Editable]

    def may_edit(self, state: Any) -> bool:
        """Return whether positions like this one may be edited. Default: where a turn begins."""
        ...

    def put_card(self, state: Any, edition: Any, card: int, zone: int) -> IllegalReason | None:
        """Move a card into a zone, with all that follows from it but the counts of cards.

        Return why it cannot be moved, or None. Default: it lies there.
        """
        ...

    def settle(self, before: Any, state: Any, edition: Any) -> IllegalReason | None:
        """Bring all that follows from edited numbers in line, after the edits of `before`.

        Return a reason why there is no such position, or None.
        """
        ...

    def unlawful(self, state: Any, edition: Any) -> IllegalReason | None:
        """Return why the rules lead to no such position, and the clause, or None."""
        ...


def function_of(game: LoadedGame, name: str, default: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of the game's module, or its default if the game leaves it out."""
    found: Callable[..., Any] = getattr(game.game.optional_module(MODULE), name, default)
    return found


def editables(game: LoadedGame) -> Sequence[Editable]:
    """Return what may be edited: what the game declares, or else the places of hidden cards."""
    module = game.game.optional_module(MODULE)
    if module is not None:
        declared: Sequence[Editable] = module.EDITABLE
        return declared
    found = []
    for name, field in game.State.fields.items():
        cards = field.cards
        if cards is not None and len(cards.classes) < 2:
            zones = _hidden_zones(cards, list(field.values), game.players)
            heading = title(game.game.package, f"edit.{name}")
            if len(zones) > 1:
                found.append(
                    Editable(
                        field=name,
                        title=heading if isinstance(heading, Message) else say("edit.cards"),
                        entry=names_of(list(field.axes[0])),
                        values=_always(zones),
                    )
                )
    return found


def keeps_counts(
    game: LoadedGame, before: Struct, state: Struct, edition: Struct
) -> IllegalReason | None:
    """Return a reason if a zone holds more or fewer cards than before: the default of `settle`."""
    for name, field in state.fields.items():
        if field.cards is not None:
            for zone, zone_id in enumerate(field.values):
                number = flat(before, name).count(zone)
                if flat(state, name).count(zone) != number:
                    base, seat = owned(zone_id)
                    area = zone_text(game.game.package, base)
                    if seat is not None:
                        area = of_seat(area, seat)
                    return IllegalReason(say("edit.count", n=number, area=area), "")
    return None


def names_of(ids: Sequence[str]) -> Callable[[int], Text]:
    """Return a function that gives the name of an entry, from the ids of all entries."""
    return lambda entry: named(ids[entry])


def seat_name(seat: int) -> Message:
    """Return a player's name as a value, for a field that holds a seat."""
    return say("default.seat", seat=Seat(seat))


def of_seat(area: Text, seat: int) -> Message:
    """Return the name of a place of a player, such as "Hand (Anna)"."""
    return say("edit.of_seat", area=area, seat=Seat(seat))


def every_seat(edition: Any, entry: int) -> range:
    """Return all seats as the values of a field that holds a seat."""
    return range(int(edition.players))


def zone_text(package: str, zone: str) -> Text:
    """Return the name of a zone, given without its seat: the game's text ``edit.zone.<zone>``."""
    return title(package, f"edit.zone.{zone}")


def _hidden_zones(cards: Cards, zones: list[str], players: int) -> tuple[int, ...]:
    """Return the zones that not everybody sees, of the players who are there."""
    seats = (owned(zone)[1] for zone in zones)
    return tuple(
        zone
        for zone, (sees, seat) in enumerate(zip(cards.sees, seats, strict=True))
        if sees != EVERYBODY and (seat is None or seat < players)
    )


def _always(values: Sequence[int]) -> ValuesOf:
    return lambda edition, entry: values
