"""Compiling: generic algorithms become machine code, with a game's rules inside them.

A kernel is a plain function over verbs, rules, batches of records and arrays. Called, it runs
compiled; `kernel.interpreted(...)` runs the very same function in Python. Nothing may allocate:
kernels are compiled with Numba's run time switched off, so that an allocation is a compile error.

Numba notices a change in a kernel's own file but not in a rule that it calls, so the cache lies
in a folder named after a fingerprint of all sources that can end up in a kernel.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from ducato.core import verbs, visibility
from ducato.core.record import Batch, Record

log = logging.getLogger(__name__)

OLD_CACHES_KEPT = 3  # other checkouts and versions on the same machine keep theirs
RULE_OPTIONS = {"no_cfunc_wrapper": True, "error_model": "numpy"}  # in a quarter less time
PATIENCE = 1.0  # seconds of silence before a compilation is announced


def source_fingerprint(folders: list[Path]) -> str:
    """A short hash of the contents and names of all Python files below `folders`."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path.relative_to(folder)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(records: Iterable[type[Record]] = ()) -> Path:
    """Where what is compiled for these records lies; folders of old sources are cleared away.

    It changes with the rules of a game of another package, if one of the records is its State.
    """
    import numba

    package = Path(__file__).parents[1]
    modules = [verbs.BOUND[record] for record in records if record in verbs.BOUND]
    rules = {Path(module.__file__ or "").parent for module in modules}
    outside = sorted(folder for folder in rules if not folder.is_relative_to(package))
    sources = [package / "core", package / "games", package / "bots", package / "lab", *outside]
    root = (
        Path(os.environ.get("DUCATO_CACHE") or platformdirs.user_cache_dir("ducato")) / "compiled"
    )
    version = f"{sys.version_info.major}.{sys.version_info.minor}-{numba.__version__}"
    folder = root / f"{version}-{source_fingerprint(sources)}"
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    others = sorted((p for p in root.iterdir() if p != folder), key=lambda p: p.stat().st_mtime)
    for stale in others[:-OLD_CACHES_KEPT]:
        shutil.rmtree(stale, ignore_errors=True)
    return folder


_compiling = threading.RLock()  # rules are offered, and kernels compiled, by one thread at a time
_compiled_rules = 0
_silent = threading.local()


@cache
def _pipeline() -> dict[str, Any]:
    """Return the option by which rules take the short way through the compiler, if there is one."""
    import numba

    try:
        from ducato.core import compiler

        compiler.check()
    except (ImportError, AttributeError, TypeError) as error:
        log.warning("rules compile slowly with numba %s, which lacks %s", numba.__version__, error)
        return {}
    return {"pipeline_class": compiler.RuleCompiler}


def _offer_rules() -> None:
    """Tell Numba about the rules defined since the last call, and (once) about the verbs."""
    global _compiled_rules
    from numba import from_dtype
    from numba.extending import overload

    options = {**RULE_OPTIONS, **_pipeline()}

    def found_by_type(form: Callable[[type[Record]], Callable[..., Any]]) -> Callable[..., Any]:
        def resolve(state: Any, *_: Any) -> Any:
            return next((form(r) for r in verbs.BOUND if from_dtype(r.dtype) == state), None)

        return resolve

    if _compiled_rules == 0:
        for verb in verbs.VERBS:
            module_form = lambda record, name=verb.__name__: getattr(verbs.BOUND[record], name)  # noqa: E731
            overload(verb, strict=False, jit_options=options)(found_by_type(module_form))
        for function, compiled_form in visibility.DERIVED.items():
            overload(function, strict=False, jit_options=options)(found_by_type(compiled_form))
    for function in verbs.RULES[_compiled_rules:]:
        offered = overload(function, strict=False, jit_options=options)
        offered(lambda *_, function=function, **__: function)
    _compiled_rules = len(verbs.RULES)


@contextmanager
def silently() -> Iterator[None]:
    """Compile in this thread without a word: nobody waits for it."""
    _silent.on = True
    try:
        yield
    finally:
        _silent.on = False


@contextmanager
def _announced(what: str) -> Iterator[None]:
    """Say on standard error that `what` goes on, if compiling takes longer than `PATIENCE`.

    What is loaded from the cache is not compiled, however long that takes.
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
            """Rules are compiled within: the end is where the kernel is there."""

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
        self._compiled: dict[tuple[type[Record], ...], Any] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run compiled, or interpreted where ``NUMBA_DISABLE_JIT`` is set."""
        if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
            return self.interpreted(*arguments)
        raw = [a.array if isinstance(a, Batch) else a for a in arguments]
        records = tuple(a.record for a in arguments if isinstance(a, Batch))
        compiled = self._compiled.get(records)
        if compiled is not None:
            return compiled(*raw)
        with _compiling, _announced(f"compiling {self.__name__}"):
            _offer_rules()
            # Asked anew for each new record: a game of another package may have come since.
            compiled = _dispatcher(self, str(cache_folder(records)))
            result = compiled(*raw)
        self._compiled[records] = compiled
        return result


def kernel(function: Callable[..., Any]) -> Kernel:
    """Compile `function` when it is first called, once for each combination of record types.

    Its arguments are `Batch`es of records, NumPy arrays and numbers. It holds no lock on the
    interpreter while it runs.
    """
    return Kernel(function)


@cache
def _dispatcher(kernel: Kernel, folder: str) -> Any:
    import numba

    numba.config.CACHE_DIR = folder
    return numba.njit(nogil=True, cache=True, _nrt=False, error_model="numpy")(kernel.interpreted)
