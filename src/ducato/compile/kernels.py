"""Kernels: generic algorithms that are compiled together with the rules of a game.

A kernel is a plain function that calls verbs and rules and works on batches of structs, arrays and
named tuples of arrays. A call runs it compiled; its attribute `interpreted` is the same function in
Python. Kernels cannot allocate memory: they are compiled without Numba's run-time support, so that
an allocation is a compile error.
"""

from __future__ import annotations

import logging
import os
import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import numpy as np

from ducato.compile.announcements import announcing_compilation
from ducato.compile.cache import is_kept
from ducato.compile.overloads import RulesRegistry
from ducato.core.batch import Batch
from ducato.core.errors import CannotCompile
from ducato.core.errors.machine import machine_fault
from ducato.core.struct import Struct

log = logging.getLogger(__name__)

RULE_OPTIONS = {"no_cfunc_wrapper": True, "error_model": "numpy"}
"""Options for compiling rules, which save a quarter of the time."""

compiling = threading.RLock()
"""The lock held by the only thread that may register rules and compile a kernel."""
KERNELS: list[Kernel] = []
"""All kernels, in the order of definition."""


@cache
def _pipeline() -> dict[str, Any]:
    """Return the option that makes rules compile faster; empty if Numba does not support it."""
    import numba

    try:
        from ducato.compile import compiler

        compiler.check()
    except (ImportError, AttributeError, TypeError) as error:
        log.warning("rules compile slowly with numba %s, which lacks %s", numba.__version__, error)
        return {}
    return {"pipeline_class": compiler.RuleCompiler}


@cache
def _registry() -> RulesRegistry:
    """Return the rules that Numba knows."""
    from numba import from_dtype
    from numba.extending import overload, register_jitable

    return RulesRegistry(overload, register_jitable, from_dtype, {**RULE_OPTIONS, **_pipeline()})


class Kernel:
    """A compiled generic algorithm; see `kernel`.

    Attributes:
        interpreted: the Python function from which the kernel is compiled.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.interpreted = function
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._compiled: dict[tuple[type[Struct], ...], Any] = {}
        self._dispatchers: dict[tuple[type[Struct], ...], Any] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled function, or the interpreted one if ``NUMBA_DISABLE_JIT`` is set."""
        if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
            return self.interpreted(*arguments)
        raw = [_raw(a) for a in arguments]
        structs = tuple(a.struct for a in arguments if isinstance(a, Batch))
        compiled = self._compiled.get(structs)
        if compiled is not None:
            return _called(compiled, raw)
        with compiling:
            compiled = self.dispatcher(structs)
            will_be_kept = partial(_will_be_kept, compiled)
            with announcing_compilation(self.__name__, will_be_kept):
                result = _called(compiled, raw)
            self._compiled[structs] = compiled
        return result

    def dispatcher(self, structs: tuple[type[Struct], ...]) -> Any:
        """Return Numba's function for a combination of structs, which compiles when it is called.

        Raises:
            CannotCompile: Numba cannot be used on this machine.
        """
        with compiling:
            if structs not in self._dispatchers:
                with usable_compiler():
                    _registry()
                    self._dispatchers[structs] = _dispatcher(self.interpreted)
            _registry().register()
            return self._dispatchers[structs]


def _will_be_kept(dispatcher: Any) -> bool:
    """Return whether what a dispatcher is compiling will be in the cache, as far as is known."""
    return is_kept() and bool(dispatcher._cache.has_file)


def _raw(argument: Any) -> Any:
    """Return a batch, a generator or a buffer of actions as an array over the same bytes."""
    match argument:
        case Batch():
            return argument.array
        case array(typecode="q") | memoryview(format="q"):
            return np.frombuffer(argument, np.int64)
    return argument


def _called(dispatcher: Any, arguments: list[Any]) -> Any:
    """Call a function that may compile; if that fails, other processes may try."""
    try:
        return dispatcher(*arguments)
    except BaseException:
        dispatcher._cache.release()
        raise


@contextmanager
def usable_compiler() -> Iterator[None]:
    """Raise what keeps Numba from being set up in this context as `CannotCompile`."""
    try:
        yield
    except Exception as error:
        if machine_fault(error):
            raise
        raise CannotCompile(str(error) or type(error).__name__) from error


def kernel(function: Callable[..., Any]) -> Kernel:
    """Return a kernel that compiles `function` on its first call with each combination of structs.

    The arguments may be `Batch`es of structs, NumPy arrays, numbers, and named tuples of arrays and
    numbers. The compiled function releases the global interpreter lock while it runs.
    """
    made = Kernel(function)
    KERNELS.append(made)
    return made


def _dispatcher(function: Callable[..., Any]) -> Any:
    """Return a function that Numba compiles when it is called, unless its code is kept."""
    import numba

    from ducato.compile.kernel_cache import KernelCache

    made = numba.njit(nogil=True, _nrt=False, error_model="numpy")(function)
    made._cache = KernelCache(function)
    return made
