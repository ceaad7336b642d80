"""The rules on a graphics processor: kernels of which each thread does one part.

The rules, the verbs and the kernels that call them are the same Python functions as those compiled
for the processor; only the compiler is another one, numba-cuda. It needs the extra ``gpu``, and a
device only to run what it compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ducato.compile import dlpack
from ducato.compile.announcements import announcing_compilation
from ducato.compile.kernels import KERNELS, Kernel, compiling
from ducato.compile.overloads import RulesRegistry
from ducato.core.batch import Batch
from ducato.core.errors import DucatoError
from ducato.core.struct import Struct

BLOCK = 128
"""The number of threads of a block."""
CAPABILITY = (9, 0)
"""The compute capability for which code is made without a device."""
DEFAULT_STREAMS = (None, -1, 0, 1)
"""Streams of DLPack for which nothing is to be awaited: the default one, and none at all."""

Value = TypeVar("Value")


class NoDevice(DucatoError, RuntimeError):
    """An error raised if there is no graphics processor to run a kernel."""


class DeviceArray:
    """An array on the device, which other libraries use without a copy.

    They take it by DLPack or the CUDA array interface: ``torch.from_dlpack(array)`` or
    ``cupy.asarray(array)``.

    Attributes:
        array: the array of numba-cuda.
        shape, dtype: as of a NumPy array.
    """

    def __init__(self, array: Any) -> None:
        self.array = array
        self.shape: tuple[int, ...] = array.shape
        self.dtype: np.dtype[Any] = array.dtype

    def numpy(self) -> NDArray[Any]:
        """Return a copy in the memory of the processor, when all kernels before have run."""
        return to_host(self.array)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        from numba import cuda

        return dlpack.CUDA, cuda.get_current_device().id

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        from numba import cuda

        here = self.__dlpack_device__()
        if copy or dl_device not in (None, here):
            raise BufferError("the array stays where it is; numpy() returns a copy")
        if stream not in DEFAULT_STREAMS:
            cuda.synchronize()
        address, _ = self.__cuda_array_interface__["data"]
        return dlpack.capsule(address, self.shape, self.dtype, here, self.array)


class DeviceKernel:
    """A kernel of which each thread of the device does one part; see `device_kernel`.

    Attributes:
        interpreted: the Python function, whose first argument is the number of the thread.
    """

    def __init__(self, function: Callable[..., None]) -> None:
        self.interpreted = function
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._known: set[tuple[type[Struct], ...]] = set()
        self._launched: Any = None

    def __call__(self, threads: int, *arguments: Any) -> None:
        """Run that many threads on the device, without waiting for their end.

        Args:
            threads: the number of threads.
            arguments: batches and arrays on the device (`to_device`), numbers, and tuples of them.
        """
        from numba import cuda

        if threads == 0:
            return
        structs = tuple(_structs(arguments))
        with compiling:
            if self._launched is None:
                self._launched = cuda.jit(_entry(self.interpreted))
            launched = self._launched[-(-threads // BLOCK), BLOCK]
            if structs in self._known:
                launched(threads, _raw(arguments))
                return
            _register()
            with announcing_compilation(self.__name__):
                launched(threads, _raw(arguments))
            self._known.add(structs)

    def ptx(
        self,
        *arguments: Any,
        capability: tuple[int, int] = CAPABILITY,
        optimized: bool = True,
    ) -> str:
        """Return the device's assembly code; no device is needed.

        Args:
            arguments: arguments like those of a call; the arrays may be NumPy's.
            capability: the compute capability of the device.
            optimized: whether to optimize the code, which takes longer than all else.
        """
        from numba import cuda
        from numba.cuda import types
        from numba.cuda.typing.typeof import typeof

        signature = types.void(types.int64, typeof(_raw(arguments)))
        with compiling, _imagined(capability):
            _register()
            code, _ = cuda.compile(
                _entry(self.interpreted),
                signature,
                device=False,
                abi="numba",
                cc=capability,
                opt=optimized,
            )
        return str(code)


def device_kernel(function: Callable[..., None]) -> DeviceKernel:
    """Return a kernel of which each thread calls `function` with its number and the arguments.

    The function may call rules, verbs and kernels of `compile.kernels`, which are compiled for the
    device along with it.
    """
    return DeviceKernel(function)


# ------------------------------------------------------------------------------------------ arrays


def check_device() -> None:
    """Check that there is a device.

    Raises:
        NoDevice: there is none.
    """
    from numba import cuda

    if not cuda.is_available():
        raise NoDevice("this needs a graphics processor with CUDA, and none was found")


def to_device(value: Value) -> Value:
    """Return a copy on the device of an array or batch, or of all in a tuple; else the value."""
    from numba import cuda

    copy: Value = _mapped(value, cuda.to_device)
    return copy


def to_host(array: Any) -> NDArray[Any]:
    """Return a copy of an array on the device as a NumPy array."""
    copy: NDArray[Any] = array.copy_to_host()
    return copy


def overwrite(array: Any, values: NDArray[Any]) -> None:
    """Copy a NumPy array into an array on the device, of the same shape and type."""
    array.copy_to_device(values)


def adopted(array: Any) -> Any:
    """Return an array of another library on the device, without a copy, or None if it is not."""
    from numba import cuda

    if isinstance(array, DeviceArray):
        return array.array
    return cuda.as_cuda_array(array) if cuda.is_cuda_array(array) else None


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return the value with all arrays changed, in batches and tuples, too."""
    if isinstance(value, Batch):
        return Batch(value.struct, change(value.array))
    if isinstance(value, tuple):
        parts = [_mapped(part, change) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return change(value) if isinstance(value, np.ndarray) else value


def _raw(value: Any) -> Any:
    """Return the value with the array of each batch in its place."""
    if isinstance(value, Batch):
        return value.array
    if isinstance(value, tuple):
        parts = map(_raw, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _structs(value: Any) -> Iterator[type[Struct]]:
    """Yield the struct of each batch."""
    if isinstance(value, Batch):
        yield value.struct
    elif isinstance(value, tuple):
        for part in value:
            yield from _structs(part)


# --------------------------------------------------------------------------------------- compiling


@cache
def _registry() -> RulesRegistry:
    """Return the rules that numba-cuda knows."""
    from numba.cuda.extending import overload, register_jitable
    from numba.cuda.np.numpy_support import from_dtype

    _index_by_enumerations()
    return RulesRegistry(overload, register_jitable, from_dtype, {})


_registered: list[Kernel] = []
"""The kernels that numba-cuda knows."""


def _register() -> None:
    """Register with numba-cuda the rules and kernels defined since the last call."""
    registry = _registry()
    registry.register()
    for kernel in KERNELS[len(_registered) :]:
        registry.add(kernel, kernel.interpreted)
        _registered.append(kernel)


def _index_by_enumerations() -> None:
    """Let arrays be indexed by members of an IntEnum, as Numba does and numba-cuda 0.30 does not.

    They are taken for whole numbers where numba-cuda looks for the type of an element.
    """
    from numba.cuda import types
    from numba.cuda.typing import arraydecl

    index_type = arraydecl.get_array_index_type

    def number(index: Any) -> Any:
        return index.dtype if isinstance(index, types.IntEnumMember) else index

    def get_array_index_type(array: Any, index: Any) -> Any:
        if isinstance(index, types.BaseTuple):
            return index_type(array, types.BaseTuple.from_types([number(one) for one in index]))
        return index_type(array, number(index))

    arraydecl.get_array_index_type = get_array_index_type


@cache
def _entry(function: Callable[..., None]) -> Callable[..., None]:
    """Return the function that a thread runs, given the number of threads and the arguments."""
    from numba import cuda
    from numba.cuda.extending import register_jitable

    register_jitable(function)

    def entry(threads: int, arguments: Any) -> None:
        thread = cuda.grid(1)
        if thread < threads:
            function(thread, *arguments)

    return entry


@contextmanager
def _imagined(capability: tuple[int, int]) -> Iterator[None]:
    """Compile as if there were a device of this compute capability."""
    from numba.cuda import dispatcher

    real = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = real
