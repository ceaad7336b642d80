"""Fingerprints of what is compiled: a function, all that it calls, and all constants of these.

Numba makes a kernel's code from the instructions of functions and from the values of their globals,
closures and defaults. The fingerprint is that of exactly these, as they are in memory, so it does
not matter in which file a rule or a number stands, of which package, or where on the disk.
Comments, docstrings and line numbers are left out, as are functions that no compiled code calls.
"""

from __future__ import annotations

import dis
import hashlib
import re
import sys
import sysconfig
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from ducato.core import verbs
from ducato.core.batch import dtype_of
from ducato.core.struct import Struct

FOREIGN = frozenset(sys.stdlib_module_names) | {"numpy", "numba", "llvmlite"}
"""The packages whose functions Numba compiles in its own way: their names and versions suffice."""
STANDARD_LIBRARY = sysconfig.get_path("stdlib")
EXTENDED_ARG, LOAD_GLOBAL = dis.opmap["EXTENDED_ARG"], dis.opmap["LOAD_GLOBAL"]
OF_INTEREST = re.compile(b"[" + re.escape(bytes([LOAD_GLOBAL, *sorted(dis.hasconst)])) + b"]")
"""The instructions that name a global, or a constant by its place among all of a function."""


class UntoldValue(TypeError):
    """An error raised if compiled code uses a value whose contents cannot be told."""


def code_fingerprint(function: Callable[..., Any], structs: Iterable[type[Struct]] = ()) -> str:
    """Return a hash of all that can become part of the code of a kernel.

    Args:
        function: the function of the kernel, or any other.
        structs: the classes among its arguments, for which verbs stand for a game's own functions.

    Raises:
        UntoldValue: there is a value that cannot be compared with that of another process.
    """
    reached = Reached(structs)
    reached.value(function)
    return reached.digest.hexdigest()


class Reached:
    """What is reached from a function, hashed on the way.

    Attributes:
        functions: the functions so far, with their numbers.
    """

    def __init__(self, structs: Iterable[type[Struct]] = ()) -> None:
        self.digest = hashlib.sha256()
        self.functions: dict[Any, int] = {}
        self._classes: dict[type, int] = {}
        self._modules: set[tuple[ModuleType, frozenset[str]]] = set()
        self._structs = [struct for struct in structs if struct in verbs.BOUND]

    def value(self, value: Any, attributes: frozenset[str] = frozenset()) -> None:
        """Hash a value; of a module, only what `attributes` name.

        Raises:
            UntoldValue: it is of a type that compiled code cannot use, or that is not known here.
        """
        match value:
            case FunctionType():
                self._function(value)
            case ModuleType():
                self._module(value, attributes)
            case type():
                self._class(value)
            case CodeType():
                self._code(value)
            case Enum():
                self._put("member", _kinds(type(value)), value.name)
                self.value(value.value)
            case np.ndarray() if not value.dtype.hasobject:
                self._put("array", value.dtype, value.shape, value.flags.c_contiguous)
                self._put(value.flags.f_contiguous, value.flags.writeable, value.tobytes())
            case np.generic():
                self._put("number", value.dtype, value.tobytes())
            case None | bool() | int() | float() | complex() | str() | bytes() | np.dtype():
                self._put(type(value).__name__, repr(value))
            case tuple() | list():
                self._put(type(value).__qualname__, getattr(value, "_fields", ()), len(value))
                for part in value:
                    self.value(part)
            case frozenset():
                self._put("set", sorted(map(repr, value)))
            case _:
                self._other(value)

    def _put(self, *facts: object) -> None:
        for fact in facts:
            told = fact if isinstance(fact, bytes) else str(fact).encode("utf-8", "surrogatepass")
            self.digest.update(b"%d:" % len(told) + told)

    def _function(self, function: Any) -> None:
        """Hash what a compiler takes for a function, unless it has been reached before."""
        known = function in self.functions
        self._put("function", self.functions.setdefault(function, len(self.functions)))
        if known:
            return
        if _is_foreign(function.__module__):
            self._put(function.__module__, function.__qualname__)
        elif function in verbs.VERBS:
            for struct in self._structs:
                self.value(getattr(struct.rules, function.__name__))
        elif function in verbs.DERIVED:
            for struct in self._structs:
                self.value(verbs.DERIVED[function](struct, lambda called: called))
        else:
            self._own(function)

    def _own(self, function: FunctionType) -> None:
        self._put(function in verbs.INLINED)
        code = function.__code__
        loaded = self._code(code)
        attributes = frozenset(_names(code))
        for name in sorted(loaded & function.__globals__.keys()):
            self._put("global", name)
            self.value(function.__globals__[name], attributes)
        for cell in function.__closure__ or ():
            self._put("closure")
            try:
                contents = cell.cell_contents
            except ValueError:
                raise UntoldValue(cell) from None  # it is filled later
            self.value(contents, attributes)
        self.value(function.__defaults__ or ())
        self.value(tuple(sorted((function.__kwdefaults__ or {}).items())))

    def _code(self, code: CodeType) -> set[str]:
        """Hash instructions and the constants that they use; return the globals' names."""
        raw, used, names = _instructions(code)
        loaded = set(names)
        self._put("code", raw, code.co_names, code.co_varnames, code.co_freevars)
        self._put(code.co_cellvars, code.co_argcount, code.co_posonlyargcount)
        self._put(code.co_kwonlyargcount, code.co_flags, code.co_exceptiontable)
        for constant in used:
            if isinstance(constant, CodeType):
                loaded |= self._code(constant)
            else:
                self.value(constant)
        return loaded

    def _module(self, module: ModuleType, attributes: frozenset[str]) -> None:
        if _is_foreign(module.__name__):
            self._put("module", module.__name__)
            return
        if (module, attributes) in self._modules:  # modules may name each other
            self._put("module again")
            return
        self._modules.add((module, attributes))
        for name in sorted(attributes & vars(module).keys()):
            self._put("attribute", name)
            self.value(vars(module)[name], attributes)

    def _class(self, found: type) -> None:
        known = found in self._classes
        self._put("class", self._classes.setdefault(found, len(self._classes)))
        if known:
            return
        self._put(found.__qualname__)
        if issubclass(found, Struct):
            self._put(_layout(found))  # type: ignore[arg-type]
        elif issubclass(found, Enum):
            self._put(_kinds(found))
            self._put([(name, member.value) for name, member in found.__members__.items()])
        elif hasattr(found, "_fields"):
            self._put(found._fields)
            self.value(tuple(getattr(found, "_field_defaults", {}).items()))
        elif _is_foreign(found.__module__) or issubclass(found, BaseException):
            self._put(found.__module__)
        else:
            raise UntoldValue(found)

    def _other(self, value: Any) -> None:
        if isinstance(value, BuiltinFunctionType | np.ufunc):
            self._put("built in", getattr(value, "__module__", ""), value.__name__)
        elif hasattr(value, "py_func"):  # a function that Numba's own decorators have marked
            self._put("jit", sorted(map(str, getattr(value, "targetoptions", {}).items())))
            self.value(value.py_func)
        elif type(value).__module__.startswith("numba.core.types"):
            self._put("type", repr(value))
        else:
            raise UntoldValue(value)


@cache
def _instructions(code: CodeType) -> tuple[bytes, list[Any], list[str]]:
    """Return instructions without the places of constants, the constants and the globals used.

    A docstring is a constant that no instruction uses, but it shifts the places of the others.
    """
    raw, operations = bytearray(code.co_code), code.co_code[::2]
    constants, loaded = [], []
    for found in OF_INTEREST.finditer(operations):
        at = found.start()
        argument, shift, before = raw[2 * at + 1], 8, at - 1
        while before >= 0 and operations[before] == EXTENDED_ARG:
            argument |= code.co_code[2 * before + 1] << shift
            shift, before = shift + 8, before - 1
        if operations[at] == LOAD_GLOBAL:
            loaded.append(code.co_names[argument >> 1])  # the last bit is about calling it
        else:
            constants.append(code.co_consts[argument])
            raw[2 * at + 1] = 0
    return bytes(raw), constants, loaded


@cache
def _layout(struct: type[Struct]) -> str:
    return str(dtype_of(struct))


def module_fingerprint(source: bytes) -> bytes:
    """Return a hash of a module's code, in which comments and docstrings do not count."""
    reached = Reached()
    reached.value(compile(source, "", "exec", dont_inherit=True, optimize=2))
    return reached.digest.digest()


def _kinds(enumeration: type[Enum]) -> list[str]:
    """Return the names of an enumeration's classes: Numba has a type for each kind of them."""
    return [one.__qualname__ for one in enumeration.__mro__]


def _is_foreign(module: str | None) -> bool:
    name = (module or "").partition(".")[0]
    if name not in sys.stdlib_module_names:
        return name in FOREIGN
    # The packages of authors may have the same names.
    file = getattr(sys.modules.get(name), "__file__", None)
    return file is None or file.startswith(STANDARD_LIBRARY)


def _names(code: CodeType) -> Iterable[str]:
    """Yield all names that a function and those within it use, of globals and attributes."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
