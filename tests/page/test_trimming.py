"""The engine of a page, without what nothing in the page can reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from ducato.page import trimming
from ducato.page.errors import NotExported

SCRIPT = """\
var wasmImports={print:_print,draw:_draw};
var _asked,_left,_used;function assignWasmExports(wasmExports){\
_asked=Module["_asked"]=wasmExports["asked"];_left=Module["_left"]=wasmExports["left"];\
_used=Module["_used"]=wasmExports["used"];}
_used();
"""
BODIES = {
    "used": b"\x00\x10\x02\x0b",  # calls `inner`
    "inner": b"\x00\x41\x07\x1a\x0b",
    "asked": b"\x00\x41\x08\x1a\x0b",
    "left": b"\x00\x10\x05\x0b",  # calls `alone`
    "alone": b"\x00\x41\x09\x1a\x0b",
    "addressed": b"\x00\x41\x0a\x1a\x0b",
}
"""Functions by name; the first has number 1, after one that is imported."""
EXPORTED = ("used", "asked", "left")


def _section(number: int, *entries: bytes) -> bytes:
    content = bytes([len(entries)]) + b"".join(entries)
    return bytes([number, len(content)]) + content


def _name(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def _module(imported: str, exported: tuple[str, ...] = ()) -> bytes:
    """Return machine code with the functions of `BODIES`, the last of them in a table."""
    numbers = {name: number for number, name in enumerate(BODIES, 1)}
    return b"".join(
        (
            b"\0asm\1\0\0\0",
            _section(trimming.IMPORTS, _name("env") + _name(imported) + b"\0\0"),
            _section(
                trimming.EXPORTS, *(_name(one) + bytes([0, numbers[one]]) for one in exported)
            ),
            _section(trimming.ELEMENTS, b"\0\x41\x01\x0b\x01" + bytes([numbers["addressed"]])),
            _section(trimming.BODIES, *(bytes([len(body)]) + body for body in BODIES.values())),
        )
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / trimming.SCRIPT).write_text(SCRIPT, "utf-8")
    (tmp_path / trimming.MODULE).write_text("", "utf-8")
    (tmp_path / trimming.CODE).write_bytes(_module("print", EXPORTED))
    (tmp_path / "library.wasm").write_bytes(_module("asked"))
    return tmp_path


def test_what_a_page_can_reach_stays(folder: Path):
    trimming.trim(folder, folder / "library.wasm")
    sections = dict(trimming._sections((folder / trimming.CODE).read_bytes()))
    exported = [name for name, *_ in trimming._exports(sections[trimming.EXPORTS])]
    assert exported == ["used", "asked"]
    kept = dict(zip(BODIES, trimming._bodies(sections[trimming.BODIES]), strict=True))
    assert {name for name, body in kept.items() if body == trimming.EMPTY} == {"left", "alone"}
    assert {name: body for name, body in kept.items() if body != trimming.EMPTY}.items() <= (
        BODIES.items()
    )
    script = (folder / trimming.SCRIPT).read_text("utf-8")
    assert "var _used;function assignWasmExports" in script
    assert "{print:_print}" in script
    assert not {'_left=Module["_left"]', '_asked=Module["_asked"]'} & set(script.split(";"))


def test_an_engine_that_is_built_otherwise_is_refused(folder: Path):
    (folder / trimming.SCRIPT).write_text(SCRIPT.replace("wasmImports", "given"), "utf-8")
    with pytest.raises(NotExported, match="pyodide@314"):
        trimming.trim(folder, folder / "library.wasm")
