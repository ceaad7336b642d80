"""What Numba asks for a kernel's code before it compiles, and hands it to afterwards."""

from __future__ import annotations

import hashlib
import logging
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numba
from filelock import BaseFileLock
from numba.core import types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from ducato.compile.cache import (
    SUFFIX,
    NotKept,
    cache_root,
    go_without,
    lock,
    may_compile,
    read,
    remove,
    write,
)
from ducato.compile.code_fingerprint import UntoldValue, code_fingerprint, module_fingerprint
from ducato.core import verbs
from ducato.core.batch import dtype_of
from ducato.core.struct import Struct

log = logging.getLogger(__name__)

COMPILER = ("announcements.py", "code_fingerprint.py", "compiler.py", "kernel_cache.py",
            "kernels.py")  # fmt: skip
"""The modules that determine how rules become code, and what is kept of it."""
LIBRARIES = ("numba", "llvmlite", "numpy")
OPTIONS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT",
           "ENABLE_AVX", "DISABLE_INTEL_SVML", "LLVM_ERROR_CHECKS", "FULL_TRACEBACKS")  # fmt: skip
"""The settings of Numba that change the code."""


class KernelCache(NullCache):
    """The kept code of one kernel; in Numba's terms, the cache of a dispatcher.

    While code that was missing is compiled, the file that will hold it is locked.

    Attributes:
        has_file: whether a file could be named for what was asked for last.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function, self.has_file = function, True
        self._lock: BaseFileLock | None = None

    def load_overload(self, signature: Any, target: Any) -> CompileResult | None:
        """Return the code for a signature, or None if it must be compiled.

        Raises:
            NotKept: it must, in a thread that may not.
        """
        target.refresh()
        path = self._path(signature, target.codegen())
        found = None if path is None else _loaded(path, target)
        if found is None and not may_compile():
            raise NotKept(self._function.__name__)
        if found is None and path is not None:
            self._lock = lock(path)
            found = _loaded(path, target)
        return found

    def save_overload(self, signature: Any, compiled: CompileResult) -> None:
        """Keep the code for a signature, if it can be loaded by another process."""
        path = self._path(signature, compiled.codegen)
        lifted = all(one.can_cache for one in compiled.lifted)
        if path is not None and lifted and not compiled.library.has_dynamic_globals:
            write(path, dumps(compiled._reduce()))
        self.release()

    def release(self) -> None:
        """Let other processes compile what this one did not, or has compiled."""
        held, self._lock = self._lock, None
        if held is not None:
            held.release()

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        """Return the file for a signature, or None if no file can be named."""
        arguments = getattr(signature, "args", signature)
        self.has_file = False
        try:
            root = cache_root()
            structs = _structs(arguments)
            facts = [*_environment(), *codegen.magic_tuple(), *map(_type_name, arguments)]
            facts.append(code_fingerprint(self._function, structs))
        except RuntimeError as error:
            go_without(error)
            return None
        except UntoldValue as error:
            log.warning("%s is not kept: it uses %r", self._function.__name__, error.args[0])
            return None
        name = hashlib.sha256("\n".join(map(str, facts)).encode()).hexdigest()[:40]
        folder = structs[0].__module__ if structs else "generic"
        self.has_file = True
        return root / folder[-100:] / f"{self._function.__name__[:60]}-{name}{SUFFIX}"


def _loaded(path: Path, target: Any) -> CompileResult | None:
    """Return the code in a file; None if there is no file, or this process cannot use the code."""
    contents = read(path)
    if contents is None:
        return None
    try:
        return CompileResult._rebuild(target, *pickle.loads(contents))  # noqa: S301 - the user's own
    except MemoryError:
        raise
    except Exception as error:
        log.info("%s cannot be used: %r", path, error)
        remove(path)
        return None


def _structs(arguments: Any) -> list[type[Struct]]:
    """Return the classes of states among the types of arguments."""
    records = {record for argument in arguments for record in _records(argument)}
    return [struct for struct in verbs.BOUND if numba.from_dtype(dtype_of(struct)) in records]


def _records(found: Any) -> Iterator[Any]:
    if isinstance(found, types.Record):
        yield found
        for _, field in found.members:
            yield from _records(field)
    elif isinstance(found, types.Array | types.NestedArray):
        yield from _records(found.dtype)
    elif isinstance(found, types.containers.BaseTuple):
        for part in found:
            yield from _records(part)


def _type_name(found: Any) -> str:
    """Return a type in words that two processes share; Numba leaves out the fields of tuples."""
    if not isinstance(found, types.containers.BaseTuple):
        return str(found)
    return f"{found}{getattr(found, 'fields', '')}({', '.join(map(_type_name, found))})"


@cache
def _environment() -> tuple[str, ...]:
    """Return what else determines a kernel's code: versions, settings and ducato's compiler."""
    folder = Path(__file__).parent
    sources = [module_fingerprint((folder / name).read_bytes()).hex() for name in COMPILER]
    settings = [f"{name}={getattr(numba.config, name, None)}" for name in OPTIONS]
    return (sys.version, *map(_version, LIBRARIES), *settings, *sources)


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return str(getattr(sys.modules.get(library), "__version__", ""))
