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
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from ducato.compile.announcements import announcing_compilation
from ducato.compile.cache import cache_folder, locked
from ducato.compile.registration import Registry
from ducato.core.struct import Batch, Struct

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
def _registry() -> Registry:
    """Return the rules that Numba knows."""
    from numba import from_dtype
    from numba.extending import overload, register_jitable

    return Registry(overload, register_jitable, from_dtype, {**RULE_OPTIONS, **_pipeline()})


class Kernel:
    """A compiled generic algorithm; see `kernel`.

    Attributes:
        interpreted: the Python function from which the kernel is compiled.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.interpreted = function
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._compiled: dict[tuple[type[Struct], ...], Any] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled function, or the interpreted one if ``NUMBA_DISABLE_JIT`` is set."""
        if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
            return self.interpreted(*arguments)
        raw = [a.array if isinstance(a, Batch) else a for a in arguments]
        structs = tuple(a.struct for a in arguments if isinstance(a, Batch))
        compiled = self._compiled.get(structs)
        if compiled is not None:
            return compiled(*raw)
        # The folder is found again for new structs, whose games may belong to another package.
        with compiling, locked(folder := cache_folder(structs), self.__name__):
            _registry().register()
            compiled = _dispatcher(self, folder)
            with announcing_compilation(self.__name__):
                result = compiled(*raw)
        self._compiled[structs] = compiled
        return result


def kernel(function: Callable[..., Any]) -> Kernel:
    """Return a kernel that compiles `function` on its first call with each combination of structs.

    The arguments may be `Batch`es of structs, NumPy arrays, numbers, and named tuples of arrays and
    numbers. The compiled function releases the global interpreter lock while it runs.
    """
    made = Kernel(function)
    KERNELS.append(made)
    return made


@cache
def _dispatcher(kernel: Kernel, folder: Path) -> Any:
    import numba

    numba.config.CACHE_DIR = str(folder)
    return numba.njit(nogil=True, cache=True, _nrt=False, error_model="numpy")(kernel.interpreted)
