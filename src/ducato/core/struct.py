"""Fixed-size structs for the state of a game and for the edition being played.

A struct is declared like a dataclass. Its fields lie in one run of bytes, the widest numbers first,
so a copy is a memory copy and equality is equality of bytes. Interpreted rules get a `Struct`
object, whose fields read and write the bytes through memoryviews. Compiled rules get the same bytes
as a structured scalar of NumPy, which `core.batch` makes without a copy; nothing here needs NumPy.
A field that holds cards is declared together with the seats that may see them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ducato.core.errors import BadValue, UnknownName

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ducato.core.observation.encodings import Encoding

EVERYBODY = -1
"""In `Cards.sees`: all seats and the spectators see the contents of the zone."""
NOBODY = -2
"""In `Cards.sees`: nobody sees the contents of the zone."""
OWNER = -3
"""In `Hidden.sees`: the seat with the number of the row sees it."""
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

Buffer = bytearray | memoryview
"""The bytes of a struct: its own, or a part of others'."""
Row = Any
"""The type of an array field: a memoryview in interpreted code, an array in compiled code."""
FORMATS = {
    **{"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"},
    **{"f4": "f", "f8": "d"},
}
"""The types of numbers: NumPy's codes, which end with the size in bytes, with memoryview's."""


def numbers(code: str, *shape: int) -> Row:
    """Return zeros in memory of their own, read and written like an array field.

    Example:
        >>> ranks = numbers("i4", 3)
        >>> ranks[1] = 2
        >>> ranks.tolist()
        [0, 2, 0]
    """
    zeros: Any = memoryview(bytearray(prod(shape) * width(code)))
    return zeros.cast(FORMATS[code], shape)


def width(code: str) -> int:
    """Return the size of a number in bytes."""
    return int(code[1:])


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


@dataclass(frozen=True)
class Hidden:
    """The declaration of numbers that not all seats see until they are revealed; see `field`."""

    sees: int
    sealed: str
    among: tuple[int | str, int | str]


class _Field:
    """The declaration of one field; see `field` and `cards`."""

    name: str
    start: int  # its first byte and the one after its last; set by `_lay_out`
    stop: int
    index: int  # its first number among all numbers of its type

    def __init__(
        self,
        code: str,
        shape: tuple[int, ...],
        axes: Sequence[Any],
        values: Any,
        cards: Cards | None,
        internal: bool = False,
        observed: Encoding | None = None,
        hidden: Hidden | None = None,
    ) -> None:
        if code not in FORMATS:
            raise BadValue("code", code, f"one of {', '.join(FORMATS)}")
        self.code, self.shape, self.axes, self.values, self.cards = code, shape, axes, values, cards
        self.internal, self.observed, self.hidden = internal, observed, hidden

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class _Array(_Field):
    """An array field, read as a memoryview of its bytes, made when it is first read.

    Its elements are read as Python ints, because compiled code computes with 64 bits: an 8-bit
    number would overflow in sums that compiled code computes correctly. A write out of range raises
    `ValueError`. All indices must be given at once: ``state.tokens[seat, suit]``.
    """

    def __get__(self, struct: Struct | None, owner: type) -> Any:
        if struct is None:
            return self
        part: Any = memoryview(struct.buffer)[self.start : self.stop]
        view = struct.__dict__[self.name] = part.cast(FORMATS[self.code], self.shape)
        return view


class _Scalar(_Field):
    """A scalar field, read as a Python number; a write out of range raises `ValueError`."""

    def accessor(self) -> property:
        """Return the property that reads and writes it, quicker than a method of the field."""
        code, index, convert = self.code, self.index, float if self.code[0] == "f" else int

        def write(struct: Struct, value: float) -> None:
            struct.views[code][index] = convert(value)

        return property(lambda struct: struct.views[code][index], write)


def field(
    code: str,
    *shape: int,
    axes: Sequence[Any] = (),
    values: Any = None,
    internal: bool = False,
    observed: Encoding | None = None,
    sees: int = EVERYBODY,
    sealed: str = "sealed",
    among: tuple[int | str, int | str] | None = None,
) -> Any:
    """Declare a field of numbers, which all seats see unless it has an owner.

    With ``sees=OWNER``, the first axis is that of the seats. While the field `sealed`,
    ``field("i1", seats)``, is not 0 for a seat, only the seat itself sees its numbers.

    Args:
        code: the type of the numbers (`FORMATS`), such as ``"i1"`` for a signed 8-bit integer.
        shape: the lengths of the axes; empty for a single number.
        axes: for each axis, the names of its entries (a sequence of str), or None for an axis
            without names; used when a state is written with names. The first can be `BY_SEAT`.
        values: the names of the values (a sequence or an enumeration), or None for plain numbers.
        internal: whether the default presentation (`core.defaults`) leaves the field out.
        observed: how a learner reads the values (`core.observation.encodings`); if None, as
            categories if they have names, and else scaled by what the type can hold.
        sees: `OWNER`, `NOBODY` or one seat, for numbers that are hidden while they are sealed.
        sealed: the name of the field that says which rows are sealed.
        among: the lowest and the highest number that can be sealed, from 0; each a number, or the
            name of a public field with one for each seat. Worlds are drawn from it.
    """
    kind = _Array if shape else _Scalar
    hidden = None
    if sees != EVERYBODY:
        if len(shape) not in (1, 2) or code[0] != "i":
            raise BadValue("sees", sees, "EVERYBODY, or an array of signed numbers by seat")
        if among is None or (isinstance(among[0], int) and among[0] < 0):
            raise BadValue("among", among, "the lowest and the highest number, from 0")
        hidden = Hidden(sees, sealed, among)
    return kind(code, shape, axes, values, None, internal, observed, hidden)


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


def _lay_out(fields: Iterable[_Field]) -> tuple[int, list[tuple[Any, ...]]]:
    """Place fields one after the other, the widest numbers first, so that there are no gaps.

    Return where they end, and the layout: the name, code and shape of each, as NumPy declares them.
    Padding at the end is a field of its own, so that NumPy copies and compares all bytes.
    """
    layout: list[tuple[Any, ...]] = []
    ordered = sorted(fields, key=lambda field: -width(field.code))
    end = 0
    for field in ordered:
        field.start = end
        end = field.stop = end + prod(field.shape) * width(field.code)
        field.index = field.start // width(field.code)
        layout.append((field.name, field.code, *([field.shape] if field.shape else [])))
    padding = -end % width(ordered[0].code) if ordered else 0
    if padding:
        layout.append(("filling", "u1", (padding,)))
    return end + padding, layout


class _Views(dict[str, "memoryview[Any]"]):
    """The bytes of one struct as numbers of each type, each view made when it is first needed."""

    __slots__ = ("_buffer",)

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer

    def __missing__(self, code: str) -> memoryview[Any]:
        view: Any = memoryview(self._buffer)
        view = self[code] = view.cast(FORMATS[code])
        return view  # type: ignore[no-any-return]


class Struct:
    """The base class of states and editions: one struct's bytes, accessed as named fields.

    Example:
        >>> class Purse(Struct):
        ...     owner: int = field("i1")
        ...     coins: Row = field("i2", 2)
        >>> purse = Purse()
        >>> purse.coins[1] += 300
        >>> purse.copy().coins.tolist(), Purse.nbytes
        ([0, 300], 6)
    """

    fields: ClassVar[dict[str, _Field]]
    nbytes: ClassVar[int]  # its size
    _kind: ClassVar[tuple[str, list[tuple[Any, ...]]]]  # the name of the class, and its layout
    rules: ClassVar[SimpleNamespace]  # the verbs; set by `verbs.bind`

    def __init_subclass__(cls, first: Iterable[str] = ()) -> None:
        """Lay out the declared fields in memory: those named `first`, then the others."""
        found = {n: f for n, f in vars(cls).items() if isinstance(f, _Field)}
        cls.fields = {name: found[name] for name in (*first, *found)}
        cls.nbytes, layout = _lay_out(cls.fields.values())
        cls._kind = f"{cls.__module__}.{cls.__qualname__}", layout
        for declared in cls.fields.values():
            if isinstance(declared, _Scalar):
                setattr(cls, declared.name, declared.accessor())

    def __init__(self, buffer: Buffer | None = None) -> None:
        """Wrap the bytes in `buffer`; without one, make a struct of zeros."""
        self.buffer: Buffer = bytearray(self.nbytes) if buffer is None else buffer
        self.views = _Views(self.buffer)

    @classmethod
    def layout(cls) -> str:
        """Return a key that two classes share if and only if their layouts are the same."""
        return hashlib.sha256(repr(cls._kind[1]).encode()).hexdigest()

    def __getitem__(self, name: str) -> Any:
        """Return the value of a field by its name, in the notation that compiled code uses."""
        return getattr(self, name)

    def row(self, name: str) -> NDArray[Any]:
        """Return a field as a NumPy array over the same bytes, for analyses.

        What runs at a table (rules, scenes, sentences) does without NumPy.
        """
        import numpy as np

        declared = self.fields[name]
        numbers = np.frombuffer(
            self.buffer, declared.code, prod(declared.shape), offset=declared.start
        )
        return numbers.reshape(declared.shape)

    def copy(self) -> Self:
        """Return an independent struct with the same contents."""
        return type(self)(bytearray(self.buffer))

    def tobytes(self) -> bytes:
        """Return the contents as bytes; equal structs have equal bytes."""
        return bytes(self.buffer)

    @classmethod
    def of(cls, contents: bytes) -> Self:
        """Return a struct with these contents, as returned by `tobytes`.

        Raises:
            ValueError: the contents are not as long as the struct.
        """
        if len(contents) != cls.nbytes:
            raise ValueError(f"{len(contents)} bytes for a struct of {cls.nbytes}")
        return cls(bytearray(contents))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Struct):
            return NotImplemented
        return self._kind == other._kind and self.buffer == other.buffer

    __hash__ = None  # type: ignore[assignment]  # structs change; use tobytes() as a key

    def __reduce__(self) -> tuple[Any, ...]:
        """Return a function and the contents, so that copies and pickles share no buffer."""
        return type(self).of, (self.tobytes(),)

    def __repr__(self) -> str:
        found = ((name, self[name]) for name in self.fields)
        values = (f"{n}={v.tolist() if isinstance(v, memoryview) else v}" for n, v in found)
        return f"{type(self).__name__}({', '.join(values)})"
