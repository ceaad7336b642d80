"""The numbers and cards of a position that can be edited, one by one, with their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ducato.core import verbs
from ducato.core.defaults.fields import owned
from ducato.core.editing.declaration import Editable, editables, function_of, zone_text
from ducato.core.game import LoadedGame
from ducato.core.i18n import say
from ducato.core.scene import Text
from ducato.core.struct import BY_SEAT, Struct


@dataclass(frozen=True)
class ItemChoice:
    """A value that can be chosen, with its name, and the seat to which such a place belongs."""

    value: int
    label: Text
    seat: int | None = None


@dataclass(frozen=True)
class Item:
    """One number, or the place of one card, that can be edited.

    Attributes:
        id: its name in edits, such as ``tokens.0.3``.
        editable: the declaration of its field.
        index: the index of its number in the field.
        bit: the bit of a mask; None for a whole number.
        seat: the seat to which it belongs, None for what lies between the players.
        label: its name.
        value: its present value.
        choices: the values to choose from; empty for a plain number.
    """

    id: str
    editable: Editable
    index: tuple[int, ...]
    bit: int | None
    seat: int | None
    label: Text
    value: int
    choices: tuple[ItemChoice, ...]

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest value of a plain number."""
        return (0, 1) if self.bit is not None else (self.editable.low, self.editable.high)

    def allows(self, value: int) -> bool:
        """Return whether it can get this value."""
        if self.choices:
            return any(choice.value == value for choice in self.choices)
        low, high = self.limits
        return low <= value <= high

    def write(self, state: Struct, value: int) -> None:
        """Set it to a value in a state."""
        name = self.editable.field
        if self.bit is not None:
            old = int(state[name][self.index] if self.index else state[name])
            value = old & ~(1 << self.bit) | value << self.bit
        if self.index:
            state[name][self.index] = value
        else:
            setattr(state, name, value)


def may_edit(game: LoadedGame, state: Struct) -> bool:
    """Return whether a position may be edited: where a turn begins, unless the game says more."""

    def turn_begins(state: Struct) -> bool:
        if game.game.verb("turn_begins") is None:
            return verbs.current_player(state, game.edition) >= 0
        return verbs.turn_begins(state)

    return bool(function_of(game, "may_edit", turn_begins)(state))


def position_items(game: LoadedGame, state: Struct) -> list[Item]:
    """Return all that can be edited in a position, in the order of the declaration."""
    return [one for declared in editables(game) for one in _items(game, state, declared)]


def _items(game: LoadedGame, state: Struct, declared: Editable) -> Iterator[Item]:
    field = game.State.fields[declared.field]
    by_seat = bool(field.axes) and field.axes[0] is BY_SEAT
    for index in product(*map(range, field.shape)):
        seat = index[0] if by_seat else None
        if seat is not None and seat >= game.players:
            continue
        number = int(state[declared.field][index] if index else state[declared.field])
        for bit in range(declared.bits) if declared.bits else [None]:
            path = index if bit is None else (*index, bit)
            entry = path[-1] if path else 0
            if declared.there is not None and not declared.there(state, game.edition, path):
                continue
            value = number if bit is None else number >> bit & 1
            choices = _choices(game, declared, entry, value)
            if declared.values is not None and field.cards is not None and not choices:
                continue  # a card that lies where nothing may be changed
            label = declared.title if declared.entry is None else declared.entry(entry)
            if declared.row is not None:
                label = say("edit.row", row=declared.row(path[-2]), entry=label)
            name = ".".join(map(str, (declared.field, *path)))
            yield Item(name, declared, index, bit, seat, label, value, choices)


def _choices(
    game: LoadedGame, declared: Editable, entry: int, present: int
) -> tuple[ItemChoice, ...]:
    if declared.values is None:
        return ()
    values = list(declared.values(game.edition, entry))
    of_cards = game.State.fields[declared.field].cards is not None
    if of_cards and present not in values:
        return ()
    if declared.value is not None:
        values += [] if present in values else [present]
        return tuple(ItemChoice(value, declared.value(value)) for value in values)
    zones = game.State.fields[declared.field].values
    return tuple(_zone(game, str(zones[zone]), zone) for zone in values)


def _zone(game: LoadedGame, name: str, zone: int) -> ItemChoice:
    base, seat = owned(name)
    return ItemChoice(zone, zone_text(game.game.package, base), seat)
