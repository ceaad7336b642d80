"""Limits that keep the code readable: sizes of modules, functions, signatures and folders."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.repository.identifiers import ROOT

LONGEST_MODULE = 400
LONGEST_FUNCTION = 80
MOST_POSITIONAL = 8
MOST_MODULES = 16
"""In a folder, for each language; ``__init__.py`` is not counted."""
BROKEN = re.compile(r"= \(\n *[\w.-]+  #[^\n]*\n(?: +#[^\n]*\n)* *\)\n")
FOLDERS = ("src", "benchmarks", "examples")
SUFFIXES = {".py", ".js", ".css"}


def sources() -> list[Path]:
    """Return the modules with limits. Tests have none, since they are lists of cases."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return sorted(p for p in found if p.suffix in SUFFIXES and "bundles" not in p.parts)


def long_modules(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        lines = len(path.read_text("utf-8").splitlines())
        if lines > LONGEST_MODULE:
            yield f"{path}: {lines} lines"


class Parsed(NamedTuple):
    """The functions of a module without their bodies, and the lines with a tuple after a star."""

    functions: list[ast.FunctionDef | ast.AsyncFunctionDef]
    stars: list[int]


@cache
def parsed(path: Path) -> Parsed:
    found = Parsed([], [])
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.functions.append(node)
        elif isinstance(node, ast.Call):
            stars = (one for one in node.args if isinstance(one, ast.Starred))
            found.stars.extend(one.lineno for one in stars if isinstance(one.value, ast.Tuple))
    for function in found.functions:
        function.body = []  # it would stay in memory
    return found


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return parsed(path).functions if path.suffix == ".py" else []


def starred_tuples(paths: Iterable[Path]) -> Iterator[str]:
    """Yield what would hide from the formatter that a call has many arguments."""
    for path in paths:
        for line in parsed(path).stars if path.suffix == ".py" else ():
            yield f"{path}:{line}: write the arguments, not a tuple after a star"


def broken_comments(paths: Iterable[Path]) -> Iterator[str]:
    """Yield where the formatter has broken a line only since its comment is too long."""
    for path in paths:
        text = path.read_text("utf-8") if path.suffix == ".py" else ""
        for found in BROKEN.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{path}:{line}: shorten the comment, or set it before the line"


def long_functions(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        for function in functions(path):
            assert function.end_lineno is not None
            lines = function.end_lineno - function.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{path}:{function.lineno}: {function.name} has {lines} lines"


def long_signatures(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        for function in functions(path):
            arguments = [*function.args.posonlyargs, *function.args.args]
            number = sum(one.arg not in ("self", "cls") for one in arguments)
            if number > MOST_POSITIONAL:
                yield f"{path}:{function.lineno}: {function.name} takes {number} by position"


def full_folders(paths: Iterable[Path]) -> Iterator[str]:
    modules = Counter((path.parent, path.suffix) for path in paths if path.stem != "__init__")
    for (folder, suffix), number in modules.items():
        if number > MOST_MODULES:
            yield f"{folder}: {number} modules ({suffix})"


def test_no_module_is_too_long():
    assert list(long_modules(sources())) == []


def test_no_function_is_too_long():
    assert list(long_functions(sources())) == []


def test_no_function_takes_too_many_positional_arguments():
    """Keyword-only arguments do not count: calls name them."""
    assert list(long_signatures(sources())) == []


def test_no_call_hides_its_arguments():
    assert list(starred_tuples(sources())) == []


def test_no_comment_breaks_its_line():
    assert list(broken_comments(sources())) == []


def test_no_folder_is_too_full():
    assert list(full_folders(sources())) == []


def test_what_is_too_large_is_found(tmp_path: Path):
    """The first file keeps each limit, the second exceeds it."""
    kept, exceeded = tmp_path / "kept.py", tmp_path / "exceeded.py"
    kept.write_text("x = 1\n" * LONGEST_MODULE)
    exceeded.write_text("x = 1\n" * (LONGEST_MODULE + 1))
    assert [text.partition(":")[0] for text in long_modules([kept, exceeded])] == [str(exceeded)]
    for path, more in ((kept, 0), (exceeded, 1)):
        body = "    x = 1\n" * (LONGEST_FUNCTION - 1 + more)
        arguments = ", ".join(f"a{n}" for n in range(MOST_POSITIONAL + more))
        path.write_text(
            f"def f(self):\n{body}\ndef g(self, {arguments}, *, named): ...\n"
            + "g(*(1, 2))\n" * more
        )
    assert [text.split()[1] for text in long_functions([kept, exceeded])] == ["f"]
    assert [text.split()[1] for text in starred_tuples([kept, exceeded])] == ["write"]
    assert [text.split()[1] for text in long_signatures([kept, exceeded])] == ["g"]
    kept.write_text("x = (\n    1\n)\ny = 2  # two\n")
    exceeded.write_text("x = (\n    1  # one\n)\n")
    assert [text.split()[1] for text in broken_comments([kept, exceeded])] == ["shorten"]
    modules = [tmp_path / f"{n}.py" for n in range(MOST_MODULES)]
    assert list(full_folders([*modules, tmp_path / "__init__.py", tmp_path / "a.js"])) == []
    assert len(list(full_folders([*modules, kept]))) == 1
