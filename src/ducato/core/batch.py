"""Structs as NumPy arrays over the same bytes: what compiled code, bots and the lab work on.

This is the boundary between `core.struct`, which needs no NumPy, and code about arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ducato.core.struct import Struct


def dtype_of(struct: type[Struct]) -> np.dtype[Any]:
    """Return the type of a class of structs as structured scalars of NumPy.

    Compiled code knows a class by its dtype alone, so each class has a dtype of its own: the last
    field takes no bytes, and its name is that of the class.
    """
    return _dtype(struct)  # type: ignore[arg-type]  # classes are keys, though structs are none


@cache
def _dtype(struct: type[Struct]) -> np.dtype[Any]:
    name, layout = struct._kind
    return np.dtype([*layout, (name, "u1", (0,))], align=True)


def array_of(struct: Struct) -> NDArray[Any]:
    """Return an array of shape (1,) over the bytes of a struct."""
    return np.frombuffer(struct.buffer, dtype_of(type(struct)))


class Batch:
    """An array of structs for interpreted code, used like the raw array in compiled code."""

    def __init__(self, struct: type[Struct], array: NDArray[Any]) -> None:
        self.struct, self.array = struct, array

    @classmethod
    def zeros(cls, struct: type[Struct], length: int) -> Batch:
        """Return a batch of `length` structs filled with zeros."""
        return cls(struct, np.zeros(length, dtype_of(struct)))

    @classmethod
    def of(cls, struct: Struct) -> Batch:
        """Return a batch that contains only `struct` and shares its bytes."""
        return cls(type(struct), array_of(struct))

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, index: int) -> Struct: ...

    @overload
    def __getitem__(self, index: slice) -> Batch: ...

    def __getitem__(self, index: int | slice) -> Struct | Batch:
        if isinstance(index, slice):
            return Batch(self.struct, self.array[index])
        return self.struct(self.array[index : index + 1].view(np.uint8).data)

    def __setitem__(self, index: int, struct: Struct) -> None:
        self.array[index] = array_of(struct)[0]

    def __iter__(self) -> Iterator[Struct]:
        return (self[i] for i in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the class and copied contents, so that copies and pickles share no buffer."""
        return type(self), (self.struct, self.array.copy())
