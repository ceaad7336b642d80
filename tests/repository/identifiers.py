"""All identifiers of this repository, and where they are declared.

They come from Python (modules, classes, functions, arguments, attributes, constants, keys of
dictionaries, tags of messages, tables and columns), from the client (modules, declarations,
properties), from style sheets and templates (classes, ids, custom properties) and from the
catalogues of texts (keys).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PYTHON = ("src", "tests", "benchmarks", "examples")
WORD_LIST = "tests/repository/vocabulary.py"
"""The one file that must name the retired words."""
WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
PLAIN_KEY = re.compile(r"[a-zA-Z][\w-]*\Z")
DECLARED = re.compile(
    r"\b(?:function\s*\*?|class|const|let)\s+([A-Za-z_$][\w$]*)"  # a declaration
    r"|^\s*(?:static |async |get |set |\*)*#?([A-Za-z_$][\w$]*)\([^()]*\)\s*\{"  # a method
    r"|@(?:typedef|property|param)\s+\{[^\n]*\}\s+\[?([A-Za-z_$][\w$]*)"  # a type or its property
    r"|\.([A-Za-z_$][\w$]*)\s*=(?![=>])"  # a property that is set
    r"|\btype:\s*\"(\w+)\"",  # a type of message
    re.MULTILINE,
)
STYLED = re.compile(
    r"(?<![\w.])\.([A-Za-z][\w-]*)"  # a class
    r"|#([A-Za-z][\w-]*)(?=[^;]*\{)"  # an id, not a colour
    r"|(--[a-z][\w-]*)\s*:"  # a custom property
)
MARKED = re.compile(r"\b(?:class|id|for|name)=\"([^\"{}]*)\"|\b(data-[\w-]+)")
KEYED = re.compile(r"^\"([^\"]+)\" =", re.MULTILINE)
NOT_METHODS = {"if", "for", "while", "switch", "catch", "function", "return", "constructor"}


class Identifier(NamedTuple):
    """A name in the repository.

    Attributes:
        path: path of the file, relative to the repository.
        line: line of the declaration; 0 for the name of the file itself.
        kind: what it names, such as "class", "argument" or "key of a text".
        name: the name as it is written.
    """

    path: str
    line: int
    kind: str
    name: str

    def words(self) -> tuple[str, ...]:
        """Return the words that make up the name, in lower case."""
        return tuple(word.lower() for word in WORD.findall(self.name))

    def __str__(self) -> str:
        """Return the identifier with its location, in a form that editors can follow."""
        return f"{self.path}:{self.line}: {self.kind} {self.name}"


@cache
def identifiers() -> tuple[Identifier, ...]:
    """Return all identifiers, once per file."""
    found = {}
    for one in _all():
        found.setdefault((one.path, one.kind, one.name), one)
    return tuple(found.values())


def _all() -> Iterator[Identifier]:
    for folder in PYTHON:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name == WORD_LIST:
                continue
            stem = path.parent.name if path.stem == "__init__" else path.stem
            yield Identifier(name, 0, "module", stem)
            for line, kind, word in _python(ast.parse(path.read_text("utf-8")), name):
                yield Identifier(name, line, kind, word)
    patterns = {".js": DECLARED, ".css": STYLED, ".html": MARKED, ".toml": KEYED}
    kinds = {".js": "name", ".css": "style", ".html": "mark", ".toml": "key of a text"}
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in patterns or not path.is_file() or "bundles" in path.parts:
            continue
        if path.suffix == ".toml" and path.parent.name != "locale":
            continue
        name, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        if path.suffix != ".toml":
            yield Identifier(name, 0, "file", path.stem)
        for match in patterns[path.suffix].finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            for word in " ".join(filter(None, match.groups())).split():
                if word not in NOT_METHODS:
                    yield Identifier(name, line, kinds[path.suffix], word)


def _python(tree: ast.Module, path: str) -> Iterator[tuple[int, str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.lineno, "class", node.name
            yield from _tags(node.keywords)
            for name in _assigned(node.body):
                yield node.lineno, "field", name
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, "function", node.name
            arguments = node.args
            for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
                yield one.lineno, "argument", one.arg
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, "attribute", node.attr
        elif isinstance(node, ast.Dict):
            for key in node.keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    if PLAIN_KEY.match(key.value):
                        yield key.lineno, "key", key.value
        elif isinstance(node, ast.Call):
            yield from _called(node)
    for name in _assigned(tree.body):
        yield 0, "constant", name


def _assigned(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        elif isinstance(statement, ast.Assign):
            targets = statement.targets
        else:
            continue
        for target in targets:
            for node in ast.walk(target):
                if isinstance(node, ast.Name):
                    yield node.id


def _tags(keywords: list[ast.keyword]) -> Iterator[tuple[int, str, str]]:
    for keyword in keywords:
        if keyword.arg == "tag" and isinstance(keyword.value, ast.Constant):
            yield keyword.value.lineno, "message type", str(keyword.value.value)


def _called(call: ast.Call) -> Iterator[tuple[int, str, str]]:
    """Yield tables and columns of the database."""
    match call:
        case ast.Call(
            func=ast.Name(id="Table" | "Column" as kind)
            | ast.Attribute(attr="Table" | "Column" as kind),
            args=[ast.Constant(value=name), *_],
        ):
            yield call.lineno, kind.lower(), str(name)
