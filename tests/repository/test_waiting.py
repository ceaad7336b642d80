"""Tests wait for conditions, never for a time in which something is hoped to happen, and in a way
that our pages allow.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from tests.repository.identifiers import ROOT

PAUSES = {"tests/support/conditions.py"}
"""The module that pauses between two looks at a condition."""


def waits(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every expression that waits for a time, or is a function that does.

    A task may let others go first by ``asyncio.sleep(0)``.
    """
    turns = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="sleep", value=ast.Name(id="asyncio")) as function,
                args=[ast.Constant(value=0)],
            ):
                turns.add(function)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr="sleep", value=ast.Name(id="time" | "asyncio")):
                if node not in turns:
                    yield node
            case ast.ImportFrom(module="time" | "asyncio", names=names):
                yield from (one for one in names if one.name == "sleep")
            case ast.Attribute(attr="wait_for_timeout"):
                yield node
            case ast.Call(func=ast.Attribute(attr="wait", value=ast.Call(func=made)), args=[_]):
                if ast.unparse(made).endswith("Event"):  # which nobody else can set
                    yield node


def strings_waited_for(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every wait for an expression in a page, and not for a function.

    Playwright evaluates the string anew at each further look, which our pages forbid; the first
    look does not need it, so that such a test fails on busy machines only.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="wait_for_function"),
                args=[ast.Constant() | ast.JoinedStr() as waited, *_],
            ):
                if "=>" not in ast.unparse(waited):
                    yield node


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("page.wait_for_timeout(300)", 1),
        ("time.sleep(0.1)", 1),
        ("portal.call(time.sleep, 1)", 1),
        ("from time import monotonic, sleep", 1),
        ("await asyncio.sleep(0.01)", 1),
        ("threading.Event().wait(0.1)", 1),
        ("await asyncio.sleep(0)", 0),
        ("ready.wait(10)", 0),
        ("page.wait_for_selector('h1')", 0),
    ],
)
def test_a_wait_for_a_time_is_found(source: str, number: int):
    assert len(list(waits(ast.parse(source)))) == number


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("page.wait_for_function('!playing')", 1),
        ("page.wait_for_function(f'{name}.over', timeout=5)", 1),
        ("page.wait_for_function('() => !playing')", 0),
        ("page.wait_for_function(f'() => {name}.over')", 0),
        ("page.wait_for_function(ANSWERED, arg=seq)", 0),
    ],
)
def test_a_wait_for_a_string_is_found(source: str, number: int):
    assert len(list(strings_waited_for(ast.parse(source)))) == number


def test_no_test_waits_for_a_time_or_a_string():
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        source = path.read_text("utf-8")
        if name not in PAUSES and ("wait" in source or "sleep" in source):
            tree = ast.parse(source)
            nodes = (*waits(tree), *strings_waited_for(tree))
            found += [f"{name}:{node.lineno}: {ast.unparse(node)}" for node in nodes]
    assert found == []
