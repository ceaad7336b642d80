"""Arrays for other libraries without a copy, by the DLPack protocol (https://dmlc.github.io/dlpack).

NumPy's arrays have the protocol; those of the graphics processor need it.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
"""The protocol's numbers of the kinds of devices."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""The protocol's numbers of the kinds of elements, by `numpy.dtype.kind`."""
_NAME = b"dltensor"  # a capsule of this name has not been taken by anyone
_exported: dict[int, tuple[object, ...]] = {}
"""What must live on while others use an array, by the address of its description."""


class _Tensor(ctypes.Structure):
    """The protocol's ``DLManagedTensor``: where an array is, and how to release it."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
    ]


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _release(address: int) -> None:
    """Forget an array that nobody uses any more."""
    _exported.pop(address, None)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _dropped(capsule: int) -> None:
    """Forget the array of a capsule that nobody has taken."""
    if _is_valid(capsule, _NAME):
        _release(_pointer(capsule, _NAME))


_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", ctypes.pythonapi)
)
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_new_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))


def capsule(
    address: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int], owner: Any
) -> Any:
    """Return a capsule by which another library uses an array without a copy.

    Args:
        address: the address of the first element; the others follow in C order.
        shape: the shape of the array.
        dtype: the type of an element: a whole number, a float or a bool.
        device: the kind of device (`CPU` or `CUDA`), and its number.
        owner: the object to which the memory belongs, kept while the array is in use.

    Raises:
        BufferError: the protocol has no elements of this type.
    """
    if dtype.kind not in CODES:
        raise BufferError(f"DLPack has no elements of type {dtype}")
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    tensor = _Tensor(
        data=address or None,
        device_type=device[0],
        device_number=device[1],
        dimensions=len(shape),
        code=CODES[dtype.kind],
        bits=8 * dtype.itemsize,
        lanes=1,
        shape=sizes,
        release=ctypes.cast(_release, ctypes.c_void_p),
    )
    key = ctypes.addressof(tensor)
    _exported[key] = (tensor, sizes, owner)
    return _new_capsule(key, _NAME, ctypes.cast(_dropped, ctypes.c_void_p))
