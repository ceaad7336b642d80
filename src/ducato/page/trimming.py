"""The engine of a page, Pyodide, without what nothing in the page can reach.

Pyodide exports everything that its machine code has to libraries in machine code. A page loads one
such library only. What neither that nor Pyodide's own script asks for is not exported here, and
functions that nothing refers to any more are emptied; each keeps its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ducato.page.errors import NotExported

SCRIPT, CODE = "pyodide.asm.mjs", "pyodide.asm.wasm"
MODULE = "pyodide.mjs"
HEAD = 8
"""The bytes before the first section."""
TYPES, IMPORTS, EXPORTS, ELEMENTS, BODIES = 1, 2, 7, 9, 10
"""The numbers of sections."""
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
"""The kinds of what is imported and exported."""
EMPTY = b"\x00\x00\x0b"
"""A function that cannot be entered: no variables, `unreachable`, the end."""
MENTIONS = (0x10, 0x12, 0xD2)
"""The instructions that name a function: call, tail call, reference."""
SCALAR, END = 0x41, 0x0B

TAKEN = re.compile(r'([\w$]+)=Module\["([\w$]+)"\]=wasmExports\["([\w$]+)"\](?:\.value>>>0)?;?')
"""How the script takes what the machine code exports."""
GIVEN = re.compile(r"\bwasmImports=\{([^{}]*)\}")
"""What it gives the machine code."""
DECLARED = re.compile(r"\bvar ([\w$,]+);function assignWasmExports\(")
WORD = re.compile(r"[\w$]+")


def trim(engine: Path, library: Path) -> None:
    """Trim the engine in a folder for the one library in machine code that the page loads.

    Raises:
        NotExported: this Pyodide is built otherwise than the one we know.
    """
    script = (engine / SCRIPT).read_text("utf-8")
    code, asked = (engine / CODE).read_bytes(), _imported(library.read_bytes())
    own = _imported(code)
    if not all(pattern.search(script) for pattern in (TAKEN, GIVEN, DECLARED)):
        raise NotExported("Pyodide is not of a version that we know: take pyodide@314")
    bare = DECLARED.sub("", GIVEN.sub("", TAKEN.sub("", script)))
    words = set(WORD.findall(bare + (engine / MODULE).read_text("utf-8")))
    (engine / SCRIPT).write_text(_script(script, words, own | asked), "utf-8")
    (engine / CODE).write_bytes(_code(code, words, own | asked))


def _script(script: str, words: set[str], imported: set[str]) -> str:
    """Return Pyodide's script with only what is used of its lists."""

    def used(found: re.Match[str]) -> str:
        return found[0] if found[1] in words else ""

    def given(found: re.Match[str]) -> str:
        entries = found[1].split(",")
        kept = (one for one in entries if one.partition(":")[0].strip('"') in imported)
        return f"wasmImports={{{','.join(kept)}}}"

    script = GIVEN.sub(given, TAKEN.sub(used, script))
    left = set(WORD.findall(DECLARED.sub("", script)))

    def declared(found: re.Match[str]) -> str:
        kept = ",".join(name for name in found[1].split(",") if name in left)
        return found[0].replace(found[1], kept)

    return DECLARED.sub(declared, script)


def _code(code: bytes, words: set[str], imported: set[str]) -> bytes:
    """Return the machine code without what nobody refers to."""
    made, exported, bodies = bytearray(code[:HEAD]), set[int](), list[bytes]()
    own, table = 0, set[int]()
    for number, content in _sections(code):
        if number == IMPORTS:
            own = sum(kind == FUNCTION for *_, kind in _imports(content))
        elif number == EXPORTS:
            kept = [
                entry for entry in _exports(content)
                if entry[0] in imported or entry[0] in words or f"_{entry[0]}" in words
            ]  # fmt: skip
            exported = {index for _, kind, index in kept if kind == FUNCTION}
            content = _number(len(kept)) + b"".join(
                _text(name) + bytes([kind]) + _number(index) for name, kind, index in kept
            )
        elif number == ELEMENTS:
            table = set(_elements(content))
        elif number == BODIES:
            bodies = list(_bodies(content))
            live = _live(exported | table, bodies, own)
            content = _number(len(bodies)) + b"".join(
                _number(len(body)) + body
                for body in (body if own + at in live else EMPTY for at, body in enumerate(bodies))
            )
        made += bytes([number]) + _number(len(content)) + content
    return bytes(made)


def _live(roots: Iterable[int], bodies: list[bytes], own: int) -> set[int]:
    """Return all functions that these refer to.

    Every byte that could be an instruction is taken for one, so too many may be found.
    """
    live: set[int] = set()
    left = set(roots)
    while left:
        live |= left
        left = {
            named for at in left if at >= own
            for named in _mentioned(bodies[at - own], own + len(bodies))
        } - live  # fmt: skip
    return live


def _mentioned(body: bytes, functions: int) -> Iterator[int]:
    for instruction in MENTIONS:
        at = body.find(instruction)
        while 0 <= at < len(body) - 1:
            named = _read(body, at + 1)[0]
            if named < functions:
                yield named
            at = body.find(instruction, at + 1)


# -- the format of machine code


def _read(content: bytes, at: int) -> tuple[int, int]:
    """Return the number that begins here, and where it ends."""
    value = shift = 0
    while True:
        byte = content[at] if at < len(content) else 0
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _number(value: int) -> bytes:
    made = bytearray()
    while value >= 128:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])


def _text(name: str) -> bytes:
    return _number(len(name.encode())) + name.encode()


def _read_text(content: bytes, at: int) -> tuple[str, int]:
    length, at = _read(content, at)
    return content[at : at + length].decode(), at + length


def _sections(code: bytes) -> Iterator[tuple[int, bytes]]:
    at = HEAD
    while at < len(code):
        length, begin = _read(code, at + 1)
        yield code[at], code[begin : begin + length]
        at = begin + length


def _imported(code: bytes) -> set[str]:
    content = next(content for number, content in _sections(code) if number == IMPORTS)
    return {name for name, _ in _imports(content)}


def _imports(content: bytes) -> Iterator[tuple[str, int]]:
    count, at = _read(content, 0)
    for _ in range(count):
        at = _read_text(content, at)[1]
        name, at = _read_text(content, at)
        kind, at = content[at], at + 1
        if kind in {TABLE, MEMORY}:
            at += kind == TABLE
            limited, at = content[at] & 1, at + 1
            for _ in range(1 + limited):
                at = _read(content, at)[1]
        elif kind == GLOBAL:
            at += 2
        else:
            at = _read(content, at + (kind == TAG))[1]
        yield name, kind


def _exports(content: bytes) -> Iterator[tuple[str, int, int]]:
    count, at = _read(content, 0)
    for _ in range(count):
        name, at = _read_text(content, at)
        index, after = _read(content, at + 1)
        yield name, content[at], index
        at = after


def _elements(content: bytes) -> Iterator[int]:
    """Yield the functions whose address is known.

    Raises:
        NotExported: the table is not of the simple form.
    """
    count, at = _read(content, 0)
    for _ in range(count):
        if content[at] != 0 or content[at + 1] != SCALAR:
            raise NotExported("Pyodide has a table that we do not know: take pyodide@314")
        at = _read(content, at + 2)[1] + 1
        length, at = _read(content, at)
        for _ in range(length):
            function, at = _read(content, at)
            yield function


def _bodies(content: bytes) -> Iterator[bytes]:
    count, at = _read(content, 0)
    for _ in range(count):
        length, at = _read(content, at)
        yield content[at : at + length]
        at += length
