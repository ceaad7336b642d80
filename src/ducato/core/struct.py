"""Fixed-size structs for the state of a game and for the edition being played.

A struct is declared like a dataclass. Its fields lie in one NumPy structured scalar, so a copy is a
memory copy, equality is equality of bytes, and an array of states is a batch. Compiled rules get
the raw struct; interpreted rules get a `Struct` object, whose fields read and write the same bytes.
A field that holds cards is declared together with the seats that may see them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

import numpy as np
from numpy.typing import NDArray

from ducato.core.errors import BadValue, UnknownName

if TYPE_CHECKING:
    from ducato.core.observation.encodings import Encoding

EVERYBODY = -1
"""In `Cards.sees`: all seats and the spectators see the contents of the zone."""
NOBODY = -2
"""In `Cards.sees`: nobody sees the contents of the zone."""
MEMORY_FIELDS = ("journal", "noted", "reader", "dealing")
"""The fields that hold what seats remember of `remembered` cards (`core.memory`)."""
UNKNOWN = -1
"""The zone stored, in a redacted state, for a card whose real zone is hidden from the reader."""


class _BySeat:
    """The type of `BY_SEAT`; false, since such an axis has no names."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "BY_SEAT"


BY_SEAT = _BySeat()
"""In the `axes` of a field, as the first: the axis has an entry for each seat. A learner then reads
the entry of the seat that observes first, and the others clockwise (`core.observation`)."""

Row = Any
"""The type of an array field: a memoryview in interpreted code, an array in compiled code."""


@dataclass(frozen=True)
class Cards:
    """The declaration of one kind of cards: its related fields, and the visibility of its zones.

    Attributes:
        held: the name of the field with the number of cards in each zone, which is always public;
            with public classes, the field has a row for each class.
        shown: the name of the field that holds, for each card, a bit mask of the seats that know
            its zone although the zone is hidden from them; `EVERYBODY` includes the spectators.
        sees: for each zone, `EVERYBODY`, `NOBODY` or the only seat that sees the cards there.
        classes: the names of the fields that hold classes, which express knowledge about hidden
            cards beyond their number: a card can lie only in a zone that lacks a card of its class.
            Empty if there are no classes, one name if the classes are public, two names if each
            seat has its own (see `cards`).
        remembered: whether seats remember what came into the deck and was drawn since.
        piles: the names, without seats, of the zones that the default scene draws as piles.
        together: the names, without seats, of the zones that it draws as one row for all seats.
    """

    held: str
    shown: str
    sees: tuple[int, ...]
    classes: tuple[str, ...] = ()
    piles: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    remembered: bool = False


class _Field:
    """The declaration of one field; see `field` and `cards`."""

    name: str

    def __init__(
        self,
        code: str,
        shape: tuple[int, ...],
        axes: Sequence[Any],
        values: Any,
        cards: Cards | None,
        internal: bool = False,
        observed: Encoding | None = None,
    ) -> None:
        self.code, self.shape, self.axes, self.values, self.cards = code, shape, axes, values, cards
        self.internal, self.observed = internal, observed

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class _Array(_Field):
    """An array field, read as a memoryview of its bytes.

    Its elements are read as Python ints, because compiled code computes with 64 bits: an 8-bit
    NumPy number would overflow in sums that compiled code computes correctly. A write out of range
    raises `ValueError`. All indices must be given at once: ``state.tokens[seat, suit]``.
    """


class _Scalar(_Field):
    """A scalar field, read as a Python number; a write out of range raises `OverflowError`."""

    def __get__(self, struct: Struct | None, owner: type) -> Any:
        return self if struct is None else struct.views[self.name].item()

    def __set__(self, struct: Struct, value: float) -> None:
        # A NumPy number would wrap silently where a Python int raises.
        struct.views[self.name][0] = value if self.code[0] == "f" else int(value)


def field(
    code: str,
    *shape: int,
    axes: Sequence[Any] = (),
    values: Any = None,
    internal: bool = False,
    observed: Encoding | None = None,
) -> Any:
    """Declare a public field.

    Args:
        code: NumPy's code of the number type, such as ``"i1"`` for a signed 8-bit integer.
        shape: the lengths of the axes; empty for a single number.
        axes: for each axis, the names of its entries (a sequence of str), or None for an axis
            without names; used when a state is written with names. The first can be `BY_SEAT`.
        values: the names of the values (a sequence or an enumeration), or None for plain numbers.
        internal: whether the default presentation (`core.defaults`) leaves the field out.
        observed: how a learner reads the values (`core.observation.encodings`); if None, as
            categories if they have names, and else scaled by what the type can hold.
    """
    kind = _Array if shape else _Scalar
    return kind(code, shape, axes, values, None, internal, observed)


def cards(
    names: Sequence[str],
    zones: Sequence[str],
    *,
    sees: Sequence[int],
    held: str = "held",
    shown: str = "shown",
    classes: tuple[str, ...] = (),
    piles: Sequence[str] = (),
    together: Sequence[str] = (),
    remembered: bool = False,
) -> Any:
    """Declare the field that holds the zone of each card; all secrecy derives from such fields.

    The argument `sees` determines the cards that each seat sees and is sent, and the resampling of
    unknown cards (see `core.visibility`). The struct must also declare `field("i1", len(zones))`
    under the name `held` and `field("i1", len(names))` under the name `shown`.

    In the default scene (`core.defaults`), a zone called ``hand:0`` belongs to seat 0. Zones that
    nobody sees are drawn as piles, and so are those in `piles`, given by their names without seats.
    Zones of seats in `together`, such as ``trick``, which everybody must see, share one row in the
    middle of the table; other zones of seats lie among the things of their seats.

    If seats know more about hidden cards than their number, cards have classes, numbered from 0:

    - Public knowledge ("this card came with the second deck"): `classes` names one more field,
      `field("i1", len(names))` with the class of each card, and `held` counts class by class, as
      `field("i1", classes, len(zones))`. An additional row may count cards whose class
      is no longer known to anyone, for example because one of several was moved unseen.
    - Private knowledge ("this card was taken before my turn"): `classes` names two fields,
      `field("i1", seats + 1, len(names))` and `field("i1", seats + 1, len(zones))`, with a row for
      each seat and a last one for the spectators. Each row assigns one class to a zone, and the
      rules keep the numbers of hidden cards and of hidden slots equal in each class. A seat sees
      its own row only; the others are blanked.

    If cards return to a deck, or a deck is dealt before it is complete, seats know when each of
    them came, and that only cards drawn since can be those. With `remembered`, the rules call
    `core.memory.journal.note_move` before each move from or to a hidden zone, at least from the
    first that brings a card into the deck; there is one zone that nobody sees, the deck;
    there are no classes, or public ones; the fields are named ``zone``, ``held`` and ``shown``; and
    the struct has the fields `journal`, `noted`, `reader` and `dealing` described in `core.memory`.

    Raises:
        UnknownName: no zone has a name in `piles` or `together`.
        BadValue: `sees` is not as long as `zones`; not everybody sees a zone in `together`, or it
            belongs to no seat.
    """
    bases = [zone.partition(":")[0] for zone in zones]
    for argument, given in (("piles", piles), ("together", together)):
        for name in given:
            if name not in bases:
                raise UnknownName(f"zone in {argument}", name, dict.fromkeys(bases))
    if len(sees) != len(zones):
        raise BadValue("sees", sees, f"{len(zones)} seats, EVERYBODY or NOBODY, one for each zone")
    for zone, base, seer in zip(zones, bases, sees, strict=True):
        if base in together and (seer != EVERYBODY or zone == base):
            raise BadValue("together", base, "zones of seats that everybody sees, such as trick:0")
    declared = Cards(held, shown, tuple(sees), classes, tuple(piles), tuple(together), remembered)
    return _Array("i1", (len(names),), (names,), zones, declared)


def _layout(fields: list[_Field]) -> list[Any]:
    """Return the fields of a dtype without gaps.

    NumPy does not copy gaps, and equality compares all bytes. The widest numbers come first;
    padding at the end is a field of its own.
    """
    widths = {field.name: np.dtype(field.code).itemsize for field in fields}
    ordered = sorted(fields, key=lambda field: -widths[field.name])
    layout: list[Any] = [
        (field.name, field.code, field.shape) if field.shape else (field.name, field.code)
        for field in ordered
    ]
    missing = -np.dtype(layout).itemsize % max(widths.values(), default=1)
    if missing:
        layout.append(("filling", "u1", (missing,)))
    return layout


class _Views(dict[str, "NDArray[Any]"]):
    """Views of the scalar fields of one struct, each made when it is first needed."""

    __slots__ = ("_array",)

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array

    def __missing__(self, name: str) -> NDArray[Any]:
        view = self[name] = self._array[name]
        return view


class Struct:
    """The base class of states and editions: one struct's bytes, accessed as named fields.

    Example:
        >>> class Purse(Struct):
        ...     owner: int = field("i1")
        ...     coins: Row = field("i2", 2)
        >>> purse = Purse()
        >>> purse.coins[1] += 300
        >>> purse.copy().coins.tolist(), Purse.dtype.itemsize
        ([0, 300], 6)
    """

    fields: ClassVar[dict[str, _Field]]
    dtype: ClassVar[np.dtype[Any]]
    rules: ClassVar[SimpleNamespace]  # the verbs; set by `verbs.bind`

    def __init_subclass__(cls, first: Iterable[str] = ()) -> None:
        """Lay out the declared fields in memory: those named `first`, then the others."""
        found = {n: f for n, f in vars(cls).items() if isinstance(f, _Field)}
        cls.fields = {name: found[name] for name in (*first, *found)}
        layout = _layout(list(cls.fields.values()))
        # Compiled code knows a class by its dtype alone, so each class has a dtype of its own: the
        # last field takes no bytes, and its name is that of the class.
        mark = (f"{cls.__module__}.{cls.__qualname__}", "u1", (0,))
        cls.dtype = np.dtype([*layout, mark], align=True)
        for declared in cls.fields.values():
            if isinstance(declared, _Array):
                delattr(cls, declared.name)

    def __init__(self, array: NDArray[Any] | None = None) -> None:
        """Wrap the struct in `array`, of shape (1,); without an array, make a struct of zeros."""
        self.array = np.zeros(1, self.dtype) if array is None else array
        self.views = _Views(self.array)

    if not TYPE_CHECKING:  # for a type checker, only declared fields exist

        def __getattr__(self, name: str) -> memoryview:
            """Return a view of an array field, made only if read: many structs live briefly."""
            if name not in self.fields:
                raise AttributeError(f"{type(self).__name__} has no field {name!r}")
            view = self.__dict__[name] = memoryview(self.array[name][0])
            return view

    @classmethod
    def layout(cls) -> str:
        """Return a key that two classes share if and only if their layouts are the same."""
        layout = _layout(list(cls.fields.values()))
        return hashlib.sha256(repr(layout).encode()).hexdigest()

    def __getitem__(self, name: str) -> Any:
        """Return the value of a field by its name, in the notation that compiled code uses."""
        return getattr(self, name)

    def row(self, name: str) -> NDArray[Any]:
        """Return a field as a NumPy array over the same bytes, for code other than rules."""
        row: NDArray[Any] = self.array[name][0]
        return row

    def copy(self) -> Self:
        """Return an independent struct with the same contents."""
        # NumPy would copy field by field, which is twenty times as slow.
        return self.of(self.tobytes())

    def tobytes(self) -> bytes:
        """Return the contents as bytes; equal structs have equal bytes."""
        return self.array.tobytes()

    @classmethod
    def of(cls, contents: bytes) -> Self:
        """Return a struct with these contents, as returned by `tobytes`."""
        return cls(np.frombuffer(bytearray(contents), cls.dtype))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Struct)
            and self.dtype == other.dtype
            and self.tobytes() == other.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]  # structs change; use tobytes() as a key

    def __reduce__(self) -> tuple[Any, ...]:
        """Return a function and the contents, so that copies and pickles share no buffer."""
        return type(self).of, (self.tobytes(),)

    def __repr__(self) -> str:
        values = (f"{name}={self.array[name][0].tolist()}" for name in self.fields)
        return f"{type(self).__name__}({', '.join(values)})"


class Batch:
    """An array of structs for interpreted code, used like the raw array in compiled code."""

    def __init__(self, struct: type[Struct], array: NDArray[Any]) -> None:
        self.struct, self.array = struct, array

    @classmethod
    def zeros(cls, struct: type[Struct], length: int) -> Batch:
        """Return a batch of `length` structs filled with zeros."""
        return cls(struct, np.zeros(length, struct.dtype))

    @classmethod
    def of(cls, struct: Struct) -> Batch:
        """Return a batch that contains only `struct` and shares its bytes."""
        return cls(type(struct), struct.array)

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, index: int) -> Struct: ...

    @overload
    def __getitem__(self, index: slice) -> Batch: ...

    def __getitem__(self, index: int | slice) -> Struct | Batch:
        if isinstance(index, slice):
            return Batch(self.struct, self.array[index])
        return self.struct(self.array[index : index + 1])

    def __setitem__(self, index: int, struct: Struct) -> None:
        self.array[index] = struct.array[0]

    def __iter__(self) -> Iterator[Struct]:
        return (self[i] for i in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the class and copied contents, so that copies and pickles share no buffer."""
        return type(self), (self.struct, self.array.copy())
