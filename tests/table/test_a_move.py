"""docs/a-move.md names files and functions that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "a-move.md"
STEP = re.compile(r"^\| (\d+) \| `([\w/.]+)` \| `([\w.]+)` \|", re.MULTILINE)
STEPS = [(int(number), file, name) for number, file, name in STEP.findall(PAGE.read_text("utf-8"))]


def names_in(file: Path) -> set[str]:
    """Return the functions of a module, those of its classes as "Class.function"."""
    source = file.read_text("utf-8")
    if file.suffix == ".js":
        return set(re.findall(r"^\s*(?:export )?(?:async )?(?:function )?(\w+)\(", source, re.M))
    found: set[str] = set()
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.parse(source).body:
        if isinstance(node, functions):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}" for one in node.body if isinstance(one, functions)}
    return found


def test_its_steps_are_numbered():
    assert [number for number, _, _ in STEPS] == list(range(1, 24))


@pytest.mark.parametrize(("number", "file", "name"), STEPS)
def test_every_function_exists(number: int, file: str, name: str):
    assert name in names_in(ROOT / "src" / "ducato" / file), f"step {number}"
