"""Kernels: generic algorithms that are compiled together with the rules of a game.

A kernel is a plain function over verbs, rules, batches of structs, arrays and named tuples of
arrays. A call runs it compiled; `kernel.interpreted(...)` runs the same function in Python. Kernels
cannot allocate memory: they are compiled without Numba's run-time support, so that an allocation is
a compile error.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from ducato.compile.cache import cache_folder
from ducato.core import verbs, visibility
from ducato.core.struct import Batch, Struct

log = logging.getLogger(__name__)

RULE_OPTIONS = {"no_cfunc_wrapper": True, "error_model": "numpy"}
"""Options for compiling rules; they save a quarter of the time."""
PATIENCE = 1.0
"""Seconds before a compilation is announced."""


_compiling = threading.RLock()
"""Held by the one thread that registers rules and compiles a kernel."""
_compiled_rules = 0
_silent = threading.local()


@cache
def _pipeline() -> dict[str, Any]:
    """Return the option that makes rules compile faster, if this Numba supports it."""
    import numba

    try:
        from ducato.compile import compiler

        compiler.check()
    except (ImportError, AttributeError, TypeError) as error:
        log.warning("rules compile slowly with numba %s, which lacks %s", numba.__version__, error)
        return {}
    return {"pipeline_class": compiler.RuleCompiler}


def _register_rules() -> None:
    """Register the rules defined since the last call, and once the verbs, with Numba."""
    global _compiled_rules
    from numba import from_dtype
    from numba.extending import overload

    options = {**RULE_OPTIONS, **_pipeline()}

    def found_by_type(form: Callable[[type[Struct]], Callable[..., Any]]) -> Callable[..., Any]:
        def resolve(state: Any, *_: Any) -> Any:
            return next((form(r) for r in verbs.BOUND if from_dtype(r.dtype) == state), None)

        return resolve

    if _compiled_rules == 0:
        for verb in verbs.VERBS:
            module_form = lambda struct, name=verb.__name__: getattr(verbs.BOUND[struct], name)  # noqa: E731
            overload(verb, strict=False, jit_options=options)(found_by_type(module_form))
        for function, compiled_form in visibility.DERIVED.items():
            overload(function, strict=False, jit_options=options)(found_by_type(compiled_form))
    for function in verbs.RULES[_compiled_rules:]:
        registered = overload(function, strict=False, jit_options=options)
        registered(lambda *_, function=function, **__: function)
    _compiled_rules = len(verbs.RULES)


@contextmanager
def silently() -> Iterator[None]:
    """Compile in this thread without announcing it, since no user waits for it."""
    _silent.on = True
    try:
        yield
    finally:
        _silent.on = False


@contextmanager
def _announced(what: str) -> Iterator[None]:
    """Announce `what` on standard error if compiling takes longer than `PATIENCE`.

    Loading from the cache is never announced, however long it takes.
    """
    from numba.core import event

    if getattr(_silent, "on", False):
        yield
        return

    def say() -> None:
        sys.stderr.write(f"ducato: {what} (once; it is kept for the next time) ...\n")
        sys.stderr.flush()

    class Compiling(event.Listener):
        timer: threading.Timer | None = None

        def on_start(self, event: object) -> None:
            if self.timer is None:
                self.timer = threading.Timer(PATIENCE, say)
                self.timer.daemon = True
                self.timer.start()

        def on_end(self, event: object) -> None:
            """Do nothing: rules are compiled within, and only the end of the kernel counts."""

    listener = Compiling()
    try:
        with event.install_listener("numba:compile", listener):
            yield
    finally:
        if listener.timer is not None:
            listener.timer.cancel()


class Kernel:
    """A compiled generic algorithm; see `kernel`.

    Attributes:
        interpreted: the plain Python function.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.interpreted = function
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._compiled: dict[tuple[type[Struct], ...], Any] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run compiled, or interpreted if ``NUMBA_DISABLE_JIT`` is set."""
        if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
            return self.interpreted(*arguments)
        raw = [a.array if isinstance(a, Batch) else a for a in arguments]
        structs = tuple(a.struct for a in arguments if isinstance(a, Batch))
        compiled = self._compiled.get(structs)
        if compiled is not None:
            return compiled(*raw)
        with _compiling, _announced(f"compiling {self.__name__}"):
            _register_rules()
            # The folder is determined for each new struct: it may belong to another package.
            compiled = _dispatcher(self, str(cache_folder(structs)))
            result = compiled(*raw)
        self._compiled[structs] = compiled
        return result


def kernel(function: Callable[..., Any]) -> Kernel:
    """Compile `function` when it is first called, once for each combination of struct types.

    Its arguments are `Batch`es of structs, NumPy arrays, numbers, and named tuples of these two.
    It releases the global interpreter lock while it runs.
    """
    return Kernel(function)


@cache
def _dispatcher(kernel: Kernel, folder: str) -> Any:
    import numba

    numba.config.CACHE_DIR = folder
    return numba.njit(nogil=True, cache=True, _nrt=False, error_model="numpy")(kernel.interpreted)
