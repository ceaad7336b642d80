"""Kernels as WebAssembly: the same Python functions, compiled for the virtual machine of browsers.

Numba lowers the kernels and all rules that they call to LLVM code that is neither optimised nor
bound to a processor. Here they are linked into one module, whose rules the kernels share, and LLVM
optimises it for WebAssembly. The last step is done by ``wasm-ld``, which comes with ``ziglang``
(the extra ``page``). Nothing of Numba's settings is touched.

The module imports nothing and exports its memory, which grows up to `MOST_BYTES`;
``page/js/kernels/memory.js`` divides it into buffers.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from array import array
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ducato.compile import compiler
from ducato.compile.cache import SUFFIX, cache_root, read, write
from ducato.compile.code_fingerprint import code_fingerprint, module_fingerprint
from ducato.compile.kernel_cache import _environment, _type_name
from ducato.compile.kernels import RULE_OPTIONS, Kernel, _registry, compiling, usable_compiler
from ducato.core.batch import Batch
from ducato.core.errors import DucatoError
from ducato.core.struct import Struct

Call = tuple[Kernel, Mapping[str, Any]]
"""A kernel, with examples of its arguments by name."""

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What all browsers have had since 2023."""
WIDE_FEATURES = f"{FEATURES},+simd128"
"""The features for rules that compute with vectors. With them everywhere, hidden cards that were
dealt in one game were missing from the state; why was not found out."""
STACK_BYTES = 1 << 18
MOST_BYTES = 1 << 28
LINKED = ("--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z",
          f"stack-size={STACK_BYTES}", f"--max-memory={MOST_BYTES}",
          "--export=__heap_base")  # fmt: skip


class NotPortable(DucatoError):
    """An error raised if kernels cannot become WebAssembly."""


class NoLinker(DucatoError, ImportError):
    """An error raised if the linker is not installed."""

    def __init__(self) -> None:
        super().__init__("ziglang is not installed: pip install 'ducato[page]'")


def has_linker() -> bool:
    """Return whether the linker is installed."""
    return find_spec("ziglang") is not None


def wasm_module(calls: Mapping[str, Call], struct: type[Struct], wide: str) -> bytes:
    """Return the module that exports these kernels by name, from the cache if it is there.

    Args:
        calls: the kernels.
        struct: the class of the game's states.
        wide: the full name of a rule that computes with vectors.

    Raises:
        NoLinker: the linker is not installed.
        NotPortable: the rules call functions that browsers lack or compute differently.
        CannotCompile: Numba cannot be used on this machine.
    """
    if not has_linker():
        raise NoLinker
    path = _path(calls, struct, wide)
    kept = None if path is None else read(path)
    if kept is not None:
        return kept
    with compiling:
        with usable_compiler():
            _registry()
        made = _linked(_objects(calls, wide), list(calls))
    if path is not None:
        write(path, made)
    return made


def _path(calls: Mapping[str, Call], struct: type[Struct], wide: str) -> Path | None:
    """Return the file of the cache for a module, or None if there can be none."""
    try:
        root = cache_root()
    except RuntimeError:
        return None
    facts: list[object] = [*_environment(), wide, LINKED]
    facts.append(module_fingerprint(Path(__file__).read_bytes()).hex())
    for name, (kernel, arguments) in calls.items():
        facts += [name, code_fingerprint(kernel.interpreted, [struct])]
        facts += map(_type_name, _types(arguments))
    digest = hashlib.sha256("\n".join(map(str, facts)).encode()).hexdigest()[:40]
    return root / struct.__module__[-100:] / f"wasm-{digest}{SUFFIX}"


def _types(arguments: Mapping[str, Any]) -> tuple[Any, ...]:
    from numba import typeof

    return tuple(typeof(_array(argument)) for argument in arguments.values())


def _objects(calls: Mapping[str, Call], wide: str) -> list[bytes]:
    """Return the object files of all kernels and of the wide rule, each optimised as a whole."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    whole = llvm.parse_assembly("")
    for name, (kernel, arguments) in calls.items():
        module, entry = _lowered(kernel, _types(arguments))
        entry.name, entry.linkage = name, "external"
        whole.link_in(module)
    of_rule = re.compile(re.escape("".join(f"{len(p)}{p}" for p in wide.split("."))) + "B")
    found = [_emitted(whole.clone(), set(calls), of_rule, "available_externally", FEATURES)]
    if any(of_rule.search(one.name) for one in whole.functions):
        found.append(_emitted(whole, set(), of_rule, "external", WIDE_FEATURES))
    return found


def _emitted(
    module: Any, exported: set[str], of_rule: re.Pattern[str], linkage: str, features: str
) -> bytes:
    """Return the object file of the exported functions; the wide rule is there if external."""
    import llvmlite.binding as llvm

    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, features=features, codemodel="default", reloc="static"
    )
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    for one in (*module.functions, *module.global_variables):
        if one.is_declaration:
            continue
        one.linkage = "external" if one.name in exported else "internal"
        if of_rule.search(one.name) and one.is_function:
            one.linkage = linkage
            one.add_function_attribute("noinline")
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = True
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    module.verify()
    return bytes(machine.emit_object(module))


def _lowered(kernel: Kernel, types: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return a module with a kernel and all that it calls, and its function."""
    import llvmlite.binding as llvm
    from numba.core.compiler import Flags, compile_extra
    from numba.core.registry import cpu_target

    _registry().register()
    typing, target = cpu_target.typing_context, cpu_target.target_context
    typing.refresh()
    target.refresh()
    flags = Flags()
    options = {"nopython": True, "nogil": True, "_nrt": False, "no_cpython_wrapper": True}
    cpu_target.options.parse_as_flags(flags, {**options, **RULE_OPTIONS})
    made = compile_extra(
        typing,
        target,
        kernel.interpreted,
        types,
        None,
        flags,
        {},
        pipeline_class=compiler.RuleCompiler,
    )
    module = llvm.parse_assembly(_portable(str(made.library._get_module_for_linking())))
    return module, module.get_function(made.fndesc.llvm_func_name)


def _portable(text: str) -> str:
    """Return LLVM code without what only native object files have."""
    text = re.sub(r"(?m)^target (datalayout|triple).*$", "", text)
    return text.replace("= common ", "= internal ")


def _linked(objects: list[bytes], exported: list[str]) -> bytes:
    """Return the module that `wasm-ld` makes of object files."""
    with TemporaryDirectory() as folder:
        target = Path(folder, "kernels.wasm")
        sources = [Path(folder, f"{number}.o") for number in range(len(objects))]
        for source, contents in zip(sources, objects, strict=True):
            source.write_bytes(contents)
        names = [f"--export={name}" for name in exported]
        command = [
            sys.executable,
            "-m",
            "ziglang",
            "wasm-ld",
            *map(str, sources),
            "-o",
            str(target),
        ]
        done = subprocess.run(
            [*command, *LINKED, *names], capture_output=True, text=True, check=False
        )
        missing = sorted(set(re.findall(r"undefined symbol: (\S+)", done.stderr)))
        if missing:
            raise NotPortable(
                f"the rules call {', '.join(missing)}, which a browser computes differently: use "
                "ducato.core.exponential, or sums, products and square roots"
            )
        if done.returncode:
            raise NotPortable(done.stderr.strip()[-300:] or "wasm-ld failed")
        return target.read_bytes()


def flattened(arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what each argument of a kernel is, as JSON: buffers and numbers, by dotted names.

    A buffer has the size of its items in bytes and a shape, that of the example.
    """
    return [leaf for name, value in arguments.items() for leaf in _leaves(name, value)]


def _leaves(name: str, value: Any) -> Iterator[dict[str, Any]]:
    value = _array(value)
    if isinstance(value, np.ndarray):
        kind = "bytes" if value.dtype.names else value.dtype.str[1:]
        yield {"name": name, "type": kind, "item": value.itemsize, "shape": list(value.shape)}
    elif isinstance(value, tuple):
        for part, inner in zip(value._fields, value, strict=True):  # type: ignore[attr-defined]
            yield from _leaves(f"{name}.{part}", inner)
    else:
        yield {"name": name, "type": {bool: "bool", int: "int", float: "float"}[type(value)]}


def _array(value: Any) -> Any:
    """Return a batch or an array of Python as an array of NumPy; anything else as it is."""
    match value:
        case Batch():
            return value.array
        case array():
            return np.frombuffer(value, value.typecode)
        case tuple():
            return type(value)(*map(_array, value))  # a named tuple
    return value
